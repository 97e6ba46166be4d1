"""Runs the leagues of this process: draws, opens and scores what is due, and posts the news.

All state is in the store.  A step is one line of a league's log, written at the version that was
read: after a kill, or a step of another process, the next look finds what is left to do.  The pages
of a league show what ``load_league`` has read, too.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Final

import discord

from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.public_posts import ServerPost, post_in_channel
from bot.discord_ui.start_times import zone_of
from bot.engine import families
from bot.features.leagues import course
from bot.features.leagues.course import BY_RULING, WatchTable
from bot.features.leagues.formats import parse_plan
from bot.features.leagues.league_log import (
    LeagueEvent,
    LeagueLine,
    LeagueState,
    Leave,
    Open,
    Result,
    Walkover,
    line_text,
    replay,
)
from bot.features.leagues.league_screens import LeaguePageData, news_screen
from bot.model.enums import Status
from bot.model.refusals import Refused
from bot.model.values import Record, replace
from bot.presets import parse_rules, rules_text
from bot.store import GameDamaged, Store
from bot.store.queries.leagues import LeagueRow, StoredLine
from bot.store.records import GameLog, GameRow, LeagueTable, SeatScore
from bot.workers import TooSlow


class LoadedLeague(Record):
    """A league at its newest line; ``users`` and ``names`` (safe ones) are by number."""

    row: LeagueRow
    state: LeagueState
    lines: tuple[LeagueLine, ...]
    users: Mapping[int, int]
    names: Mapping[int, str]
    authors: Mapping[int, str]  # names of the people behind lines, by user id
    zone: tzinfo
    services: Services

    @property
    def channel_id(self) -> int:
        """The channel in which tables are opened and news posted."""
        return self.state.channel or self.row.channel_id

    def number_of(self, user_id: int) -> int | None:
        """Return the number of a person in the league; None if they have none."""
        return next((number for number, user in self.users.items() if user == user_id), None)

    def rules_of(self, round_number: int, players: int) -> str:
        """Return the rules of a round's table as text, for so many players."""
        text = self.state.plan.rules_of(round_number)
        rules = parse_rules(text)
        if rules.players == players:
            return text
        presets = self.services.presets
        changes = {**dict(presets.differences(rules)), "players": players}
        return rules_text(presets.rules(rules.preset, **changes))

    def page_data(self) -> LeaguePageData:
        """Return what the pages of the league show."""
        now = self.services.tables.services.now()
        return LeaguePageData(
            league_id=self.row.league_id,
            name=self.row.name,
            state=self.state,
            lines=self.lines,
            channel_id=self.channel_id,
            names=self.names,
            authors=self.authors,
            zone=self.zone,
            now=now,
        )


async def load_league(services: Services, league_id: int) -> LoadedLeague | None:
    """Return a league; None for an unknown id.  Raises StorageTrouble."""
    stored = await services.store.leagues.get(league_id)
    if stored is None:
        return None
    guild = await services.store.preferences.guild(stored.row.guild_id)
    lines = tuple(LeagueLine(*line) for line in stored.lines)
    names = {number: await services.names.name_of(user) for number, user in stored.users.items()}
    authors = {one.by: await services.names.name_of(one.by) for one in lines if one.by}
    return LoadedLeague(
        *(stored.row, replay(parse_plan(stored.row.plan), lines), lines, stored.users, names),
        *(authors, zone_of(guild.zone), services),
    )


# The result of a league's table, read from its game: who played for whom, and what they won.

Users = Mapping[int, int]  # user ids by number; an erased member has none


async def result_of_table(
    services: Services, watch: WatchTable, members: Sequence[int], users: Users, now: int
) -> Result | Walkover | None:
    """Return the result of a table; None while it is played and has time left.

    A match that has not ended by ``watch.until`` counts as it stands then, as late.  A table
    that never began, was voided or cannot be read is a walk-over.
    """
    store, key, is_late = services.store, (watch.round, watch.table), now >= watch.until
    row = await _readable_row(store, watch.game)
    if row is None:
        return Walkover(*key, ())
    if row.status is Status.OVER:
        return await _result(store, watch, members, users)
    if row.status is Status.VOID or (is_late and row.started_at is None):
        came = await _people_who_came(store, watch.game, has_begun=row.started_at is not None)
        return Walkover(*key, tuple(one for one in members if users.get(one) in came))
    if not is_late:
        return None
    return await _unfinished(services, watch, members, users)


async def results_after_rulings(services: Services, league: LoadedLeague) -> tuple[Result, ...]:
    """Return the results that decisions about deals have changed since they were written.

    What a manager has corrected in the league stays as they wrote it.
    """
    ruled, found = await services.store.leagues.ruled_games(league.row.league_id), list[Result]()
    for key, table in sorted(league.state.tables.items()):
        old = table.result
        if table.game not in ruled or not isinstance(old, Result) or old.is_late:
            continue
        if (
            old.reason not in ("", BY_RULING)
            or await _readable_row(services.store, table.game) is None
        ):
            continue
        watch = WatchTable(*key, table.game, 0)
        new = await _result(services.store, watch, table.members, league.users)
        if isinstance(new, Result) and new.balances != old.balances:
            found.append(replace(old, balances=new.balances, reason=BY_RULING))
    return tuple(found)


async def _readable_row(store: Store, game: int) -> GameRow | None:
    try:
        stored = await store.game_queries.load(game)
    except GameDamaged:
        return None
    return None if stored is None or stored.damaged else stored.game


async def _people_who_came(store: Store, game: int, *, has_begun: bool) -> frozenset[int]:
    """Return the people who sat at a table that was not played to its end, or acted there."""
    if not has_begun:
        seated = await store.game_queries.sittings(game)
        return frozenset(one.user_id for one in seated if one.user_id is not None)
    try:
        log = await store.game_queries.log_of(game)
    except GameDamaged:
        return frozenset()
    return frozenset() if log is None else _people_who_acted(log)


async def _result(
    store: Store, watch: WatchTable, members: Sequence[int], users: Users
) -> Result | Walkover:
    try:
        log = await store.game_queries.log_of(watch.game)
    except GameDamaged:
        log = None
    if log is None:
        return Walkover(watch.round, watch.table, ())
    return _scored(watch, members, users, log.scores, log, is_late=False)


async def _unfinished(
    services: Services, watch: WatchTable, members: Sequence[int], users: Users
) -> Result | Walkover:
    """Return what stands on the sheet of a match whose time is over."""
    try:
        state = await (await services.tables.get(watch.game)).fresh_state()
        log = await services.store.game_queries.log_of(watch.game)
    except (Refused, GameDamaged):
        return Walkover(watch.round, watch.table, ())
    if state.game is None or log is None:
        return Walkover(watch.round, watch.table, ())
    rules = parse_rules(state.row.rules)
    balances = families.family_of(rules).balance(rules, state.game.carry.sheet)
    scores = tuple(
        SeatScore(one.seat, one.user_id or one.kept_for, one.robot, balances[one.seat], 0)
        for one in state.seat_holders
    )
    return _scored(watch, members, users, scores, log, is_late=True)


def _people_who_acted(log: GameLog) -> frozenset[int]:
    """Return the people who made a move of their own."""
    return frozenset(int(line.by) for line in log.lines if line.by.isdecimal())


def _seats_played_for(log: GameLog) -> frozenset[int]:
    """Return the seats for which the clock or a robot moved; four players rest by turns."""
    return frozenset(line.seat for line in log.lines if not line.by.isdecimal() and line.seat >= 0)


def _scored(
    watch: WatchTable,
    members: Sequence[int],
    users: Users,
    scores: Sequence[SeatScore],
    log: GameLog,
    *,
    is_late: bool,
) -> Result | Walkover:
    """Return balances by member.

    A member who did not play is absent: they were not there, or others made all their moves.
    The seat that belongs to no member is written under their number.  Where nobody played it is a
    walk-over.
    """
    numbers = {user: number for number, user in users.items() if number in members}
    balances, others, absent = dict[int, int](), dict[int, int](), set[int]()
    acted, played_for = _people_who_acted(log), _seats_played_for(log)
    for score in scores:
        number = numbers.get(score.user_id or 0)
        if number is not None:
            balances[number] = balances.get(number, 0) + score.balance
            if score.user_id not in acted and score.seat in played_for:
                absent.add(number)
        else:
            others[score.seat] = others.get(score.seat, 0) + score.balance
    absent |= {one for one in members if one not in balances}
    if absent == set(members):
        return Walkover(watch.round, watch.table, ())
    rest = [balance for _, balance in sorted(others.items())]
    for number in members:
        if number not in balances:
            balances[number] = rest.pop(0) if rest else 0
    ordered = {number: balances[number] for number in members}
    return Result(watch.round, watch.table, ordered, frozenset(absent), is_late)


log = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 30  # between two looks at tables that are being played
_ABSENT_SECONDS: Final = 600  # between two looks for the channel of a league
_DRAW_SECONDS: Final = 20.0
_MOST_STEPS: Final = 500  # of one league in a row


class LeagueRunner(Record):
    """Does what is due in a league."""

    services: Services
    client: discord.Client

    async def advance(self, league_id: int) -> None:
        """Take one step after the other while one is due, then sleep until the next."""
        for _ in range(_MOST_STEPS):
            league = await load_league(self.services, league_id)
            if league is None:
                return
            events, until = await self._next_events(league)
            if events:
                await self._append(league, events)
            elif until is not None and until <= 0:
                continue  # a table was opened
            else:
                await self._post_news(league)
                if await self.services.store.leagues.rest(league.row, len(league.lines), until):
                    return

    async def _next_events(
        self, league: LoadedLeague
    ) -> tuple[tuple[LeagueEvent, ...], int | None]:
        """Return the lines that are due, or none and when to look again: 0 at once, None never."""
        state, now = league.state, self.services.tables.services.now()
        gone = [one for one in state.active if one not in league.users]
        if gone and not state.is_over:  # erased by their own wish
            return tuple(map(Leave, gone)), None
        ruled = await results_after_rulings(self.services, league)
        if ruled:
            return ruled, None
        times = list[int]()
        for step in course.next_steps(state, now, league.zone):
            match step:
                case course.Wait(until):
                    return (), until
                case course.DrawTables(number):
                    work = self.services.workers.run(_DRAW_SECONDS, course.draw, state, number)
                    return await work, None
                case course.OpenTable():
                    if await self._has_channel(league):
                        await self._open(league, step)
                        return (), 0
                    return (), now + _ABSENT_SECONDS  # until a manager moves the league
                case course.WatchTable():
                    members = state.tables[step.round, step.table].members
                    found = await result_of_table(self.services, step, members, league.users, now)
                    if found is not None:
                        return (found,), None
                    times.append(step.until)
                case event:
                    return (event,), None
        return (), min([*times, now + _LOOK_SECONDS])

    async def _has_channel(self, league: LoadedLeague) -> bool:
        """Return False for a channel that was deleted, or a thread the bot may not see."""
        guild = self.client.get_guild(league.row.guild_id)
        if guild is None or guild.get_channel_or_thread(league.channel_id) is not None:
            return True
        try:  # a thread at rest is not listed
            await self.client.fetch_channel(league.channel_id)
        except (discord.NotFound, discord.Forbidden):
            return False
        except REQUEST_ERRORS:
            return True
        return True

    async def _append(self, league: LoadedLeague, events: tuple[LeagueEvent, ...]) -> None:
        now = self.services.tables.services.now()
        lines = [
            StoredLine(version, now, 0, line_text(event))
            for version, event in enumerate(events, start=len(league.lines))
        ]
        await self.services.store.leagues.append(league.row.league_id, lines)

    async def _open(self, league: LoadedLeague, step: course.OpenTable) -> None:
        """Open a table with its members seated; the first of them deals first."""
        services, state = self.services, league.state
        members = state.tables[step.round, step.table].members
        text = line_text(Open(step.round, step.table, 0)).removesuffix(" 0")
        now = services.tables.services.now()
        turn = LeagueTable(league.row.league_id, len(league.lines), now, text)
        try:
            table = await services.tables.open_league(
                turn,
                guild_id=league.row.guild_id,
                channel_id=league.channel_id,
                rules=league.rules_of(step.round, len(members)),
                members=[league.users[one] for one in members if one in league.users],
                starts_at=step.starts_at,
            )
        except Refused:  # the league has gone on meanwhile: look again
            return
        services.tables.services.on_change(table.id)
        services.server_events.poke(league.row.guild_id)

    async def _post_news(self, league: LoadedLeague) -> None:
        """Post what has happened since the last post; what fails for now is posted later."""
        row, services = league.row, self.services
        guild = self.client.get_guild(row.guild_id)
        if len(league.lines) <= row.posted or guild is None:
            return
        preferred = str(guild.preferred_locale)
        words = await services.preferences.words_for_server(row.guild_id, preferred)
        screen = news_screen(league.page_data(), row.posted, words)
        if screen is not None:
            nonce = nonce_of(f"league {row.league_id} {len(league.lines)}")
            post = ServerPost(row.guild_id, league.channel_id, screen, words, nonce)
            try:
                await post_in_channel(services, self.client, post)
            except TooSlow:
                return
            except REQUEST_ERRORS as error:
                if failure_of(error) is RequestFailure.BUSY:
                    return
                log.warning("the news of league %s were not posted: %s", row.league_id, error)
        await services.store.leagues.set_posted(row.league_id, len(league.lines))
