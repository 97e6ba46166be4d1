"""The end of a match, its payments, and the sheet on the way there."""

import re
from decimal import Decimal

import pytest

from bot.engine.actions import STOP
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import apply_action, new_game
from bot.engine.notation import parse_action
from bot.engine.view import SpectatorView, build_view
from bot.model.enums import Posting
from bot.model.values import replace
from bot.presets import OptionSetting
from bot.render.deal_results import final_places
from bot.render.families import table_words
from bot.render.families.presenter import running_totals
from bot.render.formatting import format_priced
from bot.render.hand.private_hand import hand_screen
from bot.render.screen_data import SeatData
from bot.render.sheet_screens import score_screen, stake_unit
from bot.render.study.match_screens import match_screen
from bot.render.table.result import final_screen
from bot.render.words import Words
from tests.render.scenes import EN, FACTS, RU, TO_PLAY, played, shown
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    command_texts,
    faults,
    rules_for,
    table_facts,
    texts,
    walk,
)
from tests.support.builders import sheet as written


def test_the_match_ends_with_places() -> None:
    assert final_places((10, -20, 10)) == [(1, 0), (1, 2), (3, 1)]
    assert final_places((10, -20, 10), (True, False, False)) == [(1, 2), (2, 1), (3, 0)]
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    game = apply_action(game, TABLE_SEAT, parse_action("stop"))
    screen = final_screen(build_view(game, None), FACTS, EN)
    assert texts(screen)[0].splitlines()[0] == "## The match is over · Sochi to 10"
    assert "1. 🏆 **" in texts(screen)[0]
    assert "rematch" in command_texts(screen)
    hand = hand_screen(build_view(game, 0), FACTS, EN)
    assert texts(hand)[0] == "### The match is over"


def test_the_history_has_the_order_of_the_end() -> None:
    """A robot made the most for Boris, who left: he is last on both, and nobody has won."""
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    view = build_view(apply_action(game, TABLE_SEAT, parse_action("stop")), None)
    view = view._replace(balance=(-1, 75, -74))
    boris = SeatData("Boris", 2, has_left=True)
    facts = replace(FACTS, seats=(FACTS.seats[0], boris, FACTS.seats[2]))
    end = texts(final_screen(view, facts, EN))[0]
    past = texts(match_screen(view, facts, None, (), EN))[0]
    for text in (end, past):
        assert re.findall(r"[+−]\d+", text) == ["−1", "−74", "+75"]
    assert "🏆" not in end


ARTICLE = {
    "pool 0": 10,
    "pool 1": 26,
    "pool 2": 22,
    "mountain 0": 20,
    "mountain 1": 30,
    "mountain 2": 24,
    "whists 0>1": 32,
    "whists 0>2": 24,
    "whists 1>0": 20,
    "whists 2>0": 10,
    "whists 2>1": 16,
}


def ended_with(
    sheet: dict[str, int], preset: str = "leningrad", **options: OptionSetting
) -> SpectatorView:
    """Stop a match with this sheet."""
    game = new_game(PRESETS.rules(preset, players=3, **options))
    carry = replace(game.carry, number=9, dealer=0, sheet=written(sheet))
    return build_view(apply_action(game._replace(carry=carry), TABLE_SEAT, STOP), None)


def test_the_loser_of_the_article_pays_5_20_and_6_20() -> None:
    """docs/rules/russian.md 4.13: at ten cents a whist."""
    seen = ended_with(ARTICLE, whist_price="0.1", stake_label="cookies")
    assert seen.balance == (-114, 52, 62)
    english, russian = (texts(final_screen(seen, FACTS, words)) for words in (EN, RU))
    assert english[1].splitlines() == [
        "Ana pays Boris 5.20 cookies.",
        "Ana pays Vera 6.20 cookies.",
    ]
    assert "**+62** · +6.20 cookies" in english[0]
    assert "**−114** · −11.40 cookies" in english[0]
    assert russian[1].splitlines()[0] == "Ana → Boris: 5,20 печенья"


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "1 whist, 2 whists, 5 whists, 0.50 points"),
        ("ru", "1 вист, 2 виста, 5 вистов, 0,50 очка"),
        ("de", "1 Whist, 2 Whists, 5 Whists, 0,50 Punkte"),
        ("sl", "1 vist, 2 vista, 5 vistov, 0,50 točke"),
        ("sr", "1 vist, 2 vista, 5 vistova, 0,50 poena"),
        ("sr_Cyrl", "1 вист, 2 виста, 5 вистова, 0,50 поена"),
        ("hr", "1 vist, 2 vista, 5 vistova, 0,50 boda"),
    ],
)
def test_what_a_table_counts_in_is_counted(locale: str, said: str) -> None:
    """A whist that has a price is paid in points."""
    words, shown = CATALOGUE.words(locale), []
    for units, price in ((1, "1"), (2, "1"), (5, "1"), (5, "0.1")):
        seen = ended_with({}, whist_price=price)
        amount = format_priced(units, Decimal(price), words)
        shown.append(f"{amount} {stake_unit(seen, units, table_words(seen.rules, words))}")
    assert ", ".join(shown) == said


def test_a_unit_without_a_price_is_paid_as_it_is() -> None:
    seen = ended_with({**ARTICLE})
    shown = texts(final_screen(seen, FACTS, EN))
    assert shown[1].splitlines() == ["Ana pays Boris 52 whists.", "Ana pays Vera 62 whists."]
    assert "**+62** whists" in shown[0]


def test_nobody_owes_anything() -> None:
    """An abandoned Balkan match may be void for everybody; a Russian one may come out even."""
    even = {"pool 0": 5, "pool 1": 5, "pool 2": 5}
    void = ended_with({"main 0": -30, "side 0>1": 40}, "croatian", abandoned_game="void")
    for seen in (void, ended_with(even)):
        assert texts(final_screen(seen, FACTS, EN))[1] == EN.say("final.even")


def test_payments_of_the_other_families() -> None:
    """balkan.md 3.9: the balances of three determine the payers; the pot is shared out."""
    balkan = ended_with({"side 0>1": 496, "side 0>2": 10, "main 0": 0}, "croatian")
    assert texts(final_screen(balkan, FACTS, EN))[1].splitlines() == [
        "Boris pays Ana 496 points.",
        "Vera pays Ana 10 points.",
    ]
    austrian = ended_with({"cash 0>1": 30, "cash 0>2": 10}, "viennese")
    assert texts(final_screen(austrian, FACTS, EN))[1].splitlines() == [
        "Boris pays Ana 30 chips.",
        "Vera pays Ana 10 chips.",
    ]


def test_the_running_sheet() -> None:
    written = [
        [Posting("pool", 0, None, 4, "contract", 1, 4)],
        [Posting("mountain", 0, None, 4, "undertricks", 1, 4)],
        [Posting("pool", 0, None, 2, "contract", 1, 2)],
    ]
    assert running_totals(written, "pool", 0) == [4, 6]
    assert running_totals(written, "mountain", 0) == [4]
    assert running_totals(written, "pool", 1) == []


def test_a_mountain_below_zero_has_the_minus_of_the_balances() -> None:
    """American aid that nobody needs reduces one's own mountain (docs/rules/russian.md 4.7)."""
    seen = ended_with({"pool 0": 10, "pool 1": 10, "pool 2": 10, "mountain 1": -1}, "sochi")
    told = " ".join(" ".join(texts(score_screen(seen, FACTS, EN, []))).split())
    assert "Boris 10 −1 0 +6" in told
    assert "-1" not in told


@pytest.mark.parametrize("words", [EN, RU])
def test_the_sheet_of_a_long_match_fits(words: Words) -> None:
    for preset in ("rostov", "leningrad", "sochi"):
        rules, written = rules_for(preset, 4), list[tuple[Posting, ...]]()
        for game in walk(rules, 3, 40):
            if game.last is not None and len(written) < game.carry.number:
                written.append(game.last.postings)
        screen = score_screen(build_view(game, 0), table_facts(4), words, written)
        assert not faults(screen)
        assert "**" in shown(screen)
