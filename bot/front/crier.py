"""Turn notifications: a mention or a direct message, deleted when it is no longer needed.

``bot.tables.summoning`` derives the due notifications from the table, the store keeps the sent
ones, and one run brings the second in line with the first.  Each message carries a nonce for its
purpose, so a kill between post and note posts nothing twice.  No player is notified twice for one
turn.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NamedTuple

import discord

from bot.front.allowance import Allowance
from bot.front.failures import FAILED, PASSING, meaning
from bot.front.languages import Languages
from bot.front.nonces import nonce_of
from bot.front.places import Places
from bot.front.zones import quiet_until, zone_of
from bot.keepers.rounds import Rounds, TryAgain
from bot.render.alert import direct_call, mentioning_call
from bot.render.names import safe_name
from bot.store.rows import Line
from bot.store.summons import Summons
from bot.store.wishes import Person
from bot.tables import Table, Tables
from bot.tables.summoning import LINES, due, is_past, needs_lines
from bot.terms import ENDED, Occasion, Summoning

log = logging.getLogger(__name__)

_PAUSES: Final = (6, 12, 24, 48, 60)  # seconds before each retry of a failed post
_OCCASIONS: Final = {
    Summoning.ALWAYS: tuple(Occasion),
    Summoning.LATE: (Occasion.LATE,),
    Summoning.NEVER: (),
    Summoning.DIRECT: tuple(Occasion),
}


class _Key(NamedTuple):
    """Identifies a notification, independent of its message."""

    user_id: int
    kind: Occasion
    turn: int


class Crier:
    """Notifies the players of all tables, each in the way they have chosen."""

    def __init__(
        self, tables: Tables, places: Places, languages: Languages, allowance: Allowance
    ) -> None:
        self._tables, self._places = tables, places
        self._allowance = allowance
        self._languages = languages
        self._said: dict[int, dict[_Key, Summons]] = {}
        self._presses: dict[int, set[tuple[int, int]]] = {}  # game -> (user, version)
        self._mornings: dict[int, asyncio.TimerHandle] = {}
        self._rounds = Rounds(tables, self._cry, pauses=_PAUSES)

    def poke(self, game_id: int) -> None:
        """Queue a table that has changed or has a notification due."""
        self._rounds.poke(game_id)

    async def stop(self, *, patience: float) -> None:
        """Finish the messages under way; the next start sends the rest."""
        for timer in self._mornings.values():
            timer.cancel()
        await self._rounds.stop(patience=patience)

    async def games(self) -> tuple[int, ...]:
        """Return the games with notifications that are not deleted yet."""
        services = self._tables.services
        return await services.store.summons.games(services.owned)

    async def starts(self, table: Table, user_id: int) -> None:
        """Record that the user is starting the match, so that they get no notification of it."""
        await self._note(table, Summons(user_id, Occasion.START, 0))

    @contextmanager
    def asked_to_deal(self, table: Table, user_id: int) -> Iterator[None]:
        """Record that the user asks for the next deal; if it is dealt, they know their turn.

        It is recorded first, because notifications go out as soon as there is a deck.
        """
        presses = self._presses.setdefault(table.id, set())
        press = (user_id, table.version)
        presses.add(press)
        try:
            yield
        except BaseException:
            presses.discard(press)
            raise

    def wake(self) -> None:
        """Queue the tables that wait for quiet hours: somebody's settings have changed."""
        for game_id in tuple(self._mornings):
            self.poke(game_id)

    # -- one run

    async def _cry(self, table: Table) -> None:
        if (timer := self._mornings.pop(table.id, None)) is not None:
            timer.cancel()
        said = await self._known(table)
        lines: Sequence[Line] = table.state.lines
        if needs_lines(table.state):
            lines = await self._tables.services.store.lists.newest_lines(table.id, LINES)
        for one in [one for one in said.values() if is_past(table.state, lines, one)]:
            await self._take_back(table, one)
        for one in due(table.state, lines, self._presses.get(table.id, ())):
            if _key(one) not in said:
                await self._call(table, one)
        if table.row.status in ENDED:
            self._said.pop(table.id, None)
            self._presses.pop(table.id, None)

    async def _known(self, table: Table) -> dict[_Key, Summons]:
        """Return the sent notifications of this table; only this process writes them."""
        if table.id not in self._said:
            stored = await self._tables.services.store.summons.of(table.id)
            self._said.setdefault(table.id, {_key(one): one for one in stored})
        return self._said[table.id]

    async def _note(self, table: Table, one: Summons) -> None:
        (await self._known(table))[_key(one)] = one
        await self._tables.services.store.summons.note(table.id, one)

    async def _take_back(self, table: Table, one: Summons) -> None:
        if one.message_id is not None and one.place_id is not None:
            place = self._places.client.get_partial_messageable(one.place_id)
            await self._allowance.turn()
            try:
                await place.get_partial_message(one.message_id).delete()
            except FAILED as error:
                _again_if_passing(table, error)
        await self._tables.services.store.summons.forget(table.id, one)
        (await self._known(table)).pop(_key(one), None)

    async def _call(self, table: Table, one: Summons) -> None:
        """Notify by the user's settings; quiet hours delay it."""
        person = await self._languages.person(one.user_id)
        if one.kind not in _OCCASIONS[person.summoning]:
            return
        now = self._tables.services.now()
        if (until := await self._quiet_until(table, person, now)) is not None:
            self._wait(table, until - now)
            return
        message = await self._sent(table, person, one)
        if message is not None:
            place = message.channel.id
            await self._note(table, replace(one, place_id=place, message_id=message.id))

    async def _quiet_until(self, table: Table, person: Person, now: int) -> int | None:
        if person.quiet_from is None:
            return None
        zone = person.zone or (await self._languages.server(table.row.guild_id)).zone
        return quiet_until(person.quiet_from, person.quiet_until, zone_of(zone), now)

    def _wait(self, table: Table, seconds: int) -> None:
        """Set a timer for the first quiet hours to end; the run then checks all users again."""
        loop = asyncio.get_running_loop()
        before = self._mornings.get(table.id)
        if before is not None and before.when() <= loop.time() + seconds:
            return
        if before is not None:
            before.cancel()
        self._mornings[table.id] = loop.call_later(seconds, self.poke, table.id)

    async def _sent(self, table: Table, person: Person, one: Summons) -> discord.Message | None:
        """Send a notification; None where that is not possible now."""
        try:
            if person.summoning is Summoning.DIRECT:
                message = await self._directly(table, person, one)
                if message is not None:
                    return message
            return await self._mention(table, one)
        except FAILED as error:
            _again_if_passing(table, error)
            return None

    async def _directly(self, table: Table, person: Person, one: Summons) -> discord.Message | None:
        """Send a direct message; None where the user blocks them (their settings show it)."""
        guild = self._places.client.get_guild(table.row.guild_id)
        preferred = "" if guild is None else str(guild.preferred_locale)
        words = await self._languages.of_person(person, table.row.guild_id, preferred)
        server = "" if guild is None else safe_name(guild.name)
        text = direct_call(words, one.kind, server, self._places.link(table), table.row.deadline)
        await self._allowance.turn(is_awaited=True)
        try:
            channel = await self._places.client.create_dm(discord.Object(one.user_id))
            await self._allowance.turn(is_awaited=True)
            return await channel.send(
                text, allowed_mentions=discord.AllowedMentions.none(), nonce=_nonce(table, one)
            )
        except FAILED as error:
            if meaning(error) in PASSING:
                raise
            newest = await self._languages.person(person.user_id)
            await self._languages.keep_person(replace(newest, refused=True))
            return None

    async def _mention(self, table: Table, one: Summons) -> discord.Message | None:
        """Mention the user in the table's channel or thread; the message mentions nobody else."""
        if self._places.rests(table):
            return None
        words = await self._places.words(table)
        await self._allowance.turn(is_awaited=True)
        return await self._places.of(table).send(
            mentioning_call(words, one.kind, f"<@{one.user_id}>", table.row.deadline),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(one.user_id)]),
            nonce=_nonce(table, one),
        )


def _key(one: Summons) -> _Key:
    return _Key(one.user_id, one.kind, one.turn)


def _nonce(table: Table, one: Summons) -> str:
    """Return the nonce of a notification: equal at every retry, different for every purpose."""
    return nonce_of(f"call/{table.id}/{one.user_id}/{one.kind}/{one.turn}")


def _again_if_passing(table: Table, error: Exception) -> None:
    """Raise TryAgain for a temporary failure, and log a permanent one."""
    if meaning(error) in PASSING:
        raise TryAgain(f"a call: {error}") from error
    log.info("a call at game %s could not be said or taken back: %s", table.id, error)
