"""The auction: the worked cases and rules/russian.md 2.4, rule by rule."""

from typing import Any

import pytest

from bot.engine.actions import HOLD, Bid
from bot.engine.deal import Stage
from bot.engine.families.russian.auction import AuctionRules
from bot.engine.families.russian.contracts import LADDER
from bot.engine.game import Game, apply_action, legal_actions, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import IllegalAction, RuleReason
from tests.golden.russian.reading import cases
from tests.support import builders
from tests.support.builders import contract_of, dealt, said

# rules/russian.md 2.4, the ladder by rank
RULES_LADDER = (
    "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT M 9S 9C 9D 9H 9NT MW 10S 10C 10D 10H 10NT"
)


def call_of(game: Game, word: str) -> Any:
    """Return the call; a repeated highest bid in the vectors is our hold."""
    phase: Any = game.deal.phase if game.deal else None
    if word == "pass":
        return parse_action("pass")
    return HOLD if word == phase.high else Bid(word)


def with_bar(game: Game, level: int) -> Game:
    assert game.deal is not None
    phase: Any = game.deal.phase
    agreed = AuctionRules(
        level, *(getattr(phase.rules, n) for n in ("hold", "jumps", "misere_by_hand"))
    )
    fields = {name: getattr(phase, name) for name in ("live", "high", "holder")}
    return game._replace(deal=game.deal._replace(phase=type(phase)(agreed, **fields)))


@pytest.mark.parametrize("case", cases("auctions"), ids=lambda case: case["id"])
def test_worked_auctions(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    bar = options.pop("min_level", 6)
    game = with_bar(dealt(**options), bar)
    for hand, word, verdict in case["calls"]:
        seat = int(hand[1]) - 1
        assert to_act(game) == seat
        action = call_of(game, word)
        if verdict == "illegal":
            with pytest.raises(IllegalAction):
                apply_action(game, seat, action)
        else:
            game = apply_action(game, seat, action)
    assert game.deal is not None
    if case["result"] == ["raspasy"]:
        assert game.deal.contract is None
        assert game.deal.phase.stage is Stage.PLAY
    else:
        hand, name = case["result"]
        assert game.deal.contract is not None
        assert game.deal.contract[:2] == (name, int(hand[1]) - 1)


def bids(game: Game) -> str:
    seat = to_act(game)
    assert seat is not None
    return " ".join(a.name for a in legal_actions(game, seat) if isinstance(a, Bid))


def may_hold(game: Game) -> bool:
    return HOLD in builders.actions_of(game)


def refusal(game: Game, line: str) -> RuleReason:
    with pytest.raises(IllegalAction) as caught:
        said(game, line)
    return caught.value.reason


def test_the_ladder() -> None:
    assert " ".join(LADDER) == RULES_LADDER


def test_forehand_may_bid_everything_but_misere_without_talon() -> None:
    assert bids(dealt()) == RULES_LADDER.replace("MW ", "")
    assert bids(dealt(misere_without_talon=True)) == RULES_LADDER


def test_declaration_after_seven_clubs() -> None:
    """7.3: legal 7C, 7D, 7H, 7NT, 8S ... 10NT; illegal 6NT, 7S, M."""
    game = said(dealt("7S 8S ... | ... | ... | ..."), "bid 7C", "pass", "pass", "discard 7S 8S")
    names = " ".join(format_action(a).removeprefix("declare ") for a in builders.actions_of(game))
    assert names == "7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT"
    for name in ("6NT", "7S", "M"):
        assert refusal(game, f"declare {name}") is RuleReason.CONTRACT_BELOW_BID
    assert refusal(game, "concede") is RuleReason.CALL_SWITCHED_OFF


def test_a_winner_at_eight_no_trump_may_declare_nine_spades() -> None:
    game = said(dealt("7S 8S ... | ... | ... | ..."), "bid 8NT", "pass", "pass", "discard 7S 8S")
    assert contract_of(said(game, "declare 9S")).name == "9S"


HOLDS = [
    # 2.4 rule 3: calls in turn, may the next one hold?
    ("senior of two", "bid 6S, bid 6C, pass", True),
    ("three still in", "bid 6S, bid 6C, bid 6D", False),
    ("junior hand", "bid 6S, bid 6C, pass, bid 6D", False),
    ("middle hand is senior to the third", "pass, bid 6S, bid 6C", True),
    ("over misère", "bid 6S, bid M, pass", False),
    ("himself in misère", "bid M, bid 9S, pass", False),
    ("a hold answers a hold's raise again", "bid 6S, bid 6C, pass, hold, bid 6D", True),
    ("nothing bid by the other", "pass, pass", False),
    ("first hand after both others bid, one passed", "bid 6S, bid 6C, pass, hold", False),
]


@pytest.mark.parametrize(("title", "line", "expect"), HOLDS)
def test_hold(title: str, line: str, expect: bool) -> None:
    game = said(dealt(), *builders.texts(line))
    assert may_hold(game) is expect, title
    if not expect:
        assert refusal(game, "hold") is RuleReason.NOTHING_TO_HOLD


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_seniority_counts_from_the_dealer(dealer: int) -> None:
    first = (dealer + 1) % 4
    game = dealt(players=4, dealer=dealer)
    assert to_act(game) == first
    game = said(game, "bid 6S", "bid 6C", "pass")
    assert to_act(game) == first
    assert may_hold(game)
    game = said(game, "hold", "pass")
    assert game.deal is not None
    assert game.deal.contract is not None
    assert game.deal.contract[:2] == ("6C", first)


def test_hold_over_misere_without_talon_is_impossible() -> None:
    game = said(dealt(misere_without_talon=True), "bid 6S", "bid MW", "pass")
    assert not may_hold(game)


MISERE = [
    # 2.4 rules 5-8: calls, is M legal, is MW legal (switched on)
    ("first call", "", True, True),
    ("first call over a bid", "bid 7C", True, True),
    ("over a nine only without talon", "bid 9S", False, True),
    ("over a ten neither", "bid 10S", False, False),
    ("after an own trick bid", "bid 6S, bid 6C, pass", False, False),
    ("after a hold", "bid 6S, bid 6C, pass, hold, bid 6D", False, False),
    ("after an own misère", "bid M, bid 9S, pass", False, True),
    ("after an own misère without talon", "bid MW, bid 10S, pass", False, False),
    ("over misère without talon", "bid MW", False, False),
]


@pytest.mark.parametrize(("title", "line", "misere", "by_hand"), MISERE)
def test_misere_rights(title: str, line: str, misere: bool, by_hand: bool) -> None:
    game = said(dealt(misere_without_talon=True), *(builders.texts(line) if line else ()))
    names = bids(game).split()
    assert ("M" in names, "MW" in names) == (misere, by_hand), title


def test_after_misere_only_pass_or_misere_without_talon() -> None:
    game = said(dealt(), "bid M", "bid 9S", "pass")
    assert bids(game) == ""
    assert refusal(game, "bid 10S") is RuleReason.MISERE_BOUND
    game = said(dealt(misere_without_talon=True), "bid M", "bid 9S", "pass")
    assert bids(game) == "MW"


BARS = [
    # 3.3 and 2.4 rule 8: streak, list, first bid, M legal, MW legal
    (0, [6, 7, 8], "6S", True, True),
    (1, [6, 7, 8], "7S", True, True),
    (2, [6, 7, 8], "8S", True, True),
    (9, [6, 7, 8], "8S", True, True),
    (3, [6, 7, 8, 9, 10], "9S", False, True),
    (4, [6, 7, 8, 9, 10], "10S", False, False),
    (5, [6], "6S", True, True),
]


@pytest.mark.parametrize(("streak", "bar", "first", "misere", "by_hand"), BARS)
def test_exit_bar(streak: int, bar: list[int], first: str, misere: bool, by_hand: bool) -> None:
    game = dealt(streak=streak, raspasy_exit_bar=bar, misere_without_talon=True)
    names = bids(game).split()
    tricks = [name for name in names if name not in ("M", "MW")]
    assert (
        tricks
        == RULES_LADDER.replace("MW ", "")
        .replace("M ", "")
        .split()[RULES_LADDER.replace("MW ", "").replace("M ", "").split().index(first) :]
    )
    assert ("M" in names, "MW" in names) == (misere, by_hand)


def test_below_the_bar_is_named() -> None:
    game = dealt(streak=1)
    assert refusal(game, "bid 6NT") is RuleReason.BID_BELOW_BAR
    assert refusal(said(game, "bid 7C"), "bid 7C") is RuleReason.BID_TOO_LOW


def test_without_jumps_a_raise_is_the_next_step() -> None:
    game = dealt(jump_bids=False)
    assert bids(game) == "6S M"
    assert refusal(game, "bid 6C") is RuleReason.BID_MUST_STEP
    game = said(game, "bid 6S")
    assert bids(game) == "6C M"
    game = said(game, "bid 6C", "pass")
    assert bids(game) == "6D"
    assert may_hold(game)


def test_refusals_of_calls_have_their_names() -> None:
    game = said(dealt(), "bid 6C")
    assert refusal(game, "bid 6C") is RuleReason.BID_TOO_LOW
    assert refusal(game, "bid MW") is RuleReason.CALL_SWITCHED_OFF
    assert refusal(game, "bid XX") is RuleReason.WRONG_PHASE
    assert refusal(game, "whist") is RuleReason.WRONG_PHASE
    assert refusal(game, "0: pass") is RuleReason.NOT_YOUR_TURN
    game = said(game, "pass", "bid 6D")
    assert refusal(game, "bid M") is RuleReason.MISERE_FIRST_CALL_ONLY


def test_after_two_passes_the_third_hand_still_chooses() -> None:
    game = said(dealt(), "pass", "pass")
    assert builders.actions_of(game)[0] == parse_action("pass")
    won = said(game, "bid 7NT").deal
    assert won is not None
    assert won.contract is not None
    assert won.contract[:2] == ("7NT", 2)
