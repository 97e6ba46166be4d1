"""The siege's second reading of a store agrees with honest deals and names whatever was changed."""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.engine.families import family_of
from bot.engine.game import Game
from bot.engine.notation import format_action, result_text
from bot.engine.rules import Rules
from bot.presets import rules_text
from tests.properties.oracles.oracle import Step
from tests.properties.walking import TABLES, random_rules, walk
from tests.support import builders
from tools.open_matches import FIXTURES
from tools.siege.second_reading import Line, read_again, standing

TABLES_OF_A_STORE = """
CREATE TABLE game (game_id, rules, version);
CREATE TABLE line (game_id, version, deal, seat, text);
CREATE TABLE deal (game_id, deal, last_version, summary);
CREATE TABLE posting (game_id, deal, position, account, seat, against, amount, why, count, unit,
    version);
CREATE TABLE result (game_id, seat, part, balance);
CREATE TABLE archive (game_id, lines);
"""


def match(db: sqlite3.Connection, rules: Rules, seed: int) -> None:
    """Write a random match of four deals as the store would."""
    ((game_id,),) = db.execute("SELECT count(*) FROM game")
    version, last = 0, None
    for version, step in enumerate(walk(rules, seed, 4), start=1):
        last = step.after
        line = (step.before.carry.number + 1, step.seat, format_action(step.action))
        db.execute("INSERT INTO line VALUES (?, ?, ?, ?, ?)", (game_id, version - 1, *line))
        if last.carry.number > step.before.carry.number and last.last is not None:
            closed = (last.last.number, version - 1, result_text(last.last))
            db.execute("INSERT INTO deal VALUES (?, ?, ?, ?)", (game_id, *closed))
        for row in written(step, version - 1):
            db.execute(
                "INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (game_id, *row)
            )
    db.execute("INSERT INTO game VALUES (?, ?, ?)", (game_id, rules_text(rules), version))
    if last is not None and last.carry.number:
        for seat, balance in enumerate(family_of(rules).settle(rules, last.carry.sheet)):
            db.execute("INSERT INTO result VALUES (?, ?, 0, ?)", (game_id, seat, balance))


def written(step: Step, version: int) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a deal that was scored, or of an answer that added to it."""
    result = step.after.last
    is_new = step.after.carry.number > step.before.carry.number
    first = 0 if is_new else postings_of(step.before)
    for position, posting in enumerate(() if result is None else result.postings):
        if result is not None and position >= first:
            yield result.number, position, *posting, None if is_new else version


def postings_of(game: Game) -> int:
    return 0 if game.last is None else len(game.last.postings)


def test_honest_deals_of_every_table_and_of_mixtures_agree(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(TABLES_OF_A_STORE)
        for table in TABLES:
            match(db, builders.rules(*table), 1)
        for family in ("russian", "balkan", "austrian"):
            for seed in range(10):
                match(db, random_rules(family, seed), seed)
        db.commit()
    reading = read_again(path)
    assert reading.faults == ()
    assert reading.deals > 150


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The open matches of a release, without the triggers that would keep the checksums."""
    path = tmp_path / "bot.db"
    path.write_bytes(gzip.decompress((FIXTURES / "1.0.0.db.gz").read_bytes()))
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.commit()
    return path


def test_the_deals_of_a_release_agree(store: Path) -> None:
    assert read_again(store) == (48, ())


# of game 1: sochi; 8 spades made, misère made, raspasy, 7 diamonds made
DECK = "UPDATE line SET text = replace(text, ?, ?) WHERE game_id = 1 AND deal = 1"
CARD = "UPDATE line SET text = ? WHERE game_id = 1 AND version = ?"
RESULT = "UPDATE deal SET summary = replace(summary, ?, ?) WHERE game_id = 1 AND deal = ?"
CHANGES = {  # a change of the store, its values, and what the second reading says
    "a card twice": (DECK, ("deck JH", "deck 8S"), "deal 1: 32 cards, each once"),
    "cards exchanged": (DECK, ("JH 8S 10S", "10S 8S JH"), "deal 1: the hands as dealt"),
    "another card played": (CARD, ("play 8D", 20), "deal 1: the log has no line for AH"),
    "a move lost": (
        "DELETE FROM line WHERE game_id = 1 AND version = ?",
        (20,),
        "has a gap in its log",
    ),
    "a suit not followed": (  # 8 of diamonds on the ace of clubs
        RESULT,
        (
            "14,8],1,null],[1,[31,0,24],2,null],[2,[7,5,1],2,null],[2,[23,16,17]",
            "14,17],1,null],[1,[31,0,24],2,null],[2,[7,5,1],2,null],[2,[23,16,8]",
            1,
        ),
        "deal 1: seat 0 may not play 8D",
    ),
    "a trick given to another": (RESULT, ("[15,14,8],1", "[15,14,8],2", 1), "deal 1: "),
    "tricks miscounted": (RESULT, ("[0,1,9]", "[0,2,8]", 1), "deal 1: the tricks won"),
    "a dealer who stays": (RESULT, ('"dealer":2', '"dealer":1', 3), "deal 3: the dealer"),
    "a call forgotten": (RESULT, ('[1,"whist"],', "", 1), "deal 1: the call whist"),
    "a posting lost": (
        "DELETE FROM posting WHERE game_id = 1 AND account = ?",
        ("whists",),
        "deal 1: the postings of the summary",
    ),
    "results that are not zero": (
        "INSERT INTO result SELECT 1, 0, 0, null, null, 'club', ?, 1, null, null, null, guild_id,"
        " 'russian', 'sochi', '', 1, 0, 0, 0, 0 FROM game WHERE game_id = 1",
        (7,),
        "its results sum to 7",
    ),
}


@pytest.mark.parametrize(("sql", "values", "said"), CHANGES.values(), ids=CHANGES)
def test_whatever_is_changed_is_named(
    store: Path, sql: str, values: tuple[str | int, ...], said: str
) -> None:
    change(store, sql, *values)
    assert [fault for fault in read_again(store).faults if fault.startswith(f"game 1 {said}")]


def test_a_score_that_is_wrong_in_posting_and_result_alike_is_named(store: Path) -> None:
    """What a fault of the engine would write: nothing else in the store contradicts it."""
    change(store, RESULT, '2,null,6,"contract",1,6', '2,null,8,"contract",1,8', 1)
    change(
        store,
        "UPDATE posting SET amount = ?, unit = 8"
        " WHERE game_id = 1 AND deal = 1 AND account = 'pool'",
        8,
    )
    (fault, *_) = read_again(store).faults
    assert fault.startswith("game 1 deal 1: the Russian sheet")


def change(store: Path, sql: str, *values: str | int) -> None:
    with closing(sqlite3.connect(store)) as db:
        assert db.execute(sql, values).rowcount > 0
        db.commit()


def test_lines_that_were_taken_back_do_not_stand() -> None:
    texts = ["deck", "bid 6S", "pass", "takeback 1", "bid 7S", "takeback 4", "pass"]
    lines = [Line(version, 1, 0, text) for version, text in enumerate(texts)]
    assert [line.text for line in standing(lines)] == ["deck", "pass"]
