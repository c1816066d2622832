def from_table(*a):
    return ""


def to_table(*a):
    return ""
