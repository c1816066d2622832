"""Many variants of the GPU kernels in one call on one GPU: `python benchmarks/gpu_variants.py --out FOLDER`.

Each job is a process of its own: it compiles (many at a time), waits for its turn on the GPU, checks that seeded games equal
the CPU's (gpu_expected.json, written by `--expected` on any CPU), measures, and prints a JSON line per figure. `--dry` compiles
a job's kernels without a GPU.
"""

import argparse
import fcntl
import glob
import hashlib
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "src"))
sys.path.insert(0, str(FOLDER))

GAMES = ("nusfjord", "kaivai")
CHECKED_GAMES, CHECKED_IN_PARALLEL = 20_000, 4096
BATCH_GAMES, BATCH_STEPS = 2048, 250
BUFFERS = ("states", "numbers", "movers", "counts", "masks", "observations", "rewards", "scores", "points", "done")
PTXAS = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"


# what to run, in order of importance: (job, game, arguments)


def jobs() -> list[tuple[str, str, dict]]:
    listed: list[tuple[str, str, dict]] = []
    full = {"full": True, "registers": [128, 64], "flags": [["-dlcm=cg"], ["-O2"], ["--split-compile", "0"]]}
    for job, options in (("vote", {}), ("keys", {}), ("batch", {}), ("play", full), ("prefetch", {}), ("near", {})):
        listed += [(job, game, options) for game in GAMES]
    listed.append(("play", "nusfjord", {"inline": True, "threshold": 10**9}))
    listed.append(("play", "kaivai", {"inline": False}))
    listed.append(("shared_box", "kaivai", {}))
    listed.append(("play", "nusfjord", {"inline": False, "threshold": 1000}))
    listed.append(("play", "kaivai", {"inline": False, "threshold": 1200}))
    return listed


# the parent: starts jobs, relays their lines


def run_all(args: argparse.Namespace) -> None:
    started = time.monotonic()
    scratch = Path(tempfile.mkdtemp(prefix="gpu-variants-"))
    log = open(args.out / "variants.jsonl", "w") if args.out else None
    waiting = [job for job in jobs() if re.search(args.only, " ".join(map(str, job)))]
    running: dict[int, tuple] = {}
    lines: queue.Queue = queue.Queue()

    def tell(line: str) -> None:
        print(line, flush=True)
        if log:
            log.write(line + "\n")
            log.flush()

    def relay(process: Any) -> None:
        for line in process.stdout:
            lines.put((process.pid, line.strip()))
        lines.put((process.pid, None))

    tell(json.dumps({"machine": machine(), "ptxas": PTXAS}))
    while waiting or running:
        spent = time.monotonic() - started
        while waiting and len(running) < args.processes and spent < args.limit:
            job = waiting.pop(0)
            process = start_job(job, scratch, args)
            running[process.pid] = (process, job, time.monotonic())
            threading.Thread(target=relay, args=(process,), daemon=True).start()
        if spent > args.limit:
            for process, job, begun in running.values():
                tell(json.dumps({"stopped": job, "seconds": round(time.monotonic() - begun, 1)}))
                os.killpg(process.pid, signal.SIGKILL)
            break
        try:
            number, line = lines.get(timeout=0.5)
        except queue.Empty:
            continue
        if line is not None:
            tell(line)
            continue
        process, job, begun = running.pop(number)
        note = {"ended": job, "exit": process.wait(), "seconds": round(time.monotonic() - begun, 1)}
        if process.returncode:
            note["error"] = (scratch / f"{process.pid}.err").read_text()[-1500:]
        tell(json.dumps(note))
    tell(json.dumps({"not_run": waiting, "seconds": round(time.monotonic() - started, 1)}))


def start_job(job: tuple, scratch: Path, args: argparse.Namespace) -> Any:
    own = scratch / f"{jobs().index(job):02}-{job[0]}-{job[1]}"
    own.mkdir()
    given = json.dumps({"scratch": str(scratch), "own": str(own), "job": job[0], "game": job[1], "options": job[2]})
    environment = {**os.environ, "SEABOARD_CACHE": str(own / "cache"), "PYTHONUNBUFFERED": "1"}
    environment["PYTHONPATH"] = f"{FOLDER.parent / 'src'}:{FOLDER}:{os.environ.get('PYTHONPATH', '')}"
    command = [sys.executable, __file__, "--worker", given, *(["--dry"] if args.dry else [])]
    errors = open(scratch / f"{own.name}.err", "w+")
    process: Any = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment, start_new_session=True
    )
    (scratch / f"{process.pid}.err").symlink_to(scratch / f"{own.name}.err")
    return process


def machine() -> dict:
    try:
        shown = subprocess.run(
            ["nvidia-smi", "--query-gpu=name,driver_version,clocks.sm,clocks.max.sm", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=20,
        ).stdout.strip()
    except Exception as error:
        shown = repr(error)
    return {"gpu": shown, "cores": os.cpu_count(), "load": os.getloadavg(), "python": sys.version.split()[0]}


# a job


class Worker:
    def __init__(self, given: dict, dry: bool):
        from seaboard.games import find_game

        self.job, self.options, self.dry = given["job"], given["options"], dry
        self.scratch, self.own = Path(given["scratch"]), Path(given["own"])
        self.game = find_game(given["game"])
        self.expected = json.loads((FOLDER / "gpu_expected.json").read_text()).get(given["game"], {})

    def tell(self, what: str, **figures: Any) -> None:
        named = {key: self.options[key] for key in ("inline", "threshold") if key in self.options}
        names = {"what": what, "job": self.job, "game": self.game.name, **named}
        print(json.dumps(names | {k: round(v, 3) if isinstance(v, float) else v for k, v in figures.items()}), flush=True)

    @contextmanager
    def gpu(self) -> Any:
        """The GPU for this process alone; earlier jobs of the list go first."""
        begun, wish = time.monotonic(), self.scratch / f"wish-{self.own.name}"
        wish.write_text(str(os.getpid()))
        with open(self.scratch / "gpu.lock", "w") as lock:
            while True:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if min(filter(lives, self.scratch.glob("wish-*"))) == wish:
                    break
                fcntl.flock(lock, fcntl.LOCK_UN)
                time.sleep(0.1)
            held, alarm = time.monotonic(), threading.Timer(80, lambda: os._exit(9))  # a kernel that hangs
            alarm.daemon = True
            alarm.start()
            try:
                yield
            finally:
                alarm.cancel()
                wish.unlink()
                self.tell("gpu held", waited=held - begun, held=time.monotonic() - held)

    def run(self) -> None:
        from seaboard.core import numba_rules
        from seaboard.lab import batch_runners, gpu, gpu_sorted

        inline = self.options.get("inline", not self.game.gpu_calls_large_rules)
        numba_rules.LARGE_RULE = self.options.get("threshold", numba_rules.LARGE_RULE)
        for module in (batch_runners, gpu, gpu_sorted):
            names: Any = module
            names.prepare_compiling = lambda game: numba_rules.inline_large_rules(inline)
        {"batch": self.batch, "keys": self.keys, "bench": self.bench}.get(self.job, self.play)()

    # random play

    def series(self, games: int, parallel: int, block: int = 128) -> Any:
        import gpu_series

        kind = {"play": gpu_series.Plain, "keys": gpu_series.Plain, "near": gpu_series.Near}.get(self.job, gpu_series.Other)
        return kind(self.job, self.game, games, parallel, block)

    def compile(self) -> Any:
        """The kernel, compiled by a tiny series; also its PTX assembled with other options."""
        begun, cpu = time.perf_counter(), time.process_time()
        if self.dry:
            import gpu_dry

            for kernel, name in gpu_dry.kernels(self):
                ptx = gpu_dry.ptx(kernel)
                self.tell("dry", kernel=name, ptx=len(ptx), cpu=time.process_time() - cpu)
                (self.own / f"{name}.ptx").write_text(ptx)
                self.assemble(self.own / f"{name}.ptx", {"as is": [], **{f"{n}": [f"-maxrregcount={n}"] for n in self.options.get("registers", ())}})
            return None
        tiny = self.series(64, 32)
        tiny.play(1, 0)
        wall, cpu = time.perf_counter() - begun, time.process_time() - cpu
        overload = next(iter(tiny.kernel.overloads.values()))
        attributes = overload._codelibrary.get_cufunc().attrs
        self.tell("compiled", wall=wall, cpu=cpu, regs=attributes.regs, local=attributes.local, shared=attributes.shared)
        return overload._codelibrary

    def assemble(self, source: Path, variants: dict[str, list[str]]) -> dict[str, Path]:
        """Assembles PTX with each set of options, in parallel; tells registers, stack and spills."""
        running = {}
        for name, flags in variants.items():
            target = source.with_name(f"{source.stem}-{re.sub('[^a-z0-9]', '', name)}.cubin")
            command = [PTXAS, "-arch=sm_90a", "-v", *flags, str(source), "-o", str(target)]
            running[name] = target, time.perf_counter(), subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        made = {}
        for name, (target, begun, process) in running.items():
            text = process.communicate()[1]
            entry = text.split("Compiling entry function")[-1]
            figures = {key: re.search(rf"(\d+) {words}", entry) for key, words in FIGURES.items()}
            found = {key: int(match[1]) for key, match in figures.items() if match}
            if process.returncode:
                self.tell("ptxas failed", flags=name, error=text[-300:])
                continue
            made[name] = target
            self.tell("ptxas", flags=name, seconds=time.perf_counter() - begun, cubin=target.stat().st_size, **found)
        return made

    def play(self) -> None:
        library = self.compile()
        if library is None:
            return
        variants: dict[str, list[str]] = {
            f"maxrregcount={n}": [f"-maxrregcount={n}"] for n in self.options.get("registers", ())
        }
        variants |= {" ".join(flags): flags for flags in self.options.get("flags", ())}
        cubins: dict[str, Path] = {}
        if variants or self.job == "vote":
            if self.job == "vote":
                variants["maxrregcount=128"] = ["-maxrregcount=128"]
            source = self.own / "kernel.ptx"
            source.write_text(library.get_asm_str())
            cubins = self.assemble(source, variants)
        with self.gpu():
            if not self.check("own"):
                return
            self.measure_all("own")
        for name, path in cubins.items():
            with self.gpu():
                try:
                    use_cubin(library, path)
                    if self.check(name) and "split" not in name:
                        self.measure_all(name, brief=True)
                except Exception:
                    self.tell("failed", flags=name, error=traceback.format_exc()[-600:])

    def check(self, flags: str) -> bool:
        """Whether seeded games equal the CPU's."""
        equal = True
        for more in ({}, {"enough": 12, "most": 64}, {"enough": 1, "most": 3})[: 3 if self.job == "vote" else 1]:
            series = self.series(CHECKED_GAMES, CHECKED_IN_PARALLEL)
            series.set(**more)
            series.play(1, 0)
            scores, moves = series.results()
            there = {"scores": digest(scores), "moves": moves}
            same = there == {key: self.expected.get(key) for key in there}
            self.tell("equal" if same else "NOT EQUAL", flags=flags, **more, **({} if same else there))
            equal &= same
        return equal

    def measure_all(self, flags: str, brief: bool = False) -> None:
        def measure(series: Any, label: dict, **more: Any) -> None:
            series.set(**more)
            speed = series.steady()
            self.tell("speed", flags=flags, parallel=series.parallel, block=series.block, **label, **more, **speed)

        series = self.series(2**24, 2**20)
        series.warm_up()
        if self.job == "vote":
            for enough, most in ((33, 1), (28, 64), (20, 64), (12, 64), (6, 64), (1, 2), (1, 3), (12, 3)):
                measure(series, {}, enough=enough, most=most)
                if brief and enough < 20:
                    return
            for ahead in (0, 16384):
                measure(series, {}, enough=33, most=1, ahead=ahead)
                measure(series, {}, enough=16, most=64, ahead=ahead)
            for block in (64, 256):
                series.block = block
                measure(series, {}, enough=16, most=64, ahead=-1)
            return
        if self.job == "prefetch":
            for ahead in (-1, 0, 2048, 8192, 16384, 32768, 65536):
                measure(series, {}, ahead=ahead)
            return
        measure(series, {})
        if brief or not self.options.get("full"):
            measure(series, {"again": True})
            return
        for block in (32, 64, 256):
            series.block = block
            measure(series, {})
        for parallel in (2**17, 2**19, 2**21, 2**22):
            del series
            series = self.series(2**24, parallel)
            series.warm_up(min(700, 700 * 2**21 // parallel))
            measure(series, {})
        del series
        series = self.series(2**23, 2**22)
        begun = time.perf_counter()
        series.play(1, 0)
        seconds = time.perf_counter() - begun
        self.tell(
            "speed of whole games", flags=flags, games=2**23, moves_per_second=series.results()[1] / seconds, spent=seconds
        )

    # the same by sort key

    def keys(self) -> None:
        if self.compile() is None:
            return
        with self.gpu():
            series = self.series(2**24, 2**20)
            series.warm_up()
            self.tell("keys", **series.by_key(20))
        ncu = shutil.which("ncu") or next(iter(glob.glob("/opt/nvidia/nsight-compute/*/ncu")), "")
        if not ncu:
            self.tell("no ncu")
            return
        metrics = ",".join(METRICS)
        inner = json.dumps(
            {"scratch": str(self.scratch), "own": str(self.own), "job": "keys", "game": self.game.name, "options": {}}
        )
        command = [
            ncu,
            "--clock-control",
            "none",
            "--profile-from-start",
            "off",
            "--csv",
            "--page",
            "raw",
            "--metrics",
            metrics,
        ]
        with self.gpu():
            begun = time.perf_counter()
            try:
                done = subprocess.run(
                    [*command, sys.executable, __file__, "--profile", inner], capture_output=True, text=True, timeout=60
                )
                self.tell("ncu", seconds=time.perf_counter() - begun, rows=ncu_rows(done.stdout), error=done.stderr[-300:])
            except subprocess.TimeoutExpired as late:
                text = (late.stdout or b"").decode(errors="replace") if isinstance(late.stdout, bytes) else late.stdout or ""
                self.tell("ncu timed out", rows=ncu_rows(text))

    def profile(self) -> None:
        """Under ncu: whole steps, then a launch for each of the largest sort keys."""
        series = self.series(2**24, 2**20)
        series.warm_up(500)
        cuda = series.cuda
        cuda.profile_start()
        series.play_step(1, 0)
        cuda.profile_stop()
        series.play_step(1, 0)
        cuda.profile_start()
        series.step_by_key(24)
        cuda.profile_stop()

    # `Batch`

    def batch(self) -> None:
        if self.dry:
            return
        import gpu_batch

        gpu_batch.run(self)

    # the real command

    def bench(self) -> None:
        if self.dry:
            return
        for time_started in ("first start", "second start"):
            begun = time.perf_counter()
            command = [sys.executable, "-m", "seaboard", "bench", self.game.name, "--gpu"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=140)
            self.tell(time_started, seconds=time.perf_counter() - begun, out=done.stdout[-400:], error=done.stderr[-400:])


FIGURES = {
    "registers": "registers",
    "stack": "bytes stack frame",
    "spill_stores": "bytes spill stores",
    "spill_loads": "bytes spill loads",
}
METRICS = (
    "gpu__time_duration.sum",
    "smsp__inst_executed.sum",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "sm__inst_executed.avg.per_cycle_active",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "l1tex__t_sector_hit_rate.pct",
    "lts__t_sector_hit_rate.pct",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
    "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio",
    "smsp__average_warps_issue_stalled_branch_resolve_per_issue_active.ratio",
    "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio",
    "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio",
    "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio",
)


def ncu_rows(text: str) -> list:
    """The rows of ncu's table of metrics: [kernel, value of each metric...]; the first row has units."""
    import csv

    lines = [line for line in text.splitlines() if line.startswith('"')]
    if not lines:
        return [text[-500:]]
    rows = list(csv.DictReader(lines))
    return [
        [re.sub(r".*?(\w*_kernel).*", r"\1", row.get("Kernel Name", ""))[:24], row.get("Grid Size", "")]
        + [row.get(metric, "") for metric in METRICS]
        for row in rows
    ]


def lives(wish: Path) -> bool:
    """Whether the process that wishes for the GPU still runs."""
    try:
        os.kill(int(wish.read_text() or os.getpid()), 0)
    except (OSError, ValueError):
        return False
    return True


def digest(array: Any) -> str:
    return hashlib.blake2b(array.tobytes(order="C"), digest_size=8).hexdigest()


def use_cubin(library: Any, path: Path) -> None:
    """Lets a compiled kernel run other machine code."""
    from numba.cuda.cudadrv.driver import ObjectCode

    code = ObjectCode.from_cubin(path.read_bytes())
    library._cubin_cache = dict.fromkeys(library._cubin_cache, code)
    library._cubin_cache[(9, 0)] = code
    library._cufunc_cache = {}


def write_expected(games: list[str]) -> None:
    """Digests of seeded games on the CPU."""
    from seaboard.games import find_game
    from seaboard.lab.batch import Batch
    from seaboard.loops.random_games import play_random_games

    path = FOLDER / "gpu_expected.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    for name in games:
        game = find_game(name)
        scores, moves = play_random_games(game, game.choose(), 1, 0, CHECKED_GAMES)
        batch = Batch(name, BATCH_GAMES, seed=3, points=True)
        for _ in range(BATCH_STEPS):
            batch.pick_random()
            batch.step()
        buffers = {buffer: digest(batch.buffers[buffer]) for buffer in BUFFERS}
        known[name] = {"scores": digest(scores), "moves": moves, "batch": buffers}
    path.write_text(json.dumps(known, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--limit", type=float, default=240)
    parser.add_argument("--processes", type=int, default=15)
    parser.add_argument("--only", default="")
    parser.add_argument("--expected", nargs="+")
    parser.add_argument("--dry", action="store_true")
    parser.add_argument("--worker")
    parser.add_argument("--profile")
    args = parser.parse_args()
    if args.expected:
        write_expected(args.expected)
    elif args.worker:
        Worker(json.loads(args.worker), args.dry).run()
    elif args.profile:
        Worker(json.loads(args.profile), False).profile()
    else:
        run_all(args)


if __name__ == "__main__":
    main()
