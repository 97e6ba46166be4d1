"""One table: the act, its refusals, a restart at every line (docs/design.md section 5)."""

import asyncio
import gc
import logging
import tracemalloc
from pathlib import Path
from random import Random
from weakref import ref

import pytest

from bot.engine.actions import Dealer, Deck
from bot.engine.cards import CARD_NAMES, PACK, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families import FAMILIES
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import IllegalAction
from bot.model.enums import Clock, Status
from bot.model.refusals import Refusal, Refused
from bot.presets import OptionSetting
from bot.store.errors import WriteFault, WriteRefused
from bot.tables import Table, changes, moves
from bot.tables.table import refusal_for
from tests.conftest import Errors
from tests.support.stored import log_lines, rewritten
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House, make_house


async def started(house: House, *users: int, **options: OptionSetting) -> Table:
    table = await house.open(*users, clock=Clock.NORMAL, **options)
    await table.change(moves.start_match, users[0], Dealer(0))
    await table.act_for(TABLE_SEAT, table.version, Deck(tuple(Random(5).sample(PACK, 32))), "table")
    return table


def on_turn(table: Table) -> int:
    """Return the user who is asked."""
    assert table.game is not None
    seat = to_act(table.game)
    assert seat is not None
    user = table.state.seat_holder(seat).user_id
    assert user is not None
    return user


async def test_an_act_is_stored_before_it_is_told(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    house.changed.clear()
    version = table.version
    await table.change(moves.act, on_turn(table), version, "pass")
    lines = await log_lines(house.store, table.id)
    assert [line.text for line in lines][-1] == "pass"
    assert house.changed == [table.id]
    assert table.version == version + 1 == len(lines)


@pytest.mark.parametrize(
    ("user", "shift", "words", "refusal"),
    [
        (EGOR, 0, "pass", Refusal.NOT_SEATED),
        (None, 1, "pass", Refusal.STALE),
        (None, -1, "pass", Refusal.STALE),
        (None, 0, "drop table game", Refusal.UNREADABLE),
        (None, 0, "", Refusal.UNREADABLE),
    ],
)
async def test_what_a_table_refuses(
    house: House, user: int | None, shift: int, words: str, refusal: Refusal
) -> None:
    table = await started(house, ANA, BORIS, VERA)
    before = table.game
    with pytest.raises(Refused) as caught:
        await table.change(moves.act, user or on_turn(table), table.version + shift, words)
    assert caught.value.reason is refusal
    assert table.game is before
    assert len(await log_lines(house.store, table.id)) == table.version


async def test_the_rules_refuse_too(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    waiting = next(user for user in (ANA, BORIS, VERA) if user != on_turn(table))
    for user, words in ((waiting, "pass"), (on_turn(table), "play KS")):
        with pytest.raises(IllegalAction):
            await table.change(moves.act, user, table.version, words)
    assert len(await log_lines(house.store, table.id)) == table.version


async def test_of_many_clicks_at_once_one_counts(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    version, user = table.version, on_turn(table)
    clicks = [asyncio.create_task(table.change(moves.act, user, version, "pass")) for _ in range(8)]
    await asyncio.sleep(0)
    for click in clicks[:4]:
        click.cancel()  # the click was cancelled; the act goes on or never was
    results = await asyncio.gather(*clicks, return_exceptions=True)
    await table.fresh_state()
    assert table.version == version + 1
    stale = [r for r in results if isinstance(r, Refused)]
    assert all(refused.reason is Refusal.STALE for refused in stale)
    assert len(await log_lines(house.store, table.id)) == table.version


async def test_a_table_stands_up_again_after_every_line(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA, pool_target=2)
    chance = Random(2)
    for _ in range(150):
        if table.game is None or table.game.ended:
            break
        if to_act(table.game) == TABLE_SEAT:
            deck = Deck(tuple(chance.sample(PACK, 32)))
            await table.act_for(TABLE_SEAT, table.version, deck, "table")
        else:
            await house.play(table, chance, 1)
        stored = await house.store.game_queries.load(table.id)
        assert stored is not None
        assert Table(house.tables.services, stored).game == table.game


@pytest.mark.slow
@pytest.mark.parametrize("deals", [0, 2])
async def test_a_table_that_nobody_touches_is_small(house: House, deals: int) -> None:
    """In the middle of a deal, whatever was scored before; common parts are stored once."""
    table, tables = await started(house, ANA, BORIS, VERA), list[Table]()
    chance = Random(2)
    for _ in range(deals):
        await house.play(table, chance, 200)  # to the end of the deal
        await table.act_for(
            TABLE_SEAT, table.version, Deck(tuple(chance.sample(PACK, 32))), "table"
        )
    await house.play(table, chance, 20)
    assert (table.state.require_game().carry.number, stage_of(table.state.require_game())) == (
        deals,
        Stage.PLAY,
    )
    for n in range(25):  # the first decompresses the common part for all
        if n == 1:
            gc.collect()  # empties Python's stocks of small objects, else they are not counted
            tracemalloc.start()
        stored = await house.store.game_queries.load(table.id)
        assert stored is not None
        tables.append(Table(house.tables.services, stored))
    stored = None  # and nobody keeps what was read
    gc.collect()
    each, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert each < 24 * 6.5 * 1024


async def test_a_table_that_rests_is_not_kept(house: House) -> None:
    """The store keeps it; the next request for it reads it back as it was."""
    table, other = await started(house, ANA, BORIS, VERA), await house.open(EGOR)
    await house.play(table, Random(2), 20)
    game_id, stood, alive = table.id, table.state, ref(table)
    del table
    house.clock[0] += 500
    await house.tables.get(other.id)
    assert alive() is not None
    house.clock[0] += 500
    await house.tables.get(other.id)
    assert alive() is None
    assert (await house.tables.get(game_id)).state == stood


async def test_the_last_line_stores_the_results(house: House) -> None:
    table = await started(
        house, ANA, BORIS, VERA, end_condition="deals(1)", american_aid=False, claims="off"
    )
    await house.play(table, Random(1), 60)
    assert table.row.status is Status.OVER
    (finished,) = await house.store.leaderboards.history(1, 10)
    assert sum(score.balance for score in finished.scores) == 0
    assert {score.user_id for score in finished.scores} == {ANA, BORIS, VERA}
    assert not finished.with_robots
    with pytest.raises(Refused) as caught:
        await table.change(moves.act, ANA, table.version, "pass")
    assert caught.value.reason is Refusal.TABLE_OVER


async def test_a_log_that_does_not_replay_freezes_the_table(
    house: House, logged_errors: Errors
) -> None:
    logged_errors.expect("does not replay")
    table = await started(house, ANA, BORIS, VERA)
    await house.store.close()
    # a value that no act could write
    sql = f"UPDATE line SET text = 'play 7S' WHERE version = {table.version - 1}"  # noqa: S608
    await rewritten(house.path, sql)
    again = await make_house(house.path, house.clock)
    try:
        frozen = await again.tables.get(table.id)
        assert frozen.row.status is Status.FROZEN
        with pytest.raises(Refused) as caught:
            await frozen.change(moves.act, ANA, frozen.version, "pass")
        assert caught.value.reason is Refusal.TABLE_FROZEN
        assert len(await log_lines(again.store, table.id)) == table.version
    finally:
        await again.store.close()


@pytest.mark.parametrize("text", ["", "RUSSIAN = (", "raise MemoryError"])
async def test_a_family_that_cannot_be_imported_now_freezes_no_table(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """As while its files are replaced by an upgrade, or memory is short."""
    table = await started(house, ANA, BORIS, VERA)
    await house.store.close()
    again = await make_house(house.path, house.clock)
    name = f"family_of_{len(text)}_letters"  # each has a name of its own, as modules stay imported
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    try:
        with monkeypatch.context() as replacing:
            replacing.delitem(FAMILIES.imported, "russian")
            replacing.setitem(FAMILIES._places, "russian", f"{name}:RUSSIAN")
            with pytest.raises(ImportError):
                await again.tables.get(table.id)
        found = await again.tables.get(table.id)
        assert found.row.status is Status.PLAYING
        await found.change(moves.act, on_turn(found), found.version, "pass")
    finally:
        await again.store.close()


async def test_a_deck_that_does_not_replay_stands_in_no_log(
    house: House, logged_errors: Errors, caplog: pytest.LogCaptureFixture
) -> None:
    logged_errors.expect("does not replay")
    caplog.set_level(logging.DEBUG, logger="bot")
    table = await started(house, ANA, BORIS, VERA)
    await house.store.close()
    await rewritten(house.path, "UPDATE line SET text = text || ' QX' WHERE text LIKE 'deck %'")
    again = await make_house(house.path, house.clock)
    try:
        assert (await again.tables.get(table.id)).row.status is Status.FROZEN
    finally:
        await again.store.close()
    told = "".join(map(logging.Formatter().format, caplog.records))
    assert f"game {table.id} does not replay and is frozen: BadNotation" in told
    assert not [name for name in CARD_NAMES if f"{name} " in told]


async def test_the_hand_of_a_seat_is_for_that_seat(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    hands = [table.view_of(seat) for seat in (0, 1, 2)]
    public = table.view_of(None)
    assert public is not None
    assert not public.hand
    assert not public.legal
    together = 0
    for seen in hands:
        assert seen is not None
        assert len(seen.hand) == 10
        assert not together & seen.hand
        together |= seen.hand


async def test_words_of_every_legal_action_are_accepted(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    assert table.game is not None
    seat = table.state.seat_of(on_turn(table))
    assert seat is not None
    words = [format_action(action) for action in legal_actions(table.game, seat)]
    await table.change(moves.act, on_turn(table), table.version, words[-1])
    assert (await log_lines(house.store, table.id))[-1].text == words[-1]


async def test_the_revision_counts_what_is_seen_and_is_no_line(house: House) -> None:
    table = await house.open(ANA, BORIS, VERA)
    assert (table.row.revision, table.version) == (2, 0)  # two have joined
    assert await table.change(changes.set_clock, ANA, Clock.SLOW)
    assert not await table.change(changes.set_clock, ANA, Clock.SLOW)  # nothing new to show
    assert (table.row.revision, table.version) == (3, 0)
    await table.change(moves.start_match, ANA, Dealer(0))
    await table.act_for(TABLE_SEAT, 1, Deck(PACK), "table")
    assert (table.row.revision, table.version) == (3, 2)
    house.changed.clear()
    assert await table.change(changes.mark_reminded, 2)
    assert (table.row.revision, house.changed) == (3, [])
    await table.change(changes.propose, ANA, changes.STOP_VOTE)
    assert (table.row.revision, house.changed) == (4, [table.id])


@pytest.mark.parametrize(("limit", "facts"), [(0, {}), (5, {"limit": 5})])
def test_a_refusal_of_the_store_names_its_limit_if_it_has_one(
    limit: int, facts: dict[str, object]
) -> None:
    assert refusal_for(WriteRefused(WriteFault.TOO_MANY_HERE, limit)).facts == facts


async def test_a_refusal_quotes_forty_characters(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    with pytest.raises(Refused) as caught:
        await table.change(moves.act, on_turn(table), table.version, "x" * 50)
    assert caught.value.facts == {"text": "x" * 40}


async def test_where_no_table_is_open_the_newest_finished_one_is_found(house: House) -> None:
    tables = []
    for _ in range(3):
        tables.append(await started(house, ANA, BORIS, VERA))
        await tables[-1].change(moves.end_match)
    with pytest.raises(Refused):
        await house.tables.find_here(5, ANA, 1)
    assert (await house.tables.find_here_or_last(5, ANA, 1)).id == tables[-1].id
    open_one = await started(house, ANA, BORIS, VERA)
    await (await started(house, ANA, BORIS, VERA)).change(moves.end_match)
    assert (await house.tables.find_here_or_last(5, EGOR, 1)).id == open_one.id
