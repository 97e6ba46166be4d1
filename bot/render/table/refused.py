"""The public line about a refused claim, which otherwise would vanish without a trace."""

from collections.abc import Iterator, Sequence

from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.deal import Call
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.parts import join_dotted, small_print
from bot.render.words import Words


def refused_claim_line(view: View, facts: TableData, words: Words) -> str:
    """Name the players who refused to split the rest in this deal, each once."""
    seats = dict.fromkeys(_refusing_seats(() if view.table is None else view.table.calls))
    return (
        small_print(words.say("claim.refused", names=join_dotted(map(facts.name, seats))))
        if seats
        else ""
    )


def _refusing_seats(calls: Sequence[Call]) -> Iterator[Seat]:
    """Yield the seats that refused a claim; other lines report other refusals."""
    is_claimed = False
    for seat, action in calls:
        if action is act.REFUSE and is_claimed:
            yield seat
        is_claimed = isinstance(action, act.Claim) or (is_claimed and action is act.ACCEPT)
