"""Extensions of the play by a family: a duty for followers, a seat that is out, an early end."""

from dataclasses import replace

from bot.engine.actions import Play
from bot.engine.cards import FollowRule, Seat
from bot.engine.deal import Deal, PhaseOver, PlayFinished
from bot.engine.rules import RuleReason
from bot.engine.trick_play import ClaimVote, TrickPlay, begin_trick_play, claim_splits
from tests.support.builders import cards, dealt, names

LINE = (
    "7S 8S 9S 10S JS QS KS AS 7C 8C | 7H 8H 9H 10H JH QH KH AH 9C 10C |"
    " 7D 8D 9D 10D JD QD KD AD JC QC | KC AC"
)


OVER_THE_NINE = (
    "7S 9H 9S 10S JS QS KS AS 7C 8C | 7H 8H 8S 10H JH QH KH AH 9C 10C |"
    " 7D 8D 9D 10D JD QD KD AD JC QC | KC AC"
)


def begun(phase: TrickPlay, leader: Seat | None = None, line: str = LINE) -> Deal:
    deal = dealt(line).deal
    assert deal is not None
    return begin_trick_play(deal, phase, leader=leader)


def played(deal: Deal, line: str) -> Deal | PhaseOver:
    after: Deal | PhaseOver = deal
    for card in cards(line):
        assert isinstance(after, Deal)
        assert after.phase.to_act(after) == after.turn
        assert Play(card) in after.phase.legal(after)
        after = after.phase.apply(after, Play(card))
    return after


def choices(deal: Deal) -> list[str]:
    return names(a.card for a in deal.phase.legal(deal) if isinstance(a, Play))


def test_anybody_may_lead() -> None:
    deal = begun(TrickPlay(-1, claims=False), leader=2)
    assert (deal.turn, deal.leader) == (2, 2)


def test_a_duty_for_who_follows() -> None:
    """It binds followers only, and names its own refusals."""
    play = TrickPlay(-1, claims=False, following=FollowRule.OVERTAKE)
    deal = begun(play, line=OVER_THE_NINE)
    assert len(choices(deal)) == 10
    after = played(deal, "9H")
    assert isinstance(after, Deal)
    assert choices(after) == [f"{rank}H" for rank in ("10", "J", "Q", "K", "A")]
    low, club = cards("7H 9C")
    assert not after.phase.allows(after, 1, Play(low))
    assert after.phase.why_not(after, Play(low)) is RuleReason.MUST_OVERTAKE
    assert after.phase.why_not(after, Play(club)) is RuleReason.MUST_FOLLOW


def test_a_seat_that_is_out_keeps_its_cards() -> None:
    """Tricks of two cards, up to the last, which the engine plays."""
    for out in (1, 2):
        after: Deal | PhaseOver = begun(TrickPlay(-1, claims=True, out=out))
        while isinstance(after, Deal):
            assert after.turn != out
            assert after.phase.out_of_turn_actions(after, out) == ()
            after = after.phase.apply(after, after.phase.legal(after)[0])
        deal = after.deal
        assert deal.faults() == ()
        assert len(deal.hands[out]) == 10
        assert (len(deal.tricks), sum(deal.won), deal.won[out]) == (10, 10, 0)
        assert all(len(trick.cards) == 2 for trick in deal.tricks)


def test_a_claim_gives_nothing_to_the_seat_that_is_out() -> None:
    assert len(claim_splits(10)) == 66
    for place in range(3):
        assert all(claim.tricks[place] == 0 for claim in claim_splits(4, place))
        assert len(claim_splits(4, place)) == 5
    deal = begun(TrickPlay(-1, claims=True, out=1))
    assert isinstance(deal.phase, TrickPlay)
    claimed = deal.phase.claim(deal, 0, claim_splits(10, 1)[0])
    assert isinstance(claimed, Deal)
    assert isinstance(claimed.phase, ClaimVote)
    assert claimed.phase.pending == (2,)


def test_the_trick_that_decides_ends_the_play() -> None:
    """Seats 1 and 2 together may take one trick and no more."""
    phase = TrickPlay(-1, claims=False, side=(1, 2), limit=2)
    after = played(begun(phase), "7C 9C JC QC 8C 10C")
    assert isinstance(after, PhaseOver)
    assert after.outcome == PlayFinished()
    assert after.deal.won == (0, 0, 2)
    assert isinstance(played(begun(replace(phase, limit=3)), "7C 9C JC QC 8C 10C"), Deal)
    assert isinstance(played(begun(replace(phase, side=(0, 1))), "7C 9C JC QC 8C 10C"), Deal)
