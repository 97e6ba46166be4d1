"""Record of how the defenders of a match answered recent contracts, packed into the carry."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.deal import DealResult
from bot.engine.families import family_of
from bot.engine.rules import Rules

_MAX_ANSWERS: Final = 24  # over an evening the players change, and so does their style
_HAND: Final = 8  # hexadecimal digits
_WIDTH: Final = _HAND + 3
_EARLIER_ANSWERS: Final = (None, False, True)


class DefenceAnswer(NamedTuple):
    """One defender's answer to a contract in tricks, in one of the last deals.

    ``after`` is the earlier answer of the other defender, None if this seat was asked first;
    ``hand`` is the defender's hand as dealt, 0 where the rules reveal no hands.
    """

    seat: Seat
    level: int
    trump: int  # -1 for none
    takes_part: bool
    after: bool | None
    hand: int

    def pack(self) -> str:
        """Return eleven hexadecimal digits: eight for the hand, three for the other fields."""
        about = (self.level << 3 | self.trump + 1) << 5
        about |= self.seat << 3 | _EARLIER_ANSWERS.index(self.after) << 1 | self.takes_part
        return f"{self.hand:0{_HAND}x}{about:03x}"


def defence_answers_of(carry: Carry) -> tuple[DefenceAnswer, ...]:
    """Return the answers to the last contracts of a match, the newest last."""
    told = carry.answers
    return tuple(_unpack(told[n : n + _WIDTH]) for n in range(0, len(told), _WIDTH))


def _unpack(told: str) -> DefenceAnswer:
    hand, about = int(told[:_HAND], 16), int(told[_HAND:], 16)
    return DefenceAnswer(
        seat=about >> 3 & 3,
        level=about >> 8,
        trump=(about >> 5 & 7) - 1,
        takes_part=bool(about & 1),
        after=_EARLIER_ANSWERS[about >> 1 & 3],
        hand=hand,
    )


def with_defence_answers(rules: Rules, before: Carry, after: Carry, result: DealResult) -> Carry:
    """Return the carry ``after`` a scored deal, its answers appended to those of ``before``."""
    told = before.answers + "".join(answer.pack() for answer in _defence_answers(rules, result))
    return replace(after, answers=told[-_MAX_ANSWERS * _WIDTH :])


def _defence_answers(rules: Rules, result: DealResult) -> Iterator[DefenceAnswer]:
    """Yield the first answer of each defender; a pass in the auction is no answer."""
    contract, words = result.contract, family_of(rules).defence_answers
    if contract is None or contract.is_misere:
        return
    is_named, heard, after = False, {contract.declarer}, None
    for seat, said in result.calls:
        if said in words and seat not in heard and (is_named or said != act.PASS):
            heard.add(seat)
            hand = result.dealt[seat] if rules.options.reveal_after_deal else 0
            yield DefenceAnswer(seat, contract.level, contract.trump, words[said], after, hand)
            after = words[said]
        is_named = is_named or said.startswith("declare")
