"""Publication of deck seeds.

A seed determines all cards, so it is published when the rules show them, at the latest with the end
of the match. Then every seed is published, also of void matches, abandoned deals and unplayed
decks: otherwise the operator of the bot could discard bad decks unnoticed.
"""

from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.tables.state import TableState
from bot.terms import ENDED_STATUSES


def refuse_unless_seed_public(state: TableState, deal: int) -> None:
    """Raise Refused, with the time of publication, while the seed of that deal is secret."""
    if state.row.status in ENDED_STATUSES:
        return
    if not parse_rules(state.row.rules).options.reveal_after_deal:
        raise Refused(Refusal.SEED_UNTIL_END, deal=deal)
    if deal > scored_deal_count(state):
        raise Refused(Refusal.SEED_UNTIL_SCORED, deal=deal)


def scored_deal_count(state: TableState) -> int:
    """Return the number of closed deals."""
    return 0 if state.game is None else state.game.carry.number
