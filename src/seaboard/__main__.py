"""`seaboard` and `python -m seaboard`: the command line with all commands."""

from . import cli
from .cli.agents import llm
from .cli.box import box
from .cli.buildings import buildings
from .table.command_line import server_commands as server
from .table.command_line.admin_commands import admin

PANELS = ("Play", "Server", "Positions and records", "Bots and research", "Agents", "Lessons")

app = cli.new_app()
for panel in PANELS:
    for commands in (server.COMMANDS, cli.COMMANDS):
        cli.add_commands(app, {panel: commands.get(panel, {})})
app.add_typer(admin, name="admin", rich_help_panel="Server")
app.add_typer(llm, name="llm", rich_help_panel="Agents")
app.add_typer(buildings, name="buildings", rich_help_panel="Cards")
app.add_typer(box, name="box", rich_help_panel="Cards")


def main() -> None:
    cli.run(app)


if __name__ == "__main__":
    main()
