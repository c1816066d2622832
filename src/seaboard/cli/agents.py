"""Commands for agents: the MCP server."""

from typing import Annotated

import typer

LOCAL = ("http://127.0.0.1:8000", "http://localhost:8000")


def mcp(
    server: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="a Seaboard server whose tables it may join by link; default: this computer, port 8000"
        ),
    ] = None,
) -> None:
    """Serve the games to an assistant over MCP: stdin and stdout, one client (needs the extra mcp)."""
    from ..agents.mcp.server import serve

    serve(server or LOCAL)
