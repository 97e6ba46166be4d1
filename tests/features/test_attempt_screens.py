"""The choices before a deal is played again: the picture of the place where it begins."""

from bot.features.deals.attempt_screens import AttemptSetUp, set_up_screen
from bot.features.deals.attempts import human_seats, kept_course, latest_start
from bot.notation.single_deal import replayed
from bot.render.screen import pictures_of
from bot.render.shapes import CardFace
from tests.properties.walking import TABLES
from tests.render.walks import CATALOGUE
from tests.support import builders
from tests.support.cases import for_each
from tests.support.cloth_pictures import faults
from tests.support.walked_deals import recorded

LEVELS = ("club",)


@for_each(("preset", "players"), TABLES)
def test_the_picture_has_the_cards_of_the_place(preset: str, players: int) -> None:
    """Every hand, the trick in progress, and the talon while it lies on the table; once each."""
    ((source, _),) = recorded(builders.rules(preset, players), 3, 1)
    seat = human_seats(source)[0]
    last = latest_start(source)
    for start in sorted({*range(min(last, 9)), last // 2, last}):
        chosen = AttemptSetUp(12, "", source, start, seat, "club", LEVELS, under_way=False)
        (picture,) = pictures_of(set_up_screen(chosen, CATALOGUE.words("en")))
        assert faults(picture) == []
        shown = [shape.card for shape in picture.shapes if isinstance(shape, CardFace)]
        deal = replayed(kept_course(source, start))[-1].deal
        assert deal is not None
        lying = {card for hand in deal.hands for card in hand} | set(deal.trick)
        if not (deal.tricks or deal.trick or deal.discard):
            lying |= set(deal.talon)
        assert sorted(shown) == sorted(lying), start
