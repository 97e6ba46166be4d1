"""Two tables with the same cards through Discord: opened by code, sealed, compared, restarted."""

from pathlib import Path

import pytest

from bot.discord_ui.messages.painter import Painter
from bot.features.daily import private_events
from bot.model.refusals import Refusal
from bot.store.queries.daily_deals import DailyEvent, EventKey
from tests.conftest import Errors
from tests.support.message_content import words_of
from tests.support.naming import cards_in
from tests.support.room import Person, Room, evening
from tests.support.stored import rewritten

pytestmark = pytest.mark.process

DAY = 20_454  # 2026-01-01, when every simulated Discord begins
CODE = "kx7q2m"
KEY = EventKey(DAY, "sochi", CODE)
REF = f"{DAY}.sochi.{CODE}"


@pytest.fixture(autouse=True)
def one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw a known code and a known seed, and let robots decide at once."""
    monkeypatch.setattr(private_events, "new_code", lambda: CODE)
    monkeypatch.setattr(private_events, "token_bytes", lambda size: bytes(range(size)))
    monkeypatch.setattr("bot.tables.state.EVENT_LEVEL", "beginner")


async def stored(room: Room) -> DailyEvent:
    found = await room.store.daily_deals.event(KEY)
    assert found is not None
    return found


async def make_event(room: Room, who: Person) -> None:
    """Make an event of three deals at two tables."""
    await room.command(who, "pref today")
    await room.press(who, "today private sochi 0 1")
    await room.press(who, "today tables sochi 2 2 6")
    await room.press(who, "today tables sochi 2 2 3")
    await room.press(who, f"today seats sochi 2 2 3 {CODE}")


async def opened(room: Room, host: Person, *others: Person) -> None:
    """Open a table on the page of the event, seat everybody and start it."""
    await room.command(host, "pref today", code=CODE)
    await room.press(host, f"today open {REF}")
    room.table = room.read("SELECT max(game_id) AS newest FROM game")[0]["newest"]
    for who in others:
        await room.press(who, "join", room.message())
    if len(others) < 2:
        await room.press(host, "start", room.message())
        await room.press(host, "start robots")
    else:
        await room.start(host)


async def play_deals(room: Room, deals: int) -> None:
    await room.skip_until(lambda room: room.game().carry.number >= deals)


async def close(room: Room, manager: Person, game: int) -> None:
    """End a match midway, with what is written."""
    room.table = game
    version = room.row()["version"]
    await room.raw((manager, room.message(), f"pref:d:{game}:{version}:close scored"))
    assert room.status() == "over"


async def refused(room: Room, who: Person, command: str, reason: Refusal) -> None:
    """Press a button of the table's message that is not there, as an old message could."""
    message = room.message()
    row = room.row()
    await room.raw((who, message, f"pref:d:{row['game_id']}:{row['version']}:{command}"))
    assert room.say(f"table.{reason}") in words_of(who.private), words_of(who.private)


def public_cards(room: Room) -> set[int]:
    """Return the cards on all messages of everybody that the table has."""
    return {card for post in room.public() for card in cards_in(words_of(post))}


def shown(room: Room, game: int) -> set[int]:
    """Return the cards on the newest message of a table."""
    now, room.table = room.table, game
    found = cards_in(words_of(room.message()))
    room.table = now
    return found


async def _nothing(*_: object) -> None:
    """Stand for what a killed process did not do."""


async def test_two_tables_from_the_code_to_the_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The requests of the whole evening are searched for cards of deals that are not open."""
    async with evening(tmp_path, fair=True, reviews=True) as room:
        ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
        egor, fedor = (room.person(name) for name in ("Egor", "Fedor"))
        await make_event(room, ana)
        assert room.say("private.made", code=CODE) in words_of(ana.private)
        await opened(room, ana, boris, vera)
        first = room.table
        await play_deals(room, 1)  # sealed: nobody else has played
        assert not public_cards(room)
        assert not shown(room, first)
        await refused(room, ana, "analyse 1", Refusal.EVENT_SEALED)
        await refused(room, egor, "score", Refusal.EVENT_PLAYERS_ONLY)
        await refused(room, ana, "hint", Refusal.EVENT_FIXED)
        await room.restart(kill=True)
        await opened(room, egor, fedor)
        second = room.table
        assert room.row(first)["event"] == room.row(second)["event"]
        with monkeypatch.context() as patch:  # killed before the other board is drawn again
            patch.setattr(Painter, "redraw_opened", _nothing)
            await play_deals(room, 1)  # both have played deal 1 now
            assert shown(room, second)
            assert not shown(room, first)
        await room.restart(kill=True)
        assert shown(room, first)
        await room.command(egor, "pref today", code=CODE)
        assert room.say("event_tables.opened", opened=1, deals=3) in words_of(egor.private)
        await room.press(egor, f"today deal {REF} 1")
        said = words_of(egor.private)
        assert len(cards_in(said)) == 32
        assert room.say("event_tables.best", tricks="") in said  # both tables' deals are reviewed
        assert all(name in said for name in ("Ana", "Boris", "Vera", "Egor", "Fedor"))
        room.table = first
        await play_deals(room, 2)
        await refused(room, egor, "match", Refusal.EVENT_SEALED)
        await refused(room, ana, "analyse 2", Refusal.EVENT_SEALED)
        manager = room.manager("Olga")
        assert not shown(room, first)
        await close(room, manager, second)
        assert shown(room, first)  # deal 2 is open: no other table plays on
        await room.command(egor, "pref today", code=CODE)
        assert room.say("event_tables.opened", opened=2, deals=3) in words_of(egor.private)
        await room.press(egor, f"today deal {REF} 2")
        said = words_of(egor.private)
        assert "Ana" in said
        assert "Egor" not in said  # their deal 2 has no result
        await refused(room, ana, "verify 1", Refusal.EVENT_SEALED)
        await room.raw((egor, room.message(), f"pref:d:0:0:today tell {REF}"))
        assert room.sentence(Refusal.EVENT_SEALED) in words_of(egor.private)
        await close(room, manager, first)
        await room.command(egor, "pref today", code=CODE)
        assert room.say("event_tables.all_open") in words_of(egor.private)
        await room.press(egor, f"today tell {REF}")
        (said,) = [text for post in room.public() if "duplicate event" in (text := words_of(post))]
        assert "Egor" in said
        assert sum(map(said.count, "🟩🟨🟥")) == 1  # the deal that both tables have scored
        await room.raw((manager, room.message(), f"pref:d:0:0:today tell {REF}"))
        assert room.sentence(Refusal.EVENT_PLAYERS_ONLY) in words_of(manager.private)
        await room.press(egor, f"today check {REF}")
        assert bytes(range(32)).hex() in words_of(egor.private)
        await room.raw((egor, room.message(), f"pref:d:{first}:0:deal 1"))
        assert "Boris" in words_of(egor.private)
        room.check()
        room.witness.kept.clear()  # who is forgotten would be a stranger to their own hands
        await room.command(boris, "pref privacy")
        await room.press(boris, "privacy forget")
        await room.press(boris, "privacy forget yes")
        await room.command(egor, "pref today", code=CODE)
        assert "Boris" not in words_of(egor.private)
        await room.press(egor, f"today deal {REF} 1")
        said = words_of(egor.private)
        assert room.say("player.forgotten") in said
        assert all(name in said for name in ("Ana", "Vera", "Egor", "Fedor"))
        assert "Boris" not in said


async def test_a_frozen_table_says_what_can_be_done(tmp_path: Path, logged_errors: Errors) -> None:
    """As any other table does, in place of the board that shows no cards."""
    async with evening(tmp_path, fair=True) as room:
        people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
        await make_event(room, people[0])
        await opened(room, *people)
        await room.skip_until(lambda room: room.lines()[-1][1] == "pass")
        version = room.row()["version"] - 1
        line = f"WHERE game_id = {room.table} AND version = {version}"
        await rewritten(room.path, f"UPDATE line SET text = 'play 7S' {line}")  # noqa: S608
        logged_errors.expect("does not replay and is frozen")
        await room.restart(kill=True)
        assert room.status() == "frozen"
        assert room.say("alert.frozen", game=room.table) in words_of(room.message())
        # for the checks at the evening's end
        await rewritten(room.path, f"UPDATE line SET text = 'pass' {line}")  # noqa: S608
