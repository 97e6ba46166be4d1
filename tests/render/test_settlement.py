"""The settlement step by step: the steps add up to it, and every number has its name."""

import random

import pytest

from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.families.austrian.scoring import POT, with_rest
from bot.engine.game import new_game
from bot.engine.ledger import Sheet, Total
from bot.engine.rules import Rules
from bot.engine.view import View, build_view
from bot.render.screen_data import SeatData
from bot.render.sheet_screens import settlement_screen
from tests.properties.walking import TABLES
from tests.render.walks import CATALOGUE, faults, table_facts, texts
from tests.support import builders

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
RULES = [
    *(builders.rules(*table) for table in TABLES),
    builders.rules("leningrad", rounding="separate"),
    builders.rules("sochi", 4, rounding="separate", pool_settlement="pairwise(7)"),
    builders.rules("serbian", abandoned_game="void"),
    builders.rules("viennese", 4, basic_stake_chips=50),
]


def random_sheet(chance: random.Random, rules: Rules) -> Sheet:
    """Return anything in every account, debts too; an Austrian pot is shared out."""
    seats, accounts = range(rules.players), family_of(rules).accounts
    lines = [
        (account.name, seat, other)
        for account in accounts
        for seat in seats
        for other in (seats if account.paired else (None,))
        if seat != other and chance.random() < 0.8
    ]
    sheet = Sheet(totals=tuple(Total(*line, chance.randrange(-90, 400)) for line in lines))
    has_pot = POT in {account.name for account in accounts}
    return with_rest(sheet, rules.players, chance.choice(seats)) if has_pot else sheet


def seen(rules: Rules, sheet: Sheet, *, is_over: bool) -> View:
    """Return the view of a spectator."""
    family = family_of(rules)
    reckon = family.settle if is_over else family.balance
    stage = Stage.OVER if is_over else Stage.BETWEEN
    return build_view(new_game(rules), None)._replace(
        sheet=sheet, balance=reckon(rules, sheet), stage=stage
    )


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.preset}-{rules.players}")
def test_the_steps_come_to_the_settlement(rules: Rules) -> None:
    """For every preset, running or over, whatever is written; and Discord accepts the page."""
    chance = random.Random(8)
    for turn in range(40):
        sheet, is_over = random_sheet(chance, rules), turn % 2 == 0
        here = seen(rules, sheet, is_over=is_over)
        steps = family_of(rules).settlement_steps(rules, sheet, is_over=is_over)
        brought = (sum(step.amount_for(seat) for step in steps) for seat in range(rules.players))
        assert tuple(brought) == here.balance
        if turn < 4:
            for words in (EN, RU):
                assert not faults(settlement_screen(here, table_facts(rules.players), words))


NAMED = table_facts(seats=tuple(SeatData(name, None) for name in ("Ana", "Boris", "Vera")))


def settlement_text(rules: Rules, lines: dict[str, int], *, is_over: bool = True) -> str:
    """Return the page of the sheet with these lines."""
    here = seen(rules, builders.sheet(lines), is_over=is_over)
    return "\n".join(texts(settlement_screen(here, NAMED, EN))).replace("*", "")


_WHISTS = {"whists 0>1": 32, "whists 0>2": 24, "whists 1>0": 20, "whists 2>0": 10, "whists 2>1": 16}
_MOUNTAINS = {"mountain 0": 20, "mountain 1": 30, "mountain 2": 24}
ARTICLE = {**_WHISTS, **_MOUNTAINS, "pool 0": 10, "pool 1": 26, "pool 2": 22}


def test_the_example_of_the_article_column_by_column() -> None:
    """rules/russian.md 4.13: the averages are 46 2/3 and 186 2/3 in whists, both rounded."""
    page = settlement_text(builders.rules("leningrad", rounding="separate"), ARTICLE)
    for line in (
        "Boris to Ana: 32 − 20 = 12",
        "Ana: 10 × (24⅔ − 20) = +46⅔",
        "Boris: 10 × (24⅔ − 30) = −53⅓",
        "Ana: 20 × (10 − 19⅓) = −186⅔",
        "Vera: 20 × (22 − 19⅓) = +53⅓",
        "Ana 🤖 · +26 +46⅔ −⅔ −186⅔ +⅔ = −114",
        "Ana pays Vera 62 whists.",
    ):
        assert line in page.splitlines()


def test_a_balkan_sheet_is_settled_with_what_is_left_spread() -> None:
    """rules/balkan.md 3.9: the odd points go to the worst columns."""
    sheet = {"main 0": -20, "main 1": 8, "main 2": -8, "side 0>1": 30, "side 1>0": 10}
    page = settlement_text(builders.rules("serbian"), sheet, is_over=False)
    assert "Boris to Ana: 30 − 10 = 20" in page
    assert "Ana: 10 × (−20 + 7) = −130" in page
    assert "Boris: 10 × (8 + 6) = +140" in page
    assert "Vera: 10 × (−8 + 7) = −10" in page


def test_a_balkan_sheet_with_nothing_left_spreads_nothing() -> None:
    sheet = {"main 0": -10, "main 1": 6, "main 2": 4, "side 0>1": 30}
    lines = settlement_text(builders.rules("serbian"), sheet).splitlines()
    assert "Bula · it counts ten times" in lines
    assert "Ana: 10 × −10 = −100" in lines


def test_an_abandoned_game_that_is_void_has_nothing_to_settle() -> None:
    page = settlement_text(
        builders.rules("serbian", abandoned_game="void"), {"main 0": -20, "side 0>1": 30}
    )
    assert "it counts for nobody" in page
    assert "Nobody owes anybody anything." in page
