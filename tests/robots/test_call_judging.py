"""Calls of a scored deal: weighed from what their player saw, with a fair sum of what they gave."""

from random import Random
from statistics import fmean, pstdev

import pytest

from bot.analysis.postmortem import DealRecord
from bot.engine import actions as act
from bot.engine.actions import PASS, WHIST, Bid
from bot.engine.cards import Seat
from bot.engine.game import to_act
from bot.engine.notation import format_action, parse_action
from bot.robots.call_judging import given_away, judge_call, open_calls
from bot.robots.expert.continuation import Prospect
from bot.robots.expert.option_weighing import OptionTally, weigh_options
from bot.robots.same_deck import dealt_game
from tests.robots.test_same_deck import record_of
from tests.support.deal_records import EIGHT, EIGHT_BID, sochi


def with_other_hands(record: DealRecord, seat: Seat) -> DealRecord:
    """Return the record with the hands of the two other players exchanged."""
    game, text = dealt_game(record)
    assert game.deal is not None
    pack = parse_action(text)
    assert isinstance(pack, act.Deck)
    one, other = (game.deal.dealt[at] for at in range(3) if at != seat)
    swapped = {
        a: b
        for mine, theirs in ((one, other), (other, one))
        for a, b in zip(mine, theirs, strict=True)
    }
    other_text = format_action(act.Deck(tuple(swapped.get(card, card) for card in pack.cards)))
    lines = ((by, other_text if line == text else line) for by, line in record.lines)
    return record._replace(lines=tuple(lines))


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_only_what_the_bidder_saw_decides(preset: str) -> None:
    """The others hold each other's cards; the seat sees the same, so its call is worth the same."""
    record = record_of(preset, 3)
    seat = to_act(dealt_game(record)[0])
    assert seat is not None
    record = record._replace(lines=(*record.lines, (seat, "pass")))
    (line,) = open_calls(record)
    other = with_other_hands(record, seat)
    assert other != record
    assert judge_call(other, line) == judge_call(record, line)


def test_a_discard_does_not_know_the_hands_either() -> None:
    record = sochi(EIGHT, EIGHT_BID)
    line = next(n for n, (_, text) in enumerate(record.lines) if text.startswith("discard"))
    assert judge_call(with_other_hands(record, 0), line) == judge_call(record, line)


def test_all_that_was_chosen_before_the_first_card() -> None:
    """Three bids, a discard, a contract and two answers; cards are judged elsewhere."""
    record = sochi(EIGHT, EIGHT_BID)
    chosen = [record.lines[line][1].split()[0] for line in open_calls(record)]
    assert chosen == ["bid", "pass", "pass", "discard", "declare", "whist", "whist"]


def test_who_passes_nine_tricks_gives_them_away() -> None:
    record = sochi(EIGHT, "pass, pass, pass")
    call = judge_call(record, open_calls(record)[0])
    assert (call.action, call.view.seat) == (PASS, 0)
    assert isinstance(call.other, Bid)
    assert call.is_dear
    assert call.other_worth - call.worth > 30
    assert call.given == pytest.approx(call.other_worth - call.worth, abs=3 * call.given_doubt)


def test_a_sound_call_is_not_dear() -> None:
    record = sochi(EIGHT, EIGHT_BID)
    call = judge_call(record, open_calls(record)[0])
    assert not call.is_dear
    assert call.given <= 2 * call.given_doubt
    assert call.worth >= call.other_worth


def test_the_same_call_is_judged_alike_every_time() -> None:
    record = sochi(EIGHT, EIGHT_BID)
    line = open_calls(record)[-1]
    assert judge_call(record, line) == judge_call(record, line)


def noise(seed: int) -> OptionTally:
    """Return four calls that are worth the same, in forty layouts."""
    rng = Random(seed)

    def value(number: int, option: act.Action | None) -> Prospect:
        return Prospect(rng.gauss(0, 10), None)

    options = (PASS, WHIST, Bid("6S"), Bid("6C"))
    return weigh_options(options, PASS, (1.0,) * 40, value, lambda: False, (1.0, 0.0, 0.0), 40)


def test_chance_gives_nothing_away() -> None:
    """The best of four equal calls looks better than it is; the sum over many must not."""
    found = []
    for seed in range(300):
        tally = noise(seed)
        found.append(given_away(tally, [PASS, WHIST, Bid("6S"), Bid("6C")])[0])
    assert abs(fmean(found)) < 3 * pstdev(found) / 300**0.5


def test_what_is_given_has_the_size_of_the_difference() -> None:
    rng = Random(1)

    def value(number: int, option: act.Action | None) -> Prospect:
        return Prospect(rng.gauss(4.0 if option == WHIST else 0.0, 3.0), None)

    tally = weigh_options((PASS, WHIST), PASS, (1.0,) * 100, value, lambda: False, (1.0,), 100)
    given, doubt = given_away(tally, [PASS, WHIST])
    assert given == pytest.approx(4.0, abs=3 * doubt)
    assert doubt == pytest.approx(3.0 * (2 / 100) ** 0.5, rel=0.3)
