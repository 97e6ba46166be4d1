"""A finished deal as a picture: all in its place, the same in words, nothing hidden shown."""

from itertools import cycle

import pytest

from bot.analysis.problems.collection import shipped_problems
from bot.engine.cards import CARDS_BY_NAME, Hand
from bot.engine.view import result_view
from bot.features.problems.problem_screens import ProblemProgress, problem_screen
from bot.model.enums import CardFaces, Cloth
from bot.model.values import replace
from bot.render.cloth.cards_picture import ShownCards, ShownHand, ShownTrick, cards_picture
from bot.render.families import table_words
from bot.render.paper.drawing import picture_png
from bot.render.paper.picture_text import LONGEST_ALT_TEXT
from bot.render.screen import PictureBlock, Screen
from bot.render.shapes import CardFace, CardLook, Picture, SuitSign, Writing, cards_of
from bot.render.study.match_screens import public_hands
from bot.render.study.postmortem_screens import AnalysedDeal, overview_screen
from bot.render.study.scored_deal import deal_drawing
from bot.render.words import Words
from bot.ui_commands.practice_commands import ProblemRef
from tests.golden.screens.deals import games
from tests.golden.screens.studies import study_of
from tests.render.test_drawn_sheets import EN, KIB, LONG, RU
from tests.render.walks import table_facts
from tests.support.builders import cards
from tests.support.cloth_pictures import faults, text_box
from tests.support.deal_records import logged

HANDS = (
    "10S AS KS QS JS 9S 8S 7S AC 10C",
    "10H AH KH QH JH 9H 8H 7H 7C 8C",
    "10D AD KD QD JD 9D 8D 7D KC QC",
)


def crowded(*, is_clockwise: bool = True) -> ShownCards:
    """Return the longest names, suits of eight, and a mistake on every card of every trick."""
    held = [cards(hand) for hand in HANDS]
    return ShownCards(
        title="Сдача 100 · 10⟦D⟧, ремиз, без десяти, 10 взяток · " + LONG,
        hands=tuple(
            ShownHand(f"{LONG[:23]}{n}", Hand.of(h), "вистует · 10") for n, h in enumerate(held)
        ),
        side_cards=(("Прикуп", cards("JC 9C")), ("Снос", cards("10C 10D"))),
        tricks=tuple(
            ShownTrick(tuple(hand[n] for hand in held), n % 3, (n + 1) % 3, (1, 2, 3))
            for n in range(10)
        ),
        legend="• первый ход · на фоне: взятка · −1: отдана взятка",
        is_clockwise=is_clockwise,
    )


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("faces", CardFaces)
def test_a_crowded_table_stays_in_order(faces: CardFaces) -> None:
    picture = cards_picture(crowded(), replace(RU, faces=faces), Cloth.GREEN, "")
    assert faults(picture) == []
    assert texts(picture).count("−2") == 10
    assert len(picture_png(picture)) <= 32 * KIB  # with thirty mistakes


KINGS = ShownCards(
    "7⟦C⟧", tuple(ShownHand(name, Hand.of(cards("KS KC KD KH QH JH"))) for name in "ABC")
)


def test_cards_are_drawn_as_their_reader_wants_them() -> None:
    """Four colours or two, Russian letters, German suits with over and under; the title too."""
    russian, german = ("В", "Д", "К", "Т"), ("U", "O", "K", "A")
    for faces, letters in ((CardFaces.CYRILLIC, russian), (CardFaces.GERMAN, german)):
        picture = cards_picture(KINGS, replace(EN, faces=faces), Cloth.GREEN, "")
        looks = {shape.look for shape in picture.shapes if isinstance(shape, CardFace)}
        assert looks == {CardLook(faces, letters)}
        (sign,) = suit_signs(picture)
        assert (sign.suit, sign.faces, sign.box.top < 60) == ("C", faces, True)


def test_a_deal_is_drawn_in_the_cards_of_its_table() -> None:
    """docs/rules/balkan.md: Croats play with German cards; a reader may have chosen others."""

    def picture(name: str, words: Words) -> Picture:
        game = games("balkan", name)[-1]
        assert game.last is not None
        spoken, scored = table_words(game.rules, words), result_view(game.rules, game.last)
        hands = [public_hands(scored).get(seat) for seat in scored.seats]
        return deal_drawing(game.rules, scored, hands, {}, table_facts(), spoken).picture

    def faces(picture: Picture) -> set[CardFaces]:
        return {sign.faces for sign in suit_signs(picture)}

    assert faces(picture("croatian-hearts-alone", EN)) == {CardFaces.GERMAN}
    assert faces(picture("serbian-preferans-beaten", EN)) == {CardFaces.FOUR}
    french = replace(EN, faces=CardFaces.FRENCH)
    assert faces(picture("croatian-hearts-alone", french)) == {CardFaces.FRENCH}


def suit_signs(picture: Picture) -> list[SuitSign]:
    return [shape for shape in picture.shapes if isinstance(shape, SuitSign)]


def writings(picture: Picture) -> list[Writing]:
    return [shape for shape in picture.shapes if isinstance(shape, Writing)]


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in writings(picture)]


@pytest.mark.slow
def test_every_set_problem_has_its_diagram() -> None:
    """South below, West and East above; the alt text names the hands.

    Half of them in each language, as the cards lie alike in both.
    """
    for etude, words in zip(shipped_problems().problems.values(), cycle((EN, RU)), strict=False):
        screen = problem_screen(ProblemProgress(etude, ProblemRef(etude.key), ()), words)
        (block,) = (block for block in screen.blocks if isinstance(block, PictureBlock))
        assert faults(block.picture) == []
        south, west, east = (words.say(f"place.{letter}") for letter in "SWE")
        told = block.picture.alt.splitlines()[-3:]
        assert [line.partition(" ·")[0] for line in told] == [south, west, east]
        assert place(block.picture, west)[0] < place(block.picture, east)[0]


def place(picture: Picture, text: str) -> tuple[int, int]:
    (found, *_) = (one for one in writings(picture) if one.text.startswith(text))
    return text_box(found).middle


def test_the_next_in_turn_sits_where_the_turn_goes() -> None:
    """Left of the bottom with the clock, right of it against the clock."""
    hands = tuple(ShownHand(name, None) for name in ("Ana", "Boris", "Vera"))
    for is_clockwise in (True, False):
        shown = ShownCards("", hands, is_clockwise=is_clockwise)
        picture = cards_picture(shown, EN, Cloth.GREEN, "")
        ana, boris, vera = (place(picture, name) for name in ("Ana", "Boris", "Vera"))
        assert (boris[0] < ana[0] < vera[0]) is is_clockwise
        assert boris[1] == vera[1] < ana[1]


def drawn(study: AnalysedDeal, players: int) -> Picture:
    screen: Screen = overview_screen(study, table_facts(players), EN)
    (block,) = (block for block in screen.blocks if isinstance(block, PictureBlock))
    return block.picture


def test_a_deal_of_two_defenders_and_one_with_talon_leads() -> None:
    """In words too: each hand, the talon, and the leader and winner of every trick."""
    tables = (("sochi-3-remise", 3), ("leningrad-2-raspasy", 2), ("sochi-4-raspasy", 4))
    pictures = [drawn(study_of(logged(name)[0]), players) for name, players in tables]
    for picture in pictures:
        assert faults(picture) == []
        assert len(picture.alt) <= LONGEST_ALT_TEXT
        assert "\n10. " in picture.alt
    assert "\n1. Ana: 7♠ + 9♠ 8♠ A♦ → Ana" in pictures[-1].alt
    assert "Talon: 7♠ A♥" in pictures[-1].alt


def test_a_hand_nobody_may_see_is_not_drawn() -> None:
    study = study_of(logged("sochi-3-remise")[0])
    hidden = replace(study, shown=(0, 1), scored=study.scored._replace(reveal=None))
    before, after = drawn(study, 3), drawn(hidden, 3)
    assert "*Vera* · whists · 0: 8♠," in before.alt
    assert "*Vera* · whists · 0: ?" in after.alt
    assert "Talon" in before.alt
    assert "Talon" not in after.alt
    assert CARDS_BY_NAME["8S"] in study.postmortem.hands[2]
    hidden_hand = set(study.postmortem.hands[2])
    assert hidden_hand <= cards_of(before)
    assert not hidden_hand & cards_of(after)
