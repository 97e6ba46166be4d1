"""Portable Preferans Notation, of Balkan games: a record a deal (docs/notation.md).

The calls of a deal are found from the highest bid of each player.  Cards are read up to the first
one that cannot be played.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, legal_actions, stage_of, to_act
from bot.engine.rules import Rules
from bot.notation import single_deal
from bot.notation.imports import reconstruction
from bot.presets import Presets

PRESET: Final = "serbian"

_LETTERS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVW"  # spades, diamonds, hearts, clubs
_SUITS: Final = (0, 2, 3, 1)  # our numbers of these suits
_CARDS: Final = {
    letter: _SUITS[place // 8] * 8 + place % 8 for place, letter in enumerate(_LETTERS)
}
LETTERS_OF_CARDS: Final = {card: letter for letter, card in _CARDS.items()}
_RECORD: Final = re.compile(r"\[([^\[\]]{1,2000})\]")
_DEALT: Final = re.compile(r"\d+ [123]{3} [1-9A-W]{32} \S+( .*)?", re.DOTALL)
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z0-9]* .*", re.DOTALL)
_ORDERS: Final = ("123", "231", "312")
_BID: Final = re.compile(r"P|[2-8]|M[2-8]|G[2-8]?")
# some writers leave out the fields between the kontra and the tricks
_TRICKS: Final = re.compile(r"[1-9A-W]{2,3}[123](,[1-9A-W]{2,3}[123])*")
NO_DISCARD: Final = "XX"
_BOTH: Final = 4  # the answer "both defend", and every larger number
KONTRA_LEVELS: Final = {"K": 1, "R": 2, "S": 3, "M": 4}


class _Fields(NamedTuple):
    """The fields of a record that are read; ``seat`` numbers are ours, from 0."""

    dealer: Seat
    order: tuple[Seat, ...]
    bids: dict[Seat, str]
    main: Seat
    discard: str
    contract: str
    accepted: int
    kontra: str
    cards: tuple[Card, ...]


def looks_like_ppn(text: str) -> bool:
    """Return True if the text has a record of a deal."""
    return any(_DEALT.fullmatch(" ".join(found[1].split())) for found in _RECORD.finditer(text))


def read_ppn(presets: Presets, text: str) -> Iterator[reconstruction.ImportedDeal]:
    """Yield the deals of a text.  Raises BadDeal with the number of the record."""
    for number, found in enumerate(_RECORD.finditer(text), start=1):
        record = " ".join(found[1].split())
        if _DEALT.fullmatch(record):
            yield _deal_of(presets, record.split(" "), number)
        elif not _HEADER.fullmatch(record):
            raise single_deal.BadDeal("unreadable", line=number, said=record[:80])


def _deal_of(presets: Presets, words: list[str], number: int) -> reconstruction.ImportedDeal:
    try:
        fields = _fields_of(words)
    except (ValueError, KeyError, IndexError) as error:
        raise single_deal.BadDeal("unreadable", line=number, said=" ".join(words)[:80]) from error
    rules = presets.rules(PRESET)
    hands, talon = _cards_of(words[2])
    by_seat = single_deal.hands_by_seat(rules, fields.dealer, hands)
    bare = single_deal.SingleDeal(rules, fields.dealer, by_seat, talon)
    single_deal.check_cards(bare)
    called = reconstruction.with_calls(bare, _Calls(rules, fields, _auction(bare, fields)))
    title = words[0]
    if fields.main < 0:
        return reconstruction.ImportedDeal(called, title)
    last = single_deal.replayed(called)[-1]
    if stage_of(last) is Stage.EXCHANGE:  # it ends here: somebody else holds what is laid away
        return reconstruction.ImportedDeal(
            called, title, 1, CARD_NAMES[_wrong_discards(last, fields)[0]]
        )
    return reconstruction.with_cards(called, last, fields.cards, title)


def _fields_of(words: list[str]) -> _Fields:
    order = tuple(int(digit) - 1 for digit in words[1])
    if words[1] not in _ORDERS:
        raise ValueError(words[1])
    bids = words[3].split(",")
    if len(bids) != len(order) or not all(map(_BID.fullmatch, bids)):
        raise ValueError(words[3])
    by_seat = dict(zip(order, bids, strict=True))
    if len(words) == 4:
        return _Fields(order[-1], order, by_seat, -1, NO_DISCARD, "", 0, "0", ())
    main, discard, contract, accepted, kontra = words[4:9]
    tricks = next((word for word in words[9:] if _TRICKS.fullmatch(word)), "")
    cards = tuple(_CARDS[letter] for trick in tricks.split(",") for letter in trick[:-1])
    return _Fields(
        *(order[-1], order, by_seat, int(main) - 1, discard, contract),
        *(int(accepted), kontra, cards),
    )


def _cards_of(letters: str) -> tuple[list[Hand], tuple[Card, ...]]:
    cards = [_CARDS[letter] for letter in letters]
    return [Hand.of(cards[n : n + 10]) for n in (0, 10, 20)], tuple(cards[30:])


# The auction: the only order of calls that gives each player this highest bid.


def _auction(bare: single_deal.SingleDeal, fields: _Fields) -> list[Action]:
    """Return the calls.  Raises BadDeal if no auction ends with these bids."""
    found = _search(single_deal.opening(bare), fields, ())
    if found is None:
        raise single_deal.BadDeal("auction_impossible")
    return [said.action for said in found]


def _search(
    game: Game, fields: _Fields, said: tuple[single_deal.SeatAction, ...]
) -> tuple[single_deal.SeatAction, ...] | None:
    """Return the calls of an auction with these bids; None if none goes on from here."""
    seat = to_act(game)
    if (
        stage_of(game) is not Stage.AUCTION
        or seat is None
        or not _names_bids(legal_actions(game, seat))
    ):
        return said if _highest(said, fields) == fields.bids else None
    for action in legal_actions(game, seat):
        if not _is_beyond(action, seat, fields):
            found = _search(
                apply_action(game, seat, action),
                fields,
                (*said, single_deal.SeatAction(seat, action)),
            )
            if found is not None:
                return found
    return None


def _names_bids(legal: Sequence[Action]) -> bool:
    """Return False where several games are compared: each caller names theirs."""
    return act.PASS in legal


def _is_beyond(action: Action, seat: Seat, fields: _Fields) -> bool:
    """Return True for a bid above the highest one of the seat."""
    bid = fields.bids[seat]
    if not isinstance(action, act.Bid):
        return False
    if action.name.startswith("G"):
        return not bid.startswith("G")
    return bid in ("P",) or (bid[-1:].isdecimal() and int(action.name) > int(bid[-1]))


def _highest(said: Sequence[single_deal.SeatAction], fields: _Fields) -> dict[Seat, str]:
    """Return the highest bid of each seat, a game in the words of the record."""
    found, number = dict.fromkeys(fields.order, "P"), 0
    for seat, action in said:
        if action is act.HOLD:
            found[seat] = f"M{number}"
        elif isinstance(action, act.Bid):
            if action.name.startswith("G"):
                found[seat] = _game_in_words(action.name, fields.bids[seat])
            else:
                number = int(action.name)
                found[seat] = action.name
    return found


def _game_in_words(name: str, told: str) -> str:
    """Return the record's word for a game if it can stand for it, else ours."""
    value = name[1:2]
    if value:
        return f"G{value}"
    return told if told in ("G", "G2", "G3", "G4", "G5") else "G"


class _Calls:
    """The calls of a record, answered question by question."""

    def __init__(self, rules: Rules, fields: _Fields, auction: list[Action]) -> None:
        self._rules = rules
        self._fields = fields
        self._auction = auction

    def __call__(self, game: Game, seat: Seat) -> Action | None:
        fields = self._fields
        match stage_of(game):
            case Stage.AUCTION if self._auction:
                return self._auction.pop(0)
            case Stage.AUCTION:
                return self._shown_game(game, seat)
            case Stage.EXCHANGE if seat != fields.main:
                raise single_deal.BadDeal("auction_impossible")
            case Stage.EXCHANGE if not _wrong_discards(game, fields):
                return reconstruction.discard_of(Hand.of(map(_card, fields.discard)))
            case Stage.DECLARE:
                return self._contract(game, seat)
            case Stage.DEFENCE:
                return self._answer(game, seat)
            case _:
                return None

    def _shown_game(self, game: Game, seat: Seat) -> Action | None:
        if seat == self._fields.main:
            return self._contract(game, seat)
        own = self._fields.bids[seat]
        wanted = (one for one in legal_actions(game, seat) if _value(one) == own[1:2])
        return next(wanted, None) or reconstruction.first_legal(game, seat, act.SILENT)

    def _contract(self, game: Game, seat: Seat) -> Action | None:
        wanted = self._fields.contract.removeprefix("G")
        return next((one for one in legal_actions(game, seat) if _value(one) == wanted), None)

    def _answer(self, game: Game, seat: Seat) -> Action | None:
        fields = self._fields
        joins = fields.accepted >= _BOTH or fields.accepted - 1 == seat
        letter, by = fields.kontra[:1], fields.kontra[1:]
        level = KONTRA_LEVELS.get(letter, 0)
        wishes: list[Action] = []
        if level and (by == str(seat + 1) or seat == fields.main):
            wishes += [act.KONTRAS[n] for n in range(1, level + 1)]
        if letter == "I" and by == str(seat + 1):
            wishes.append(act.INVITE)
        wishes += [act.JOIN if joins or by == str(seat + 1) else act.DROP, act.ALONE, act.STAND]
        return reconstruction.first_legal(game, seat, *wishes)


def _wrong_discards(game: Game, fields: _Fields) -> list[Card]:
    """Return the cards laid away that the declarer does not hold."""
    assert game.deal is not None
    held = game.deal.hands[fields.main]
    return [card for card in map(_card, fields.discard) if card not in held]


def _card(letter: str) -> Card:
    if letter not in _CARDS:
        raise single_deal.BadDeal("discard")
    return _CARDS[letter]


def _value(action: Action) -> str:
    """Return the number of a contract that is declared; "" for every other action."""
    if not isinstance(action, act.Declare):
        return ""
    return action.name.removeprefix("G")[:1]
