"""The texts of building effects, by word of the vocabulary (cards/effects.py). A new word needs one line here.

German and Dutch are in `locale/`, with as many forms between `|` as the language needs: one, several, and a form for sizes.
"""

from ....language import mark

# one and several, where they differ
GOODS = {
    "wood": mark("wood"),
    "fish": mark("fish"),
    "gold": mark("gold"),
    "reserve wood": mark("wood from your reserve"),
    "reserve fish": mark("fish from your reserve"),
    "reserve gold": mark("gold from your reserve"),
    "strip": mark("strip|strips"),
    "sloop": mark("sloop|sloops"),
    "cutter": mark("cutter|cutters"),
    "schooner": mark("schooner|schooners"),
    "share": mark("own share you hold|own shares you hold"),
    "plate": mark("plate filled|plates filled"),
    "guest": mark("guest|guests"),
}

# texts of gains that differ from those of payments
GAINS = {
    "share": mark("own share at home|own shares at home"),
    "reserve wood": mark("wood into your reserve"),
    "reserve fish": mark("fish into your reserve"),
    "reserve gold": mark("gold into your reserve"),
}

# what happens, and in the second place what `each` counts, if anything: one and several; actions declare theirs (Action.event)
EVENTS = {
    "use elder": (mark("you use an elder"), ""),
    "imitate": (mark("you imitate an action"), ""),
    "skip": (mark("you skip a turn"), ""),
    "catch": (mark("your catch has been distributed"), mark("fish caught")),
    "gold gained": (mark("gold comes into your supply"), mark("gold")),
    "wood gained": (mark("wood comes into your supply"), mark("wood")),
    "fish gained": (mark("fish come into your supply"), mark("fish")),
    "wood lost": (mark("wood is lost above your limit"), mark("wood lost")),
    "strip removed": (mark("you remove strips in any way"), mark("strip|strips")),
    "strip laid": (mark("you place strips in any way"), mark("strip|strips")),
    "reserve emptied": (mark("your reserve becomes empty"), ""),
    "reserve full": (mark("your reserve is full of fish"), ""),
    "build sloop": (mark("you build a sloop"), ""),
    "build cutter": (mark("you build a cutter"), ""),
    "build schooner": (mark("you build a schooner"), ""),
    "build A": (mark("you build an A building"), ""),
    "build B": (mark("you build a B building"), ""),
    "build C": (mark("you build a C building"), ""),
    "elder cleared": (mark("the fish on your elders are cleared"), mark("elder cleared|elders cleared")),
    "ship sold": (mark("you sell a ship"), ""),
    "fish spent": (mark("you spend fish on serving"), mark("fish spent")),
    "fish to others": (mark("your catch goes to shares held by others"), mark("fish there")),
    "fish lost": (mark("fish of your catch are lost"), mark("fish lost")),
    "round": (mark("a new round begins"), ""),
    "guest gained": (mark("guests come into your supply"), mark("guest|guests")),
    "guest given": (mark("you give guests back for a cost or a plate"), mark("guest|guests")),
    "guest aboard": (mark("you put a guest on a ship"), ""),
    "worker": (mark("you place a worker"), ""),
    "worker 1": (mark("you place your first worker of a round"), ""),
    "worker 2": (mark("you place your second worker of a round"), ""),
    "worker 3": (mark("you place your third worker of a round"), ""),
}

# singular and plural; for sizes, a third form for conditions
COUNTS = {
    "ship": mark("ship|ships"),
    "sloop": mark("sloop|sloops"),
    "cutter": mark("cutter|cutters"),
    "schooner": mark("schooner|schooners"),
    "kind of ship": mark("kind of ship you own|kinds of ship"),
    "set of ships": mark("set of sloop, cutter and schooner|sets of sloop, cutter and schooner"),
    "building": mark("building|buildings"),
    "A building": mark("A building|A buildings"),
    "B building": mark("B building|B buildings"),
    "C building": mark("C building|C buildings"),
    "immediately building": mark("Immediately building|Immediately buildings"),
    "whenever building": mark("Whenever building|Whenever buildings"),
    "once building": mark("As-soon-as building|As-soon-as buildings"),
    "anytime building": mark("Anytime building|Anytime buildings"),
    "special building": mark("Special building|Special buildings"),
    "points building": mark("Points building|Points buildings"),
    "minus building": mark("building with minus points|buildings with minus points"),
    "building in row 1": mark("building in the top row|buildings in the top row"),
    "building in row 2": mark("building in the middle row|buildings in the middle row"),
    "building in row 3": mark("building in the bottom row|buildings in the bottom row"),
    "building in column a": mark("building in the first column|buildings in the first column"),
    "building in column b": mark("building in the second column|buildings in the second column"),
    "building in column c": mark("building in the third column|buildings in the third column"),
    "building in column d": mark("building in the fourth column|buildings in the fourth column"),
    "full row": mark("row full of buildings|rows full of buildings"),
    "full column": mark("column full of buildings|columns full of buildings"),
    "elder": mark("elder|elders"),
    "fish on elders": mark("fish on your elders"),
    "share": mark("issued share at home|issued shares at home"),
    "own share": mark("own share at home|own shares at home"),
    "other share": mark("share of another colour|shares of other colours"),
    "share away": mark("own share away from home|own shares away from home"),
    "own share on board": mark("own share on the action board|own shares on the action board"),
    "share on board": mark("share on the action board|shares on the action board"),
    "unissued share": mark("unissued share|unissued shares"),
    "issued share": mark("own issued share|own issued shares"),
    "strip": mark("strip|strips"),
    "wooded field": mark("wooded double field|wooded double fields"),
    "stacked strip": mark("strip on another strip|strips on other strips"),
    "free space": mark("free building space|free building spaces"),
    "wooded space": mark("wooded building space|wooded building spaces"),
    "wood": mark("wood in your supply"),
    "fish": mark("fish in your supply"),
    "gold": mark("gold in your supply"),
    "reserve wood": mark("wood in your reserve"),
    "reserve fish": mark("fish in your reserve"),
    "reserve gold": mark("gold in your reserve"),
    "good in reserve": mark("good in your reserve|goods in your reserve"),
    "round": mark("round begun|rounds begun|round {n}"),
    "catch": mark("fish of your catch|fish of your catch|a catch of {n}"),
    "opponent catch": mark("fish of the catch of another player you choose"),
    "free unit": mark("free unit of your track|free units of your track"),
    "covered unit": mark("covered unit of your track|covered units of your track"),
    "filled plate": mark("filled plate|filled plates"),
    "empty plate": mark("empty plate|empty plates"),
    "worker left": mark("worker not yet placed|workers not yet placed"),
    "player with more ships": mark("player with more ships than you|players with more ships than you"),
    "player with more elders": mark("player with more elders than you|players with more elders than you"),
    "player with more buildings": mark("player with more buildings than you|players with more buildings than you"),
    "guest": mark("guest in your supply|guests in your supply"),
    "guest aboard": mark("guest on your ships|guests on your ships"),
}

CATEGORIES = {
    "immediately": mark("immediately"),
    "whenever": mark("whenever"),
    "anytime": mark("anytime"),
    "once": mark("as soon as"),
    "special": mark("special"),
    "points": mark("points"),
}

TARGETS = {
    "buildings": mark("buildings cost you"),
    "A buildings": mark("A buildings cost you"),
    "B buildings": mark("B buildings cost you"),
    "C buildings": mark("C buildings cost you"),
    "ships": mark("ships cost you"),
    "sloops": mark("sloops cost you"),
    "cutters": mark("cutters cost you"),
    "schooners": mark("schooners cost you"),
    "shares": mark("whenever you buy shares, together they cost you"),
    "plates": mark("when you serve, each plate (down to 1 fish) costs you"),
}

# by the form of the vocabulary: for one and for several
SPECIALS = {
    "TARGET cost GOODS less": mark("{target} {goods} less"),
    "on track N": mark(
        "goes on {n} unit of your fishing track like a ship, not on a building space|goes on {n} units of your fishing track"
        " like a ship, not on a building space"
    ),
    "needs no space": mark("goes next to your harbour, not on a building space"),
    "reserve holds N fish more": mark("in the catch your reserve holds {n} fish more"),
    "supply holds N wood more": mark("your supply holds {n} wood more"),
    "catch N fish more": mark("you catch {n} fish more"),
    "counts as N COUNT": mark("counts as {n} {count} wherever cards count these"),
    "N free spaces cost nothing": mark(
        "at the end up to {n} free building space costs you no points"
        "|at the end up to {n} free building spaces cost you no points"
    ),
    "N unissued shares cost nothing": mark(
        "at the end up to {n} unissued share costs you no points|at the end up to {n} unissued shares cost you no points"
    ),
    "reserve gold counts": mark("at the end gold in your reserve counts as in your supply"),
    "council holds N elder more": mark("your council holds {n} elder more|your council holds {n} elders more"),
    "elders need no fish": mark("while the table is empty you can use elders without a fish"),
    "use blocked ACTION": mark("your workers can use the space for {action} even if it is full"),
    "gives N guest": mark("comes with {n} guest|comes with {n} guests"),
    "guest pays N wood more": mark("for wood a guest pays {n} more"),
    "guest pays N fish more": mark("for fish a guest pays {n} more"),
    "guest aboard catches N fish more": mark("in the catch each guest on your ships brings {n} fish more into your supply"),
}
