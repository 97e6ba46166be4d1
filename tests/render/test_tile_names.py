"""The names of the tiles: Discord takes them, nobody mistakes one for another."""

import re

from bot.render.tile_names import Style, renamed, tile_name, tile_of
from bot.render.tiles import tiles

TILES = [name for name, _ in tiles()]


def test_a_name_is_what_is_read_aloud() -> None:
    names = {tile: tile_name(tile) for tile in ("AS", "10H", "D", "NT", "back")}
    assert names == {
        "AS": "ace_of_spades",
        "10H": "ten_of_hearts",
        "D": "diamonds",
        "NT": "no_trump",
        "back": "card_back",
    }
    assert tile_name("AS", Style.FOUR) == "ace_of_spades_four"
    assert tile_name("AS", Style.RUSSIAN) == "ace_of_spades_ru"
    assert tile_name("QC", Style.GERMAN) == "ober_of_acorns"
    assert tile_name("KH", Style.GERMAN) == "king_of_hearts_german"


def test_every_name_is_taken_once() -> None:
    names = [tile_name(tile, style) for style in Style for tile in TILES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"\w{2,32}", name) for name in names)


def test_a_tile_is_found_by_its_name_and_by_the_one_of_before() -> None:
    assert [tile_of(tile_name(tile)) for tile in TILES] == TILES
    assert [renamed(f"pref_{tile}") for tile in TILES] == [tile_name(tile) for tile in TILES]
    for strange in ("pref_", "pref_XX", "KS", "king_of_spades_ru", "party_parrot"):
        assert (tile_of(strange), renamed(strange)) == (None, None)
