"""The names of the tiles: Discord takes them, nobody mistakes one for another."""

import re

from bot.model.enums import CardFaces
from bot.model.values import replace
from bot.render.families import with_table_faces
from bot.render.paper.tile_names import (
    TILE_CODES,
    TILE_NAMES,
    current_tile_name,
    distinct_tiles,
    tile_name,
)
from bot.render.words import load_catalogue
from tests.support import builders

MOST_EMOJIS = 2000  # emojis that Discord keeps for an application


def test_a_name_is_what_is_read_aloud() -> None:
    names = {code: tile_name(code, CardFaces.FRENCH) for code in ("AS", "10H", "D", "NT", "back")}
    assert names == {
        "AS": "ace_of_spades",
        "10H": "ten_of_hearts",
        "D": "diamonds",
        "NT": "no_trump",
        "back": "card_back",
    }
    assert tile_name("AS", CardFaces.FOUR) == "ace_of_spades_four"
    assert tile_name("AS", CardFaces.CYRILLIC) == "ace_of_spades_ru"
    assert tile_name("QC", CardFaces.GERMAN) == "ober_of_acorns"
    assert tile_name("KH", CardFaces.GERMAN) == "king_of_hearts_german"


def test_every_drawing_has_a_name_of_its_own() -> None:
    """Two drawings that look the same are drawn and uploaded once."""
    names = [tile_name(code, faces) for code, faces in distinct_tiles()]
    assert len(set(names)) == len(names) == len(TILE_NAMES) <= MOST_EMOJIS
    assert {tile_name(code, faces) for code in TILE_CODES for faces in CardFaces} == TILE_NAMES
    assert tile_name("7H", CardFaces.CYRILLIC) == tile_name("7H", CardFaces.FRENCH)
    assert all(re.fullmatch(r"\w{2,32}", name) for name in names)


def test_a_tile_of_before_has_four_colours() -> None:
    assert [current_tile_name(f"pref_{code}") for code in TILE_CODES] == [
        tile_name(code) for code in TILE_CODES
    ]
    for strange in ("pref_", "pref_XX", "KS", "king_of_spades_ru", "party_parrot"):
        assert current_tile_name(strange) is None


def test_the_faces_follow_the_table_then_the_language() -> None:
    """Russian words have Russian letters on French cards; a German pack stays German."""
    catalogue = load_catalogue()
    for locale, preset, faces in (
        ("ru", "sochi", CardFaces.CYRILLIC),
        ("ru", "croatian", CardFaces.GERMAN),
        ("hr", "croatian", CardFaces.GERMAN),
        ("hr", "serbian", CardFaces.FOUR),
        ("de", "sochi", CardFaces.FOUR),
    ):
        assert with_table_faces(builders.rules(preset), catalogue.words(locale)).faces is faces
    chosen = replace(catalogue.words("ru"), faces=CardFaces.FRENCH)
    assert with_table_faces(builders.rules("sochi"), chosen).faces is CardFaces.FRENCH
