"""The paid talon of four players (rules/russian.md 4.6): units of the dealer's bonus."""

from bot.engine.cards import ACE, EIGHT, KING, QUEEN, SEVEN, Card, rank_of, suit_of


def talon_units(talon: tuple[Card, ...]) -> int:
    """Return the units of the talon in a trick contract (4.6)."""
    ranks = {rank_of(card) for card in talon}
    one_suit = len({suit_of(card) for card in talon}) == 1
    if ranks == {ACE}:
        return 3
    if ACE in ranks:
        return 2 if KING in ranks and one_suit else 1
    return 1 if ranks == {KING, QUEEN} and one_suit else 0


def misere_units(talon: tuple[Card, ...]) -> int:
    """Return one for each seven, two for seven and eight of one suit (4.6)."""
    ranks = sorted(rank_of(card) for card in talon)
    if ranks == [SEVEN, EIGHT] and len({suit_of(card) for card in talon}) == 1:
        return 2
    return ranks.count(SEVEN)
