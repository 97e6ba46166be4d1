"""Set problems in a server: dealt, lost, taken back, solved, posted, and always private."""

import os
import signal
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.analysis.problems.collection import shipped_problems
from bot.analysis.problems.opponent import ProblemSolver, solve_problem
from bot.analysis.problems.problem import (
    CardLine,
    FirstTries,
    Grade,
    Problem,
    grade_by_people,
    legal_next_cards,
    replay_line,
)
from bot.discord_ui.quotas import SlidingWindow
from bot.engine.cards import CARD_NAMES, Card, Hand
from bot.engine.notation import parse_cards
from bot.features.problems import problem_handlers
from bot.model.enums import RateLimit
from bot.model.refusals import Refusal
from bot.model.values import replace
from bot.render.paper.tile_names import tile_name
from bot.render.words import Words
from bot.store import StorageTrouble, Trouble
from bot.store.queries.problem_attempts import ProblemAttempt
from bot.workers.pool import WorkerProcess
from tests.e2e.test_words import CYRILLIC, latin_words
from tests.support.room import Person, Room, controls, evening, words_of
from tests.tables.failing_disk import Disk

pytestmark = pytest.mark.process

DAY = 86400


def rows(room: Room, who: Person) -> list[sqlite3.Row]:
    return room.read("SELECT * FROM etude WHERE user_id = ? ORDER BY touched_at", who.id)


def row(room: Room, who: Person) -> sqlite3.Row:
    """Return the newest attempt of somebody."""
    return rows(room, who)[-1]


def work(room: Room, who: Person) -> tuple[Problem, CardLine]:
    found = row(room, who)
    return shipped_problems().problems[found["key"]], parse_cards(found["line"])


def presses(who: Person, verb: str) -> list[str]:
    """Return the buttons of one sort that somebody can press now."""
    assert who.private is not None
    return [
        c.text for c in controls(who.private) if c.enabled and c.text.startswith(f"etude {verb}")
    ]


def cards_offered(who: Person) -> list[str]:
    return [press.split(" ")[-1] for press in presses(who, "play")]


async def press_card(room: Room, who: Person, card: Card) -> None:
    (press,) = [p for p in presses(who, "play") if p.endswith(f" {CARD_NAMES[card]}")]
    await room.press(who, press)


async def play_right(room: Room, who: Person) -> None:
    etude, line = work(room, who)
    await press_card(room, who, solve_problem(etude, line).line[len(line)])


def wrong_cards(room: Room, who: Person) -> list[Card]:
    etude, line = work(room, who)
    course = replay_line(etude, line)
    held = ProblemSolver(etude).right_cards(course.cards, course.tricks_of(etude.declarer))
    return [card for card in legal_next_cards(etude, course) if card not in held]


async def play_wrong(room: Room, who: Person) -> None:
    """Play right cards up to a decision with a wrong one, then the wrong one."""
    while not (wrong := wrong_cards(room, who)):
        await play_right(room, who)
    await press_card(room, who, wrong[0])


async def solve(room: Room, who: Person) -> None:
    while presses(who, "play"):
        await play_right(room, who)
    assert row(room, who)["solved_at"] is not None


def nothing_public(room: Room) -> bool:
    return room.public(room.channel) == []


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


@pytest.mark.parametrize("grade", ["easy", "medium", "hard", "master"])
async def test_a_grade_is_dealt_and_solved(room: Room, ana: Person, grade: str) -> None:
    await room.command(ana, "pref etude", grade=grade)
    etude, line = work(room, ana)
    assert etude.grade == grade
    assert set(cards_offered(ana)) == {
        CARD_NAMES[c] for c in legal_next_cards(etude, replay_line(etude, line))
    }
    await solve(room, ana)
    assert row(room, ana)["tries"] == 1
    assert "✅" in words_of(ana.private)
    assert nothing_public(room)


async def test_a_mistake_is_told_and_taken_back(room: Room, ana: Person) -> None:
    await room.command(ana, "pref etude", grade="medium")
    await play_wrong(room, ana)
    lost = row(room, ana)
    etude, line = work(room, ana)
    assert lost["lost"] is not None
    assert not etude.is_aim_met(lost["lost"])
    assert "❌" in words_of(ana.private)
    assert cards_offered(ana) == []
    (back,) = presses(ana, "back")
    await room.press(ana, back)
    assert work(room, ana)[1] == line[:-1]
    assert row(room, ana)["lost"] is None
    await play_wrong(room, ana)
    await room.press(ana, presses(ana, "again")[0])
    assert row(room, ana)["tries"] == 3
    await solve(room, ana)
    assert "3" in words_of(ana.private)
    await room.press(ana, presses(ana, "again")[0])  # for pleasure: no more tries are counted
    await play_wrong(room, ana)
    await room.press(ana, presses(ana, "back")[0])
    assert row(room, ana)["tries"] == 3
    assert row(room, ana)["solved_at"] is not None


async def test_the_solution_is_asked_for_twice(room: Room, ana: Person) -> None:
    await room.command(ana, "pref etude", grade="easy")
    etude, line = work(room, ana)
    (ask,) = presses(ana, "solution")
    await room.press(ana, ask)
    assert room.say("etude.spoil") in words_of(ana.private)
    assert not row(room, ana)["helped"]
    await room.press(ana, f"{ask} yes")
    found = solve_problem(etude, line)
    shown = words_of(ana.private)
    assert "❗" in shown
    for card in found.line:
        assert f":{tile_name(CARD_NAMES[card])}:" in shown
    assert row(room, ana)["helped"]
    await room.press(ana, presses(ana, "open")[0])
    while presses(ana, "play"):
        await play_right(room, ana)
    assert row(room, ana)["solved_at"] is None
    assert room.bot.parts.catalogue.words("en").say_plural("etude.done.helped", 1) in words_of(
        ana.private
    )


async def test_the_unfinished_one_comes_back(room: Room, ana: Person) -> None:
    """A command without a grade goes on; with a grade it deals another, never the same again."""
    await room.command(ana, "pref etude", grade="hard")
    key = row(room, ana)["key"]
    await room.command(ana, "pref etude")
    assert row(room, ana)["key"] == key
    assert len(rows(room, ana)) == 1
    for _ in range(3):
        await room.env.advance_time(10)
        await room.press(ana, "etude new hard")
    assert len({found["key"] for found in rows(room, ana)}) == 4


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False])
async def test_a_restart_in_the_middle(room: Room, ana: Person, kill: bool) -> None:
    await room.command(ana, "pref etude", grade="medium")
    await play_right(room, ana)
    before = work(room, ana)
    await room.restart(kill=kill)
    assert work(room, ana) == before
    await solve(room, ana)


async def test_two_clicks_are_one_card(room: Room, ana: Person) -> None:
    """The same button twice at once, and an old one later: the newest state is shown."""
    await room.command(ana, "pref etude", grade="hard")
    etude, line = work(room, ana)
    card = solve_problem(etude, line).line[len(line)]
    press = f"etude play {etude.key} {len(line)} {CARD_NAMES[card]}"
    message = ana.private
    assert message is not None
    await room.raw((ana, message, f"pref:d:0:0:{press}"), (ana, message, f"pref:d:0:0:{press}"))
    once = tuple(row(room, ana))
    assert work(room, ana)[1][: len(line) + 1] == (*line, card)
    await room.raw((ana, message, f"pref:d:0:0:{press}"))
    assert tuple(row(room, ana)) == once
    assert presses(ana, "play")


async def test_a_line_that_no_longer_fits(room: Room, ana: Person) -> None:
    """The problem has changed with a new version of the bot: it starts over."""
    await room.command(ana, "pref etude", grade="medium")
    etude, line = work(room, ana)
    stored = await room.store.problems.attempt(ana.id, 0, 0, etude.key)
    assert stored is not None
    held = set().union(*(Hand(hand) for hand in etude.hands))
    strange = CARD_NAMES[next(card for card in range(32) if card not in held)]
    for press in (f"etude play {etude.key} 1 KS", f"etude back {etude.key} 1", ""):
        assert await room.store.problems.change_attempt(stored, replace(stored, line=strange))
        if press:
            assert ana.private is not None
            await room.raw((ana, ana.private, f"pref:d:0:0:{press}"))
        else:
            await room.command(ana, "pref etude")
        assert work(room, ana) == (etude, line)
    await solve(room, ana)


async def test_a_slow_answer(room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot asks Discord for more time, and redraws the same message."""
    monkeypatch.setattr(problem_handlers, "_DEFER_AFTER", 0.0)
    await room.command(ana, "pref etude", grade="easy")
    message = ana.private
    await solve(room, ana)
    assert message is not None
    assert ana.private is not None
    assert ana.private.id == message.id
    assert nothing_public(room)


def signal_all(processes: Sequence[WorkerProcess], number: int) -> None:
    for pid in [one.pid for one in processes if one.pid is not None]:
        os.kill(pid, number)


async def test_no_answer_in_time(room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.command(ana, "pref etude", grade="master")
    before, message = tuple(row(room, ana)), ana.private
    monkeypatch.setattr(problem_handlers, "_REPLY_SECONDS", 0.2)
    await room.bot.parts.workers.warm()
    processes = room.bot.parts.workers._workers
    signal_all(processes, signal.SIGSTOP)  # they hang
    await play_right(room, ana)
    assert room.sentence(Refusal.BUSY) in words_of(ana.private)
    signal_all(processes, signal.SIGCONT)  # one was killed; later tests use the others
    assert tuple(row(room, ana)) == before
    monkeypatch.undo()
    ana.private = message
    await play_right(room, ana)
    assert tuple(row(room, ana)) != before


async def test_what_may_be_asked_for_again_and_again_is_asked_for_so_often(
    room: Room, ana: Person
) -> None:
    """Else one person could occupy all workers; cards are played on all the same."""
    limits = room.bot.parts.handler.services.quotas
    limits.questions = SlidingWindow(RateLimit(2, 60))
    when = f"<t:{room.now() + 60}:R>"
    told = room.sentence(Refusal.QUESTIONS_TOO_OFTEN, most=2, when=when)
    await room.command(ana, "pref etude", grade="hard")
    (ask,), (again,) = presses(ana, "solution"), ["etude again " + row(room, ana)["key"]]
    message = ana.private
    assert message is not None
    await room.raw((ana, message, f"pref:d:0:0:{again}"))
    before = tuple(row(room, ana))
    for press in (again, f"{ask} yes", "etude new easy"):
        await room.raw((ana, message, f"pref:d:0:0:{press}"))
        assert told in words_of(ana.private)
        assert [tuple(one) for one in rows(room, ana)] == [before]
        ana.private = message
    while presses(ana, "play"):
        await play_right(room, ana)
    assert row(room, ana)["solved_at"] is not None
    await room.env.advance_time(60)
    await room.press(ana, "etude new easy")
    assert len(rows(room, ana)) == 2


async def test_nobody_plays_for_another(room: Room, ana: Person) -> None:
    boris = room.person("Boris")
    await room.command(ana, "pref etude", grade="easy")
    before = tuple(row(room, ana))
    etude, line = work(room, ana)
    await room.command(boris, "pref help")
    assert boris.private is not None
    await room.raw((boris, boris.private, f"pref:d:0:0:etude play {etude.key} {len(line)} KS"))
    assert room.sentence(Refusal.ETUDE_GONE) in words_of(boris.private)
    assert tuple(row(room, ana)) == before
    assert rows(room, boris) == []


FORGED = (
    ("etude play {key} {n} ZZ", Refusal.ETUDE_CARD),
    ("etude play {key} {n}", Refusal.ETUDE_CARD),
    ("etude play {key} {n} {illegal}", Refusal.ETUDE_CARD),
    ("etude play nowhere 0 KS", Refusal.ETUDE_GONE),
    ("etude play", Refusal.ETUDE_GONE),
    ("etude open {key}@99999", Refusal.ETUDE_GONE),
    ("etude open {key}@9999999999", Refusal.ETUDE_GONE),
    ("etude open {key}@x", Refusal.ETUDE_GONE),
    ("etude open {key}@{today}", Refusal.ETUDE_GONE),
    ("etude share {key}", Refusal.ETUDE_NOT_SOLVED),
    ("etude share {daily}@{today}", Refusal.ETUDE_NOT_SOLVED),
    ("etude new nonsense", Refusal.NO_SUCH_BUTTON),
    ("etude nonsense", Refusal.NO_SUCH_BUTTON),
)


async def test_refusals(room: Room, ana: Person) -> None:
    """Each has its sentence; the problem stays as it was, and nothing is public."""
    await room.command(ana, "pref etude", grade="medium")
    etude, line = work(room, ana)
    other = next(c for c in range(32) if c not in legal_next_cards(etude, replay_line(etude, line)))
    today = room.now() // DAY
    known = {"key": etude.key, "n": len(line), "illegal": CARD_NAMES[other], "today": today}
    of_today = shipped_problems().daily(today).key
    before, message = tuple(row(room, ana)), ana.private
    assert message is not None
    for forged, why in FORGED:
        text = forged.format(daily=of_today, **known)
        await room.raw((ana, message, f"pref:d:0:0:{text}"))
        assert room.sentence(why) in words_of(ana.private), text
    kept = room.read("SELECT * FROM etude WHERE user_id = ? AND day = 0", ana.id)
    assert [tuple(one) for one in kept] == [before]
    assert nothing_public(room)


# -- the daily problem


async def daily(room: Room, who: Person, mistakes: int) -> None:
    """Solve the daily problem after so many mistakes."""
    await room.command(who, "pref etude", grade="daily")
    await room.press(who, presses(who, "open")[0])
    for _ in range(mistakes):
        await play_wrong(room, who)
        await room.press(who, presses(who, "back")[0])
    await solve(room, who)
    await room.press(who, "etude daily")


async def test_the_table_of_the_day(room: Room) -> None:
    """The same problem for all; by tries, then by time, without those who saw the solution."""
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await daily(room, ana, 2)
    await room.env.advance_time(60)
    await daily(room, boris, 0)
    await room.command(vera, "pref etude", grade="daily")
    await room.press(vera, presses(vera, "open")[0])
    ask = presses(vera, "solution")[0]
    await room.press(vera, ask)
    assert room.say("etude.spoil_daily") in words_of(vera.private)
    await room.press(vera, f"{ask} yes")
    await room.command(vera, "pref etude", grade="daily")
    said = words_of(vera.private)
    assert said.index("Boris") < said.index("Ana")
    assert "Vera" not in said
    assert room.say("etude.own.helped") in said
    assert {row(room, who)["key"] for who in (ana, boris, vera)} == {row(room, ana)["key"]}
    assert nothing_public(room)


async def test_people_grade_the_problem(room: Room, ana: Person) -> None:
    """Their first tries are counted once an hour; of fewer than five nothing is told."""
    await room.command(ana, "pref etude", grade="daily")
    key = presses(ana, "open")[0].split()[-1].partition("@")[0]
    problem, before = shipped_problems().problems[key], words_of(ana.private)
    for user in range(1, 13):
        begun = ProblemAttempt(user, 0, 0, key, helped=True)
        await room.bot.parts.store.problems.begin_attempt(begun)
    await room.command(ana, "pref etude", grade="daily")
    assert words_of(ana.private) == before
    await room.env.advance_time(3600)
    await room.command(ana, "pref etude", grade="daily")
    said, grade = words_of(ana.private), grade_by_people(problem.grade, FirstTries(12, 0))
    assert room.say("etude.first_try", solved=0, n=12) in said
    assert f"· {room.say(f'grade.{grade}')}" in said
    assert grade is not problem.grade or grade is Grade.MASTER
    await room.press(ana, presses(ana, "open")[0])
    assert room.say("etude.first_try", solved=0, n=12) in words_of(ana.private)


async def test_a_row_of_days(room: Room, ana: Person) -> None:
    keys = set()
    for _ in range(2):
        await daily(room, ana, 0)
        keys.add(row(room, ana)["key"])
        days = room.bot.parts.catalogue.words("en").say_plural("etude.streak", len(keys))
        assert (days in words_of(ana.private)) == (len(keys) > 1)
        await room.restart(down=DAY)
    assert len(keys) == 2
    await room.command(ana, "pref etude", grade="daily")
    assert room.say("etude.nobody") in words_of(ana.private)


async def test_a_day_too_late(room: Room, ana: Person) -> None:
    """It can be finished after midnight, and does not count."""
    await room.command(ana, "pref etude", grade="daily")
    await room.press(ana, presses(ana, "open")[0])
    await room.restart(down=DAY)
    await solve(room, ana)
    old = row(room, ana)
    assert ana.private is not None
    await room.raw((ana, ana.private, f"pref:d:0:0:etude share {old['key']}@{old['day']}"))
    assert room.sentence(Refusal.ETUDE_NOT_SOLVED) in words_of(ana.private)
    await room.command(ana, "pref etude", grade="daily")
    assert room.say("etude.nobody") in words_of(ana.private)


async def test_it_is_told_when_asked_for_and_once(room: Room, ana: Person) -> None:
    boris = room.person("Boris")
    await daily(room, ana, 1)
    assert nothing_public(room)
    (share,) = presses(ana, "share")
    message = ana.private
    assert message is not None
    await room.raw((ana, message, f"pref:d:0:0:{share}"), (ana, message, f"pref:d:0:0:{share}"))
    (told,) = room.public(room.channel)
    words = room.bot.parts.catalogue.words("en")
    assert words_of(told) == words.say_plural("etude.shared", 2, name="**Ana**", marks="🟥🟩")
    assert presses(ana, "share") == []
    await room.press(boris, "etude daily", told)
    assert "Ana" in words_of(boris.private)
    assert presses(boris, "open")


async def deny(room: Room, who: int, kind: OverwriteType) -> None:
    no = discord.Permissions(send_messages=True).value
    room.env.backend.set_overwrite(room.channel.id, Overwrite(who, type=kind, allow=0, deny=no))
    await room.env.settle()


async def test_where_nothing_may_be_written(room: Room, ana: Person) -> None:
    """Neither for a player in timeout, nor where the bot may not; it can be posted elsewhere."""
    await daily(room, ana, 0)
    (share,) = presses(ana, "share")
    await deny(room, ana.id, OverwriteType.MEMBER)
    message = ana.private
    await room.press(ana, share)
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
    room.env.backend.set_overwrite(
        room.channel.id, Overwrite(ana.id, type=OverwriteType.MEMBER, allow=0, deny=0)
    )
    me = simcord.UserHandle(room.env, room.env.backend.bot_user)
    await deny(room, me.id, OverwriteType.MEMBER)
    await room.press(ana, share, message)
    assert room.sentence(Refusal.ETUDE_NO_PLACE) in words_of(ana.private)
    assert nothing_public(room)
    assert not row(room, ana)["shared"]


async def test_discord_does_not_want_the_message(room: Room, ana: Person) -> None:
    await daily(room, ana, 0)
    (share,) = presses(ana, "share")
    message = ana.private
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="no")
    await room.press(ana, share)
    assert room.sentence(Refusal.ETUDE_NO_PLACE) in words_of(ana.private)
    assert not row(room, ana)["shared"]
    await room.press(ana, share, message)
    assert len(room.public(room.channel)) == 1


def nonces(room: Room) -> list[str]:
    """Return the nonces of all attempted posts in the channel."""
    path = f"/channels/{room.channel.id}/messages"
    return [one.json["nonce"] for one in room.witness if (one.method, one.path) == ("POST", path)]


async def test_a_post_that_may_have_arrived_is_tried_as_the_same(room: Room, ana: Person) -> None:
    """Nobody knows if it arrived: the bot does not claim so, and repeats the same nonce."""
    await daily(room, ana, 0)
    (share,) = presses(ana, "share")
    message = ana.private
    room.env.inject_error("POST", "/channels/*/messages", status=503, code=0, message="no")
    await room.press(ana, share)
    assert room.sentence(Refusal.ANSWER_LOST) in words_of(ana.private)
    assert not row(room, ana)["shared"]
    await room.press(ana, share, message)
    assert room.say("etude.was_shared") in words_of(ana.private)
    first, second = nonces(room)
    assert first == second
    assert row(room, ana)["shared"]


async def test_the_storage_is_in_trouble_before_it_is_told(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is posted, so nothing is noted, and the button stays."""
    await daily(room, ana, 0)
    (share,) = presses(ana, "share")
    message = ana.private

    async def in_trouble(_: object) -> Words:
        raise StorageTrouble(Trouble.IO)

    with monkeypatch.context() as broken:
        broken.setattr("bot.features.problems.problem_handlers.server_words", in_trouble)
        await room.press(ana, share)
    assert room.sentence(Refusal.STORAGE_TROUBLE) in words_of(ana.private)
    assert not row(room, ana)["shared"]
    await room.press(ana, share, message)
    assert len(room.public(room.channel)) == 1


async def test_the_storage_is_in_trouble_once_it_is_told(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill there: another press posts the same nonce, which Discord accepts once."""
    await daily(room, ana, 0)
    (share,) = presses(ana, "share")
    message, disk = ana.private, Disk(room.path, monkeypatch)
    disk.watch(refuses="UPDATE etude SET shared")
    await room.press(ana, share)
    disk.heal()
    assert room.sentence(Refusal.STORAGE_TROUBLE) in words_of(ana.private)
    await room.press(ana, share, message)
    assert room.say("etude.was_shared") in words_of(ana.private)
    first, second = nonces(room)
    assert first == second
    assert row(room, ana)["shared"]


async def test_a_second_press_is_told_what_came_of_the_first(room: Room, ana: Person) -> None:
    await daily(room, ana, 0)
    (share,) = presses(ana, "share")
    message = ana.private
    assert message is not None
    room.slow("POST", "/channels/*/messages", 0.5)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="no")
    click = (ana, message, f"pref:d:0:0:{share}")
    await room.raw(click, click)
    assert room.sentence(Refusal.ETUDE_NO_PLACE) in words_of(ana.private)
    assert nothing_public(room)
    await room.press(ana, share, message)
    assert len(room.public(room.channel)) == 1


async def test_in_russian(tmp_path: Path) -> None:
    """Not one English word on any page."""
    async with evening(tmp_path, locale="ru") as room:
        anya = room.person("Аня", locale="ru")
        await room.command(anya, "pref etude", grade="hard")
        await play_wrong(room, anya)
        assert latin_words(words_of(anya.private)) == set()
        ask = presses(anya, "solution")[0]
        await room.press(anya, ask)
        await room.press(anya, f"{ask} yes")
        assert latin_words(words_of(anya.private)) == set()
        await daily(room, anya, 1)
        assert latin_words(words_of(anya.private)) == set()
        await room.press(anya, presses(anya, "share")[0])
        (told,) = room.public(room.channel)
        assert CYRILLIC.search(words_of(told))
        labels = " ".join(c.label for c in controls(anya.private))
        assert latin_words(labels) == set()
