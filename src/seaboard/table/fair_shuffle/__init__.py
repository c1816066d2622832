"""The fair shuffle and the check of a record against it: pure functions, which the page and `seaboard verify` repeat."""
