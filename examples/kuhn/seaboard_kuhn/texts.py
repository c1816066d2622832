"""The position in sentences, the position as a table, and the board."""

from seaboard.drawing import Panel, text
from seaboard.language import _

from .rules import BET, JACK, MOVES, NOBODY, QUESTIONS, SEATS, Bet, Pass, is_showdown, play_move, start

CARDS = ("?", "jack", "queen", "king")


def card_name(card):
    return (_("hidden"), _("jack"), _("queen"), _("king"))[card]


def describe(seen, box, viewer, names):
    lines = [_("{name}: {card}.", name=name, card=card_name(int(seen.cards[seat]))) for seat, name in enumerate(names)]
    lines += [_("{name} put in a bet.", name=names[n % 2]) for n in range(int(seen.turn)) if seen.moves[n] == BET]
    return lines if seen.mover == NOBODY else [*lines, _("{name}'s turn.", name=names[seen.mover])]


def to_table(s, box):
    moves = ["bet" if s.moves[n] == BET else "pass" for n in range(int(s.turn))]
    return {"cards": [CARDS[int(card)] for card in s.cards], "moves": moves}


def from_table(table, s, box):
    """Omitted keys have their value after set-up; raises BadPosition if the position is impossible."""
    start(s, box, s.key)
    cards, moves = table.get("cards", [CARDS[int(card)] for card in s.cards]), table.get("moves", [])
    if type(cards) is not list or len(cards) != SEATS or cards[0] == cards[1] or not set(cards) <= set(CARDS[JACK:]):
        raise table.wrong("cards", "two different cards of jack, queen and king")
    s.cards[:] = [CARDS.index(card) for card in cards]
    if type(moves) is not list or len(moves) > MOVES or not set(map(str, moves)) <= {"pass", "bet"}:
        raise table.wrong("moves", "a list of pass and bet")
    for move in moves:
        if s.mover == NOBODY:
            raise table.wrong("moves", "no move after the game is over")
        play_move(s, BET if move == "bet" else 1)


def board(seen, box, viewer, names, pen):
    """A card for each player, and a button for each answer."""
    body = ""
    for seat, name in enumerate(names):
        x = 16 + 150 * seat
        body += f'<rect class="kuhn-card" x="{x}" y="36" width="134" height="64" rx="8"/>'
        body += text(x, 26, name, "title") + text(x + 12, 74, card_name(int(seen.cards[seat])))
    for n, action in enumerate((Pass.action(0), Bet.action(0))):
        label = QUESTIONS.choice(seen, box, action)
        shape = f'<rect class="kuhn-button lit" x="{16 + 150 * n}" y="116" width="134" height="44" rx="8"/>'
        body += pen.target(shape + text(28 + 150 * n, 145, label), [action], label)
    return [Panel("cards", _("Cards"), 316, 176, body)]


def terminal(seen, box, viewer, names):
    lines = [f"{name}: {card_name(int(seen.cards[seat]))}" for seat, name in enumerate(names)]
    shown = ", ".join(_("bet") if seen.moves[n] == BET else _("pass") for n in range(int(seen.turn)))
    return "\n".join([*lines, shown] + ([_("showdown")] if is_showdown(seen) else []))
