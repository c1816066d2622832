"""The fair shuffle, and the check of a record against it: pure functions, which also run in the page and `seaboard verify`."""
