"""Leagues in the store: lines are only added, at the version that was read, on both databases."""

import asyncio

import pytest

from bot.model.enums import Clock, Status
from bot.store import Store, WriteRefused
from bot.store.queries.leagues import MOST_OPEN_LEAGUES, LeagueRow, StoredLine
from bot.store.records import LeagueTable, NewGame, SeatHolder

ANA, BORIS, VERA = 11, 12, 13
SERVER = 1


def row(name: str = "Autumn", wake: int | None = 100) -> LeagueRow:
    return LeagueRow(0, SERVER, 5, name, "{}", 9, wake)


def line(version: int, text: str, by: int = 0) -> StoredLine:
    return StoredLine(version, 10, by, text)


def new_game(league: LeagueTable) -> NewGame:
    return NewGame(
        guild_id=SERVER,
        channel_id=5,
        host_id=-1,
        rules="rules",
        clock=Clock.NORMAL,
        friendly=False,
        at=10,
        deadline=90,
        sittings=tuple(SeatHolder(seat, one, None) for seat, one in enumerate((ANA, BORIS, VERA))),
        seed=bytes(32),
        starts_at=80,
        league=league,
    )


async def test_of_two_writers_at_one_version_one_is_told_to_read_again(store: Store) -> None:
    league = await store.leagues.create(row())
    done = await asyncio.gather(
        *(store.leagues.append(league, (line(0, f"enter {n}"),)) for n in range(5))
    )
    assert sorted(done) == [False] * 4 + [True]
    found = await store.leagues.get(league)
    assert found is not None
    assert len(found.lines) == 1
    assert not await store.leagues.append(league, (line(2, "end"),))


async def test_a_member_keeps_their_number(store: Store) -> None:
    league = await store.leagues.create(row())

    async def enter(version: int, user: int) -> bool:
        return await store.leagues.enter(league, version, user, 10, "enter {}".format)

    assert await enter(0, ANA)
    assert await enter(1, BORIS)
    assert await enter(2, ANA)
    assert not await enter(2, VERA)
    found = await store.leagues.get(league)
    assert found is not None
    assert [one.text for one in found.lines] == ["enter 1", "enter 2", "enter 1"]
    assert found.users == {1: ANA, 2: BORIS}


async def test_a_league_that_has_changed_is_not_put_to_rest(store: Store) -> None:
    league = await store.leagues.create(row())
    found = await store.leagues.get(league)
    assert found is not None
    assert await store.leagues.append(league, (line(0, "enter 1"),))
    assert not await store.leagues.rest(found.row, 0, None)
    await store.leagues.set_wake(league, -1)
    assert not await store.leagues.rest(found.row, 1, None)
    assert [one.game_id for one in await store.leagues.due(50)] == [league]
    assert await store.leagues.rest(found.row._replace(wake=-1), 1, None)
    assert not await store.leagues.due(50)


async def test_a_table_is_opened_once_with_its_line_or_not_at_all(store: Store) -> None:
    league = await store.leagues.create(row())
    await store.leagues.append(league, (line(0, "draw 1 1.2.3"),))
    turn = LeagueTable(league, 1, 10, "open 1 1")
    opened = await store.games.open_game(new_game(turn))
    with pytest.raises(WriteRefused):
        await store.games.open_game(new_game(turn))
    found = await store.leagues.get(league)
    assert found is not None
    game = opened.game.game_id
    assert [one.text for one in found.lines] == ["draw 1 1.2.3", f"open 1 1 {game}"]
    assert await store.leagues.league_of_game(game) == league
    assert await store.leagues.league_of_game(game + 1) is None
    assert [one.user_id for one in opened.sittings] == [ANA, BORIS, VERA]


async def test_the_limits_of_a_server_do_not_bar_a_league(store: Store) -> None:
    league = await store.leagues.create(row())
    for version in range(12):  # a player may sit at three tables, a server has ten
        turn = LeagueTable(league, version, 10, f"open 1 {version + 1}")
        opened = await store.games.open_game(new_game(turn))
        assert len(opened.sittings) == 3
        assert opened.game.status is Status.LOBBY


async def test_a_server_has_so_many_leagues_and_a_name_once(store: Store) -> None:
    for n in range(MOST_OPEN_LEAGUES - 1):
        await store.leagues.create(row(f"league {n}"))
    with pytest.raises(WriteRefused):
        await store.leagues.create(row("league 1"))
    last = await store.leagues.create(row("last"))
    with pytest.raises(WriteRefused):
        await store.leagues.create(row("one more"))
    await store.leagues.set_wake(last, None)
    again = await store.leagues.create(row("last"))
    assert [one.league_id for one in await store.leagues.of_guild(SERVER)][:2] == [again, last]


async def test_due_are_leagues_whose_time_has_come(store: Store) -> None:
    first = await store.leagues.create(row("first", 50))
    second = await store.leagues.create(row("second", 70))
    assert [one.game_id for one in await store.leagues.due(60)] == [first]
    assert await store.leagues.next_wake(60) == 70
    await store.leagues.set_wake(first, None)
    await store.leagues.set_wake(second, None)
    assert await store.leagues.due(100) == ()
    assert await store.leagues.next_wake() is None


async def test_a_person_is_exported_and_forgotten_and_the_lines_stay(store: Store) -> None:
    league = await store.leagues.create(row())
    await store.leagues.enter(league, 0, ANA, 10, "enter {}".format)
    await store.leagues.append(league, (line(1, "grant 1 10 fair", by=VERA),))
    (own,) = (await store.privacy.export(ANA)).leagues
    (managed,) = (await store.privacy.export(VERA)).leagues
    assert (own.name, own.number, [one.text for one in own.lines]) == ("Autumn", 1, ["enter 1"])
    assert (managed.number, [one.text for one in managed.lines]) == (None, ["grant 1 10 fair"])
    assert (await store.privacy.counts(ANA)).leagues == 1
    for user in (ANA, VERA):
        await store.privacy.erase(user)
        assert (await store.privacy.export(user)).leagues == ()
    found = await store.leagues.get(league)
    assert found is not None
    assert found.users == {}
    assert [(one.author_id, one.text) for one in found.lines] == [
        (0, "enter 1"),
        (0, "grant 1 10 fair"),
    ]


async def test_a_league_that_ended_long_ago_names_nobody(store: Store) -> None:
    league = await store.leagues.create(row())
    await store.leagues.enter(league, 0, ANA, 10, "enter {}".format)
    await store.retention.delete_old_practice(1000)
    running = await store.leagues.get(league)
    assert running is not None
    assert running.users == {1: ANA}
    await store.leagues.set_wake(league, None)
    await store.retention.delete_old_practice(1000)
    over = await store.leagues.get(league)
    assert over is not None
    assert over.users == {}


async def test_a_server_that_removed_the_bot_loses_its_leagues(store: Store) -> None:
    league = await store.leagues.create(row())
    await store.leagues.enter(league, 0, ANA, 10, "enter {}".format)
    await store.retention.anonymise_guild(SERVER)
    assert await store.leagues.get(league) is None
