"""Text encoding of the values that several UI commands share."""

from itertools import permutations
from typing import Final

from bot.engine import actions, notation
from bot.engine.cards import CARDS_BY_NAME, Card
from bot.engine.families import FAMILIES
from bot.model import enums, refusals
from bot.model.codec_fields import CodecField, choice_field, enum_field, number_field, word_field

MAX_PAGE: Final = 1000  # page of any list; keeps a forged number from the database
MAX_USER: Final = 2**63 - 1  # a database integer, larger than any id Discord issues
_MAX_DEAL: Final = 99_999
_MAX_GAME: Final = 10**15 - 1  # as many digits as a button's custom id allows

CONFIRMED: Final = choice_field({"": False, "yes": True})
NAME: Final = word_field(r"\w{1,40}")
PAGE: Final = number_field(1, MAX_PAGE)
DEAL: Final = number_field(1, _MAX_DEAL, refusals.Refusal.NO_SUCH_DEAL)
GAME_ID: Final = number_field(1, _MAX_GAME, refusals.Refusal.UNKNOWN_TABLE)
USER: Final = number_field(0, MAX_USER)  # 0: nobody, or a robot
FAMILY: Final = choice_field({family: family for family in FAMILIES})
CLOCK: Final = enum_field(enums.Clock)


def _parse_action(line: str) -> actions.Action:
    """Parse an action of the rules; each has one text."""
    action = notation.parse_action(line)
    if notation.format_action(action) != line:
        raise ValueError(line)
    return action


def _action_text(action: object) -> str:
    assert isinstance(action, actions.Action)
    return notation.format_action(action)


def _discard_marks() -> dict[str, tuple[Card, ...]]:
    """Return all discard marks by text: no card, one, or two in the order they were marked."""
    cards = CARDS_BY_NAME.values()
    return {notation.cards_text(pick): pick for n in range(3) for pick in permutations(cards, n)}


ACTION: Final = CodecField(_parse_action, _action_text)
DISCARD_MARKS: Final = choice_field(_discard_marks())
