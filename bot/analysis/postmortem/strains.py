"""What each player could have made of the ten cards he played with, in every strain.

All three take part, and who leads, what must be followed, and who must win low is as the family
has it for such a contract (rules/russian.md 2.7, balkan.md 2.10, austrian.md V-13, V-15).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.analysis.position import Position
from bot.analysis.postmortem.record import NoPlay, Record, course_of
from bot.analysis.reading import position_of
from bot.analysis.solver import solve_many
from bot.engine.cards import Seat, Strain
from bot.engine.deal import Contract, Deal
from bot.engine.families.austrian import contracts as austrian
from bot.engine.families.austrian.course import play_premium, play_trumps
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.balkan.contracts import contract_of as balkan_contract
from bot.engine.families.balkan.contracts import ladder
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.play import begin_play
from bot.engine.play import TrickPlay, begin
from bot.engine.roles import Role

STRAINS: Final[tuple[Strain | None, ...]] = (*Strain, None)  # None: to take no trick


class Makes(NamedTuple):
    """The tricks of one player as declarer, by ``STRAINS``."""

    seat: Seat
    tricks: tuple[int, ...]


def strains(record: Record) -> tuple[Makes, ...]:
    """For each active seat what it takes as declarer; nothing where no card was played.

    Raises BadNotation or IllegalAction where the record does not fit the rules.
    """
    try:
        start = course_of(record).start
    except NoPlay:
        return ()
    asked = [_position(start, seat, strain) for seat in start.seats for strain in STRAINS]
    values = solve_many([(position.cards, position.contract) for position in asked])
    width = len(STRAINS)
    return tuple(
        Makes(seat, values[place * width : (place + 1) * width])
        for place, seat in enumerate(start.seats)
    )


def _position(start: Deal, seat: Seat, strain: Strain | None) -> Position:
    nothing = (0,) * len(start.won)
    fresh = start._replace(won=nothing, lead=(), roles=(Role.NONE,) * len(nothing))
    position = position_of(_BEGINNINGS[start.rules.family](fresh, seat, strain))
    assert position is not None
    return position


def _russian(deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
    trump = _trump(strain)
    contract = Contract("", seat, 0 if strain is None else 6, trump)
    return begin(deal._replace(contract=contract), TrickPlay(trump=trump, claims=False))


def _balkan(deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
    options = deal.rules.options
    assert isinstance(options, BalkanOptions)
    names = ladder(options.suit_order, 7)
    wanted = _trump(strain)
    named = (balkan_contract(name, seat) for name in names)
    contract = next(c for c in named if (c.is_misere, c.trump) == (strain is None, wanted))
    deal = deal._replace(contract=contract)
    return begin_play(options, deal.with_roles(defender=deal.defenders()))


def _austrian(deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
    """Without trumps there are only contracts for none and for all ten (C-6)."""
    options = deal.rules.options
    assert isinstance(options, AustrianOptions)
    order = options.suit_order
    if strain is not None and strain.trump is not None:
        name = str(austrian.suits_of(order).index(strain.trump) + 1)
        deal = deal._replace(contract=austrian.contract_of(name, seat, order))
        return play_trumps(deal.with_roles(defender=deal.defenders()))
    name = "5" if strain is None else "6"
    return play_premium(deal._replace(contract=austrian.contract_of(name, seat, order)))


def _trump(strain: Strain | None) -> int:
    return -1 if strain is None or strain.trump is None else int(strain.trump)


_BEGINNINGS: Final[dict[str, Callable[[Deal, Seat, Strain | None], Deal]]] = {
    "russian": _russian,
    "balkan": _balkan,
    "austrian": _austrian,
}
