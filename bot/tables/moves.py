"""Changes that write a line of the log: moves of players, robots, clocks and the table itself.

The state also gets the side effects of a move: presence, absence, deadline, results. Pure
functions; each raises Refused or IllegalAction, and then nothing has changed.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Final

from bot.engine import actions, game, notation, rules, shuffle
from bot.engine.actions import STOP, Action, Deck
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.deal import DealResult
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, ruling_postings
from bot.engine.notation import carry_text, result_text
from bot.model.enums import Departure, Status
from bot.model.periods import next_time_of_day
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.presets import parse_rules
from bot.store import records
from bot.store.records import (
    AddedPostings,
    LogEntry,
    LogLine,
    SeatHolder,
    SeatScore,
    Shuffle,
    WrittenRuling,
)
from bot.tables.state import (
    MARKS,
    NO_LINES,
    TAKE_BACK_VOTE,
    ChangeContext,
    TableState,
    is_present_human,
    refuse_start,
    with_deadline,
    with_game,
    with_seat_holder,
    with_status,
)

ROBOT_ACTOR: Final = "robot"  # the actor of a robot's line
TABLE_ACTOR: Final = "table"  # the rules made the line: the draw, a deck, a move without a choice
HURRIED_ROBOT: Final = "hurried robot"  # made the plain move, because the machine was too busy


def act(state: TableState, at: ChangeContext, user_id: int, version: int, text: str) -> TableState:
    """Apply a player's action to the state they saw; it also marks them as present."""
    state.require_game()
    seat = state.require_seat(user_id)
    if version != state.row.version:
        raise Refused(Refusal.STALE)
    try:
        action = notation.parse_action(text)
    except rules.BadNotation as error:
        raise Refused(Refusal.UNREADABLE, text=text[:40]) from error
    sitting = state.seat_holder(seat)
    if sitting.misses or sitting.away:
        state = with_seat_holder(state, mark_present(sitting))
    return _apply_action(state, at, seat, action, str(user_id))


def make_move(
    state: TableState, at: ChangeContext, seat: Seat, version: int, action: Action, by: str
) -> TableState:
    """Apply a move by the table or a robot; do nothing if the game has moved on or may go back.

    A robot's move is also dropped if the player has returned since the robot began to think: no
    line records a return, so the version alone cannot show it.
    """
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    if state.is_take_back_open() or (
        by in (ROBOT_ACTOR, HURRIED_ROBOT) and is_present_human(state.seat_holder(seat))
    ):
        return state
    return _apply_action(state, at, seat, action, by)


def deal_deck(
    state: TableState, at: ChangeContext, version: int, dealing: shuffle.ShuffleFunction
) -> TableState:
    """Deal the deck given by the seed and all words; do nothing if the game has moved on."""
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    shuffle = state.shuffle
    assert shuffle is not None  # drawn with the lobby, or with the line that closed a deal
    cards = dealing(shuffle.seed, state.row.deck_number, shuffle.deal, shuffle.words)
    return _apply_action(state, at, TABLE_SEAT, Deck(cards), TABLE_ACTOR)


def move_after_timeout(
    state: TableState, at: ChangeContext, seat: Seat, version: int, action: Action
) -> TableState:
    """Make a move for a player whose time ran out; the second miss in a row makes them absent.

    Does nothing when the game has moved on or got more time meanwhile.
    """
    if state.row.status is not Status.PLAYING or version != state.row.version:
        return state
    if state.row.deadline is None or at.now < state.row.deadline or state.is_take_back_open():
        return state
    sitting = state.seat_holder(seat)
    if is_present_human(sitting):
        misses = sitting.misses + 1
        state = with_seat_holder(state, replace(sitting, misses=misses, away=misses >= 2))
    return _apply_action(state, at, seat, action, "clock")


def start_match(
    state: TableState, at: ChangeContext, user_id: int, draw: Action, zone: tzinfo = UTC
) -> TableState:
    """Start the match with the draw for dealer; for the host only.

    ``zone`` is the time zone of a match that ends at a time of day.
    """
    refuse_start(state, user_id)
    event = state.row.table_event
    if event is not None and not event.may_begin(at.now):
        raise Refused(Refusal.EVENT_LATE)
    rules = parse_rules(state.row.rules)
    begun = with_status(state, Status.PLAYING, at.now)
    begun = with_game(begun, game.new_game(rules))
    ends_at = match_end_time(rules, at.now, zone)
    begun = begun._replace(row=begun.row._replace(ends_at=ends_at, starts_at=None))
    return _apply_action(begun, at, TABLE_SEAT, draw, TABLE_ACTOR)


def end_match(state: TableState, at: ChangeContext) -> TableState:
    """End the match now: written scores are settled; without a scored deal it is void."""
    if state.row.status is Status.PAUSED:
        state = with_status(state, Status.PLAYING, at.now)
    return _apply_action(state, at, TABLE_SEAT, STOP, TABLE_ACTOR)


def match_end_time(rules: rules.Rules, start: int, zone: tzinfo) -> int | None:
    """Return the end of a match for time (rules/russian.md 4.10); None for other matches."""
    family = family_of(rules)
    if (minutes := family.match_minutes(rules)) is not None:
        return start + 60 * minutes
    if (minute := family.end_minute(rules)) is not None:
        return next_time_of_day(minute, start, zone)
    return None


def mark_present(sitting: SeatHolder) -> SeatHolder:
    """Return the seat holder as present, without missed moves."""
    return replace(sitting, misses=0, away=False)


def _apply_action(
    state: TableState, at: ChangeContext, seat: Seat, action: Action, by: str
) -> TableState:
    return append_line(
        state, at, seat, action, by, game.apply_action(state.require_game(), seat, action)
    )


def append_line(
    state: TableState, at: ChangeContext, seat: Seat, action: Action, by: str, after: game.Game
) -> TableState:
    """Append the line of an action that led to the game ``after``, with all that it closes."""
    before, row = state.require_game(), state.row
    is_hurried = by == HURRIED_ROBOT
    line = LogLine(
        version=row.version,
        deal=before.carry.number + 1,
        seat=seat,
        text=notation.format_action(action),
        by=ROBOT_ACTOR if is_hurried else by,
        at=at.now,
    )
    closing, addition = None, None
    if after.last is not None and after.last is not before.last:
        closing, addition = _deal_records(before, after, after.last)
    final = _match_final(after, state.seat_holders, at.now, state.shares) if after.ended else None
    entry = LogEntry(line, closing, final, addition, is_hurried)
    log = state.log.with_line(line) if entry.closing is None else NO_LINES
    votes = tuple(vote for vote in state.votes if vote.kind not in (TAKE_BACK_VOTE, *MARKS))
    row = row._replace(version=row.version + 1)
    moved = with_game(state, after)._replace(row=row, votes=votes, entry=entry, log=log)
    moved = with_deadline(moved, after, at.now)
    if final is None:
        return moved if entry.closing is None else _with_next_seed(moved, line.deal + 1, at.seed)
    status = Status.OVER if final.scores else Status.VOID
    return with_status(moved, status, at.now)._replace(votes=(), shares=())


def _with_next_seed(state: TableState, deal: int, seed: bytes) -> TableState:
    """Fix the next deck, except for the words of the cut, before anybody can cut.

    All decks of an event have its one seed.
    """
    if state.row.event and state.shuffle is not None:
        seed = state.shuffle.seed
    return state._replace(shuffle=Shuffle(deal, seed))


# Records stored when a line closes a deal or ends a match: summary, postings, final scores.


def _deal_records(
    before: Game, after: Game, last: DealResult
) -> tuple[records.DealClosing | None, records.AddedPostings | None]:
    """Return the deal that the step has just closed, and what it added to the one closed before."""
    if after.carry.number != before.carry.number:
        return records.DealClosing(result_text(last), carry_text(after.carry), last.postings), None
    first = last.postings if before.last is None else before.last.postings
    added = last.postings[len(first) :]
    return None, records.AddedPostings(last.number, len(first), added) if added else None


def _match_final(
    game: Game,
    sittings: Sequence[records.SeatHolder],
    now: int,
    shares: Sequence[records.SeatScore],
) -> records.GameResults:
    """Return the results of a match that has just ended; without scores if no deal was scored.

    A robot that stands in for a player who left does not make the match one with robots.
    """
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
    holders = {one.seat: one for one in sittings}
    left = [holders[seat].kept_for is not None for seat in range(rules.players)]
    places = places_of(balances, left)
    scores = []
    for seat, balance in enumerate(balances):
        parts = [share for share in shares if share.seat == seat]
        rest = balance - sum(part.balance for part in parts)
        scores += [_seat_score(holders[seat], rest, places[seat]), *parts]
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


# A manager's decision about a deal becomes a line of the log, also after the end of the match.
#
# Between two deals, or after the last one: while cards are out, a decision waits. Pure functions;
# each raises Refused or IllegalAction, and then nothing has changed.

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
