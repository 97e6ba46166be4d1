"""/pref deal and *Take along*: a deal leaves its match as a code, and comes in as one."""

import re
from pathlib import Path

import pytest

from bot.features.deals.deal_handlers import REFUSALS, read_outcome, refusal_of
from bot.notation.deal_code import read_deal_code
from bot.notation.deal_text import deal_text
from bot.notation.reading import BadImport
from bot.notation.single_deal import replayed
from bot.presets import load_presets
from tests.e2e.test_postmortem import eight, stacked
from tests.e2e.test_scores import play_match
from tests.support.message_content import controls, words_of
from tests.support.published_deals import PPN, PROBLEMS, problem_json
from tests.support.room import Room, evening
from tests.support.stacked import next_deal

CODE = re.compile(r"`([A-Za-z0-9_-]{12,48})`")
PRESETS = load_presets()


async def test_a_deal_leaves_its_match_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPLAY_URL", "https://example.org/replay.html")
    async with evening(tmp_path) as room:
        ana = room.person("Ana")
        await play_match(room, ana, robots=2, rules="rostov")
        await room.command(ana, "pref history")
        await room.press(ana, "open 1")
        await room.press(ana, "deal 1")
        in_history = CODE.search(words_of(ana.private))
        await room.press(ana, "code 1")
        said = words_of(ana.private)
        found = CODE.search(said)
        assert found, said
        assert in_history
        assert in_history[1] == found[1]
        deal = read_deal_code(PRESETS, found[1])
        last = replayed(deal)[-1].last
        assert last is not None
        assert f"A {last.won[0]}" in said
        assert "Ana" not in said
        assert re.search(r"\(https://example\.org/replay\.html#l=en&d=[\w-]+\)", said)
        await room.command(ana, "pref deal", code=found[1])
        assert CODE.search(words_of(ana.private)) == found or found[0] in words_of(ana.private)


@pytest.mark.process
async def test_a_code_stands_on_the_result_and_in_the_post_mortem(tmp_path: Path) -> None:
    """On the result before the next deal and after it; the running deal has no code."""
    async with evening(tmp_path, chance=stacked(), reviews=True) as room:
        (ana, *_) = await eight(room)
        found = CODE.search(words_of(room.message()))
        assert found
        last = replayed(read_deal_code(PRESETS, found[1]))[-1].last
        assert last is not None
        assert last.contract is not None
        await room.press(ana, "analyse 1", room.message())
        assert found[0] in words_of(ana.private)
        await next_deal(room)
        assert found[0] in words_of(room.public()[-2])
        assert not CODE.search(words_of(room.message()))


@pytest.mark.process
async def test_a_code_shows_no_hidden_cards(tmp_path: Path) -> None:
    """Where the rules show no cards after a deal, no page has its code."""
    async with evening(tmp_path, chance=stacked(), reviews=True) as room:
        (ana, *_) = await eight(room, reveal_after_deal=False)
        assert "Deal code" not in words_of(room.message())
        await room.press(ana, "analyse 1", room.message())
        assert "Deal code" not in words_of(ana.private)


@pytest.mark.process
async def test_a_code_with_a_slip_gets_a_sentence(room: Room) -> None:
    ana = room.person("Ana")
    for typed, key in (
        ("BcSDL15nrF-xBPfBUx", "table.deal_code_typo"),
        ("hello there", "table.deal_unknown"),
        ("preset whist", "table.deal_rules"),
    ):
        await room.command(ana, "pref deal", code=typed)
        assert room.say(key) in words_of(ana.private)


def test_every_reason_has_a_refusal_and_a_sentence() -> None:
    for reason in REFUSALS:
        refused = refusal_of(BadImport("text", reason, 3, "1 fly"))
        assert refused.reason in REFUSALS.values()


def test_files_of_others_are_read_in_a_worker() -> None:
    """The function a worker runs: it raises nothing, for a worker logs what is raised."""
    assert not isinstance(read_outcome(problem_json(PROBLEMS[0])), BadImport)
    assert not isinstance(read_outcome(PPN.encode()), BadImport)
    assert isinstance(read_outcome(b"\xff\xfe"), BadImport)


@pytest.mark.process
async def test_a_pasted_text_is_read(room: Room) -> None:
    ana = room.person("Ana")
    deal = read_deal_code(PRESETS, "BcSDL15nrF-xBPfBUy")
    text = deal_text(PRESETS, deal)
    await room.command(ana, "pref deal", code=text)
    assert "`BcSDL15nrF-xBPfBUy`" in words_of(ana.private)
    assert next(c.text for c in controls(ana.private)).startswith("own from 1 0 ")


@pytest.mark.process
async def test_a_file_is_read_or_refused(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref deal", file=("etude.json", problem_json(PROBLEMS[0])))
    assert CODE.search(words_of(ana.private))
    await room.command(ana, "pref deal", file=("deals.ppn", PPN.encode()))
    said = words_of(ana.private)
    assert "and 2 more deals in it" in said
    assert "cannot be played" in said
    await room.command(ana, "pref deal", file=("picture.png", b"\x89PNG\xff\xfe"))
    assert room.say("table.deal_file") in words_of(ana.private)
