"""A deal from the first question to the result: hands, table, and the pages beside them.

The moments come from golden deals: each asks a kind of question that none before has asked.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from bot.engine import actions as act
from bot.engine.deal import Stage
from bot.engine.game import (
    Game,
    apply_action,
    forbidden_actions,
    legal_actions,
    new_game,
    stage_of,
    to_act,
)
from bot.engine.notation import parse_action
from bot.engine.replaying import advance_games
from bot.engine.trick_play import TrickPlay
from bot.engine.view import build_view
from bot.render.hand.dialogs import claim_screen, confirmation_screen, explanation_screen
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import Screen
from bot.render.screen_data import TableData
from bot.render.table.board import board_screen
from bot.render.words import Words
from tests.golden.screens.telling import Shown
from tests.golden.test_logs import HERE, read
from tests.render.walks import command_texts, table_facts
from tests.support import builders

PEOPLE = ("Ana", "Boris", "Vera", "Egor")
DEALS = {
    "russian": (
        "sochi-3-remise",
        "sochi-3-misere-caught",
        "sochi-3-raspasy",
        "leningrad-4-misere-caught",
        "leningrad-3-six-spades",
        "rostov-2-remise",
        "leningrad-2-raspasy",
    ),
    "balkan": (
        "balkan-clubs-are-two",
        "balkan-spades-are-five",
        "croatian-bettel-made-under-kontra",
        "guide-two-games-shown",
        "serbian-partner-pays",
        "serbian-preferans-beaten",
    ),
    "austrian": (
        "austrian-3-no-aces",
        "austrian-3-pot-empty",
        "austrian-3-sealed-games",
        "viennese-3-after-buy",
        "viennese-3-agreed",
        "viennese-3-another-round",
        "viennese-3-open-bettel",
        "viennese-3-two-games",
    ),
}


class Moment(NamedTuple):
    """A state in which a seat is to act."""

    name: str
    game: Game
    seat: int


def facts_of(game: Game, /, **changes: object) -> TableData:
    return facts(game.rules.players, **changes)


def facts(players: int = 3, /, **changes: object) -> TableData:
    """Return a table of people, with the clock running."""
    full = table_facts(players)
    seats = tuple(seat and type(seat)(PEOPLE[n], n + 1) for n, seat in enumerate(full.seats))
    return table_facts(players, **({"seats": seats} | changes))


@cache
def games(family: str, name: str) -> tuple[Game, ...]:
    """Return every state of a golden deal."""
    log = read(HERE / family / "deals" / f"{name}.txt")
    before = [new_game(builders.rules(log.preset, log.players, **log.options))]
    found = before[-1:]
    for seat, line in log.lines:
        before = advance_games(before, seat, parse_action(line))
        found.append(before[-1])
    return tuple(found)


@cache
def moments(family: str) -> tuple[Moment, ...]:
    """Return the first moment of each kind of question, in the order of the deals."""
    seen, found = set[tuple[object, ...]](), list[Moment]()
    for name in DEALS[family]:
        for number, game in enumerate(games(family, name)):
            seat = to_act(game)
            if game.deal is None or seat is None or seat < 0:
                continue
            if (kind := _kind(game, seat)) not in seen:
                seen.add(kind)
                found.append(Moment(f"{name}, line {number}", game, seat))
    return tuple(found)


def _kind(game: Game, seat: int) -> tuple[object, ...]:
    """Return the kind of a question: the phase, the kinds of actions, and the form of play."""
    deal = game.deal
    assert deal is not None
    asked = frozenset(
        one.value if isinstance(one, act.SimpleAction) else type(one).__name__
        for one in legal_actions(game, seat)
    )
    if not isinstance(deal.phase, TrickPlay):
        return type(deal.phase), asked
    trump = "" if deal.contract is None else str(deal.contract.trump >= 0)
    return type(deal.phase), asked - {"Claim"}, trump, bool(deal.trick), bool(deal.open_seats)


def of_a_deal(family: str, words: Words) -> Iterator[Shown]:
    """Yield table and hand at each moment, and once a stage the screen of a waiting player."""
    waited = set[Stage]()
    for name, game, seat in moments(family):
        known = facts_of(game)
        yield f"{name}: the table", board_screen(build_view(game, None), known, words)
        yield (
            f"{name}: the hand of {PEOPLE[seat]}",
            hand_screen(build_view(game, seat), known, words),
        )
        if (held := _held_by_another(game, seat)) is not None:
            partner = hand_screen(build_view(game, held), known, words)
            yield f"{name}: {PEOPLE[held]}, whose cards are played", partner
        if (stage := stage_of(game)) not in waited and game.rules.players > 2:
            waited.add(stage)
            other = (seat + 1) % game.rules.players
            seen = build_view(game, other)
            yield f"{name}: {PEOPLE[other]} waits", hand_screen(seen, known, words)


def _held_by_another(game: Game, seat: int) -> int | None:
    """Return the owner of the cards that another seat plays now; None for the dummy."""
    table = build_view(game, None).table
    turn = None if table is None or stage_of(game) is not Stage.PLAY else table.turn
    return None if turn in (None, seat, game.rules.dummy) else turn


def beside_a_deal(family: str, words: Words) -> Iterator[Shown]:
    """Yield two marked cards, a refusal, a confirmation, and the claims."""
    for name, game, seat in moments(family):
        known, seen = facts_of(game), build_view(game, seat)
        if (pair := seen.legal[0]) and isinstance(pair, act.Discard):
            marked = hand_screen(seen, known, words, (pair.low, pair.high))
            yield f"{name}: two cards are marked", marked
        assert game.deal is not None
        if found := forbidden_actions(game.deal):
            yield f"{name}: why not", explanation_screen(seen, found, known, words)
        for said in sorted(_twice(hand_screen(seen, known, words))):
            yield f"{name}: {said}", confirmation_screen(seen, parse_action(said), known, words)
    yield from _claims(family, words)


def _twice(screen: Screen) -> set[str]:
    return {
        deed.removeprefix("twice ") for deed in command_texts(screen) if deed.startswith("twice ")
    }


def _claims(family: str, words: Words) -> Iterator[Shown]:
    """Yield the claim screens of the first deal in which a seat may claim."""
    for name, game, seat in moments(family):
        seen, known = build_view(game, seat), facts_of(game)
        offers = [one for one in seen.legal if isinstance(one, act.Claim | act.Propose)]
        if not offers:
            continue
        yield f"{name}: the claim", claim_screen(seen, known, words)
        if isinstance(offers[0], act.Claim):
            counts = Counter(one.tricks[seat] for one in offers if isinstance(one, act.Claim))
            mine = next((mine for mine, ways in counts.items() if ways > 1), None)
            if mine is not None:  # otherwise nothing is asked
                yield f"{name}: a claim of {mine}", claim_screen(seen, known, words, mine)
        after = apply_action(game, seat, offers[0])
        asked = to_act(after)
        assert asked is not None
        known = facts_of(after, agreed=(12, -4, -8))
        yield f"{name}: asked about it", hand_screen(build_view(after, asked), known, words)
        if isinstance(offers[0], act.Claim):
            declined = apply_action(after, asked, act.REFUSE)
            yield f"{name}: it was refused", hand_screen(build_view(declined, seat), known, words)
        yield f"{name}: about it", board_screen(build_view(after, None), known, words)
        return
