"""The names of bids and contracts, and their values (rules/balkan.md 2.7, 3.2).

Numbers are bid as 2 to 8, a game not yet named as G.  A contract is its number with its trump,
2S 3D 4H 5C, or 6B (bettel), 7NT (sanac), 8P (preferans); a game has a G before it: G4H.
"""

from functools import cache
from typing import Final

from bot.engine import actions, cards, deal
from bot.engine.families.balkan.options import BalkanOptions, GameCommitment, SuitOrder

GAME: Final = "G"
BETTEL, SANAC, PREFERANS = 6, 7, 8
_WITHOUT_TRUMP: Final = {BETTEL: "6B", SANAC: "7NT", PREFERANS: "8P"}
_TRICKS: Final = {BETTEL: 0, PREFERANS: 10}
_SIX: Final = 6  # tricks of every other contract


@cache
def ladder(order: SuitOrder, top: int) -> tuple[str, ...]:
    """Return the contracts from two to ``top``, played with the talon."""
    suits = tuple(f"{value}{suit}" for value, suit in enumerate(order.value, start=2))
    return (*suits, *(name for value, name in _WITHOUT_TRUMP.items() if value <= top))


def as_game(name: str) -> str:
    return GAME + name


@cache
def value_of(name: str) -> int:
    """Return the number of a bid or contract; 0 for a game not yet named."""
    digits = name.removeprefix(GAME)[:1]
    return int(digits) if digits else 0


def is_game(name: str) -> bool:
    return name.startswith(GAME)


def explicit_games(top: int) -> tuple[str, ...]:
    """Return the games that are named at once, lowest first (2.3)."""
    return tuple(as_game(name) for value, name in _WITHOUT_TRUMP.items() if value <= top)


def contracts_from(options: BalkanOptions, number: int) -> tuple[str, ...]:
    """Return the contracts allowed after a number has won the auction (2.7)."""
    return ladder(options.suit_order, options.top)[number - 2 :]


def plain_games(options: BalkanOptions) -> tuple[str, ...]:
    """Return the possible contracts of a plain game: never preferans (2.4, 2.7)."""
    top = SANAC if options.game_commitment is GameCommitment.OPEN else 5
    return tuple(map(as_game, ladder(options.suit_order, top)))


@cache
def contract_of(name: str, declarer: cards.Seat) -> deal.Contract:
    """Return the contract of a bid or contract name; a bare number or game has no trump yet."""
    bare = name.removeprefix(GAME)
    trump = "SCDH".find(bare[1]) if len(bare) == 2 else -1
    level = _TRICKS.get(value_of(name), _SIX) if len(bare) > 1 else _SIX
    return deal.Contract(name, declarer, level, trump)


@cache
def basic_score(name: str) -> int:
    """Return twice the number, a game counting one more (3.2)."""
    return 2 * (value_of(name) + is_game(name))


def kontra_level(calls: tuple[deal.Call, ...]) -> int:
    """Return the number of doublings, from the public calls (2.9.2)."""
    return max((c.action.level for c in calls if isinstance(c.action, actions.Kontra)), default=0)


def is_all_or_nothing(name: str) -> bool:
    """Return True for bettel and preferans: no dropping out, one trick decides (2.8, 2.10)."""
    return value_of(name) in _TRICKS
