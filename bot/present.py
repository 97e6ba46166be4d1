"""From a table and a viewer to a screen: the names, the language, and which message is due."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.analysis.postmortem import Kind
from bot.engine.cards import Card
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.render.alert import frozen_screen
from bot.render.board import board_screen
from bot.render.ended import closed_board_screen, started_screen, void_screen
from bot.render.facts import SeatFacts, TableFacts
from bot.render.hand import hand_screen
from bot.render.lobby import lobby_screen
from bot.render.names import safe_name
from bot.render.postmortem_verdict import Verdict
from bot.render.result import final_screen, result_screen
from bot.render.screen import Screen
from bot.render.words import Catalogue, Words
from bot.store.rows import Sitting
from bot.tables import Table, Tables
from bot.terms import Status

ROBOT_NAMES = ("Arkady", "Bella", "Dasha", "Gleb")


@dataclass(frozen=True, slots=True)
class Shown:
    """One public message: ``key`` tells messages of a table apart, as stored with the game."""

    key: str
    screen: Screen


class Present:
    """Screens of tables in the languages of those who look."""

    def __init__(self, tables: Tables, catalogue: Catalogue, default_locale: str) -> None:
        self.tables = tables
        self.catalogue = catalogue
        self.default_locale = default_locale
        self._names: dict[int, str] = {}

    # -- languages

    async def words_of(self, interaction: discord.Interaction) -> Words:
        """The language of whoever pressed."""
        store = self.tables.services.store
        person = await store.person(interaction.user.id)
        guild = await store.guild(interaction.guild_id) if interaction.guild_id else None
        wish = None if guild is None else guild.locale
        return self._words(person.locale, wish, interaction.locale.value)

    async def public_words(self, guild_id: int, preferred: str) -> Words:
        """The language of a server; ``preferred`` is what Discord knows of it."""
        guild = await self.tables.services.store.guild(guild_id)
        return self._words(None, guild.locale, preferred)

    def _words(self, user: str | None, guild: str | None, discord_locale: str) -> Words:
        known = discord_locale.partition("-")[0] in self.catalogue.languages
        return self.catalogue.words(
            self.catalogue.choose_locale(
                user, guild, discord_locale if known else self.default_locale
            )
        )

    # -- names

    async def remember_name(self, user: discord.User | discord.Member) -> None:
        """Keep the name under which a player is shown; bots see members only when they act."""
        name = user.display_name
        if self._names.get(user.id) == name:
            return
        await self.tables.services.store.set_name(user.id, name)
        self._names[user.id] = name

    async def name_of(self, user_id: int) -> str:
        """The safe name of a user."""
        if user_id not in self._names:
            person = await self.tables.services.store.person(user_id)
            self._names[user_id] = person.name or ""
        return safe_name(self._names[user_id] or f"{user_id % 10000:04}")

    # -- tables

    async def facts(self, table: Table) -> TableFacts:
        row = table.row
        seats: list[SeatFacts | None] = [None] * table.players()
        for sitting in table.sittings:
            seats[sitting.seat] = await self._seat(sitting)
        return TableFacts(
            game=table.id,
            status=row.status,
            host_id=row.host_id,
            seats=tuple(seats),
            clock=row.clock,
            deadline=row.deadline,
            votes=tuple([await self.name_of(vote.user_id) for vote in table.votes]),
            vote_kind=table.state.proposal(),
            friendly=row.friendly,
            levels=self.tables.services.levels,
        )

    async def facts_at(self, table: Table, sittings: Sequence[Sitting]) -> TableFacts:
        """The table with the names of those who had its seats in an earlier deal."""
        seats: list[SeatFacts | None] = [None] * table.players()
        for sitting in sittings:
            seats[sitting.seat] = await self._seat(sitting)
        return replace(await self.facts(table), seats=tuple(seats))

    async def verdict(self, table: Table, deal: int) -> Verdict | None:
        """What a scored deal was worth, once that is known to all."""
        found = await self.tables.services.store.review(table.id, deal)
        if found is None or not found.seats:
            return None
        return Verdict(Kind(found.kind), tuple(seat.worth for seat in found.seats))

    async def _seat(self, sitting: Sitting) -> SeatFacts:
        if sitting.user_id is None:
            level = self.tables.services.known(sitting.robot or "")
            return SeatFacts(self.robot_name(sitting.seat), None, level=level)
        return SeatFacts(await self.name_of(sitting.user_id), sitting.user_id, sitting.away)

    @staticmethod
    def robot_name(seat: int) -> str:
        return ROBOT_NAMES[seat]

    async def public(self, table: Table, words: Words) -> tuple[Shown, ...]:
        """The public messages that belong to the state; the last one is the newest."""
        facts, shows = await self.facts(table), table.row.shows
        seen = table.view_of(None)
        if facts.status is Status.LOBBY or (seen is None and facts.status is Status.VOID):
            return (Shown("lobby", self._lobby(table, facts, words)),)
        if facts.status is Status.FROZEN or seen is None:
            return (Shown(shows or "frozen", frozen_screen(facts, words)),)
        if facts.status is Status.VOID:
            return (Shown(shows or "void", void_screen(facts, words)),)
        if seen.table is None and seen.last is None:  # the draw, and the first shuffle
            return (self.started(table, facts, words),) if shows == "lobby" else ()
        if seen.table is None:
            verdict = await self.verdict(table, seen.deals)
            result = result_screen(seen, facts, words, verdict)
            shown = Shown(f"result {seen.deals}", result)
            if facts.status is not Status.OVER:
                return (shown,)
            return (shown, Shown("over", final_screen(seen, facts, words, verdict)))
        return (Shown(f"deal {seen.table.number}", board_screen(seen, facts, words)),)

    def started(self, table: Table, facts: TableFacts, words: Words) -> Shown:
        """What becomes of the lobby once the game has begun."""
        rules = parse_rules(table.row.rules)
        drawn = () if table.game is None else table.game.carry.drawn
        return Shown("lobby", started_screen(facts, rules, _thread_of(table), drawn, words))

    def _lobby(self, table: Table, facts: TableFacts, words: Words) -> Screen:
        if facts.status is Status.VOID:
            return void_screen(facts, words)
        rules = parse_rules(table.row.rules)
        return lobby_screen(facts, rules, self.tables.services.presets.differences(rules), words)

    async def retired(self, table: Table, words: Words) -> Shown | None:
        """What becomes of the message before the newest one: its end, without buttons."""
        facts, key = await self.facts(table), table.row.shows
        seen = table.view_of(None)
        if seen is None or not key:
            return None
        if key == "lobby":
            return self.started(table, facts, words)
        if seen.last is not None and key == f"deal {seen.last.number}":
            return Shown(key, closed_board_screen(seen, facts, words))
        if seen.last is not None and key == f"result {seen.last.number}":
            verdict = await self.verdict(table, seen.last.number)
            return Shown(key, result_screen(seen, facts, words, verdict))
        return None

    async def hand(
        self,
        table: Table,
        user_id: int,
        words: Words,
        picked: tuple[Card, ...] = (),
        note: str = "",
    ) -> Screen:
        """The private screen of a seated player.  Raises Refused for everybody else."""
        seen = table.view_of(table.seat_needed(user_id))
        if seen is None:
            raise Refused(Refusal.NOT_STARTED)
        return hand_screen(seen, await self.facts(table), words, picked=picked, note=note)


def _thread_of(table: Table) -> str:
    """A link to the table's thread; nothing when it is played in the channel."""
    place = table.row.place_id
    return "" if place in (None, table.row.channel_id) else f"<#{place}>"
