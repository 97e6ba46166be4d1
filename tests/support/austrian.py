"""Deals and games of the Austrian family, whether or not it is in the register yet.

A deal is written ``H1 | H2 | H3 | talon`` as in ``builders``, forehand first.
"""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from bot.engine import actions as act
from bot.engine.cards import PACK, TABLE, Seat
from bot.engine.deal import Deal
from bot.engine.families import FAMILIES
from bot.engine.families.austrian.carry import POT, AustrianCarry
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.game import Game, apply, new_game
from bot.engine.ledger import Sheet, Total
from bot.engine.rules import Rules
from bot.presets import FOLDER
from tests.support import builders
from tests.support.builders import cards

NAMES = ("viennese", "austrian")

# rules/austrian.md C-5, written out: which places of the deck each hand gets
PLACES = (
    (0, 1, 2, 11, 12, 13, 14, 23, 24, 25),
    (3, 4, 5, 15, 16, 17, 18, 26, 27, 28),
    (6, 7, 8, 19, 20, 21, 22, 29, 30, 31),
    (9, 10),
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The family in the register for one test; to be imported into a module or a conftest."""
    monkeypatch.setitem(FAMILIES, AUSTRIAN.key, AUSTRIAN)


@contextmanager
def in_register() -> Iterator[None]:
    """The family in the register, as it will be."""
    was_there = AUSTRIAN.key in FAMILIES
    FAMILIES[AUSTRIAN.key] = AUSTRIAN
    try:
        yield
    finally:
        if not was_there:
            del FAMILIES[AUSTRIAN.key]


def _file(preset: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / "austrian" / f"{preset}.toml").read_text(encoding="utf-8"))


FILES = {name: _file(name) for name in NAMES}


def rules(preset: str = "viennese", players: int = 3, **options: Any) -> Rules:
    file = FILES[preset]
    four = file.get("four_players", {}) if players == 4 else {}
    values = file["options"] | four | {"players": players} | options
    return Rules("austrian", preset, AustrianOptions.model_validate(values))


def deck(line: str = builders.ANY) -> act.Deck:
    """The shuffle that deals the line; ``...`` is filled from the lowest card."""
    named = [cards(part.replace("...", "")) for part in line.split("|")]
    left = [card for card in PACK if not any(card in part for part in named)]
    order = [0] * 32
    for part, places in zip(named, PLACES, strict=True):
        missing = len(places) - len(part)
        full, left = (*part, *left[:missing]), left[missing:]
        for place, card in zip(places, full, strict=True):
            order[place] = card
    assert sorted(order) == list(PACK), line
    return act.Deck(tuple(order))


def pot_sheet(pot: int) -> Sheet:
    """A sheet whose pot holds so much, paid in by seat 0."""
    return Sheet(totals=(Total(POT, 0, None, -pot),)) if pot else Sheet()


def carry(of: Rules, dealer: Seat | None = None, pot: int = 0, **marks: Any) -> AustrianCarry:
    """``pot`` is what lies in it before the ante."""
    at = of.players - 1 if dealer is None else dealer
    return AustrianCarry(dealer=at, sheet=pot_sheet(pot), **marks)


def dealt(
    line: str = builders.ANY,
    preset: str = "viennese",
    players: int = 3,
    dealer: Seat | None = None,
    pot: int = 0,
    **options: Any,
) -> Game:
    """A game whose open deal has just got its cards; forehand is seat 0 unless said."""
    agreed = rules(preset, players, **options)
    game = new_game(agreed)._replace(carry=carry(agreed, dealer, pot))
    return apply(game, TABLE, deck(line))


def deal_of(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def units(postings: Any, players: int = 3) -> tuple[dict[int, int], int]:
    """What each seat gains and what the pot gains by transfers."""
    seats, pot = dict.fromkeys(range(players), 0), 0
    for posting in postings:
        seats[posting.seat] += posting.amount
        if posting.account == POT:
            pot -= posting.amount
        else:
            seats[posting.against] -= posting.amount
    return seats, pot


def without(postings: Any, *whys: str) -> tuple[Any, ...]:
    return tuple(posting for posting in postings if posting.why not in whys)


SEATS: Mapping[int, str] = {3: "FRD", 4: "FXRD"}
