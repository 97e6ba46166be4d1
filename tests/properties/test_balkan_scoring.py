"""Thousands of scored Balkan deals, from counts alone (a million under ``make walks``).

The columns never sum above zero, the balances always to zero, and only a success without a
penalty for anybody ends a game (rules/balkan.md 3.8).
"""

import random

import pytest

from bot.engine import actions as act
from bot.engine.cards import CARD_NAMES, PACK, TABLE_SEAT
from bot.engine.deal import Deal, DealResult, PassedOut, PhaseOutcome, PlayFinished, Stage
from bot.engine.families.balkan.contracts import contract_of
from bot.engine.families.balkan.defence import BothDropped, NotDoubled
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import BalkanCarry, is_plain_two_deal, partner_debts
from bot.engine.game import apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.rules import Rules
from tests.properties.oracles.balkan_paper import left_short
from tests.properties.walking import random_rules, seeds
from tests.support import balkan

DEALS = 2_500  # of each of twenty seeds; make walks takes twenty times as many seeds
PENALTIES = {"quota_missed", "team_quota_missed", "kontra_lost"}

TEAMS = (("volunteer", "volunteer"), ("volunteer", "dropped"), ("host", "guest"))


def random_deal(opened: Deal, at: BalkanCarry, chance: random.Random) -> tuple[Deal, PhaseOutcome]:
    """Return a deal at its end: passed out, dropped, a two, or played to any count."""
    options, deal = BalkanOptions.of(opened.rules), opened._replace(carry=at)
    if chance.random() < 0.05:
        return deal, PassedOut()
    value, declarer = chance.randrange(2, 9), chance.randrange(3)
    name = balkan.name_of(opened.rules, value, chance.random() < 0.3)
    deal = deal._replace(contract=contract_of(name, declarer)).with_roles(declarer=(declarer,))
    doubling = chance.random() < 0.1
    if is_plain_two_deal(options, deal) and not doubling:
        return deal, NotDoubled()
    if value not in (6, 8) and chance.random() < 0.1:
        return deal.with_roles(dropped=deal.defenders()), BothDropped()
    return _played(deal, value, doubling, chance), PlayFinished()


def _played(deal: Deal, value: int, doubling: bool, chance: random.Random) -> Deal:
    assert deal.contract is not None
    first, second = chance.sample(deal.defenders(), 2)
    if doubling:
        level = min(chance.randrange(1, 5), BalkanOptions.of(deal.rules).longest_chain)
        deal = balkan.doubled(deal.with_roles(caller=(first,), guest=(second,)), level, first)
    elif value in (6, 8):
        deal = deal.with_roles(defender=(first, second))
    else:
        words = chance.choice(TEAMS)
        deal = deal.with_roles(**{words[0]: (first,)}).with_roles(**{words[1]: (second,)})
    return deal._replace(won=_tricks(deal, value, first, second, chance))


def _tricks(
    deal: Deal, value: int, first: int, second: int, chance: random.Random
) -> tuple[int, ...]:
    """Return tricks at the end of the play; the contract is mostly made."""
    team = 4 if chance.random() < 0.5 else chance.randrange(6)
    if value in (6, 8):
        team = 10 if value == 6 else 0
        team = chance.choice((team, team, 1))
    other = 0 if deal.roles[second] == "dropped" else chance.randrange(team + 1)
    assert deal.contract is not None
    won = {first: team - other, second: other, deal.contract.declarer: 0 if team == 10 else 1}
    return tuple(won[seat] for seat in range(3))


def check(result: DealResult, agreed: Rules, before: BalkanCarry, after: BalkanCarry) -> None:
    columns = balkan.main_of(after)
    assert sum(columns) <= 0
    assert sum(BALKAN.settle(agreed, after.sheet)) == 0
    sides = {(t.seat, t.against): t.amount for t in after.sheet.totals if t.account == "side"}
    was = {(t.seat, t.against): t.amount for t in before.sheet.totals if t.account == "side"}
    assert all(amount >= was.get(pair, 0) for pair, amount in sides.items())
    assert all(posting.amount == posting.count * posting.unit for posting in result.postings)
    if BALKAN.has_ended(agreed, after):
        assert sum(columns) == 0
        assert result.outcome in ("made", "unplayed", "two_credited")
        assert not PENALTIES & {posting.why for posting in result.postings}
    assert 0 <= min(after.refas) <= max(after.refas) <= after.refas_given


def rules_of(seed: int) -> Rules:
    names = balkan.PRESETS
    return balkan.rules(names[seed % len(names)]) if seed % 2 else random_rules("balkan", seed)


def check_deals(seed: int, deals: int) -> int:
    """Check so many deals in a row; return how many games they ended."""
    chance, agreed, ended = random.Random(seed), rules_of(seed), 0
    start = at = balkan.carry(agreed)
    opened = BALKAN.start_deal(agreed, start, balkan.deck().cards)
    for _ in range(deals):
        result = BALKAN.after_phase(*random_deal(opened, at, chance))
        assert isinstance(result, DealResult)
        after = balkan.carry_after(agreed, at, result)
        check(result, agreed, at, after)
        is_over = BALKAN.has_ended(agreed, after)
        ended += is_over
        deep = min(balkan.main_of(after)) < -1_000  # such deep debts end no game
        at = start if deep or is_over else after
    return ended


@pytest.mark.parametrize("seed", range(4))
def test_some_scored_deals(seed: int) -> None:
    assert check_deals(seed, 200)


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(20))
def test_scored_deals(seed: int) -> None:
    assert check_deals(seed, DEALS)


def defended_by_both(seed: int) -> DealResult:
    """Play six diamonds of forehand against two volunteers, everything else at random."""
    chance = random.Random(seed)
    trumps = chance.sample([card for card in PACK if CARD_NAMES[card].endswith("D")], 6)
    rest = chance.sample([card for card in PACK if card not in trumps], len(PACK) - len(trumps))
    deck = (*trumps[:5], *rest[:12], trumps[5], *rest[12:])  # 2.2: the first five, and the 18th on
    game = apply_action(new_game(balkan.rules("serbian", claims="off")), TABLE_SEAT, act.Dealer(2))
    game = apply_action(game, TABLE_SEAT, act.Deck(deck))
    wanted: list[act.Action] = [act.Bid("2"), act.PASS, act.PASS]
    while game.deal is not None:
        seat = to_act(game)
        assert seat is not None
        choices = legal_actions(game, seat)
        if stage_of(game) is Stage.AUCTION:
            action = wanted.pop(0)
        elif stage_of(game) is Stage.DECLARE:
            action = choices[1]
        else:
            willing = tuple(each for each in choices if each in (act.JOIN, act.STAND))
            action = chance.choice(willing or choices)
        game = apply_action(game, seat, action)
    assert game.last is not None
    return game.last


@pytest.mark.parametrize("count", [60, pytest.param(1_500, marks=pytest.mark.slow)])
def test_debts_between_partners_agree(count: int) -> None:
    """3.11 agrees with the second reading: card by card on names."""
    asked = 0
    for seed in seeds(count):
        result = defended_by_both(seed)
        debts = partner_debts(result)
        assert [(debt.victim, debt.taker) for debt in debts] == left_short(result)
        assert all(debt.fine == 6 for debt in debts)
        asked += len(debts)
    assert asked > count // 75
