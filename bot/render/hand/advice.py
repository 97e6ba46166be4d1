"""One short line of help for a decision, with the numbers of this contract."""

from bot.engine.deal import Stage
from bot.engine.view import Table, View
from bot.render.facts import TableFacts
from bot.render.families import manner_of
from bot.render.words import TableWords, Words


def moment_help(view: View, table: Table | None, facts: TableFacts, words: TableWords) -> str:
    """Explain the choices of this decision; "" where the cards speak for themselves."""
    if table is None:
        return manner_of(view.rules).question(view, facts, words)
    if view.stage is Stage.CLAIM:
        return _claim(table, facts, words)
    return manner_of(view.rules).advice(view, table, facts, words)


def _claim(table: Table, facts: TableFacts, words: Words) -> str:
    assert table.offer is not None
    pairs = zip(table.seats, table.offer.tricks, strict=True)
    final = ", ".join(f"{facts.name(seat)} {table.won[seat] + n}" for seat, n in pairs)
    ends = words.say("advice.claim", final=final)
    proposer = facts.sitting(table.offer.seat)
    if proposer is None or not proposer.is_robot:
        return ends
    return f"{ends} {words.say('advice.claim.proved')}"  # a robot claims only what it has proved
