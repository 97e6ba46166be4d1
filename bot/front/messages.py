"""Public messages of a table: the current ones, and the final form of the one before."""

from dataclasses import dataclass

from bot.front.facts import Facts
from bot.presets import Presets, parse_rules
from bot.render.alert import frozen_screen
from bot.render.facts import TableFacts
from bot.render.screen import Screen
from bot.render.table.board import board_screen
from bot.render.table.ended import closed_board_screen, started_screen, void_screen
from bot.render.table.lobby import lobby_screen
from bot.render.table.result import final_screen, result_screen
from bot.render.words import Words
from bot.tables import Table
from bot.terms import Status


@dataclass(frozen=True, slots=True)
class Shown:
    """One public message; ``key`` identifies it within the table, as stored with the game."""

    key: str
    screen: Screen


class Messages:
    """Builds the public messages of tables."""

    def __init__(self, facts: Facts, presets: Presets) -> None:
        self.facts = facts
        self._presets = presets

    async def public(self, table: Table, words: Words) -> tuple[Shown, ...]:
        """Return the public messages of the current state, the newest one last."""
        shows, seen = table.row.shows, table.view_of(None)
        if table.unreadable or table.row.status is Status.FROZEN:
            return (Shown(shows or "frozen", frozen_screen(table.id, words)),)
        facts = await self.facts.of(table, words)
        if facts.status is Status.LOBBY or (seen is None and facts.status is Status.VOID):
            return (Shown("lobby", self._lobby(table, facts, words)),)
        if seen is None:
            return (Shown(shows or "frozen", frozen_screen(table.id, words)),)
        if facts.status is Status.VOID:
            return (Shown(shows or "void", void_screen(facts, words)),)
        if seen.table is None and seen.last is None:  # the draw, and the first shuffle
            return (self.started(table, facts, words),) if shows == "lobby" else ()
        if seen.table is None:
            facts = await self.facts.after_deal(facts, seen.deals)
            verdict = await self.facts.verdict(table, seen.deals)
            result = result_screen(seen, facts, words, verdict)
            shown = Shown(f"result {seen.deals}", result)
            if facts.status is not Status.OVER:
                return (shown,)
            written, shares = await self.facts.written(table), await self.facts.shares(table, words)
            final = final_screen(seen, facts, words, verdict, written, shares)
            return (shown, Shown("over", final))
        return (Shown(f"deal {seen.table.number}", board_screen(seen, facts, words)),)

    def started(self, table: Table, facts: TableFacts, words: Words) -> Shown:
        """Return the final form of the lobby, once the game has begun."""
        rules = parse_rules(table.row.rules)
        drawn = () if table.game is None else table.game.carry.drawn
        return Shown("lobby", started_screen(facts, rules, _thread_of(table), drawn, words))

    def _lobby(self, table: Table, facts: TableFacts, words: Words) -> Screen:
        if facts.status is Status.VOID:
            return void_screen(facts, words)
        rules = parse_rules(table.row.rules)
        return lobby_screen(facts, rules, self._presets.differences(rules), words)

    async def retired(self, table: Table, words: Words) -> Shown | None:
        """Return the final form, without buttons, of the message before the newest one."""
        key, seen = table.row.shows, table.view_of(None)
        if not key or table.unreadable:
            return None
        facts = await self.facts.of(table, words)
        if seen is None:
            return None
        if key == "lobby":
            return self.started(table, await self.facts.before_deal(table, 1, words), words)
        if seen.last is not None and key == f"deal {seen.last.number}":
            return Shown(key, closed_board_screen(seen, facts, words))
        if seen.last is not None and key == f"result {seen.last.number}":
            verdict = await self.facts.verdict(table, seen.last.number)
            facts = await self.facts.before_deal(table, seen.last.number + 1, words)
            facts = await self.facts.after_deal(facts, seen.last.number)
            return Shown(key, result_screen(seen, facts, words, verdict))
        return None


def _thread_of(table: Table) -> str:
    """Return a link to the table's thread; "" for a table in the channel itself."""
    place = table.row.place_id
    return "" if place in (None, table.row.channel_id) else f"<#{place}>"
