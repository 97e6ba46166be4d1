"""A past deal is played again against robots: privately, from any action, and counted nowhere."""

from pathlib import Path

import pytest

from bot.engine.actions import Action, Discard, Play
from bot.engine.cards import CARD_NAMES
from bot.engine.notation import format_action
from bot.features.deals.attempts import Attempt, attempt_of, usual_seat
from bot.model.refusals import Refusal
from bot.notation.deal_code import read_deal_code
from bot.presets import load_presets
from bot.store.queries.own_deals import OwnDeal, own_deal_from_row
from bot.workers import TooSlow
from bot.workers.robot_moves import plain_move
from tests.e2e.test_scores import play_match
from tests.support.message_content import controls, words_of
from tests.support.room import Person, Room, evening

pytestmark = pytest.mark.process

PRESETS = load_presets()
CODE = "Bc44WNtepLat9KcFPcc7GJ-yIQ"  # six spades of sochi, played to the end
COUNTED = ("result", "review_seat", "posting", "line", "deal", "game", "share", "play_sum")


def rows(room: Room) -> list[OwnDeal]:
    found = room.read("SELECT * FROM own_deal ORDER BY deal_id")
    return [own_deal_from_row(tuple(row)[:12]) for row in found]


def attempt(room: Room) -> Attempt:
    return attempt_of(PRESETS, rows(room)[0])


def counts(room: Room) -> list[int]:
    return [room.read(f"SELECT count(*) AS n FROM {name}")[0]["n"] for name in COUNTED]  # noqa: S608


def pressable(who: Person, what: str) -> list[str]:
    """Return the buttons and choices of one sort that somebody can press now."""
    assert who.private is not None
    return [c.text for c in controls(who.private) if c.enabled and c.text.startswith(what)]


def move_text(now: Attempt, action: Action) -> str:
    own, length = now.own, len(now.deal.course)
    return f"own move {own.deal_id} {own.tries} {length} {format_action(action)}"


async def play_one(room: Room, who: Person) -> None:
    """Press what the plain robot would do in the seat of the human."""
    now = attempt(room)
    action = plain_move(now.view(now.own.seat), 7)
    if isinstance(action, Discard):
        for card in (action.low, action.high):
            (mark,) = [m for m in pressable(who, "own mark") if m.endswith(CARD_NAMES[card])]
            await room.press(who, mark)
    await room.press(who, move_text(now, action))
    assert len(attempt(room).deal.course) > len(now.deal.course)


async def play_to_end(room: Room, who: Person) -> None:
    while not attempt(room).is_over:
        await play_one(room, who)


@pytest.fixture
async def ana(room: Room) -> Person:
    """Somebody who has opened the page of the deal."""
    ana = room.person("Ana")
    await room.command(ana, "pref deal", code=CODE)
    return ana


async def begin(
    room: Room, who: Person, start: int = 0, seat: int = 0, level: str = "club"
) -> None:
    for text in (f"own from 1 {start} {seat} expert", f"own from 1 {start} {seat} {level}"):
        assert who.private is not None
        await room.raw((who, who.private, f"pref:d:0:0:{text}"))
    await room.press(who, f"own begin 1 {start} {seat} {level}")


async def test_a_code_is_played_again_to_its_end(room: Room, ana: Person) -> None:
    before = counts(room)
    await room.press(ana, pressable(ana, "own from")[0])
    assert room.say("again.uncounted") in words_of(ana.private)
    await begin(room, ana)
    await play_to_end(room, ana)
    said = words_of(ana.private)
    assert "This time:" in said
    assert "What happened:" in said
    assert counts(room) == before
    assert room.public(room.channel) == []


@pytest.mark.sampled(suite=3)
@pytest.mark.parametrize("seat", [0, 1, 2])
async def test_any_seat_from_any_card(room: Room, ana: Person, seat: int) -> None:
    source = read_deal_code(PRESETS, CODE)
    plays = [n for n, said in enumerate(source.course) if isinstance(said.action, Play)]
    await begin(room, ana, start=plays[7], seat=seat)
    assert attempt(room).deal.course[: plays[7]] == source.course[: plays[7]]
    await play_to_end(room, ana)
    assert "Best play of all" in words_of(ana.private)


async def test_as_often_as_wanted(room: Room, ana: Person) -> None:
    await begin(room, ana)
    first = attempt(room)
    await play_one(room, ana)
    await room.press(ana, "own begin 1 0 0 club")
    again = attempt(room)
    assert again.deal == first.deal  # equal acts meet equal robots
    assert (first.own.tries, again.own.tries) == (1, 2)


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False])
async def test_a_restart_and_a_lost_message(room: Room, ana: Person, kill: bool) -> None:
    await begin(room, ana)
    await play_one(room, ana)
    before = attempt(room)
    await room.restart(kill=kill)
    assert attempt(room) == before
    await room.command(ana, "pref deal")
    await room.press(ana, "own open 1")
    await room.press(ana, "own on 1")
    assert attempt(room) == before
    await play_to_end(room, ana)


async def test_a_second_press_is_one_move(room: Room, ana: Person) -> None:
    """The same button twice at once, and an old one later: the newest position is shown."""
    await begin(room, ana)
    now, message = attempt(room), ana.private
    assert message is not None
    text = f"pref:d:0:0:{move_text(now, plain_move(now.view(0), 7))}"
    await room.raw((ana, message, text), (ana, message, text))
    once = attempt(room)
    assert len(once.deal.course) > len(now.deal.course)
    await room.raw((ana, message, text))
    assert attempt(room) == once
    await play_to_end(room, ana)


async def test_busy_workers_lose_nothing(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(room, ana)

    async def busy(*_: object) -> None:
        raise TooSlow

    with monkeypatch.context() as patch:
        patch.setattr(type(room.bot.parts.workers), "run", busy)
        now = attempt(room)
        while attempt(room).is_my_turn:
            await play_one(room, ana)
        assert len(attempt(room).deal.course) > len(now.deal.course)
        assert room.sentence(Refusal.BUSY) in words_of(ana.private)
    await room.press(ana, "own on 1")
    await play_to_end(room, ana)


async def test_nobody_else_opens_it(room: Room, ana: Person) -> None:
    await begin(room, ana)
    boris = room.person("Boris")
    await room.command(boris, "pref deal")
    now = attempt(room)
    for text in (
        "own open 1",
        "own on 1",
        "own from 1 0 0 club",
        "own begin 1 0 0 club",
        "own name 9",
        "own drop 1 yes",
        "own keep 1",
        move_text(now, plain_move(now.view(0), 7)),
    ):
        assert boris.private is not None
        await room.raw((boris, boris.private, f"pref:d:0:0:{text}"))
        if text != "own name 9":
            assert room.sentence(Refusal.OWN_DEAL_GONE) in words_of(boris.private)
    assert attempt(room) == now


async def test_a_deal_of_a_match(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        ana = room.person("Ana")
        await play_match(room, ana, robots=2, rules="rostov")
        before = counts(room)
        await room.command(ana, "pref history")
        await room.press(ana, "open 1")
        await room.press(ana, "deal 1")
        await room.press(ana, "again 1")
        seat = usual_seat(attempt(room).source)
        await room.press(ana, f"own from 1 0 {seat} beginner")
        await room.press(ana, f"own begin 1 0 {seat} beginner")
        await play_to_end(room, ana)
        assert "What happened:" in words_of(ana.private)
        await room.press(ana, "own keep 1")
        assert rows(room)[0].course in [own.code for own in rows(room)]
        assert counts(room) == before
