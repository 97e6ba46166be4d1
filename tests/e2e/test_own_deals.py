"""Own deals: typed into a form, kept under names, shared as a problem, deleted."""

from pathlib import Path

import pytest
from aiohttp import ClientPayloadError

from bot.analysis.problems.opponent import solve_problem
from bot.analysis.problems.posing import deal_in_play
from bot.analysis.problems.problem import Problem
from bot.engine.cards import CARD_NAMES
from bot.engine.notation import parse_cards
from bot.model.refusals import Refusal
from bot.notation.deal_code import read_deal_code
from bot.notation.deal_text import deal_text
from bot.notation.reading import LARGEST
from bot.notation.single_deal import replayed
from bot.presets import load_presets
from bot.store.queries.own_deals import MOST_NAMED, MOST_OPENED
from bot.workers.jobs import pose_problem
from tests.e2e.test_pictures import attachments
from tests.e2e.test_played_again import pressable, rows
from tests.e2e.test_scores import play_match
from tests.support.message_content import words_of
from tests.support.room import Person, Room, evening

pytestmark = pytest.mark.process

SEVEN_HEARTS = "BcsfEB0rndT48fsPJJr5DJ7X"  # sochi; at action 13 the eight of spades alone holds
HANDS = {
    "cards0": "♠AKQJ10 ♣AK ♦A ♥A7",
    "cards1": "♠987 ♣QJ109 ♦K ♥K8",
    "cards2": "♣87 ♦QJ109 ♥QJ109",
    "cards3": "",
    "dealer": "C",
}


async def fill(room: Room, who: Person, press: str, **fields: str) -> None:
    """Press a button that opens a form, and send the form."""
    opened = await room.press(who, press)
    room._keep(who, await who.actor.submit_modal(opened, fields))


async def test_a_typed_deal_is_kept_and_played(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal")
    assert room.say("own.none") in words_of(ana.private)
    await fill(room, ana, "own new", **HANDS)
    assert [own.origin for own in rows(room)] == ["form"]
    assert room.say("own.origin.form") in words_of(ana.private)
    await fill(room, ana, "own name 1", word="The squeeze")
    assert rows(room)[0].name == "The squeeze"
    await room.press(ana, pressable(ana, "own from")[0])
    await room.press(ana, "own begin 1 0 0 expert")
    assert pressable(ana, "own move")


async def test_every_fault_of_a_form_is_told_and_corrected(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal")
    wrong = HANDS | {"cards2": "♣87 ♦QJ109 ♥QJ10A", "cards3": "♦8 foo", "dealer": "Z"}
    await fill(room, ana, "own new", **wrong)
    said = words_of(ana.private)
    assert "There twice:" in said
    assert "Missing:" in said
    assert "foo" in said
    assert "The dealer is A, B or C" in said
    assert rows(room) == []
    opened = await room.press(ana, "own new")
    assert wrong["cards2"] in str(opened.__dict__) or opened.acknowledged
    room._keep(ana, await ana.actor.submit_modal(opened, HANDS))
    assert len(rows(room)) == 1


async def test_a_file_is_read_from_a_form(room: Room) -> None:
    """One that is too large, no text or gone from the form gets a sentence and changes nothing."""
    ana, presets = room.person("Ana"), load_presets()
    text = deal_text(presets, read_deal_code(presets, SEVEN_HEARTS)).encode()
    for content, told in (
        (b"x" * (LARGEST + 1), room.sentence(Refusal.DEAL_FILE)),
        (b"\xff\xfe", room.sentence(Refusal.DEAL_FILE)),
        (b"milk and bread", room.sentence(Refusal.DEAL_UNKNOWN)),
    ):
        await room.command(ana, "pref deal")
        opened = await room.press(ana, "own file")
        room._keep(ana, await ana.actor.submit_modal(opened, {"file": [("deal.txt", content)]}))
        assert told in words_of(ana.private)
        assert rows(room) == []
    await room.command(ana, "pref deal")
    opened = await room.press(ana, "own file")
    room._keep(ana, await ana.actor.submit_modal(opened, {"file": [("deal.txt", text)]}))
    assert [own.code for own in rows(room)] == [SEVEN_HEARTS]
    assert f"`{SEVEN_HEARTS}`" in words_of(ana.private)


async def test_a_file_that_is_cut_on_its_way_gets_a_sentence(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut(_: str) -> bytes:
        raise ClientPayloadError("the answer ended early")

    monkeypatch.setattr(room.bot.http, "get_from_cdn", cut)
    ana = room.person("Ana")
    await room.command(ana, "pref deal")
    opened = await room.press(ana, "own file")
    file = ("deal.txt", SEVEN_HEARTS.encode())
    room._keep(ana, await ana.actor.submit_modal(opened, {"file": [file]}))
    assert room.sentence(Refusal.DEAL_FILE) in words_of(ana.private)
    assert rows(room) == []


async def test_names_are_limited_and_their_own(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    await fill(room, ana, "own name 1", word="One")
    await fill(room, ana, "own name 1", word="  ")
    assert room.sentence(Refusal.OWN_DEAL_NAME) in words_of(ana.private)
    await room.command(ana, "pref deal", code="BcSDL15nrF-xBPfBUy")
    await fill(room, ana, "own name 2", word="ONE")
    assert room.sentence(Refusal.OWN_DEAL_NAME_TAKEN) in words_of(ana.private)
    for n in range(3, MOST_NAMED + 2):
        deal = await room.store.own_deals.put(ana.id, f"code{n}", rows(room)[0].origin, n)
        await room.store.own_deals.rename(ana.id, deal.deal_id, f"deal {n}")
    await room.command(ana, "pref deal", code="BcSDL15nrF-xBPfBUy")
    await fill(room, ana, "own name 2", word="Two")
    told = room.sentence(Refusal.TOO_MANY_OWN_DEALS, limit=MOST_NAMED)
    assert told in words_of(ana.private)


async def test_opened_deals_are_trimmed(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    await fill(room, ana, "own name 1", word="One")
    for n in range(MOST_OPENED + 5):
        await room.store.own_deals.put(ana.id, f"code{n}", rows(room)[0].origin, n)
    assert len(rows(room)) == MOST_OPENED + 1


async def test_a_named_deal_is_deleted_after_a_question(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    await fill(room, ana, "own name 1", word="One")
    await room.press(ana, "own drop 1")
    assert len(rows(room)) == 1
    await room.press(ana, "own drop 1 yes")
    assert rows(room) == []


async def test_a_problem_is_shared_and_solved(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    assert ana.private is not None
    share = "pref:d:0:0:own share 1 13"
    await room.raw((ana, ana.private, share))
    assert room.sentence(Refusal.OWN_DEAL_UNNAMED) in words_of(ana.private)
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    await fill(room, ana, "own name 1", word="The eight")
    await room.raw((ana, ana.private, share))
    (post,) = room.public(room.channel)
    assert room.say("etude.own_deal") in words_of(post)
    assert "Ana" in words_of(post)
    assert "The eight" not in words_of(post)
    key = "own.1.13"
    await room.press(boris, f"etude open {key}", post)
    assert room.say("own.origin.import") in words_of(boris.private)
    await room.press(boris, f"etude play {key} 0 9C")
    assert "❌" in words_of(boris.private)
    await room.press(boris, f"etude back {key} 1")
    await room.press(boris, f"etude solution {key}")
    assert room.say("etude.spoil") in words_of(boris.private)
    await room.press(boris, f"etude open {key}")
    await solve(room, boris)
    assert "✅" in words_of(boris.private)
    assert [row[:] for row in room.read("SELECT guild_id, day, key, tries FROM etude")] == [
        (0, 0, key, 2)
    ]
    await room.command(boris, "pref etude", grade="daily")
    assert room.say("etude.nobody") in words_of(boris.private)
    await room.press(boris, f"etude open {key}", post)
    await room.press(boris, pressable(boris, "own from")[0])
    assert [own.user_id for own in rows(room)] == [ana.id, boris.id]
    await room.raw((ana, ana.private, "pref:d:0:0:own drop 1 yes"))
    await room.press(boris, f"etude open {key}", post)
    assert room.sentence(Refusal.OWN_DEAL_GONE) in words_of(boris.private)


async def solve(room: Room, who: Person) -> None:
    """Play the right card of a problem until no card is to be chosen."""
    deal = deal_in_play(replayed(read_deal_code(load_presets(), SEVEN_HEARTS))[13])
    assert deal is not None
    problem = pose_problem(deal, "own.1.13")
    assert isinstance(problem, Problem)
    while pressable(who, "etude play"):
        line = parse_cards(room.read("SELECT line FROM etude")[0]["line"])
        card = solve_problem(problem, line).line[len(line)]
        await room.press(who, f"etude play own.1.13 {len(line)} {CARD_NAMES[card]}")


async def test_an_unfinished_own_problem_is_resumed_until_it_is_gone(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    assert ana.private is not None
    await room.raw((ana, ana.private, "pref:d:0:0:etude open own.1.13"))
    await room.command(ana, "pref etude")
    assert pressable(ana, "etude play own.1.13")
    await room.raw((ana, ana.private, "pref:d:0:0:own drop 1 yes"))
    await room.command(ana, "pref etude")
    assert not pressable(ana, "etude play own.1.13")
    assert pressable(ana, "etude play")


async def test_a_forged_place_is_no_problem(room: Room) -> None:
    """Beyond the deal, before the contract, of another person, of no deal, with a day."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    assert ana.private is not None
    for key, refusal in (
        ("own.1.999", Refusal.NO_PROBLEM_HERE),
        ("own.1.2", Refusal.NO_PROBLEM_HERE),
        ("own.1.12", Refusal.NO_PROBLEM_HERE),
        ("own.9.13", Refusal.OWN_DEAL_GONE),
        ("own.1.13@20454", Refusal.ETUDE_GONE),
    ):
        await room.raw((ana, ana.private, f"pref:d:0:0:etude open {key}"))
        assert room.sentence(refusal) in words_of(ana.private)
    await room.command(boris, "pref etude")
    assert boris.private is not None
    await room.raw((boris, boris.private, "pref:d:0:0:etude open own.1.13"))
    assert room.sentence(Refusal.OWN_DEAL_GONE) in words_of(boris.private)


async def test_what_is_no_problem_is_said(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal", code=SEVEN_HEARTS)
    await fill(room, ana, "own name 1", word="The eight")
    assert ana.private is not None
    await room.raw((ana, ana.private, "pref:d:0:0:own share 1 2"))
    assert room.sentence(Refusal.NO_PROBLEM_HERE) in words_of(ana.private)
    await room.raw((ana, ana.private, "pref:d:0:0:own share 1 12"))
    assert "This is no problem" in words_of(ana.private)
    assert room.public(room.channel) == []
    assert not rows(room)[0].shared


async def test_a_match_and_a_season_leave_as_files(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        ana = room.person("Ana")
        await play_match(room, ana, robots=2, rules="rostov")
        await room.command(ana, "pref history")
        await room.press(ana, "export season")
        season = words_of(ana.private)
        assert room.say("export.title") in season
        await room.command(ana, "pref history")
        await room.press(ana, "open 1")
        await room.press(ana, "export")
        assert "match-1.txt" in str(attachments(room, ana.private))
        assert "Ana" not in words_of(ana.private)
