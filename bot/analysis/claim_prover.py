"""Proof of claims: the distributions that public knowledge allows, and the search over them."""

from typing import Final, NamedTuple, Self

from bot.analysis import position, solver
from bot.engine import actions as act
from bot.engine import deal, trick_play
from bot.engine.cards import FULL, SUIT_BITS, Card, FollowRule, Hand, denied_suits, winning_index

# Public knowledge about the cards in play, and the distributions of the rest it allows.

OUT_OF_PLAY: Final[position.Place] = (
    3  # cards that take no part: the discard, the talon, a hand laid down
)

CardMasks = tuple[int, int, int, int]  # sets of cards or numbers: of three places, OUT_OF_PLAY


class PossibleLayouts(NamedTuple):
    """All possible distributions of the unseen cards: by place, allowed cards and their number."""

    unseen: int
    allowed: CardMasks
    counts: CardMasks

    def is_possible(self) -> bool:
        """True if all cards fit: no group of places must hold more than it has room for."""
        open_places = [place for place in range(4) if self.counts[place]]
        for chosen in range(1 << len(open_places)):
            elsewhere = room = 0
            for n, place in enumerate(open_places):
                if chosen >> n & 1:
                    room += self.counts[place]
                else:
                    elsewhere |= self.allowed[place]
            if (self.unseen & ~elsewhere).bit_count() > room:
                return False
        return True

    def without(self, place: position.Place, card: Card) -> Self:
        """Return the distributions in which this place held the card, now out of the hand."""
        room = list(self.counts)
        room[place] -= 1
        return self._replace(unseen=self.unseen & ~(1 << card), counts=_four(room))

    def without_suits(self, place: position.Place, suits: int) -> Self:
        """Return only the distributions in which the place holds none of these cards."""
        may = list(self.allowed)
        may[place] &= ~suits
        return self._replace(allowed=_four(may))

    def example(self) -> CardMasks:
        """Return one of the distributions."""
        left, held = self, [0, 0, 0, 0]
        for card in position.cards_in(self.unseen):
            for place in sorted(range(4), key=lambda p: -left.counts[p]):
                if left.counts[place] and left.allowed[place] >> card & 1:
                    tried = left.without(place, card)
                    if tried.is_possible():
                        left = tried
                        held[place] |= 1 << card
                        break
        return _four(held)


class PublicPlay(NamedTuple):
    """The public side of a play between two tricks; a hidden hand is 0 in ``hands``."""

    hands: tuple[int, int, int]
    layouts: PossibleLayouts
    leader: position.Place
    tricks_left: int
    contract: position.SolverContract


def public_play(deal: deal.Deal, play: trick_play.TrickPlay) -> PublicPlay:
    """Return the public side of a deal: open cards and inferences, never hidden cards."""
    contract = position.solver_contract_of(deal, play)
    hands = [0, 0, 0]
    for seat in deal.open_seats:
        if seat in deal.seats and seat != play.out:
            hands[deal.seats.index(seat)] = int(deal.hands[seat])
    unseen = int(FULL) & ~_face_up(deal) & ~(hands[0] | hands[1] | hands[2])
    room = [0, 0, 0, 0]
    for place, seat in enumerate(deal.seats):
        if not hands[place] and place != contract.out:
            room[place] = len(deal.hands[seat])
    room[OUT_OF_PLAY] = unseen.bit_count() - sum(room)
    never = _impossible_cards(deal, contract)
    may = [unseen & ~never[place] if room[place] else 0 for place in range(3)]
    return PublicPlay(
        hands=(hands[0], hands[1], hands[2]),
        layouts=PossibleLayouts(unseen, _four([*may, unseen]), _four(room)),
        leader=deal.seats.index(deal.leader),
        tricks_left=10 - len(deal.tricks),
        contract=contract,
    )


def _face_up(deal: deal.Deal) -> int:
    """Return the cards that have left the hands face up."""
    gone = [card for trick in deal.tricks for card in trick.cards]
    gone += [trick.talon for trick in deal.tricks if trick.talon is not None]
    if deal.contract is None:
        gone += deal.talon[: deal.talon_shown]
    return int(Hand.of(gone))


def _impossible_cards(deal: deal.Deal, contract: position.SolverContract) -> list[int]:
    """Return by place the cards it cannot hold: denied suits, and the declarer's open talon."""
    never = [0, 0, 0]
    bought_away = any(call.action is act.BUY for call in deal.calls)
    if deal.contract is not None and not bought_away:
        shown = int(Hand.of(deal.talon[: deal.talon_shown]))
        never = [0 if place == contract.declarer else shown for place in range(3)]
    for trick in deal.tricks:
        place = position.place_of_seat(deal, trick.leader)
        for card in trick.cards:
            led, following = _suit_led(trick), contract.following
            never[place] |= denied_suits(card, led, contract.trump, following)
            place = position.next_place(place, contract.out)
    return never


def _suit_led(trick: deal.Trick) -> int:
    return (trick.cards[0] if trick.talon is None else trick.talon) >> 3


def _four(values: list[int]) -> CardMasks:
    return (values[0], values[1], values[2], values[3])


# Proof that one plan reaches an aim against every distribution and every play of the others.
#
# The search runs over the prover's knowledge: the prover chooses its own cards, a hidden player
# may play any card that some distribution allows, and thereby shows suits it does not hold. So a
# plan is one card at each of the prover's turns, the same for all distributions it cannot tell
# apart.


class ProofAim(NamedTuple):
    """A claim to prove: ``places`` together take at least, or at most, ``tricks`` of the rest.

    ``plays`` are the places whose cards the prover chooses.
    """

    plays: tuple[position.Place, ...]
    places: tuple[position.Place, ...]
    at_least: bool
    tricks: int


class StopRule(NamedTuple):
    """The play stops when ``places`` have taken ``spare`` more tricks."""

    places: tuple[position.Place, ...] = ()
    tricks: int = 10


class ProofState(NamedTuple):
    """A state between two cards; ``need`` is the tricks the aim still wants or still allows."""

    hands: position.HandMasks
    layouts: PossibleLayouts
    leader: position.Place
    trick: tuple[Card, ...]
    left: int
    need: int
    spare: int


class Prover:
    """Search for one aim; it raises BudgetSpent beyond ``budget`` positions."""

    def __init__(self, known: PublicPlay, aim: ProofAim, ending: StopRule, budget: int) -> None:
        self.contract: position.SolverContract = known.contract
        self.aim, self.ending, self.budget = aim, ending, budget
        self.hidden = tuple(p for p in range(3) if known.layouts.counts[p])
        self.nodes = 0
        self._seen: dict[ProofState, bool] = {}
        self.start = ProofState(
            known.hands,
            known.layouts,
            known.leader,
            (),
            known.tricks_left,
            aim.tricks,
            ending.tricks,
        )

    def holds(self, state: ProofState) -> bool:
        """True if the prover can reach the aim from here, whatever the others hold and do."""
        decided = self._decided(state)
        if decided is not None:
            return decided
        if state not in self._seen:
            self.nodes += 1
            if self.nodes > self.budget:
                raise solver.BudgetSpent
            self._seen[state] = self._search(state)
        return self._seen[state]

    def _decided(self, state: ProofState) -> bool | None:
        aim = self.aim
        if aim.at_least:
            if state.need <= 0:
                return True
            if state.need > state.left or not state.spare:
                return False
        elif state.need < 0:
            return False
        elif state.need >= state.left or not state.spare:
            return True
        if state.trick or aim.plays != aim.places or len(aim.plays) > 1:
            return None
        return True if self._is_plain(state) else None

    def _is_plain(self, state: ProofState) -> bool:
        """True if high cards on lead, or low ones off it, decide the state without a search."""
        (own,) = self.aim.plays
        hand, trump = state.hands[own], self.contract.trump
        others = state.layouts.unseen
        for place, cards in enumerate(state.hands):
            others |= 0 if place == own else cards
        if self.aim.at_least:
            return state.leader == own and len(top_cards(hand, others, trump)) >= state.need
        free = trump < 0 and self.contract.following is FollowRule.SUIT
        return free and state.leader != own and is_low(hand, others)

    def _search(self, state: ProofState) -> bool:
        place = self.turn(state)
        if place in self.aim.plays:
            return any(self.holds(self.after(state, card)) for card in self.choices(state))
        if place not in self.hidden:
            return all(self.holds(self.after(state, card)) for card in self.choices(state))
        return all(self.holds(following) for following in self._hidden_plays(state, place))

    def turn(self, state: ProofState) -> position.Place:
        return position.turn_of(
            position.Cards(state.hands, state.leader, state.trick), self.contract
        )

    def choices(self, state: ProofState) -> list[Card]:
        """Return the legal cards of a visible hand, highest first, one of each equivalent run."""
        cards = position.Cards(state.hands, state.leader, state.trick)
        legal, place = position.legal_cards(cards, self.contract), self.turn(state)
        others = state.layouts.unseen
        for other, hand in enumerate(state.hands):
            others |= 0 if other == place else hand
        for card in state.trick:
            others |= 1 << card
        return [
            card
            for card in reversed(position.cards_in(legal))
            if not _has_equal(card, legal, others)
        ]

    def _hidden_plays(self, state: ProofState, place: position.Place) -> list[ProofState]:
        """Return the states after each card that this player can play in some distribution."""
        held = state.layouts.unseen & state.layouts.allowed[place]
        led = state.trick[0] >> 3 if state.trick else -1
        found = []
        for card in self._kinds(state, place, held):
            layouts = state.layouts.without(place, card)
            if led >= 0:
                layouts = layouts.without_suits(place, self._denied_suits(card, led))
            if layouts.is_possible():
                found.append(self.after(state._replace(layouts=layouts), card))
        return found

    def _denied_suits(self, card: Card, led: int) -> int:
        return denied_suits(card, led, self.contract.trump, self.contract.following)

    def _kinds(self, state: ProofState, place: position.Place, held: int) -> list[Card]:
        """Return the lowest, a middle, and the highest card of each run of unseen cards.

        Cards of a run differ only in whether another hidden player can still play under, or over,
        them.
        """
        seen = state.hands[0] | state.hands[1] | state.hands[2]
        for card in state.trick:
            seen |= 1 << card
        last = not any(other in self.hidden for other in self._places_to_follow(state, place))
        found: list[Card] = []
        for run in _runs(state.layouts, seen):
            mine = [card for card in run if held >> card & 1]
            found += mine[:1] if last else dict.fromkeys((*mine[:2], *mine[-1:]))
        return found

    def _places_to_follow(self, state: ProofState, place: position.Place) -> list[position.Place]:
        """Return the places that play to this trick after this place."""
        players, there = (3 if self.contract.out < 0 else 2), []
        for _ in range(players - len(state.trick) - 1):
            place = position.next_place(place, self.contract.out)
            there.append(place)
        return there

    def after(self, state: ProofState, card: Card) -> ProofState:
        """Return the state after a card; a hidden player's card has already left the layouts."""
        place = self.turn(state)
        hands = state.hands
        if place not in self.hidden:
            kept = [h & ~(1 << card) if n == place else h for n, h in enumerate(hands)]
            hands = (kept[0], kept[1], kept[2])
        trick = (*state.trick, card)
        if len(trick) < (3 if self.contract.out < 0 else 2):
            return state._replace(hands=hands, trick=trick)
        winner = self._winner(state.leader, trick)
        return ProofState(
            hands=hands,
            layouts=state.layouts,
            leader=winner,
            trick=(),
            left=state.left - 1,
            need=state.need - (winner in self.aim.places),
            spare=state.spare - (winner in self.ending.places),
        )

    def _winner(self, leader: position.Place, trick: tuple[Card, ...]) -> position.Place:
        best = winning_index(trick, trick[0] >> 3, self.contract.trump)
        assert best is not None
        place = leader
        for _ in range(best):
            place = position.next_place(place, self.contract.out)
        return place

    def line(self) -> tuple[Card, ...]:
        """Return the prover's cards against one distribution; requires ``holds(start)``."""
        state, cards = self.start, list[Card]()
        held = list(state.layouts.example())
        while self._decided(state) is None:
            place = self.turn(state)
            if place in self.hidden:
                all_hands = (held[0], held[1], held[2])
                seen = position.Cards(all_hands, state.leader, state.trick)
                card = position.cards_in(position.legal_cards(seen, self.contract))[0]
                held[place] &= ~(1 << card)
                layouts = state.layouts.without(place, card)
                if state.trick:
                    layouts = layouts.without_suits(
                        place, self._denied_suits(card, state.trick[0] >> 3)
                    )
                state = state._replace(layouts=layouts)
            else:
                card = self._choose(state, place)
            if place in self.aim.plays:
                cards.append(card)
            state = self.after(state, card)
        return (*cards, *self._rest(state))

    def _choose(self, state: ProofState, place: position.Place) -> Card:
        choices = self.choices(state)
        if place not in self.aim.plays:
            return choices[-1]
        return next(card for card in choices if self.holds(self.after(state, card)))

    def _rest(self, state: ProofState) -> list[Card]:
        """Return the remaining high cards if they decided the proof."""
        if not self.aim.at_least or state.need <= 0 or state.trick:
            return []
        (own,) = self.aim.plays
        others = state.layouts.unseen
        for place, cards in enumerate(state.hands):
            others |= 0 if place == own else cards
        return top_cards(state.hands[own], others, self.contract.trump)


def top_cards(hand: int, others: int, trump: int) -> list[Card]:
    """Return the cards that win in this order from the lead, whatever the others hold.

    Trumps first, until the others can have none; then each suit from the top.
    """
    trumps = _from_the_top(hand, others, trump) if trump >= 0 else []
    if trump >= 0 and len(trumps) < (others & SUIT_BITS[trump]).bit_count():
        return trumps
    sides = [_from_the_top(hand, others, suit) for suit in range(4) if suit != trump]
    return [*trumps, *(card for side in sides for card in side)]


def _from_the_top(hand: int, others: int, suit: int) -> list[Card]:
    """Return the cards of a suit above all others; the whole suit when they exhaust it."""
    own = position.cards_in(hand & SUIT_BITS[suit])[::-1]
    theirs = others & SUIT_BITS[suit]
    run = sum(not theirs >> card for card in own)
    return own if run >= theirs.bit_count() else own[:run]


def is_low(hand: int, others: int) -> bool:
    """True if in each suit the n-th lowest card is under the n-th lowest of all others."""
    for suit in range(4):
        own, theirs = (
            position.cards_in(hand & SUIT_BITS[suit]),
            position.cards_in(others & SUIT_BITS[suit]),
        )
        if any(mine > their for mine, their in zip(own, theirs, strict=False)):
            return False
    return True


def _has_equal(card: Card, legal: int, others: int) -> bool:
    """True if a lower legal card of the suit is equivalent: no other card lies between."""
    suit = SUIT_BITS[card >> 3]
    below = [c for c in position.cards_in(legal & suit) if c < card]
    if not below:
        return False
    between = ((1 << card) - 1) & ~((2 << below[-1]) - 1)
    return not others & between


def _runs(layouts: PossibleLayouts, seen: int) -> list[list[Card]]:
    """Return the unseen cards in runs: neighbours in rank that are allowed in the same places."""
    runs: list[list[Card]] = []
    for suit in range(4):
        before = None
        for card in position.cards_in((layouts.unseen | seen) & SUIT_BITS[suit]):
            kind = tuple(layouts.allowed[place] >> card & 1 for place in (0, 1, 2, OUT_OF_PLAY))
            if seen >> card & 1:
                before = None
                continue
            if kind == before:
                runs[-1].append(card)
            else:
                runs.append([card])
            before = kind
    return runs
