"""Tricks that each player could have made as declarer in every strain.

All three take part; the leader, the rules of following, and the player bound to win low are those
of the family for such a contract (rules/russian.md 2.7, balkan.md 2.10, austrian.md V-13, V-15).
"""

from typing import Final, NamedTuple

from bot.analysis.position import Position, position_of
from bot.analysis.postmortem.record import DealRecord, NoPlay, replay_record
from bot.analysis.solver import solve_many
from bot.engine import deal, families
from bot.engine.cards import Seat, Strain

DECLARER_STRAINS: Final[tuple[Strain | None, ...]] = (*Strain, None)  # None: to take no trick


class DoubleDummyRow(NamedTuple):
    """The tricks of one player as declarer, by ``DECLARER_STRAINS``."""

    seat: Seat
    tricks: tuple[int, ...]


def double_dummy_table(record: DealRecord) -> tuple[DoubleDummyRow, ...]:
    """Return each active player's tricks as declarer; nothing if no card was played.

    Raises BadNotation or IllegalAction where the record does not fit the rules.
    """
    try:
        start = replay_record(record).start
    except NoPlay:
        return ()
    asked = [
        _position(start, seat, strain) for seat in start.players for strain in DECLARER_STRAINS
    ]
    values = solve_many([(position.cards, position.contract) for position in asked])
    width = len(DECLARER_STRAINS)
    return tuple(
        DoubleDummyRow(seat, values[place * width : (place + 1) * width])
        for place, seat in enumerate(start.players)
    )


def _position(start: deal.Deal, seat: Seat, strain: Strain | None) -> Position:
    nothing = (0,) * len(start.won)
    fresh = start._replace(won=nothing, lead=(), roles=(deal.Role.NONE,) * len(nothing))
    position = position_of(families.family_of(start.rules).begin_defended_play(fresh, seat, strain))
    assert position is not None
    return position
