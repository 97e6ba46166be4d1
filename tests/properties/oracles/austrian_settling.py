"""The payments of an Austrian deal, written apart from the engine (rules/austrian.md 3)."""

from collections.abc import Sequence


def settled(
    common: bool, pot: int, most: int, contract: str, roles: Sequence[str], tricks: Sequence[int]
) -> tuple[list[int], int]:
    """Return the net of declarer, left and right, and the pot after it (3.2, 3.5), without bonuses.

    ``roles`` and ``tricks`` are those of the two defenders; ``common``: the flat scale of 3.4.
    """
    amount = 10 if common else min(pot, most)
    left, right = tricks
    own = 10 - left - right
    net = [0, 0, 0]
    if contract[0] in "57":
        made = own == 0
    elif contract[0] in "68":
        made = own == 10
    else:
        made = own >= 6
        for place, role in enumerate(roles):
            paid = {"play": tricks[place], "host": left + right}.get(role, 0)
            net[1 + place] += amount * paid // 10
            net[0] -= amount * paid // 10
            falls = (role == "play" and paid < 2) or (role == "host" and paid < 4)
            net[1 + place] -= amount * falls
    net[0] += amount if made else -amount
    into_pot = -sum(net)
    stakes = {"HE": 1, "5": 1, "5X": 2, "6": 2, "6X": 3, "7": 3, "7X": 4, "8": 4, "8X": 5}
    premium = 10 * stakes.get(contract, 0) * (1 if made else -1)
    return [net[0] + 2 * premium, net[1] - premium, net[2] - premium], pot + into_pot
