"""Titles as roles: given and taken once a day, whatever happens between two requests."""

from contextlib import suppress
from typing import Any, Final

import discord
import pytest

from bot.features.rankings.title_awards import award_titles
from bot.model.enums import ShardRange
from bot.model.periods import season_before
from bot.model.refusals import Refusal
from bot.model.settings import GuildSettings
from bot.model.values import replace
from bot.store.records import GameResults, SeatScore
from tests.store.making import append, line, new_game
from tests.support.room import Person, Room, words_of

HOUR: Final = 3600
DAY: Final = 24 * HOUR
NAMES: Final = ("Ana", "Boris", "Vera", "Goran", "Dora", "Emil", "Filip", "Greta")
DEALS: Final = 400  # of each match: after it a rating is no longer uncertain
ROUTE: Final = "/guilds/*/members/*"


class Club:
    """A server with eight members, of whom the first named plays best, and three title roles."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.people = [room.person(name) for name in NAMES]
        self.above = room.guild.create_role(
            "mod", permissions=discord.Permissions(manage_guild=True, manage_roles=True)
        )
        bot = self.backend.guilds[room.guild.id].members[self.backend.bot_user.id]
        self.own = bot.role_ids[-1]
        self.roles = [room.guild.create_role(name) for name in ("first", "second", "champion")]
        self.marta = room.person("Marta", roles=[self.above])
        self.permit()

    @property
    def backend(self) -> Any:
        return self.room.env.backend

    def permit(self, *, manage_roles: bool = True) -> None:
        """Let the bot's own role give roles, or forbid it."""
        rights = discord.Permissions(
            self.backend.get_role(self.room.guild.id, self.own).permissions
        )
        rights.update(administrator=False, manage_roles=manage_roles)
        self.edit(self.own, permissions=rights.value)

    def edit(self, role_id: int, **fields: object) -> None:
        """Change a role, of which the bot hears."""
        self.backend.edit_role(self.room.guild.id, role_id, fields)

    async def play(self, order: list[Person]) -> None:
        """Store a match of the last season for every three of the order; the first wins."""
        store, season = self.room.store, season_before(self.room.now())
        before = await store.preferences.guild(self.room.guild.id)
        for place in range(len(order) - 2):
            users = [one.id for one in order[place : place + 3]]
            balances = (6000, 0, -6000)
            scores = tuple(
                SeatScore(seat, user, None, balance, seat + 1, first_deal=1, last_deal=DEALS)
                for seat, (user, balance) in enumerate(zip(users, balances, strict=True))
            )
            game = await new_game(store, guild_id=before.guild_id)
            final = GameResults("russian", "sochi", season, False, scores)
            await append(store, game, line(0, at=self.room.now()), final=final)
        await store.preferences.set_guild(before)  # a test's new game resets them

    async def choose(self) -> None:
        """Choose the three roles by the command, below which the settings are those of a club."""
        await self.room.store.preferences.set_guild(GuildSettings(self.room.guild.id, min_games=1))
        self.room.bot.parts.preferences._servers.clear()
        first, second, champion = self.roles
        await self.room.command(
            self.marta, "pref server", first=first, second=second, champion=champion
        )

    async def round(self, later: float = 0) -> None:
        """Do the hourly work; the clock goes on before it."""
        if later:
            await self.room.later(later)
        with self.room.env._bot_scope():
            await award_titles(self.room.bot.parts.handler.services, self.room.bot)
        await self.room.env.settle()

    def holders(self, role: int) -> list[str]:
        members = self.backend.guilds[self.room.guild.id].members
        wanted = self.roles[role].id
        return [
            one.name
            for one in self.people
            if one.id in members and wanted in members[one.id].role_ids
        ]

    def requests(self) -> int:
        """Return how many requests about members there were so far."""
        return sum("/members/" in one.path for one in self.room.witness)

    @property
    def recorded(self) -> frozenset[tuple[int, int]]:
        rows = self.room.read("SELECT user_id, role_id FROM title")
        return frozenset((row["user_id"], row["role_id"]) for row in rows)


@pytest.fixture
async def club(room: Room) -> Club:
    """A club in which everybody is rated, at six in the morning, before the first round."""
    hourly = room.bot.lifecycle._hourly
    assert hourly is not None
    hourly.cancel()  # each test says when an hour is over
    found = Club(room)
    await found.play(found.people)
    await found.choose()
    await room.later(6 * HOUR)
    return found


async def test_roles_follow_the_rating_once_a_day(club: Club) -> None:
    await club.round()
    assert [club.holders(role) for role in range(3)] == [
        ["Ana", "Boris"],
        ["Vera", "Goran"],
        ["Ana"],
    ]
    before = club.requests()
    for _ in range(5):  # in the same day nothing more is asked
        await club.play(club.people[::-1])
        await club.round(HOUR)
    assert club.requests() == before
    for _ in range(4):
        await club.play(club.people[::-1])
    await club.round(DAY)
    assert club.holders(0) == ["Filip", "Greta"]
    assert club.holders(2) == ["Greta"]
    assert len(club.recorded) == 5


async def test_nothing_changes_while_a_match_of_theirs_runs(club: Club) -> None:
    ana = club.people[0]
    await club.room.seated(ana, robots=2)
    await club.room.start(ana)
    await club.round()
    assert club.holders(0) == ["Boris"]
    assert club.holders(1) == ["Vera", "Goran"]


async def test_who_hides_loses_the_role_within_the_hour(club: Club) -> None:
    await club.round()
    ana = club.people[0]
    person = await club.room.store.preferences.person(ana.id)
    await club.room.store.preferences.set_person(replace(person, ranked=False))
    await club.round()
    assert [club.holders(role) for role in range(3)] == [["Boris"], ["Vera", "Goran"], []]
    await club.round(DAY)
    assert "Ana" not in club.holders(0)
    assert club.holders(2) == ["Boris"]


async def test_who_is_forgotten_loses_the_role_and_the_record(club: Club) -> None:
    await club.round()
    ana = club.people[0]
    await club.room.store.privacy.erase(ana.id)
    held = (await club.room.store.privacy.export(ana.id)).titles
    assert {one.role_id for one in held} == {club.roles[0].id, club.roles[2].id}
    await club.round()
    assert "Ana" not in (*club.holders(0), *club.holders(2))
    assert (await club.room.store.privacy.export(ana.id)).titles == ()


async def test_a_role_given_by_hand_stays(club: Club) -> None:
    dora, ana = club.people[4], club.people[0]
    for one in (dora, ana):
        club.backend.add_member_role(club.room.guild.id, one.id, club.roles[0].id)
    await club.round()
    await club.round(DAY)
    assert club.holders(0) == ["Ana", "Boris", "Dora"]
    assert {user for user, role in club.recorded if role == club.roles[0].id} == {club.people[1].id}


async def test_who_has_left_is_no_error(club: Club) -> None:
    await club.round()
    club.room.guild.remove_member(club.people[0].actor)
    await club.round(DAY)
    assert club.holders(0) == ["Boris"]
    assert not [user for user, _ in club.recorded if user == club.people[0].id]


@pytest.mark.slow
async def test_a_missing_permission_is_told_once(club: Club) -> None:
    room = club.room
    club.backend.guilds[room.guild.id].system_channel_id = room.channel.id
    room.bot.get_guild(room.guild.id)._system_channel_id = room.channel.id  # type: ignore[union-attr]
    club.permit(manage_roles=False)
    await room.env.settle()
    asked = club.requests()
    for _ in range(3):
        await club.round(HOUR)
        await club.round(DAY)
    told = [one for one in room.public(room.channel) if room.say("titles.stopped") in words_of(one)]
    assert len(told) == 1
    assert room.sentence(Refusal.TITLE_PERMISSION) in words_of(told[0])
    assert club.requests() == asked
    await room.command(club.marta, "pref server")
    await room.press(club.marta, "server page titles", club.marta.private)
    assert room.sentence(Refusal.TITLE_PERMISSION) in words_of(club.marta.private)
    club.permit()
    await room.env.settle()
    await club.round(DAY)
    assert club.holders(0) == ["Ana", "Boris"]
    await room.press(club.marta, "server page titles", club.marta.private)
    assert room.sentence(Refusal.TITLE_PERMISSION) not in words_of(club.marta.private)


async def test_a_deleted_role_and_one_above_the_bot(club: Club) -> None:
    await club.round()
    first, second, _ = club.roles
    club.backend.delete_role(club.room.guild.id, first.id)
    top = max(role.position for role in club.backend.guilds[club.room.guild.id].roles.values())
    club.edit(second.id, position=top + 1)
    await club.room.env.settle()
    await club.round(DAY)
    assert club.holders(2) == ["Ana"]
    assert {role for _, role in club.recorded} == {second.id, club.roles[2].id}


async def test_roles_that_cannot_be_chosen(club: Club) -> None:
    room, marta = club.room, club.marta
    special = room.guild.create_role("app", managed=True)
    high = room.guild.create_role("high", position=50)
    simple = room.manager("Simon")  # may manage the server, not its roles
    for who, role, refusal in (
        (marta, special, Refusal.TITLE_ROLE_SPECIAL),
        (marta, high, Refusal.TITLE_ROLE_ABOVE),
        (simple, club.roles[0], Refusal.TITLE_ROLE_OTHERS),
    ):
        await room.command(who, "pref server", first=role)
        assert room.sentence(refusal) in words_of(who.private), refusal
    club.permit(manage_roles=False)
    await room.env.settle()
    await room.command(marta, "pref server", first=club.roles[0])
    assert room.sentence(Refusal.TITLE_PERMISSION) in words_of(marta.private)


async def test_a_role_chosen_no_more_is_taken(club: Club) -> None:
    await club.round()
    await club.room.command(club.marta, "pref server")
    await club.room.press(club.marta, "server page titles", club.marta.private)
    await club.room.press(club.marta, "server first 0", club.marta.private)
    await club.round(HOUR)
    assert club.holders(0) == []
    assert club.holders(1) == ["Vera", "Goran"]


async def test_another_process_has_the_server(club: Club) -> None:
    tables = club.room.bot.parts.handler.services.tables
    other = 1 - (club.room.guild.id >> 22) % 2
    tables.services = replace(tables.services, owned=ShardRange(other, other, 2))
    await club.round()
    assert club.holders(0) == []


class Killed(BaseException):
    """Stands for the end of the process."""


class Fuse:
    """Kills the process before or after a request about a member."""

    def __init__(self, room: Room) -> None:
        self._inner, self.left, self.is_before = room.bot.http.request, 0, False
        vars(room.bot.http)["request"] = self.request

    async def request(self, route: discord.http.Route, **how: Any) -> Any:
        if "/members/" not in route.path:
            return await self._inner(route, **how)
        self.left -= 1
        if self.left == 0 and self.is_before:
            raise Killed
        answer = await self._inner(route, **how)
        if self.left == 0:
            raise Killed
        return answer


@pytest.mark.slow
async def test_a_kill_between_two_requests_leaves_nothing_over(club: Club) -> None:
    """Killed at each request, before it and after it; the next process goes on."""
    fuse = Fuse(club.room)
    for later in (0, DAY):
        if later:
            for _ in range(9):
                await club.play(club.people[::-1])
            await club.room.later(later)
        for number in range(1, 12):
            for fuse.is_before in (True, False):
                fuse.left = number
                with suppress(Killed):
                    await club.round()
        fuse.left = 0
        await club.round()
        held = {
            (one.id, club.roles[role].id)
            for role in range(3)
            for one in club.people
            if one.name in club.holders(role)
        }
        assert held == club.recorded
        assert len(held) == 5


@pytest.mark.slow
@pytest.mark.parametrize("method", ["PUT", "DELETE", "GET"])
async def test_an_answer_that_is_lost(club: Club, method: str) -> None:
    club.room.sever(method, f"{ROUTE}*", times=1)
    if method == "DELETE":
        await club.round()
        for _ in range(9):
            await club.play(club.people[::-1])
    await club.round(DAY)
    await club.round(HOUR)
    assert len(club.recorded) == 5
    assert len(club.holders(0)) == 2
