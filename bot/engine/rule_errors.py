"""Reasons and exceptions for texts, actions and rules that the engine refuses.

Every reason is one word of a closed list; render/words has its sentence in each language.
"""

from enum import StrEnum

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
