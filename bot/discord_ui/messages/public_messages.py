"""Public messages of a table: the current ones, and the final form of the one before."""

from dataclasses import dataclass

from bot.discord_ui.table_data import TableDataLoader
from bot.model.enums import Status
from bot.presets import Presets, parse_rules
from bot.render.announcement_screens import frozen_screen
from bot.render.screen import Screen
from bot.render.screen_data import TableData
from bot.render.table.board import board_screen
from bot.render.table.finished import closed_board_screen, started_screen, void_screen
from bot.render.table.lobby_screens import lobby_screen
from bot.render.table.result import final_screen, result_screen
from bot.render.words import Words
from bot.tables import Table


@dataclass(frozen=True, slots=True)
class PublicMessage:
    """One public message; ``key`` identifies it within the table, as stored with the game."""

    key: str
    screen: Screen


class PublicMessages:
    """Builds the public messages of tables."""

    def __init__(self, table_data: TableDataLoader, presets: Presets) -> None:
        self.table_data = table_data
        self._presets = presets

    async def current(self, table: Table, words: Words) -> tuple[PublicMessage, ...]:
        """Return the public messages of the current state, the newest one last."""
        shows, seen = table.row.shows, table.view_of(None)
        if table.load_refusal or table.row.status is Status.FROZEN:
            return (PublicMessage(shows or "frozen", frozen_screen(table.id, words)),)
        facts = await self.table_data.of(table, words)
        if facts.status is Status.LOBBY or (seen is None and facts.status is Status.VOID):
            return (PublicMessage("lobby", self._lobby_screen(table, facts, words)),)
        if seen is None:
            return (PublicMessage(shows or "frozen", frozen_screen(table.id, words)),)
        if facts.status is Status.VOID:
            return (PublicMessage(shows or "void", void_screen(facts, words)),)
        if seen.table is None and seen.last is None:  # the draw, and the first shuffle
            return (self.final_lobby(table, facts, words),) if shows == "lobby" else ()
        if seen.table is None:
            facts = await self.table_data.after_deal(facts, seen.deals)
            verdict = await self.table_data.deal_verdict(table, seen.deals)
            result = result_screen(seen, facts, words, verdict)
            shown = PublicMessage(f"result {seen.deals}", result)
            if facts.status is not Status.OVER:
                return (shown,)
            written, shares = (
                await self.table_data.score_entries(table),
                await self.table_data.shared_seat_scores(table, words),
            )
            final = final_screen(seen, facts, words, verdict, written, shares)
            return (shown, PublicMessage("over", final))
        return (PublicMessage(f"deal {seen.table.number}", board_screen(seen, facts, words)),)

    async def closed_lobby(self, table: Table, words: Words) -> PublicMessage:
        """Return the final form of the lobby in the table's present state."""
        return self.final_lobby(table, await self.table_data.of(table, words), words)

    def final_lobby(self, table: Table, table_data: TableData, words: Words) -> PublicMessage:
        """Return the final form of the lobby, once the game has begun."""
        rules = parse_rules(table.row.rules)
        drawn = () if table.game is None else table.game.carry.drawn
        return PublicMessage(
            "lobby", started_screen(table_data, rules, _thread_link(table), drawn, words)
        )

    def _lobby_screen(self, table: Table, table_data: TableData, words: Words) -> Screen:
        if table_data.status is Status.VOID:
            return void_screen(table_data, words)
        rules = parse_rules(table.row.rules)
        return lobby_screen(table_data, rules, self._presets.differences(rules), words)

    async def final_form(self, table: Table, words: Words) -> PublicMessage | None:
        """Return the final form, without buttons, of the message before the newest one."""
        key, seen = table.row.shows, table.view_of(None)
        if not key or table.load_refusal:
            return None
        facts = await self.table_data.of(table, words)
        if seen is None:
            return None
        if key == "lobby":
            return self.final_lobby(
                table, await self.table_data.before_deal(table, 1, words), words
            )
        if seen.last is not None and key == f"deal {seen.last.number}":
            return PublicMessage(key, closed_board_screen(seen, facts, words))
        if seen.last is not None and key == f"result {seen.last.number}":
            verdict = await self.table_data.deal_verdict(table, seen.last.number)
            facts = await self.table_data.before_deal(table, seen.last.number + 1, words)
            facts = await self.table_data.after_deal(facts, seen.last.number)
            return PublicMessage(key, result_screen(seen, facts, words, verdict))
        return None


def _thread_link(table: Table) -> str:
    """Return a link to the table's thread; "" for a table in the channel itself."""
    place = table.row.place_id
    return "" if place in (None, table.row.channel_id) else f"<#{place}>"
