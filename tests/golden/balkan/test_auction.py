"""The auction: the printed and worked cases, the size of its tree, and 2.3-2.4 rule by rule."""

from collections import Counter
from typing import Any

import pytest

from bot.engine.actions import HOLD, PASS, SILENT, Action, Bid, Declare
from bot.engine.deal import AuctionWon, Deal, PassedOut, PhaseOutcome, PhaseOver, Stage
from bot.engine.families.balkan.auction import Auction, GameComparison, GamesToCompare
from bot.engine.families.balkan.contracts import contracts_from, value_of
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.game import Game, apply_action, legal_actions, to_act
from bot.engine.notation import format_action
from bot.engine.rules import IllegalAction, RuleReason, Rules
from tests.golden.balkan.reading import cases, rules_of, seat_of
from tests.support import balkan, builders
from tests.support.balkan import dealt
from tests.support.builders import contract_of, deal_of, said
from tests.support.cases import for_each

WORDS: dict[str, Action] = {
    "pass": PASS,
    "same": HOLD,
    "game": Bid("G"),
    "bettel": Bid("G6B"),
    "sanac": Bid("G7NT"),
    "preferans": Bid("G8P"),
    "silent": SILENT,
}
CASES = cases("auctions-printed") + cases("auctions")


def action_of(game: Game, word: str) -> Action:
    """Return the action for a number: a bid, or the shown game in the showing of games."""
    if word in WORDS:
        return WORDS[word]
    is_shown = game.deal is not None and isinstance(game.deal.phase, GameComparison)
    return Declare(balkan.name_of(game.rules, int(word), True)) if is_shown else Bid(word)


def announceable(game: Game) -> list[int]:
    """Return the contracts that the declarer may play, after a discard if one is due."""
    if deal_of(game).phase.stage is Stage.EXCHANGE:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, legal_actions(game, seat)[0])
    if deal_of(game).phase.stage is Stage.DECLARE:
        return [value_of(format_action(action).split()[1]) for action in builders.actions_of(game)]
    return [value_of(contract_of(game).name)]


def words_of(game: Game) -> set[str]:
    back = {action: word for word, action in WORDS.items()}
    choices = builders.actions_of(game)
    return {back[a] if a in back else format_action(a).split()[1] for a in choices}


@for_each("case", CASES, ids=lambda case: case["id"])
def test_worked_auctions(case: dict[str, Any]) -> None:
    expect = case["expect"]
    game = apply_action(_new(case), -1, balkan.deck())
    for index, call in enumerate(case["calls"]):
        who, _, word = call.partition(":")
        if index == expect.get("illegal_index"):
            with pytest.raises(IllegalAction):
                apply_action(game, seat_of(who), action_of(game, word))
            return
        assert to_act(game) == seat_of(who)
        game = apply_action(game, seat_of(who), action_of(game, word))
    check_end(game, expect)


def _new(case: dict[str, Any]) -> Game:
    agreed = rules_of(case)
    return dealt(preset=case["preset"], **case["options"])._replace(
        deal=None, carry=balkan.carry(agreed)
    )


def check_end(game: Game, expect: dict[str, Any]) -> None:
    assert expect["verdict"] == "legal"
    if expect["outcome"] == "all_pass":
        assert game.last is not None
        assert game.last.outcome in ("passed_out", "passed_out_refa")
        return
    assert game.deal is not None
    if expect["outcome"] == "in_progress":
        assert to_act(game) == seat_of(expect["to_speak"])
        assert words_of(game) == set(expect["legal_next"])
        return
    contract = game.deal.contract
    assert contract is not None
    assert contract.declarer == seat_of(expect["declarer"])
    assert contract.name.startswith("G") is expect["game"]
    assert (game.deal.phase.stage is Stage.EXCHANGE) is expect["talon_exchanged"]
    if expect["level"] is not None:
        assert contract.name == str(expect["level"])
    assert announceable(game) == expect["contracts"]


# the tree, 2.3: all-pass, number and game wins


def endings_of(agreed: Rules) -> tuple[Counter[str], int]:
    """Count the endings of all complete auctions, shown games included; find the longest one."""
    kinds, longest = Counter[str](), 0
    opened = dealt().deal
    assert opened is not None
    opened = opened._replace(rules=agreed)
    options = BalkanOptions.of(agreed)
    suit_only = options.game_commitment == "suit_only"
    auction = Auction(options.top, suit_only, opened.seats, opened.seats)

    def grow(deal: Deal) -> None:
        nonlocal longest
        for action in deal.phase.legal(deal):
            after: Deal | PhaseOver = deal.phase.apply(deal, action)
            if isinstance(after, PhaseOver) and isinstance(after.outcome, GamesToCompare):
                following = BALKAN.after_phase(after.deal, after.outcome)
                assert isinstance(following, Deal)
                after = following
            if isinstance(after, Deal):
                grow(after)
            else:
                assert isinstance(after, PhaseOver)
                longest = max(longest, len(after.deal.calls))
                kinds[kind_of(after.outcome)] += 1

    grow(opened.with_phase(auction))
    return kinds, longest


def kind_of(outcome: PhaseOutcome) -> str:
    if isinstance(outcome, PassedOut):
        return "all_pass"
    assert isinstance(outcome, AuctionWon)
    return "number" if outcome.name.isdigit() else "game"


@pytest.mark.parametrize(
    ("commitment", "preferans", "counts", "longest"),
    [
        ("open", False, (1, 63, 196), 13),
        ("suit_only", False, (1, 63, 96), 13),
        ("open", True, (1, 84, 219), 15),
        ("suit_only", True, (1, 84, 119), 15),
    ],
)
def test_size_of_the_tree(
    commitment: str, preferans: bool, counts: tuple[int, int, int], longest: int
) -> None:
    """2.3: 260 auctions with open games, 160 with Serbian ones; 304 and 204 with preferans."""
    agreed = balkan.rules(game_commitment=commitment, preferans_contract=preferans)
    kinds, length = endings_of(agreed)
    assert (kinds["all_pass"], kinds["number"], kinds["game"]) == counts
    assert length == longest


def test_each_seat_wins_each_level_equally_often() -> None:
    """2.3: at level L each seat wins in exactly L - 1 number auctions."""
    deal = dealt().deal
    assert deal is not None
    wins = Counter[tuple[int, int]]()

    def grow(at: Deal) -> None:
        for action in at.phase.legal(at):
            after = at.phase.apply(at, action)
            if isinstance(after, Deal):
                grow(after)
            elif isinstance(after.outcome, AuctionWon) and after.outcome.name.isdigit():
                wins[after.outcome.seat, int(after.outcome.name)] += 1

    grow(deal)
    assert wins == {(seat, level): level - 1 for seat in range(3) for level in range(2, 8)}


def refusal(game: Game, line: str) -> RuleReason:
    with pytest.raises(IllegalAction) as caught:
        said(game, line)
    return caught.value.reason


REFUSALS = [
    # -- calls, choices, refusals
    ("", "bid 3", RuleReason.BID_MUST_STEP),
    ("", "hold", RuleReason.NOTHING_TO_HOLD),
    ("", "bid 8", RuleReason.CALL_SWITCHED_OFF),
    ("", "bid G8P", RuleReason.CALL_SWITCHED_OFF),
    ("", "bid G4H", RuleReason.WRONG_PHASE),
    ("", "bid 6S", RuleReason.WRONG_PHASE),
    ("", "declare 2S", RuleReason.WRONG_PHASE),
    ("bid 2", "bid 2", RuleReason.BID_TOO_LOW),
    ("bid 2", "hold", RuleReason.NOTHING_TO_HOLD),
    ("bid 2, bid 3, pass", "bid 4", RuleReason.SENIOR_HOLDS),
    ("bid 2, bid 3, pass", "bid G", RuleReason.GAME_FIRST_CALL_ONLY),
    ("bid 2, bid G", "bid 3", RuleReason.NUMBERS_ARE_OVER),
    ("bid G6B", "bid G", RuleReason.BID_TOO_LOW),
    ("bid G7NT", "bid G6B", RuleReason.BID_TOO_LOW),
    ("bid G, bid G, pass, declare G4H", "declare G4H", RuleReason.BID_TOO_LOW),
    ("bid G, bid G, pass", "silent", RuleReason.WRONG_PHASE),
    ("bid G, bid G, pass", "declare G8P", RuleReason.WRONG_PHASE),
    ("bid 2, pass", "0: pass", RuleReason.NOT_YOUR_TURN),
]


@for_each(("line", "tried", "reason"), REFUSALS)
def test_refusals_have_their_reason(line: str, tried: str, reason: RuleReason) -> None:
    game = said(dealt(), *(builders.texts(line) if line else ()))
    assert refusal(game, tried) is reason


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_seniority_counts_from_the_dealer(dealer: int) -> None:
    """2.0, A1: forehand holds while they are in, then the middle hand."""
    first = (dealer + 1) % 3
    game = said(dealt(dealer=dealer), "bid 2", "bid 3", "bid 4")
    assert to_act(game) == first
    assert [format_action(a) for a in builders.actions_of(game)] == ["pass", "hold"]
    game = said(game, "pass")
    assert [format_action(a) for a in builders.actions_of(game)] == ["pass", "hold"]
    game = said(game, "hold")
    assert [format_action(a) for a in builders.actions_of(game)] == ["pass", "bid 5"]


def test_the_third_hand_still_speaks_after_two_passes() -> None:
    game = said(dealt(), "pass", "pass")
    assert [format_action(a) for a in builders.actions_of(game)] == [
        *("pass", "bid 2", "bid G", "bid G6B", "bid G7NT")
    ]
    assert contract_of(said(game, "bid G")).name == "G"


def test_suit_order_of_the_general_article() -> None:
    """4.2: clubs 2, diamonds 3, hearts 4, spades 5."""
    game = said(dealt(preset="balkan"), "bid G", "pass", "pass")
    names = [format_action(a).split()[1] for a in builders.actions_of(game)]
    assert names == ["G2C", "G3D", "G4H", "G5S"]
    game = said(game, "declare G5S", "join", "join", "stand", "stand")
    assert game.deal is not None
    assert game.deal.contract == ("G5S", 0, 6, 0)


def test_what_a_number_may_become() -> None:
    options = BalkanOptions.of(balkan.rules(preferans_contract=True))
    assert contracts_from(options, 5) == ("5C", "6B", "7NT", "8P")
    assert contracts_from(options, 8) == ("8P",)


def test_a_silent_game_is_never_known() -> None:
    """2.12: only its existence is known; the choice is made, and noted, when it is shown."""
    game = said(dealt(), "bid G", "bid G", "bid G", "declare G5C", "silent", "silent")
    assert game.deal is not None
    said_last = [format_action(call.action) for call in game.deal.calls][3:]
    assert said_last == ["declare G5C", "silent", "silent"]
    assert game.deal.contract is not None
    assert game.deal.contract[:2] == ("G5C", 0)


def test_one_legal_answer_is_still_asked() -> None:
    """No bid beats a shown sanac of a senior."""
    game = said(dealt(), "bid G", "bid G", "pass", "declare G7NT")
    assert [format_action(a) for a in builders.actions_of(game)] == ["silent"]


def test_three_games_are_shown_in_turn() -> None:
    game = said(dealt(), "bid G", "bid G", "bid G", "declare G2S", "declare G4H")
    assert to_act(game) == 2
    assert [format_action(a) for a in builders.actions_of(game)] == [
        *("declare G5C", "declare G6B", "declare G7NT", "silent")
    ]
    game = said(game, "declare G5C")
    assert game.deal is not None
    assert game.deal.contract is not None
    assert game.deal.contract[:2] == ("G5C", 2)
    assert to_act(game) == 0  # next to the declarer
