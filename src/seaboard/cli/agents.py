"""Commands for agents: the MCP server."""


def mcp() -> None:
    """Serve the games to an assistant over MCP: stdin and stdout, one client (needs the extra mcp)."""
    from ..agents.mcp.server import serve

    serve()
