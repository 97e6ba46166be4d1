"""Lines of text about a deal: auction, absent players, refused claims, take-backs.

The auction has one line per player, readable after five rounds.
"""

from collections.abc import Sequence

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Call
from bot.render.facts import TableData
from bot.render.parts import bold, join_dotted, join_lines, name_with_mark
from bot.render.words import TableWords


def high_bid(calls: Sequence[Call]) -> tuple[str, Seat] | None:
    """Return the name of the highest bid and its holder."""
    name, holder = "", -1
    for call in calls:
        if isinstance(call.action, act.Bid):
            name, holder = call.action.name, call.seat
        elif call.action is act.HOLD:
            holder = call.seat
    return (name, holder) if name else None


def auction_lines(
    seats: Sequence[Seat],
    calls: Sequence[Call],
    turn: Seat | None,
    facts: TableData,
    words: TableWords,
) -> str:
    """Return one line per player with their calls in order; the current bid is bold."""
    last = _last_bid(calls)
    return join_lines(
        *(_player_calls(seat, calls, last, seat == turn, facts, words) for seat in seats)
    )


def _player_calls(
    seat: Seat,
    calls: Sequence[Call],
    last: int,
    on_turn: bool,
    facts: TableData,
    words: TableWords,
) -> str:
    said = [
        bold(words.action(call.action)) if place == last else words.action(call.action)
        for place, call in enumerate(calls)
        if call.seat == seat
    ]
    turn = f"⏳ {words.say('auction.turn')}" if on_turn else ""
    return join_dotted((name_with_mark(facts, seat), *(said or ("" if turn else "–",)), turn))


def _last_bid(calls: Sequence[Call]) -> int:
    places = [n for n, call in enumerate(calls) if _is_raise(call.action)]
    return places[-1] if places else -1


def _is_raise(action: Action) -> bool:
    return act.is_bid(action) or isinstance(action, act.Declare)


def auction_summary(
    seats: Sequence[Seat], calls: Sequence[Call], facts: TableData, words: TableWords
) -> str:
    """Return the whole auction in one line of small print, for the time after it."""
    parts = []
    for seat in seats:
        said = " ".join(words.action(call.action) for call in calls if call.seat == seat)
        parts.append(f"{facts.name(seat)} {said or '–'}")
    return words.say("auction.summary", calls=join_dotted(parts))
