"""The index tiles: complete, small enough for Discord, and the ones in data/cards."""

import io

import pytest
from PIL import Image, ImageChops

from bot.render.tiles import FOLDER, INK, RANKS, SIZE, png, tiles

CARDS = {rank + suit for suit in "SCDH" for rank in RANKS}
TILES = dict(tiles())


def small(name: str, size: int) -> Image.Image:
    """A tile as a button shows it when it is disabled: small and grey, on white."""
    ground = Image.new("RGBA", (SIZE, SIZE), "white")
    ground.alpha_composite(TILES[name])
    return ground.convert("L").resize((size, size), Image.Resampling.LANCZOS)


def difference(one: str, other: str) -> float:
    """How far two small grey tiles are apart, 0 to 255, after all ink was made the same black."""
    pictures = [
        small(name, 20).point(lambda value: 255 if value > 170 else 0) for name in (one, other)
    ]
    histogram = ImageChops.difference(*pictures).histogram()
    return sum(value * count for value, count in enumerate(histogram)) / sum(histogram)


def test_every_card_suit_no_trumps_and_the_back() -> None:
    assert len(CARDS) == 32
    assert set(TILES) == CARDS | set(INK) | {"NT", "back"}


@pytest.mark.parametrize("name", TILES)
def test_a_tile_fits_discord(name: str) -> None:
    picture = TILES[name]
    assert picture.size == (128, 128)
    assert picture.getchannel("A").getpixel((0, 0)) == 0  # rounded
    assert len(png(picture)) < 256 * 1024


def test_drawing_twice_gives_the_same_bytes() -> None:
    again = dict(tiles())
    assert {name: png(picture) for name, picture in TILES.items()} == {
        name: png(picture) for name, picture in again.items()
    }


def test_the_files_are_these_drawings() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(TILES)
    for name, picture in TILES.items():
        stored = Image.open(io.BytesIO((FOLDER / f"{name}.png").read_bytes()))
        assert stored.tobytes() == picture.tobytes(), f"{name} has changed: run 'make tiles'"


@pytest.mark.parametrize("rank", RANKS)
def test_suits_differ_by_shape_alone(rank: str) -> None:
    apart = [difference(rank + a, rank + b) for a in "SCDH" for b in "SCDH" if a < b]
    assert min(apart) > 10


@pytest.mark.parametrize("suit", INK)
def test_ranks_differ(suit: str) -> None:
    apart = [difference(a + suit, b + suit) for a in RANKS for b in RANKS if a < b]
    assert min(apart) > 10
