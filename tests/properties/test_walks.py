"""Random games of every preset and of random house rules: facts that hold at every step.

The oracle of the family checks the facts that are not the kit's.
"""

import random
from collections.abc import Callable
from functools import cache, partial

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, EMPTY, TABLE_SEAT, Seat
from bot.engine.deal import Deal, DealResult, PlayFinished, Stage
from bot.engine.families import FAMILIES, family_of
from bot.engine.game import Game, apply_action, defence_answers_of, legal_actions, new_game, to_act
from bot.engine.notation import action_verb, format_action, parse_action
from bot.engine.replaying import replay_log
from bot.engine.rules import IllegalAction, Rules
from bot.engine.trick_play import TrickPlay
from bot.engine.view import build_view, match_view
from bot.model.values import replace
from tests.properties.oracles import ORACLES, oracle_of
from tests.properties.oracles.oracle import Extent, Oracle, Step, seats_and_public
from tests.properties.walking import (
    WALKS,
    params,
    random_rules,
    seeds,
    share,
    tables_of,
    walk,
)
from tests.support import builders

CARDS_OUT = (Stage.PLAY, Stage.CLAIM)
UNDEALT = (Stage.FUNDING, Stage.ROUND, Stage.ASKING, Stage.PAYING)


def over(extent: Callable[[Oracle], Extent]) -> pytest.MarkDecorator:
    every = [case for family, one in ORACLES.items() for case in params(family, extent(one))]
    return pytest.mark.parametrize(("agreed", "seed", "deals"), every)


walked = over(lambda oracle: oracle.walks)
families = pytest.mark.parametrize("family", ORACLES)


def test_every_family_has_an_oracle() -> None:
    assert ORACLES.keys() == FAMILIES.keys()
    assert all(tables_of(family) for family in FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_an_option_without_values_is_named(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    option = next(iter(ORACLES[family].numbers))
    monkeypatch.delitem(ORACLES[family].numbers, option)
    with pytest.raises(AssertionError, match=rf"oracles/{family}\.py: \['{option}'\]"):
        random_rules(family, 1)


@pytest.mark.parametrize("parts", [1, 3, 10])
def test_the_parts_together_are_the_whole(parts: int) -> None:
    walked = [seed for part in range(1, parts + 1) for seed in share(range(25), part, parts)]
    assert sorted(walked) == list(range(25))


def check_cards(step: Step) -> None:
    """Check that each of the 32 lies in one place, in a hand of ten at most; dropped hands stay."""
    deal = step.after.deal
    if deal is None:
        return
    assert deal.faults() == ()
    played = len(deal.trick) + sum(len(trick.cards) for trick in deal.tricks)
    assert sum(map(len, deal.hands)) + played in ((30, 32) if deal.is_dealt else (0,))
    assert deal.is_dealt == (deal.phase.stage not in UNDEALT)
    assert sum(deal.won) == len(deal.tricks) or (deal.turn < 0 and sum(deal.won) == 10)
    if deal.phase.stage in CARDS_OUT:
        assert max(map(len, deal.hands)) <= 10
    for seat in deal.seats:
        if deal.roles[seat] == "dropped" and deal.turn >= 0:
            assert deal.hands[seat] == deal.dealt[seat]


@cache
def text_stands_for(action: Action) -> bool:
    """Return True if the action survives its text; cached, as the game does not matter."""
    return parse_action(format_action(action)) == action


def check_legal(game: Game) -> None:
    """Check that one seat is to act, with distinct choices that their texts represent."""
    seat = to_act(game)
    if seat is None or seat == TABLE_SEAT:
        assert game.deal is None
        return
    choices = legal_actions(game, seat)
    assert choices
    assert len(set(choices)) == len(choices)
    assert all(map(text_stands_for, choices))
    for other in range(game.rules.players):
        if other != seat:
            offers = legal_actions(game, other)
            assert len(set(offers)) == len(offers)
            assert all(action_verb(offer) in oracle_of(game.rules).unasked for offer in offers)


def check_allowed(game: Game, chance: random.Random, count: int) -> None:
    """Check that a phase with a faster legality test gets the same result."""
    deal = game.deal
    if deal is None:
        return
    phase, seat = deal.phase, deal.phase.to_act(deal)
    choices = phase.legal(deal)
    cards = [action for action in choices if isinstance(action, act.Play)]
    assert all(phase.allows(deal, seat, action) for action in (*cards, chance.choice(choices)))
    for action in chance.sample(oracle_of(game.rules).sample, count):
        assert phase.allows(deal, seat, action) == (action in choices)
        assert not phase.allows(deal, (seat + 1) % game.rules.players, action)


def check_playable(step: Step) -> None:
    """Check that the legal cards are those of the oracle; a dropped seat plays none."""
    deal = step.after.deal
    if deal is None or deal.phase.stage is not Stage.PLAY:
        return
    seat, oracle = to_act(step.after), oracle_of(step.after.rules)
    assert seat is not None
    assert seat == deal.turn or (oracle.plays_open_hands and deal.turn in deal.open_seats)
    assert "dropped" not in (deal.roles[seat], deal.roles[deal.turn])
    found = {CARD_NAMES[a.card] for a in legal_actions(step.after, seat) if isinstance(a, act.Play)}
    assert found == oracle.playable(deal)


def check_tricks(step: Step) -> None:
    """Check the tricks on the table against the oracle's count, leaders included."""
    deal = step.after.deal
    if deal is None or deal.phase.stage is not Stage.PLAY or deal.trick:
        return
    if len(deal.tricks) in (2, 3, 9):
        assert oracle_of(step.after.rules).tricks_won(deal) == deal.won


def check_score(step: Step) -> None:
    """Check that a settlement is fair at any time, and a finished deal satisfies its family."""
    rules, oracle, carry = step.after.rules, oracle_of(step.after.rules), step.after.carry
    oracle.check_step(step)
    if step.after.last is not None and carry.number > step.before.carry.number:
        assert sum(family_of(rules).settle(rules, carry.sheet)) == 0
        check_next_carry(step.before, step.after.last)
        check_scored_cards(step.before, step.after.last)
        oracle.check_result(step, step.after.last)


def check_next_carry(before: Game, last: DealResult) -> None:
    """Check what the next carry depends on: the expert keeps the gain of worlds alike in that.

    It is outcome, contract and postings, and where cards were played also tricks and hands.
    """
    follow = partial(family_of(before.rules).next_carry, before.rules, before.carry)
    hidden = replace(last, talon=(), discard=(), calls=())
    assert follow(hidden) == follow(last)
    unplayed = replace(last, tricks=())
    roles = ("",) * len(last.roles)
    assert follow(replace(hidden, tricks=(), roles=roles, dealt=(), won=())) == follow(unplayed)


def check_scored_cards(before: Game, last: DealResult) -> None:
    """Check that no other card counts where the tricks are not known: worlds share their score."""
    deal, family = before.deal, family_of(before.rules)
    if deal is None or not isinstance(deal.phase, TrickPlay):
        return
    played = deal._replace(won=last.won, tricks=())
    nothing = (EMPTY,) * len(deal.hands)
    other = played._replace(dealt=nothing, hands=nothing, aside=EMPTY, talon=(), discard=())
    if family.scored_cards(other) == family.scored_cards(played):
        found = [family.after_phase(each, PlayFinished()) for each in (played, other)]
        one, two = (each for each in found if isinstance(each, DealResult))
        assert (one.outcome, one.postings) == (two.outcome, two.postings)


def check_refusals(game: Game, chance: random.Random, count: int) -> None:
    """Check that an illegal action is refused and that the refusal changes nothing."""
    allowed = [set(legal_actions(game, seat)) for seat in range(game.rules.players)]
    for action in chance.sample(oracle_of(game.rules).sample, count):
        for seat, own in enumerate(allowed):
            assert action in own or is_refused(game, seat, action)
    assert [set(legal_actions(game, seat)) for seat in range(game.rules.players)] == allowed


def is_refused(game: Game, seat: Seat, action: Action) -> bool:
    try:
        apply_action(game, seat, action)
    except IllegalAction:
        return True
    return False


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@walked
def test_every_step(agreed: Rules, seed: int, deals: int) -> None:
    chance = random.Random(seed)
    for step in walk(agreed, seed, deals):
        assert step.after.version == step.before.version + 1
        check_cards(step)
        check_legal(step.after)
        check_playable(step)
        check_tricks(step)
        check_score(step)
        check_allowed(step.after, chance, 3)
        if chance.random() < 0.2:
            check_refusals(step.after, chance, 12)


@pytest.mark.sampled(quick=2, suite=3)
@walked
def test_replay_of_any_prefix(agreed: Rules, seed: int, deals: int) -> None:
    """Replay from text lines, in one go and from a position on the way."""
    lines: list[tuple[Seat, str]] = []
    games = [new_game(agreed)]
    for step in walk(agreed, seed, min(deals, 3)):
        lines.append((step.seat, format_action(step.action)))
        games.append(step.after)
    chance = random.Random(seed)
    for end in {len(lines), *(chance.randrange(len(lines)) for _ in range(3))}:
        assert replay_log(games[0], lines[:end]) == games[end]
        middle = chance.randrange(end + 1)
        assert replay_log(games[middle], lines[middle:end]) == games[end]


@pytest.mark.sampled(quick=2, suite=3)
@walked
def test_hidden_cards_change_no_view(agreed: Rules, seed: int, deals: int) -> None:
    """Checked at every stage, for every seat and for the channel."""
    chance, met = random.Random(seed), set[Stage]()
    for step in walk(agreed, seed, min(deals, 4)):
        game = step.after
        if game.deal is None:
            continue
        seat = chance.choice(seats_and_public(game))
        other = oracle_of(agreed).dealt_anew(game, seat, chance)
        assert other.deal is not None
        assert other.deal.faults() == ()
        match, stage = match_view(game), game.deal.phase.stage
        if stage not in met:  # once a stage, for it takes half of the time of a view
            assert match_view(other) == match
            met.add(stage)
        assert build_view(other, seat, match) == build_view(game, seat, match)


@pytest.mark.slow
@pytest.mark.parametrize("family", [key for key, oracle in ORACLES.items() if oracle.sealing])
def test_what_is_sealed_is_in_no_view(family: str) -> None:
    """Every other walk uses a mixture, the others the presets with sealed choices."""
    oracle, found = ORACLES[family], 0
    tables = [table for table in tables_of(family) if table[0] in oracle.sealing]
    for seed in seeds(100):
        named = builders.rules(*tables[seed // 2 % len(tables)])
        for step in walk(named if seed % 2 else random_rules(family, seed), seed, 5):
            found += oracle.check_sealed(step.after)
    assert found > 20


@pytest.mark.slow
@over(lambda oracle: oracle.matches)
def test_a_whole_match(agreed: Rules, seed: int, deals: int) -> None:
    """The match lasts to its end, or to the agreed stop."""
    before = 0
    for step in walk(agreed, seed, deals):
        check_score(step)
        before = step.before.carry.number
    assert family_of(agreed).has_ended(agreed, step.after.carry) or step.action is act.STOP
    assert step.after.carry.number in (before, before + 1)
    oracle_of(agreed).check_match(agreed, step, deals)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(20))
@families
def test_a_deal_that_is_not_revealed_stays_hidden(family: str, seed: int) -> None:
    """No view shows the deal while ``reveal_after_deal`` is off."""
    tables = tables_of(family)
    agreed = builders.rules(*tables[seed % len(tables)], reveal_after_deal=False)
    for step in walk(agreed, seed, 3):
        last = step.after.last
        assert not any(answer.hand for answer in defence_answers_of(step.after.carry))
        if last is not None:
            empty = replace(last, dealt=(), talon=(), discard=())
            for seat in seats_and_public(step.after):
                assert build_view(step.after._replace(last=empty), seat) == build_view(
                    step.after, seat
                )


@pytest.mark.slow
@pytest.mark.parametrize("family", share(list(ORACLES)))
def test_the_walks_reach_everything(family: str) -> None:
    """Every stage, every kind of action, every outcome, role and reason of a posting.

    The test stops when all are met, which takes seconds if ``Reach.first`` is out of date;
    ``make walks`` goes on and shows that there are no others.
    """
    reach = ORACLES[family].reach
    found = reach._replace(kinds=set(), stages=set(), outcomes=set(), roles=set(), reasons=set())
    for seed in sorted(range(reach.seeds), key=lambda seed: seed not in reach.first):
        for step in walk(random_rules(family, seed), seed, reach.deals):
            found.kinds.add(action_verb(step.action))
            if isinstance(step.after.deal, Deal):
                found.stages.add(step.after.deal.phase.stage)
            if step.after.last is not None:
                found.outcomes.add(step.after.last.outcome)
                found.roles.update(step.after.last.roles)
                found.reasons.update(posting.why for posting in step.after.last.postings)
        if found == reach and WALKS == 1:
            break
    assert found == reach
