"""The alt text of a table says all that its picture shows, and nothing that is secret."""

from collections.abc import Iterator

import pytest

from bot.engine.cards import CARD_NAMES, FULL, Card
from bot.engine.game import Game
from bot.engine.view import build_view
from bot.model.values import replace
from bot.render.cloth import hand_picture, scene
from bot.render.families import table_words
from bot.render.hand.private_hand import hand_screen
from bot.render.paper.picture_text import LONGEST_ALT_TEXT
from bot.render.screen import Screen, pictures_of
from bot.render.shapes import cards_of
from bot.render.table.board import board_screen
from bot.render.words import TableWords, Words
from tests.properties.walking import WALKS
from tests.render.walks import CATALOGUE, PRESETS, players_of, rules_for, table_facts, walk
from tests.support.leaks import own_cards, public_cards

EN = CATALOGUE.words("en")
SETTINGS = [(preset, n) for preset in PRESETS.names() for n in players_of(preset)]
DEALS = 2
NAMES = ("Xy", "Xz", "Yz", "Zz")  # with no letter of a card's name in common


def positions(
    preset: str, players: int, words: Words, names: tuple[str, ...]
) -> Iterator[tuple[Game, int | None, Screen]]:
    """Yield every other position with the table (seat None) and the hand of each seat.

    The next position has one call or card more; ``make walks`` has all of them.
    """
    facts = table_facts(players)
    seats = (replace(one, name=name) for one, name in zip(facts.seats, names, strict=False) if one)
    facts = replace(facts, seats=tuple(seats))
    for game in walk(rules_for(preset, players), players, DEALS):
        if WALKS == 1 and game.version % 2:
            continue
        if game.deal is not None and game.deal.is_dealt:
            yield game, None, board_screen(build_view(game, None), facts, words)
            for seat in range(players):
                yield game, seat, hand_screen(build_view(game, seat), facts, words)


def named_in(alt: str, words: TableWords) -> frozenset[Card]:
    """Return the cards named in full; a longer name is no shorter one ("under" and "der")."""
    spelled = {card: words.tile_in_words(CARD_NAMES[card]) for card in FULL}
    return frozenset(card for card, name in spelled.items() if name in alt)


@pytest.mark.sampled(suite=5)
@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), SETTINGS)
def test_pictures_show_what_alt_texts_name_and_readers_may_see(preset: str, players: int) -> None:
    """Earlier tricks and one's discard are in words alone; every other card is in both."""
    seen = 0
    words = table_words(rules_for(preset, players), EN)
    for game, seat, screen in positions(preset, players, EN, NAMES):
        deal = game.deal
        assert deal is not None
        may_see = frozenset(public_cards(deal) | own_cards(deal, seat))
        for picture in pictures_of(screen):
            named, shown = named_in(picture.alt, words), cards_of(picture)
            assert shown <= named <= may_see, (game.version, seat, picture.alt)
            beside = {card for trick in deal.tricks for card in trick.cards}
            assert named - shown <= beside | set(deal.discard) | set(deal.talon), picture.alt
            seen += 1
    assert seen > 15


# Cyrillic letters are at most as many as the Latin ones they are made from (test_cyrillic.py)
SPOKEN = [one for one in CATALOGUE.locales() if one != "sr_Cyrl"]


@pytest.mark.slow
@pytest.mark.parametrize("locale", SPOKEN)
def test_alt_texts_fit_whole_with_the_longest_names(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a cut at the end, though names take 24 letters; markdown and tiles are gone.

    Each table in one of six languages; ``make walks`` has all of all.
    """
    for drawing in (scene, hand_picture):  # nobody looks at the pictures here
        monkeypatch.setattr(drawing, "scene_shapes", lambda _: ())
    words, names = CATALOGUE.words(locale), tuple(f"Maximiliana-Alexandra {n}x" for n in range(4))
    turn, each = (SPOKEN.index(locale), len(SPOKEN)) if WALKS == 1 else (0, 1)
    for preset, players in SETTINGS[turn::each]:
        for _, _, screen in positions(preset, players, words, names):
            for picture in pictures_of(screen):
                assert len(picture.alt) <= LONGEST_ALT_TEXT
                assert not {"…", "⟦", "*", "`"} & set(picture.alt), picture.alt
                assert "-#" not in picture.alt
                assert "<t:" not in picture.alt
