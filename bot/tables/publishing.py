"""When the seed of a deck is published: it tells all cards, so not before the rules show them.

At the latest with the end of the match, and then of every deck: of void matches, of deals that
were given up, and of those nobody played.  Else whoever runs the bot could drop bad decks.
"""

from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.tables.state import State
from bot.terms import ENDED


def refuse_unless_published(state: State, deal: int) -> None:
    """Raises Refused while the seed of that deal is a secret: when it will be known."""
    if state.row.status in ENDED:
        return
    if not parse_rules(state.row.rules).options.reveal_after_deal:
        raise Refused(Refusal.SEED_UNTIL_END, deal=deal)
    if deal > scored_deals(state):
        raise Refused(Refusal.SEED_UNTIL_SCORED, deal=deal)


def scored_deals(state: State) -> int:
    """How many deals are closed."""
    return 0 if state.game is None else state.game.carry.number
