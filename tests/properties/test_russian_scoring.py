"""Thousands of scored Russian deals agree with a second sheet (rules/russian.md 3, 4).

The deals follow each other on one sheet under random mixtures of all options.  Most plays end by
an agreed split soon, so that contracts are made, fail and miss their quota about as often.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import DealResult, Stage
from bot.engine.families import family_of
from bot.engine.families.russian.options import RussianOptions
from bot.engine.families.russian.scoring import RussianCarry, Why
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from tests.properties.oracles.oracle import far_enough
from tests.properties.oracles.russian_paper import after, next_dealer, paper_of, settled
from tests.properties.walking import random_rules, seeds, tables_action

DEALS = 12  # of each mixture, on one sheet
CHUNKS, EACH = 8, 25  # mixtures; make walks multiplies them
WHOLE = 0.15  # the share of plays without a split


class Scored(NamedTuple):
    """A scored deal between the carries before and after it."""

    before: RussianCarry
    result: DealResult
    after: RussianCarry


def split(game: Game, claims: list[act.Claim], chance: random.Random) -> act.Claim:
    """Return a split that gives the declarer about what the contract needs."""
    deal = game.deal
    assert deal is not None
    if deal.contract is None:
        return chance.choice(claims)
    place = deal.seats.index(deal.contract.declarer)
    need = deal.contract.level + chance.choice((-3, -2, -1, 0, 0, 0, 1, 2, 3, 4))
    near = min(abs(claim.tricks[place] - need) for claim in claims)
    return chance.choice([claim for claim in claims if abs(claim.tricks[place] - need) == near])


def chosen(game: Game, chance: random.Random, is_whole: bool) -> Action:
    """Return an action of the seat to act; every offered split is accepted."""
    seat = to_act(game)
    assert seat is not None
    if seat == TABLE_SEAT:
        return tables_action(game, chance, DEALS)
    choices = legal_actions(game, seat)
    claims = [action for action in choices if isinstance(action, act.Claim)]
    if act.ACCEPT in choices:
        return act.ACCEPT
    if claims and not is_whole:
        return split(game, claims, chance)
    if stage_of(game) is Stage.PLAY:
        return chance.choice([action for action in choices if action not in claims])
    return far_enough(choices, chance)


def scored_deals(seed: int) -> Iterator[Scored]:
    """Play a match under a mixture; yield its scored deals."""
    chance, game = random.Random(seed), new_game(random_rules("russian", seed))
    is_whole = False
    while not game.ended:
        if game.deal is None:
            is_whole = chance.random() < WHOLE
        seat = to_act(game)
        assert seat is not None
        before, game = game, apply_action(game, seat, chosen(game, chance, is_whole))
        if game.carry.number > before.carry.number:
            assert isinstance(before.carry, RussianCarry)
            assert isinstance(game.carry, RussianCarry)
            assert game.last is not None
            yield Scored(before.carry, game.last, game.carry)


@pytest.mark.sampled(quick=4, suite=2)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_sheet_and_the_balances_agree(chunk: int) -> None:
    for seed in seeds(CHUNKS * EACH)[chunk::CHUNKS]:
        agreed = random_rules("russian", seed)
        options = RussianOptions.of(agreed)
        for deal in scored_deals(seed):
            expected = after(deal.result, paper_of(options, deal.before), options)
            written = paper_of(options, deal.after)
            assert written == expected, (seed, deal.result.outcome, deal.result.calls)
            assert family_of(agreed).settle(agreed, deal.after.sheet) == settled(written, options)
            assert deal.after.dealer == next_dealer(deal.result, options), (seed, "who deals next")


@pytest.mark.slow
def test_the_deals_write_for_every_reason() -> None:
    missing = {*Why}
    for deal in (deal for seed in range(CHUNKS * EACH) for deal in scored_deals(seed)):
        missing -= {posting.why for posting in deal.result.postings}
        if not missing:
            break
    assert not missing
