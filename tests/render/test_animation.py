"""A deal as an animation: every card, small enough for a telephone, with the deal in words."""

import io
from collections.abc import Iterator

import pytest
from PIL import Image

from bot.engine.view import result_view
from bot.render.paper.drawing import LARGEST_ANIMATION, animation_gif, picture_png
from bot.render.screen import ButtonRow
from bot.render.screen_data import TableData
from bot.render.shapes import Picture
from bot.render.study.match_screens import PastDeal, animated_deal_screen, replay_frames
from tests.golden.screens.deals import facts_of
from tests.golden.screens.matches import matches
from tests.render.walks import CATALOGUE, faults, press_text

FAMILIES = ("russian", "balkan", "austrian")
LANGUAGES = ("en", "ru", "de", "hr", "sl", "sr", "sr_Cyrl")


def past_deal(family: str) -> tuple[PastDeal, TableData]:
    """Return a deal of ten tricks, with the players of its match."""
    _, game, _, deals = matches(family)[0]
    scored = [result_view(game.rules, deal) for deal in deals]
    played = next(deal for deal in scored if len(deal.tricks) == 10)
    return PastDeal(game.rules, 1, played, len(deals)), facts_of(game)


def frames_of(family: str) -> tuple[Picture, ...]:
    return replay_frames(*past_deal(family), CATALOGUE.words("en"))


def shown_frames(content: bytes) -> Iterator[Image.Image]:
    image = Image.open(io.BytesIO(content))
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        yield image.convert("RGB")


@pytest.mark.slow
@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_card_has_a_frame_and_the_file_is_small(family: str) -> None:
    frames = frames_of(family)
    content = animation_gif(frames)
    assert len(content) <= LARGEST_ANIMATION
    assert len({(frame.width, frame.height) for frame in frames}) == 1
    assert len(list(shown_frames(content))) == len(frames) == 30


@pytest.mark.slow
def test_a_frame_is_the_picture_of_its_card() -> None:
    """All but the round corners, which a frame shows square."""
    frames = frames_of("russian")
    *_, last = shown_frames(animation_gif(frames))
    drawn = Image.open(io.BytesIO(picture_png(frames[-1]))).convert("RGB")
    middle = (30, 30, drawn.width - 30, drawn.height - 30)
    assert last.crop(middle).tobytes() == drawn.crop(middle).tobytes()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_whole_deal_stands_in_its_alt_text(locale: str) -> None:
    """Ten tricks; and the button leads to the first card."""
    deal, people = past_deal("russian")
    screen, picture = animated_deal_screen(deal, "Ana", people, CATALOGUE.words(locale))
    assert faults(screen) == []
    assert len(picture.alt) <= 1024
    assert sum(line.partition(".")[0].isdecimal() for line in picture.alt.splitlines()) == 10
    assert sum(picture.alt.count(suit) for suit in "♠♣♦♥") >= 30
    row = screen.blocks[-1]
    assert isinstance(row, ButtonRow)
    assert [press_text(button.press) for button in row.buttons] == ["replay 1 0 shared"]
