"""Sources of decks for tests."""

from random import Random

from bot.engine.cards import PACK
from bot.engine.shuffle import SEED_BYTES
from bot.tables import DeckSource


def dealt_by(chance: Random) -> DeckSource:
    """Return a source that deals from ``chance`` whatever the seed: for known cards."""
    seeds = Random(0)  # of their own, so that the cards stay; robots' choices follow from them
    return DeckSource(
        new_seed=lambda: seeds.randbytes(SEED_BYTES),
        dealing=lambda *_: tuple(chance.sample(PACK, len(PACK))),
    )


def fair_decks(chance: Random) -> DeckSource:
    """Return the production source with seeds that repeat in every run."""
    return DeckSource(new_seed=lambda: chance.randbytes(SEED_BYTES))
