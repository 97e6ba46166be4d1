"""Prices of tricks for a seat or for partners: the change of balance by the family's scoring."""

from collections.abc import Sequence

from bot.analysis.reading import place_of_seat, play_of
from bot.engine.cards import Seat
from bot.engine.families import family_of
from bot.engine.game import Game, score_deal
from bot.engine.ledger import Sheet
from bot.engine.play import TRICKS


class TrickPrices:
    """The change of balance as a function of the tricks, by place, at the end of the open deal.

    For one seat, or for several together: two defenders are partners, so a trick that one takes
    from the other is worth nothing to them.
    """

    def __init__(self, game: Game, *seats: Seat) -> None:
        assert game.deal is not None
        self._game, self._deal, self._seats = game, game.deal, seats
        self._family = family_of(game.rules)
        self._before = self._balance(game.carry.sheet)
        self._known: dict[tuple[int, int, int], float] = {}
        self._by_declarer: dict[int, float] = {}
        play = play_of(game.deal.phase)
        self._out = -1 if play is None else place_of_seat(game.deal, play.out)

    def price(self, tricks: Sequence[int]) -> float:
        """Return the price of ``tricks`` by place; a fourth player takes the rest of the ten."""
        first, second, third = tricks
        key = (first, second, third)
        if key not in self._known:
            self._known[key] = self._settled(key)
        return self._known[key]

    def price_for_declarer(self, tricks: int) -> float:
        """Return the price of the declarer's final tricks, with the rest split evenly."""
        if tricks not in self._by_declarer:
            ways = self._splits(tricks)
            self._by_declarer[tricks] = sum(map(self.price, ways)) / len(ways)
        return self._by_declarer[tricks]

    def _splits(self, tricks: int) -> list[tuple[int, int, int]]:
        deal = self._deal
        place = deal.seats.index(deal.declared_contract.declarer)
        left, right = (place + 1) % 3, (place + 2) % 3
        won = [deal.won[seat] for seat in deal.seats]
        rest = TRICKS - tricks - won[left] - won[right]
        shares = {rest // 2, rest - rest // 2}
        if self._out in (left, right):
            shares = {0 if self._out == left else rest}
        ways = []
        for share in sorted(shares):
            final = won.copy()
            final[place], final[left] = tricks, won[left] + share
            final[right] = won[right] + rest - share
            ways.append((final[0], final[1], final[2]))
        return ways

    def _settled(self, tricks: tuple[int, int, int]) -> float:
        deal, game = self._deal, self._game
        won = list(deal.won)
        for seat, taken in zip(deal.seats, tricks, strict=True):
            won[seat] = taken
        if deal.dealer not in deal.seats:
            won[deal.dealer] = TRICKS - sum(tricks)
        result = score_deal(deal._replace(won=tuple(won)))
        carry = self._family.next_carry(game.rules, game.carry, result)
        return float(self._balance(carry.sheet) - self._before)

    def _balance(self, sheet: Sheet) -> int:
        balance = self._family.balance(self._game.rules, sheet)
        return sum(balance[seat] for seat in self._seats)
