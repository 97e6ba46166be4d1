"""Take-backs at a table: the right to ask, the players asked, and the wait of the others."""

from random import Random

import pytest

from bot.background.reviewer import deal_record, holder_lines
from bot.cli.verify import find_differences
from bot.engine.actions import Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import IllegalAction, RuleReason, TakingBack
from bot.engine.shuffle import shuffled_deck
from bot.model.enums import Clock, Proposal
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.presets import parse_rules, rules_text
from bot.store.records import StoredGame, StoredVote
from bot.tables import Table, changes, moves, take_backs, voting
from bot.tables.state import (
    TAKE_BACK_DECLINED,
    TableState,
    with_deadline,
    with_game,
    with_seat_holder,
)
from tests.support.informed_actions import agree, decline, leave
from tests.tables.conftest import ANA, BORIS, START, VERA, House, make_house
from tests.tables.test_changes import AT, at, playing, refused
from tests.tables.test_clock import begun, close, idle, ring

SEATED = (ANA, BORIS, VERA)
PACK_5 = tuple(Random(5).sample(PACK, 32))


def dealt(take_back: TakingBack = TakingBack.ASK, *, friendly: bool = False) -> TableState:
    """Start an auction of three people: Boris is asked, then Vera, then Ana, who deals."""
    state = playing(ANA, BORIS, VERA)
    rules = parse_rules(state.row.rules).with_options(take_back=take_back)
    game = state.require_game()._replace(rules=rules)
    row = state.row._replace(rules=rules_text(rules), friendly=friendly)
    state = with_game(state._replace(row=row), game)
    return moves.make_move(state, AT, TABLE_SEAT, state.row.version, Deck(PACK_5), "table")


def act(state: TableState, word: str, by: str = "") -> TableState:
    """Act for the seat that is asked, as a person unless named."""
    seat = state.seat_to_act()
    assert seat is not None
    if by:
        action = next(
            one for one in legal_actions(state.require_game(), seat) if format_action(one) == word
        )
        return moves.make_move(state, AT, seat, state.row.version, action, by)
    user = state.seat_holder(seat).user_id
    assert user is not None
    return moves.act(state, AT, user, state.row.version, word)


def not_now(reason: RuleReason, function: object, *args: object) -> None:
    with pytest.raises(IllegalAction) as caught:
        function(*args)  # type: ignore[operator]
    assert caught.value.reason is reason


def undone(before: TableState, after: TableState) -> None:
    """The game is the one before the act, stored under a new version."""
    assert before.game is not None
    assert after.game == before.game._replace(version=after.row.version)
    assert after.votes == ()


def test_the_place_in_the_deal_is_that_before_the_second_thought() -> None:
    """Hints seed their draws by it.

    It advances with the version and goes back with a take-back.
    """
    before = dealt()
    assert take_backs.version_without_take_backs(before) == before.row.version
    passed = act(before, "pass")
    asked = take_backs.request_take_back(passed, at(5), BORIS)
    done = agree(agree(asked, at(6), ANA), at(7), VERA)
    assert done.row.version > passed.row.version
    assert take_backs.version_without_take_backs(done) == take_backs.version_without_take_backs(
        before
    )
    assert take_backs.version_without_take_backs(
        act(done, "pass")
    ) == take_backs.version_without_take_backs(passed)


def test_robots_draw_again_as_before_the_second_thought() -> None:
    before = dealt()
    assert take_backs.standing_course(before) == []
    passed = act(before, "pass")
    assert take_backs.standing_course(passed) == ["1 pass"]
    done = agree(agree(take_backs.request_take_back(passed, at(5), BORIS), at(6), ANA), at(7), VERA)
    assert take_backs.standing_course(done) == []


def test_everybody_else_has_to_agree() -> None:
    before = dealt()
    passed = act(before, "pass")
    asked = take_backs.request_take_back(passed, at(5), BORIS)
    assert asked.row.version == passed.row.version
    assert asked.votes == (StoredVote(BORIS, "takeback", START + 5),)
    assert asked.row.deadline == asked.row.wake == START + 5 + 180
    assert take_backs.request_take_back(asked, at(6), BORIS) == asked  # a second press
    one = agree(asked, at(7), ANA)
    assert one.game == passed.game
    done = agree(one, at(8), VERA)
    undone(before, done)
    assert done.entry is not None
    assert (done.entry.line.text, done.entry.line.by) == ("takeback 2", str(BORIS))
    assert (done.row.version, done.row.deadline) == (4, START + 8 + 180)


def test_an_answer_is_for_the_act_that_was_asked_back() -> None:
    """It does not count for the next act, which the player who agreed has not seen."""
    first = take_backs.request_take_back(act(dealt(), "pass"), at(5), BORIS)
    assert voting.open_proposal(first) == Proposal("takeback", line=2)
    second = take_backs.request_take_back(act(first, "pass"), at(6), VERA)
    for said in (voting.approve, voting.decline):
        refused(Refusal.STALE, said, second, at(7), ANA, Proposal("takeback", line=2))
    assert voting.approve(second, at(7), ANA, Proposal("takeback", line=3)).missing_voters() == [
        BORIS
    ]


def test_one_no_is_an_answer_for_this_act() -> None:
    passed = act(dealt(), "pass")
    asked = take_backs.request_take_back(passed, at(5), BORIS)
    no = decline(asked, at(7), ANA)
    assert take_backs.declined_user(no) == BORIS
    assert take_backs.declining_user(no) == ANA
    assert (no.game, no.row.deadline) == (passed.game, START + 7 + 180)
    refused(Refusal.TAKE_BACK_KEPT, take_backs.request_take_back, no, at(8), BORIS)
    refused(Refusal.NO_VOTE, decline, no, at(8), ANA)
    paused = changes.propose(no, at(8), ANA, changes.PAUSE_VOTE)
    assert paused.missing_voters() == [BORIS, VERA]
    assert act(no, "pass").votes == ()


def test_it_lapses_when_anybody_acts_or_nobody_answers() -> None:
    asked = take_backs.request_take_back(act(dealt(), "pass"), at(5), BORIS)
    gone_on = act(asked, "pass")
    assert (gone_on.votes, gone_on.row.version) == ((), asked.row.version + 1)
    assert take_backs.expire_take_back(asked, at(184)) is asked
    lapsed = take_backs.expire_take_back(asked, at(185))
    assert lapsed.votes == (StoredVote(BORIS, TAKE_BACK_DECLINED, START + 185),)
    assert lapsed.row.deadline == START + 185 + 180
    assert take_backs.expire_take_back(gone_on, at(999)) is gone_on


def test_an_answer_to_an_earlier_state_is_dropped() -> None:
    """Robots, the clock and the table choose for a state; by then the game may have gone on."""
    earlier = dealt().row.version
    passed = act(dealt(), "pass")
    seat = passed.seat_to_act()
    assert seat is not None
    choice = legal_actions(passed.require_game(), seat)[0]
    assert moves.make_move(passed, at(6), seat, earlier, choice, "table") is passed
    assert moves.move_after_timeout(passed, at(999), seat, earlier, choice) is passed
    assert moves.deal_deck(passed, at(6), earlier, shuffled_deck) is passed
    assert moves.make_move(passed, at(6), seat, passed.row.version, choice, "table") is not passed


def test_robots_and_clocks_wait_while_it_is_open() -> None:
    passed = act(dealt(), "pass")
    asked = take_backs.request_take_back(passed, at(5), BORIS)
    seat = asked.seat_to_act()
    assert seat is not None
    choice = legal_actions(asked.require_game(), seat)[0]
    assert moves.make_move(asked, at(6), seat, asked.row.version, choice, "table") is asked
    assert moves.move_after_timeout(asked, at(999), seat, asked.row.version, choice) is asked
    assert with_deadline(asked, asked.require_game(), 999) is asked
    refused(Refusal.VOTE_OPEN, changes.propose, asked, at(6), ANA, changes.STOP_VOTE)
    left = leave(asked, at(9), VERA)
    assert (left.votes, left.game) == ((), passed.game)
    assert left.row.deadline is None  # a robot is asked instead of Vera


def test_a_table_that_ends_or_breaks_asks_nothing_any_more() -> None:
    question = take_backs.request_take_back(act(dealt(), "pass"), at(5), BORIS)
    assert take_backs.requested_take_back(question) is not None
    for end in (changes.annul, changes.freeze, moves.end_match):
        after = end(question, at(9))
        assert (
            after.proposal_kind(),
            take_backs.requested_take_back(after),
            after.row.deadline,
        ) == (
            "",
            None,
            None,
        )


def test_who_may_ask() -> None:
    """The person who acted last may ask, after robots too; nobody may after a clock."""
    fresh = dealt()
    for user in SEATED:
        not_now(RuleReason.NOTHING_TO_TAKE_BACK, take_backs.request_take_back, fresh, AT, user)
    passed = act(fresh, "pass")
    not_now(RuleReason.NOTHING_TO_TAKE_BACK, take_backs.request_take_back, passed, AT, VERA)
    refused(Refusal.NOT_SEATED, take_backs.request_take_back, passed, AT, 99)
    refused(Refusal.STALE, take_backs.request_take_back, passed, AT, BORIS, 1)
    robot = act(passed, "pass", "table")
    assert take_backs.require_own_action(robot, BORIS).later_actions == 1
    for by in ("", "clock"):
        other = act(passed, "pass", by)
        not_now(RuleReason.NOTHING_TO_TAKE_BACK, take_backs.request_take_back, other, AT, BORIS)
    off = act(dealt(TakingBack.OFF), "pass")
    for user in SEATED:
        not_now(RuleReason.TAKE_BACK_OFF, take_backs.request_take_back, off, AT, user)


def test_friendly_is_free_until_anybody_acts() -> None:
    before = dealt(TakingBack.FRIENDLY, friendly=True)
    passed = act(before, "pass")
    undone(before, take_backs.request_take_back(passed, AT, BORIS, 2))
    since = act(passed, "pass", "table")
    assert take_backs.request_take_back(since, AT, BORIS).is_take_back_open()
    for stricter in (dealt(TakingBack.FRIENDLY), dealt(TakingBack.ASK, friendly=True)):
        assert take_backs.request_take_back(act(stricter, "pass"), AT, BORIS).is_take_back_open()


def alone(state: TableState) -> TableState:
    """Let Vera and Ana get up: robots have their seats."""
    return leave(leave(state, AT, VERA), AT, ANA)._replace(entry=None)


def test_robots_agree_and_a_second_press_is_no_second_step() -> None:
    before = alone(dealt())
    won = act(act(act(before, "bid 6S"), "pass", "robot"), "pass", "robot")
    not_now(
        RuleReason.SHOWN_SINCE, take_backs.request_take_back, won, AT, BORIS
    )  # the talon lies open
    bid = act(act(before, "bid 6S"), "bid 6C", "robot")
    back = take_backs.request_take_back(bid, AT, BORIS, 2)
    undone(before, back)
    for version in (2, None):
        with pytest.raises((Refused, IllegalAction)):
            take_backs.request_take_back(back, AT, BORIS, version)


def test_who_is_away_is_not_asked() -> None:
    state = act(dealt(), "pass")
    for user in (ANA, VERA):
        sitting = state.seat_holder(state.require_seat(user))
        state = with_seat_holder(state, replace(sitting, away=True))
    undone(dealt(), take_backs.request_take_back(state, AT, BORIS))


# -- at a stored table


async def asked(house: House, clock: Clock = Clock.NORMAL) -> Table:
    """Let Boris ask for the first bid back before the next robot answers; Ana is asked."""
    table = await begun(house, ANA, BORIS, clock=clock)
    assert table.state.seat_to_act() == 1
    await table.change(moves.act, BORIS, table.version, "bid 6S")
    await table.change(take_backs.request_take_back, BORIS)
    return table


async def poked(house: House, table: Table) -> None:
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await idle(house)


async def test_a_restart_in_the_middle_of_the_question(house: House) -> None:
    """Robots wait for the answer, before and after; the clock declines when its time is over."""
    table = await asked(house)
    version = table.version
    await poked(house, table)
    await close(house)
    again = await make_house(house.path, house.clock)
    table = await again.tables.get(table.id)
    await poked(again, table)
    assert (table.version, table.state.is_take_back_open()) == (version, True)
    assert await again.store.game_queries.next_wake() == table.row.deadline
    await ring(again, 179)
    assert (table.version, table.state.is_take_back_open()) == (version, True)
    await ring(again, 1)
    await poked(again, table)
    assert table.state.proposal_kind() == ""
    assert table.version > version  # the robot has answered the bid, which stays
    await close(again)


async def test_after_the_answer_the_game_goes_on(house: House) -> None:
    table = await asked(house, Clock.NONE)
    version = table.version
    assert table.state.row.deadline == house.clock[0] + 24 * 3600
    await table.change(agree, ANA)
    after = table.state
    assert (after.seat_to_act(), after.row.version, after.row.deadline) == (1, version + 1, None)
    await poked(house, table)
    assert table.version == version + 1  # Boris is asked again
    await table.change(moves.act, BORIS, table.version, "pass")
    await poked(house, table)
    assert table.version > version + 2


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
async def test_a_stored_game_with_second_thoughts(house: House, preset: str) -> None:
    """Audit, chain, restore and reviews use the game that stands."""
    table = await people_at(house, preset)
    chance, gone = Random(preset), 0
    while (game := table.game) is not None and game.carry.number < 2:
        seat = to_act(game)
        assert seat is not None
        if seat == TABLE_SEAT:
            deck = Deck(tuple(chance.sample(PACK, 32)))
            await table.act_for(TABLE_SEAT, table.version, deck, "table")
            continue
        words = [format_action(one) for one in legal_actions(game, seat)]
        said = [word for word in words if not word.startswith("claim")]
        await table.change(moves.act, SEATED[seat], table.version, chance.choice(said))
        if chance.random() < 0.3:
            gone += await regretted(table, SEATED[seat])
    assert gone > 4
    counted = [await house.store.statistics.taken_back(1, user) for user in SEATED]
    assert sum(counted) == gone
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    assert find_differences(log) == ()
    assert await house.store.game_queries.faults(table.id) == ()
    for deal in (1, 2):
        recorded = await house.store.reviews.recorded_deal(table.id, deal)
        assert recorded is not None
        record = deal_record(table.row.rules, recorded)
        assert len(holder_lines(recorded.lines, recorded.sittings)) == len(record.lines)
        assert not any(line.startswith("takeback") for _, line in record.lines)
    again = Table(house.tables.services, await loaded(house, table))
    assert again.state == table.state


async def people_at(house: House, preset: str) -> Table:
    rules = house.tables.services.presets.rules(preset)
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NONE
    )
    for user in SEATED[1:]:
        await table.change(changes.join, user)
    assert house.driver is not None
    await table.change(moves.start_match, ANA, house.driver.draw(rules))
    return table


async def regretted(table: Table, user: int) -> bool:
    """Let all agree to a take-back, if one is allowed at all."""
    if table.game is None or stage_of(table.game) is Stage.BETWEEN:
        return False
    try:
        await table.change(take_backs.request_take_back, user)
    except IllegalAction:
        return False
    for other in table.state.missing_voters():
        await table.change(agree, other)
    return True


async def loaded(house: House, table: Table) -> StoredGame:
    found = await house.store.game_queries.load(table.id)
    assert found is not None
    return found
