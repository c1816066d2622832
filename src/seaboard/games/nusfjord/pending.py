"""Pending work: a small stack in the record. What lies on top is asked, or done, first."""

from ...core.rule import rule


@rule
def push(s, kind, player, what, more):
    """Lays work on top."""
    f = s.frames[s.depth]
    f.kind = kind
    f.player = player
    f.what = what
    f.more = more
    s.depth += 1


@rule
def pop(s):
    """Takes the top away, and leaves nothing behind."""
    s.depth -= 1
    f = s.frames[s.depth]
    f.kind = 0
    f.player = 0
    f.what = 0
    f.more = 0


@rule
def top_kind(s):
    """0 when nothing is pending."""
    if s.depth == 0:
        return 0
    return int(s.frames[s.depth - 1].kind)
