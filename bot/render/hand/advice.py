"""One short line of help for a decision, with the numbers of this contract."""

from bot.engine.deal import Stage
from bot.engine.view import DealView, View
from bot.render.facts import TableData
from bot.render.families import presenter_of
from bot.render.words import TableWords, Words


def decision_help(view: View, table: DealView | None, facts: TableData, words: TableWords) -> str:
    """Explain the choices of this decision; "" where the cards speak for themselves."""
    if table is None:
        return presenter_of(view.rules).question(view, facts, words)
    if view.stage is Stage.CLAIM:
        return _claim_help(table, facts, words)
    return presenter_of(view.rules).advice(view, table, facts, words)


def _claim_help(table: DealView, facts: TableData, words: Words) -> str:
    assert table.offer is not None
    pairs = zip(table.seats, table.offer.tricks, strict=True)
    final = ", ".join(f"{facts.name(seat)} {table.won[seat] + n}" for seat, n in pairs)
    ends = words.say("advice.claim", final=final)
    proposer = facts.seat_data(table.offer.seat)
    if proposer is None or not proposer.is_robot:
        return ends
    return f"{ends} {words.say('advice.claim.proved')}"  # a robot claims only what it has proved
