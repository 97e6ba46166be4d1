"""Where decks of tests come from."""

from random import Random

from bot.engine.cards import PACK
from bot.engine.fairness import SEED_BYTES
from bot.tables import Decks


def dealt_by(chance: Random) -> Decks:
    """What ``chance`` deals, whatever seed and words say: for evenings with known cards."""
    return Decks(dealing=lambda *_: tuple(chance.sample(PACK, len(PACK))))


def fair_decks(chance: Random) -> Decks:
    """As outside of tests, with seeds that are the same at every run."""
    return Decks(seed=lambda: chance.randbytes(SEED_BYTES))
