"""Cards played for a player who wishes it (docs/rules/README.md, Cards without a choice)."""

from random import Random

import pytest

from bot.background.reviewer import forced_card_counts, holder_lines
from bot.cli.verify import find_differences
from bot.engine.actions import Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import forced_card, legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.model.settings import UserSettings
from bot.model.values import replace
from bot.store.records import LogLine
from bot.tables import Table, moves, take_backs
from bot.tables.state import with_seat_holder
from tests.support.informed_actions import agree
from tests.support.stored import log_lines
from tests.tables.conftest import ANA, BORIS, VERA, House, make_house
from tests.tables.test_clock import close
from tests.tables.test_take_backs import loaded, people_at, poked

SEATED = (ANA, BORIS, VERA)
PRESETS = ("sochi", "serbian", "austrian")


async def wish(house: House, user: int, forced_cards: bool = True) -> None:
    person = UserSettings(user, forced_cards=forced_cards)
    await house.store.preferences.set_person(person)


async def step(table: Table, chance: Random) -> None:
    """Deal, or act once at random for the player to act."""
    game = table.game
    assert game is not None
    seat = to_act(game)
    assert seat is not None
    if seat == TABLE_SEAT:
        deck = Deck(tuple(chance.sample(PACK, 32)))
        await table.act_for(TABLE_SEAT, table.version, deck, moves.TABLE_ACTOR)
        return
    words = [format_action(one) for one in legal_actions(game, seat)]
    said = [word for word in words if not word.startswith("claim")]
    await table.change(moves.act, SEATED[seat], table.version, chance.choice(said))


def is_forced_on(table: Table, user: int) -> bool:
    game, seat = table.game, table.state.seat_of(user)
    return game is not None and to_act(game) == seat and forced_card(game) is not None


async def played_until_forced(table: Table, user: int, chance: Random) -> None:
    while not is_forced_on(table, user):
        await step(table, chance)


async def is_played(house: House, table: Table) -> bool:
    """Let the driver look at the table; return True if it has moved."""
    version = table.version
    await poked(house, table)
    return table.version > version


def forced_lines(lines: tuple[LogLine, ...]) -> list[LogLine]:
    return [one for one in lines if one.by == moves.TABLE_ACTOR and one.text.startswith("play ")]


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", PRESETS)
async def test_four_deals_with_a_wish_pass_every_check(house: House, preset: str) -> None:
    """Every card of the table was the only legal action, and followed a lead; nothing is lost."""
    table, chance = await people_at(house, preset), Random(preset)
    await wish(house, ANA)
    made = 0
    while (game := table.game) is not None and game.carry.number < 4:
        if is_forced_on(table, ANA):
            assert len(legal_actions(game, 0)) == 1
            assert game.deal is not None
            assert game.deal.trick
            await poked(house, table)
            made += 1
        else:
            await step(table, chance)
    lines = tuple(await log_lines(house.store, table.id))
    assert made > 3
    assert [line.seat for line in forced_lines(lines)] == [0] * made
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    assert find_differences(log) == ()
    assert await house.store.game_queries.faults(table.id) == ()
    again = Table(house.tables.services, await loaded(house, table))
    assert again.state == table.state


async def test_it_waits_for_a_wish_and_ends_with_it(house: House) -> None:
    table = await people_at(house, "sochi")
    await played_until_forced(table, ANA, Random(1))
    assert not await is_played(house, table)
    await wish(house, BORIS)
    assert not await is_played(house, table)
    await wish(house, ANA)
    assert await is_played(house, table)
    await played_until_forced(table, ANA, Random(2))
    await wish(house, ANA, forced_cards=False)
    assert not await is_played(house, table)


async def test_nothing_else_is_done_for_a_player(house: House) -> None:
    """Calls, discards, leads, claims and cards with a choice wait for the player."""
    table, chance = await people_at(house, "sochi"), Random(5)
    for user in SEATED:
        await wish(house, user)
    stages = set()
    while (game := table.game) is not None and game.carry.number < 3:
        seat = to_act(game)
        if seat == TABLE_SEAT or forced_card(game) is None:
            if seat != TABLE_SEAT:
                stages.add(stage_of(game))
                assert not await is_played(house, table)
            await step(table, chance)
        else:
            await poked(house, table)
    assert {Stage.AUCTION, Stage.PLAY} <= stages


async def test_it_goes_on_after_a_restart(house: House) -> None:
    table = await people_at(house, "sochi")
    await wish(house, ANA)
    await played_until_forced(table, ANA, Random(1))
    await close(house)
    again = await make_house(house.path, house.clock)
    table = await again.tables.get(table.id)
    assert await is_played(again, table)
    await close(again)


async def test_a_robot_plays_for_who_is_away_and_the_wish_counts_again_afterwards(
    house: House,
) -> None:
    table = await people_at(house, "sochi")
    await wish(house, ANA)
    await played_until_forced(table, ANA, Random(1))
    holder = table.state.seat_holder(0)
    table.state = with_seat_holder(table.state, replace(holder, away=True))
    assert await is_played(house, table)
    lines = tuple(await log_lines(house.store, table.id))
    assert forced_lines(lines) == []
    assert moves.ROBOT_ACTOR in [line.by for line in lines]


async def test_a_forced_card_is_no_sign_of_presence(house: House) -> None:
    """Only acts of their own show that a player is there: the clock counts its misses in a row."""
    table = await people_at(house, "sochi")
    await wish(house, ANA)
    await played_until_forced(table, ANA, Random(1))
    table.state = with_seat_holder(table.state, replace(table.state.seat_holder(0), misses=1))
    assert await is_played(house, table)
    assert table.state.seat_holder(0).misses == 1


async def test_it_goes_back_with_the_act_before_it_and_comes_again(house: House) -> None:
    """The act to take back is the last of a person; the card after it is played anew."""
    table = await people_at(house, "sochi")
    await wish(house, ANA)
    await played_until_forced(table, ANA, Random(1))
    before = take_backs.last_human_action(table.state)
    assert before is not None
    user = int(before.by)
    assert await is_played(house, table)
    assert take_backs.last_human_action(table.state) == before
    await table.change(take_backs.request_take_back, user)
    assert table.state.is_take_back_open()
    assert not await is_played(house, table)
    for other in table.state.missing_voters():
        await table.change(agree, other)
    assert table.state.seat_to_act() == table.state.seat_of(user)
    await table.change(moves.act, user, table.version, before.text)
    assert await is_played(house, table)
    assert forced_card_counts(table.state.log.lines) == ((0, 1),)


async def test_an_own_press_comes_first(house: House) -> None:
    """The card is played at the version that was seen; a press meanwhile is the player's own."""
    table = await people_at(house, "sochi")
    await played_until_forced(table, ANA, Random(1))
    game = table.game
    assert game is not None
    card = forced_card(game)
    assert card is not None
    await table.change(moves.act, ANA, table.version, format_action(card))
    assert not await table.act_for(0, game.version, card, moves.TABLE_ACTOR)


async def test_the_review_knows_which_cards_were_nobodys_choice(house: House) -> None:
    table, chance = await people_at(house, "sochi"), Random(1)
    await wish(house, ANA)
    made = 0
    while (game := table.game) is not None and game.carry.number < 1:
        if is_forced_on(table, ANA):
            await poked(house, table)
            made += 1
        else:
            await step(table, chance)
    recorded = await house.store.reviews.recorded_deal(table.id, 1)
    assert recorded is not None
    assert forced_card_counts(recorded.lines) == ((0, made),)
    own = holder_lines(recorded.lines, recorded.sittings)
    by_table = {line.version for line in forced_lines(recorded.lines)}
    shown = zip(own, recorded.lines, strict=True)
    assert not any(is_own for is_own, line in shown if line.version in by_table)
