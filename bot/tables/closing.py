"""What is stored when a line closes a deal or ends a game."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.engine.deal import result_text
from bot.engine.families import family_of
from bot.engine.game import Game
from bot.store.rows import Addition, Closing, Final, Posting, Score, Sitting
from bot.tables.timing import sitting_of


def closing_of(before: Game, after: Game) -> Closing | None:
    """The summary, carry and postings of a deal that the step has just closed."""
    if after.last is None or after.carry.number == before.carry.number:
        return None
    return Closing(
        summary=result_text(after.last),
        carry=after.carry.model_dump_json(),
        postings=tuple(Posting(*posting) for posting in after.last.postings),
    )


def addition_of(before: Game, after: Game) -> Addition | None:
    """What the step has written beside the entries of the deal that was closed before it."""
    if after.carry.number != before.carry.number or before.last is None or after.last is None:
        return None
    first, postings = len(before.last.postings), after.last.postings
    if len(postings) == first:
        return None
    added = tuple(Posting(*posting) for posting in postings[first:])
    return Addition(after.last.number, first, added)


def final_of(game: Game, sittings: Sequence[Sitting], now: int) -> Final | None:
    """The results of a game that has just ended; none when no deal was scored: it is void."""
    if not game.ended:
        return None
    return Final(
        family=game.rules.family,
        preset=game.rules.preset,
        season=season_of(now),
        with_robots=any(sitting.robot is not None for sitting in sittings),
        scores=scores_of(game, sittings) if game.carry.number else (),
    )


def scores_of(game: Game, sittings: Sequence[Sitting]) -> tuple[Score, ...]:
    """What each seat won and its place, under the names of those who sit there."""
    balances = family_of(game.rules).settle(game.rules, game.carry.sheet)
    scores = []
    for seat, balance in enumerate(balances):
        sitting = sitting_of(sittings, seat)
        place = 1 + sum(other > balance for other in balances)
        scores.append(Score(seat, sitting.user_id, sitting.robot, balance, place))
    return tuple(scores)


def season_of(now: int) -> str:
    """The quarter of a year: 2026-Q4."""
    day = datetime.fromtimestamp(now, UTC)
    return f"{day.year}-Q{(day.month + 2) // 3}"
