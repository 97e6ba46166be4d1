"""A kibitzer's view, at every trick of random games of every preset."""

import random
from collections.abc import Iterator

import pytest

from bot.engine.cards import Card, Hand
from bot.engine.game import Game
from bot.engine.view import View, build_view
from bot.tables.kibitzing import game_one_trick_ago, late_view
from tests.properties.oracles import oracle_of
from tests.properties.walking import TABLES, walk
from tests.support import builders
from tests.support.leaks import own_cards, public_cards

every_table = pytest.mark.parametrize(("preset", "players"), TABLES)


def moments(preset: str, players: int) -> Iterator[tuple[Game, Game]]:
    """Yield each game that a finished trick led to, with the game that a kibitzer sees then."""
    games = list[Game]()
    for step in walk(builders.rules(preset, players), 1, 3):
        deal = step.after.deal
        if deal is None or not deal.is_dealt:
            games = []
            continue
        games.append(step.after)
        late = game_one_trick_ago(games)
        assert (late is None) == (not deal.tricks)
        is_new = len(games) == 1 or games[-2].deal is None
        if late is not None and (is_new or len(games[-2].deal.tricks) < len(deal.tricks)):  # type: ignore[union-attr]
            yield step.after, late


def cards_of(view: View) -> Hand:
    """Return every card that a view names."""
    found = list[Card]([*view.hand, *view.discard, *view.from_talon])
    table = view.open_deal
    found += [*table.talon, *table.trick, *(card for one in table.tricks for card in one.cards)]
    found += [card for _, hand in table.open_hands for card in hand]
    found += [one.talon for one in table.tricks if one.talon is not None]
    return Hand.of(found if table.talon_lead is None else [*found, table.talon_lead])


@every_table
def test_a_hand_is_seen_one_trick_late_and_nothing_else_is(preset: str, players: int) -> None:
    """The view is the seat's own one at the end of the trick before the last, with no action.

    It holds no card beside the public ones and those of that seat, and dealing anew what the seat
    could not see then leaves it equal.
    """
    chance, seen = random.Random(7), 0
    for now, late in moments(preset, players):
        assert now.deal is not None
        assert late.deal is not None
        assert late.deal.number == now.deal.number
        assert len(late.deal.tricks) == len(now.deal.tricks) - 1
        assert len(late.deal.trick) <= (players == 2)  # the dummy may have led at once
        for seat in range(players):
            view = late_view(late, seat)
            assert view == build_view(late, seat)._replace(legal=())
            consented = public_cards(late.deal) | own_cards(late.deal, seat)
            assert cards_of(view) - consented - visible_in_tricks(late) == Hand(0)
            other = oracle_of(late.rules).dealt_anew(late, seat, chance)
            assert late_view(other, seat) == view
            seen += 1
    assert seen


def visible_in_tricks(game: Game) -> Hand:
    """Return the cards of finished tricks, which a view holds also where the table shows the last.

    Everybody has seen them; a screen shows what ``visible_tricks`` and ``visible_talon`` allow.
    """
    assert game.deal is not None
    talon = [one.talon for one in game.deal.tricks if one.talon is not None]
    shown = game.deal.talon[: game.deal.talon_shown]
    return Hand.of([*(card for one in game.deal.tricks for card in one.cards), *talon, *shown])


@every_table
def test_all_hands_are_those_of_one_trick_ago(preset: str, players: int) -> None:
    for _, late in moments(preset, players):
        assert late.deal is not None
        view = late_view(late, None)
        assert dict(view.open_deal.open_hands) == {
            seat: late.deal.hands[seat] for seat in late.deal.seats
        }
        assert view.seat is None
        assert (view.legal, view.hand) == ((), Hand(0))
