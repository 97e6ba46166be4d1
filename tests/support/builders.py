"""Deals and games from one line of text, and scored deals from trick counts alone.

A deal is written ``H1 | H2 | H3 | talon``: card names, and ``...`` for any of the remaining
cards.  Seats are numbers; forehand is seat 0 unless the dealer is named.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, PACK, TABLE_SEAT, Card, Hand, Seat
from bot.engine.deal import (
    Carry,
    Contract,
    ContractConceded,
    Deal,
    DealResult,
    PassedOut,
    PhaseOutcome,
    PlayFinished,
)
from bot.engine.families import family_of
from bot.engine.families.russian.contracts import level_and_trump
from bot.engine.families.russian.defence import DefenceSet
from bot.engine.families.russian.scoring import RussianCarry
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.ledger import Sheet
from bot.engine.notation import parse_action
from bot.engine.rules import Rules
from bot.engine.view import DealView, SeatView, build_view
from bot.model.enums import Posting
from bot.presets import OptionSetting, Presets, load_presets

PRESETS: Presets = load_presets()

# rules/russian.md 2.3 rule 3 as a table: the places of the deck that each hand gets
PLACES = (
    (0, 1, 6, 7, 14, 15, 20, 21, 26, 27),
    (2, 3, 8, 9, 16, 17, 22, 23, 28, 29),
    (4, 5, 10, 11, 18, 19, 24, 25, 30, 31),
    (12, 13),
)

ANY = "... | ... | ... | ..."


def cards(names: str) -> tuple[Card, ...]:
    """Return the cards of ``cards("7S AH")``."""
    return tuple(CARDS_BY_NAME[name] for name in names.split())


def hand(names: str) -> Hand:
    return Hand.of(cards(names))


def names(of: Iterable[Card]) -> list[str]:
    return [CARD_NAMES[card] for card in of]


@cache
def deck(line: str, to: tuple[tuple[int, ...], ...] = PLACES) -> act.Deck:
    """Return the deck that deals ``H1 | H2 | H3 | talon``; ``...`` takes the lowest cards left."""
    named = [cards(part.replace("...", "")) for part in line.split("|")]
    left = [card for card in PACK if not any(card in part for part in named)]
    order = [0] * 32
    for part, places in zip(named, to, strict=True):
        missing = len(places) - len(part)
        full, left = (*part, *left[:missing]), left[missing:]
        for place, card in zip(places, full, strict=True):
            order[place] = card
    assert sorted(order) == list(PACK), line
    return act.Deck(tuple(order))


def sheet(lines: Mapping[str, int]) -> Sheet:
    """Return the sheet of ``sheet({"pool 0": 20, "whists 1>0": 12})``."""
    return Sheet().plus(_posting(line, amount) for line, amount in lines.items())


def _posting(line: str, amount: int) -> Posting:
    account, _, seats = line.partition(" ")
    seat, _, against = seats.partition(">")
    return Posting(account, int(seat), int(against) if against else None, amount, "", 1, amount)


def sums(postings: Iterable[Posting]) -> dict[str, int]:
    """Return the sum of the postings for each line, as in ``sheet``, without zeros."""
    return {
        f"{total.account} {total.seat}"
        + ("" if total.against is None else f">{total.against}"): total.amount
        for total in Sheet().plus(postings).totals
    }


def rules(preset: str = "sochi", players: int = 3, **options: OptionSetting) -> Rules:
    return PRESETS.rules(preset, players=players, **options)


def carry(
    of: Rules,
    dealer: Seat | None = None,
    streak: int = 0,
    before: Mapping[str, int] | None = None,
    number: int = 0,
) -> RussianCarry:
    return RussianCarry(
        number=number,
        dealer=of.players - 1 if dealer is None else dealer,
        sheet=sheet(before or {}),
        streak=streak,
    )


def dealt(
    line: str = ANY,
    preset: str = "sochi",
    players: int = 3,
    dealer: Seat | None = None,
    streak: int = 0,
    before: Mapping[str, int] | None = None,
    number: int = 0,
    **options: OptionSetting,
) -> Game:
    """Return a game whose open deal has just got its cards."""
    agreed = rules(preset, players, **options)
    return dealt_under(agreed, line, dealer, streak, before, number)


def dealt_under(
    agreed: Rules,
    line: str = ANY,
    dealer: Seat | None = None,
    streak: int = 0,
    before: Mapping[str, int] | None = None,
    number: int = 0,
) -> Game:
    """Return the same for given rules."""
    return begun(agreed, carry(agreed, dealer, streak, before, number), deck(line))


def begun(agreed: Rules, at: Carry, shuffled: act.Deck) -> Game:
    """Return a game of any family whose open deal has just got its cards."""
    return apply_action(new_game(agreed)._replace(carry=at), TABLE_SEAT, shuffled)


def deal_of(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def contract_of(game: Game) -> Contract:
    contract = deal_of(game).contract
    assert contract is not None
    return contract


def table_seen(game: Game, seat: Seat | None) -> DealView:
    """Return the table in the open deal as a seat sees it."""
    table = build_view(game, seat).table
    assert table is not None
    return table


def said(game: Game, *lines: str) -> Game:
    """Return the game after actions of the seat to act; ``2: claim 0 3 4`` names another seat."""
    for line in lines:
        seat, text = _addressed(game, line)
        game = apply_action(game, seat, parse_action(text))
    return game


def _addressed(game: Game, line: str) -> tuple[Seat, str]:
    seat, mark, text = line.partition(": ")
    if mark:
        return int(seat), text
    asked = to_act(game)
    assert asked is not None
    return asked, line


def texts(line: str) -> Iterator[str]:
    """Yield the single actions of ``"bid 6C, pass, pass"``."""
    yield from (part.strip() for part in line.split(","))


def play_out(game: Game, line: str = "", limit: int = 60) -> Game:
    """Play the script of a deal, then the first legal card of every hand until it is scored."""
    number = game.carry.number
    game = said(game, *(texts(line) if line else ()))
    for _ in range(limit):
        if game.carry.number != number:
            return game
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, legal_actions(game, seat)[0])
    raise AssertionError("the deal does not end")


def contract_won(game: Game, contract: str = "6C", answers: str = "whist, pass, closed") -> Game:
    """Let forehand win the auction with the contract, discard two cards and hear the answers."""
    game = said(game, f"bid {contract}", "pass", "pass")
    if contract == "MW":
        return game
    game = apply_action(game, _asked(game), legal_actions(game, _asked(game))[0])
    if contract == "M":
        return game
    game = said(game, f"declare {contract}")
    return said(game, *texts(answers)) if answers else game


def view_to_act(game: Game) -> SeatView:
    """Return the view of the seat to act."""
    return build_view(game, _asked(game))


def _asked(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


def in_play(
    agreed: Rules,
    contract: str,
    declarer: Seat,
    at: Carry,
    talon: str = "8C 9D",
) -> Deal:
    """Return a deal with the contract named and no card played; the hands are arbitrary."""
    line = f"... | ... | ... | {talon}"
    deal = family_of(agreed).start_deal(agreed, at, deck(line).cards)
    level, trump = level_and_trump(contract)
    shown = 0 if contract == "MW" else 2
    return deal._replace(
        contract=Contract(contract, declarer, level, trump), talon_shown=shown
    ).with_roles(declarer=(declarer,))


def scored_game(
    agreed: Rules,
    at: Carry,
    contract: str,
    tricks: Mapping[Seat, int],
    whisters: tuple[Seat, ...] = (),
    declarer: Seat = 0,
    talon: str = "8C 9D",
) -> DealResult:
    """Return the result of a contract or misère with these trick counts."""
    return scored_play(in_play(agreed, contract, declarer, at, talon), tricks, whisters)


def scored_play(
    deal: Deal, tricks: Mapping[Seat, int], whisters: tuple[Seat, ...] = ()
) -> DealResult:
    """Return the result of a deal in play with these trick counts."""
    won = tuple(tricks.get(seat, 0) for seat in range(max(3, deal.rules.players)))
    return _result(deal.with_roles(whister=whisters)._replace(won=won), PlayFinished())


def scored_unplayed(
    agreed: Rules,
    at: Carry,
    contract: str,
    half: Seat = -1,
    declarer: Seat = 0,
    talon: str = "8C 9D",
) -> DealResult:
    """Return the result of a deal that nobody whisted, or in which a seat's half-whist stands."""
    deal = in_play(agreed, contract, declarer, at, talon)
    return _result(deal, DefenceSet((), half=half))


def scored_concession(agreed: Rules, at: Carry, contract: str, declarer: Seat = 0) -> DealResult:
    return _result(in_play(agreed, contract, declarer, at), ContractConceded())


def scored_all_pass(agreed: Rules, at: Carry, tricks: Mapping[Seat, int]) -> DealResult:
    """Return the result of raspasy with these trick counts."""
    family = family_of(agreed)
    deal = family.after_phase(family.start_deal(agreed, at, deck(ANY).cards), PassedOut())
    assert isinstance(deal, Deal)
    won = tuple(tricks.get(seat, 0) for seat in range(max(3, agreed.players)))
    return _result(deal._replace(won=won), PlayFinished())


def _result(deal: Deal, outcome: PhaseOutcome) -> DealResult:
    result = family_of(deal.rules).after_phase(deal, outcome)
    assert isinstance(result, DealResult)
    return result


def carry_after(agreed: Rules, at: Carry, result: DealResult) -> RussianCarry:
    after = family_of(agreed).next_carry(agreed, at, result)
    assert isinstance(after, RussianCarry)
    return after


def actions_of(game: Game) -> tuple[Action, ...]:
    """Return the legal actions of the seat to act, claims left out."""
    seat = _asked(game)
    return tuple(a for a in legal_actions(game, seat) if not isinstance(a, act.Claim))


def play_out_trick(game: Game) -> Game:
    """Play the first legal card of every hand until the trick in progress is full."""
    tricks = len(deal_of(game).tricks)
    while game.deal is not None and len(game.deal.tricks) == tricks:
        game = apply_action(game, _asked(game), actions_of(game)[0])
    return game
