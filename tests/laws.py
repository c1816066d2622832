"""What the laws of all games share."""

from seaboard.match import Match


def play_choices(m: Match, chosen: list[int]) -> Match:
    """Plays the so-manieth allowed action for each number, around and around, until the game is over."""
    for n in chosen:
        if m.over:
            break
        actions = m.actions()
        m.play(actions[n % len(actions)])
    return m
