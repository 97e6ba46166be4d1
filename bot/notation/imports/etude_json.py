"""The JSON of the problems of Unisay/preferanser: hands, contracts, who leads; no calls.

The declarer's hand is the one after the discard, so the widow is taken up and laid away again.
"""

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.engine import actions, deal
from bot.engine import actions as act
from bot.engine.cards import CARDS_BY_NAME, Card, Hand, Seat
from bot.engine.game import Game, stage_of
from bot.notation.imports import reconstruction
from bot.notation.single_deal import BadDeal, SingleDeal, check_cards, hands_by_seat
from bot.presets import Presets

_PRESET: Final = "sochi"

_SUITS: Final = {"SPADE": "S", "CLUB": "C", "DIAMOND": "D", "HEART": "H"}
_RANKS: Final = {"ACE": "A", "KING": "K", "QUEEN": "Q", "JACK": "J"}
_LEVELS: Final = {"SIX": "6", "SEVEN": "7", "EIGHT": "8", "NINE": "9", "TEN": "10"}
_STRAINS: Final = {**_SUITS, "NO_TRUMP": "NT"}
_DEFENCE: Final = {"WHIST": act.WHIST, "PASS": act.PASS}


class _Side(StrEnum):
    SOUTH = "SOUTH"
    WEST = "WEST"
    EAST = "EAST"


_ORDER: Final = tuple(_Side)  # clockwise

_CardText = Annotated[str, Field(max_length=16)]
_Cards = Annotated[tuple[_CardText, ...], Field(min_length=10, max_length=10)]


class _Widow(BaseModel):
    model_config = ConfigDict(frozen=True)

    card1: _CardText
    card2: _CardText


class _Problem(BaseModel):
    """The fields that are read; others are ignored."""

    model_config = ConfigDict(frozen=True)

    name: Annotated[str, Field(max_length=200)] = ""
    first: Annotated[_Side, Field(alias="firstTurn")]
    players: Literal["THREE"]
    south_contract: Annotated[str, Field(alias="southContract", max_length=20)]
    west_contract: Annotated[str, Field(alias="westContract", max_length=20)]
    east_contract: Annotated[str, Field(alias="eastContract", max_length=20)]
    widow: _Widow
    south: Annotated[_Cards, Field(alias="southCards")]
    west: Annotated[_Cards, Field(alias="westCards")]
    east: Annotated[_Cards, Field(alias="eastCards")]


def read_etude_json(presets: Presets, text: str) -> reconstruction.ImportedDeal:
    """Return the deal of a problem, at its first lead.  Raises BadDeal."""
    try:
        problem = _Problem.model_validate_json(text)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise BadDeal("not_the_schema", said=where) from error
    contracts = (problem.south_contract, problem.west_contract, problem.east_contract)
    declarers = [seat for seat, contract in enumerate(contracts) if contract not in _DEFENCE]
    if len(declarers) != 1:
        raise BadDeal("contract_impossible")
    dealer = (_ORDER.index(problem.first) - 1) % len(_ORDER)
    bare = _cards(presets, problem, dealer)
    called = reconstruction.with_calls(bare, _Calls(declarers[0], contracts, Hand.of(bare.talon)))
    return reconstruction.ImportedDeal(called, problem.name)


def _cards(presets: Presets, problem: _Problem, dealer: Seat) -> SingleDeal:
    rules = presets.rules(_PRESET)
    by_seat = [Hand.of(map(_card, cards)) for cards in (problem.south, problem.west, problem.east)]
    order = [by_seat[(dealer + step) % len(by_seat)] for step in (1, 2, 3)]
    talon = (_card(problem.widow.card1), _card(problem.widow.card2))
    bare = SingleDeal(rules, dealer, hands_by_seat(rules, dealer, order), talon)
    check_cards(bare)
    return bare


def _card(text: str) -> Card:
    suit, _, rank = text.partition("_")
    try:
        return CARDS_BY_NAME[_RANKS.get(rank, rank) + _SUITS[suit]]
    except KeyError as error:
        raise BadDeal("unreadable", said=text) from error


def _contract_name(text: str) -> str:
    """Return our name of a contract: 6S, 10NT, M."""
    if text == "MISER":
        return "M"
    level, _, strain = text.partition("_")
    try:
        return _LEVELS[level] + _STRAINS[strain]
    except KeyError as error:
        raise BadDeal("unreadable", said=text) from error


class _Calls:
    """The calls that make the declarer play their contract with the widow laid away."""

    def __init__(self, declarer: Seat, contracts: tuple[str, ...], widow: Hand) -> None:
        self._declarer = declarer
        self._contracts = contracts
        self._name = _contract_name(contracts[declarer])
        self._widow = widow

    def __call__(self, game: Game, seat: Seat) -> actions.Action | None:
        match stage_of(game):
            case deal.Stage.AUCTION:
                return act.Bid(self._name) if seat == self._declarer else act.PASS
            case deal.Stage.EXCHANGE:
                return reconstruction.discard_of(self._widow)
            case deal.Stage.DECLARE:
                return act.Declare(self._name)
            case deal.Stage.DEFENCE:
                return reconstruction.first_legal(
                    game, seat, act.OPEN, _DEFENCE[self._contracts[seat]]
                )
            case _:
                return None
