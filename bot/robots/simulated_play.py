"""The card of a plain robot, and a deal that plain robots play to its end.

A call is worth what thousands of such deals bring, of which only the tricks count.  So they are
played on the integers of ``PlayRecord``, by the rules of ``TrickPlay`` (bot/engine/trick_play.py)
and without its states; the tests play the same deals by both.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, final

from bot.engine.actions import PLAYS
from bot.engine.cards import Card, FollowRule, Seat
from bot.engine.deal import Deal
from bot.engine.trick_play import TRICKS, ExposureMoment, TrickPlay
from bot.robots import contract_play, misere_play
from bot.robots.inference import (
    DEALER_PLACE,
    NO_PLACE,
    PlayInference,
    PlayRecord,
    card_set,
    cards_beating,
    first_card,
    suit_set,
    without_card,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


def habitual_card(known: PlayInference, rng: Random) -> i64:
    """Return the card of the plain robot, which knows what ``known`` says."""
    if not known.legal & (known.legal - 1):
        return first_card(known.legal)
    if known.declarer < 0:
        return misere_play.play_all_pass(known, rng)
    if known.level:
        if known.declarer:
            return contract_play.play_as_defender(known, rng)
        return contract_play.play_as_declarer(known)
    if not known.declarer:
        return misere_play.play_as_misere_declarer(known)
    if known.sees_partner:
        return misere_play.defend_open_misere(known)
    return misere_play.defend_hidden_misere(known)


_AFTER_LEAD, _AFTER_TRICK = 1, 2  # moments at which hands are laid open
_MOMENTS: Final = {
    ExposureMoment.AFTER_DECLARER_LEAD: _AFTER_LEAD,
    ExposureMoment.AFTER_FIRST_TRICK: _AFTER_TRICK,
}


@final
class SimulatedPlay:
    """The play of a deal; players are places, forehand 0, and sets of them bits.

    It stops before a card of the ``speakers``, who may say a word instead.
    """

    def __init__(self, deal: Deal, play: TrickPlay) -> None:
        self._deal = deal
        self._record = record = PlayRecord(deal, deal.lead[0] if deal.lead else None)
        for place, seat in enumerate(deal.seats):
            record.give(place, int(deal.hands[seat]))
        self._cards: list[Card] = []  # played since ``_deal``
        self._speakers: i64 = self._places(play.speakers(deal))
        self._overtakes: bool = play.following is not FollowRule.SUIT
        self._must_trump: bool = play.following is not FollowRule.OVERTAKE_FREELY
        self._bound: i64 = self._place(play.bound)
        self._discard: i64 = _bits(deal.discard)
        self._left: i64 = TRICKS - len(deal.tricks)
        self._note_talon(deal, play)
        self._note_open_hands(deal, play)
        self._note_tricks(deal, play)

    def _note_talon(self, deal: Deal, play: TrickPlay) -> None:
        """Note what is shown of the talon, and what of it leads this trick and the next."""
        lead = deal.lead
        self._shown: i64 = _bits(deal.talon[: deal.talon_shown])
        self._leads: i64 = len(lead)
        self._next_lead: i64 = lead[1] if len(lead) > 1 else -1
        self._talon_winner_leads: bool = play.talon_winner_leads

    def _note_open_hands(self, deal: Deal, play: TrickPlay) -> None:
        """Note the open hands, those that will be, and who plays them."""
        laying = play.laying
        self._open: i64 = self._places(deal.open_seats)
        self._boss: i64 = self._place(play.boss)
        self._bossed: i64 = self._places(play.bossed)
        self._moment: i64 = 0 if laying is None else _MOMENTS[laying.moment]
        self._laying: i64 = 0 if laying is None else self._places(laying.seats)
        self._next_boss: i64 = NO_PLACE if laying is None else self._place(laying.boss)

    def _note_tricks(self, deal: Deal, play: TrickPlay) -> None:
        """Note the tricks so far, and those that end the play."""
        first, second, third = deal.seats
        self._won_a: i64 = deal.won[first]
        self._won_b: i64 = deal.won[second]
        self._won_c: i64 = deal.won[third]
        self._won_by_dealer: i64 = 0
        self._side: i64 = self._places(play.side)
        self._limit: i64 = play.limit

    def _place(self, seat: Seat) -> int:
        return self._deal.seats.index(seat) if seat >= 0 else NO_PLACE

    def _places(self, seats: tuple[Seat, ...]) -> int:
        return _bits(tuple(self._deal.seats.index(seat) for seat in seats))

    @property
    def won(self) -> tuple[int, ...]:
        """The tricks so far, by seat."""
        won, (first, second, third) = list(self._deal.won), self._deal.seats
        won[first], won[second], won[third] = self._won_a, self._won_b, self._won_c
        if self._won_by_dealer:
            won[self._deal.dealer] += self._won_by_dealer
        return tuple(won)

    def play_on(self, rng: Random) -> bool:
        """Play to the end, or to a speaker's turn; True at the turn of a speaker.

        Nobody is asked in the last trick.
        """
        while self._left:
            if self._left > 1 and self._speakers >> self._player() & 1:
                return True
            self.play_habitually(rng)
        return False

    def state(self) -> Deal:
        """Return the deal as it stands, the cards since the last time played by the engine."""
        for card in self._cards:
            after = self._deal.phase.apply(self._deal, PLAYS[card])
            assert isinstance(after, Deal)
            self._deal = after
        self._cards = []
        play = self._deal.phase
        assert isinstance(play, TrickPlay)
        self._speakers = self._places(play.speakers(self._deal))
        return self._deal

    def play_habitually(self, rng: Random) -> None:
        """Play the card of the plain robot for the place on turn."""
        legal = self._legal_cards()
        if not legal & (legal - 1):
            self.play(first_card(legal))
            return
        record, player = self._record, self._player()
        known = record.infer(
            legal,
            self._open | card_set(player),
            self._discard if player == record.declarer else 0,
            self._shown,
            self._tricks_of(record.turn),
            self._left,
        )
        self.play(habitual_card(known, rng))

    def play(self, card: i64) -> None:
        """Play a legal card of the place on turn."""
        record = self._record
        record.give(record.turn, without_card(record.hand_of(record.turn), card))
        record.add(card)
        self._cards.append(card)
        if record.count == record.full:
            self._finish_trick()
        elif self._moment == _AFTER_LEAD and self._left == TRICKS:
            self._lay_open()

    def _player(self) -> i64:
        """Return who plays the hand on turn."""
        turn = self._record.turn
        return self._boss if self._bossed >> turn & 1 else turn

    def _legal_cards(self) -> i64:
        """Return the legal cards of the hand on turn.

        The rules are those cited in ``FollowRule``, and austrian.md C-9 for the lowest winner.
        """
        record = self._record
        hand = record.hand_of(record.turn)
        if record.led < 0:
            return hand
        led = hand & suit_set(record.led)
        trumps = 0 if record.trump < 0 else hand & suit_set(record.trump)
        if not self._overtakes:
            return led or trumps or hand
        winning = (led or trumps) & cards_beating(record.best, record.trump)
        if winning:
            wins_low = record.turn == self._bound and record.leader == record.declarer
            return winning & -winning if wins_low else winning
        return led or (trumps if self._must_trump else 0) or hand

    def _tricks_of(self, place: i64) -> i64:
        return self._won_a if place == 0 else self._won_b if place == 1 else self._won_c

    def _lay_open(self) -> None:
        self._open |= self._laying
        self._boss, self._moment = self._next_boss, 0
        self._bossed = self._laying if self._boss >= 0 else 0

    def _finish_trick(self) -> None:
        """Give the full trick to its winner, and begin the next one or end the play.

        Forehand leads while talon cards lead, and after the last of them unless its winner does
        (rules/russian.md 3.4).
        """
        record = self._record
        winner = record.holder
        self._take(winner)
        record.finish_trick()
        self._left -= 1
        if self._is_decided():
            self._left = 0
        if not self._left:
            return
        if self._moment == _AFTER_TRICK:
            self._lay_open()
        leader, talon = winner, self._next_lead
        if self._leads:
            self._leads -= 1
            if self._leads or not self._talon_winner_leads or winner == DEALER_PLACE:
                leader = 0
            if talon >= 0:
                self._shown |= card_set(talon)
        self._next_lead = -1
        record.begin_trick(leader, talon)

    def _take(self, winner: i64) -> None:
        if winner == 0:
            self._won_a += 1
        elif winner == 1:
            self._won_b += 1
        elif winner == DEALER_PLACE:
            self._won_by_dealer += 1
        else:
            self._won_c += 1

    def _is_decided(self) -> bool:
        """Return True if the side whose tricks end the play has taken them."""
        side = self._side
        taken = (
            (self._won_a if side & 1 else 0)
            + (self._won_b if side & 2 else 0)
            + (self._won_c if side & 4 else 0)
        )
        return side != 0 and taken >= self._limit


def _bits(numbers: tuple[int, ...]) -> int:
    """Return a set of cards or places as bits."""
    return sum(1 << number for number in numbers)
