"""Raspasy: the talon, the leads, the streak and the cost (rules/russian.md 3)."""

import pytest

from bot.engine.actions import Claim
from bot.engine.families import family_of
from bot.engine.families.russian.options import RussianOptions
from bot.engine.families.russian.scoring import raspasy_bar, raspasy_cost
from bot.engine.game import Game, legal_actions, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.support import builders
from tests.support.builders import deal_of, dealt_under, said
from tests.support.cases import for_each

# H1 wins spades, H2 hearts, H3 diamonds; clubs: H1 has the king, H2 the queen, H3 the jack
LINE = (
    "9S 10S JS QS KS AS 7C 8C KC 7H | 8H 9H 10H JH QH KH 9C QC 7D 8S |"
    " 8D 9D 10D JD QD KD AD 10C JC AC | {talon}"
)


def passed(talon: str = "AH 7S", players: int = 3, **options: OptionSetting) -> Game:
    agreed = builders.rules("sochi", players, **options)
    return said(dealt_under(agreed, LINE.format(talon=talon)), *["pass"] * 3)


def choices(game: Game) -> str:
    return " ".join(
        format_action(action).removeprefix("play ") for action in builders.actions_of(game)
    )


def shown(game: Game) -> list[str]:
    table = build_view(game, None).table
    assert table is not None
    return builders.names(table.talon)


def led_by(game: Game) -> str:
    table = build_view(game, None).table
    assert table is not None
    return "" if table.talon_lead is None else builders.names([table.talon_lead])[0]


def test_closed_talon_is_led_freely_and_never_shown() -> None:
    game = passed(raspasy_talon="closed", raspasy_dealer_4p="sits_out")
    assert len(builders.actions_of(game)) == 10
    assert (shown(game), led_by(game)) == ([], "")
    for _ in range(3):
        game = builders.play_out_trick(game)
    assert shown(game) == []
    assert all(trick.talon is None for trick in deal_of(game).tricks)


def test_open_talon_with_three_names_the_suit_only() -> None:
    """3.4: AH opens trick 1, but the highest heart played wins; then 7S, and H1 leads."""
    game = passed()
    assert (shown(game), led_by(game), to_act(game)) == (["AH"], "AH", 0)
    assert choices(game) == "7H"
    game = said(game, "play 7H")
    assert choices(game) == "8H 9H 10H JH QH KH"
    game = said(game, "play 8H", "play AC")
    assert deal_of(game).won == (0, 1, 0)
    assert (shown(game), led_by(game), to_act(game)) == (["AH", "7S"], "7S", 0)
    assert choices(game) == "9S 10S JS QS KS AS"
    game = said(game, "play 9S", "play 8S", "play AD")
    assert deal_of(game).won == (1, 1, 0)
    assert (shown(game), led_by(game), to_act(game)) == (["AH", "7S"], "", 0)


@pytest.mark.parametrize(("third_lead", "expect"), [("first_hand", 0), ("winner", 1)])
def test_who_leads_to_the_third_trick(third_lead: str, expect: int) -> None:
    """Trick 2 is led by 7H and won by H2."""
    game = passed("7S AH", raspasy_third_lead=third_lead)
    game = said(game, "play 9S", "play 8S", "play AD")
    assert to_act(game) == 0  # before trick 2 always H1
    game = said(game, "play 7H", "play KH", "play AC")
    assert to_act(game) == expect
    assert led_by(game) == ""
    game = said(game, f"play {choices(game).split()[-1]}")
    assert to_act(game) == (expect + 1) % 3


@pytest.mark.parametrize("third_lead", ["first_hand", "winner"])
def test_the_dealer_takes_part_with_four(third_lead: str) -> None:
    """3.4: the dealer's AH beats every heart; after that trick H1 leads."""
    game = passed("7S AH", 4, raspasy_third_lead=third_lead)
    assert deal_of(game).roles == ("alone", "alone", "alone", "alone")
    game = said(game, "play 9S", "play 8S", "play AD")
    assert deal_of(game).won == (1, 0, 0, 0)
    game = said(game, "play 7H", "play KH", "play AC")
    assert deal_of(game).won == (1, 0, 0, 1)
    assert deal_of(game).tricks[-1].winner == 3
    assert to_act(game) == 0
    result = builders.play_out(game).last
    assert result is not None
    assert sum(result.won) == 10


def test_the_dealer_who_sits_out_takes_nothing() -> None:
    game = passed("7S AH", 4, raspasy_dealer_4p="sits_out", raspasy_third_lead="winner")
    assert deal_of(game).roles[3] == "resting"
    game = said(game, "play 9S", "play 8S", "play AD", "play 7H", "play KH", "play AC")
    assert deal_of(game).won == (1, 1, 0, 0)
    assert to_act(game) == 1


def test_no_trump_in_raspasy() -> None:
    game = passed("7S AH", raspasy_talon="closed", raspasy_dealer_4p="sits_out")
    game = said(game, "play 9S", "play 8S")
    assert len(choices(game).split()) == 10  # H3 has no spade and may play anything


def test_claims_wait_for_the_dealers_tricks() -> None:
    """2.8: a split among the active seats has no place for a talon trick of the dealer."""
    game = passed("7S AH", 4)
    for _ in range(2):
        assert not any(isinstance(a, Claim) for s in range(4) for a in legal_actions(game, s))
        game = builders.play_out_trick(game)
    assert sum(isinstance(a, Claim) for a in legal_actions(game, 0)) == 45
    assert not any(isinstance(a, Claim) for a in legal_actions(game, 3))
    first = passed("7S AH")
    assert sum(isinstance(a, Claim) for a in legal_actions(first, 1)) == 66


def test_a_claim_needs_both_others() -> None:
    game = said(passed(raspasy_talon="closed"), "2: claim 3 3 4", "0: accept")
    assert to_act(game) == 1
    game = said(game, "accept")
    assert game.last is not None
    assert game.last.won == (3, 3, 4)
    assert builders.sums(game.last.postings) == {"mountain 2": 1}


COSTS = [
    # 3.3
    ("none", 3, (1, 1, 1, 1, 1)),
    ("arithmetic", 3, (1, 2, 3, 3, 3)),
    ("arithmetic", None, (1, 2, 3, 4, 5)),
    ("geometric", 4, (1, 2, 4, 4, 4)),
    ("geometric", None, (1, 2, 4, 8, 16)),
]


@for_each(("progression", "cap", "expect"), COSTS)
@for_each("base", [1, 2])
def test_cost(progression: str, cap: int | None, expect: tuple[int, ...], base: int) -> None:
    agreed = builders.rules(
        raspasy_progression=progression, raspasy_cost_cap=cap, raspasy_cost_base=base
    )
    options = RussianOptions.of(agreed)
    assert tuple(raspasy_cost(options, streak) for streak in range(5)) == tuple(
        base * n for n in expect
    )


BARS = [
    ([6], "6 6 6 6"),
    ([6, 7], "6 7 7 7"),
    ([6, 7, 8], "6 7 8 8"),
    ([6, 7, 8, 9, 10], "6 7 8 9"),
]


@pytest.mark.parametrize(("levels", "expect"), BARS)
def test_bar(levels: list[int], expect: str) -> None:
    options = RussianOptions.of(builders.rules(raspasy_exit_bar=levels))
    assert " ".join(str(raspasy_bar(options, streak)) for streak in range(4)) == expect


# 3.2: outcome -> the streak afterwards under fulfilled, declared, fulfilled_whisted; before: 2
EXITS = {
    "made": (0, 0, 0),
    "unplayed": (0, 0, 2),
    "half_whist": (0, 0, 2),
    "misere_made": (0, 0, 2),
    "checked ten made": (0, 0, 2),
    "remise": (2, 0, 2),
    "misere_failed": (2, 0, 2),
    "checked ten failed": (2, 0, 2),
    "conceded": (2, 0, 2),
}


@for_each("happened", EXITS)
@for_each("exit_on", ["fulfilled", "declared", "fulfilled_whisted"])
def test_exits(happened: str, exit_on: str) -> None:
    place = ["fulfilled", "declared", "fulfilled_whisted"].index(exit_on)
    ten = "checked" if "checked" in happened else "whisted"
    agreed = builders.rules(raspasy_exit_on=exit_on, ten_trick=ten, concede_three=True)
    at = builders.carry(agreed, streak=2)
    results = {
        "made": builders.scored_game(agreed, at, "8C", {0: 8, 1: 2}, (1,)),
        "unplayed": builders.scored_unplayed(agreed, at, "8C"),
        "half_whist": builders.scored_unplayed(agreed, at, "7C", half=2),
        "misere_made": builders.scored_game(agreed, at, "M", {1: 10}),
        "checked ten made": builders.scored_game(agreed, at, "10C", {0: 10}, (1, 2)),
        "remise": builders.scored_game(agreed, at, "8C", {0: 7, 1: 3}, (1,)),
        "misere_failed": builders.scored_game(agreed, at, "M", {0: 1, 1: 9}),
        "checked ten failed": builders.scored_game(agreed, at, "10C", {0: 9, 1: 1}, (1, 2)),
        "conceded": builders.scored_concession(agreed, at, "8C"),
    }
    assert set(results) == set(EXITS)
    result = results[happened]
    assert result.outcome == happened.replace("checked ten made", "made").replace(
        "checked ten failed", "remise"
    )
    assert builders.carry_after(agreed, at, result).streak == EXITS[happened][place]


def test_a_whisted_ten_exits_fulfilled_whisted() -> None:
    agreed = builders.rules(raspasy_exit_on="fulfilled_whisted", ten_trick="whisted")
    at = builders.carry(agreed, streak=2)
    result = builders.scored_game(agreed, at, "10C", {0: 10}, (1,))
    assert builders.carry_after(agreed, at, result).streak == 0


@pytest.mark.parametrize(
    ("most", "expect"), [(None, [1, 2, 3, 4]), (3, [1, 2, 0, 1]), (1, [0, 0, 0, 0])]
)
def test_streak_and_its_most(most: int | None, expect: list[int]) -> None:
    agreed = builders.rules(raspasy_max_streak=most)
    at = builders.carry(agreed)
    found = []
    for _ in range(4):
        result = builders.scored_all_pass(agreed, at, {0: 1, 1: 3, 2: 6})
        at = builders.carry_after(agreed, at, result)
        found.append(at.streak)
    assert found == expect


def test_the_cost_is_taken_before_the_deal() -> None:
    """3.2, with 3.5 rule 3: the bonus is twice the cost, never doubled by Leningrad."""
    agreed = builders.rules("leningrad")
    at = builders.carry(agreed, streak=1)
    result = builders.scored_all_pass(agreed, at, {0: 0, 1: 4, 2: 6})
    assert builders.sums(result.postings) == {"pool 0": 4, "mountain 1": 16, "mountain 2": 24}


def test_amnesty_over_all_who_take_part() -> None:
    """3.5: with the dealer's zero there is none."""
    agreed = builders.rules("sochi", 4)
    result = builders.scored_all_pass(agreed, builders.carry(agreed), {0: 2, 1: 3, 2: 5, 3: 0})
    assert builders.sums(result.postings) == {
        "mountain 0": 2, "mountain 1": 3, "mountain 2": 5, "pool 3": 2,
    }  # fmt: skip


def least_takes(
    tricks: dict[int, int], players: int = 3, **options: OptionSetting
) -> dict[str, int]:
    agreed = builders.rules("rostov", players, rostov_raspasy="least_takes", **options)
    return builders.sums(builders.scored_all_pass(agreed, builders.carry(agreed), tricks).postings)


def test_least_takes() -> None:
    """3.5, Rostov's other way: five a trick to the fewest, halves for two, a point for none."""
    assert least_takes({0: 2, 1: 3, 2: 5}) == {"whists 0>1": 15, "whists 0>2": 25}
    assert least_takes({0: 0, 1: 4, 2: 6}) == {"pool 0": 1, "whists 0>1": 20, "whists 0>2": 30}
    assert least_takes({0: 2, 1: 2, 2: 6}) == {"whists 0>2": 15, "whists 1>2": 15}
    assert least_takes({0: 3, 1: 4, 2: 3}) == {"whists 0>1": 10, "whists 2>1": 10}
    assert least_takes({0: 0, 1: 0, 2: 10}) == {
        "pool 0": 1, "pool 1": 1, "whists 0>2": 25, "whists 1>2": 25,
    }  # fmt: skip
    assert least_takes({0: 2, 1: 3, 2: 5}, players=4) == {"whists 0>1": 15, "whists 0>2": 25}
    assert least_takes({0: 0, 1: 4, 2: 6}, raspasy_zero_bonus=0)["pool 0"] == 1


def test_the_streak_is_the_familys_mark() -> None:
    agreed = builders.rules("leningrad")
    at = builders.carry(agreed, streak=2)
    assert dict(family_of(agreed).marks(agreed, at)) == {"streak": 2, "cost": 3, "bar": 8}
