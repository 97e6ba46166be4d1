"""The mid-trick search on native integers: the same positions as ``bot.analysis.mid_trick``."""

from typing import Final, final

from mypy_extensions import i64

from bot.analysis.flat.constants import CODE_BITS, LEAD_SHIFT
from bot.analysis.flat.search import FlatSearch
from bot.analysis.mid_trick import key_suits, place_owners
from bot.analysis.position import Aim, Cards, SolverContract
from bot.engine.cards import FollowRule

# Sets of cards as native integers, 32 bits with eight a suit.


def card_count(cards: i64) -> i64:
    """Return the number of cards in a set."""
    found: i64 = 0
    while cards != 0:
        cards &= cards - 1
        found += 1
    return found


def lowest_bit(cards: i64) -> i64:
    """Return the lowest card of a set that is not empty."""
    card: i64 = 0
    while cards & 255 == 0:
        cards >>= 8
        card += 8
    while cards & 1 == 0:
        cards >>= 1
        card += 1
    return card


def cards_of_suit(cards: i64, suit: i64) -> i64:
    """Return the cards of a suit."""
    start = suit * 8
    found = cards >> start & 255
    return found << start


def cards_above(cards: i64, card: i64) -> i64:
    """Return the cards of a set above a card."""
    start = card + 1
    found = cards >> start
    return found << start


# ``bot.analysis.mid_trick`` on native integers: the same queries in the same order.
#
# A hand is 32 bits, a card its number, -1 where none lies. ``a``, ``b``, ``c`` are the hands by
# place; ``first``, ``second`` the cards of the trick in progress; ``talon``, ``later`` the talon
# cards that lead this trick and the next.

_NONE: Final[i64] = -1
_DEALER: Final[i64] = 3  # the fourth player, owner of the talon cards


@final
class FlatTrickRules:
    """The legal cards of one contract, the winner of a trick, and the key of a position after it.

    ``owners`` are by place, ``suits`` by their slot in the key.
    """

    def __init__(
        self, contract: SolverContract, owners: tuple[int, ...], suits: tuple[int, ...]
    ) -> None:
        assert contract.dummy < 0
        self.full: i64 = 3 if contract.out < 0 else 2  # cards of a trick
        self._declarer: i64 = contract.declarer
        self._trump: i64 = contract.trump
        self._out: i64 = contract.out
        self._bound: i64 = contract.bound
        self._overtakes: bool = contract.following is not FollowRule.SUIT
        self._freely: bool = contract.following is FollowRule.OVERTAKE_FREELY
        self._owner_a: i64 = owners[0]
        self._owner_b: i64 = owners[1]
        self._owner_c: i64 = owners[2]
        self._suit_a: i64 = suits[0]
        self._suit_b: i64 = suits[1]
        self._suit_c: i64 = suits[2]
        self._suit_d: i64 = suits[3]

    def after(self, place: i64) -> i64:
        """Return the next place clockwise that takes part."""
        following = place + 1 if place < 2 else i64(0)
        if following != self._out:
            return following
        return following + 1 if following < 2 else i64(0)

    def winner(
        self,
        leader: i64,
        first: i64,
        second: i64,
        third: i64,
        talon: i64,
        talon_plays: bool,
    ) -> i64:
        """Return the winner of a full trick."""
        led = (talon if talon >= 0 else first) >> 3
        place, winner = leader, _NONE
        best: i64 = -1
        rank = self._rank(first, led)
        if rank > best:
            best, winner = rank, place
        place = self.after(place)
        rank = self._rank(second, led)
        if rank > best:
            best, winner = rank, place
        if third >= 0:
            place = self.after(place)
            rank = self._rank(third, led)
            if rank > best:
                best, winner = rank, place
        if talon >= 0 and talon_plays and self._rank(talon, led) > best:
            return _DEALER
        assert winner >= 0  # somebody can always follow a suit the talon leads
        return winner

    def _rank(self, card: i64, led: i64) -> i64:
        """Rank a card: trumps above the suit led, -1 for any other card."""
        suit = card >> 3
        if suit == self._trump:
            return (card & 7) + 8
        return card & 7 if suit == led else i64(-1)

    def _legal(self, hand: i64, turn: i64, leader: i64, first: i64, second: i64, talon: i64) -> i64:
        led = (talon if talon >= 0 else first) >> 3
        if led < 0:
            return hand
        own = cards_of_suit(hand, led)
        trumps = cards_of_suit(hand, self._trump) if self._trump >= 0 else i64(0)
        if not self._overtakes or talon >= 0:
            if own != 0:
                return own
            return trumps if trumps != 0 else hand
        best = first
        if second >= 0 and self._rank(second, led) > self._rank(first, led):
            best = second
        if own != 0:
            over = cards_above(own, best) if best >> 3 == led else i64(0)
            if over == 0:
                return own
            is_bound = turn == self._bound and leader == self._declarer
            return over & -over if is_bound else over
        over = cards_above(trumps, best) if best >> 3 == self._trump else trumps
        if over != 0:
            is_bound = turn == self._bound and leader == self._declarer
            return over & -over if is_bound else over
        return trumps if trumps != 0 and not self._freely else hand

    def distinct(
        self,
        held: i64,
        hand: i64,
        turn: i64,
        leader: i64,
        first: i64,
        second: i64,
        talon: i64,
        later: i64,
    ) -> i64:
        """Return the legal cards, only the lowest of each run of equivalent cards."""
        one: i64 = 1
        between = held & ~hand
        if first >= 0:
            between |= one << first
        if second >= 0:
            between |= one << second
        if talon >= 0:
            between |= one << talon
        if later >= 0:
            between |= one << later
        rest = self._legal(hand, turn, leader, first, second, talon)
        found: i64 = 0
        while rest != 0:
            bit = rest & -rest
            found |= bit
            suit = lowest_bit(bit) >> 3
            wall = cards_of_suit(between, suit) & -bit
            run = cards_of_suit(-bit, suit)
            if wall != 0:
                run &= (wall & -wall) - 1
            rest &= ~run
        return found

    def key(self, a: i64, b: i64, c: i64, leader: i64) -> i64:
        """Return the same key as ``bot.analysis.keys.key_of``."""
        declarer = self._hand_of(a, b, c, 0)
        following = self._hand_of(a, b, c, 1)
        last = self._hand_of(a, b, c, 2)
        owner = self._owner_a if leader == 0 else (self._owner_b if leader == 1 else self._owner_c)
        key = owner << LEAD_SHIFT
        key |= _code(declarer, following, last, self._suit_a)
        key |= _code(declarer, following, last, self._suit_b) << CODE_BITS
        key |= _code(declarer, following, last, self._suit_c) << 2 * CODE_BITS
        key |= _code(declarer, following, last, self._suit_d) << 3 * CODE_BITS
        return key

    def _hand_of(self, a: i64, b: i64, c: i64, owner: i64) -> i64:
        held: i64 = 0
        if self._owner_a == owner:
            held |= a
        if self._owner_b == owner:
            held |= b
        if self._owner_c == owner:
            held |= c
        return held


@final
class FlatMidTrickSearch:
    """Search of any position of one contract, except beside a dummy that plays by ranks."""

    def __init__(self, search: FlatSearch, contract: SolverContract) -> None:
        self._search = search
        self._rules = FlatTrickRules(contract, place_owners(contract), key_suits(contract.trump))
        self._declarer: i64 = contract.declarer
        self._least: bool = contract.aim is Aim.LEAST
        self._talon_plays: bool = False
        self._talon_winner_leads: bool = False

    def reaches(self, cards: Cards, target: int) -> bool:
        """True if the declarer takes at least ``target`` of the tricks left (LEAST: at most)."""
        a, b, c = cards.hands
        trick, talon = cards.trick, cards.talon
        self._talon_plays = cards.talon_plays
        self._talon_winner_leads = cards.talon_winner_leads
        first = trick[0] if trick else -1
        second = trick[1] if len(trick) > 1 else -1
        leads = talon[0] if talon else -1
        later = talon[1] if len(talon) > 1 else -1
        return self._search_at(a, b, c, cards.leader, first, second, leads, later, target)

    def _search_at(
        self,
        a: i64,
        b: i64,
        c: i64,
        leader: i64,
        first: i64,
        second: i64,
        talon: i64,
        later: i64,
        target: i64,
    ) -> bool:
        turn = leader
        if first >= 0:
            turn = self._rules.after(turn)
        if second >= 0:
            turn = self._rules.after(turn)
        hand = a if turn == 0 else (b if turn == 1 else c)
        left = card_count(hand)
        if target < 0 or target >= left:
            if self._least or target < 0:
                return self._least == (target >= 0)
            if target > left or left == 0:
                return target <= 0
        if first < 0 and talon < 0:
            return self._search.reaches(self._rules.key(a, b, c, leader), target, left)
        wants = turn == self._declarer
        rest = self._rules.distinct(a | b | c, hand, turn, leader, first, second, talon, later)
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            if turn == 0:
                a ^= bit
            elif turn == 1:
                b ^= bit
            else:
                c ^= bit
            card = lowest_bit(bit)
            if self._play(a, b, c, leader, first, second, card, talon, later, target) == wants:
                return wants
            if turn == 0:
                a ^= bit
            elif turn == 1:
                b ^= bit
            else:
                c ^= bit
        return not wants

    def _play(
        self,
        a: i64,
        b: i64,
        c: i64,
        leader: i64,
        first: i64,
        second: i64,
        card: i64,
        talon: i64,
        later: i64,
        target: i64,
    ) -> bool:
        """Search the position after a card has left its hand."""
        if first < 0:
            return self._search_at(a, b, c, leader, card, _NONE, talon, later, target)
        if second < 0 and self._rules.full == 3:
            return self._search_at(a, b, c, leader, first, card, talon, later, target)
        if second < 0:
            winner = self._rules.winner(leader, first, card, _NONE, talon, self._talon_plays)
        else:
            winner = self._rules.winner(leader, first, second, card, talon, self._talon_plays)
        next_leader = winner
        is_last = later < 0 and self._talon_winner_leads and winner < _DEALER
        if talon >= 0 and not is_last:
            next_leader = 0
        if winner == self._declarer:
            target -= 1
        return self._search_at(a, b, c, next_leader, _NONE, _NONE, later, _NONE, target)


def _code(declarer: i64, following: i64, last: i64, suit: i64) -> i64:
    """Return the code of a suit, as ``suit_code``."""
    place = suit * 8
    end = place + 8
    value: i64 = 0
    unit: i64 = 1
    while place < end:
        if declarer >> place & 1 != 0:
            unit *= 3
        elif following >> place & 1 != 0:
            value += unit
            unit *= 3
        elif last >> place & 1 != 0:
            value += 2 * unit
            unit *= 3
        place += 1
    return (unit - 1) // 2 + value  # shorter sequences come first
