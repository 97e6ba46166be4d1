"""A slip of the finger: asked back, agreed, refused, free; and the screens of everybody."""

from pathlib import Path

import pytest

from bot.engine.deal import Stage
from bot.engine.notation import format_action, parse_action
from bot.model.refusals import Refusal
from tests.support import balkan, builders
from tests.support.room import Room, controls, evening, words_of
from tests.support.stacked import Stacked, agreed, asked, opened, played

pytestmark = pytest.mark.slow  # whole evenings

DEAL = "7S 8S 9S 10S JS QS KS AS 7D 8D | ... | ... | 9D 10D"


def board(room: Room) -> str:
    return words_of(room.message())


def offered(room: Room, on: object) -> set[str]:
    return {control.text for control in controls(on)}  # type: ignore[arg-type]


async def test_everybody_agrees_and_next_time_not(tmp_path: Path) -> None:
    """The board shows the act in question; one no is enough, and then the button is gone."""
    async with evening(tmp_path, chance=Stacked(builders.deck(DEAL))) as room:
        ana, boris, vera = await opened(room, "sochi", 10)
        await played(room, "pass")
        await room.press(ana, "takeback 2", ana.private)
        assert "Ana asks to take back: pass. Nobody has acted since. In favour: Ana" in board(room)
        assert {"vote yes takeback 2", "vote no takeback 2"} <= offered(room, boris.private)
        assert "vote yes takeback 2" not in offered(room, ana.private)
        await room.press(boris, "vote yes takeback 2", boris.private)
        assert "In favour: Ana, Boris" in board(room)
        with room.nothing_changes():
            await room.restart(kill=True)
        await room.press(vera, "vote yes takeback 2", room.message())
        assert room.lines()[-1] == (0, "takeback 2", str(ana.id))
        assert (room.asked(), room.stage()) == (ana, Stage.AUCTION)
        assert "Taken back in this deal: Ana" in board(room)
        await played(room, "bid 7S")
        await room.press(ana, "takeback 4", await room.hand(ana))
        await room.press(vera, "vote no takeback 4", room.message())
        assert room.lines()[-1][1] == "bid 7S"
        assert room.asked() is boris
        assert "Vera says no: the last act of Ana stands." in board(room)
        assert "takeback 4" not in offered(room, await room.hand(ana))
        await played(room, "pass")
        await room.press(boris, "takeback 5", await room.hand(boris))
        await room.press(boris, "vote no takeback 5", room.message())  # they change their mind
        assert asked(room) is vera
        await played(room, "pass")
        assert not any("takeback" in one for one in offered(room, await room.hand(vera)))


async def test_free_among_friends_until_anybody_has_acted(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(balkan.deck(DEAL))) as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        options = {"rules": "serbian", "target": 10, "clock": "none", "friendly": True}
        await room.seated(ana, boris, robots=1, **options)
        await agreed(room, ana, take_back="friendly")
        await room.start(ana)
        await played(room, "bid 2")
        await room.press(ana, "takeback 2", ana.private)
        assert room.lines()[-1] == (0, "takeback 2", str(ana.id))
        await played(room, "pass", "bid 2")
        assert room.lines()[-1][2] == "robot"
        await room.press(boris, "takeback 5", boris.private)
        assert "2 acts since go with it" in board(room)
        assert "takeback" not in room.lines()[-1][1]
        await room.press(ana, "vote yes takeback 5", room.message())
        assert room.lines()[-1][1] == "takeback 5"
        await room.command(boris, "pref takeback")
        assert "There is nothing of yours to take back now." in words_of(boris.private)


async def test_robots_agree_and_their_cards_go_back_too(tmp_path: Path) -> None:
    """Two clicks that arrive together are one step; the robots play their cards anew."""
    async with evening(tmp_path, seed=3) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, rules="viennese", clock="none")
        await room.start(ana)
        await room.skip_to(Stage.PLAY, cards=0)
        before = room.deal()
        await room.play_one(ana)
        hand = await room.hand(ana)
        (back,) = [one for one in controls(hand) if one.text.startswith("takeback")]
        assert len(room.deal().tricks) + len(room.deal().trick) > 0
        await room.raw((ana, hand, back.custom_id), (ana, hand, back.custom_id))
        assert [text for _, text, _ in room.lines()].count(back.text) == 1
        assert room.deal() == before
        assert asked(room) is ana
        await room.skip_until(lambda one: one.stage() is Stage.BETWEEN)
        assert "Taken back in this deal: Ana" in board(room)
        for page in ("deal 1", "replay 1 first"):
            await room.raw((ana, room.message(), f"pref:d:1:0:{page}"))
            assert "↩ Ana takes back:" in words_of(ana.private)


async def test_robots_have_no_second_mind(tmp_path: Path) -> None:
    """The same act repeated is answered as before: nobody fishes for another answer."""
    async with evening(tmp_path, seed=1) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, rules="viennese", clock="none")
        await room.start(ana)
        await room.skip_to(Stage.PLAY, cards=0)
        for _ in range(5):
            card = format_action(room.choice(ana))
            await room.play_one(ana, parse_action(card))
            answered = room.deal()
            for _ in range(3):
                (back,) = [c for c in controls(await room.hand(ana)) if c.text[:8] == "takeback"]
                await room.press(ana, back.text, ana.private)
                await room.play_one(ana, parse_action(card))
                assert room.deal() == answered


async def test_a_double_press_is_not_both_presses(tmp_path: Path) -> None:
    """The page with the price is another command; an older button still bids."""
    async with evening(tmp_path, chance=Stacked(builders.deck(DEAL))) as room:
        ana, boris, _ = await opened(room, "sochi", 10)
        (first,) = [one for one in controls(ana.private) if one.text == "twice bid M"]
        assert ana.private is not None
        with room.nothing_changes():
            await room.raw(*[(ana, ana.private, first.custom_id)] * 2)
        assert "All ten: 100." in words_of(ana.private)
        assert [one.text for one in controls(ana.private)] == ["hand", "bid M"]
        await room.press(ana, "hand", ana.private)
        await room.press(ana, "twice bid M", ana.private)
        await room.press(ana, "bid M", ana.private)
        assert room.lines()[-1][1] == "bid M"
        assert boris.private is not None
        with room.nothing_changes():  # a bid that is no longer legal
            await room.raw((boris, boris.private, "pref:d:1:3:twice bid 6S"))
        assert room.sentence(Refusal.STALE) in words_of(boris.private)
