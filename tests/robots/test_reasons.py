"""Reasons of a hint: every fact is true in the layouts in which it was counted."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest

from bot.analysis.advice import Reason, ReasonKind, WeighedAction
from bot.analysis.position import (
    Aim,
    Cards,
    Place,
    SolverContract,
    cards_in,
    legal_cards,
    play_card,
    turn_of,
)
from bot.engine.actions import PLAYS, Play
from bot.engine.cards import CARDS_BY_NAME, SUIT_BITS, Card
from bot.engine.deal import Stage
from bot.engine.game import Game, stage_of, to_act
from bot.engine.view import build_view
from bot.robots.expert import card_play as study
from bot.robots.expert.card_play import EXPERT_EFFORT
from bot.robots.expert.card_reasons import (
    MOST_CARD_REASONS,
    CardResults,
    TrickEvent,
    reasons_for_card,
    trick_events,
)
from bot.robots.expert.play_positions import PlayPositions, TrickPrices, positions_of
from bot.robots.inference import infer_play
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.worlds import sample_layouts
from tests.robots.evenings import positions
from tests.support import builders
from tests.support.builders import contract_won, dealt, said, texts

PRESETS = ("sochi", "leningrad", "serbian", "viennese", "austrian")
OF_A_TRICK = (
    ReasonKind.SAFE,
    ReasonKind.FALLS,
    ReasonKind.DRAWS,
    ReasonKind.TRUMPLESS,
    ReasonKind.RUFFS,
    ReasonKind.PARTNER,
    ReasonKind.KEEPS,
    ReasonKind.FORCES,
    ReasonKind.UNDER,
)


def plays(preset: str, seeds: int, players: int = 3) -> Iterator[Game]:
    """Yield every decision of a few deals that has a choice of cards."""
    for seed in range(seeds):
        for game, seat in positions(builders.rules(preset, players), seed):
            if stage_of(game) is Stage.PLAY and len(build_view(game, seat).legal) > 1:
                yield game


def table_at(game: Game, layouts: int = 8) -> PlayPositions:
    seat = to_act(game)
    assert seat is not None
    seen = build_view(game, seat)
    return positions_of(seen, sample_layouts(seen, Random(1), layouts), Random(1))


def replies(cards: Cards, contract: SolverContract, wanted: Place) -> Iterator[tuple[Place, int]]:
    """Return the seats that follow in the trick, and the cards each may play by the rules.

    Those in between play their lowest card, which costs the asked seat nothing.
    """
    while cards.trick:
        place, may = turn_of(cards, contract), legal_cards(cards, contract)
        yield place, may
        cards, _ = play_card(cards, contract, cards_in(may)[0])


def goes_over(card: Card, other: Card, contract: SolverContract) -> bool:
    """Return True if the later card takes the trick from the present winner."""
    if card >> 3 == other >> 3:
        return other > card
    return other >> 3 == contract.trump


def winner_now(cards: Cards, contract: SolverContract, card: Card) -> Place:
    """Return the winner after this card, if the cards that follow were worthless."""
    trick = (*cards.trick, card)
    led = (cards.talon or trick)[0] >> 3
    places, place = [], cards.leader
    for _ in trick:
        places.append(place)
        place = (place + 1) % 3 if (place + 1) % 3 != contract.out else (place + 2) % 3
    worths = [
        (one >> 3 == contract.trump, one >> 3 == led, one & 7, at)
        for one, at in zip(trick, places, strict=True)
        if one >> 3 in (contract.trump, led)
    ]
    if cards.talon and cards.talon_plays:
        worths.append((led == contract.trump, True, cards.talon[0] & 7, 3))
    return max(worths)[-1]


def happens(fact: TrickEvent, table: PlayPositions, cards: Cards, card: Card) -> bool:
    """Work the same fact out by playing the card."""
    contract, turn = table.contract, turn_of(cards, table.contract)
    mine = contract.declarer == turn
    after, _ = play_card(cards, contract, card)
    later = dict(replies(after, contract, fact.place))
    foes = [place for place in later if mine or contract.declarer < 0 or place == contract.declarer]
    over = {
        place: [c for c in cards_in(may) if goes_over(card, c, contract)]
        for place, may in later.items()
    }
    others = {place: hand for place, hand in enumerate(after.hands) if place != turn}
    trump = SUIT_BITS[contract.trump] if contract.trump >= 0 else 0
    match fact.why:
        case ReasonKind.SAFE:
            return not any(over[place] for place in foes)
        case ReasonKind.FALLS:
            suit = SUIT_BITS[card >> 3]
            owner = next((p for p, hand in others.items() if hand >> fact.card & 1), -1)
            higher_left = [c for hand in others.values() for c in cards_in(hand & suit)]
            top = max((c for c in higher_left if c < card), default=-1)
            return owner in foes and later[owner] == 1 << fact.card and top == fact.card
        case ReasonKind.DRAWS:
            held = [others[place] & trump for place in foes]
            return any(held) and all(hand & (hand - 1) == 0 for hand in held)
        case ReasonKind.TRUMPLESS:
            return not any(others[place] & trump for place in foes)
        case ReasonKind.RUFFS:
            may = later[fact.place]
            return card >> 3 != contract.trump and not may & ~trump
        case ReasonKind.PARTNER:
            suited = [c for c in over[fact.place] if c >> 3 == card >> 3]
            return bool(suited)
        case ReasonKind.KEEPS:
            return winner_now(cards, contract, card) == fact.place and not later
        case ReasonKind.FORCES:
            asked = later if fact.place < 0 else {fact.place: later[fact.place]}
            return any(set(cards_in(may)) == set(over[place]) for place, may in asked.items())
        case ReasonKind.UNDER:
            return winner_now(cards, contract, card) != turn
        case _:
            raise AssertionError(fact.why)


@pytest.mark.slow
def test_whatever_is_told_of_a_trick_is_true_where_it_was_counted() -> None:
    seen: dict[ReasonKind, set[bool]] = defaultdict(set)
    for preset in PRESETS:
        for game in list(plays(preset, 6))[::2]:
            table = table_at(game)
            for card in cards_in(legal_cards(table.layouts[0], table.contract)):
                for fact in trick_events(table, card, table.layouts):
                    for cards in table.layouts:
                        told = fact.happens(cards)
                        assert told == happens(fact, table, cards, card), (fact, cards)
                        seen[fact.why].add(told)
    assert set(seen) == set(OF_A_TRICK)
    assert {why for why, found in seen.items() if found == {True, False}} == {*OF_A_TRICK} - {
        ReasonKind.KEEPS,
        ReasonKind.UNDER,
    }


def counted(table: PlayPositions, weighed: CardResults, reason: Reason, choice: Card) -> int:
    """Count a reason about all cards once more."""
    total = 0
    for n, row in enumerate(weighed.prices):
        is_so = (
            row[reason.card] < row[choice] - 1e-6
            if reason.kind is ReasonKind.DEARER
            else row[choice] > max(row.values()) - 1e-6
        )
        total += is_so * (table.count_first(n + 1) - table.count_first(n))
    return total


@pytest.mark.slow
def test_what_is_told_beside_the_other_cards_is_in_the_values_that_decided() -> None:
    seen = set()
    for preset in PRESETS:
        for game in list(plays(preset, 3))[1::9]:
            seat = to_act(game)
            assert seat is not None
            advice = study.advise_card(build_view(game, seat), Random(1), QUICK)
            table, weighed = decided(game)
            assert len(advice.reasons) <= MOST_CARD_REASONS
            if not advice.options or weighed is None:
                continue
            assert isinstance(advice.action, Play)
            for reason in advice.reasons:
                seen.add(reason.kind)
                if reason.kind is ReasonKind.VOID:
                    assert table.voids[table.seats.index(reason.seat)] & SUIT_BITS[reason.suit]
                    continue
                if reason.kind in RECORDED:
                    assert is_recorded(game, reason)
                    continue
                assert 0 < reason.holds_in <= reason.out_of
                if reason.kind in (ReasonKind.DEARER, ReasonKind.BEST):
                    assert reason.holds_in == counted(table, weighed, reason, advice.action.card)
                if reason.kind is ReasonKind.SURE:
                    after = [tricks[advice.action.card] for tricks in weighed.tricks]
                    own = after if table.attacks else [table.left - n for n in after]
                    assert reason.tricks == min(own)
    assert {ReasonKind.DEARER, ReasonKind.BEST, ReasonKind.SURE, ReasonKind.LOST} <= seen


RECORDED = (ReasonKind.RETURNED, ReasonKind.LOST)


def is_recorded(game: Game, reason: Reason) -> bool:
    """Return True if everybody at the table can see what the reason says."""
    seat = to_act(game)
    assert seat is not None
    view = build_view(game, seat)
    if reason.kind is ReasonKind.LOST:
        known = infer_play(view)
        declares = known.declarer == 0
        return not known.winners() and (declares or known.holder != known.partner)
    leads = [(trick.leader, trick.cards[0] >> 3) for trick in view.open_deal.tricks]
    return (reason.seat, reason.suit) in leads and not view.open_deal.trick


QUICK = EXPERT_EFFORT._replace(layouts=8, nodes=20_000)


def decided(game: Game) -> tuple[PlayPositions, CardResults | None]:
    """Return the data behind the choice of a card, without layouts that were added later."""
    seat = to_act(game)
    assert seat is not None
    seen, rng = build_view(game, seat), Random(1)
    actions = tuple(action for action in seen.legal if isinstance(action, Play))
    PLAIN_ROBOT.choose(seen._replace(legal=actions), rng)
    table = positions_of(seen, sample_layouts(seen, rng, QUICK.layouts), rng, QUICK.for_both)
    if table.contract.aim is Aim.OWN:
        return table, None
    looked = study.CardSearch(table, tuple(action.card for action in actions), QUICK)
    looked.search()
    if looked.is_close() and not table.exact:
        return table, None
    return table, looked.results()


def test_what_happens_speaks_for_a_card_only_where_it_gains() -> None:
    """The king draws the last trumps in some layouts; worth less there, it is no reason."""
    game = contract_won(dealt("7H 8H 9H 10H QH KH AC AD 7C 8C | ... | ... | 7S 8S"), "6H")
    table = table_at(game, 12)
    king, seven = CARDS_BY_NAME["KH"], CARDS_BY_NAME["7C"]
    facts = trick_events(table, king, table.layouts)
    fact = next(each for each in facts if each.why is ReasonKind.DRAWS)
    gain = [1.0 if fact.happens(cards) else 0.0 for cards in table.layouts]
    rows = (WeighedAction(PLAYS[king], 1.0, -1), WeighedAction(PLAYS[seven], 0.0, -1))
    for sign in (1, -1):
        prices = [{king: 5.0 + sign * each, seven: 0.0} for each in gain]
        told = {reason.kind for reason in reasons_for_card(table, CardResults(prices), king, rows)}
        assert (ReasonKind.DRAWS in told) == (sign > 0)
        assert ReasonKind.DEARER in told


PARTNER_LED_A_HEART = said(
    dealt(
        "7S 9S 10S 8C 9C 10C 9D 9H QH KH | 8S AS JC KC 8D 10D JD QD 7H 8H"
        " | JS QS KS QC AC KD AD 10H JH AH | 7C 7D"
    ),
    *texts(
        "pass, pass, bid 6S, discard 7C 7D, declare 6S, play KH, play 7H, play AH, play KS,"
        "play 7S, play AS"
    ),
)


def test_returning_the_suit_of_the_partner_is_said() -> None:
    table = table_at(PARTNER_LED_A_HEART)
    heart, club = CARDS_BY_NAME["8H"], CARDS_BY_NAME["JC"]
    rows = (WeighedAction(PLAYS[heart], 1.0, -1), WeighedAction(PLAYS[club], 0.0, -1))
    weighed = CardResults([{heart: 1.0, club: 0.0}] * len(table.layouts))
    told = reasons_for_card(table, weighed, heart, rows)
    reason = next(each for each in told if each.kind is ReasonKind.RETURNED)
    assert is_recorded(PARTNER_LED_A_HEART, reason)
    others = reasons_for_card(table, weighed, club, rows)
    assert all(each.kind is not ReasonKind.RETURNED for each in others)


def test_prices_of_a_card_are_those_of_the_table() -> None:
    """A weighed layout holds the settlement of the solver's tricks."""
    looked = (decided(game) for game in plays("sochi", 1))
    table, weighed = next((t, found) for t, found in looked if found is not None)
    assert weighed is not None
    prices = table.prices
    assert isinstance(prices, TrickPrices)
    for row, tricks in zip(weighed.prices, weighed.tricks, strict=False):
        assert row == {c: prices.price_for_declarer(table.taken + n) for c, n in tricks.items()}
