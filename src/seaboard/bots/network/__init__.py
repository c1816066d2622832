"""Networks: what they are made of (`shape`), their files (`files`), and the bot that plays by one (`player`). NumPy only."""
