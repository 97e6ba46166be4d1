"""Check that no request shows a card to somebody who may not know it.

At the end of an evening the stored log is replayed, and each card named in a request (witness.py)
must have been public at that moment, or in the hand of the one person who sees the request.  This
module derives the public cards from the state of the deal, without ``bot.engine.view``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from bot.engine.actions import THROW, Claim
from bot.engine.cards import CARDS_BY_NAME, FULL, Card, Hand
from bot.engine.deal import Call, Contract, Deal, DealResult, Trick
from bot.engine.game import Game, new_game
from bot.engine.notation import parse_action
from bot.engine.replaying import advance_games
from bot.engine.rules import Rules
from bot.notation.deal_code import BadCode, read_deal_code
from bot.presets import load_presets, parse_rules
from tests.support.naming import is_shared_problem, is_study, stamps_in, texts_in
from tests.support.seeds import IN_RECORD, RECORD, cards_beside_records, said_by, seeds_in, spoken
from tests.support.stored import read
from tests.support.witness import SentRequest

_CODE: Final = re.compile(r"`([\w-]{12,48})`")
_PRESETS: Final = load_presets()
_BEYOND: Final = 99  # a deal that no table scores: its seed is public once all have ended
DeckSeed = tuple[int, int, bytes]  # game, deal, seed


@dataclass
class Evening:
    """The stored games of an evening, with every state of each."""

    database: Path
    told: list[DeckSeed] = field(default_factory=list)  # those that occur in any request
    _games: dict[int, list[Game]] = field(default_factory=dict)

    def states(self, game_id: int) -> list[Game]:
        """Return the game after 0, 1, 2, ... lines."""
        if game_id not in self._games:
            self._games[game_id] = self._replayed(game_id)
        return self._games[game_id]

    def _replayed(self, game_id: int) -> list[Game]:
        ((rules,),) = read(self.database, "SELECT rules FROM game WHERE game_id = ?", game_id)
        states = [new_game(parse_rules(rules))]
        standing: Sequence[Game] = states[:]
        sql = "SELECT seat, text FROM line WHERE game_id = ? ORDER BY version"
        for seat, text in read(self.database, sql, game_id):
            standing = advance_games(standing, seat, parse_action(text))
            states.append(standing[-1])
        return states

    def seat_of(self, game_id: int, user_id: int, version: int) -> int | None:
        """Return a person's seat at this number of lines; the line of leaving it ends it."""
        return next(
            (
                seat
                for game, seat, user, since, until in self._sittings
                if (game, user) == (game_id, user_id)
                and since <= version
                and (until is None or until >= version)
            ),
            None,
        )

    @cached_property
    def events(self) -> dict[int, tuple[int, list[int]]]:
        """Return for each game of an event the tables it has room for, and all its games."""
        rows = read(self.database, "SELECT game_id, event FROM game WHERE event <> ''")
        places = dict(read(self.database, "SELECT code, tables FROM daily_event"))
        return {
            game: (places[event.split(".")[0]], [other for other, same in rows if same == event])
            for game, event in rows
        }

    def is_sealed(self, request: SentRequest, game_id: int, deal: int) -> bool:
        """Return True if another table of the game's event could still be dealt a deal.

        The days of an event are left out: no evening here waits for its end.
        """
        if game_id not in self.events:
            return False
        places, games = self.events[game_id]
        begun = [game for game in games if request.versions.get(game)]
        playing = [game for game in begun if game not in request.ended]
        return len(begun) < places or any(self.scored(request, game) < deal for game in playing)

    def scored(self, request: SentRequest, game_id: int) -> int:
        """Return how many deals of a game were scored when a request was sent."""
        states = self.states(game_id)
        return states[min(request.versions[game_id], len(states) - 1)].carry.number

    @cached_property
    def seeds(self) -> list[DeckSeed]:
        """Return every deck."""
        rows = read(self.database, "SELECT game_id, deal, seed FROM shuffle")
        return [(row[0], row[1], bytes.fromhex(row[2])) for row in rows]

    @cached_property
    def daily_seeds(self) -> list[DeckSeed]:
        """Return the seed of the six deals of every day, with the secret of each deal's robots."""
        rows = read(self.database, "SELECT day, seed FROM daily_event")
        return [(row[0], deal, bytes.fromhex(row[1])) for row in rows for deal in range(1, 7)]

    @cached_property
    def _sittings(self) -> list[Any]:
        return read(self.database, "SELECT game_id, seat, user_id, since, until FROM sitting")


def knowable(game: Game, seat: int | None) -> Hand:
    """Return every card that a seat (None: the public) may see named in this state."""
    if game.deal is None or not game.deal.is_dealt:
        return _shown_after(game)
    return public_cards(game.deal) | own_cards(game.deal, seat)


def public_cards(deal: Deal) -> Hand:
    """Return the cards that lie face up: talon, tricks, the trick in progress, open hands."""
    talon = open_talon(deal.rules, deal.contract, deal.talon)
    shown = deal.talon[: deal.talon_shown] if talon is None else talon
    tricks = deal.tricks
    if deal.rules.options.tricks_shown == "last":  # all have seen it and may remember it
        is_thrown = THROW in (call.action for call in deal.calls)
        tricks, shown = tricks[-1:], () if len(tricks) > 1 and not is_thrown else shown
    played = [card for trick in tricks for card in trick.cards]
    cards = Hand.of([*shown, *played, *_led(tricks), *deal.trick, *deal.lead[:1]])
    for seat in deal.open_seats:
        # only a claim opens a Balkan hand: a defender who drops lays it face down (balkan.md 2.8)
        if deal.rules.family != "balkan" or seat in {c.seat for c in deal.calls if is_claim(c)}:
            cards |= deal.hands[seat]
    return cards


def is_claim(call: Call) -> bool:
    return isinstance(call.action, Claim)


def open_talon(
    rules: Rules, contract: Contract | None, talon: tuple[Card, ...]
) -> tuple[Card, ...] | None:
    """Return the talon where the contract alone decides that it is shown; None elsewhere.

    It is shown for a number, not for a game (balkan.md 2.6); a bought one only by agreement
    (austrian.md C-10).
    """
    if rules.family not in ("balkan", "austrian"):
        return None
    is_number = contract is not None and contract.name[0].isdecimal() and contract.name[-1] != "X"
    return talon if is_number and getattr(rules.options, "talon_exposed", False) else ()


def _led(tricks: Sequence[Trick]) -> list[Card]:
    """Return the talon cards that led a trick."""
    return [trick.talon for trick in tricks if trick.talon is not None]


def own_cards(deal: Deal, seat: int | None) -> Hand:
    """Return the hand of a seat, with the declarer's discard if it is theirs."""
    if seat is None:
        return Hand(0)
    declares = deal.contract is not None and deal.contract.declarer == seat
    return deal.hands[seat] | Hand.of(deal.discard if declares else ())


def _shown_after(game: Game) -> Hand:
    """Return the cards a scored deal shows: its tricks, and the hands where the rules open them."""
    last = game.last
    if last is None or game.rules.options.reveal_after_deal:
        return Hand(0) if last is None else FULL
    talon = open_talon(game.rules, last.contract, last.talon) or ()
    played = (card for trick in last.tricks for card in trick.cards)
    return Hand.of([*played, *_led(last.tricks), *talon]) | _claimed(last)


def _claimed(last: DealResult) -> Hand:
    """Return the hands that a claim of all the rest laid open."""
    cards = Hand(0)
    for seat, text in last.calls:
        action = parse_action(text)
        place = last.seats.index(seat)
        if isinstance(action, Claim) and action.tricks[place] == sum(action.tricks):
            is_declarer = last.contract is not None and last.contract.declarer == seat
            taken = Hand.of(last.talon) if is_declarer and last.discard else Hand(0)
            cards |= (Hand(last.dealt[seat]) | taken) - Hand.of(last.discard)
    return cards


def leaks(
    kept: Sequence[SentRequest],
    database: Path,
    named: Set[Card] = frozenset(),
    logged: Sequence[str] = (),
) -> list[str]:
    """Return every card in a request whose reader may not know it, and every early seed.

    ``named``: cards that occur in the names of people.  ``logged``: no seed may ever be in it.
    """
    evening = Evening(database)
    evening.told = _told(said_by(kept), evening.seeds)
    first: dict[int, Mapping[int, int]] = {}
    found = []
    for number, request in enumerate(kept):
        if request.message is not None and request.before:
            first.setdefault(request.message, request.before)
        began = first.get(request.message, {}) if request.message is not None else {}
        found += [f"request {number}: {leak}" for leak in _leaks(request, began, named, evening)]
    return found + [
        f"the log tells the seed of deal {deal} of game {game}"
        for game, deal in seeds_in(
            "\n".join(logged).lower(), [*evening.seeds, *evening.daily_seeds]
        )
    ]


def _leaks(
    request: SentRequest, began: Mapping[int, int], elsewhere: Set[Card], evening: Evening
) -> Iterator[str]:
    if "/emojis" in request.path or request.path.endswith("/commands"):
        return
    texts = texts_in(request.json)
    yield from _codes_of_open_deals(request, texts, evening)
    if is_shared_problem(texts) or (request.viewer is not None and is_study(texts)):
        return  # cards of a problem, a lesson, an own deal are open, but only to their reader
    yield from _early_decks(request, texts, evening)
    named = cards_beside_records(texts)
    stamps = {g: v for g, v in stamps_in(texts).items() if g in request.versions}
    at = stamps or {**request.versions, **request.before} if named else {}
    allowed = Hand(0)
    for game_id, version in at.items():
        allowed |= _allowed(request, game_id, version, began.get(game_id), evening)
    secret = {card for card in named - request.said - elsewhere if card not in allowed}
    if secret and secret != _catchers_list(request, at, allowed, evening):
        names = [name for name, card in CARDS_BY_NAME.items() if card in secret]
        yield (
            f"{request.method} {request.path} for {request.viewer or 'everybody'} "
            f"at {dict(at)} shows {names}"
        )


def _catchers_list(
    request: SentRequest, at: Mapping[int, int], allowed: Hand, evening: Evening
) -> set[Card]:
    """Return all cards that a catcher of an open misère does not know: together they tell nothing.

    Empty for everybody else, and for part of them: that would tell the declarer's hand.
    """
    for game_id, version in at.items():
        states = evening.states(game_id)
        game = states[min(version, request.versions[game_id], len(states) - 1)]
        seat = request.viewer and evening.seat_of(game_id, request.viewer, version)
        deal = game.deal
        if deal is None or deal.contract is None or not deal.contract.is_misere or seat is None:
            continue
        catchers = set(deal.seats) - {deal.contract.declarer}
        if seat in catchers and catchers <= {seat, *deal.open_seats}:
            return set(Hand(FULL) - allowed)
    return set()


def _early_decks(request: SentRequest, texts: Sequence[str], evening: Evening) -> Iterator[str]:
    """Return seeds, and decks shown with their seeds, that are still secret."""
    records = [text for text in texts if IN_RECORD in text]
    shown = {(int(g), int(d)) for text in records for g, d in RECORD.findall(text)}
    if evening.told:
        shown |= set(seeds_in(spoken(request.json, texts, request.path), evening.told))
    for game_id, deal in shown:
        if not _is_published(request, game_id, deal, evening):
            yield f"{request.method} {request.path} tells the deck of deal {deal} of {game_id}"


def _codes_of_open_deals(
    request: SentRequest, texts: Sequence[str], evening: Evening
) -> Iterator[str]:
    """Return the codes of deals whose cards lie in a game that has not scored them."""
    for code in (found[1] for text in texts for found in _CODE.finditer(text)):
        if (hands := _hands_of(code)) is None:
            continue
        for game_id, version in request.versions.items():
            states = evening.states(game_id)
            deal = states[min(version, len(states) - 1)].deal
            if deal is not None and deal.is_dealt and deal.dealt == hands:
                yield f"{request.method} {request.path} tells the code of an open deal"


@cache  # a code stands in all messages of its deal, and reading it replays the deal
def _hands_of(code: str) -> tuple[Hand, ...] | None:
    try:
        return read_deal_code(_PRESETS, code).hands
    except BadCode:
        return None


def _told(text: str, seeds: Sequence[DeckSeed]) -> list[DeckSeed]:
    """Return the seeds that occur in the text."""
    found = set(seeds_in(text, seeds))
    return [seed for seed in seeds if seed[:2] in found]


def _is_published(request: SentRequest, game_id: int, deal: int, evening: Evening) -> bool:
    """Return True after the match, or after the deal where all hands are shown then."""
    if game_id in evening.events:
        return not evening.is_sealed(request, game_id, _BEYOND)
    if game_id in request.ended:
        return True
    states = evening.states(game_id)
    game = states[min(request.versions[game_id], len(states) - 1)]
    return game.rules.options.reveal_after_deal and deal <= game.carry.number


def _allowed(
    request: SentRequest, game_id: int, version: int, began: int | None, evening: Evening
) -> Hand:
    """Return the cards that the reader may know of a game at the version that was drawn."""
    states = evening.states(game_id)
    newest = min(request.versions[game_id], len(states) - 1)
    version = min(version, newest)
    seat = request.viewer and evening.seat_of(game_id, request.viewer, version)
    is_past = began is not None and request.viewer is None and _deal_closed(states, began, newest)
    # a public message about a deal that has ended since: its final state
    shown = states[_closing(states, began) if is_past and began is not None else version]
    if seat is None and evening.is_sealed(request, game_id, shown.carry.number + _is_dealt(shown)):
        return Hand(0)
    if request.viewer is not None and seat is None:
        return knowable(shown, None) | _followed(request, game_id, version, states)
    return _shown_after(shown) if is_past else knowable(shown, seat)


def _followed(request: SentRequest, game_id: int, version: int, states: Sequence[Game]) -> Hand:
    """Return the cards of the hands that are shown to a kibitzer, if the page is a trick late."""
    newest = states[min(request.versions[game_id], len(states) - 1)].deal
    then, cards = states[version].deal, Hand(0)
    if newest is None or then is None or not then.is_dealt or newest.dealt != then.dealt:
        return cards
    if len(then.tricks) >= len(newest.tricks):
        return cards
    for game, seat in request.followed:
        if game == game_id:
            cards |= own_cards(then, seat)
    return cards


def _is_dealt(game: Game) -> bool:
    """Return True while cards are dealt; False while the players vote on another deal."""
    return game.deal is not None and game.deal.is_dealt


def _deal_closed(states: Sequence[Game], began: int, newest: int) -> bool:
    return not _is_dealt(states[began]) or states[newest].carry.number > states[began].carry.number


def _closing(states: Sequence[Game], began: int) -> int:
    """Return the state in which the deal that was open at ``began`` is scored."""
    number = states[began].carry.number
    if not _is_dealt(states[began]):
        return began
    return next(n for n, game in enumerate(states) if game.carry.number > number)
