"""Where people meet: open tables, tickets, friends, the spectators' chat, moves ahead."""
