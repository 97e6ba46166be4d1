"""The screens of a post-mortem and of a profile: within Discord's limits, nothing hidden shown."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.analysis.postmortem import DealRecord, PlayKind, PostMortem, post_mortem
from bot.analysis.review import is_public
from bot.engine.cards import CARD_NAMES, Hand
from bot.engine.notation import parse_action
from bot.engine.view import result_view
from bot.features.rankings.profile_screens import FamilyProfile, profile_screen
from bot.model.reviews import ReviewTotals
from bot.model.values import replace
from bot.render.deal_results import DealVerdict, verdict_line
from bot.render.families import table_words
from bot.render.screen import Screen
from bot.render.screen_data import TableData
from bot.render.study.postmortem_screens import (
    AnalysedDeal,
    best_line_screen,
    overview_screen,
    walk_screen,
)
from bot.render.study.scored_deal import TakeBackRecord
from bot.render.words import Words
from bot.ui_commands.server_commands import ShowProfile
from tests.golden.screens.studies import study_of
from tests.golden.test_logs import LOGS
from tests.render.walks import CATALOGUE, buttons, command_texts, faults, table_facts, texts
from tests.support.deal_records import (
    EIGHT,
    EIGHT_BID,
    MISERE,
    MISERE_BID,
    logged,
    records_in,
    sochi,
)

WORDS = CATALOGUE.words("en")
LANGUAGES = (WORDS, CATALOGUE.words("ru"))
CARD = re.compile(r"⟦((?:10|[7-9JQKA])[SCDH])⟧")


def screen_text(screen: Screen) -> str:
    return "\n".join(texts(screen))


def test_the_overview_in_one_glance() -> None:
    study = study_of(sochi(EIGHT, f"{EIGHT_BID}, play AH"))
    text = screen_text(overview_screen(study, table_facts(), WORDS))
    assert "Best play: **8 tricks** for Ana" in text
    assert "**1** · ⟦AH⟧ Ana **−1** · better ⟦AS⟧ ⟦KS⟧ ⟦QS⟧ ⟦JS⟧ ⟦10S⟧ ⟦9S⟧ …" in text
    assert re.search(r"\*\*Ana\*\* · gave away \*\*\d tricks?\*\* · \d+ whists", text)
    best = screen_text(best_line_screen(study, table_facts(), WORDS))
    row = next(line for line in best.splitlines() if line.startswith("Ana "))
    assert row.split()[1] == "8"


def test_a_step_tells_cost_and_cure() -> None:
    study = study_of(sochi(EIGHT, f"{EIGHT_BID}, play AH"))
    text = screen_text(walk_screen(study, 0, table_facts(), WORDS))
    assert "Costs **1 trick**" in text
    assert "Better was: ⟦AS⟧ ⟦KS⟧ ⟦QS⟧ ⟦JS⟧ ⟦10S⟧ ⟦9S⟧ ⟦7D⟧ ⟦7C⟧" in text
    assert "Best play from here: 7 tricks for Ana, 8 before" in text
    assert len(set(CARD.findall(text))) == 30
    undone = replace(study, taken_back=(TakeBackRecord(0, "play", parse_action("play AS"), 0, 0),))
    for page, is_told in ((0, True), (1, False)):
        there = screen_text(walk_screen(undone, page, table_facts(), WORDS))
        assert ("takes back: ⟦AS⟧ · before card 1" in there) is is_told
    assert "takes back: ⟦AS⟧ · before card 1" in screen_text(
        overview_screen(undone, table_facts(), WORDS)
    )
    quiet = screen_text(walk_screen(study, 1, table_facts(), WORDS))
    assert "⟦AH⟧ Ana" in quiet
    assert "▸" in quiet
    assert len(set(CARD.findall(quiet))) == 30


def test_every_card_leaves_its_hand() -> None:
    study = study_of(sochi(MISERE, MISERE_BID))
    for step, card in enumerate(study.postmortem.cards):
        text = screen_text(walk_screen(study, step, table_facts(), WORDS))
        shown = set(CARD.findall(text))
        gone = {CARD_NAMES[c.card] for c in study.postmortem.cards[:step] if c.trick < card.trick}
        assert not shown & gone
        assert CARD_NAMES[card.card] in shown


def test_the_catching_line_ends_with_the_catch() -> None:
    study = study_of(sochi(MISERE, f"{MISERE_BID}, play AH"))
    text = screen_text(best_line_screen(study, table_facts(), WORDS))
    tricks = re.findall(r"^-# (\d+)\. .* → (.*)$", text, re.MULTILINE)
    declarer = table_facts().name(1)
    assert [name for _, name in tricks].count(declarer) == 1
    assert tricks[-1][1] == declarer
    assert f"-# Deal 1 · misère · played by {declarer}" in text


def test_walking_turns_both_ways() -> None:
    study = study_of(sochi(EIGHT, EIGHT_BID))
    facts = table_facts()
    first, last = walk_screen(study, 0, facts, WORDS), walk_screen(study, 29, facts, WORDS)
    assert [b.enabled for b in buttons(first)][:4] == [False, False, True, True]
    assert [b.enabled for b in buttons(last)][:4] == [True, True, False, False]


def test_other_deals_are_offered_where_there_are_some() -> None:
    (record,) = logged("sochi-3-remise")
    alone = overview_screen(study_of(record, deals=1), table_facts(), WORDS)
    more = overview_screen(study_of(record, deals=2), table_facts(), WORDS)
    assert "analyse 2" not in command_texts(alone)
    assert "analyse 2" in command_texts(more)
    assert "analyse 0" not in command_texts(more)


@pytest.mark.sampled(suite=6)
@pytest.mark.slow
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_screen_of_every_golden_deal(path: Path) -> None:
    """Discord accepts it, every word is there, and it shows only cards that all have seen.

    In one language or the other; tests/golden/screens has all words of all of them.
    """
    for number, record in enumerate(records_in(path), LOGS.index(path)):
        study = study_of(record)
        facts = table_facts(record.rules.players)
        for screen in screens(study, facts, LANGUAGES[number % 2]):
            assert faults(screen) == []
            if is_public(record.rules, study.postmortem):
                assert (
                    Hand.of(names_to_cards(screen_text(screen))) - seen(record, study.postmortem)
                    == 0
                )


def screens(study: AnalysedDeal, facts: TableData, words: Words) -> Iterator[Screen]:
    yield overview_screen(study, facts, words)
    yield best_line_screen(study, facts, words)
    for step in range(len(study.postmortem.cards)):
        yield walk_screen(study, step, facts, words)


def names_to_cards(text: str) -> list[int]:
    return [CARD_NAMES.index(name) for name in CARD.findall(text)]


def seen(record: DealRecord, found: PostMortem) -> Hand:
    """Return the public knowledge after the deal."""
    if record.rules.options.reveal_after_deal:
        return Hand(0xFFFFFFFF)
    tricks = found.result.tricks
    return Hand.of([c for t in tricks for c in (*t.cards, *((t.talon,) if t.talon else ()))])


# -- the line on the card


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("sochi-3-remise", "🔍 Best play: **6 tricks** for Ana (made 6)"),
        ("sochi-3-misere", "🔍 Safe: with best play no trick for Ana (took 0)"),
        ("sochi-3-misere-caught", "🔍 Safe: with best play no trick for Ana (took 1)"),
        ("viennese-3-five-and-six", "🔍 Best play catches it: **1 trick** for Ana (took 1)"),
        ("guide-bells-fail", "🔍 Best play: **2 tricks** for Ana (stopped at 1)"),
    ],
)
def test_the_verdict(name: str, line: str) -> None:
    record = logged(name)[0]
    found = post_mortem(record)
    scored = result_view(record.rules, found.result)
    words = table_words(record.rules, WORDS)
    assert (
        verdict_line(scored, DealVerdict(found.kind, found.best_tricks), table_facts(), words)
        == line
    )


def test_the_verdict_of_an_all_pass_names_everybody_inside() -> None:
    (record,) = logged("sochi-4-raspasy")
    found = post_mortem(record)
    scored = result_view(record.rules, found.result)
    words = table_words(record.rules, WORDS)
    text = verdict_line(scored, DealVerdict(found.kind, found.best_tricks), table_facts(4), words)
    assert text.startswith("🔍 With good play by all: Ana 2, ")
    assert text.endswith("robo 1")


def test_no_verdict_without_play() -> None:
    record = sochi(EIGHT, EIGHT_BID.replace("whist, whist", "pass, pass"))
    scored = result_view(record.rules, post_mortem(record).result)
    words = table_words(record.rules, WORDS)
    assert (
        verdict_line(scored, DealVerdict(PlayKind.UNPLAYED, (0, 0, 0)), table_facts(), words) == ""
    )


# -- profiles


def family(sums: ReviewTotals | None, games: int = 2) -> FamilyProfile:
    return FamilyProfile("russian", sums, games, 1, -12, (("beginner", 0.91), ("of old", 0.5)))


@pytest.mark.parametrize("locale", ["en", "ru"])
def test_a_profile(locale: str) -> None:
    words = CATALOGUE.words(locale)
    sums = ReviewTotals(10, 4, 3, 8, 20, 12, par=30, given=80, received=25, agreed=0, earned=-25)
    bare = replace(family(None), family="balkan")
    families = (family(sums), bare, replace(bare, family="austrian", games=0))
    screen = profile_screen("Ana", families, words, ShowProfile(1), 3)
    assert faults(screen) == []
    sign = {"en": ".", "ru": ","}[locale]
    text = screen_text(screen)
    assert f"**1{sign}50**" in text
    assert {"en": "took back 3 times", "ru": "ход взят назад 3 раза"}[locale] in text
    assert "−12" in text
    assert f"of old 0{sign}50" in text
    (rates,) = [line for line in text.splitlines() if f"**+3{sign}0**" in line]
    assert re.findall(r"[+−]\d", rates) == ["+3", "−8", "+2", "−2"]


def test_a_profile_of_nothing() -> None:
    quiet = ReviewTotals(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert faults(profile_screen("Ana", (family(quiet),), WORDS, ShowProfile(1))) == []
    assert faults(profile_screen("Ana", (), WORDS, ShowProfile(1))) == []
