"""Random games of every preset and of random house rules: what must hold at every step."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, PACK, TABLE, Seat
from bot.engine.deal import DealResult, Stage
from bot.engine.families import family_of
from bot.engine.families.russian.contracts import LADDER
from bot.engine.game import Game, apply, legal, new_game, replay, to_act
from bot.engine.notation import parse, text
from bot.engine.refusal import IllegalAction
from bot.engine.rules import Rules
from bot.engine.view import view
from tests.properties import oracles
from tests.properties.walking import TABLES, Step, random_rules, seeds, walk
from tests.support import builders

EVERY_ACTION: tuple[Action, ...] = (
    *act.PLAYS,
    *(act.Discard(low, high) for low, high in combinations(PACK, 2)),
    *(act.Bid(name) for name in LADDER),
    *(act.Declare(name) for name in LADDER),
    *(
        act.Claim((a, b, n - a - b))
        for n in range(12)
        for a in range(n + 1)
        for b in range(n + 1 - a)
    ),
    *(act.PASS, act.HOLD, act.THROW, act.CONCEDE, act.WHIST, act.HALF_WHIST),
    *(act.OPEN, act.CLOSED, act.ACCEPT, act.REFUSE),
    *(act.TIME_UP, act.STOP, act.Dealer(0), act.Deck(PACK)),
)


def rules_of(preset: str, players: int) -> Rules:
    return builders.rules(preset, players)


def is_russian(game: Game) -> bool:
    """The oracles are written from rules/russian.md; other families bring their own."""
    return game.rules.family == "russian"


def walks(deals: int, preset_seeds: int, mixed_seeds: int) -> list[Any]:
    """Parameters: every preset with both numbers of players, and random mixtures."""
    named = [
        pytest.param(rules_of(preset, players), seed, deals, id=f"{preset}-{players}-{seed}")
        for preset, players in TABLES
        for seed in seeds(preset_seeds)
    ]
    mixed = [
        pytest.param(random_rules(seed), seed, deals, id=f"mixture-{seed}")
        for seed in seeds(mixed_seeds)
    ]
    return named + mixed


walked = pytest.mark.parametrize(
    ("agreed", "seed", "deals"), walks(deals=10, preset_seeds=5, mixed_seeds=60)
)


def check_cards(step: Step) -> None:
    """Each of the 32 lies in one place; nobody holds too many."""
    deal = step.after.deal
    if deal is None:
        return
    assert deal.faults() == ()
    assert sum(deal.won) == len(deal.tricks)
    assert sum(map(len, deal.hands)) + len(deal.trick) + 3 * len(deal.tricks) in (30, 32)


def check_legal(game: Game) -> None:
    """One seat is asked; its choices are many enough, all different, and text stands for them."""
    seat = to_act(game)
    if seat is None or seat == TABLE:
        assert game.deal is None
        return
    choices = legal(game, seat)
    assert choices
    assert len(set(choices)) == len(choices)
    assert all(parse(text(action)) == action for action in choices)
    for other in range(game.rules.players):
        if other != seat:
            assert all(isinstance(action, act.Claim) for action in legal(game, other))


def check_refusals(game: Game, chance: random.Random, count: int) -> None:
    """What is not legal is refused, and refusing changes nothing."""
    kept = game
    for action in chance.sample(EVERY_ACTION, count):
        for seat in range(game.rules.players):
            if action not in legal(game, seat):
                with pytest.raises(IllegalAction):
                    apply(game, seat, action)
    assert game == kept


def check_playable(step: Step) -> None:
    """The legal cards are those of the independent oracle (2.7)."""
    deal = step.after.deal
    if deal is None or deal.phase.stage is not Stage.PLAY or not is_russian(step.after):
        return
    seat = to_act(step.after)
    assert seat is not None
    found = {CARD_NAMES[a.card] for a in legal(step.after, seat) if isinstance(a, act.Play)}
    held = builders.names(deal.hands[deal.turn])
    assert found == oracles.may_play(held, oracles.led_suit(deal), oracles.trump_of(deal))


def check_score(step: Step) -> None:
    """A finished deal: a fair settlement, and what its family asks for."""
    result = step.after.last
    if result is None or step.after.carry.number == step.before.carry.number:
        return
    rules = step.after.rules
    assert sum(family_of(rules).settle(rules, step.after.carry.sheet)) == 0
    if is_russian(step.after):
        check_russian_score(step, result)


def check_russian_score(step: Step, result: DealResult) -> None:
    """Ten tricks or an agreed claim; no remise together with a whist failure (4.3)."""
    before = step.before.deal
    assert before is not None
    played = result.outcome in ("made", "remise", "misere_made", "misere_failed", "all_pass")
    assert sum(result.won) == (10 if played else 0)
    if played and len(result.tricks) < 10:
        assert isinstance(step.action, act.Accept)
        offered = dict(zip(result.seats, before.offer.tricks, strict=True))  # type: ignore[union-attr]
        assert all(result.won[s] == before.won[s] + n for s, n in offered.items())
    elif played:
        cards = [card for trick in result.tricks for card in trick.cards]
        assert len(set(cards)) == 30
    reasons = {posting.why for posting in result.postings}
    assert not {"undertricks", "quota_missed"} <= reasons
    check_pools(step)


def check_pools(step: Step) -> None:
    """4.7: with American aid no pool passes the target."""
    options: Any = step.after.rules.options
    pools = [step.after.carry.sheet.of("pool", seat) for seat in range(options.players)]
    if options.american_aid:
        assert max(pools) <= options.pool_target
    assert min(pools) >= 0


@walked
def test_every_step(agreed: Rules, seed: int, deals: int) -> None:
    chance = random.Random(seed)
    for step in walk(agreed, seed, deals):
        assert step.after.version == step.before.version + 1
        check_cards(step)
        check_legal(step.after)
        check_playable(step)
        check_score(step)
        if chance.random() < 0.2:
            check_refusals(step.after, chance, 12)


@walked
def test_tricks_counted_anew(agreed: Rules, seed: int, deals: int) -> None:
    for step in walk(agreed, seed, deals):
        deal = step.after.deal
        if deal is None or not is_russian(step.after):
            continue
        if len(deal.tricks) in (2, 3, 9) and not deal.trick:
            assert oracles.tricks_won(deal) == deal.won


@walked
def test_replay_of_any_prefix(agreed: Rules, seed: int, deals: int) -> None:
    """From text lines, in one go and from a position on the way."""
    lines: list[tuple[Seat, str]] = []
    games = [new_game(agreed)]
    for step in walk(agreed, seed, min(deals, 3)):
        lines.append((step.seat, text(step.action)))
        games.append(step.after)
    chance = random.Random(seed)
    for end in {len(lines), *(chance.randrange(len(lines)) for _ in range(3))}:
        assert replay(games[0], lines[:end]) == games[end]
        middle = chance.randrange(end + 1)
        assert replay(games[middle], lines[middle:end]) == games[end]


def seats_and_public(game: Game) -> Iterator[Seat | None]:
    yield None
    yield from range(game.rules.players)


@walked
def test_hidden_cards_change_no_view(agreed: Rules, seed: int, deals: int) -> None:
    """2.9, at every stage, for every seat and for the channel."""
    chance = random.Random(seed)
    for step in walk(agreed, seed, min(deals, 4)):
        game = step.after
        if game.deal is None or not is_russian(game):
            continue
        seat = chance.choice(list(seats_and_public(game)))
        other = oracles.dealt_anew(game, seat, chance)
        assert other.deal is not None
        assert other.deal.faults() == ()
        assert view(other, seat) == view(game, seat)


@pytest.mark.parametrize(("agreed", "seed", "deals"), walks(80, preset_seeds=2, mixed_seeds=12))
def test_a_whole_match(agreed: Rules, seed: int, deals: int) -> None:
    """Pools up to the target and beyond the last closed one, streaks, the end of the match."""
    before = 0
    for step in walk(agreed, seed, deals):
        check_score(step)
        before = step.before.carry.number
    over = family_of(agreed).over(agreed, step.after.carry)
    assert over or isinstance(step.action, act.Stop)
    assert step.after.carry.number in (before, before + 1)


@pytest.mark.parametrize("seed", seeds(20))
def test_a_deal_that_is_not_revealed_stays_hidden(seed: int) -> None:
    """2.9 with ``reveal_after_deal`` off: what was dealt is in no view."""
    agreed = builders.rules("sochi", 3 + seed % 2, reveal_after_deal=False)
    for step in walk(agreed, seed, 3):
        last = step.after.last
        if last is not None:
            empty = last.model_copy(update={"dealt": (), "talon": (), "discard": ()})
            for seat in seats_and_public(step.after):
                assert view(step.after._replace(last=empty), seat) == view(step.after, seat)


def test_the_russian_walks_reach_everything() -> None:
    """Every stage, every kind of action, every outcome: else the walks prove little."""
    stages, kinds, outcomes = set(), set(), set()
    for seed in range(250):
        for step in walk(random_rules(seed), seed, 3):
            kinds.add(type(step.action))
            if step.after.deal is not None:
                stages.add(step.after.deal.phase.stage)
            if step.after.last is not None:
                outcomes.add(step.after.last.outcome)
    assert kinds == {
        *(act.Dealer, act.Deck, act.Stop, act.Pass, act.Bid, act.Hold, act.Discard, act.Throw),
        *(act.Declare, act.Concede, act.Whist, act.HalfWhist, act.Open, act.Closed, act.Play),
        *(act.Claim, act.Accept, act.Refuse),
    }
    assert stages == set(Stage) - {Stage.DRAW, Stage.BETWEEN, Stage.OVER}
    assert outcomes == {
        *("made", "remise", "unplayed", "half_whist", "misere_made", "misere_failed"),
        *("conceded", "all_pass"),
    }
