"""The index tiles: complete, small enough for Discord, and the ones in data/cards."""

import io
from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.model.enums import CardFaces
from bot.render.paper.tile_names import TILE_CODES, TILE_NAMES, tile_name
from bot.render.paper.tiles import SIZE, TILE_FOLDER, draw_tile, draw_tiles, encode_tile

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")


@cache
def drawn() -> dict[str, Image.Image]:
    """Draw every tile by its name, which takes a second of a processor."""
    return dict(draw_tiles())


def differs_from_file(name: str, picture: Image.Image) -> str:
    stored = Image.open(io.BytesIO((TILE_FOLDER / f"{name}.png").read_bytes()))
    return "" if stored.tobytes() == picture.tobytes() else f"{name} has changed: run 'make tiles'"


def small(name: str, size: int) -> Image.Image:
    """Draw a tile as a button shows it when it is disabled: small and grey, on white."""
    ground = Image.new("RGBA", (SIZE, SIZE), "white")
    ground.alpha_composite(drawn()[name])
    return ground.convert("L").resize((size, size), Image.Resampling.LANCZOS)


def difference(one: str, other: str) -> float:
    """Return the distance of two small grey tiles, 0 to 255, with all ink made the same black."""
    pictures = [
        small(name, 20).point(lambda value: 255 if value > 170 else 0) for name in (one, other)
    ]
    histogram = ImageChops.difference(*pictures).histogram()
    return sum(value * count for value, count in enumerate(histogram)) / sum(histogram)


@pytest.mark.slow
def test_every_card_suit_no_trumps_and_the_back() -> None:
    assert len(TILE_CODES) == 32 + 4 + 2
    assert set(drawn()) == TILE_NAMES


@pytest.mark.slow
def test_every_tile_fits_discord() -> None:
    for name, picture in drawn().items():
        assert picture.size == (128, 128), name
        assert picture.getchannel("A").getpixel((0, 0)) == 0, name  # rounded
        assert (TILE_FOLDER / f"{name}.png").stat().st_size < 256 * 1024, name


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("faces", CardFaces)
def test_drawing_twice_gives_the_same_bytes(faces: CardFaces) -> None:
    for code in ("QC", "S"):
        assert encode_tile(draw_tile(faces, code)) == encode_tile(draw_tile(faces, code))


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("faces", CardFaces)
@pytest.mark.parametrize("code", ["QC", "S", "NT", "back"])
def test_a_file_is_the_drawing(code: str, faces: CardFaces) -> None:
    """``make test`` compares all of them."""
    assert code in TILE_CODES
    assert differs_from_file(tile_name(code, faces), draw_tile(faces, code)) == ""


@pytest.mark.slow
def test_the_files_are_these_drawings() -> None:
    assert {path.stem for path in TILE_FOLDER.glob("*.png")} == set(drawn())
    assert [said for name, one in drawn().items() if (said := differs_from_file(name, one))] == []


@pytest.mark.slow
@pytest.mark.parametrize("faces", CardFaces)
def test_cards_differ_by_shape_alone(faces: CardFaces) -> None:
    """Suits of one rank and ranks of one suit, small and without their colours."""
    rows = [[rank + suit for suit in "SCDH"] for rank in RANKS]
    rows += [[rank + suit for rank in RANKS] for suit in "SCDH"]
    pairs = [pair for row in rows for pair in combinations(row, 2)]
    apart = {pair: difference(*(tile_name(code, faces) for code in pair)) for pair in pairs}
    # six of 400 pixels; where colours are alike, spades and clubs are the nearest
    assert {pair: far for pair, far in apart.items() if far < 6 * 255 / 400} == {}
