"""Ownership of results: for players who left, came back or handed over, and for the others."""

from random import Random

import pytest

from bot.cli.verify import find_differences
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.ledger import BLANK_SHEET
from bot.engine.notation import format_action
from bot.model.enums import Clock, Departure, Status
from bot.model.leaderboards import LeaderboardFilter, is_win
from bot.model.refusals import Refusal
from bot.model.values import replace
from bot.presets import OptionSetting
from bot.store.records import SeatScore
from bot.tables import Table, changes, leaving, moves, voting
from bot.tables.moves import places_of
from bot.tables.state import ChangeContext, TableState, with_seat_holder
from tests.support.informed_actions import agree, decline, leave
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House, settled
from tests.tables.test_seats import refused

ZOYA = 15
DAY = 24 * 3600
LONG = {"sochi": 20, "serbian": 60, "viennese": 20}


async def begun(
    house: House,
    *users: int,
    preset: str = "sochi",
    clock: Clock = Clock.NONE,
    **options: OptionSetting,
) -> Table:
    """Begin a long match with robots on the other seats, and the default clock."""
    rules = house.tables.services.presets.rules(preset, **options)
    rules = family_of(rules).with_target(rules, LONG[preset])
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=users[0], rules=rules, clock=clock
    )
    for user in users[1:]:
        await table.change(changes.join, user)
    for _ in range(rules.players - len(users)):
        await table.change(changes.add_robot, users[0])
    assert house.driver is not None
    await table.change(moves.start_match, users[0], house.driver.draw(rules))
    return table


async def play(house: House, table: Table, deals: int, cards: int = 0) -> None:
    """Play at random until so many deals are scored, and so many lines more."""
    chance = Random(deals)
    while (game := table.game) is not None and (game.carry.number < deals or cards > 0):
        cards -= game.carry.number >= deals
        if (seat := to_act(game)) is None:
            return
        if seat == TABLE_SEAT:
            assert house.driver is not None
            await house.driver.deal(table, table.version)
            continue
        said = [
            one for one in legal_actions(game, seat) if not format_action(one).startswith("claim")
        ]
        user = table.state.seat_holder(seat).user_id
        by = "robot" if user is None else str(user)
        await table.change(moves.make_move, seat, table.version, chance.choice(said), by)


def balances(table: Table) -> tuple[int, ...]:
    assert table.game is not None
    game = table.game
    return family_of(game.rules).balance(game.rules, game.carry.sheet)


async def results(house: House, table: Table) -> dict[int | None, SeatScore]:
    """Return the stored scores by person, after checking that they sum to zero."""
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    assert find_differences(log) == ()
    assert await house.store.game_queries.faults(table.id) == ()
    assert sum(score.balance for score in log.scores) == 0
    assert log.shares == ()
    return {score.user_id: score for score in log.scores}


async def test_who_leaves_keeps_the_result_and_has_not_won(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1, cards=3)
    await table.change(leave, BORIS)
    kept = table.state.seat_holder(1)
    assert (kept.user_id, kept.robot, kept.kept_for, kept.left_in) == (None, "beginner", BORIS, 2)
    await refused(Refusal.HAS_LEFT, table.change(moves.act, BORIS, table.version, "pass"))
    await refused(Refusal.SEAT_KEPT, table.change(changes.join, EGOR))
    await play(house, table, 3)
    made = balances(table)
    await table.change(moves.end_match)
    found = await results(house, table)
    assert found[BORIS] == SeatScore(1, BORIS, None, made[1], 3, mark=Departure.LEFT, last_deal=2)
    assert {found[ANA].place, found[VERA].place} == {1, 2}
    (game,) = await house.store.leaderboards.history(1, 9)
    assert not game.with_robots  # it stays a rated match for the players who stayed
    (row,) = await house.store.statistics.matches(1, BORIS)
    assert (row.games, row.wins, row.balance, row.left) == (1, 0, made[1], 1)


def test_a_match_is_won_by_those_who_stay() -> None:
    assert places_of((40, -10, -30), (True, False, False)) == (3, 1, 2)
    assert places_of((0, 0, 0), (False, True, True)) == (1, 2, 2)


async def test_who_comes_back_has_never_left(house: House) -> None:
    """A return is possible at any time, also during a pause; the host's role is not returned."""
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1, cards=2)
    await table.change(leave, ANA)
    assert table.row.host_id == BORIS
    for user in (BORIS, VERA):
        await table.change(changes.propose, user, changes.PAUSE_VOTE)
    await table.change(leaving.rejoin_match, ANA)
    assert table.row.status is Status.PAUSED
    assert table.state.seat_of(ANA) == 0
    await table.change(changes.resume, ANA)
    await refused(Refusal.NOT_AWAY, table.change(leaving.rejoin_match, ANA))
    await table.change(leave, VERA)
    await table.change(changes.join, VERA)  # in the form of typed text
    await table.change(moves.end_match)
    found = await results(house, table)
    assert [score.mark for score in found.values()] == [None] * 3


async def test_the_last_one_to_leave_erases_nothing(house: House) -> None:
    """Alone among robots the match is stored as left.

    With others' results at stake it is settled.
    """
    alone = await begun(house, ANA)
    await play(house, alone, 1)
    await alone.change(leave, ANA)
    found = await results(house, alone)
    assert alone.row.status is Status.OVER
    assert (found[ANA].mark, found[ANA].place) == (Departure.LEFT, 3)
    nothing = await begun(house, ANA, BORIS)
    await play(house, nothing, 0, cards=2)
    for user in (ANA, BORIS):
        await nothing.change(leave, user)
    assert nothing.row.status is Status.VOID
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 2)
    for user in (ANA, BORIS, VERA):
        await table.change(leave, user)
    found = await results(house, table)
    assert [found[user].mark for user in (ANA, BORIS, VERA)] == [None] * 3


async def test_people_who_get_up_one_after_the_other_have_all_stayed(house: House) -> None:
    """Nobody wins by getting up last: no deal was scored since the first of them left."""
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 2, cards=2)
    made = balances(table)
    for user in (ANA, BORIS, VERA):
        await table.change(leave, user)
    found = await results(house, table)
    places = places_of(made, (False,) * 3)
    for seat, user in enumerate((ANA, BORIS, VERA)):
        assert found[user] == SeatScore(seat, user, None, made[seat], places[seat])
    assert [table.state.seat_of(user) for user in (ANA, BORIS, VERA)] == [0, 1, 2]


async def test_a_seat_handed_over_at_even_shares_the_first_place(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1)
    state, game = table.state, table.game
    assert game is not None
    even = game._replace(carry=replace(game.carry, sheet=BLANK_SHEET))
    score = leaving._score_share(state, even, state.seat_holder(1))
    assert score is not None
    assert (score.balance, score.place) == (0, 1)


async def test_who_left_a_deal_earlier_has_left(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1, cards=2)
    await table.change(leave, ANA)
    await play(house, table, 2)
    for user in (BORIS, VERA):
        await table.change(leave, user)
    found = await results(house, table)
    assert [found[user].mark for user in (ANA, BORIS, VERA)] == [Departure.LEFT, None, None]
    assert found[ANA].place == 3


@pytest.mark.parametrize("balance", [-1, 0, 1])
async def test_only_a_plus_wins_a_match(house: House, balance: int) -> None:
    """The best of those who stayed has no win for a minus beside a leaver's plus."""
    score = SeatScore(0, ANA, None, balance, 1)
    assert is_win(score.place, score.balance, has_left=False) is (balance > 0)
    assert not is_win(1, 90, has_left=True)
    assert not is_win(2, 90, has_left=False)
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1)
    await table.change(settled_at, (balance, 50 - balance, -50))
    (row,) = await house.store.statistics.matches(1, ANA)
    assert row.wins == (balance > 0)
    chosen = LeaderboardFilter()
    board = await house.store.leaderboards.leaderboard(1, chosen, min_games=1, limit=9, user_id=ANA)
    assert board.own is not None
    assert board.own.wins == row.wins


def settled_at(state: TableState, at: ChangeContext, balances: tuple[int, ...]) -> TableState:
    """End the match with these balances, of which the one of seat 1 has left."""
    ended = moves.end_match(state, at)
    assert ended.entry is not None
    assert ended.entry.final is not None
    places, marks = (1, 3, 2), (None, Departure.LEFT, None)
    scores = tuple(
        replace(
            score, balance=balances[score.seat], place=places[score.seat], mark=marks[score.seat]
        )
        for score in ended.entry.final.scores
    )
    final = replace(ended.entry.final, scores=scores)
    return ended._replace(entry=ended.entry._replace(final=final))


async def test_a_robot_says_nothing_for_who_is_there_again(house: House) -> None:
    """A robot's move for a seat is dropped once somebody plays there, with no line between."""
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1, cards=3)
    seat, version = table.state.seat_to_act(), table.version
    assert seat is not None
    thought = legal_actions(table.state.require_game(), seat)[0]
    user = table.state.seat_holder(seat).user_id
    assert user is not None
    others = [one for one in (ANA, BORIS, VERA) if one != user]
    await table.change(away, seat)
    await table.change(leaving.rejoin_match, user)
    assert not await table.act_for(seat, version, thought, "robot")
    await table.change(leave, user)
    await table.change(leaving.rejoin_match, user)
    assert not await table.act_for(seat, version, thought, "robot")
    await table.change(leave, user)
    await table.change(voting.offer_seat, others[0], seat, EGOR)
    for one in (others[1], EGOR):
        await table.change(agree, one)
    assert table.state.seat_of(EGOR) == seat
    assert not await table.act_for(seat, version, thought, "robot")
    await table.change(leave, EGOR)
    assert await table.act_for(seat, version, thought, "robot")


def away(state: TableState, at: ChangeContext, seat: int) -> TableState:
    """Let the occupant of the seat miss too many moves."""
    return with_seat_holder(state, replace(state.seat_holder(seat), misses=2, away=True))


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", LONG)
async def test_a_seat_is_handed_over(house: House, preset: str) -> None:
    """All vote and the successor agrees: the sheet so far stays, the rest is the successor's."""
    table = await begun(house, ANA, BORIS, VERA, preset=preset)
    await play(house, table, 2, cards=2)
    await refused(Refusal.NOT_YOUR_SEAT, table.change(voting.offer_seat, BORIS, 0, EGOR))
    await refused(Refusal.SUCCESSOR_SEATED, table.change(voting.offer_seat, BORIS, 1, VERA))
    await table.change(voting.offer_seat, BORIS, 1, EGOR)
    assert table.state.missing_voters() == [ANA, VERA, EGOR]
    await refused(Refusal.NOT_SEATED, table.change(agree, ZOYA))
    await table.reload()  # a vote survives a restart, with its subject
    for user in (EGOR, VERA, ANA):
        await table.change(agree, user)
    assert (table.state.seat_of(EGOR), table.state.seat_of(BORIS)) == (1, None)
    first = balances(table)[1]
    await table.reload()
    assert [share.balance for share in table.state.shares] == [first]
    await play(house, table, 4)
    await table.change(voting.offer_seat, EGOR, 1, ZOYA)
    for user in (ANA, VERA, ZOYA):
        await table.change(agree, user)
    second = balances(table)[1] - first
    await play(house, table, 5)
    third = balances(table)[1] - first - second
    await table.change(moves.end_match)
    found = await results(house, table)
    assert [found[user].balance for user in (BORIS, EGOR, ZOYA)] == [first, second, third]
    assert [found[user].part for user in (BORIS, EGOR, ZOYA)] == [1, 2, 0]
    told = [(found[one].first_deal, found[one].last_deal) for one in (BORIS, EGOR, ZOYA)]
    assert told == [(None, 2), (3, 4), (5, None)]
    assert found[BORIS].mark is Departure.HANDED
    board = await house.store.leaderboards.leaderboard(
        1, LeaderboardFilter(), min_games=1, limit=9, user_id=BORIS
    )
    ranked = board.own
    assert ranked is not None
    assert (ranked.games, ranked.wins, ranked.balance) == (1, 0, first)


async def test_the_seat_of_who_left_is_given_away(house: House) -> None:
    """Their vote is not needed, and they are settled as they left; one no keeps the seat."""
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1)
    await table.change(leave, BORIS)
    await table.change(voting.offer_seat, ANA, 1, EGOR)
    await table.change(decline, EGOR)
    assert table.state.votes == ()
    await table.change(voting.offer_seat, ANA, 1, EGOR)
    await table.change(leaving.rejoin_match, BORIS)  # they are back: no seat to give any more
    assert table.state.votes == ()
    await table.change(leave, BORIS)
    await table.change(voting.offer_seat, ANA, 1, EGOR)
    for user in (EGOR, VERA):
        await table.change(agree, user)
    await refused(Refusal.NOT_SEATED, table.change(leaving.rejoin_match, BORIS))
    await play(house, table, 2)
    await table.change(moves.end_match)
    found = await results(house, table)
    assert (found[BORIS].mark, found[BORIS].last_deal) == (Departure.LEFT, 1)
    assert found[BORIS].place == 3
    assert (found[EGOR].mark, found[EGOR].first_deal) == (None, 2)


async def test_a_robots_seat_is_taken_with_its_sheet_left_to_it(house: House) -> None:
    table = await begun(house, ANA)
    await play(house, table, 1)
    robots = balances(table)[1]
    await table.change(changes.join, BORIS)
    await play(house, table, 2)
    await table.change(moves.end_match)
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    assert [(one.part, one.robot is None) for one in log.scores if one.seat == 1] == [
        (0, True),
        (1, False),
    ]
    assert log.scores[2].balance == robots
    assert sum(score.balance for score in log.scores) == 0


async def test_what_is_agreed_to_be_nothing_is_nothing_for_all(house: House) -> None:
    """docs/rules/balkan.md 3.9: an abandoned match that does not count, with a seat passed on."""
    table = await begun(house, ANA, BORIS, VERA, preset="serbian", abandoned_game="void")
    await play(house, table, 2)
    await table.change(voting.offer_seat, BORIS, 1, EGOR)
    for user in (ANA, VERA, EGOR):
        await table.change(agree, user)
    await play(house, table, 3)
    await table.change(moves.end_match)
    assert {score.balance for score in (await results(house, table)).values()} == {0}


async def test_an_erased_user_keeps_a_share_of_the_result(house: House) -> None:
    """A kept seat is a way back, so it blocks the erasure; a share does not."""
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1)
    await table.change(voting.offer_seat, BORIS, 1, EGOR)
    for user in (ANA, VERA, EGOR):
        await table.change(agree, user)
    share = balances(table)[1]
    (own,) = (await house.store.privacy.export(BORIS)).games
    assert [one.balance for one in own.shares] == [share]
    assert await house.store.privacy.erase(BORIS) == (table.id,)
    await table.reload()
    await play(house, table, 2)
    await table.change(moves.end_match)
    found = await results(house, table)
    assert (found[None].balance, found[None].robot) == (share, None)
    again = await house.tables.rematch(table, ANA)
    assert {one.user_id for one in again.state.seat_holders} == {ANA, EGOR, VERA}


async def test_a_match_without_a_place_ends_after_a_day(house: House) -> None:
    """The match ends by its rule, with the scored deals settled.

    A downtime is no part of the day.
    """
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1)
    await table.change(changes.pause_without_channel, is_gone=False)
    assert (table.row.status, table.row.deadline) == (Status.PAUSED, house.clock[0] + DAY)
    assert not await table.change(changes.pause_without_channel, is_gone=True)
    await table.change(changes.resume, ANA)
    assert (table.row.status, table.row.deadline) == (Status.PLAYING, None)
    await table.change(changes.pause_without_channel, is_gone=True)
    house.clock[0] += DAY
    await house.store.games.shift_deadlines(house.clock[0] - 50, house.clock[0], 0)
    await house.tables.reload_and_announce(table.id)
    assert not await table.change(changes.end_without_channel)
    house.clock[0] += 50
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await settled(house.driver.tasks)
    assert table.row.status is Status.OVER
    assert {one.mark for one in (await results(house, table)).values()} == {None}


async def test_who_leaves_a_match_without_a_place_does_not_keep_it_open(house: House) -> None:
    """The other player's clock stops, but not the day after which the match ends."""
    table = await begun(house, ANA, BORIS, clock=Clock.NORMAL)
    await play(house, table, 1)
    await table.change(changes.pause_without_channel, is_gone=True)
    until = house.clock[0] + DAY
    await table.change(leave, BORIS)
    assert table.state.clock is Clock.NONE
    assert (table.row.status, table.row.deadline, table.row.wake) == (Status.PAUSED, until, until)
    house.clock[0] += DAY
    await table.change(changes.end_without_channel)
    assert table.row.status is Status.OVER


async def test_who_sits_down_starts_the_clock_of_a_table_that_had_none(house: House) -> None:
    """Alone among robots nobody is hurried: the pause before a deal lasts until they come."""
    table = await begun(house, ANA, clock=Clock.NORMAL)
    await play(house, table, 1)
    assert (table.is_waiting_to_deal(), table.row.deadline) == (True, None)
    await table.change(changes.join, BORIS)
    pause = house.clock[0] + 90
    assert (table.row.deadline, table.row.wake) == (pause, pause)
    house.clock[0] += 30
    await table.change(changes.join, VERA)
    assert table.row.deadline == pause  # the clock has been running


async def test_an_heir_in_the_middle_of_a_deal_starts_the_clock_of_who_is_asked(
    house: House,
) -> None:
    table = await begun(house, ANA, BORIS, clock=Clock.NORMAL)
    await play(house, table, 0, cards=1)
    while table.state.seat_to_act() != table.state.seat_of(ANA):
        await play(house, table, 0, cards=1)
    await table.change(leave, BORIS)
    assert table.row.deadline is None
    await table.change(voting.offer_seat, ANA, 1, EGOR)
    await table.change(agree, EGOR)
    assert table.row.deadline == house.clock[0] + 180


async def test_what_a_lost_place_means_for_other_tables(house: House) -> None:
    """A lobby closes; a match paused by vote ends too, if the channel is gone for good."""
    lobby = await house.open(EGOR)
    assert not await lobby.change(changes.pause_without_channel, is_gone=False)
    await lobby.change(changes.pause_without_channel, is_gone=True)
    assert lobby.row.status is Status.VOID
    assert not await lobby.change(changes.pause_without_channel, is_gone=True)
    paused = await begun(house, ANA, BORIS)
    for user in (ANA, BORIS):
        await paused.change(changes.propose, user, changes.PAUSE_VOTE)
    assert not await paused.change(changes.pause_without_channel, is_gone=False)
    await paused.change(changes.pause_without_channel, is_gone=True)
    assert paused.row.deadline == house.clock[0] + DAY


async def test_nobody_sits_down_while_the_players_are_asked(house: House) -> None:
    """docs/rules/austrian.md 3.6: between two deals, but not before the players have answered."""
    table = await begun(house, ANA, preset="viennese", match_end="vote")
    await play(house, table, 3)
    assert table.game is not None
    assert stage_of(table.game) is Stage.ROUND
    await refused(Refusal.QUESTION_OPEN, table.change(changes.join, BORIS))
    await table.change(leave, ANA)
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    assert [score.last_deal for score in log.scores] == [3, None, None]


async def test_a_seat_given_back_at_the_end_needs_no_room(house: House) -> None:
    """The server's limit of tables for one player does not keep the last one from getting up."""
    table = await begun(house, ANA, BORIS, VERA)
    await play(house, table, 1)
    await table.change(leave, ANA)
    for _ in range(3):  # as many as the default settings allow
        await begun(house, ANA, EGOR)
    for user in (BORIS, VERA):
        await table.change(leave, user)
    assert (await results(house, table))[ANA].mark is None
