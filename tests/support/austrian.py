"""Deals and games of the Austrian family, forehand first.

A deal is written ``H1 | H2 | H3 | talon`` as in ``builders``.
"""

from collections.abc import Iterable, Mapping

from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.families.austrian.scoring import POT, AustrianCarry
from bot.engine.game import Game
from bot.engine.ledger import Sheet, Total
from bot.engine.rules import Rules
from bot.model.enums import Posting
from bot.presets import OptionSetting
from tests.support import builders

NAMES = ("viennese", "viennese_plain", "austrian")

# rules/austrian.md C-5 as a table: the places of the deck that each hand gets
PLACES = (
    (0, 1, 2, 11, 12, 13, 14, 23, 24, 25),
    (3, 4, 5, 15, 16, 17, 18, 26, 27, 28),
    (6, 7, 8, 19, 20, 21, 22, 29, 30, 31),
    (9, 10),
)


def rules(preset: str = "viennese", players: int = 3, **options: OptionSetting) -> Rules:
    return builders.rules(preset, players, **options)


def deck(line: str = builders.ANY) -> act.Deck:
    """Return the deck that deals the line."""
    return builders.deck(line, PLACES)


def pot_sheet(pot: int) -> Sheet:
    """Return a sheet with this pot, paid in by seat 0."""
    return Sheet(totals=(Total(POT, 0, None, -pot),)) if pot else Sheet()


def carry(of: Rules, dealer: Seat | None = None, pot: int = 0) -> AustrianCarry:
    """Return the carry before a deal; ``pot`` is its amount before the ante."""
    at = of.players - 1 if dealer is None else dealer
    return AustrianCarry(dealer=at, sheet=pot_sheet(pot))


def dealt(
    line: str = builders.ANY,
    preset: str = "viennese",
    players: int = 3,
    dealer: Seat | None = None,
    pot: int = 0,
    **options: OptionSetting,
) -> Game:
    """Return a game whose open deal has just got its cards; forehand is seat 0 by default."""
    return dealt_under(rules(preset, players, **options), line, dealer, pot)


def dealt_under(
    agreed: Rules, line: str = builders.ANY, dealer: Seat | None = None, pot: int = 0
) -> Game:
    """Return the same for given rules."""
    return builders.begun(agreed, carry(agreed, dealer, pot), deck(line))


def units(postings: Iterable[Posting], players: int = 3) -> tuple[dict[int, int], int]:
    """Return the units that each seat gains and that the pot gains by transfers."""
    seats, pot = dict.fromkeys(range(players), 0), 0
    for posting in postings:
        seats[posting.seat] += posting.amount
        if posting.account == POT:
            pot -= posting.amount
        else:
            assert posting.against is not None
            seats[posting.against] -= posting.amount
    return seats, pot


def without(postings: Iterable[Posting], *whys: str) -> tuple[Posting, ...]:
    return tuple(posting for posting in postings if posting.why not in whys)


SEATS: Mapping[int, str] = {3: "FRD", 4: "FXRD"}
