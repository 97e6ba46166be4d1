"""The shared play of ten tricks by itself: turns, exposure, claims (rules/russian.md 2.7, 2.8)."""

from dataclasses import replace

import pytest

from bot.engine.actions import Claim, Play
from bot.engine.cards import Hand, following_cards
from bot.engine.deal import Deal, PhaseOver, PlayFinished
from bot.engine.trick_play import TRICKS, Exposure, ExposureMoment, TrickPlay, begin_trick_play
from tests.support import builders

LINE = (
    "9S 10S JS QS KS AS 7C 8C KC 7H | 8H 9H 10H JH QH KH 9C QC 7D 8S |"
    " 8D 9D 10D JD QD KD AD 10C JC AC | 7S AH"
)


def begun(phase: TrickPlay, lead: str = "") -> Deal:
    deal = builders.dealt(LINE).deal
    assert deal is not None
    return begin_trick_play(deal, phase, builders.cards(lead))


def played(deal: Deal, line: str) -> Deal:
    for card in builders.cards(line):
        after = deal.phase.apply(deal, Play(card))
        assert isinstance(after, Deal)
        deal = after
    return deal


def phase_of(deal: Deal) -> TrickPlay:
    assert isinstance(deal.phase, TrickPlay)
    return deal.phase


def test_turns_and_winner() -> None:
    deal = played(begun(TrickPlay(-1, claims=False)), "7H KH")
    assert (deal.turn, deal.leader, deal.trick) == (2, 0, builders.cards("7H KH"))
    deal = played(deal, "AD")
    assert (deal.turn, deal.leader, deal.trick, deal.won) == (1, 1, (), (0, 1, 0))
    (trick,) = deal.tricks
    assert (trick.leader, trick.winner, trick.talon) == (0, 1, None)


def test_a_trump_takes() -> None:
    deal = played(begun(TrickPlay(1, claims=False)), "7H KH 10C")
    assert deal.won == (0, 0, 1)


def test_legal_is_the_rule_of_tricks() -> None:
    """The hottest line of the engine repeats the rule inline; both must agree."""
    for trump in range(-1, 4):
        for led in range(32):
            deal = begun(TrickPlay(trump, claims=False))._replace(trick=(led,), turn=1)
            for seat in range(3):
                deal = deal._replace(turn=seat)
                found = {p.card for p in deal.phase.legal(deal) if isinstance(p, Play)}
                assert found == set(Hand(following_cards(deal.hands[seat], led >> 3, trump)))


def test_the_last_trick_plays_itself_and_ends_it() -> None:
    deal: Deal | PhaseOver = begun(TrickPlay(-1, claims=True))
    while isinstance(deal, Deal):
        deal = deal.phase.apply(deal, deal.phase.legal(deal)[0])
    assert deal.outcome == PlayFinished()
    assert len(deal.deal.tricks) == TRICKS
    assert sum(deal.deal.won) == TRICKS
    assert all(not cards for cards in deal.deal.hands)
    assert deal.deal.trick == ()


def test_talon_cards_lead_without_an_owner() -> None:
    deal = begun(TrickPlay(-1, claims=True), "AH 7S")
    assert deal.talon_shown == 1
    deal = played(deal, "7H 8H AC")
    assert deal.won == (0, 1, 0)
    assert (deal.turn, deal.talon_shown) == (0, 2)
    deal = played(deal, "9S 8S AD")
    assert (deal.turn, deal.lead, deal.talon_shown) == (0, (), 2)
    assert [trick.talon for trick in deal.tricks] == list(builders.cards("AH 7S"))


def test_the_suit_of_the_talon_card_takes() -> None:
    """Forehand has none of the suit that the talon leads (russian.md 3.4)."""
    deal = played(begun(TrickPlay(-1, claims=False), "AH 7S"), "9S 8H AC")
    assert deal.won == (0, 1, 0)


@pytest.mark.parametrize("owner", [0, 1])
def test_nobody_claims_while_a_card_of_the_dealer_leads(owner: int) -> None:
    deal = begun(TrickPlay(-1, claims=True, owner=owner), "AH 7S")
    assert phase_of(deal).out_of_turn_actions(deal, 2) == ()


def test_the_boss_takes_over_at_the_exposure() -> None:
    laying = Exposure(ExposureMoment.AFTER_FIRST_TRICK, (1, 2), boss=2)
    deal = begun(TrickPlay(-1, claims=True, laying=laying))
    assert phase_of(deal).boss == -1
    deal = played(deal, "7H KH AD")
    assert phase_of(deal).boss == 2
    assert phase_of(deal).laying is None
    assert deal.open_seats == (1, 2)
    assert (deal.turn, deal.phase.to_act(deal)) == (1, 2)


def test_claims_of_a_boss() -> None:
    laying = Exposure(ExposureMoment.BEFORE_LEAD, (1, 2), boss=1)
    deal = begun(TrickPlay(-1, claims=True, laying=laying))
    assert [len(deal.phase.out_of_turn_actions(deal, seat)) for seat in (0, 1, 2)] == [66, 66, 0]
    waiting = phase_of(deal).claim(deal, 1, Claim((0, 10, 0)))
    assert waiting.phase.to_act(waiting) == 0
    assert waiting.open_seats == (1, 2)


def test_a_claim_asks_clockwise() -> None:
    deal = begun(TrickPlay(-1, claims=True))
    for seat, order in ((0, (1, 2)), (1, (2, 0)), (2, (0, 1))):
        waiting = phase_of(deal).claim(deal, seat, Claim((4, 3, 3)))
        asked = [waiting.phase.to_act(waiting)]
        after = waiting.phase.apply(waiting, waiting.phase.legal(waiting)[0])
        assert isinstance(after, Deal)
        asked.append(after.phase.to_act(after))
        assert tuple(asked) == order
        over = after.phase.apply(after, after.phase.legal(after)[0])
        assert isinstance(over, PhaseOver)
        assert over.deal.won == (4, 3, 3)


def test_who_has_claimed_is_forgotten_with_the_trick() -> None:
    phase = replace(TrickPlay(-1, claims=True), offered=(0, 2))
    deal = begun(phase)
    assert [len(deal.phase.out_of_turn_actions(deal, seat)) for seat in (0, 1, 2)] == [0, 66, 0]
    deal = played(deal, "7H KH AD")
    assert phase_of(deal).offered == ()
