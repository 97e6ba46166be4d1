"""Records stored when a line closes a deal or ends a match: summary, postings, final scores."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bot.engine.families import family_of
from bot.engine.game import Game
from bot.engine.results import carry_text, result_text
from bot.model.enums import Departure
from bot.store import records
from bot.tables.timing import seat_holder_at


def deal_closing(before: Game, after: Game) -> records.DealClosing | None:
    """Return the summary, carry and postings of a deal the step has just closed."""
    if after.last is None or after.carry.number == before.carry.number:
        return None
    return records.DealClosing(
        summary=result_text(after.last),
        carry=carry_text(after.carry),
        postings=after.last.postings,
    )


def deal_addition(before: Game, after: Game) -> records.AddedPostings | None:
    """Return the postings the step has added to the deal that was closed before it."""
    if after.carry.number != before.carry.number or before.last is None or after.last is None:
        return None
    first, postings = len(before.last.postings), after.last.postings
    if len(postings) == first:
        return None
    return records.AddedPostings(after.last.number, first, postings[first:])


def match_final(
    game: Game,
    sittings: Sequence[records.SeatHolder],
    now: int,
    shares: Sequence[records.SeatScore] = (),
) -> records.GameResults | None:
    """Return the results of a match that has just ended; None without a scored deal (void).

    A robot that stands in for a player who left does not make the match one with robots.
    """
    if not game.ended:
        return None
    scores = match_scores(game, sittings, shares) if game.carry.number else ()
    return records.GameResults(
        family=game.rules.family,
        preset=game.rules.preset,
        season=season_of(now),
        with_robots=any(score.robot is not None for score in scores),
        scores=scores,
    )


def match_scores(
    game: Game, sittings: Sequence[records.SeatHolder], shares: Sequence[records.SeatScore] = ()
) -> tuple[records.SeatScore, ...]:
    """Return each seat's score and place, under the name of its final holder.

    ``shares`` belong to previous holders of a seat; the final holder gets the rest.
    """
    family, rules, sheet = family_of(game.rules), game.rules, game.carry.sheet
    balances = family.settle(rules, sheet)
    if any(family.balance(rules, sheet)) and not any(balances):  # agreed to be worth nothing
        shares = [replace(share, balance=0) for share in shares]
    left = [seat_holder_at(sittings, seat).kept_for is not None for seat in range(rules.players)]
    places = places_of(balances, left)
    scores = []
    for seat, balance in enumerate(balances):
        parts = [share for share in shares if share.seat == seat]
        rest = balance - sum(part.balance for part in parts)
        scores += [_seat_score(seat_holder_at(sittings, seat), rest, places[seat]), *parts]
    return tuple(scores)


def places_of(balances: Sequence[int], left: Sequence[bool]) -> tuple[int, ...]:
    """Return the place of each seat, ties shared; those who left rank below all who stayed."""
    order = [(gone, -balance) for gone, balance in zip(left, balances, strict=True)]
    return tuple(1 + sum(other < own for other in order) for own in order)


def _seat_score(sitting: records.SeatHolder, balance: int, place: int) -> records.SeatScore:
    """Return a seat's final score; a robot's stand-in score goes to the player who left."""
    own = records.SeatScore(sitting.seat, sitting.user_id, sitting.robot, balance, place)
    if sitting.kept_for is not None:
        own = replace(own, user_id=sitting.kept_for, robot=None, mark=Departure.LEFT)
    return replace(own, first_deal=sitting.first_deal, last_deal=sitting.left_in)


def season_of(now: int) -> str:
    """Return the quarter of a year: 2026-Q4."""
    day = datetime.fromtimestamp(now, UTC)
    return f"{day.year}-Q{(day.month + 2) // 3}"
