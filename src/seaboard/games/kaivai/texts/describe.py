"""The whole position in sentences, for screen readers and language models."""

from collections.abc import Sequence

import numpy as np

from ....drawing import made_once
from ....language import _, many, mark
from ..all_actions import ACTIONS
from ..canoes import is_at_sea, range_of
from ..huts import hut_kind, hut_owner
from ..layout import NOBODY, NOT_CHOSEN, TRACK
from ..scoring import presence
from ..supplies import canoes_on_board, fish_of, huts_on_board, money_of
from ..villages import village_size
from ..words.notation import HEX_NAMES
from ..words.terms import ENDING, hexes_of, in_edition, phase, shows_influence, villages_of

HUTS = (
    mark("canoe-builder hut of {name} on {hex}"),
    mark("fisherman's hut of {name} on {hex}"),
    mark("meeting hut of {name} on {hex}"),
)


def describe(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> list[str]:
    """Round and supplies, action spaces, each player, each village."""
    text = [_("Round {round} of {rounds}, {phase}.", round=seen.round_number, rounds=box.rounds, phase=phase(seen))]
    if seen.mover != NOBODY:
        text.append(_("{name} decides.", name=names[int(seen.mover)]))
    text.append(
        _(
            "Supply: {cults} cult hexes, {influence} influence counters, {stock} fish and shell counters.",
            cults=seen.cult_supply,
            influence=seen.supply,
            stock=seen.stock,
        )
    )
    if seen.decision not in ENDING:
        costs = ", ".join(f"{_(action.activity)} {int(n)}" for action, n in zip(ACTIONS, seen.spaces, strict=True))
        text.append(_("Influence costs of the actions: {costs}.", costs=costs))
    first = viewer or 0
    for n in range(int(box.players)):
        text.append(of_player(seen, box, viewer, names, (first + n) % int(box.players)))
    villages = of_villages, hash(seen.tobytes()), hash(box.tobytes()), *names
    text += made_once(villages, lambda: of_villages(seen, box, names)).splitlines()
    return text


def of_villages(seen: np.record, box: np.record, names: Sequence[str]) -> str:
    """A line for each village."""
    return "\n".join(of_village(seen, box, names, v, base) for v, base in villages_of(seen))


def of_player(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], seat: int) -> str:
    p, name = seen.players[seat], names[seat]
    text = [_("{name}: {glory} glory.", name=name, glory=p.glory)]
    if p.bid:
        text.append(_("Bid {bid}, range {range}.", bid=p.bid, range=range_of(seen, box, seat)))
    if p.passed:
        text.append(_("Passed."))
    if p.chosen != NOT_CHOSEN:
        text.append(of_choice(int(p.chosen)))
    shells, fish = on_spaces(p.shells), on_spaces(p.fish)
    text.append(_("Shells worth {money}: {spaces}.", money=money_of(seen, seat), spaces=shells) if shells else _("No shells."))
    text.append(many(fish_of(seen, seat), "{n} fish: {spaces}.", "{n} fish: {spaces}.", spaces=fish) if fish else _("No fish."))
    if shows_influence(seen, viewer, seat):
        text.append(many(int(p.influence), "{n} influence counter.", "{n} influence counters."))
    else:
        text.append(_("Influence hidden."))
    text.append(many(huts_on_board(seen, seat), "{n} hut on the board.", "{n} huts on the board."))
    return " ".join([*text, of_canoes(seen, box, seat)])


def of_choice(counters: int) -> str:
    """K12.3: how many counters are played; others' counters are hidden."""
    if counters < 0:
        return _("Chose in secret.")
    return many(counters, "Plays {n} influence counter.", "Plays {n} influence counters.")


def on_spaces(counters: np.ndarray) -> str:
    """`2 on space 4, 1 on space 5`."""
    spaces = [(int(counters[i]), i + 1) for i in range(TRACK) if counters[i]]
    return ", ".join(_("{n} on space {space}", n=n, space=space) for n, space in spaces)


def of_canoes(seen: np.record, box: np.record, seat: int) -> str:
    places = [
        HEX_NAMES[hex] if is_at_sea(seen, box, hex) else _("{hex} (on its hut)", hex=HEX_NAMES[hex])
        for hex in hexes_of(box, seen.players[seat].canoes)
    ]
    if not canoes_on_board(seen, seat):
        return _("No canoe.")
    return _("Canoes: {places}.", places=", ".join(places))


def of_village(seen: np.record, box: np.record, names: Sequence[str], v: int, base: int) -> str:
    land = hexes_of(box, seen.villages[v])
    cult = [HEX_NAMES[hex] for hex in land if not seen.hut[hex]]
    text = [
        many(
            village_size(seen, v),
            "Village {village}: {n} hex, cult hexes {cult}.",
            "Village {village}: {n} hexes, cult hexes {cult}.",
            village=HEX_NAMES[base],
            cult=", ".join(cult),
        )
    ]
    huts = [of_hut(seen, box, names, hex) for hex in land if seen.hut[hex]]
    if huts:
        text.append(_("Huts: {huts}.", huts=", ".join(huts)))
    if v == seen.gods_village:
        text.append(_("The god stands on {hex}.", hex=HEX_NAMES[int(seen.god)]))
    strengths = [(names[seat], presence(seen, seat, v)) for seat in range(int(box.players))]
    shares = ", ".join(f"{name} {n}" for name, n in strengths if n)
    if shares:
        text.append(_("Strength: {shares}.", shares=shares))
    if int(seen.scored) >> v & 1:
        text.append(_("Scored."))
    elif seen.scoring == v:
        text.append(_("Being scored now."))
    return " ".join(text)


def of_hut(seen: np.record, box: np.record, names: Sequence[str], hex: int) -> str:
    code, fish = int(seen.hut[hex]), int(seen.fish[hex])
    hut = _(in_edition(box, HUTS[hut_kind(code)]), name=names[hut_owner(code)], hex=HEX_NAMES[hex])
    return many(fish, "{hut} with {n} fish", "{hut} with {n} fish", hut=hut) if fish else hut
