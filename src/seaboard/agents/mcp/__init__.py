"""The MCP server: Seaboard's games as tools of an assistant, `seaboard mcp`. Needs the package `mcp` (`seaboard[mcp]`)."""
