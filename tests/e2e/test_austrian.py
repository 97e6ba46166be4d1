"""The Austrian table: after-buy, sealed games, offers in and out of turn.

Restarts fall into its own questions, and no sealed suit is seen before all are opened.
"""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.engine.actions import Deck
from bot.engine.cards import CARD_NAMES, Card
from bot.engine.deal import Stage
from bot.engine.notation import parse_action
from bot.engine.view import View, build_view
from tests.support.austrian import deck
from tests.support.room import Person, Room, controls, evening, words_of
from tests.support.stacked import (
    Stacked,
    asked,
    opened,
    outcome,
    played,
    reopened,
    shown_to_others,
)

pytestmark = pytest.mark.slow

# forehand (Ana) has ten sure tricks in clubs and three aces
CLUBS = "AC KC QC JC 10C 9C 8C 7C AS AD | AH KH QH JH 10H 9H 8H KS QS KD | ... | 7S 7D"

Play = Callable[[Room], Awaitable[None]]


async def at_table(folder: Path, play: Play, *packs: Deck) -> None:
    async with evening(folder, chance=Stacked(*packs or (deck(CLUBS),))) as room:
        await play(room)


def answers(who: Person) -> set[str]:
    """Return the answers on the screen of the hand, cards left out."""
    assert who.private is not None
    found = {c.text for c in controls(who.private) if c.kind == "a" and c.enabled}
    return {text for text in found if not text.startswith("play ")}


# -- the after-buy


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_a_restart_in_the_after_buy(tmp_path: Path, kill: bool) -> None:
    """Before the question, before the discard, and before the answer of the bought-out player."""

    async def play(room: Room) -> None:
        ana, _, vera = await opened(room, "viennese", 1)
        await played(room, "bid 1", "pass", "bid 2", "hold", "bid 3", "pass")
        first = room.deal()
        laid = sorted(first.hands[2])[:2]
        await room.play_one(vera, parse_action(f"discard {names(laid)}"))
        await played(room, "declare 3")
        assert room.stage() is Stage.AFTER_BUY
        assert await reopened(room, kill) is ana
        assert answers(ana) == {"pass", "buy"}
        since = len(room.witness.kept)
        await played(room, "buy")
        assert set(laid) <= set(room.deal().hands[0])
        assert await reopened(room, kill) is ana
        again = sorted(room.deal().hands[0])[:2]
        await played(room, f"discard {names(again)}", "declare 6")
        assert room.stage() is Stage.AFTER_BUY
        assert await reopened(room, kill) is vera
        assert not (set(laid) | set(again)) & shown_to_others(room, ana, since)
        await played(room, "pass")
        assert room.contract()[:2] == ("6", 0)
        await room.skip_until(lambda room: room.game().carry.number == 1)

    await at_table(tmp_path, play, deck("... | ... | ... | 7D 8D"))


def names(cards: list[Card]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


# -- sealed games


async def sealed(folder: Path, suit: str) -> tuple[list[str], list[View]]:
    """Return all requests to the others, and their views, from Ana's choice to the opening."""
    async with evening(folder, chance=Stacked(deck(CLUBS))) as room:
        ana, boris, _ = await opened(room, "austrian", 10)
        await played(room, "bid S", "bid S", "pass")
        since = len(room.witness.kept)
        await played(room, f"seal {suit}")
        assert await reopened(room) is boris
        for who in room.people:
            for what in ("hand", "score", "help"):
                await room.press(who, what, room.message())
        sent = [
            json.dumps(kept.json, sort_keys=True)
            for kept in room.witness.kept[since:]
            if kept.viewer != ana.id and not kept.path.endswith(("/commands", "/emojis"))
        ]
        known = [build_view(room.game(), seat) for seat in (1, 2, None)]
        await room.hand(boris)
        assert answers(boris) == {"seal S1", "seal S2", "seal S3", "seal S4"}
        await played(room, "seal S2")
        said = [(call.seat, call.action) for call in room.deal().calls[-2:]]
        assert said == [(0, parse_action(f"bid {suit}")), (1, parse_action("bid S2"))]
        assert room.contract().declarer == (1 if suit == "S1" else 0)
        await room.skip_until(lambda room: room.game().carry.number == 1)
    return sent, known


async def test_a_sealed_suit_is_seen_by_nobody(tmp_path: Path) -> None:
    """Every choice of Ana's sends the others the same bytes; over a restart too."""
    for suit in ("S1", "S3"):
        (tmp_path / suit).mkdir()
    low, high = [await sealed(tmp_path / suit, suit) for suit in ("S1", "S3")]
    assert low[1] == high[1]
    assert low[0] == high[0]
    assert len(low[0]) > 8


# -- the negotiation


async def alone(room: Room, clock: str = "none") -> list[Person]:
    """Ana plays clubs, Boris defends alone, Vera stays at home: all may negotiate."""
    people = await opened(room, "viennese", 1, clock=clock, forced_play="never")
    await played(room, "bid 1", "pass", "pass", "discard 7S 7D", "declare 1")
    await played(room, "join", "drop", "alone")
    for who in people:
        await room.hand(who)
    return people


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_a_negotiation(tmp_path: Path, kill: bool) -> None:
    """An offer out of turn, a counter-offer, a withdrawal, a refusal, an agreement."""

    async def play(room: Room) -> None:
        ana, boris, vera = await alone(room)
        assert asked(room) is ana
        assert answers(boris) == answers(ana) == {"offer 6", "offer 7", "offer 8"}
        assert answers(vera) == set()
        await room.press(boris, "offer 6", boris.private)
        assert room.stage() is Stage.NEGOTIATION
        assert await reopened(room, kill) is ana
        assert answers(ana) == {"accept", "refuse", "offer 7", "offer 8"}
        await refused(room, (ana, "play AC"), (vera, "accept"), (boris, "offer 7"))
        await played(room, "offer 7")
        assert await reopened(room, kill) is boris
        await room.hand(ana)
        assert answers(ana) == {"withdraw"}
        await room.press(ana, "withdraw", ana.private)
        assert room.stage() is Stage.PLAY
        await played(room, "offer 8", "refuse")
        await room.hand(ana)
        assert answers(ana) == {"offer 6", "offer 7"}  # no repetition of a declined offer
        await refused(room, (ana, "offer 8"))
        await played(room, "offer 7")
        assert asked(room) is boris
        said = words_of(room.message())
        assert "7" in said
        await played(room, "accept")
        assert outcome(room) == "agreed"
        assert room.last().won[:2] == (7, 3)
        assert room.last().tricks == ()

    await at_table(tmp_path, play)


async def refused(room: Room, *moves: tuple[Person, str]) -> None:
    """Expect that nothing happens, and that each gets a private sentence."""
    row = room.row()
    with room.nothing_changes():
        for who, move in moves:
            hand, custom_id = who.private, f"pref:a:{row['game_id']}:{row['version']}:{move}"
            (result,) = await room.raw((who, room.message(), custom_id))
            assert result.response is not None
            assert result.response.ephemeral
            who.private = hand  # the offer is still on the screen, above the sentence


async def test_an_offer_lapses_with_the_lead(tmp_path: Path) -> None:
    """The offers are used up too: three each."""

    async def play(room: Room) -> None:
        ana, boris, _ = await alone(room)
        for tricks in (6, 7, 6):
            await room.press(boris, f"offer {tricks}", (await room.hand(boris)))
            await played(room, "refuse")
        await room.hand(boris)
        assert answers(boris) == set()
        await room.hand(ana)
        assert answers(ana) == {"offer 7", "offer 8"}
        await played(room, "play AC")
        await room.hand(boris)
        assert answers(boris) == set()
        await room.skip_until(lambda room: room.game().carry.number == 1)

    await at_table(tmp_path, play)


async def test_silence_is_no_consent(tmp_path: Path) -> None:
    """An offer without an answer in time is declined; no robot answers for the player."""

    async def play(room: Room) -> None:
        ana, boris, _ = await alone(room, clock="fast")
        await room.press(boris, "offer 6", boris.private)
        before = len(room.lines())
        await room.later(31)
        assert room.lines()[before] == (0, "refuse", "clock")
        assert room.stage() is Stage.PLAY
        assert room.say("alert.moved_once", name=ana.name) in room.public_words()

    await at_table(tmp_path, play)


async def test_a_guest_ends_all_talk(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        ana, boris, vera = await opened(room, "viennese", 1, forced_play="never")
        await played(room, "bid 1", "pass", "pass", "discard 7S 7D", "declare 1")
        await played(room, "join", "drop")
        assert await reopened(room) is boris
        await played(room, "invite")
        assert room.deal().roles == ("declarer", "host", "guest")
        for who in (ana, boris, vera):
            await room.hand(who)
            assert not any(text.startswith("offer") for text in answers(who))
        await refused(room, (boris, "offer 7"))
        await room.skip_until(lambda room: room.game().carry.number == 1)

    await at_table(tmp_path, play)


async def test_the_first_deal_is_forced(tmp_path: Path) -> None:
    """One stake in the pot: nobody is asked, everybody plays (V-12)."""

    async def play(room: Room) -> None:
        await opened(room, "viennese", 1)
        await played(room, "bid 1", "pass", "pass", "discard 7S 7D", "declare 1")
        assert room.stage() is Stage.PLAY
        assert room.deal().roles == ("declarer", "defender", "defender")

    await at_table(tmp_path, play)
