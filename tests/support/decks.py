"""Where decks of tests come from."""

from random import Random

from bot.engine.cards import PACK
from bot.engine.shuffle import SEED_BYTES
from bot.tables import DeckSource


def dealt_by(chance: Random) -> DeckSource:
    """What ``chance`` deals, whatever seed and words say: for evenings with known cards."""
    return DeckSource(dealing=lambda *_: tuple(chance.sample(PACK, len(PACK))))


def fair_decks(chance: Random) -> DeckSource:
    """As outside of tests, with seeds that are the same at every run."""
    return DeckSource(new_seed=lambda: chance.randbytes(SEED_BYTES))
