"""Every option of rules/austrian.md 4: for each of its values, what the rules say happens.

A case is a scene and the result expected for every value; at least two results differ.  An
option without a case fails, and so does a value of a choice that no case names.
"""

from typing import Any

import pytest

from bot.engine import actions as act
from bot.engine.deal import Trick
from bot.engine.families.austrian import course
from bot.engine.families.austrian.carry import AustrianCarry
from bot.engine.families.austrian.contracts import first_dealer
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.game import Game, legal, to_act
from bot.engine.ledger import Sheet, Total
from bot.engine.notation import text
from bot.engine.view import view
from tests.golden import options
from tests.golden.options import Case, Scene
from tests.support import austrian
from tests.support.austrian import dealt
from tests.support.builders import cards, deal_of, hand, names, play_out, said, sums

SEALED = {"premium_set": "hearts_only", "game_reveal": "sealed_simultaneous"}
PLAIN = {"preset": "austrian"}
HALF_FULL = {"pot": 10}  # twenty with the ante: nobody is forced


# scenes


def asked(game: Game) -> tuple[act.Action, ...]:
    seat = to_act(game)
    assert seat is not None
    return legal(game, seat)


def after(*lines: str, line: str = "... | ... | ... | ...") -> Scene:
    """What the next one may say."""

    def scene(**options: Any) -> str:
        return ", ".join(map(text, asked(said(dealt(line, **options), *lines))))

    return scene


def stage_after(*lines: str) -> Scene:
    def scene(**options: Any) -> str:
        game = said(dealt(SPADES, **options), *lines)
        return "scored" if game.deal is None else game.deal.phase.stage.value

    return scene


def marked(name: str) -> Scene:
    def scene(pot: int = 0, **options: Any) -> int:
        agreed = austrian.rules(**{"preset": "viennese"} | options)
        return dict(AUSTRIAN.marks(agreed, austrian.carry(agreed, pot=pot)))[name]

    return scene


def follow(contract: str, at: int, leader: int, trick: str, held: str) -> Scene:
    """The cards a seat may play against A's contract."""

    def scene(**options: Any) -> str:
        deal = course.named(deal_of(dealt(**options)), 0, contract)
        deal = course.play_trumps(deal.with_roles(defender=(1, 2)))
        hands = tuple(hand(held) if n == at else hand("") for n in range(3))
        deal = deal._replace(hands=hands, trick=cards(trick), leader=leader, turn=at)
        plays = deal.phase.legal(deal)
        return " ".join(names(a.card for a in plays if isinstance(a, act.Play)))

    return scene


# A, forehand, holds six spades and the ace and king of clubs, or two hands without an ace
SPADES = "AS KS QS JS 10S 9S AC KC 8D 7H | 8S AD KD QD 9H 8H 10C 9C 8C 7C | ... | 7S 7D"
NO_ACES = "KS QS JS 10S 9S 8S 7C 8C 9C 7D | ... | ... | 7H 8H"
FOUR_ACES = "AH KH QH JH 10H 9H AS AC AD 7S | ... | ... | 7H 8H"


def number(*answers: str, bid: str = "bid 1", line: str = SPADES) -> Scene:
    """A bids, discards the talon, names the same, and is answered."""

    def scene(**options: Any) -> Game:
        game = said(dealt(line, **options), bid, "pass", "pass")
        game = said(game, text(asked(game)[-1]), f"declare {bid[-1]}")
        return said(game, *answers)

    return scene


def trump(**options: Any) -> tuple[int, int]:
    """The first suit, and who deals after a draw of 7S, AC and 8S (C-4)."""
    contract = deal_of(said(dealt(**options), "bid 1", "pass", "pass")).contract
    assert contract is not None
    agreed = austrian.rules(**options).options
    assert isinstance(agreed, AustrianOptions)
    return contract.trump, first_dealer(agreed.suit_order, cards("7S AC 8S"))


def seats(**options: Any) -> tuple[int, ...]:
    return deal_of(dealt(dealer=2, **options)).seats


def told(option: str) -> Scene:
    """An agreement that the engine only tells."""
    return lambda **options: getattr(view(dealt(**options), None).rules.options, option).value


def label(**options: Any) -> str:
    return view(dealt(**options), None).rules.options.stake_label


def claims(**options: Any) -> int:
    game = said(dealt(**options), "pass", "pass", "pass")
    return sum(isinstance(action, act.Claim) for action in asked(game))


def revealed(**options: Any) -> bool:
    last = view(number("drop", "drop")(**options), None).last
    assert last is not None
    return last.reveal is not None


def outcome_and_dealer(**options: Any) -> tuple[str, int]:
    game = play_out(dealt(**options), "pass, pass, pass")
    assert game.last is not None
    return game.last.outcome, game.carry.dealer


def settled(**options: Any) -> tuple[int, ...]:
    """B has paid A three units, and thirty lie in the pot."""
    cash = Total("cash", 0, 1, 3)
    return AUSTRIAN.settle(austrian.rules(**options), Sheet(totals=(cash,)))


def offers(**options: Any) -> tuple[int, int, int]:
    """Offers of the declarer before the first lead, of the other then, of both after a trick."""
    game = number("join", "drop", "alone")(**options)
    deal = deal_of(game)
    first = len([a for a in legal(game, 0) if isinstance(a, act.Propose)])
    other = len([a for a in legal(game, 1) if isinstance(a, act.Propose)])
    deal = deal._replace(tricks=(Trick(0, cards("AS 8S"), 0, None),), won=(1, 0, 0))
    later = [*deal.phase.legal(deal), *deal.phase.offers(deal, 1)]
    return first, other, len([a for a in later if isinstance(a, act.Propose)])


def offers_made(**options: Any) -> int:
    """How often the declarer may offer in turn with a stubborn defender."""
    game, count = number("join", "drop", "alone")(**options), 0
    while any(isinstance(action, act.Propose) for action in asked(game)):
        offer = next(a for a in asked(game) if isinstance(a, act.Propose))
        game, count = said(game, text(offer), "refuse"), count + 1
    return count


BETTEL = (
    "7S 8S 9S 7C 8C 9C 7D 8D 9D 7H | AS KS QS AC KC QC AD KD QD AH | 10S JS 10C JC 10D JD "
    "10H JH QH KH | 8H 9H"
)


def opened(**options: Any) -> tuple[int, bool]:
    """Hands on the table after the first trick of a seven, and whether B may still open."""
    game = said(dealt(BETTEL, **options), "bid 7X", "pass", "pass")
    game = said(game, "play 7S", "play AS", "play 10S")
    return len(deal_of(game).open_seats), act.EXPOSE in asked(game)


def tricks_until(**options: Any) -> int:
    """How many tricks a bettel takes that fails at the second (A wins with 9S)."""
    line = "7S 9S ... | 8S 10S ... | AS JS ... | ..."
    game = said(dealt(line, **options), "bid 5X", "pass", "pass", "play 9S", "play 10S", "play AS")
    game = play_out(game, limit=80)
    assert game.last is not None
    return len(game.last.tricks)


def bonus(line: str, *answers: str) -> Scene:
    """What is paid between the players for hearts with both at home."""

    def scene(**options: Any) -> dict[str, int]:
        game = said(dealt(line, **options), "bid HE", *answers)
        assert game.last is not None
        return {k: v for k, v in sums(game.last.postings).items() if k.startswith("cash")}

    return scene


def talon_seen(**options: Any) -> list[str]:
    game = said(dealt(SPADES, **options), "bid 1", "pass", "pass")
    table = view(game, 1).table
    assert table is not None
    return names(table.talon)


def is_over(turns: int, ended: bool = False) -> Scene:
    def scene(**options: Any) -> bool:
        return AUSTRIAN.over(austrian.rules(**options), AustrianCarry(turns=turns, ended=ended))

    return scene


def emptied(**options: Any) -> str:
    """A takes the last ten of the pot; what is asked then."""
    game = number("drop", "drop")(**options)
    return "scored" if game.deal is None else game.deal.phase.stage.value


def second_thought(**options: Any) -> int | None:
    """B declines, C buys, A declines: who is asked or leads then."""
    game = said(dealt(SPADES, **options), "bid 1", "bid 2", "bid 3", "bid 4", "pass", "pass")
    game = said(game, "discard 7S 7D", "pass", "buy", "discard 7S 7D", "declare 5", "pass")
    return to_act(game)


BOUGHT = ("bid 1", "bid 2", "pass", "hold", "pass", "discard 7S 7D", "declare 3")
NUMBERS = "bid 1, bid 2, bid 3, bid 4"
TOP = "bid 5, bid 5X, bid 6, bid 6X, bid 7, bid 7X, bid 8, bid 8X"

CASES = (
    Case("players", "C-3", seats, ((3, (0, 1, 2)), (4, (3, 0, 1)))),
    Case("claims", "V-18", claims, (("off", 0), ("by_consent", 66))),
    Case("reveal_after_deal", "C-12", revealed, ((True, True), (False, False)), HALF_FULL),
    Case("stake_label", "3", label, (("points", "points"), ("cookies", "cookies"))),
    Case("suit_order", "C-2, C-4", trump, (("CSDH", (1, 2)), ("SCDH", (0, 1)))),
    Case("deck_style", "4", told("deck_style"), (("french", "french"), ("german", "german"))),
    Case(
        "premium_set",
        "2.2",
        after(),
        (
            ("hearts_only", f"pass, {NUMBERS}, bid S, bid HE"),
            ("hearts_5_6", f"pass, {NUMBERS}, bid S, bid HE, bid 5, bid 5X, bid 6, bid 6X"),
            ("hearts_5_8", f"pass, {NUMBERS}, bid S, bid HE, {TOP}"),
        ),
    ),
    Case(
        "trump_obligation",
        "C-8",
        follow("1", 2, 0, "9D JC", "8C 9C AH"),
        ((False, "8C 9C AH"), (True, "8C 9C")),
    ),
    Case(
        "lowest_winner_duty",
        "C-9",
        follow("4", 1, 0, "9C", "7C 10C AC KD"),
        ((True, "10C"), (False, "10C AC")),
    ),
    Case(
        "hold_right",
        "V-4",
        after("bid 1", "bid 2", "pass"),
        (("forehand", "pass, hold, bid 3, bid 4"), ("none", "pass, bid 3, bid 4")),
    ),
    Case(
        "hold_successor_3p",
        "V-4, Q2",
        after("pass", "bid 1", "bid 2"),
        (("dealer", "pass, bid 3, bid 4"), ("second_speaker", "pass, hold, bid 3, bid 4")),
    ),
    Case(
        "hold_successor_4p",
        "V-4, Q2",
        after("pass", "bid 1", "bid 2"),
        (("second_speaker", "pass, hold, bid 3, bid 4"), ("last_speaker", "pass, bid 3, bid 4")),
        {"players": 4},
    ),
    Case(
        "number_jumps",
        "V-5, A-2",
        after("bid 1", "bid 2", "pass"),
        (("allowed", "pass, hold, bid 3, bid 4"), ("forbidden", "pass, hold, bid 3")),
    ),
    Case(
        "game_reveal",
        "V-7, A-7",
        after("bid S", "bid S", "pass"),
        (
            ("sequential_raise", "bid S1, bid S2, bid S3"),
            ("sealed_simultaneous", "seal S1, seal S2, seal S3"),
        ),
        {"premium_set": "hearts_only"},
    ),
    Case(
        "game_may_name_hearts",
        "A-7, Q12",
        after("bid S", "bid S", "pass"),
        (
            (False, "seal S1, seal S2, seal S3"),
            (True, "seal S1, seal S2, seal S3, seal S4"),
        ),
        SEALED,
    ),
    Case(
        "game_may_name_hearts",
        "A-7, Q12",
        after("bid S", "pass", "pass"),
        (
            (False, "declare 1X, declare 2X, declare 3X"),
            (True, "declare 1X, declare 2X, declare 3X, declare 4X"),
        ),
        SEALED,
    ),
    Case(
        "hearts_ends_auction",
        "A-4",
        stage_after("bid 1", "bid HE"),
        ((False, "auction"), (True, "play")),
        {"premium_set": "hearts_only"},
    ),
    Case("after_buy", "V-11", stage_after(*BOUGHT), ((True, "after_buy"), (False, "play"))),
    Case(
        "after_buy_decline_final",
        "V-11 rule 5, Q5",
        second_thought,
        ((True, 2), (False, 1)),
    ),
    Case(
        "all_pass",
        "V-17, A-12, Q14",
        outcome_and_dealer,
        (
            ("ausfechten", ("ausfechten", 0)),
            ("redeal_next_dealer", ("thrown_in", 0)),
            ("redeal_same_dealer", ("thrown_in", 2)),
        ),
    ),
    Case(
        "ante_mode",
        "T1, U1",
        marked("pot"),
        (("dealer_each_deal", 10), ("all_players_when_empty", 30)),
        {"max_amount_units": 10},
    ),
    Case(
        "ante_mode",
        "T1, U1",
        marked("pot"),
        (("dealer_each_deal", 50), ("all_players_when_empty", 40)),
        {"max_amount_units": 10, "pot": 40},
    ),
    Case("basic_stake_chips", "3.1", settled, ((10, (3, -3, 0)), (50, (15, -15, 0)))),
    Case("ante_units", "3.1", marked("pot"), ((10, 30), (20, 60)), PLAIN),
    Case("max_amount_units", "3.2", marked("amount"), ((10, 10), (30, 30), (90, 50)), {"pot": 40}),
    Case(
        "forced_play",
        "V-12",
        stage_after("bid HE", "pass", "pass"),
        (("one_stake", "play"), ("never", "defence")),
    ),
    Case(
        "negotiation",
        "V-14, Q6",
        offers,
        (
            ("off", (0, 0, 0)),
            ("before_first_lead", (3, 3, 0)),
            ("any_trick_boundary", (3, 3, 6)),
        ),
        HALF_FULL,
    ),
    Case("negotiation_max_offers", "V-14", offers_made, ((1, 1), (3, 3)), HALF_FULL),
    Case("open_defence", "V-16, Q7", opened, (("opt_in", (0, True)), ("automatic", (2, False)))),
    Case(
        "ace_bonuses",
        "A-10, U7, U8",
        bonus(FOUR_ACES, "drop", "drop"),
        ((True, {"cash 0>1": 20, "cash 0>2": 20}), (False, {"cash 0>1": 10, "cash 0>2": 10})),
        PLAIN,
    ),
    Case(
        "no_aces_when_unplayed",
        "A-10, Q13",
        lambda **options: number("drop", "drop", line=NO_ACES)(**options).deal is None,
        ((True, False), (False, True)),
        PLAIN,
    ),
    Case("talon_exposed", "C-10, Q16", talon_seen, ((False, []), (True, ["7S", "7D"]))),
    Case("early_stop_premium", "V-18", tricks_until, ((True, 2), (False, 10))),
    Case(
        "sitting_dealer_pays_premiums",
        "T7, Q8",
        bonus(FOUR_ACES, "pass", "pass", "drop", "drop"),
        (
            (False, {"cash 0>1": 10, "cash 0>2": 10}),
            (True, {"cash 0>1": 10, "cash 0>2": 10, "cash 0>3": 10}),
        ),
        {"players": 4, "pot": 10},
    ),
    Case(
        "match_end",
        "3.6",
        is_over(12),
        (("rounds", True), ("vote", False), ("pot_empty", False)),
    ),
    Case(
        "match_end",
        "3.6",
        emptied,
        (("rounds", "scored"), ("vote", "scored"), ("pot_empty", "funding")),
        HALF_FULL,
    ),
    Case("rounds", "3.6", is_over(11), ((3, True), (4, False))),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.option}-{case.rule}")
def test_option(case: Case) -> None:
    options.check(case)
    assert options.changes_something(case)


def test_every_option_has_a_case() -> None:
    assert options.without_effect(AustrianOptions, CASES) == set()


@pytest.mark.parametrize("option", AustrianOptions.model_fields)
def test_every_value_of_a_choice_has_a_case(option: str) -> None:
    assert options.unnamed(AustrianOptions, option, CASES) == []
