"""Reasons of a hint for a call: counted in the weighed worlds and values."""

from random import Random

import pytest

from bot.analysis.advice import Advice, Reason, ReasonKind
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import SUIT_BITS, Hand
from bot.engine.deal import Contract, Stage
from bot.engine.game import Game, to_act
from bot.engine.view import SeatView, build_view
from bot.robots.expert import Expert
from bot.robots.expert.call_choice import advise_call
from bot.robots.expert.call_reasons import MOST_CALL_REASONS, is_contract_made, reasons_for_call
from bot.robots.expert.card_reasons import is_broad
from bot.robots.expert.continuation import DealEnd, Prospect
from bot.robots.expert.option_weighing import OptionTally
from bot.robots.expert.refinement import refined_worlds
from bot.robots.worlds import World
from tests.robots.evenings import positions
from tests.support import builders
from tests.support.builders import said, texts

COUNT = 30
SIX, MISERE = Contract("6H", 0, 6, 3), Contract("M", 0, 0, -1)
THEIRS = Contract("6H", 1, 6, 3)


def seen_of(game: Game) -> tuple[SeatView, tuple[World, ...]]:
    seat = to_act(game)
    assert seat is not None
    seen = build_view(game, seat)
    return seen, refined_worlds(seen, Random(1), COUNT)


def tallied(worlds: tuple[World, ...], prospects: dict[Action, list[Prospect]]) -> OptionTally:
    """Return each option's result in each world, none of them dropped on the way."""
    tally = OptionTally(tuple(prospects), (0.4, 0.3, 0.3))
    tally.weights = [world.weight for world in worlds]
    for option, found in prospects.items():
        tally.values[option] = [prospect.worth for prospect in found]
        tally.ends[option] = [prospect.end for prospect in found]
        tally.by_model[option] = [prospect.worths or (prospect.worth,) * 3 for prospect in found]
    return tally


def reasons_for_hearts(
    game: Game, ends: list[DealEnd], worths: list[float], *, other: float = 0.0
) -> list[Reason]:
    """Return the reasons for a bid of hearts beside a pass that always brings the same."""
    seen, worlds = seen_of(game)
    bid: Action = act.Bid("6H")
    assert bid in seen.legal
    many = [ends[n % len(ends)] for n in range(len(worlds))]
    brings = [worths[n % len(worths)] for n in range(len(worlds))]
    prospects = {
        bid: [Prospect(worth, None, end=end) for worth, end in zip(brings, many, strict=True)],
        act.PASS: [Prospect(other, None) for _ in worlds],
    }
    return list(reasons_for_call(seen, worlds, tallied(worlds, prospects), bid))


def reason(found: list[Reason], why: ReasonKind) -> Reason:
    return next(each for each in found if each.kind is why)


def test_own_contracts_are_counted_where_they_are_played() -> None:
    ends = [
        DealEnd(SIX, (6, 2, 2)),
        DealEnd(SIX, (5, 3, 2)),
        DealEnd(SIX, ()),
        DealEnd(None, (3, 3, 4)),
    ]
    found = reasons_for_hearts(builders.dealt(), ends, [4.0])
    worlds = len(seen_of(builders.dealt())[1])
    own = worlds - worlds // 4
    assert reason(found, ReasonKind.MAKES)[1:3] == (
        own - sum(n % 4 == 1 for n in range(worlds)),
        own,
    )


def test_taking_none_is_counted_apart() -> None:
    found = reasons_for_hearts(
        builders.dealt(), [DealEnd(MISERE, (0, 5, 5)), DealEnd(MISERE, (1, 5, 4))], [4.0]
    )
    dodges, worlds = reason(found, ReasonKind.DODGES), len(seen_of(builders.dealt())[1])
    assert (dodges.holds_in, dodges.out_of) == ((worlds + 1) // 2, worlds)


def test_what_is_counted_against_the_best_defence_is_not_counted_again() -> None:
    """Beside "made in 0 of 5" a reason "made in 1 of 5" would be a riddle."""
    seen, worlds = seen_of(builders.dealt())
    bid: Action = act.Bid("6H")
    for contract in (SIX, MISERE):
        prospects = {
            bid: [Prospect(1.0, False, end=DealEnd(contract, (6, 2, 2)))] * len(worlds),
            act.PASS: [Prospect(0.0, False)] * len(worlds),
        }
        tally = tallied(worlds, prospects)
        told = {each.kind for each in reasons_for_call(seen, worlds, tally, bid, is_counted=True)}
        assert told == {ReasonKind.NO_MORE}


@pytest.mark.parametrize("preset", ["sochi", "viennese"])
def test_a_hint_tells_one_number_of_the_own_contract(preset: str) -> None:
    """At the discard and the naming, where the best defence is counted."""
    asked = 0
    for game, seat in positions(builders.rules(preset), 2):
        seen = build_view(game, seat)
        if seen.stage not in (Stage.EXCHANGE, Stage.DECLARE) or len(seen.legal) == 1:
            continue
        advice = advise_call(seen, Random(1))
        chosen = [option.holds for option in advice.options if option.action == advice.action]
        told = {each.kind for each in advice.reasons}
        assert not (
            any(holds >= 0 for holds in chosen) and told & {ReasonKind.MAKES, ReasonKind.DODGES}
        )
        asked += 1
    assert asked


def test_what_was_counted_in_a_layout_or_two_is_no_reason() -> None:
    """One layout of thirty in which no trick is wanted: "0 of 1" is left out."""
    game = builders.dealt()
    worlds = len(seen_of(game)[1])
    for times, is_told in ((1, False), (2, False), (3, True)):
        rare = [DealEnd(MISERE, (1, 5, 4))] * times
        found = reasons_for_hearts(
            game, [*rare, *[DealEnd(SIX, (6, 2, 2))] * (worlds - times)], [4.0]
        )
        assert (ReasonKind.DODGES in {each.kind for each in found}) == is_told
        assert reason(found, ReasonKind.MAKES).out_of == worlds - times


def test_a_reason_of_all_layouts_stands_however_few_they_are() -> None:
    assert is_broad(Reason(ReasonKind.MAKES, 1, 1), 1)
    assert is_broad(Reason(ReasonKind.WHISTED, value=1.0), 40)
    assert not is_broad(Reason(ReasonKind.MAKES, 3, 9), 100)
    assert is_broad(Reason(ReasonKind.MAKES, 3, 10), 100)


def test_how_often_the_other_option_would_bring_no_more() -> None:
    found = reasons_for_hearts(
        builders.dealt(), [DealEnd(SIX, (6, 2, 2))], [4.0, -2.0, 4.0], other=1.0
    )
    worlds = len(seen_of(builders.dealt())[1])
    beside = reason(found, ReasonKind.NO_MORE)
    assert beside.action == act.PASS
    assert (beside.holds_in, beside.out_of) == (sum(n % 3 != 1 for n in range(worlds)), worlds)


def test_a_talon_without_trumps_is_told_with_what_it_costs() -> None:
    """The talon of each world decides its value, and no other card does."""
    game = builders.dealt("7H 8H 9H 10H JH 7S 8S 9S 7C 8C | ... | ... | ...")
    seen, worlds = seen_of(game)
    bid: Action = act.Bid("6H")
    talons = [int(Hand.of(world.game.deal.talon)) for world in worlds if world.game.deal]
    poor = [not talon & SUIT_BITS[3] for talon in talons]
    assert 2 < sum(poor) < len(poor) - 2
    for worse, better, is_told in ((-3.0, 5.0, True), (5.0, -3.0, False)):
        values = [worse if is_poor else better for is_poor in poor]
        prospects = {
            bid: [Prospect(value, None, end=DealEnd(SIX, (6, 2, 2))) for value in values],
            act.PASS: [Prospect(-9.0, None)] * len(worlds),
        }
        found = reasons_for_call(seen, worlds, tallied(worlds, prospects), bid)
        assert (ReasonKind.TALON in {each.kind for each in found}) == is_told
        if is_told:
            talon = reason(list(found), ReasonKind.TALON)
            assert (talon.suit, talon.holds_in, talon.out_of) == (3, sum(poor), len(poor))
            assert talon.value == pytest.approx(worse)
            assert talon.value_otherwise == pytest.approx(better)


def test_others_who_always_take_part_are_told_with_the_worth_then() -> None:
    seen, worlds = seen_of(builders.dealt())
    bid: Action = act.Bid("6H")
    tempers = (4.0, -6.0, 1.0)
    prospects = {
        bid: [Prospect(1.0, None, tempers, DealEnd(SIX, (6, 2, 2)))] * len(worlds),
        act.PASS: [Prospect(0.0, None)] * len(worlds),
    }
    found = reasons_for_call(seen, worlds, tallied(worlds, prospects), bid)
    assert reason(list(found), ReasonKind.WHISTED).value == pytest.approx(-6.0)


def test_what_a_pass_leaves() -> None:
    """Nobody plays in a quarter of the worlds, a neighbour in the rest, failing in half of it."""
    seen, worlds = seen_of(builders.dealt())
    ends = [
        DealEnd(None, (3, 3, 4)),
        DealEnd(THEIRS, (3, 5, 2)),
        DealEnd(THEIRS, (2, 6, 2)),
        DealEnd(THEIRS, ()),
    ]
    many = [ends[n % 4] for n in range(len(worlds))]
    prospects: dict[Action, list[Prospect]] = {
        act.PASS: [Prospect(1.0, None, end=end) for end in many],
        act.Bid("6H"): [Prospect(-9.0, None)] * len(worlds),
    }
    found = list(reasons_for_call(seen, worlds, tallied(worlds, prospects), act.PASS))
    passed, left = reason(found, ReasonKind.PASSED), reason(found, ReasonKind.LEFT)
    assert passed.holds_in == sum(end.contract is None for end in many)
    assert (left.seat, left.holds_in) == (1, len(worlds) - passed.holds_in)
    assert passed.out_of == left.out_of == len(worlds)


def defending(line: str) -> Game:
    return said(builders.dealt(line), *texts("bid 6S, pass, pass, discard 8C 8D, declare 6H, pass"))


def test_a_defender_hears_what_the_others_may_hold_and_how_it_ends() -> None:
    seen, worlds = seen_of(defending("... | ... | AC KC 9C KD AH 7S 8S 7C 7D 7H | 8C 8D"))
    whist: Action = act.WHIST
    table = seen.table
    assert table is not None
    partner = next(seat for seat in table.seats if seat not in (seen.seat, 0))
    aces = int(Hand.of(suit * 8 + 7 for suit in range(4)))
    has = [bool(w.game.deal.hands[partner] & aces) for w in worlds if w.game.deal]
    ends = [
        DealEnd(SIX, (5, 1, 4)) if n % 3 else DealEnd(SIX, (7, 1, 2)) for n in range(len(worlds))
    ]
    prospects: dict[Action, list[Prospect]] = {
        whist: [Prospect(2.0 + is_so, None, end=end) for is_so, end in zip(has, ends, strict=True)],
        act.PASS: [Prospect(0.0, None)] * len(worlds),
    }
    tally = tallied(worlds, prospects)
    found = list(reasons_for_call(seen, worlds, tally, whist))
    stops = reason(found, ReasonKind.STOPS)
    assert (stops.holds_in, stops.out_of) == (
        sum(not is_contract_made(end) for end in ends),
        len(ends),
    )
    takes = reason(found, ReasonKind.TAKES)
    assert takes.holds_in == sum(end.won[2] >= takes.tricks for end in ends)


def test_a_suit_is_told_empty_where_it_is() -> None:
    game = builders.dealt("AS KS QS JS 10S 9S 8S 7S AC AD | ... | ... | 7C 7H")
    advice = expert(said(game, *texts("bid 6S, pass, pass")))
    assert isinstance(advice.action, act.Discard)
    empty = {each.suit for each in advice.reasons if each.kind is ReasonKind.EMPTY}
    assert empty == {3}  # only the ace is left of the clubs


def expert(game: Game) -> Advice:
    seat = to_act(game)
    assert seat is not None
    return advise_call(build_view(game, seat), Random(1))


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset",
    ["sochi", pytest.param("leningrad", marks=pytest.mark.sweep), "serbian", "viennese"],
)
def test_every_question_has_its_reasons(preset: str) -> None:
    """They are few, counted in examined worlds only, and the same where nothing is hidden."""
    asked = 0
    for game, seat in positions(builders.rules(preset), 2):
        seen = build_view(game, seat)
        if seen.stage is Stage.PLAY or len(seen.legal) == 1:
            continue
        advice = advise_call(seen, Random(1))
        assert len(advice.reasons) <= MOST_CALL_REASONS
        assert bool(advice.reasons) == bool(advice.options)
        assert all(0 <= each.holds_in <= each.out_of <= advice.layouts for each in advice.reasons)
        for world in refined_worlds(seen, Random(2), 1):
            assert advise_call(build_view(world.game, seat), Random(1)) == advice
        asked += 1
    assert asked


@pytest.mark.slow
def test_a_person_is_told_numbers_of_sixty_layouts_with_their_error() -> None:
    seen = build_view(builders.dealt(), 0)
    quick, patient = Expert().advise(seen, Random(1)), Expert().explain(seen, Random(1))
    assert quick.layouts < 60 <= patient.layouts
    best, second = patient.options[:2]
    assert best.doubt > 0 < second.doubt
