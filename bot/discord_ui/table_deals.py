"""A scored deal of a table by itself, without its match, and its code."""

from typing import Final

from bot.analysis.postmortem.record import DealRecord
from bot.background.reviewer import deal_record
from bot.engine import actions, notation
from bot.engine.game import apply_action, between_deals
from bot.engine.rule_errors import BadNotation, BadRules
from bot.model.refusals import Refusal, Refused
from bot.notation import single_deal
from bot.notation.deal_code import deal_code
from bot.presets import Presets
from bot.store.queries.reviews import RecordedDeal

LONGEST_SHOWN: Final = 64  # letters; many house rules make a longer code, which no line holds


def shown_code(presets: Presets, rules_text: str, recorded: RecordedDeal) -> str:
    """Return the code of a scored deal; "" where its cards are not public, or it is too long.

    A deal that today's rules no longer allow has none.
    """
    try:
        record = deal_record(rules_text, recorded)
        if not record.rules.options.reveal_after_deal:
            return ""
        code = deal_code(presets, single_deal_of(presets, record))
    except (Refused, BadRules, BadNotation, single_deal.BadDeal):
        return ""
    return code if len(code) <= LONGEST_SHOWN else ""


def single_deal_of(presets: Presets, record: DealRecord) -> single_deal.SingleDeal:
    """Return a recorded deal without its match, up to its score.  Raises Refused."""
    game = between_deals(record.rules, record.carry, 0, None)
    for number, (seat, text) in enumerate(record.lines):
        action = notation.parse_action(text)
        if isinstance(action, actions.Deck):
            lines = record.lines[number + 1 :]
            rules = single_deal.rules_of_one_deal(presets, record.rules)
            deal = single_deal.deal_of_match(rules, game.carry, action.cards, lines)
            return _up_to_score(deal)
        game = apply_action(game, seat, action)
    raise Refused(Refusal.NO_REPLAY)


def _up_to_score(deal: single_deal.SingleDeal) -> single_deal.SingleDeal:
    """Return the deal with the actions that lead to its score; questions may follow."""
    game = single_deal.opening(deal)
    for length, (seat, action) in enumerate(deal.course):
        if single_deal.is_scored(game):
            return single_deal.SingleDeal(
                *(deal.rules, deal.dealer, deal.hands, deal.talon, deal.conditions),
                deal.course[:length],
            )
        game = apply_action(game, seat, action)
    return deal
