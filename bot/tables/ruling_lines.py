"""A manager's decision about a deal becomes a line of the log, also after the end of the match.

Between two deals, or after the last one: while cards are out, a decision waits.  Pure functions;
each raises Refused or IllegalAction, and then nothing has changed.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.engine import actions, notation
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, ruling_postings
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.store import records
from bot.store.records import AddedPostings, LogEntry, LogLine, SeatScore, WrittenRuling
from bot.tables.moves import TABLE_ACTOR, places_of
from bot.tables.state import ChangeContext, TableState, with_game

_PLACES_A_LINE: Final = 100  # positions of a deal's postings that one line may use
_RULED_STATUSES: Final = (Status.PLAYING, Status.PAUSED, Status.OVER)


def takes_rulings_now(state: TableState) -> bool:
    """Return True unless cards are out, or a question between two deals is open."""
    game = state.base_game
    return state.row.status in _RULED_STATUSES and game is not None and game.deal is None


def write_ruling(
    state: TableState,
    at: ChangeContext,
    ruling: actions.Ruling,
    written: WrittenRuling,
    scores: Sequence[SeatScore] = (),
) -> TableState:
    """Write a decision into the log and onto the sheet.

    ``scores`` are the stored results of a match that is over.
    """
    game = state.game
    if game is None or not takes_rulings_now(state):
        raise Refused(Refusal.DEAL_RUNNING)
    after, row = apply_action(game, TABLE_SEAT, ruling), state.row
    text = notation.format_action(ruling)
    line = LogLine(row.version, game.carry.number + 1, TABLE_SEAT, text, TABLE_ACTOR, at.now)
    postings = ruling_postings(ruling)
    first = (row.version + 1) * _PLACES_A_LINE  # beyond what the deal wrote, and unlike any other
    addition = AddedPostings(ruling.deal, first, postings) if postings else None
    written = written._replace(scores=_rescored(state, game, after, ruling.deal, scores))
    entry = LogEntry(line, addition=addition, ruling=written)
    moved = with_game(state, after)._replace(entry=entry, log=state.log.with_line(line))
    shares = _with_change(state.shares, ruling.deal, _change(game, after, is_over=False))
    return moved._replace(row=row._replace(version=row.version + 1), shares=shares)


def _change(before: Game, after: Game, *, is_over: bool) -> tuple[int, ...]:
    """Return what the decision brings each seat."""
    family, rules = family_of(before.rules), before.rules
    reckon = family.settle if is_over else family.balance
    old, new = reckon(rules, before.carry.sheet), reckon(rules, after.carry.sheet)
    return tuple(now - then for now, then in zip(new, old, strict=True))


def _rescored(
    state: TableState, before: Game, after: Game, deal: int, scores: Sequence[SeatScore]
) -> tuple[SeatScore, ...]:
    """Return the new results of a match that is over; a place goes by the whole seat."""
    if not scores:
        return ()
    earlier = tuple(score for score in scores if score.part)
    parts = _with_change(earlier, deal, _change(before, after, is_over=True))
    balances = family_of(after.rules).settle(after.rules, after.carry.sheet)
    left = [state.seat_holder(seat).kept_for is not None for seat in range(after.rules.players)]
    places = places_of(balances, left)
    return (
        tuple(_rest(score, balances, places, parts) for score in scores if not score.part) + parts
    )


def _rest(
    score: SeatScore,
    balances: Sequence[int],
    places: Sequence[int],
    parts: Sequence[SeatScore],
) -> SeatScore:
    """Return the result of the last owner of a seat: what earlier owners leave of it."""
    seat: Seat = score.seat
    theirs = sum(part.balance for part in parts if part.seat == seat)
    return replace(score, balance=balances[seat] - theirs, place=places[seat])


def _with_change(
    parts: tuple[SeatScore, ...], deal: int, change: Sequence[int]
) -> tuple[records.SeatScore, ...]:
    """Return the results of earlier owners, the change given to whom the deal belongs."""
    return tuple(
        replace(part, balance=part.balance + change[part.seat])
        if _owns(part, deal, parts)
        else part
        for part in parts
    )


def _owns(part: SeatScore, deal: int, parts: Sequence[SeatScore]) -> bool:
    """Return True if this earlier owner had the seat in that deal; deals of a robot are theirs."""
    later = [one.first_deal or 1 for one in parts if one.seat == part.seat and one.part > part.part]
    return (part.first_deal or 1) <= deal <= (part.last_deal or deal) and deal < min(
        later, default=deal + 1
    )
