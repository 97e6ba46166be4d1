"""Writes a Balkan deal as a record of Portable Preferans Notation (docs/notation.md).

The notation has the highest bid of each player, not the calls in order, and few answers.  A deal
is written only if its record, read back, is the same deal.
"""

from typing import Final

from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.game import stage_of
from bot.notation.imports.ppn import KONTRA_LEVELS, LETTERS_OF_CARDS, NO_DISCARD, PRESET, read_ppn
from bot.notation.single_deal import SingleDeal, active_seats, replayed
from bot.presets import Presets

_BOTH: Final = "4"
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
    accepted = _BOTH if len(joined) > 1 else _digit(joined.pop()) if joined else "0"
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
