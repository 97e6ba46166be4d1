"""The audit finds every change of stored data, and nothing in games as they were played."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.cli.verify import find_differences
from bot.engine.actions import Dealer
from bot.engine.cards import TABLE_SEAT
from bot.engine.families import family_of
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import format_action, parse_action
from bot.model.enums import Clock, Status
from bot.tables import Table, changes, moves
from tests.conftest import Errors
from tests.golden.test_logs import read
from tests.store.making import do
from tests.support.stored import rewrite
from tests.tables.conftest import ANA, BORIS, START, VERA, House, make_house

OLDER = "UPDATE deal SET carry = json_remove(carry, '$.time_up') WHERE deal = 1"
PEOPLE = (ANA, BORIS, VERA)
TARGETS = {"sochi": 2, "serbian": 10, "viennese": 2}


async def started(house: House, preset: str) -> Table:
    rules = house.tables.services.presets.rules(preset)
    rules = family_of(rules).with_target(rules, TARGETS[preset])
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NONE
    )
    for user in PEOPLE[1:]:
        await table.change(changes.join, user)
    assert house.driver is not None
    await table.change(moves.start_match, ANA, house.driver.draw(rules))
    return table


async def play(house: House, table: Table, chance: Random, deals: int) -> None:
    """Let all three act at random until so many deals are scored, or the match is over."""
    assert house.driver is not None
    while (game := table.game) is not None and game.carry.number < deals:
        if (seat := to_act(game)) is None:
            return
        if seat == TABLE_SEAT:
            await house.driver.deal(table, table.version)
            continue
        said = [
            t for t in map(format_action, legal_actions(game, seat)) if not t.startswith("claim")
        ]
        await table.change(moves.act, PEOPLE[seat], table.version, chance.choice(said))


async def found(house: House, table: Table) -> list[str]:
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    return [f"{each.where}: {each.what}" for each in find_differences(log)]


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", TARGETS)
async def test_games_as_they_were_played_agree(house: House, preset: str) -> None:
    table = await started(house, preset)
    for deals in (0, 1, 3, 60):
        await play(house, table, Random(f"{preset} {deals}"), deals)
        assert await found(house, table) == []
    assert table.row.status is Status.OVER


async def test_lobbies_stopped_and_annulled_games_agree(house: House) -> None:
    lobby = await house.open(ANA)
    assert await found(house, lobby) == []
    for end in (moves.end_match, changes.annul):
        table = await started(house, "sochi")
        await play(house, table, Random(3), 2)
        await table.change(end)
        assert await found(house, table) == []


async def finished_match(path: Path) -> None:
    house = await make_house(path, [START])
    table = await started(house, "sochi")
    await play(house, table, Random(1), 500)
    assert table.row.status is Status.OVER
    assert house.driver is not None
    await house.driver.stop()
    await house.workers.stop()
    await house.store.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a file with one finished Russian match, game 1."""
    path = tmp_path_factory.mktemp("audit") / "bot.db"
    asyncio.run(finished_match(path))
    return path


def change(played: Path, folder: Path, sql: str) -> Path:
    """Copy the file and execute one statement on the copy."""
    path = folder / "changed.db"
    path.write_bytes(played.read_bytes())
    with closing(sqlite3.connect(path)) as db:
        assert db.execute(sql).rowcount
        db.commit()
    return path


@pytest.mark.sampled(quick=8)
@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("UPDATE line SET text = 'pass' WHERE version = 1", "line 1: it does not fit the rules"),
        ("UPDATE line SET seat = 1 - seat WHERE version = 2", "line 2: it does not fit"),
        ("UPDATE line SET deal = 7 WHERE version = 2", "line 2: it is stored with deal 7, not 1"),
        ("DELETE FROM line WHERE version = 3", "line 3: it is missing"),
        ("UPDATE game SET version = version + 1", "log: "),
        ("UPDATE game SET rules = '{}'", "rules: they cannot be read"),
        ("UPDATE game SET status = 'playing', ended_at = NULL", "end: its log has ended"),
        ("UPDATE posting SET amount = amount + 1 WHERE deal = 2 AND position = 0", "deal 2: "),
        ("DELETE FROM posting WHERE deal = 1 AND position = 0", "deal 1: stored is "),
        ("UPDATE deal SET carry = '[]' WHERE deal = 1", "deal 1: the stored carry-over differs"),
        (
            "UPDATE deal SET carry = json_set(carry, '$.answers', '0000000130f') WHERE deal = 1",
            "deal 1: the stored carry-over differs",
        ),
        (
            "UPDATE deal SET carry = json_set(carry, '$.dealer', 3) WHERE deal = 1",
            "deal 1: the stored carry-over differs",
        ),
        ("UPDATE deal SET summary = 'x' WHERE deal = 1", "deal 1: the stored summary differs"),
        ("UPDATE deal SET last_version = 3 WHERE deal = 1", "deal 1: it ended with line "),
        ("UPDATE result SET balance = balance + 1 WHERE seat = 0", "result: stored by seat is "),
        ("UPDATE result SET place = 3", "result: "),
        ("DELETE FROM result WHERE seat = 2", "result: stored by seat is "),
        ("UPDATE result SET user_id = 99 WHERE seat = 1", "result: "),
    ],
)
def test_every_change_is_found(
    played: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    logged_errors: Errors,
    sql: str,
    told: str,
) -> None:
    """The replay finds it; the chain too, unless its links were recomputed with the change."""
    logged_errors.expect("game 1 is damaged and frozen")
    path = change(played, tmp_path, sql)
    before = path.read_bytes()
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr()
    assert f"game 1, {told}" in said.out
    assert "game 1, stored: " in said.out
    assert said.err == "1 of 1 games differ from what was played.\n"
    assert path.read_bytes() == before
    rewrite(path)
    assert main(["verify", str(path)]) == 1
    assert f"game 1, {told}" in capsys.readouterr().out


def test_a_file_without_a_difference(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(played)]) == 0
    assert capsys.readouterr().out == "1 games verified: every score is as it was played.\n"


def test_what_was_not_kept_yet_is_no_difference(played: Path, tmp_path: Path) -> None:
    """A carry of an older program lacks the fields that later programs added."""
    path = change(played, tmp_path, OLDER)
    rewrite(path)
    assert main(["verify", str(path)]) == 0


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none.db")]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_what_it_tells_names_no_card(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], logged_errors: Errors
) -> None:
    logged_errors.expect("game 1 is damaged and frozen: the hash of line 1 does not fit")
    path = change(played, tmp_path, "UPDATE line SET text = text || ' 7S' WHERE text LIKE 'deck%'")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out == (
        "game 1, stored: the hash of line 1 does not fit\n"
        "game 1, line 1: it does not fit the rules (IllegalAction)\n"
    )


LOG = read(Path(__file__).parents[1] / "golden" / "balkan" / "deals" / "serbian-partner-pays.txt")


async def at_the_question(house: House) -> Table:
    """Play the golden deal in which Vera took Boris' trick, to its last card."""
    rules = house.tables.services.presets.rules("serbian", partner_pays="on_request")
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NORMAL
    )
    for user in PEOPLE[1:]:
        await table.change(changes.join, user)
    await table.change(moves.start_match, ANA, Dealer(2))
    for seat, line in LOG.lines[1:-2]:
        if seat == TABLE_SEAT:
            await table.act_for(TABLE_SEAT, table.version, parse_action(line), "table")
        else:
            await table.change(moves.act, PEOPLE[seat], table.version, line)
    return table


async def columns(house: House, table: Table) -> tuple[int, ...]:
    """Return the columns as the table has them, and as a process that starts now has them."""
    stored = await house.store.game_queries.load(table.id)
    assert stored is not None
    again = Table(house.tables.services, stored).game
    assert again == table.game
    assert again is not None
    return tuple(again.carry.sheet.total("main", seat) for seat in range(3))


async def entries(house: House, table: Table) -> list[tuple[int, str]]:
    return [(p.deal, p.posting.why) for p in await house.store.game_queries.postings(table.id)]


WRITTEN = [(1, "contract"), (1, "quota_missed"), (1, "tricks"), (1, "tricks")]
MOVED = [(1, "relieved"), (1, "taken_over")]


@pytest.mark.sampled(quick=5)
@pytest.mark.parametrize(
    ("answers", "expect", "beside"),
    [
        ((), (-94, -106, -100), []),
        (("pass",), (-94, -106, -100), []),
        (("ask",), (-94, -106, -100), []),
        (("ask", "refuse"), (-94, -106, -100), []),
        (("ask", "pay"), (-94, -100, -106), MOVED),
    ],
)
async def test_a_penalty_that_the_partner_pays(
    house: House, answers: tuple[str, ...], expect: tuple[int, ...], beside: list[tuple[int, str]]
) -> None:
    """balkan.md 3.11: the score stays, two entries move the penalty; also after a restart."""
    table = await at_the_question(house)
    for seat, answer in zip((1, 2), answers, strict=False):
        await table.change(moves.act, PEOPLE[seat], table.version, answer)
    assert await columns(house, table) == expect
    assert await entries(house, table) == WRITTEN + beside
    assert await found(house, table) == []
    await table.change(moves.end_match)
    assert await found(house, table) == []
    assert await house.store.game_queries.faults(table.id) == ()
    log = await house.store.game_queries.log_of(table.id)
    assert log is not None
    settled = (42, 6, -48) if beside else (42, -54, 12)  # ten a point; Ana owes 6 and 12
    assert tuple(score.balance for score in log.scores) == settled


async def test_the_next_deal_goes_on_from_what_was_moved(house: House) -> None:
    table = await at_the_question(house)
    for seat, answer in ((1, "ask"), (2, "pay")):
        await table.change(moves.act, PEOPLE[seat], table.version, answer)
    assert house.driver is not None
    await house.driver.next_deal(table, ANA)
    assert await columns(house, table) == (-94, -100, -106)
    await play(house, table, Random(3), 2)
    assert table.game is not None
    assert table.game.carry.number == 2
    assert (await entries(house, table))[: len(WRITTEN + MOVED)] == WRITTEN + MOVED
    assert await found(house, table) == []


async def test_the_audit_misses_an_entry_that_was_moved(house: House) -> None:
    table = await at_the_question(house)
    for seat, answer in ((1, "ask"), (2, "pay")):
        await table.change(moves.act, PEOPLE[seat], table.version, answer)
    do(house.path, "DELETE FROM posting WHERE why = 'taken_over'")
    (said,) = await found(house, table)
    assert said.startswith("deal 1: stored is")
    assert await house.store.game_queries.faults(table.id) == (
        f"the hash of line {table.version - 1} does not fit",
    )


async def test_the_faults_of_a_game_name_a_broken_seal_before_the_chain(house: House) -> None:
    table = await house.open(ANA)
    do(house.path, "UPDATE game SET seal = NULL")
    assert await house.store.game_queries.faults(table.id) == ("a row does not fit its seal",)


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE posting SET amount = amount + 1 WHERE why = 'taken_over'",
        "UPDATE posting SET version = NULL WHERE why = 'relieved'",
        "UPDATE posting SET version = version - 1 WHERE version IS NOT NULL",
    ],
)
async def test_an_entry_that_was_moved_is_in_the_chain(house: House, statement: str) -> None:
    """The link of the answer that wrote it contains it; the deal was closed lines before."""
    table = await at_the_question(house)
    for seat, answer in ((1, "ask"), (2, "pay")):
        await table.change(moves.act, PEOPLE[seat], table.version, answer)
    assert await house.store.game_queries.faults(table.id) == ()
    do(house.path, statement)
    assert await house.store.game_queries.faults(table.id) != ()
