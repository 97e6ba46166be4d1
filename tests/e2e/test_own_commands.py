"""/problem goes with its user: private messages, servers without the bot, nothing of a server."""

from pathlib import Path

import pytest
import simcord.interactions as wire

from bot.analysis.problems.collection import shipped_problems
from bot.model.refusals import Refusal
from tests.e2e.test_commands import synced
from tests.e2e.test_problems import DAY, presses, solve
from tests.support.room import Person, Room, words_of

pytestmark = pytest.mark.process  # a card is answered in a worker


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every interaction come by the install of its user, as on a server without the bot."""
    known = wire.base_payload

    def payload(*args: object, **kwargs: object) -> object:
        record, sent = known(*args, **kwargs)  # type: ignore[arg-type]
        user = sent["user"] if "user" in sent else sent["member"]["user"]
        sent["authorizing_integration_owners"] = {"1": user["id"]}
        return record, sent

    monkeypatch.setattr(wire, "base_payload", payload)


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


def server_rows(room: Room) -> list[str]:
    """Return the tables with a row about a server."""
    tables = ("guild", "weekly", "agreement", "game")
    found = [name for name in tables if room.read(f"SELECT 1 FROM {name}")]  # noqa: S608
    return found + ["etude"] * len(room.read("SELECT 1 FROM etude WHERE guild_id <> 0"))


async def test_discord_knows_where_it_works(room: Room) -> None:
    """One top-level command is installable by users; all others belong to servers."""
    for command in synced(room):
        own = command["name"] == "problem"
        assert command["contexts"] == ([0, 1, 2] if own else [0]), command["name"]
        assert command.get("integration_types") == ([0, 1] if own else None), command["name"]
        assert not own or command["name_localizations"]["ru"] == "этюд"


async def test_in_private_messages(room: Room, ana: Person) -> None:
    """A problem, the one of the day with its own result, a lesson, a code that is none."""
    result = await ana.actor.user.slash("problem solve", grade="easy")
    assert "Problem" in words_of(result.response)
    result = await ana.actor.user.slash("problem learn", rules="russian")
    assert result.response is not None
    result = await ana.actor.user.slash("problem deal", code="nonsense")
    assert room.sentence(Refusal.DEAL_CODE_TYPO) in words_of(result.response)
    result = await ana.actor.user.slash("problem solve", grade="daily")
    assert room.say("etude.own.new") in words_of(result.response)
    assert room.say("etude.nobody") not in words_of(result.response)
    assert server_rows(room) == []


async def test_the_problem_of_the_day_on_a_foreign_server(
    room: Room, ana: Person, foreign: None
) -> None:
    """It is begun, solved and shown without a table; the streak is the user's own."""
    for days in (1, 2):
        await room.command(ana, "problem solve", grade="daily")
        today = shipped_problems().daily(room.now() // DAY)
        await room.press(ana, f"etude open {today.key}")
        await solve(room, ana)
        await room.command(ana, "problem solve", grade="daily")
        assert "🟩`" in words_of(ana.private)
        said = room.bot.parts.catalogue.words("en").say_plural("etude.streak", days)
        assert (said in words_of(ana.private)) == (days > 1)
        assert presses(ana, "share") == []
        await room.restart(down=DAY)
    assert server_rows(room) == []


async def test_what_needs_a_server_says_so_elsewhere(
    room: Room, ana: Person, foreign: None
) -> None:
    await room.command(ana, "problem learn", rules="russian")
    message = ana.private
    assert message is not None
    await room.raw((ana, message, "pref:d:0:0:learn russian alone"))
    assert room.sentence(Refusal.SERVER_ONLY) in words_of(ana.private)
    assert server_rows(room) == []


async def test_who_has_met_it_at_one_place_has_met_it_at_all(room: Room, ana: Person) -> None:
    """Tries made alone count on the server; solving it twice is not offered."""
    await room.command(ana, "problem solve", grade="daily")
    today = shipped_problems().daily(room.now() // DAY)
    message = ana.private
    assert message is not None
    await room.raw((ana, message, f"pref:d:0:0:etude open {today.key}"))
    await solve(room, ana)
    await room.command(ana, "pref etude", grade="daily")
    await room.press(ana, presses(ana, "open")[0])
    await room.press(ana, "etude daily")
    assert "Ana" in words_of(ana.private)
    assert presses(ana, "share")


async def test_the_language_of_a_server_is_not_read(
    room: Room, ana: Person, foreign: None, tmp_path: Path
) -> None:
    await room.command(ana, "problem solve", grade="weekly")
    assert room.say("etude.weekly") in words_of(ana.private)
    assert room.bot.parts.preferences._servers == {}
