"""Work of the server that goes on until the server stops."""

import asyncio


class BackgroundTask:
    """Runs `watch` from `start` to `stop`."""

    task: asyncio.Task | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.watch())

    async def stop(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def watch(self) -> None:
        raise NotImplementedError
