"""The link to a deal on the replay page: everything the page shows, in the fragment of a URL.

A browser never sends a fragment to the server.  The page (data/replay) has no rules of auctions:
the fragment tells when cards change hands and what the trump is; who plays next and who takes a
trick the page finds itself.

The packed text has one event per line; blanks divide only the fields of ``R``, and numbers:

``R preset players dealer seats``  the rules; ``seats`` are the active ones, forehand first
``H seat cards``        a hand as dealt; cards are letters, A for 7S up to f for AH
``T cards``             the talon in its order
``c seat action``       a call, in the notation of the log
``d seat cards``        the two cards laid away
``x seat cards``        cards that a hand takes up, ``y`` those it gives away
``t trump seat``        the play begins: S, C, D, H or N, and the seat that stays out
``l card owner``        a talon card leads the next trick; the owner plays it or is -1
``p seat card``         a card
``w tricks``            the tricks of every seat at the end
``s balance``           what the deal brought every seat
"""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from bot.engine import actions as act
from bot.engine import notation, trick_play
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Deal, Trick
from bot.engine.game import Game
from bot.notation.single_deal import SingleDeal, deal_balance, replayed

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"
LONGEST_LINK: Final = 512  # of a link button
_TRUMPS: Final = "SCDHN"
_BARE: Final = -15  # deflate without a header, as a browser's ``deflate-raw``


def replay_fragment(deal: SingleDeal, locale: str) -> str:
    """Return the fragment for the page in a language: ``l=ru&d=...``.  Raises BadDeal."""
    packer = zlib.compressobj(9, wbits=_BARE)
    text = "\n".join(line for lines in event_lines(deal) for line in lines)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"l={locale}&d={urlsafe_b64encode(packed).decode().rstrip('=')}"


def event_lines(deal: SingleDeal) -> list[list[str]]:
    """Return the lines of a deal: those of its cards, of each action, and of its end.

    Raises BadDeal.
    """
    games = replayed(deal)
    steps = zip(pairwise(games), deal.course, strict=True)
    course = (
        [*_call_lines(said.seat, said.action), *_change_lines(before, after)]
        for (before, after), said in steps
    )
    return [list(_card_lines(deal, games[0])), *course, list(_end_lines(games))]


def _card_lines(deal: SingleDeal, start: Game) -> Iterator[str]:
    first = start.deal
    assert first is not None
    seats = "".join(map(str, first.seats))
    yield f"R {deal.rules.preset} {deal.rules.players} {deal.dealer} {seats}"
    for seat in first.seats:
        yield f"H{seat}{_letters(first.dealt[seat])}"
    yield f"T{_letters(deal.talon)}"


def _letters(cards: Iterable[Card]) -> str:
    return "".join(LETTERS[card] for card in cards)


def _call_lines(seat: Seat, action: act.Action) -> Iterator[str]:
    match action:
        case act.Play():
            return
        case act.Discard(low, high):
            yield f"d{seat}{_letters((low, high))}"
        case _:
            yield f"c{seat}{notation.format_action(action)}"


def _change_lines(before: Game, after: Game) -> Iterator[str]:
    old, new = before.deal, after.deal if after.last is None else None
    assert old is not None
    if new is not None:
        yield from _moved_cards(old, new)
    play = _play_of(new) or _play_of(old)
    if play is None:
        return
    if _play_of(old) is None:
        yield f"t{_TRUMPS[play.trump]}{'' if play.out < 0 else play.out}"
    done = sum(len(trick.cards) for trick in _tricks_of(before))
    yield from _played_lines(_tricks_of(after), play, old.seats, done)


def _play_of(deal: Deal | None) -> trick_play.TrickPlay | None:
    """Return the play of a deal, also while its players are asked about a claim."""
    play = None if deal is None else deal.phase.trick_play
    return play if isinstance(play, trick_play.TrickPlay) else None


def _moved_cards(old: Deal, new: Deal) -> Iterator[str]:
    """Yield what hands took up and gave away, but for cards played and laid away."""
    aside = Hand.of(new.discard) | Hand.of(card for trick in new.tricks for card in trick.cards)
    aside = aside | Hand.of(new.trick)
    for seat in old.seats:
        taken, given = new.hands[seat] - old.hands[seat], old.hands[seat] - new.hands[seat]
        if taken:
            yield f"x{seat}{_letters(taken)}"
        if given - aside:
            yield f"y{seat}{_letters(given - aside)}"


def _tricks_of(game: Game) -> tuple[Trick, ...]:
    """Return the tricks so far; the last one may be in progress and has no winner."""
    deal, last = game.deal, game.last
    if last is not None:
        return last.tricks
    assert deal is not None
    running = Trick(deal.leader, deal.trick, -1, deal.lead[0] if deal.lead else None)
    return (*deal.tricks, running)


def _played_lines(
    tricks: Iterable[Trick], play: trick_play.TrickPlay, seats: tuple[Seat, ...], done: int
) -> Iterator[str]:
    """Yield the cards after the first ``done``, each trick's talon card before its first."""
    order, number = [seat for seat in seats if seat != play.out], 0
    for trick in tricks:
        first = order.index(trick.leader) if trick.cards else 0
        for place, card in enumerate(trick.cards):
            number += 1
            if number <= done:
                continue
            if not place and trick.talon is not None:
                yield f"l{LETTERS[trick.talon]}{'' if play.owner < 0 else play.owner}"
            yield f"p{order[(first + place) % len(order)]}{LETTERS[card]}"


def _end_lines(games: list[Game]) -> Iterator[str]:
    last = games[-1].last
    if last is None:
        return
    yield "w" + " ".join(map(str, last.won))
    yield "s" + " ".join(map(str, deal_balance(games)))
