"""The domain: tables, their seats and keys, and the commands that change them."""
