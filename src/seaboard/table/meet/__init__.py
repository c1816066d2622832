"""Playing with other people: open tables, tickets, friends, holidays, the spectators' chat, moves ahead."""
