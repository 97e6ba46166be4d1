"""Every change behind the store's back is noticed before it is shown (design section 4)."""

import hashlib
import json
from random import Random

import pytest

from bot.store import GameDamaged, Store
from bot.store.integrity.checksums import checksummed_tables
from bot.store.integrity.hash_chain import NO_CLOSED_ROWS, ClosedRows, initial_link, next_link
from bot.store.records import SeatScore
from tests.conftest import Errors
from tests.store.making import (
    GUILD,
    SEED,
    append,
    change,
    closing_of,
    final_of,
    line,
    new_game,
    on_file,
    sit,
)
from tests.support.store_databases import StoreDatabase, open_store
from tests.support.stored import log_lines


async def played(store: Store, *, ended: bool = False) -> int:
    """Play with two people and a robot: two deals, one of them leaves between them."""
    game_id = await new_game(store)
    for seat, user in ((0, 1), (1, 2)):
        await sit(store, game_id, seat, user)
    await sit(store, game_id, 2, robot="club")
    for version in range(6):
        if version == 3:
            await sit(store, game_id, 1, robot="expert")
        closing = closing_of(version // 3) if version % 3 == 2 else None
        scores = (SeatScore(0, 1, None, 5, 1), SeatScore(1, None, "expert", -5, 2))
        final = final_of(*scores, robots=True) if ended and version == 5 else None
        await append(
            store, game_id, line(version, version // 3), deadline=9, closing=closing, final=final
        )
    return game_id


def test_a_row_is_hashed_as_json_whatever_its_texts_are() -> None:
    signs = "".join(map(chr, (*range(0x300), 0x2028, 0x2029, 0xFEFF, 0xFFFF, 0x1F0A1)))
    line = (3, -1, 0, signs, None, 1 << 40)
    said = json.dumps(
        {"version": 3, "deal": -1, "seat": 0, "text": signs, "at": 1 << 40},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    link = next_link(b"before", line, ())
    assert link == hashlib.sha256(b"before" + f"[{said},[]]".encode()).digest()


def test_a_link_is_a_hash_that_anybody_can_reckon() -> None:
    first = ["game", 7, "rules", 1000]
    before = hashlib.sha256(b"preferans" + json.dumps(first, separators=(",", ":")).encode())
    assert initial_link(7, "rules", 1000) == before.digest()
    said = (
        '[{"version":0,"deal":1,"seat":-1,"text":"dealer 0","by":"table","at":5},'
        '[{"seat":0,"player":99,"since":0},{"seat":1,"robot":"club","since":0}]]'
    )
    sittings = ((0, 99, None, 0, None), (1, None, "club", 0, None))
    link = next_link(before.digest(), (0, 1, -1, "dealer 0", "table", 5), sittings)
    assert link == hashlib.sha256(before.digest() + said.encode()).digest()


def test_what_a_line_closes_is_in_its_link() -> None:
    plain = next_link(b"", (0, 1, 0, "pass", "table", 5), ())
    for closed in (
        ClosedRows(deals=[(1, 0, "s", "c", 5)]),
        ClosedRows(postings=[(1, 0, "pool", 0, None, 2, "made", 1, 2, None)]),
        ClosedRows(
            results=[(0, 9, None, 5, 1, 7, "russian", "sochi", "2030-1", 0, 5, *[None] * 4)]
        ),
        ClosedRows(cuts=[(1, "00", "1 luck\n")]),
    ):
        assert next_link(b"", (0, 1, 0, "pass", "table", 5), (), closed) != plain
    assert next_link(b"", (0, 1, 0, "pass", "table", 5), (), NO_CLOSED_ROWS) == plain


async def test_the_log_knows_people_by_a_number_of_that_game(
    store: Store, database: StoreDatabase
) -> None:
    games = [await played(store) for _ in range(2)]
    numbers = await database.look("SELECT number FROM player WHERE user_id = 1 ORDER BY game_id")
    assert len(set(numbers)) == 2
    asked = 'SELECT DISTINCT game_id, CAST("by" AS BIGINT) FROM line ORDER BY game_id'
    told = await database.look(asked)
    assert told == [(game, number) for game, (number,) in zip(games, numbers, strict=True)]
    assert {one.by for one in await log_lines(store, games[0])} == {"1"}


CHANCES = [  # a server takes longer to open than a file
    *((seed, "sqlite") for seed in range(20)),
    *(pytest.param(seed, "postgres", marks=pytest.mark.process) for seed in range(20, 24)),
]
TABLES = {
    "game": ("host_id", "rules", "clock", "created_at", "version", "revision", "painted", "shows"),
    "line": ("version", "deal", "seat", "text", "at", "link"),
    "sitting": ("seat", "since", "misses", "away"),
    "deal": ("deal", "last_version", "summary", "carry", "closed_at"),
    "posting": ("position", "account", "seat", "amount", "why", "count", "unit"),
    "result": ("balance", "place", "family", "preset", "season", "ended_at", "guild_id"),
    "player": ("number", "user_id"),
    "shuffle": ("deal", "seed", "words"),
}
_TEXTS = (
    "rules",
    "clock",
    "shows",
    "text",
    "summary",
    "carry",
    "account",
    "why",
    "family",
    "words",
)


async def changed(database: StoreDatabase, chance: Random) -> str:
    """Change one value of one row, or where the schema forbids it another; return the old one."""
    while True:
        table = chance.choice(tuple(TABLES))
        column = chance.choice(TABLES[table])
        ((rows,),) = await database.look(f"SELECT count(*) FROM {table}")  # noqa: S608
        row = chance.randrange(rows)
        described = await database.look(database.dialect.columns)
        keys = ", ".join(name for of, name, place in described if of == table and place)
        where = f"({keys}) IN (SELECT {keys} FROM {table} ORDER BY {keys} LIMIT 1 OFFSET {row})"  # noqa: S608
        value = _another(database, column, chance)
        if await database.do(f"UPDATE {table} SET {column} = {value} WHERE {where}"):  # noqa: S608
            return f"{table}.{column} of row {row}"


def _another(database: StoreDatabase, column: str, chance: Random) -> str:
    """Return another value, in SQL."""
    if column == "link":
        return database.blob(chance.randbytes(32))
    if column == "seed":
        return f"'{chance.randbytes(32).hex()}'"
    if column in (*_TEXTS, "preset", "season"):
        return f"{column} || 'x'"
    if column in ("away", "seat", "place"):
        return {"away": "1 - away", "seat": "3", "place": "3 - place"}[column]
    return f"{column} + 77"


async def damaged_games(database: StoreDatabase) -> set[int]:
    """Return the games of which anything can be read by any query."""
    async with open_store(database, now=3) as store:
        listed = {game.game_id for game in await store.game_queries.games_of_guild(GUILD)}
        past = {game.game_id for game in await store.leaderboards.history(GUILD, 99)}
        for game_id in (1, 2, 3):
            for read in (
                store.game_queries.load,
                store.game_queries.deals,
                store.game_queries.postings,
            ):
                try:
                    await read(game_id)
                except GameDamaged:
                    listed.discard(game_id)
        assert past <= listed | {3}  # the chain of a closed game is verified when it is read
        return listed


@pytest.fixture
async def three(database: StoreDatabase) -> StoreDatabase:
    """Make two open games and a closed one."""
    async with open_store(database, now=1) as store:
        for ended in (False, False, True):
            await played(store, ended=ended)
    return database


async def test_a_sound_file_shows_all(three: StoreDatabase) -> None:
    assert await damaged_games(three) == {1, 2, 3}


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize(("seed", "database"), CHANCES, indirect=["database"])
async def test_one_value_of_one_row_is_changed(
    three: StoreDatabase, logged_errors: Errors, seed: int
) -> None:
    """One game is frozen and named, the others play on."""
    logged_errors.expect("is damaged and frozen")
    what = await changed(three, Random(seed))
    left = await damaged_games(three)
    assert len(left) < 3, what
    assert len(left) == 2 or "game_id" in what, what
    assert await damaged_games(three) == left
    assert logged_errors.records
    assert not [one for one in logged_errors.records if "pass" in one.getMessage()]


async def test_what_is_damaged_is_never_made_good_by_writing(
    store: Store, database: StoreDatabase, logged_errors: Errors
) -> None:
    logged_errors.expect("is damaged and frozen")
    game_id = await played(store)
    assert await database.do("UPDATE game SET rules = rules || 'x'")
    await change(store, game_id, status="paused")
    assert await database.look("SELECT seal FROM game") == [(None,)]
    await store.close()
    async with open_store(database, now=3) as again:
        with pytest.raises(GameDamaged):
            await again.game_queries.load(game_id)


async def test_a_closed_game_is_looked_at_when_it_is_first_read(
    three: StoreDatabase, logged_errors: Errors
) -> None:
    logged_errors.expect("game 3 is damaged and frozen: the hash of line 2 does not fit")
    struck = "UPDATE posting SET amount = 99 WHERE game_id = 3 AND deal = 0 AND position = 0"
    assert await three.do(struck)
    async with open_store(three, now=3) as store:
        assert logged_errors.records == []
        for _ in range(2):
            with pytest.raises(GameDamaged):
                await store.game_queries.load(3)
        assert len(logged_errors.records) == 1
        assert [game.game_id for game in await store.game_queries.games_of_guild(GUILD)] == [1, 2]
        assert await store.leaderboards.history(GUILD, 9) == ()


@pytest.mark.sampled(quick=2)
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM line WHERE game_id = 2 AND version = 5",
        "DELETE FROM posting WHERE game_id = 2 AND deal = 1",
        "DELETE FROM sitting WHERE game_id = 2 AND seat = 0",
        "DELETE FROM deal WHERE game_id = 2 AND deal = 1",
    ],
)
async def test_a_row_is_gone(three: StoreDatabase, logged_errors: Errors, statement: str) -> None:
    logged_errors.expect("game 2 is damaged and frozen")
    assert await three.do(statement)
    assert await damaged_games(three) == {1, 3}


async def test_a_row_belongs_to_the_line_after_the_last(
    three: StoreDatabase, logged_errors: Errors
) -> None:
    """No hash of a line is wrong by it, as there is no such line."""
    logged_errors.expect("game 2 is damaged and frozen: a deal, a posting or a result belongs to")
    added = (
        "INSERT INTO deal (game_id, deal, last_version, carry, summary, closed_at)"
        " SELECT game_id, 9, game.version, carry, summary, closed_at FROM deal"
        " JOIN game USING (game_id) WHERE game_id = 2 AND deal = 1"
    )
    assert await three.do(added)
    assert await damaged_games(three) == {1, 3}


@pytest.mark.parametrize("change", [f"seed = '{SEED[::-1].hex()}'", "words = '1 luck'", "deal = 2"])
async def test_what_a_deck_was_made_of_is_in_its_link(
    store: Store, database: StoreDatabase, change: str
) -> None:
    """docs/fairness.md: the seed and the words of a deal are fixed with its deck."""
    game_id = await new_game(store)
    await append(store, game_id, line(0, 1, text="dealer 0"), deadline=9)
    await append(store, game_id, line(1, 1, text="deck ..."), deadline=9)
    assert await store.game_queries.faults(game_id) == ()
    assert await database.do(f"UPDATE shuffle SET {change}")  # noqa: S608
    assert await store.game_queries.faults(game_id) == ("the hash of line 1 does not fit",)


async def test_a_seed_is_sealed_to_its_last_byte(
    database: StoreDatabase, logged_errors: Errors
) -> None:
    """The first byte of this one is zero, where a checksum over bytes would end."""
    async with open_store(database, now=1) as store:
        await new_game(store)
        assert SEED[0] == 0
    logged_errors.expect("game 1 is damaged and frozen: a row of shuffle")
    assert await database.do("UPDATE shuffle SET seed = replace(seed, '1e1f', '1e1e')")
    async with open_store(database, now=2) as store:
        with pytest.raises(GameDamaged):
            await store.game_queries.load(1)


@on_file
async def test_no_seal_is_over_bytes(store: Store) -> None:
    """A checksum over bytes would end at the first zero; stored text has none."""
    sql = "SELECT type FROM pragma_table_info(?) WHERE type NOT IN ('INTEGER', 'TEXT')"
    for table in await checksummed_tables(store.game_queries._db):
        assert await store.game_queries._rows(sql, table.name) == []
