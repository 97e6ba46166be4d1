"""Answers to claims, and proved claims of the remaining tricks."""

from enum import Enum
from random import Random
from typing import Final, assert_never

from bot.analysis.claim_proofs import prove_offer
from bot.analysis.position import Aim, Cards, SolverContract, position_of
from bot.analysis.solver import BudgetSpent, Solver
from bot.engine import actions as act
from bot.engine import deal, game, trick_play
from bot.engine.actions import Action, Claim
from bot.engine.cards import FULL, SUIT_BITS, Card, Hand, Seat
from bot.engine.view import DealView, SeatView
from bot.robots.inference import higher_cards
from bot.robots.worlds import game_on_layout, sample_layouts

# Answers to a proposed split of the remaining tricks: accept only if no more is to be gained.
#
# The reasoning is exact and simple: it counts the sure tricks of the shown hand of the proposer,
# and the tricks that nobody can take from a seat that wants them.


class PlayGoal(Enum):
    """The goal of a seat in the play of tricks."""

    MAKE = "make"
    DEFEND = "defend"
    DODGE = "dodge"
    CATCH = "catch"
    AVOID = "avoid"


def goal_of(table: DealView | deal.Deal, seat: Seat) -> PlayGoal:
    contract = table.contract
    if contract is None:
        return PlayGoal.AVOID
    own = contract.declarer == seat
    if contract.is_misere:
        return PlayGoal.DODGE if own else PlayGoal.CATCH
    return PlayGoal.MAKE if own else PlayGoal.DEFEND


def answer_claim(view: SeatView, most: int = 10) -> Action:
    """Accept or refuse the open offer.

    At most ``most`` tricks count against a declarer: the declarer's own in a misere, else the
    defenders'.
    """
    return act.ACCEPT if _is_fair(view, view.open_deal, view.seat, most) else act.REFUSE


def _is_fair(view: SeatView, table: DealView, seat: Seat, most: int) -> bool:
    offer = table.open_offer
    given = dict(zip(table.seats, offer.tricks, strict=True))
    left = sum(offer.tricks)
    aim = goal_of(table, seat)
    match aim:
        case PlayGoal.AVOID | PlayGoal.DODGE:
            return given[seat] == 0
        case PlayGoal.MAKE:
            return given[seat] >= left - _sure_tricks_of_shown(view, table, offer.seat)
        case PlayGoal.DEFEND:
            return _is_fair_to_defence(view, table, seat, given, most)
        case PlayGoal.CATCH:
            declarer = table.declared_contract.declarer
            return given[declarer] >= min(left, most) or (
                given[declarer] == 0 and is_misere_safe(view, table, declarer)
            )
        case _:
            assert_never(aim)


def _is_fair_to_defence(
    view: SeatView, table: DealView, seat: Seat, given: dict[Seat, int], most: int
) -> bool:
    """Check that the defenders together get every trick the declarer cannot keep.

    If the partner proposes and each defender scores alone, check this seat's own share.
    """
    declarer = table.declared_contract.declarer
    left = sum(given.values())
    taken = sum(table.won[other] for other in table.seats if other != declarer)
    wanted = min(left - _sure_tricks_of_shown(view, table, declarer), max(0, most - taken))
    partner = next(other for other in table.seats if other not in (seat, declarer))
    by_himself = table.roles[partner] == table.roles[seat]
    if by_himself and table.open_offer.seat == partner:
        return given[seat] >= wanted
    own = _sure_tricks_of(view, table, view.hand, seat) if by_himself else 0
    return left - given[declarer] >= wanted and given[seat] >= min(own, wanted)


def _sure_tricks_of_shown(view: SeatView, table: DealView, seat: Seat) -> int:
    """Return the sure tricks of a shown hand; 0 for a hidden one."""
    hands = dict(table.open_hands)
    return _sure_tricks_of(view, table, hands[seat], seat) if seat in hands else 0


def _sure_tricks_of(view: SeatView, table: DealView, hand: Hand, seat: Seat) -> int:
    """Return the tricks that a seat's hand takes against any distribution."""
    if table.contract is None:
        return 0
    gone = int(Hand.of(card for trick in table.tricks for card in trick.cards))
    others = FULL & ~gone & ~hand & ~Hand.of(view.discard)
    return sure_tricks(hand, others, table.contract.trump, table.turn == seat)


def sure_tricks(hand: int, others: int, trump: int, leads: bool) -> int:
    """Return the tricks a hand takes however ``others`` are distributed."""
    run = _top_run(hand, others, trump) if trump >= 0 else 0
    if not leads:
        return run
    theirs = (others & SUIT_BITS[trump]).bit_count() if trump >= 0 else 0
    if run < theirs:
        return run  # another hand may keep a trump
    own = (hand & SUIT_BITS[trump]).bit_count() if trump >= 0 else 0
    side = sum(_long_run(hand, others, suit) for suit in range(4) if suit != trump)
    return max(run, own) + side if trump >= 0 else side


def _top_run(hand: int, others: int, suit: int) -> int:
    """Count the cards of a suit above all that the others may hold in it."""
    cards = Hand(hand & SUIT_BITS[suit])
    return sum(not others & higher_cards(card) for card in cards)


def _long_run(hand: int, others: int, suit: int) -> int:
    """Count the same, or the whole suit if the top cards exhaust the others."""
    run = _top_run(hand, others, suit)
    gone = run >= (others & SUIT_BITS[suit]).bit_count()
    return (hand & SUIT_BITS[suit]).bit_count() if gone else run


def is_misere_safe(view: SeatView, table: DealView, declarer: Seat) -> bool:
    """Return True if no order of play can catch a misere declarer.

    Needs both defenders' hands open; only the two discarded cards are unknown.
    """
    if table.turn == declarer or len(table.open_hands) < 2:
        return False
    catchers = 0
    for _, hand in table.open_hands:
        catchers |= hand
    gone = int(Hand.of(card for trick in table.tricks for card in trick.cards))
    theirs = FULL & ~gone & ~catchers & ~Hand.of(view.discard)
    unknown = theirs.bit_count() - table.counts[declarer]
    return all(_is_covered(theirs, catchers, suit, unknown) for suit in range(4))


def _is_covered(theirs: int, catchers: int, suit: int, unknown: int) -> bool:
    """Check that the declarer has a lower card for each defenders' card under any of the suit."""
    for place, card in enumerate(Hand(theirs & SUIT_BITS[suit])):
        if (catchers & _cards_below(card)).bit_count() > max(0, place - unknown):
            return False
    return True


def _cards_below(card: Card) -> int:
    return SUIT_BITS[card >> 3] & ((1 << card) - 1)


# Claims of the remaining tricks where these are certain against every distribution.
#
# A human need not watch a robot take trick after trick that nobody can prevent. The proof is that
# of any claim: against every distribution that is possible in public, with the hand that the claim
# shows. A robot claims once a deal: a player who refused wants to play on.

_LEAST_LEFT: Final = 3  # tricks left: below three a claim saves little
_LAYOUTS: Final = 4  # solved with open hands before the proof is tried
_NODES: Final = 4_000  # of the solver, for them
_PROOF_BUDGET: Final = 5_000  # positions of the proof


def may_propose_claim(view: SeatView) -> bool:
    """Return True if a claim is legal, enough tricks are left and none was made in this deal."""
    table = view.table
    if view.stage is not deal.Stage.PLAY or table is None or table.contract is None:
        return False
    if trick_play.TRICKS - len(table.tricks) < _LEAST_LEFT or _was_claimed(table):
        return False
    return any(isinstance(action, Claim) for action in view.legal)


def _was_claimed(table: DealView) -> bool:
    return any(isinstance(call.action, Claim) for call in table.calls)


def propose_claim(view: SeatView, rng: Random) -> Claim | None:
    """Return a claim of all remaining tricks, or of none against a misere; None if unproved."""
    if not may_propose_claim(view) or (claim := _wanted_claim(view)) is None:
        return None
    layouts = sample_layouts(view, rng, _LAYOUTS, use_likelihood=False).layouts[:_LAYOUTS]
    worlds = [game_on_layout(view, layout, rng) for layout in layouts]
    if not worlds or not all(_is_reached_in(world, claim) for world in worlds):
        return None
    offered = game.apply_action(worlds[0], view.seat, claim).deal
    assert offered is not None
    return claim if prove_offer(offered, _PROOF_BUDGET) is not None else None


def _wanted_claim(view: SeatView) -> Claim | None:
    """Return the claim of the best result for the seat; None if it is not legal."""
    table = view.open_deal
    contract = table.declared_contract
    if contract.is_misere and contract.declarer != view.seat:
        return None
    place = table.seats.index(view.seat)
    own = 0 if contract.is_misere else trick_play.TRICKS - len(table.tricks)
    claims = (action for action in view.legal if isinstance(action, Claim))
    return next((claim for claim in claims if claim.tricks[place] == own), None)


def _is_reached_in(world: game.Game, claim: Claim) -> bool:
    """Return True if best play reaches the claim in one layout; else a proof is hopeless."""
    assert world.deal is not None
    position = position_of(world.deal)
    assert position is not None
    cards, contract = position
    declarers = claim.tricks[contract.declarer]
    try:
        return _reaches(cards, contract, declarers)
    except BudgetSpent:
        return False


def _reaches(cards: Cards, contract: SolverContract, declarers: int) -> bool:
    """Ask the solver if the declarer gets exactly this many of the remaining tricks."""
    solver = Solver(contract, _NODES)
    if contract.aim is Aim.MOST and not declarers:
        return not solver.makes(cards, 1)
    return solver.makes(cards, declarers)
