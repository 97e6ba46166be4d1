"""Offers accepted at once: never a wrong one, always the obvious ones, from public facts alone.

The engine itself checks them: every distribution of the hidden cards under which the play so far
was legal, every card of everybody, to the score of the deal.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice
from random import Random

import pytest

from bot.analysis.claim_proofs import OfferProof, prove_offer
from bot.analysis.claim_prover import OUT_OF_PLAY, public_play
from bot.analysis.position import play_of
from bot.engine import actions as act
from bot.engine.actions import Claim, Play
from bot.engine.cards import FULL, TABLE_SEAT, FollowRule, Hand, Seat, following_cards
from bot.engine.deal import Deal
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.trick_play import ClaimVote, TrickPlay
from bot.engine.view import build_view
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.properties.walking import fewer
from tests.robots.evenings import PRESETS, deck
from tests.support import austrian, balkan
from tests.support.builders import cards, contract_won, dealt, hand, said

BEGINNER = PLAIN_ROBOT
SHORT = ["sochi", "leningrad", "serbian", "croatian", "viennese", "austrian"]


# every distribution, by brute force ----------------------------------------------------------


def hidden_seats(deal: Deal, out: Seat) -> list[Seat]:
    return [s for s in deal.seats if s not in deal.open_seats and s != out]


def layouts(deal: Deal, play: TrickPlay) -> Iterator[tuple[Hand, ...]]:
    """Yield the possible hands; the remaining cards are laid aside."""
    seats = hidden_seats(deal, play.out)
    gone = Hand.of(card for trick in deal.tricks for card in trick.cards)
    gone |= Hand.of(trick.talon for trick in deal.tricks if trick.talon is not None)
    if deal.contract is None:
        gone |= Hand.of(deal.talon[: deal.talon_shown])
    lying = Hand(FULL) - gone
    for seat in deal.open_seats:
        lying -= deal.hands[seat]

    @cache
    def was_legal(seat: Seat, hand: Hand) -> bool:
        return _was_legal(deal, play, seat, hand)

    for hands in _shared(lying, [(seat, len(deal.hands[seat])) for seat in seats], was_legal):
        full = tuple(hands.get(s, h if s in deal.open_seats else Hand(0))
                     for s, h in enumerate(deal.hands))  # fmt: skip
        if _talon_fits(deal, full):
            yield full


def _shared(
    cards: Hand, rooms: list[tuple[Seat, int]], fits: Callable[[Seat, Hand], bool]
) -> Iterator[dict[Seat, Hand]]:
    if not rooms:
        yield {}
        return
    (seat, room), *others = rooms
    for chosen in combinations(cards, room):
        own = Hand.of(chosen)
        if fits(seat, own):
            for rest in _shared(cards - own, others, fits):
                yield {seat: own, **rest}


def _was_legal(deal: Deal, play: TrickPlay, own: Seat, hand: Hand) -> bool:
    """Return True if a seat with this hand left followed suit, and trumped where it had to."""
    held = int(hand)
    is_free = play.following is FollowRule.OVERTAKE_FREELY
    trump = -1 if is_free else play.trump
    for trick in reversed(deal.tricks):
        led = (trick.cards[0] if trick.talon is None else trick.talon) >> 3
        seat = trick.leader
        for n, card in enumerate(trick.cards):
            if seat == own:
                held |= 1 << card
                must = following_cards(held, led, trump)
                if (n or trick.talon is not None) and not must >> card & 1:
                    return False
            seat = deal.next_seat(seat)
            if seat == play.out:
                seat = deal.next_seat(seat)
    return True


def _talon_fits(deal: Deal, hands: tuple[Hand, ...]) -> bool:
    """Return True if only the declarer, or nobody, holds a talon card that everybody saw taken."""
    if deal.contract is None or any(call.action == act.BUY for call in deal.calls):
        return True
    shown = Hand.of(deal.talon[: deal.talon_shown])
    return not any(hands[s] & shown for s in deal.seats if s != deal.contract.declarer)


# every play, by the engine ---------------------------------------------------------------------


def balances(game: Game) -> tuple[int, ...]:
    return family_of(game.rules).settle(game.rules, game.carry.sheet)


def is_safe(games: list[Game], own: set[Seat], best: tuple[int, ...], others: list[Seat]) -> bool:
    """Return True if one card at each turn of the proposer works in all games and nobody gains."""
    first = games[0]
    if first.deal is None:
        return all(balances(game)[s] <= best[s] for game in games for s in others)
    turn = first.deal.turn
    if turn in own:
        seat = first.deal.phase.to_act(first.deal)
        cards = [a for a in legal_actions(first, seat) if isinstance(a, Play)]
        return any(
            is_safe([apply_action(game, seat, card) for game in games], own, best, others)
            for card in cards
        )
    after: dict[Play, list[Game]] = defaultdict(list)
    for game in games:
        assert game.deal is not None
        seat = game.deal.phase.to_act(game.deal)
        for card in legal_actions(game, seat):
            if isinstance(card, Play):
                after[card].append(apply_action(game, seat, card))
    return all(is_safe(group, own, best, others) for group in after.values())


def is_really_safe(game: Game, limit: int) -> bool | None:
    """Check the claim of a game by brute force; None if there are too many distributions."""
    deal = game.deal
    assert deal is not None
    play = play_of(deal.phase)
    assert play is not None
    assert deal.offer is not None
    own = {deal.offer.seat, *(play.bossed if deal.offer.seat == play.boss else ())}
    others = [seat for seat in deal.seats if seat not in own and seat != play.out]
    accepted = game
    while accepted.deal is not None and isinstance(accepted.deal.phase, ClaimVote):
        accepted = apply_action(accepted, accepted.deal.phase.pending[0], act.ACCEPT)
    groups: dict[tuple[Hand, ...], list[Game]] = defaultdict(list)
    found = 0
    for hands in layouts(deal, play):
        found += 1
        if found > limit:
            return None
        aside = Hand(FULL) - sum(hands) - Hand.of(c for t in deal.tricks for c in t.cards)
        changed = deal._replace(hands=hands, aside=aside, offer=None, phase=play)
        groups[tuple(hands[s] for s in sorted(own))].append(game._replace(deal=changed))
    assert found
    return all(is_safe(group, own, balances(accepted), others) for group in groups.values())


def endings(preset: str, seed: int, left: int) -> Iterator[tuple[Game, Seat]]:
    """Yield every offer at the moment when this many tricks are left of a deal."""
    rng = Random(seed)
    game = apply_action(
        new_game(PRESETS.rules(preset, claims="by_consent")), TABLE_SEAT, act.Dealer(0)
    )
    game = apply_action(game, TABLE_SEAT, deck(rng))
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        deal = game.deal
        assert deal is not None
        if isinstance(deal.phase, TrickPlay) and not deal.trick and len(deal.tricks) == 10 - left:
            for claimer in deal.seats:
                for claim in legal_actions(game, claimer):
                    if isinstance(claim, Claim):
                        yield apply_action(game, claimer, claim), claimer
            return
        seen = build_view(game, seat)
        plays = [action for action in seen.legal if isinstance(action, Play)]
        game = apply_action(game, seat, rng.choice(plays) if plays else BEGINNER.choose(seen, rng))


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@pytest.mark.parametrize("preset", SHORT)
@pytest.mark.parametrize(
    ("left", "seeds"),
    [
        (2, range(fewer(30))),
        (3, range(7)),
        pytest.param(3, range(12), marks=pytest.mark.sweep),
    ],
    ids=["two tricks", "three tricks", "more of three"],
)
def test_what_is_proved_is_safe_against_everything(preset: str, left: int, seeds: range) -> None:
    proved = 0
    for seed in seeds:
        for game, _ in endings(preset, seed, left):
            assert game.deal is not None
            if (
                prove_offer(game.deal) is not None
                and (safe := is_really_safe(game, 300)) is not None
            ):
                proved += 1
                assert safe, (seed, game.deal.offer)
    assert proved


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian"])
def test_what_is_safe_for_all_the_rest_is_proved(preset: str) -> None:
    """No certain trick is missed where only suits and trumps bind the others."""
    sure = 0
    for seed in range(60):
        for game, claimer in endings(preset, seed, 2):
            deal = game.deal
            assert deal is not None
            assert deal.offer is not None
            if deal.offer.tricks[deal.seats.index(claimer)] < 2 or deal.contract is None:
                continue
            safe = is_really_safe(game, 60)
            if safe is not None:
                sure += safe
                assert (prove_offer(deal) is not None) == safe, (seed, deal.offer)
    assert sure > 5


@pytest.mark.slow
@pytest.mark.parametrize("preset", SHORT)
def test_the_true_cards_are_always_possible(preset: str) -> None:
    for seed in range(20):
        for left in (8, 5, 3):
            for game, _ in endings(preset, seed, left):
                deal = game.deal
                assert deal is not None
                play = play_of(deal.phase)
                assert play is not None
                known = public_play(deal, play)
                assert known.layouts.is_possible()
                for place, seat in enumerate(deal.seats):
                    room = known.layouts.counts[place]
                    assert room in (0, len(deal.hands[seat]))
                    if room:
                        assert not deal.hands[seat] & ~known.layouts.allowed[place]
                assert known.layouts.counts[OUT_OF_PLAY] >= 0
                break


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_hidden_cards_do_not_change_the_answer(preset: str) -> None:
    changed = 0
    for seed in range(8):
        for game, _ in endings(preset, seed, 2):
            deal = game.deal
            assert deal is not None
            play = play_of(deal.phase)
            assert play is not None
            said_now = prove_offer(deal)
            for hands in islice(layouts(deal, play), 3):
                changed += hands != deal.hands
                assert prove_offer(deal._replace(hands=hands)) == said_now
    assert changed


# the obvious ones --------------------------------------------------------------------------------


def offered(line: str, contract: str, answers: str, *words: str) -> Deal:
    """Let forehand play the contract and discard the two lowest cards."""
    game = said(contract_won(dealt(f"{line} | ... | ... | 7S 8S"), contract, answers), *words)
    assert game.deal is not None
    return game.deal


def test_eight_trumps_and_two_aces_on_lead() -> None:
    line = "7H 8H 9H 10H JH QH KH AH AC AD"
    found = prove_offer(offered(line, "7H", "whist, whist", "0: claim 10 0 0"))
    assert found is not None
    assert Hand.of(found.cards) == hand(line)
    assert found.cards[0] == cards("AH")[0]


def test_a_trump_that_may_be_outside_stops_it() -> None:
    falls = "AH KH QH JH 10H 9H 8H AC AD KD"  # one small trump is outside, and falls
    assert prove_offer(offered(falls, "7H", "whist, whist", "0: claim 10 0 0")) is not None
    may_stand = "AH QH JH 10H 9H 8H AC AD KD AS"  # the king may not fall under the ace
    assert prove_offer(offered(may_stand, "7H", "whist, whist", "0: claim 10 0 0")) is None


def test_a_misere_of_low_cards_is_sure_once_the_catchers_lie_open() -> None:
    line = "7C 8C 9C 7D 8D 9D 7H 8H 9H 10H"
    before = offered(line, "M", "", "0: claim 0 10 0")
    assert prove_offer(before) is None
    game = said(contract_won(dealt(f"{line} | ... | ... | 7S 8S"), "M", ""), "play 7C")
    game = first_legal(game, 2)
    assert game.deal is not None
    assert game.deal.open_seats == (1, 2)
    after = said(game, "0: claim 0 9 0")
    assert after.deal is not None
    assert after.deal.open_seats == (1, 2)
    assert prove_offer(after.deal) == OfferProof(())


def test_giving_up_needs_no_proof() -> None:
    deal = offered("...", "M", "", "0: claim 10 0 0")
    assert prove_offer(deal) == OfferProof((), is_trivial=True)


def test_who_of_the_defenders_takes_what_is_for_them_to_say() -> None:
    line = "7H 8H 9H 10H JH QH KH AH AC 7D"
    assert prove_offer(offered(line, "7H", "whist, whist", "0: claim 9 1 0")) is None


def test_no_claim_is_open() -> None:
    game = contract_won(dealt(), "6C", "whist, pass, closed")
    assert game.deal is not None
    assert prove_offer(game.deal) is None


def asked(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


def first_legal(game: Game, times: int = 1) -> Game:
    for _ in range(times):
        game = apply_action(game, asked(game), legal_actions(game, asked(game))[0])
    return game


def test_a_declarer_who_may_declare_no_aces_is_asked() -> None:
    """austrian.md A-10: a lone defender gives all away, before and after the first trick."""
    game = austrian.dealt(claims="by_consent", ace_bonuses=True, negotiation="off", pot=200)
    game = first_legal(said(game, "bid 1", "pass", "pass"))
    game = said(game, "declare 1", "join", "drop", "alone")
    early = said(game, "1: claim 10 0 0")
    assert early.deal is not None
    assert prove_offer(early.deal) is None
    late = said(first_legal(game, 2), "1: claim 9 0 0")
    assert late.deal is not None
    assert prove_offer(late.deal) == OfferProof((), is_trivial=True)


@pytest.mark.parametrize("abandoned", ["write_off", "void"])
@pytest.mark.parametrize("preset", balkan.PRESETS)
def test_nobody_gives_away_another_s_tricks(preset: str, abandoned: str) -> None:
    """balkan.md 3.9: ten sure tricks of the declarer, whatever a match given up counts."""
    line = "7H 8H 9H 10H JH QH KH AH AS AD | ... | ... | 7S 8S"
    game = balkan.dealt(line, preset, abandoned_game=abandoned)
    game = said(game, "bid 2", "pass", "pass", "discard 7S 8S", "declare 4H", "join", "join")
    game = said(game, "stand", "stand")
    own, theirs = said(game, "0: claim 10 0 0").deal, said(game, "1: claim 5 5 0").deal
    assert own is not None
    assert theirs is not None
    assert prove_offer(own) is not None
    assert prove_offer(theirs) is None
