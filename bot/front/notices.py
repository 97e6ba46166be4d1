"""Short channel messages that are not the table itself: clock moves, accepted claims.

Each runs in its own task, so that a slow post holds up no clock, no robot and no painting.  None is
retried, because the table shows all that counts.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Final

import discord

from bot.analysis.claims import Line
from bot.engine.cards import Seat
from bot.front.allowance import Allowance
from bot.front.facts import Facts
from bot.front.failures import FAILED
from bot.front.languages import Languages
from bot.front.layouts import Tiles, layout, with_tiles
from bot.front.places import Places
from bot.presets import parse_rules
from bot.render.agreements.phrases import game_title
from bot.render.alert import call_screen, proof_note
from bot.render.families import words_at
from bot.store import StorageTrouble
from bot.tables import Table
from bot.terms import Summoning

log = logging.getLogger(__name__)

_NOBODY = discord.AllowedMentions.none()
_PAUSE: Final = 30 * 60  # seconds between two mentions of a role


class Notices:
    """Sends short messages to the channel or thread of a table."""

    def __init__(
        self,
        places: Places,
        facts: Facts,
        languages: Languages,
        tiles: Tiles,
        allowance: Allowance,
    ) -> None:
        self._allowance = allowance
        self._places = places
        self._facts = facts
        self._languages = languages
        self._tiles = tiles
        self._under_way: set[asyncio.Task[None]] = set()

    def moved_for(self, table: Table, seat: Seat, how: str) -> None:
        """Announce that the clock moved for a player; ``how`` is once or away."""
        self._start(table, self._moved_for(table, seat, how))

    def offered(self, table: Table, heir: int) -> None:
        """Mention the user to whom a seat is offered."""
        self._start(table, self._offered(table, discord.Object(heir)))

    def proved(self, table: Table, seat: Seat, line: Line) -> None:
        """Announce that a claim was accepted at once, with its proof."""
        self._start(table, self._proved(table, seat, line))

    def removed(self, table: Table, user_id: int) -> None:
        """Mention a user whom the host has removed from their seat."""
        self._start(table, self._removed(table, user_id))

    def gather(self, table: Table) -> None:
        """Mention the seated users of a lobby that starts soon, unless they turned that off."""
        self._start(table, self._gather(table))

    def invited(self, table: Table, user_id: int, by: str) -> None:
        """Mention an invited user; ``by`` is the inviter's name, safe to show."""
        self._start(table, self._invited(table, user_id, by))

    def opened(self, table: Table) -> None:
        """Mention the role for open tables, at most twice an hour."""
        self._start(table, self._opened(table))

    def late(self, table: Table, hour: int) -> None:
        """Announce that an event scheduled for ``hour`` happens now."""
        self._start(table, self._say(table, "alert.late", when=f"<t:{hour}:t>"))

    def seats_free(self, table: Table) -> None:
        """Announce that the hour has come with free seats left."""
        self._start(table, self._seats_free(table))

    async def stop(self, *, patience: float) -> None:
        """Finish the posts under way; cancel them after ``patience`` seconds."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def _start(self, table: Table, said: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(_tried(table.id, said))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _removed(self, table: Table, user_id: int) -> None:
        words = await self._places.words(table)
        text = words.say("alert.removed", mention=f"<@{user_id}>")
        wanted = await self._wants(user_id)
        mentions = discord.AllowedMentions(users=[discord.Object(user_id)]) if wanted else _NOBODY
        await self._post(table, text, mentions)

    async def _wants(self, user_id: int) -> bool:
        """True if the user's settings allow any notification."""
        return (await self._languages.person(user_id)).summoning is not Summoning.NEVER

    async def _gather(self, table: Table) -> None:
        there = [one.user_id for one in table.sittings if one.user_id is not None]
        seated = [user_id for user_id in there if await self._wants(user_id)]
        if not seated or table.row.starts_at is None:
            return
        words = await self._places.words(table)
        names = ", ".join(f"<@{user_id}>" for user_id in seated)
        text = words.say("alert.gather", mentions=names, when=f"<t:{table.row.starts_at}:R>")
        users = [discord.Object(user_id) for user_id in seated]
        await self._post(table, text, discord.AllowedMentions(users=users))

    async def _opened(self, table: Table) -> None:
        services = self._facts.services
        role = await services.store.wishes.call_role(table.row.guild_id, services.now(), _PAUSE)
        if role is None:
            return
        mentions = discord.AllowedMentions(roles=[discord.Object(role)])
        await self._call(table, "opened", mentions, mention=f"<@&{role}>")

    async def _invited(self, table: Table, user_id: int, by: str) -> None:
        mentions = discord.AllowedMentions(users=[discord.Object(user_id)])
        await self._call(table, "invited", mentions, mention=f"<@{user_id}>", name=by)

    async def _call(
        self, table: Table, key: str, mentions: discord.AllowedMentions, **facts: str
    ) -> None:
        """Invite to a lobby: its game, its start time if scheduled, and a link."""
        if self._places.rests(table):
            return
        words, hour = await self._places.words(table), table.row.starts_at
        rules = parse_rules(table.row.rules)
        game = game_title(rules, words_at(rules, words))
        if hour is None:
            text = words.say(f"alert.{key}", game=game, **facts)
        else:
            text = words.say(f"alert.{key}_for", game=game, when=f"<t:{hour}:F>", **facts)
        screen = call_screen(table.id, text, self._places.link(table), words)
        view = layout(screen, self._tiles, words)
        await self._allowance.turn(is_awaited=True)
        await self._places.of(table).send(view=view, allowed_mentions=mentions)

    async def _seats_free(self, table: Table) -> None:
        words = await self._places.words(table)
        free = (await self._facts.of(table, words)).seats.count(None)
        await self._post(table, words.count("alert.seats_free", free))

    async def _say(self, table: Table, key: str, **facts: str) -> None:
        words = await self._places.words(table)
        await self._post(table, words.say(key, **facts))

    async def _moved_for(self, table: Table, seat: Seat, how: str) -> None:
        words = await self._places.words(table)
        name = (await self._facts.of(table, words)).name(seat)
        await self._post(table, words.say(f"alert.moved_{how}", name=name))

    async def _offered(self, table: Table, heir: discord.Object) -> None:
        words = await self._places.words(table)
        text = words.say("alert.offered", heir=f"<@{heir.id}>")
        await self._post(table, text, discord.AllowedMentions(users=[heir]))

    async def _proved(self, table: Table, seat: Seat, line: Line) -> None:
        words = await self._places.words(table)
        name = (await self._facts.of(table, words)).name(seat)
        await self._post(table, with_tiles(proof_note(line, name, words), self._tiles, words))

    async def _post(
        self, table: Table, text: str, mentions: discord.AllowedMentions = _NOBODY
    ) -> None:
        """Post unless the table's channel is unreachable; only a mention makes a sound."""
        if not self._places.rests(table):
            silent = mentions is _NOBODY
            await self._allowance.turn(is_awaited=True)
            await self._places.of(table).send(text, allowed_mentions=mentions, silent=silent)


async def _tried(game_id: int, said: Coroutine[None, None, None]) -> None:
    try:
        await said
    except (*FAILED, StorageTrouble) as error:
        log.warning("a word beside game %s was not said: %s", game_id, error)
    except Exception as error:  # its message might name cards
        log.error("a word beside game %s failed: %s", game_id, type(error).__name__)
