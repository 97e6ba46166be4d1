"""The measure of the defence: the cost of a card against open cards, stored and compared."""

from pathlib import Path

from bot.engine.actions import PLAYS
from bot.engine.game import apply_action, to_act
from bot.robots.expert.card_play import EXPERT_EFFORT
from tools.arena.cards import contested, value_of
from tools.arena.defence import (
    ALL,
    DECLARER,
    KINDS,
    Course,
    beside,
    courses,
    keep,
    kept,
    losses,
    report,
    sums,
)

QUICK = EXPERT_EFFORT._replace(layouts=4, exact=4, nodes=3_000)


def test_the_losses_of_both_sides_are_the_way_from_the_exact_value_to_the_result() -> None:
    (hand,) = courses(1, QUICK)
    game = start = contested(hand.seed)
    assert game is not None
    assert start is not None
    assert start.deal is not None
    assert start.deal.contract is not None
    for card in hand.cards:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, PLAYS[card])
    assert game.last is not None
    taken = game.last.won[start.deal.contract.declarer]
    found = losses(hand)
    assert len(found) == len(hand.cards) == len(hand.seconds)
    assert found[0].kind in (KINDS[0], DECLARER)
    assert all(loss.kind != KINDS[0] for loss in found[1:])
    assert all((loss.points > 0) <= (loss.tricks > 0) for loss in found)
    lost = sum(loss.tricks for loss in found if loss.kind == DECLARER)
    given = sum(loss.tricks for loss in found if loss.kind != DECLARER)
    assert value_of(start) - lost + given == taken
    assert sums(hand)[ALL][0] == given


def test_hands_that_were_kept_lose_what_they_lost(tmp_path: Path) -> None:
    hands = list(courses(2, QUICK))
    keep(tmp_path / "hands.txt", hands)
    again = kept(tmp_path / "hands.txt")
    assert again == [Course(hand.seed, hand.cards) for hand in hands]
    assert report(hands).startswith(report(again))
    assert beside(hands, again).count("+0.000 +- 0.000") == len(KINDS) + 2
