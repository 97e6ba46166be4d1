"""A decision about a deal: sheet, results, totals and log follow, and an undoing restores them."""

from random import Random

import pytest

from bot.background.ruling_writer import RulingWriter
from bot.cli.verify import find_differences
from bot.engine.families import family_of
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import IllegalAction
from bot.model.enums import RulingKind, Status
from bot.store import WriteRefused
from bot.store.queries.rulings import StoredRuling
from bot.store.records import SeatScore
from bot.tables import Table, moves, voting
from tests.support.informed_actions import agree, leave
from tests.tables.conftest import ANA, BORIS, EGOR, START, VERA, House
from tests.tables.test_audit import TARGETS, play, started
from tests.tables.test_leaving import ZOYA, begun
from tests.tables.test_leaving import play as play_on

JUDGE = 99


def writer_of(house: House) -> RulingWriter:
    return RulingWriter(house.tables, lambda table, ruling: house.changed.append(ruling.number))


def ruling_of(
    table: Table, kind: RulingKind, number: int, deal: int = 1, entries: str = ""
) -> StoredRuling:
    undoes = number - 1 if kind is RulingKind.UNDO else None
    return StoredRuling(
        table.id, deal, number, kind, JUDGE, "a reason", entries, START, undoes=undoes
    )


def balance(table: Table) -> tuple[int, ...]:
    assert table.game is not None
    return family_of(table.game.rules).settle(table.game.rules, table.game.carry.sheet)


async def faults(house: House, table: Table) -> list[str]:
    """Return what the audit finds, of hashes, checksums and the replay."""
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    stored = await house.store.game_queries.faults(table.id)
    return [*stored, *map(str, find_differences(log))]


async def first_scored_deal(house: House, table: Table) -> int:
    postings = await house.store.game_queries.postings(table.id)
    return next(one.deal for one in postings if one.posting.amount)


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", TARGETS)
@pytest.mark.parametrize("deals", [3, 60])  # a Serbian match played at random seldom ends
async def test_a_void_deal_counts_nowhere_until_it_is_undone(
    house: House, preset: str, deals: int
) -> None:
    table, writer = await started(house, preset), writer_of(house)
    await play(house, table, Random(f"{preset} {deals}"), deals)
    deal = await first_scored_deal(house, table)
    before, sheet = balance(table), table.game
    assert sheet is not None
    is_over = table.row.status is Status.OVER
    if not await writer.decide(table, ruling_of(table, RulingKind.VOID, 1, deal)):
        assert not is_over  # the match could not go on without what it wrote
        return
    postings = await house.store.game_queries.postings(table.id)
    left: dict[tuple[str, int, int | None], int] = {}
    for one in postings:
        line = one.posting[:3]
        left[line] = left.get(line, 0) + (one.posting.amount if one.deal == deal else 0)
    assert not any(left.values())
    assert sum(balance(table)) == 0
    assert await faults(house, table) == []
    if is_over:
        scores = await house.store.game_queries.scores(table.id)
        assert tuple(score.balance for score in scores) == balance(table)
    assert await writer.decide(table, ruling_of(table, RulingKind.UNDO, 2, deal))
    assert balance(table) == before
    assert await faults(house, table) == []
    if is_over:
        scores = await house.store.game_queries.scores(table.id)
        assert tuple(score.balance for score in scores) == before


async def test_a_reloaded_table_has_the_same_sheet(house: House) -> None:
    table, writer = await started(house, "sochi"), writer_of(house)
    await play(house, table, Random(1), 500)
    assert await writer.decide(table, ruling_of(table, RulingKind.CORRECT, 1, 1, "pool 0 +3"))
    sheet = balance(table)
    await table.reload()
    assert balance(table) == sheet
    assert table.row.status is Status.OVER


async def test_a_decision_waits_for_the_end_of_the_deal(house: House) -> None:
    table, writer = await started(house, "sochi"), writer_of(house)
    await play(house, table, Random(2), 1)
    assert house.driver is not None
    await house.driver.deal(table, table.version)  # the second deal is out
    assert not await writer.decide(table, ruling_of(table, RulingKind.DISMISS, 1))
    assert await house.store.rulings.games_unwritten() == (table.id,)
    await play(house, table, Random(3), 2)
    again = writer_of(house)  # as after a kill
    await again.start()
    await again.write(table)
    await again.write(table)
    lines = await house.store.game_queries.newest_lines(table.id, 2)
    assert [line.text for line in lines].count("ruling dismiss 1") == 1
    assert await house.store.rulings.games_unwritten() == ()
    await again.stop()


async def test_of_two_decisions_at_once_one_counts(house: House) -> None:
    table, writer = await started(house, "sochi"), writer_of(house)
    await play(house, table, Random(4), 500)
    await writer.decide(table, ruling_of(table, RulingKind.VOID, 1))
    sheet = balance(table)
    with pytest.raises(WriteRefused):
        await writer.decide(table, ruling_of(table, RulingKind.DISMISS, 1))
    assert balance(table) == sheet


async def test_a_player_cannot_rule(house: House) -> None:
    table = await started(house, "sochi")
    await play(house, table, Random(5), 1)
    with pytest.raises(IllegalAction):
        await table.change(moves.act, ANA, table.version, "ruling void 1")


@pytest.mark.parametrize(
    "text",
    ["ruling void 4 pool 0 -2, whists 1/0 -8", "ruling dismiss 12", "ruling undo 1 main 2 +3"],
)
def test_the_notation_of_a_decision(text: str) -> None:
    assert format_action(parse_action(text)) == text


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", TARGETS)
async def test_any_corrections_leave_a_sound_match_and_come_back(house: House, preset: str) -> None:
    """Balances sum to zero after each, and the stored results are those of the replay."""
    table, writer, chance = await started(house, preset), writer_of(house), Random(preset)
    await play(house, table, chance, 60)
    before = balance(table)
    postings = [
        one.posting for one in await house.store.game_queries.postings(table.id) if one.deal == 1
    ]
    lines = sorted({one[:3] for one in postings}, key=str) or [("pool", 0, None)]
    for number in range(1, 4):
        account, seat, against = chance.choice(lines)
        on = "" if against is None else f"/{against}"
        entry = f"{account} {seat}{on} {chance.choice((-7, -1, 2, 40)):+}"
        assert await writer.decide(table, ruling_of(table, RulingKind.CORRECT, number, 1, entry))
        assert sum(balance(table)) == 0
        assert await faults(house, table) == []
    for number in range(4, 7):
        kept = (table.id, 1, number, RulingKind.UNDO, JUDGE, "", "", START)
        assert await writer.decide(table, StoredRuling(*kept, undoes=7 - number))
    assert balance(table) == before
    assert await faults(house, table) == []
    if table.row.status is Status.OVER:
        scores = await house.store.game_queries.scores(table.id)
        assert tuple(score.balance for score in scores) == before


async def test_the_change_belongs_to_whom_the_deal_belonged(house: House) -> None:
    """Boris left after the second deal: the first one stays theirs, and comes back to them."""
    table, writer = await begun(house, ANA, BORIS, VERA), writer_of(house)
    await play_on(house, table, 2)
    await table.change(leave, BORIS)
    await table.change(moves.end_match)
    before = {score.part: score.balance for score in await own_scores(house, table)}
    assert await writer.decide(table, ruling_of(table, RulingKind.VOID, 1, 1))
    assert sum(balance(table)) == 0
    assert await faults(house, table) == []
    assert await writer.decide(table, ruling_of(table, RulingKind.UNDO, 2, 1))
    assert {score.part: score.balance for score in await own_scores(house, table)} == before
    assert await faults(house, table) == []


@pytest.mark.slow
async def test_each_owner_of_a_seat_has_the_change_of_their_deals(house: House) -> None:
    """Boris hands the seat over in the third deal, Egor in the fifth; a deal is one owner's."""
    table, writer = await begun(house, ANA, BORIS, VERA), writer_of(house)
    for owner, heir, deals in ((BORIS, EGOR, 2), (EGOR, ZOYA, 4)):
        await play_on(house, table, deals)
        await table.change(voting.offer_seat, owner, 1, heir)
        for user in (ANA, VERA, heir):
            await table.change(agree, user)
    await play_on(house, table, 5)
    shares = [share.balance for share in table.state.shares]
    assert await writer.decide(table, ruling_of(table, RulingKind.VOID, 1, 4))
    now = [share.balance for share in table.state.shares]
    assert [before != after for before, after in zip(shares, now, strict=True)] == [False, True]
    assert await writer.decide(table, ruling_of(table, RulingKind.UNDO, 2, 4))
    assert [share.balance for share in table.state.shares] == shares

    await table.change(moves.end_match)
    before = {score.user_id: score.balance for score in await own_scores(house, table)}
    for deal, owner in ((1, BORIS), (2, BORIS), (3, EGOR), (4, EGOR), (5, ZOYA)):
        number = 2 * deal + 1
        assert await writer.decide(table, ruling_of(table, RulingKind.VOID, number, deal))
        after = {score.user_id: score.balance for score in await own_scores(house, table)}
        assert {user for user in before if before[user] != after[user]} == {owner}, deal
        assert await faults(house, table) == []
        assert await writer.decide(table, ruling_of(table, RulingKind.UNDO, number + 1, deal))
    assert {score.user_id: score.balance for score in await own_scores(house, table)} == before


async def own_scores(house: House, table: Table) -> list[SeatScore]:
    scores = await house.store.game_queries.scores(table.id)
    return [score for score in scores if score.seat == 1]


async def test_a_packed_match_takes_a_decision(house: House) -> None:
    table, writer = await started(house, "sochi"), writer_of(house)
    await play(house, table, Random(1), 500)
    await house.store.archive.pack(table.id)
    await table.reload()
    assert await writer.decide(table, ruling_of(table, RulingKind.VOID, 1))
    assert await faults(house, table) == []
    await table.reload()
    assert sum(balance(table)) == 0
