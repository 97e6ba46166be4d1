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
from bot.notation.single_deal import SingleDeal, active_seats, replayed
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


def read_ppn(presets: Presets, text: str) -> Iterator[single_deal.ImportedDeal]:
    """Yield the deals of a text.  Raises BadDeal with the number of the record."""
    for number, found in enumerate(_RECORD.finditer(text), start=1):
        record = " ".join(found[1].split())
        if _DEALT.fullmatch(record):
            yield _deal_of(presets, record.split(" "), number)
        elif not _HEADER.fullmatch(record):
            raise single_deal.BadDeal("unreadable", line=number, said=record[:80])


def _deal_of(presets: Presets, words: list[str], number: int) -> single_deal.ImportedDeal:
    try:
        fields = _fields_of(words)
    except (ValueError, KeyError, IndexError) as error:
        raise single_deal.BadDeal("unreadable", line=number, said=" ".join(words)[:80]) from error
    rules = presets.rules(PRESET)
    hands, talon = _cards_of(words[2])
    by_seat = single_deal.hands_by_seat(rules, fields.dealer, hands)
    bare = single_deal.SingleDeal(rules, fields.dealer, by_seat, talon)
    single_deal.check_cards(bare)
    called = single_deal.with_calls(bare, _Calls(rules, fields, _auction(bare, fields)))
    title = words[0]
    if fields.main < 0:
        return single_deal.ImportedDeal(called, title)
    last = single_deal.replayed(called)[-1]
    if stage_of(last) is Stage.EXCHANGE:  # it ends here: somebody else holds what is laid away
        return single_deal.ImportedDeal(
            called, title, 1, CARD_NAMES[_wrong_discards(last, fields)[0]]
        )
    return single_deal.with_cards(called, last, fields.cards, title)


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
                return single_deal.discard_of(Hand.of(map(_card, fields.discard)))
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
        return next(wanted, None) or single_deal.first_legal(game, seat, act.SILENT)

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
        return single_deal.first_legal(game, seat, *wishes)


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


# Writes a Balkan deal as a record of Portable Preferans Notation (docs/notation.md).
#
# The notation has the highest bid of each player, not the calls in order, and few answers. A deal
# is written only if its record, read back, is the same deal.

_BOTH_DEFEND: Final = "4"
_LETTERS_OF_LEVELS: Final = {level: letter for letter, level in KONTRA_LEVELS.items()}


def ppn_text(presets: Presets, deal: SingleDeal, number: int = 1) -> str:
    """Return the record of a deal; "" for one that the notation cannot say."""
    if presets.family_key(deal.rules.preset) != presets.family_key(PRESET):
        return ""
    if deal.rules.players != len(active_seats(deal.rules, deal.dealer)) or deal.conditions:
        return ""
    record = f"[{number} {' '.join(_fields(deal))}]\n"
    return record if _says_it_all(presets, deal, record) else ""


def _says_it_all(presets: Presets, deal: SingleDeal, record: str) -> bool:
    try:
        (found,) = read_ppn(presets, record)
    except ValueError:  # of every kind: the record says something else
        return False
    mine = (deal.dealer, deal.hands, deal.talon, deal.course)
    back = found.deal
    return not found.wrong_card and mine == (back.dealer, back.hands, back.talon, back.course)


def _fields(deal: SingleDeal) -> list[str]:
    order = active_seats(deal.rules, deal.dealer)
    cards = [card for seat in order for card in deal.hands[seat]]
    letters = "".join(LETTERS_OF_CARDS[card] for card in (*cards, *deal.talon))
    bids = _highest_bids(deal)
    fields = ["".join(_digit(seat) for seat in order), letters, ",".join(bids[s] for s in order)]
    last = replayed(deal)[-1]
    contract = last.last.contract if last.last is not None else None
    if contract is None:
        return fields
    fields += [_digit(contract.declarer), _discard(deal), _contract(deal), *_answers(deal)]
    tricks = _tricks(deal)
    if tricks:
        value = str(2 * int(_contract(deal).removeprefix("G")))
        assert last.last is not None
        fields += [value, str(last.last.won[contract.declarer]), tricks]
    return fields


def _digit(seat: Seat) -> str:
    return str(seat + 1)


def _highest_bids(deal: SingleDeal) -> dict[Seat, str]:
    """Return the highest bid of each seat; P for none, M for one that was held."""
    found, number = dict.fromkeys(active_seats(deal.rules, deal.dealer), "P"), "2"
    for game, (seat, action) in zip(replayed(deal), deal.course, strict=False):
        if stage_of(game) is not Stage.AUCTION:
            continue
        if action is act.HOLD:
            found[seat] = f"M{number}"
        elif isinstance(action, act.Bid | act.Declare) and action.name.startswith("G"):
            found[seat] = action.name[:2]
        elif isinstance(action, act.Bid):
            number = found[seat] = action.name
    return found


def _discard(deal: SingleDeal) -> str:
    pair = next((said for _, said in deal.course if isinstance(said, act.Discard)), None)
    if pair is None:
        return NO_DISCARD
    return LETTERS_OF_CARDS[pair.low] + LETTERS_OF_CARDS[pair.high]


def _contract(deal: SingleDeal) -> str:
    """Return the number of the contract, with G for a game."""
    names = [said.name for _, said in deal.course if isinstance(said, act.Declare)]
    name = names[-1] if names else "2"
    value = name.removeprefix("G")[:1]
    return f"G{value}" if name.startswith("G") else value


def _answers(deal: SingleDeal) -> tuple[str, str]:
    """Return who defends, and the highest kontra with the seat that began it."""
    joined = {seat for seat, said in deal.course if said in (act.JOIN, act.ALONE)}
    levels = [(said.level, seat) for seat, said in deal.course if isinstance(said, act.Kontra)]
    invited = next((seat for seat, said in deal.course if said is act.INVITE), None)
    accepted = _BOTH_DEFEND if len(joined) > 1 else _digit(joined.pop()) if joined else "0"
    if levels:
        first = min(levels)[1]
        return accepted, _LETTERS_OF_LEVELS[max(levels)[0]] + _digit(first)
    return accepted, "0" if invited is None else f"I{_digit(invited)}"


def _tricks(deal: SingleDeal) -> str:
    """Return the tricks with their winners, as far as their cards were played by hand."""
    last = replayed(deal)[-1].last
    left = sum(isinstance(said, act.Play) for _, said in deal.course)
    found = list[str]()
    for trick in () if last is None else last.tricks:
        if left < len(trick.cards):
            break
        left -= len(trick.cards)
        cards = "".join(LETTERS_OF_CARDS[card] for card in trick.cards)
        found.append(cards + _digit(trick.winner))
    return ",".join(found)
