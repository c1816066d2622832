"""`python -m seaboard.cli` is `seaboard`."""

from . import main

main()
