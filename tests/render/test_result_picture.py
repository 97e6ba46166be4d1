"""The picture of a scored deal: marks, hats, the cards a claim leaves, the turning point."""

from collections.abc import Iterator

import pytest

from bot.analysis.postmortem import PlayKind
from bot.engine.trick_play import TRICKS
from bot.engine.view import SpectatorView, build_view
from bot.model.enums import Cloth
from bot.model.reviews import TurningPoint
from bot.render.cloth.result_picture import result_picture
from bot.render.deal_results import DealVerdict
from bot.render.screen import pictures_of
from bot.render.shapes import CardFace, CardState, Icon, IconName, Picture, Writing
from bot.render.table.result import result_screen
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk
from tests.support.cloth_pictures import LONG_NAME, faults, with_names, words_of

TABLES = (("sochi", 3), ("sochi", 4), ("serbian", 3), ("slovenian", 3), ("austrian", 4))
SEEDS = range(1, 7)


def scored_views(preset: str, players: int) -> Iterator[SpectatorView]:
    """Yield the moments between deals."""
    for seed in SEEDS:
        for game in walk(rules_for(preset, players), seed, 6):
            view = build_view(game, None)
            if view.last is not None and view.table is None and view.to_act is not None:
                yield view


def drawn(
    view: SpectatorView, players: int, name: str = "", verdict: DealVerdict | None = None
) -> Picture:
    facts = with_names(table_facts(players), name) if name else table_facts(players)
    return result_picture(view, facts, words_of(view.rules, "en"), Cloth.GREEN, "", verdict)


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Writing)]


def icons(picture: Picture) -> list[IconName]:
    return [shape.name for shape in picture.shapes if isinstance(shape, Icon)]


def verdict_of(view: SpectatorView) -> DealVerdict:
    """Return a verdict whose turning point is the first card of the deal."""
    assert view.last is not None
    kind = PlayKind.ALL_PASS if view.last.contract is None else PlayKind.CONTRACT
    turning = TurningPoint(view.last.tricks[0].cards[0], 2)
    return DealVerdict(kind, (4, 3, 3, 0), turning)


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize(
    ("preset", "players", "sign", "mark"),
    [
        ("sochi", 3, IconName.STREAK, "streak"),
        ("serbian", 3, IconName.LEFT_TO_WRITE, "remaining"),
        ("serbian", 3, IconName.REFA, "refas_given"),
        ("austrian", 4, IconName.POT, "pot"),
    ],
)
def test_what_passes_to_the_next_deal_is_drawn(
    preset: str, players: int, sign: IconName, mark: str
) -> None:
    seen = 0
    for view in scored_views(preset, players):
        number = dict(view.marks)[mark]
        picture = drawn(view, players)
        assert (sign in icons(picture)) == (number > 0)
        if number:
            assert any(text.partition("/")[0] == str(number) for text in texts(picture))
            seen += 1
    assert seen


def test_a_hat_is_on_the_plate_of_a_main_column_above_zero() -> None:
    seen = 0
    for view in scored_views("serbian", 3):
        hats = [seat for seat in range(3) if view.sheet.total("main", seat) > 0]
        assert icons(drawn(view, 3)).count(IconName.HAT) == len(hats)
        seen += len(hats)
    assert seen


def test_the_cards_that_prove_a_claim_stand_out() -> None:
    """The cards that were played or laid away are dim; without a claim none is."""
    claims = 0
    for view in scored_views("sochi", 3):
        scored = view.last
        assert scored is not None
        assert scored.reveal is not None
        faces = [shape for shape in drawn(view, 3).shapes if isinstance(shape, CardFace)]
        dim = {face.card for face in faces if face.state is CardState.DIM}
        played = {card for trick in scored.tricks for card in trick.cards}
        if not 0 < len(scored.tricks) < TRICKS:
            assert not dim
            continue
        hands = {card for hand in scored.reveal.dealt for card in hand}
        assert dim == hands & (played | set(scored.reveal.discard))
        claims += 1
    assert claims


@pytest.mark.sampled(quick=5)
@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("name", ["I", LONG_NAME])
def test_a_result_with_its_turning_point_is_in_order(preset: str, players: int, name: str) -> None:
    """Nothing lies on anything else, and only names are cut."""
    seen = 0
    for view in scored_views(preset, players):
        if view.last is None or not view.last.tricks:
            continue
        picture = drawn(view, players, name, verdict_of(view))
        assert faults(picture) == []
        assert "Turning point: " in "".join(texts(picture))
        cut = [text for text in texts(picture) if text.endswith("…")]
        assert [text for text in cut if not LONG_NAME.startswith(text[:-1])] == []
        seen += 1
    assert seen


@pytest.mark.sampled(quick=5)
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_alt_text_has_turning_point_and_marks(preset: str, players: int) -> None:
    words, facts = CATALOGUE.words("en"), table_facts(players)
    for view in scored_views(preset, players):
        if view.last is None or not view.last.tricks:
            continue
        (picture,) = pictures_of(result_screen(view, facts, words, verdict_of(view)))[:1]
        assert "Turning point: " in picture.alt
        pot = dict(view.marks).get("pot", 0)
        assert str(pot or "") in picture.alt
