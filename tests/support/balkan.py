"""Builders for the Balkan family: rules, deals from a line of text, deals scored from trick counts.

Seats are numbers; forehand is seat 0 unless the dealer is named.
"""

from collections.abc import Mapping

from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.deal import ContractDeclared, Deal, DealResult
from bot.engine.families.balkan.contracts import as_game, contract_of, ladder
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import BalkanCarry, opening_sheet
from bot.engine.game import Game, new_game
from bot.engine.ledger import Sheet
from bot.engine.rules import Rules
from bot.presets import OptionSetting
from tests.support import builders

PRESETS = ("croatian", "serbian", "slovenian", "guide", "balkan")

# rules/balkan.md 2.2 as a table: the places of the deck that each hand gets
PLACES = (
    (0, 1, 2, 3, 4, 17, 18, 19, 20, 21),
    (5, 6, 7, 8, 9, 22, 23, 24, 25, 26),
    (10, 11, 12, 13, 14, 27, 28, 29, 30, 31),
    (15, 16),
)


def rules(preset: str = "croatian", **options: OptionSetting) -> Rules:
    return builders.PRESETS.rules(preset, **({"players": 3} | options))


def deck(line: str = builders.ANY) -> act.Deck:
    """Return the deck that deals the line."""
    return builders.deck(line, PLACES)


def sheet(agreed: Rules, before: Mapping[str, int] | None = None) -> Sheet:
    """Return the sheet of ``sheet(rules, {"main 0": -20})``; other columns start at their level."""
    written = before or {}
    opening = opening_sheet(BalkanOptions.of(agreed).starting_level, 3)
    named = {line for line in written if line.startswith("main")}
    kept = [total for total in opening.totals if f"main {total.seat}" not in named]
    return Sheet(totals=(*kept, *builders.sheet(written).totals)).plus(())


def carry(
    agreed: Rules,
    before: Mapping[str, int] | None = None,
    refas: tuple[int, ...] = (0, 0, 0),
    given: int = 0,
    dealer: Seat = 2,
    number: int = 0,
) -> BalkanCarry:
    return BalkanCarry(
        number=number, dealer=dealer, sheet=sheet(agreed, before), refas=refas, refas_given=given
    )


def dealt(
    line: str = builders.ANY,
    preset: str = "croatian",
    before: Mapping[str, int] | None = None,
    refas: tuple[int, ...] = (0, 0, 0),
    given: int = 0,
    dealer: Seat = 2,
    **options: OptionSetting,
) -> Game:
    """Return a game whose open deal has just got its cards."""
    return dealt_under(rules(preset, **options), line, before, refas, given, dealer)


def dealt_under(
    agreed: Rules,
    line: str = builders.ANY,
    before: Mapping[str, int] | None = None,
    refas: tuple[int, ...] = (0, 0, 0),
    given: int = 0,
    dealer: Seat = 2,
) -> Game:
    """Return the same for given rules."""
    return builders.begun(agreed, carry(agreed, before, refas, given, dealer), deck(line))


def name_of(agreed: Rules, value: int, is_game: bool = False) -> str:
    """Return the name of a contract: ``name_of(rules, 4, True)`` is G4H."""
    options = BalkanOptions.of(agreed)
    name = ladder(options.suit_order, 8)[value - 2]
    return as_game(name) if is_game else name


def named(
    agreed: Rules, at: BalkanCarry, value: int, is_game: bool = False, declarer: Seat = 0
) -> Deal:
    """Return a deal with its contract named and nobody asked yet; the hands are arbitrary."""
    deal = BALKAN.start_deal(agreed, at, deck().cards)
    contract = contract_of(name_of(agreed, value, is_game), declarer)
    return deal._replace(contract=contract).with_roles(declarer=(declarer,))


def announced(
    agreed: Rules, at: BalkanCarry, value: int, is_game: bool = False, declarer: Seat = 0
) -> Game:
    """Return a game in which the contract has just been announced."""
    deal = named(agreed, at, value, is_game, declarer)
    assert deal.contract is not None
    after = BALKAN.after_phase(deal, ContractDeclared(deal.contract.name))
    assert isinstance(after, Deal)
    return new_game(agreed)._replace(carry=at, deal=after)


def doubled(deal: Deal, level: int, caller: Seat) -> Deal:
    """Return the deal after this many alternating doublings."""
    assert deal.contract is not None
    for step in range(1, level + 1):
        seat = caller if step % 2 else deal.contract.declarer
        deal = deal.with_call(seat, act.Kontra(step))
    return deal


def carry_after(agreed: Rules, at: BalkanCarry, result: DealResult) -> BalkanCarry:
    after = BALKAN.next_carry(agreed, at, result)
    assert isinstance(after, BalkanCarry)
    return after


def main_of(at: BalkanCarry) -> tuple[int, ...]:
    return tuple(at.sheet.total("main", seat) for seat in range(3))
