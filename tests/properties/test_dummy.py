"""The dummy of two players, once more and apart from the engine (rules/russian.md 2.11).

Its cards in raspasy are read off finished tricks and compared with the fixed rule; against a
contract the legal cards of its hand belong to its player, and to nobody else.
"""

import random
from collections.abc import Iterator

import pytest

from bot.engine import actions as act
from bot.engine.cards import CARD_NAMES, Card, Seat
from bot.engine.deal import Deal, Stage, Trick
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.rules import Rules
from tests.properties.oracles.oracle import Step
from tests.properties.oracles.reading import RANKS, follow_or_trump, suit
from tests.properties.walking import random_rules, seeds, tables_action, walk
from tests.support import builders

DUMMY = 2
SUITS = "SCDH"
PRESETS = ("sochi", "leningrad", "rostov", "online_classic")


def tables(count: int) -> Iterator[tuple[int, Rules]]:
    """Yield every preset, and mixtures of house rules for two, each with the seed of its walk."""
    for seed in seeds(count):
        yield seed, builders.rules(PRESETS[seed % 4], 2)
    for seed in seeds(4 * count):
        agreed = random_rules("russian", seed)
        if agreed.players == 2:
            yield seed, agreed


def by_the_rule(held: set[str], led: str | None) -> str:
    """Return the card by rule 6: the lowest of the suit led, else the lowest of all by suit."""
    among = {name for name in held if suit(name) == led} or held
    return min(among, key=lambda name: (RANKS.index(name[:-1]), SUITS.index(suit(name))))


def cards_of_dummy(deal: Deal, tricks: tuple[Trick, ...]) -> Iterator[tuple[str | None, str]]:
    """Return the dummy's card in each trick, and the suit it followed; None where it led."""
    for trick in tricks:
        place = (1 - deal.seats.index(trick.leader)) % 3
        led = trick.cards[0] if trick.talon is None else trick.talon
        leads = place == 0 and trick.talon is None
        yield None if leads else suit(CARD_NAMES[led]), CARD_NAMES[trick.cards[place]]


def check_fixed_rule(deal: Deal, tricks: tuple[Trick, ...], dealt: int) -> int:
    held = {CARD_NAMES[card] for card in range(32) if dealt >> card & 1}
    for led, name in cards_of_dummy(deal, tricks):
        assert name == by_the_rule(held, led)
        held.remove(name)
    return len(tricks)


def passed_out(agreed: Rules, seed: int) -> Iterator[Step]:
    """Yield deals in which both pass, their cards played at random; claims are left out."""
    chance, game = random.Random(seed), new_game(agreed)
    while game.carry.number < 2 and not game.ended:
        seat = to_act(game)
        assert seat is not None
        action = tables_action(game, chance, 2) if game.deal is None else _any(game, seat, chance)
        after = apply_action(game, seat, action)
        yield Step(game, seat, action, after)
        game = after


def _any(game: Game, seat: Seat, chance: random.Random) -> act.Action:
    if builders.deal_of(game).phase.stage is Stage.AUCTION:
        return act.PASS
    return chance.choice([a for a in legal_actions(game, seat) if isinstance(a, act.Play)])


def test_the_dummy_plays_by_its_rule_in_raspasy() -> None:
    """It follows the rule in every finished trick, and is never asked."""
    found = 0
    for seed, agreed in tables(20):
        for step in passed_out(agreed, seed):
            assert to_act(step.after) != DUMMY
            before, last = step.before.deal, step.after.last
            if before is None or last is None or step.after.deal is not None:
                continue
            found += check_fixed_rule(before, last.tricks, last.dealt[DUMMY])
            assert not [seat for seat, _ in last.calls if seat == DUMMY]
    assert found > 500


@pytest.mark.slow
def test_the_opponent_plays_the_dummy_against_a_contract() -> None:
    """Only the opponent is asked, the choices are the legal ones of that hand, and it lies open."""
    found = 0
    for seed, agreed in tables(60):
        for step in walk(agreed, seed, 4):
            deal = step.after.deal
            if deal is None or deal.contract is None or deal.phase.stage is not Stage.PLAY:
                continue
            (opponent,) = set(deal.players) - {deal.contract.declarer}
            mine = deal.turn in (opponent, DUMMY)
            assert to_act(step.after) == (opponent if mine else deal.contract.declarer)
            if deal.turn == DUMMY:
                found += 1
                assert DUMMY in deal.open_seats
                assert _played(step.after, opponent) == _may_play(deal)
                assert not _played(step.after, deal.contract.declarer)
    assert found > 500


def _played(game: Game, seat: Seat) -> set[str]:
    return {CARD_NAMES[a.card] for a in legal_actions(game, seat) if isinstance(a, act.Play)}


def _may_play(deal: Deal) -> set[str]:
    """Return the cards allowed by 2.7, card rules 1-3."""
    held = [_name(card) for card in deal.hands[DUMMY]]
    led = suit(_name(deal.trick[0])) if deal.trick else None
    name = deal.declared_contract.name
    plain = name.startswith("M") or name.endswith("NT")
    return follow_or_trump(held, led, None if plain else name[-1])


def _name(card: Card) -> str:
    return CARD_NAMES[card]
