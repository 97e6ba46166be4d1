"""Robots alone at an Austrian table, and their choices with single hands."""

from collections import Counter
from functools import lru_cache
from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT, Suit, suit_of
from bot.engine.deal import DealResult, Stage
from bot.engine.families.austrian.contracts import NUMBERS, suits_in_order
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.game import Game, apply_action, stage_of, to_act
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view
from bot.robots import EVERY_ROBOT
from bot.robots.families.austrian import bettel_probability
from tests.robots.evenings import (
    BEGINNER,
    PRESETS,
    Evening,
    at_random,
    cards_at_random,
    duplicate,
    number_bids,
    play_out,
    positions,
    share,
    tables,
)
from tests.support import austrian
from tests.support.builders import hand

TABLES = tables("austrian")


@lru_cache
def rules_of(preset: str, players: int) -> Rules:
    return PRESETS.rules(preset, players=players)


@lru_cache
def evenings(preset: str, players: int) -> tuple[Evening, ...]:
    first = 100 * TABLES.index((preset, players))
    return tuple(play_out(rules_of(preset, players), first + n) for n in range(5))


@lru_cache
def deals() -> tuple[DealResult, ...]:
    return tuple(r for table in TABLES for evening in evenings(*table) for r in evening.results)


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_matches_end(preset: str, players: int) -> None:
    assert all(evening.ended for evening in evenings(preset, players))


@pytest.mark.slow
def test_every_decision_is_quick() -> None:
    seconds = sorted(s for table in TABLES for e in evenings(*table) for s in e.seconds)
    assert sum(seconds) / len(seconds) < 0.002
    assert seconds[int(len(seconds) * 0.999)] < 0.05


@pytest.mark.slow
def test_contracts_are_mostly_made() -> None:
    words = Counter(result.outcome for result in deals())
    assert len(deals()) > 350
    assert 0.6 < share(words["made"], words["made"] + words["fallen"]) < 0.97
    assert share(words["unplayed"], len(deals())) < 0.5
    assert share(words["ausfechten"] + words["thrown_in"], len(deals())) < 0.3


@pytest.mark.slow
def test_every_kind_of_call_is_heard() -> None:
    names = {result.contract.name for result in deals() if result.contract is not None}
    assert {"1", "2", "3", "4", "1X", "2X", "3X", "HE"} <= names
    said = Counter(text.split()[0] for result in deals() for _, text in result.calls)
    for word in ("hold", "join", "drop", "alone", "invite", "offer", "accept"):
        assert said[word], word
    later = (r for table in TABLES for evening in evenings(*table) for r in evening.results[1:])
    assert any(posting.why == "fund" for result in later for posting in result.postings)


@pytest.mark.slow
def test_a_robot_that_joins_has_its_tricks() -> None:
    """The first deals, in which everybody must join (V-12), are left out."""
    asked = [r for r in deals() if any(text == "join" for _, text in r.calls)]
    played = [result for result in asked if result.outcome in ("made", "fallen")]
    whys = Counter(p.why for result in played for p in result.postings)
    joined = sum(result.roles.count("defender") + result.roles.count("host") for result in played)
    assert joined > 100
    assert share(whys["defender_falls"] + whys["host_falls"], joined) < 0.35


@pytest.mark.slow
def test_some_splits_are_agreed() -> None:
    words = Counter(result.outcome for result in deals() if result.contract is not None)
    assert 0 < share(words["agreed"], sum(words.values())) < 0.3


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_beats_chance(preset: str, players: int) -> None:
    gains = [duplicate(rules_of(preset, players), at_random, seed) for seed in range(10)]
    assert sum(gains) / len(gains) < -5


@pytest.mark.slow
def test_its_cards_are_better_than_any_cards() -> None:
    gains = [duplicate(rules_of("viennese", 3), cards_at_random, seed) for seed in range(40)]
    assert sum(gains) / len(gains) < 0


def asked(game: Game) -> Action:
    """Return the robot's next action."""
    seat = to_act(game)
    assert seat is not None
    assert seat != TABLE_SEAT
    return BEGINNER.choose(build_view(game, seat), Random(0))


def after(game: Game, *said: Action) -> Game:
    for action in said:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, action)
    return game


LOW = "7S 8S 9S 7C 8C 9C 7D 8D 9D 7H"
HEARTS = "AH KH QH JH 10H 9H AS KS 7C 7D"
CLUBS = "AC KC QC JC 10C 9C 7C KS QS 7D"
WEAK = "QS 9S 8S JC 9C 7C QD 8D JH 9H"


@pytest.mark.parametrize(
    ("own", "preset", "said"),
    [
        (LOW, "viennese", "7X"),
        (HEARTS, "viennese", "HE"),
        (HEARTS, "austrian", "HE"),
        (WEAK, "austrian", ""),
        (CLUBS, "austrian", "S"),
    ],
)
def test_first_calls(own: str, preset: str, said: str) -> None:
    wanted = act.Bid(said) if said else act.PASS
    assert asked(austrian.dealt(f"{own} | ... | ... | ...", preset)) == wanted


CLUBS_AND_SPADES = "AC KC QC JC AS KS 10S QD 10D 9H"
ACES_AND_CLUBS = "AC KC 10C 9C AS KS 9S AD 9H 8H"
CLUBS_AND_HEARTS = "AC KC 10C 9C 7C 10S QD KH 10H 8H"
LONG_HEARTS = "10S 9S 9C 8C 9D KH QH JH 9H 8H"
LONG_DIAMONDS = "10S 9S 8C 7C KD QD JD 9D 8D 7D"


def over_a_number(own: str, number: str, preset: str, pot: int = 0) -> Game:
    """Let the dealer and forehand overbid each other up to the number; forehand is asked."""
    game = austrian.dealt(f"{own} | ... | ... | ...", preset, pot=pot)
    game = after(game, act.Bid("1"), act.PASS)
    for other in range(2, int(number) + 1):
        said = act.HOLD if preset == "viennese" else act.Bid(str(other))
        game = after(game, act.Bid(str(other)), *([said] if other < int(number) else []))
    return game


@pytest.mark.parametrize("pot", [0, 20])
@pytest.mark.parametrize("own", [CLUBS_AND_SPADES, ACES_AND_CLUBS])
def test_a_number_beyond_the_long_suits_is_left_to_others(own: str, pot: int) -> None:
    """Four is hearts alone, and three diamonds or hearts (C-6): this hand has two cards there."""
    for number in ("3", "4"):
        assert asked(over_a_number(own, number, "viennese", pot)) == act.PASS


def test_a_hand_that_can_defend_leaves_a_poor_contract_where_all_must_defend() -> None:
    """A pot of one stake forces everybody to defend (V-12), at home a weak hand falls nowhere."""
    assert asked(over_a_number(CLUBS_AND_HEARTS, "4", "viennese")) == act.PASS
    assert asked(over_a_number(CLUBS_AND_HEARTS, "4", "viennese", pot=20)) == act.HOLD


def test_a_hand_without_defence_bids_where_all_must_defend() -> None:
    """It would fall below two tricks (V-12), and game without the talon is too much."""
    for own, said in ((LONG_HEARTS, act.Bid("4")), (LONG_DIAMONDS, act.PASS)):
        game = austrian.dealt(f"... | {own} | ... | ...")
        assert asked(after(game, act.Bid("3"))) == said


def test_trumps_are_kept_for_a_contract_on_a_short_suit() -> None:
    """Four is hearts (C-6); of AQ10 none goes for the fifth club."""
    game = austrian.dealt("AC QC 8C QD 10D 9D 8D AH QH 10H | ... | ... | 10C 9C", "austrian")
    game = after(game, *map(act.Bid, NUMBERS), act.PASS, act.PASS)
    thrown = asked(game)
    assert isinstance(thrown, act.Discard)
    assert not {Suit.HEARTS} & {suit_of(thrown.low), suit_of(thrown.high)}


def has_no_suit(view: SeatView, number: int) -> bool:
    """Return True with two cards at most in each suit that the number leaves (C-6)."""
    suits = suits_in_order(AustrianOptions.of(view.rules).suit_order)[number - 1 :]
    return all(len(view.hand.of_suit(suit)) < 3 for suit in suits)


@pytest.mark.parametrize("player", ["plain", "beginner", "bold"])
def test_a_number_is_hardly_ever_bid_without_a_suit_for_it(player: str) -> None:
    choose = (BEGINNER if player == "plain" else EVERY_ROBOT[player]).choose
    agreed = [rules_of(preset, 3) for preset in austrian.NAMES]
    bids = list(number_bids(agreed, NUMBERS, choose))
    assert len(bids) > 250
    assert share(sum(has_no_suit(*bid) for bid in bids), len(bids)) < 0.01


def test_a_suit_named_unseen_is_the_best_one() -> None:
    game = austrian.dealt(f"{CLUBS} | ... | ... | ...", "austrian")
    game = after(game, act.Bid("S"), act.Bid("S"), act.PASS)
    assert asked(game) == act.Seal("S2")  # clubs


@pytest.mark.parametrize(("own", "answer"), [(LOW, act.BUY), (WEAK, act.PASS)])
def test_after_buys_are_for_good_hands(own: str, answer: Action) -> None:
    game = austrian.dealt(f"... | {own} | ... | ...", pot=30)
    game = after(game, act.Bid("1"), act.Bid("2"), act.PASS, act.HOLD, act.PASS)
    while stage_of(game) is not Stage.AFTER_BUY:
        game = after(game, asked(game))
    assert asked(game) == answer


def lone_defence(own: str) -> Game:
    """Let forehand play a game in clubs, with the dealer as the only defender."""
    game = austrian.dealt(f"AC QC JC 9C 8C AD 9D 8D 8S 9S | ... | {own} | ...", pot=30)
    game = after(game, act.Bid("S"), act.PASS, act.PASS, act.Declare("1X"))
    return after(game, act.DROP, act.JOIN, act.ALONE)


def test_a_split_is_offered_and_taken_where_it_is_as_good_as_the_play() -> None:
    game = lone_defence("KC 7C 10S 7S KD 7D AH KH 7H 8H")
    assert stage_of(game) is Stage.PLAY
    assert asked(game) == act.Propose(8)
    assert asked(after(game, act.Propose(8))) == act.Propose(6)
    assert asked(after(game, act.Propose(7))) == act.ACCEPT
    countered = after(game, act.Propose(8), act.Propose(6))
    assert asked(countered) == act.Propose(8)  # six are not enough for these clubs
    weak = after(lone_defence("KC 7C 10S 7S KD 7D AH JH 7H 10H"), act.Propose(8))
    assert asked(weak) == act.ACCEPT


@pytest.mark.slow
def test_nothing_more_is_agreed_once_cards_are_played() -> None:
    rules = PRESETS.rules("viennese", negotiation="any_trick_boundary", forced_play="never")
    refused = 0
    for seed in range(60):
        for game, seat in positions(rules, seed):
            seen = build_view(game, seat)
            proposals = [action for action in seen.legal if isinstance(action, act.Propose)]
            if not proposals or seen.table is None or not seen.table.tricks:
                continue
            assert asked(game) not in proposals
            assert asked(apply_action(game, seat, proposals[0])) == act.REFUSE
            refused += 1
    assert refused > 5


def test_no_aces_are_told_of_where_the_contract_is_likely() -> None:
    for own, says in (("KC QC JC 10C 9C 8C 7C KS QS KH", True), (WEAK, False)):
        game = austrian.dealt(f"{own} | ... | ... | ...", "austrian")
        game = after(game, act.Bid("S"), act.PASS, act.PASS, act.Declare("2X"))
        game = after(game, act.JOIN, act.JOIN)
        assert act.NO_ACES in build_view(game, 0).legal
        assert (asked(game) == act.NO_ACES) == says


def test_an_evening_is_long_enough() -> None:
    game = austrian.dealt("... | ... | ... | ...", "austrian")
    seen = build_view(game, 0)._replace(stage=Stage.FUNDING, legal=(act.PASS, act.FUND))
    assert BEGINNER.choose(seen, Random(0)) == act.FUND
    assert BEGINNER.choose(seen._replace(deals=30), Random(0)) == act.PASS
    seen = seen._replace(stage=Stage.ROUND, legal=(act.PASS, act.ANOTHER))
    assert BEGINNER.choose(seen, Random(0)) == act.ANOTHER
    assert BEGINNER.choose(seen._replace(deals=30), Random(0)) == act.PASS


def test_where_all_must_overtake_only_low_cards_are_safe() -> None:
    assert bettel_probability(int(hand(LOW))) == 1.0
    assert bettel_probability(int(hand("7S 9S JS KS 7C 9C JC 7D 9D 7H"))) < 0.25
