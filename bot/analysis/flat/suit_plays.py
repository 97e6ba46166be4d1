"""Plays of one suit, written as numbers: what ``trick_tables`` builds as tuples, in the same order.

A list of groups is their number, then each group as its length and its sums to add to a key, all
for the first slot of a key.  A deal never seen before meets hundreds of new suits, so most of its
time went into these lists while they were built of objects.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bot.analysis.flat.constants import CODE_BITS, LEAD_SHIFT, TRUMP_SLOT
from bot.analysis.flat.suit_cards import SuitCards
from bot.analysis.trick_tables import PLAY_VALUES, FollowingRules

_MOST_CARDS: Final = 8
_MOST_PLAYS: Final = 128  # three hands of a suit have at most 18 plays; a hand's cards alone, 8
_LENGTH: Final = 1024  # of the longest list
_BY_SECOND: Final[i64] = 1
_DEEP: Final[i64] = 3


@final
class SuitPlayWriter:
    """Writer of lists into ``numbers`` from 0 on; ``end`` is the index behind the last one."""

    def __init__(self, rules: FollowingRules) -> None:
        self.numbers: vec[i64] = vec[i64]([0] * _LENGTH)
        self.end: i64 = 0
        self._overtake: bool = rules.overtake
        self._may_discard: bool = rules.may_discard
        self._bound: bool = rules.bound
        self._least: bool = rules.least
        trick, own, theirs = PLAY_VALUES[rules.least]
        self._trick_value: i64 = trick
        self._own_value: i64 = own
        self._their_value: i64 = theirs
        self._suit = SuitCards()
        # the plays in the order in which they are found, so that those of one lead, and of one
        # lead and answer, stand together; the groups of them as first index and end
        self._sums: vec[i64] = vec[i64]([0] * _MOST_PLAYS)
        self._scores: vec[i64] = vec[i64]([0] * _MOST_PLAYS)
        self._plays: i64 = 0
        self._firsts: vec[i64] = vec[i64]([0] * _MOST_PLAYS)
        self._ends: vec[i64] = vec[i64]([0] * _MOST_PLAYS)
        self._groups: i64 = 0
        # the leads, each a range of groups
        self._lead_firsts: vec[i64] = vec[i64]([0] * _MOST_CARDS)
        self._lead_ends: vec[i64] = vec[i64]([0] * _MOST_CARDS)
        self._leads: i64 = 0

    # -- plays in the suit led

    def write_tree(self, leader: i64, code: i64, ruffed: i64) -> None:
        """Write the tree of the plays in a suit, as ``TrickPool.tree`` describes it."""
        self.end = 0
        self._suit.read(code)
        is_deep = ruffed == _DEEP
        self._find_plays(leader, code, ruffed == _BY_SECOND, ruffed != 0 and not is_deep)
        if is_deep or leader == 2:
            self._write_deep()
            return
        if leader == 0:
            self._join_leads()
        self._sort_groups(0, self._groups, leader == 1)
        self._write_groups(0, self._groups)

    def _find_plays(self, leader: i64, code: i64, ruffed_second: bool, ruffed: bool) -> None:
        """Find every play of the suit by the players who have it, and their groups."""
        self._plays = 0
        self._groups = 0
        self._leads = 0
        bound = self._bound and leader == 0
        f = (leader + 1) % 3
        overtake = self._overtake
        led = self._suit.next_card(leader, -1)
        while led >= 0:
            self._lead_firsts[self._leads] = self._groups
            floor = self._answers_above(f, led, overtake)
            second = self._suit.next_card(f, floor)
            self._find_answers(leader, code, led, second, overtake and not ruffed_second, ruffed)
            if second >= 0 and not (bound and overtake and floor >= 0):
                second = self._suit.next_card(f, second)
                while second >= 0:
                    self._find_answers(
                        leader, code, led, second, overtake and not ruffed_second, ruffed
                    )
                    second = self._suit.next_card(f, second)
            self._lead_ends[self._leads] = self._groups
            self._leads += 1
            led = self._suit.next_card(leader, led)

    def _find_answers(
        self, leader: i64, code: i64, led: i64, second: i64, overtake: bool, ruffed: bool
    ) -> None:
        """Find the plays of the third hand, one group; -1 stands for a hand without the suit."""
        g = (leader + 2) % 3
        best = max(led, second)
        self._firsts[self._groups] = self._plays
        third = self._suit.next_card(g, self._answers_above(g, best, overtake))
        self._add_play(leader, code, led, second, third, ruffed)
        if third >= 0:
            third = self._suit.next_card(g, third)
            while third >= 0:
                self._add_play(leader, code, led, second, third, ruffed)
                third = self._suit.next_card(g, third)
        self._ends[self._groups] = self._plays
        self._groups += 1

    def _add_play(
        self, leader: i64, code: i64, led: i64, second: i64, third: i64, ruffed: bool
    ) -> None:
        winner = self._suit.owners[max(led, second, third)]
        score: i64 = self._trick_value if winner == 0 and not ruffed else 0
        score += self._card_value(led) + self._card_value(second) + self._card_value(third)
        change = self._suit.code_without(led, second, third) - code
        if not ruffed:
            change += (winner - leader) << LEAD_SHIFT
        self._sums[self._plays] = change
        self._scores[self._plays] = score
        self._plays += 1

    def _card_value(self, place: i64) -> i64:
        if place < 0:
            return 0
        return place * (self._own_value if self._suit.owners[place] == 0 else self._their_value)

    def _answers_above(self, player: i64, best: i64, overtake: bool) -> i64:
        """Return the place above which a player's answers lie: -1, or the card to be beaten."""
        return best if overtake and self._suit.next_card(player, best) >= 0 else -1

    def _join_leads(self) -> None:
        """Join the groups of each lead."""
        lead: i64 = 0
        while lead < self._leads:
            first = self._firsts[self._lead_firsts[lead]]
            end = self._ends[self._lead_ends[lead] - 1]
            self._firsts[lead] = first
            self._ends[lead] = end
            lead += 1
        self._groups = self._leads

    # -- sorting and writing

    def _write_deep(self) -> None:
        """Write for each lead its groups; the length stands in front, equal leads once."""
        lead: i64 = 0
        while lead < self._leads:
            self._sort_groups(self._lead_firsts[lead], self._lead_ends[lead], False)
            lead += 1
        self._sort_leads()
        count: i64 = 0
        self.end = 1
        lead = 0
        while lead < self._leads:
            begin = self.end
            self.end += 1
            self._write_groups(self._lead_firsts[lead], self._lead_ends[lead])
            self.numbers[begin] = self.end - begin - 1
            if self._is_new(1, count, begin):
                count += 1
            else:
                self.end = begin
            lead += 1
        self.numbers[0] = count

    def _write_groups(self, first: i64, end: i64) -> None:
        """Write these groups, equal ones once."""
        begin = self.end
        count: i64 = 0
        self.end += 1
        while first < end:
            at = self.end
            self._write_group(first)
            if self._is_new(begin + 1, count, at):
                count += 1
            else:
                self.end = at
            first += 1
        self.numbers[begin] = count

    def _write_group(self, group: i64) -> None:
        """Write the sums of a group, equal ones once."""
        numbers = self.numbers
        begin = self.end
        play = self._firsts[group]
        end = self._ends[group]
        at = begin + 1
        while play < end:
            total = self._sums[play]
            seen = begin + 1
            while seen < at and numbers[seen] != total:
                seen += 1
            if seen == at:
                numbers[at] = total
                at += 1
            play += 1
        numbers[begin] = at - begin - 1
        self.end = at

    def _is_new(self, at: i64, count: i64, last: i64) -> bool:
        """True if the list at ``last`` equals none of ``count`` lists from ``at`` on."""
        numbers = self.numbers
        length = numbers[last]
        while count > 0:
            step: i64 = 0
            while step <= length and numbers[at + step] == numbers[last + step]:
                step += 1
            if step > length:
                return False
            at += 1 + numbers[at]
            count -= 1
        return True

    def _sort_groups(self, first: i64, end: i64, by_declarer: bool) -> None:
        """Sort the plays of each group, then the groups by their first play.

        ``by_declarer``: who chooses in a group is the declarer, who wants high scores first, and
        who chooses the group is a defender; else the reverse.
        """
        sign: i64 = -1 if by_declarer else 1
        group = first
        while group < end:
            self._sort_plays(self._firsts[group], self._ends[group], sign)
            group += 1
        group = first + 1
        while group < end:
            begin = self._firsts[group]
            stop = self._ends[group]
            rank = -sign * self._scores[begin]
            at = group
            while at > first and -sign * self._scores[self._firsts[at - 1]] > rank:
                self._firsts[at] = self._firsts[at - 1]
                self._ends[at] = self._ends[at - 1]
                at -= 1
            self._firsts[at] = begin
            self._ends[at] = stop
            group += 1

    def _sort_plays(self, first: i64, end: i64, sign: i64) -> None:
        play = first + 1
        while play < end:
            total = self._sums[play]
            score = self._scores[play]
            at = play
            while at > first and sign * self._scores[at - 1] > sign * score:
                self._sums[at] = self._sums[at - 1]
                self._scores[at] = self._scores[at - 1]
                at -= 1
            self._sums[at] = total
            self._scores[at] = score
            play += 1

    def _sort_leads(self) -> None:
        """Sort the leads by the first play of their first group."""
        lead: i64 = 1
        while lead < self._leads:
            first = self._lead_firsts[lead]
            end = self._lead_ends[lead]
            score = self._scores[self._firsts[first]]
            at = lead
            while at > 0 and self._scores[self._firsts[self._lead_firsts[at - 1]]] > score:
                self._lead_firsts[at] = self._lead_firsts[at - 1]
                self._lead_ends[at] = self._lead_ends[at - 1]
                at -= 1
            self._lead_firsts[at] = first
            self._lead_ends[at] = end
            lead += 1

    # -- off-suit cards

    def write_discards(self, player: i64, code: i64) -> None:
        """Write the cards of a player as one group."""
        self.end = 0
        self._suit.read(code)
        self._write_discards(player, code, -1)

    def write_pairs(self, second: i64, third: i64, code: i64) -> None:
        """Write for each card of the second hand its sum and the third's group."""
        self.end = 1
        self._suit.read(code)
        count: i64 = 0
        card = self._next_discard(second, -1, -1)
        while card >= 0:
            self.numbers[self.end] = self._suit.code_without(card, -1, -1) - code
            self.end += 1
            self._write_discards(third, code, card)
            count += 1
            card = self._next_discard(second, card, -1)
        self.numbers[0] = count

    def _write_discards(self, player: i64, code: i64, gone: i64) -> None:
        """Write a player's cards as one group, each together with the card ``gone``."""
        begin = self.end
        self.end += 1
        card = self._next_discard(player, -1, gone)
        while card >= 0:
            self.numbers[self.end] = self._suit.code_without(card, gone, -1) - code
            self.end += 1
            card = self._next_discard(player, card, gone)
        self.numbers[begin] = self.end - begin - 1

    def _next_discard(self, player: i64, card: i64, gone: i64) -> i64:
        """Return the card to try after this one; at misère the declarer begins at the top."""
        if self._least and player == 0:
            return self._suit.card_below(player, card if card >= 0 else self._suit.length, gone)
        return self._suit.card_above(player, card, gone)

    def write_ruffs(self, leader: i64, player: i64, code: i64) -> None:
        """Write the trumps of a player, each winning the lead, as one group."""
        self._suit.read(code)
        self.end = 1
        bound = self._bound and leader == 0 and player == 1
        card = self._suit.next_card(player, -1)
        while card >= 0:
            self.numbers[self.end] = self._trumped(code, card, -1, player - leader)
            self.end += 1
            card = -1 if bound else self._suit.next_card(player, card)
        self.numbers[0] = self.end - 1

    def write_overruffs(self, leader: i64, code: i64) -> None:
        """Write for each trump of the second hand its sum or 0, and the third's group."""
        self._suit.read(code)
        self.end = 1
        count: i64 = 0
        f = (leader + 1) % 3
        g = (leader + 2) % 3
        bound = self._bound and leader == 0
        one = self._suit.next_card(f, -1)
        while one >= 0:
            may_discard = self._may_discard and self._suit.top_card(g) < one
            self.numbers[self.end] = self._trumped(code, one, -1, f - leader) if may_discard else 0
            self.end += 1
            self._write_overruff(leader, code, one)
            count += 1
            one = -1 if bound else self._suit.next_card(f, one)
        self.numbers[0] = count

    def _write_overruff(self, leader: i64, code: i64, one: i64) -> None:
        f = (leader + 1) % 3
        g = (leader + 2) % 3
        begin = self.end
        self.end += 1
        other = self._suit.next_card(g, self._answers_above(g, one, self._overtake))
        while other >= 0:
            winner = f if one > other else g
            self.numbers[self.end] = self._trumped(code, one, other, winner - leader)
            self.end += 1
            other = self._suit.next_card(g, other)
        self.numbers[begin] = self.end - begin - 1

    def _trumped(self, code: i64, one: i64, other: i64, change: i64) -> i64:
        """Return the sum of trumps that leave the suit and move the lead by ``change``."""
        left = self._suit.code_without(one, other, -1) - code
        return (left << TRUMP_SLOT * CODE_BITS) + (change << LEAD_SHIFT)
