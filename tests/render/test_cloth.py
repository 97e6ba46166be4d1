"""Pictures on a cloth: the cards of the view and no others, in order, small and the same."""

import random

import pytest

from bot.analysis.postmortem import PlayKind
from bot.engine.deal import Stage
from bot.engine.game import new_game
from bot.engine.view import build_view
from bot.model.enums import CardFaces, Cloth
from bot.model.values import replace
from bot.render.cloth.pieces import line_parts, look_of
from bot.render.cloth.result_picture import result_picture
from bot.render.cloth.seating import CHIP, hand_seating
from bot.render.deal_results import DealVerdict
from bot.render.paper import card_sprites as sprites
from bot.render.paper.card_sprites import CARD_HEIGHT, CARD_WIDTH, SPRITE_FOLDER, index_mask
from bot.render.paper.drawing import picture_png
from bot.render.shapes import Plate, Writing
from tests.render.walks import CATALOGUE, rules_for, table_facts, walk
from tests.support.builders import dealt, said
from tests.support.catalogues import LOCALES as LANGUAGES
from tests.support.cloth_pictures import (
    LOCALES,
    LONG_NAME,
    check_position,
    picture_of,
    positions,
    with_names,
    words_of,
)
from tools.card_sprites import SPRITES, sprite_file

KIB = 1024
PHONE = 390
LEAST_RANK = 20  # pixels on a telephone
SHOWN = 267  # pixels of a picture's width in a message on a page 390 pixels wide
LEAST_LETTER = 9  # of them; few words that are too long for their place are smaller
LONG_WORDS = 0.02  # their share


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("seed", range(4))
def test_a_picture_shows_the_cards_of_its_view(seed: int) -> None:
    """Every reader of random positions; ``make pictures ARGS="--check 10000"`` looks at more."""
    dice = random.Random(seed)
    for rules, game in positions(60, seed):
        assert check_position(rules, game, dice) == []


def test_ranks_can_be_read_on_a_telephone() -> None:
    """In a message, those of the hand and the trick; small cards where the picture is opened."""
    assert sprites.INDEX[3] * SHOWN / 720 >= LEAST_RANK
    assert sprites.SMALL_INDEX[3] * PHONE / 720 >= LEAST_RANK
    for index in (sprites.INDEX, sprites.SMALL_INDEX):
        for text in ("7", "10", "Q", "Д", "Т"):
            left, top, right, bottom = index_mask(text, *index[2:]).getbbox() or (0, 0, 0, 0)
            assert (top, bottom) == (0, index[3])
            assert right - left <= index[2]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_rank_of_a_language_is_drawn(locale: str) -> None:
    """A language with other letters needs a vector for each (``RANK_VECTORS``)."""
    for faces in (None, *CardFaces):
        letters = look_of(replace(CATALOGUE.words(locale), faces=faces)).letters
        texts = ("7", "8", "9", "10", *letters)
        assert len({index_mask(text, *sprites.INDEX[2:]).tobytes() for text in texts}) == 8


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("locale", ["en", "ru", "sr", "de"])
def test_every_word_can_be_read_on_a_telephone(locale: str) -> None:
    texts = list[Writing]()
    for rules, game in positions(60, 3):
        facts = with_names(table_facts(rules.players), "Ana", LONG_NAME)
        for reader in (None, *range(rules.players)):
            shapes = picture_of(game, reader, facts, words_of(rules, locale)).shapes
            texts += [shape for shape in shapes if isinstance(shape, Writing)]
    small = [one for one in texts if one.size * SHOWN / 720 < LEAST_LETTER]
    assert len(small) <= LONG_WORDS * len(texts)
    assert all(one.size >= 21 for one in small)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("9⟦C⟧ failed", ["9", "⟦C⟧", " failed"]),
        ("1⟦C⟧, both", ["1", "⟦C⟧", ", both"]),
        ("7⟦NT⟧ made", ["7 NT made"]),
        ("10⟦NT⟧, nobody", ["10 NT, nobody"]),
        ("⟦NT⟧", ["NT"]),
    ],
)
def test_a_suit_stands_apart_from_the_words_around_it(text: str, parts: list[str]) -> None:
    assert line_parts(text, CATALOGUE.words("en")) == parts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_between_deals_each_player_has_a_plate_and_nobody_else(players: int) -> None:
    """Two players deal to a third hand, whose place is empty until then."""
    rules = rules_for("sochi", players)
    drawn = picture_of(new_game(rules), None, table_facts(players), words_of(rules, "en"))
    assert sum(isinstance(shape, Plate) for shape in drawn.shapes) == players


def test_calls_lie_at_the_side_of_their_player_and_ones_own_in_the_middle() -> None:
    game = said(dealt(), "bid 6S", "bid 6C", "pass")
    drawn = picture_of(game, 0, table_facts(3), words_of(game.rules, "en"))
    boxes = [
        shape.box
        for shape in drawn.shapes
        if isinstance(shape, Plate) and shape.corner == CHIP // 2
    ]
    places = hand_seating(build_view(game, 0), 0, range(3)).places
    own, left, right = (places[seat].calls for seat in range(3))
    assert sum(box.left == left.left for box in boxes) == 1
    assert sum(box.right == right.right for box in boxes) == 1
    assert sum(abs(box.left + box.right - own.left - own.right) <= 1 for box in boxes) == 1


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_picture_is_small(seed: int) -> None:
    """Two readers of random positions of all presets, on any cloth, with any card faces."""
    dice = random.Random(seed)
    for rules, game in positions(15, seed):
        words = replace(
            words_of(rules, dice.choice(LOCALES)), faces=dice.choice([None, *CardFaces])
        )
        facts = with_names(table_facts(rules.players), dice.choice(("I", LONG_NAME)), LONG_NAME)
        for reader in dice.sample((None, *range(rules.players)), 2):
            drawn = replace(picture_of(game, reader, facts, words), cloth=dice.choice([*Cloth]))
            assert len(picture_png(drawn)) <= 20 * KIB


@pytest.mark.parametrize("seed", range(3))
def test_only_names_are_cut(seed: int) -> None:
    """Roles, contracts and calls are whole beside the longest names."""
    dice = random.Random(seed)
    for rules, game in positions(24, seed):
        words = words_of(rules, dice.choice(LOCALES))
        facts = with_names(table_facts(rules.players), LONG_NAME)
        for reader in (None, *range(rules.players)):
            shapes = picture_of(game, reader, facts, words).shapes
            texts = [shape.text for shape in shapes if isinstance(shape, Writing)]
            cut = [text.removeprefix("→ ") for text in texts if text.endswith("…")]
            assert [text for text in cut if not LONG_NAME.startswith(text[:-1])] == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_longest_call_is_whole(locale: str) -> None:
    """In a hand, where it takes two lines, and on the table, from whichever chair."""
    rules = rules_for("viennese", 3)
    words, english = words_of(rules, locale), words_of(rules, "en")
    views = (
        (game, build_view(game, None).table)
        for seed in range(1, 9)
        for game in walk(rules, seed, 4)
    )
    game, call = next(
        (game, call.action)
        for game, table in views
        if table is not None and build_view(game, None).stage is Stage.AUCTION
        for call in table.calls
        if "without purchase" in english.action(call.action)
    )
    for reader in (None, 0, 1, 2):
        shapes = picture_of(game, reader, table_facts(3), words).shapes
        drawn = " ".join(shape.text for shape in shapes if isinstance(shape, Writing))
        assert drawn.count(words.action(call)) == 2  # in the middle, too


def test_the_same_picture_has_the_same_bytes() -> None:
    rules = rules_for("serbian", 3)
    game = next(g for g in walk(rules, 1, 3) if build_view(g, None).stage is Stage.PLAY)
    picture = picture_of(game, 0, table_facts(3), words_of(rules, "ru"))
    assert picture_png(picture) == picture_png(picture)


@pytest.mark.slow
@pytest.mark.sampled(suite=3)  # the signs: all faces take seconds
@pytest.mark.parametrize("name", SPRITES)
def test_the_sprites_are_those_of_the_vectors(name: str) -> None:
    """``make tiles`` writes them."""
    assert (SPRITE_FOLDER / name).read_bytes() == sprite_file(name)


@pytest.mark.parametrize("faces", CardFaces)
def test_every_card_has_a_face_of_its_own(faces: CardFaces) -> None:
    look = look_of(CATALOGUE.words("ru"))._replace(faces=faces)
    faces_drawn = {
        size: {sprites.face(card, look, *size).tobytes() for card in range(32)}
        for size in ((CARD_WIDTH, CARD_HEIGHT), (54, 83))
    }
    assert {len(found) for found in faces_drawn.values()} == {32}


def test_the_verdict_below_a_result_is_drawn_without_its_emoji() -> None:
    rules = rules_for("sochi", 3)
    played = (g for g in walk(rules, 1, 3) if g.deal is None and g.last is not None)
    view = next(v for v in (build_view(g, None) for g in played) if v.last and v.last.contract)
    verdict = DealVerdict(PlayKind.CONTRACT, (7, 2, 1))
    facts, words = table_facts(3), words_of(rules, "en")
    shapes = result_picture(view, facts, words, Cloth.GREEN, "", verdict).shapes
    texts = [shape.text for shape in shapes if isinstance(shape, Writing)]
    assert any(text.startswith("Best play") for text in texts)
