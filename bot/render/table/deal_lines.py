"""Lines of text about a deal: auction, absent players, refused claims, take-backs.

The auction has one line per player, readable after five rounds.
"""

from collections.abc import Sequence

from bot.engine import actions as act
from bot.engine.actions import Action, Discard, Seal
from bot.engine.cards import Seat
from bot.engine.deal import Call
from bot.engine.view import View
from bot.render import formatting
from bot.render.screen import ButtonRow, Style
from bot.render.screen_data import TableData, TakeBackRequest
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import ReturnToSeat, ShowHand


def auction_lines(
    seats: Sequence[Seat],
    calls: Sequence[Call],
    turn: Seat | None,
    facts: TableData,
    words: TableWords,
) -> str:
    """Return one line per player with their calls in order; the current bid is bold."""
    last = _last_bid(calls)
    return formatting.join_lines(
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
        formatting.bold(words.action(call.action)) if place == last else words.action(call.action)
        for place, call in enumerate(calls)
        if call.seat == seat
    ]
    turn = f"⏳ {words.say('auction.turn')}" if on_turn else ""
    return formatting.join_dotted(
        (formatting.name_with_mark(facts, seat), *(said or ("" if turn else "–",)), turn)
    )


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
        said = ", ".join(words.action(call.action) for call in calls if call.seat == seat)
        parts.append(f"{facts.name(seat)} {said or '–'}")
    return words.say("auction.summary", calls=formatting.join_dotted(parts))


# Public notice about absent players, with a button to return.


def absent_lines(facts: TableData, words: Words) -> str:
    """Return a line for each absent player."""
    return formatting.join_lines(
        *(
            formatting.small_print(
                words.say("board.has_left" if one.has_left else "board.away", name=one.name)
            )
            for one in facts.absent_seats()
        )
    )


def absent_row(facts: TableData, words: Words, *, with_hand: bool = False) -> tuple[ButtonRow, ...]:
    """Return the "I'm back" button; ``with_hand`` adds "My hand" for messages without it."""
    if not facts.absent_seats():
        return ()
    back = formatting.command_button(words, "back", ReturnToSeat(), Style.GOOD)
    hand = (formatting.command_button(words, "hand", ShowHand()),) if with_hand else ()
    return (ButtonRow((back, *hand)),)


# The countdown to the next deal, for the public message and the hand.


def ready_line(facts: TableData, words: Words) -> str:
    """Return the players who have asked for the next deal, with the time the others have left."""
    if not facts.ready:
        return ""
    names = ", ".join(map(facts.name, facts.ready))
    return formatting.join_dotted(
        (words.say("result.ready", names=names), formatting.format_countdown(facts))
    )


# The public line about a refused claim, which otherwise would vanish without a trace.


def _refused_claim_line(calls: Sequence[Call], facts: TableData, words: Words) -> str:
    """Name the players who refused to split the rest in this deal, each once.

    Other lines report other refusals.
    """
    names, is_claimed = dict[str, None](), False
    for seat, action in calls:
        if action is act.REFUSE and is_claimed:
            names[facts.name(seat)] = None
        is_claimed = isinstance(action, act.Claim) or (is_claimed and action is act.ACCEPT)
    if not names:
        return ""
    return formatting.small_print(words.say("claim.refused", names=formatting.join_dotted(names)))


# Public lines about take-backs, requested or done.


def take_back_request_line(regret: TakeBackRequest, names: str, words: Words) -> str:
    """Return "Ana asks to take back 7⟦S⟧", with the number of later actions."""
    facts = {
        "name": regret.name,
        "act": action_text(regret.verb, regret.action, words),
        "names": names,
    }
    if not regret.since:
        return words.say("vote.takeback.fresh", **facts)
    return words.say_plural("vote.takeback", regret.since, **facts)


def public_action(action: Action) -> Action | None:
    """Return the public part of an action; None for a discard or a sealed bid."""
    return None if isinstance(action, Discard | Seal) else action


def action_text(verb: str, action: Action | None, words: Words) -> str:
    return words.say(f"takeback.{verb}") if action is None else words.action(action)


def take_backs_line(facts: TableData, words: Words) -> str:
    """Return the take-backs of this deal, and the last refused request."""
    lines = []
    if facts.taken_back:
        names = ((facts.name(seat), n) for seat, n in facts.taken_back)
        said = formatting.join_dotted(name if n == 1 else f"{name} × {n}" for name, n in names)
        lines.append(words.say("takeback.done", names=said))
    if facts.kept:
        key = "takeback.refused" if facts.kept_by else "takeback.kept"
        lines.append(words.say(key, name=facts.kept, by=facts.kept_by))
    return formatting.join_lines(*map(formatting.small_print, lines))


def take_back_and_claim_lines(view: View, facts: TableData, words: Words) -> tuple[str, ...]:
    """Return the lines about take-backs and refused claims of a deal; most deals have none."""
    calls = () if view.table is None else view.table.calls
    found = (take_backs_line(facts, words),) if facts.taken_back or facts.kept else ()
    if act.REFUSE in [call.action for call in calls]:
        found = (*found, _refused_claim_line(calls, facts, words))
    return found
