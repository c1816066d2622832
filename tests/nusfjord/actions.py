"""Where the action numbers of each kind of answer begin: `FILL + 2` fills two plates."""

from seaboard.games.nusfjord.actions.build import BuildAt, CatchOf, ChooseCard, PayBuilding
from seaboard.games.nusfjord.actions.forest import PlantAt, RemoveStrip
from seaboard.games.nusfjord.actions.guests import NewGuestAboard
from seaboard.games.nusfjord.actions.guests_at_table import WithGuests
from seaboard.games.nusfjord.actions.serve import FillPlates
from seaboard.games.nusfjord.actions.ships import BuildShip, GuestForShip
from seaboard.games.nusfjord.actions.work import OnElder, OnSpace, Skip
from seaboard.games.nusfjord.cards.effect_timing import UseWaiting
from seaboard.games.nusfjord.elders.taking import TakeElder
from seaboard.games.nusfjord.turn import QUESTIONS, Decline

DECLINE = Decline.first
SKIP = Skip.first
PLACE_ON = OnSpace.first
ON_ELDER = OnElder.first
FILL = FillPlates.first
REMOVE_STRIP = RemoveStrip.first
PLANT_AT = PlantAt.first
BUILD_OFFER = BuildShip.first
TAKE = TakeElder.first
CATCH_OF = CatchOf.first
AT = BuildAt.first
CARD = ChooseCard.first
PAY = PayBuilding.first
GUEST_FOR = GuestForShip.first
WITH_GUESTS = WithGuests.first
ABOARD = NewGuestAboard.first
USE = UseWaiting.first
ACTIONS = QUESTIONS.actions
