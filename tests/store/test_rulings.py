"""Reports of deals and decisions about them, in both databases."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.background.ruling_writer import RulingWriter
from bot.cli.verify import find_differences
from bot.model.enums import RulingKind
from bot.store import Store, WriteRefused
from bot.store.queries.reviews import DealReview
from bot.store.queries.rulings import Report, ReportedDeal, StoredRuling
from tests.store.corruption import REVIEW
from tests.store.making import GUILD, new_game
from tests.support.store_databases import StoreDatabase
from tests.tables.conftest import START, make_house
from tests.tables.test_audit import play, started

ANA, BORIS, JUDGE = 1, 2, 9


def dismissal(game_id: int, number: int = 1, deal: int = 3, at: int = 50) -> StoredRuling:
    return StoredRuling(game_id, deal, number, RulingKind.DISMISS, JUDGE, "as played", "", at)


async def test_a_person_reports_a_deal_once(store: Store) -> None:
    game_id = await new_game(store)
    first = Report(game_id, 3, ANA, "a slip", 40)
    assert await store.rulings.report(first)
    assert not await store.rulings.report(Report(game_id, 3, ANA, "again", 41))
    second = Report(game_id, 3, BORIS, "", 42)
    assert await store.rulings.report(second)
    assert await store.rulings.reports(game_id, 3) == (first, second)
    assert await store.rulings.open_deals(GUILD) == (ReportedDeal(game_id, 3, 2, 40),)
    assert await store.rulings.open_deals(GUILD + 1) == ()
    assert await store.rulings.reports_since(ANA, 39) == 1
    assert await store.rulings.reports_since(ANA, 40) == 0


async def test_forms_sent_together_keep_to_the_limit(store: Store) -> None:
    """Reports of the day before do not count."""
    game_id = await new_game(store)
    await store.rulings.report(Report(game_id, 9, ANA, "", 5), 0, 3)
    sent = [Report(game_id, deal, ANA, "", 40) for deal in range(1, 6)]
    stored = await asyncio.gather(*(store.rulings.report(one, 10, 3) for one in sent))
    assert sum(stored) == 3
    assert await store.rulings.reports_since(ANA, 10) == 3
    assert await store.rulings.report(Report(game_id, 1, BORIS, "", 41), 10, 3)


async def test_a_decision_answers_all_and_an_undoing_opens_them(store: Store) -> None:
    game_id = await new_game(store)
    for user in (ANA, BORIS):
        await store.rulings.report(Report(game_id, 3, user, "", 40))
    await store.rulings.decide(dismissal(game_id))
    assert await store.rulings.open_deals(GUILD) == ()
    assert await store.rulings.dismissals_since(ANA, 49) == (50,)
    assert await store.rulings.decided_deals(GUILD, 0, 5) == (ReportedDeal(game_id, 3, 1, 50),)
    with pytest.raises(WriteRefused):
        await store.rulings.decide(dismissal(game_id))
    undo = StoredRuling(game_id, 3, 2, RulingKind.UNDO, JUDGE, "", "", 60, undoes=1)
    await store.rulings.decide(undo)
    assert [one.count for one in await store.rulings.open_deals(GUILD)] == [2]
    assert await store.rulings.of_game(game_id) == (dismissal(game_id), undo)


async def test_nobody_is_told_before_the_line_is_written(store: Store) -> None:
    game_id = await new_game(store)
    await store.rulings.report(Report(game_id, 3, ANA, "", 40))
    await store.rulings.decide(dismissal(game_id))
    assert await store.rulings.untold() == ()
    assert await store.rulings.games_unwritten() == (game_id,)


async def test_a_forgotten_manager_leaves_the_decision(store: Store) -> None:
    game_id = await new_game(store)
    await store.rulings.report(Report(game_id, 3, ANA, "a slip", 40))
    await store.rulings.decide(dismissal(game_id))
    assert len((await store.privacy.export(JUDGE)).rulings) == 1
    assert len((await store.privacy.export(ANA)).reports) == 1
    for user in (JUDGE, ANA):
        await store.privacy.erase(user)
    (left,) = await store.rulings.of_game(game_id)
    assert (left.judge_id, left.reason, left.kind) == (0, "", RulingKind.DISMISS)
    assert await store.rulings.reports(game_id, 3) == ()
    assert (await store.privacy.export(JUDGE)).rulings == ()


async def test_a_void_deal_leaves_the_totals_and_comes_back(
    database: StoreDatabase, tmp_path: Path
) -> None:
    """Also one whose review is stored later, and the results stay those of the replay."""
    house = await make_house(tmp_path, [START], await database.open(START))
    store, table = house.store, await started(house, "sochi")
    await play(house, table, Random(1), 500)
    writer = RulingWriter(house.tables, lambda *_: None)
    await store.reviews.add_review(table.id, 1, DealReview("contract", (REVIEW,)))
    counted = await store.statistics.play_totals(table.row.guild_id)
    assert counted
    for deal in (1, 2):
        await writer.decide(
            table, StoredRuling(table.id, deal, 1, RulingKind.VOID, JUDGE, "", "", START)
        )
    await store.reviews.add_review(table.id, 2, DealReview("contract", (REVIEW,)))
    assert await store.statistics.play_totals(table.row.guild_id) == {}
    assert await store.reviews.totals_agree()
    for deal in (1, 2):
        undo = StoredRuling(table.id, deal, 2, RulingKind.UNDO, JUDGE, "", "", START, undoes=1)
        await writer.decide(table, undo)
    after = await store.statistics.play_totals(table.row.guild_id)
    assert [one.deals for one in after.values()] == [2]
    assert await store.reviews.totals_agree()
    log = await store.game_queries.log_of(table.id)
    assert log is not None
    assert find_differences(log) == ()
    assert await store.game_queries.faults(table.id) == ()
    await writer.stop()
    await house.workers.stop()
    await store.close()
