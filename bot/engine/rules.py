"""The rules of a table: a family, the preset they started from, and all options.

Options are frozen when the first card is dealt; the game stores the whole set, so that a later
change of a preset affects no running game.  What rules refuse has a reason, one word of a closed
list, with a sentence in each language (render/words).
"""

from enum import StrEnum
from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from bot.engine.cards import Seat

ErrorFact = str | int


class RuleReason(StrEnum):
    """The reasons why the rules refuse an action."""

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    NO_DEAL = "no_deal"
    WRONG_PHASE = "wrong_phase"
    BID_TOO_LOW = "bid_too_low"
    BID_BELOW_BAR = "bid_below_bar"
    BID_MUST_STEP = "bid_must_step"
    MISERE_FIRST_CALL_ONLY = "misere_first_call_only"
    MISERE_BOUND = "misere_bound"
    CALL_SWITCHED_OFF = "call_switched_off"
    NOTHING_TO_HOLD = "nothing_to_hold"
    SENIOR_HOLDS = "senior_holds"
    GAME_FIRST_CALL_ONLY = "game_first_call_only"
    NUMBERS_ARE_OVER = "numbers_are_over"
    NOT_YOUR_CARD = "not_your_card"
    MUST_FOLLOW = "must_follow"
    MUST_TRUMP = "must_trump"
    MUST_OVERTAKE = "must_overtake"
    MUST_WIN_LOW = "must_win_low"
    DISCARD_TWO_OF_YOURS = "discard_two_of_yours"
    CONTRACT_BELOW_BID = "contract_below_bid"
    CLAIM_BETWEEN_TRICKS = "claim_between_tricks"
    CLAIM_ONCE = "claim_once"
    CLAIM_SPLIT = "claim_split"
    HOLD_NOT_YOURS = "hold_not_yours"
    BOUND_BY_FIRST_BID = "bound_by_first_bid"
    MUST_NAME_SUIT = "must_name_suit"
    OFFER_NOT_ALLOWED = "offer_not_allowed"
    OFFER_REPEATED = "offer_repeated"
    OFFERS_USED_UP = "offers_used_up"
    OFFER_OPEN = "offer_open"
    BAD_DECK = "bad_deck"
    TAKE_BACK_OFF = "take_back_off"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    SHOWN_SINCE = "shown_since"


class BadNotation(ValueError):
    """The text is no action; ``text`` is the text given.

    It may name cards, so the message, which goes into logs, does not contain it.
    """

    def __init__(self, text: str) -> None:
        super().__init__("not an action")
        self.text = text


class IllegalAction(ValueError):
    """The action is readable but illegal now; nothing has changed."""

    def __init__(self, reason: RuleReason, **facts: ErrorFact) -> None:
        super().__init__(reason.value, facts)
        self.reason = reason
        self.facts = facts


class BadRules(ValueError):
    """The options contradict each other; ``reason`` is the key of the sentence."""

    def __init__(self, reason: str, **facts: ErrorFact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Claims(StrEnum):
    """The option that lets a player propose a split of the remaining tricks."""

    OFF = "off"
    BY_CONSENT = "by_consent"


class TricksShown(StrEnum):
    """The finished tricks that players may look at while the deal is played."""

    ALL = "all"
    LAST = "last"  # the others are turned down, until the deal is scored


class TakingBack(StrEnum):
    """The option that lets a player take back their last action (rules/README.md, Taking back)."""

    OFF = "off"
    ASK = "ask"  # all must agree
    FRIENDLY = "friendly"  # the same; free at a friendly table while nobody has acted since


class Options(BaseModel):
    """The options every family has; each family extends them.

    The family's own validators refuse contradictory options with BadRules.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: Literal[2, 3, 4] = 3
    claims: Claims = Claims.BY_CONSENT
    take_back: TakingBack = TakingBack.ASK
    reveal_after_deal: bool = True
    tricks_shown: TricksShown = TricksShown.ALL
    stake_label: str = "points"

    @classmethod
    def of(cls, rules: "Rules") -> Self:
        """Return the options of rules that are known to be of this family."""
        assert isinstance(rules.options, cls)
        return rules.options


class Rules(NamedTuple):
    """One set of rules; ``preset`` is the name of the preset the options started from."""

    family: str
    preset: str
    options: Options

    @property
    def players(self) -> int:
        return self.options.players

    @property
    def dummy(self) -> Seat:
        """The seat of the dummy in a game of two players, after theirs; else -1."""
        return 2 if self.players == 2 else -1

    def with_options(self, **changes: object) -> "Rules":
        """Return the rules with changed options.  Raises ValidationError for an invalid value."""
        options = self.options.model_dump() | changes
        return self._replace(options=self.options.model_validate(options))
