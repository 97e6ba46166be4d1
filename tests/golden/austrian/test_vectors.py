"""Every worked case of rules/austrian.md 5 (vectors.json)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Hand
from bot.engine.deal import AuctionWon, Deal, DealResult, PlayFinished, Trick
from bot.engine.families.austrian import contracts, phase_setup
from bot.engine.families.austrian.auction import AfterBuy
from bot.engine.families.austrian.defence import Defence, DefenceSet
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.austrian.scoring import REST, with_rest
from bot.engine.game import Game, legal_actions, to_act
from bot.engine.phases import Declaration, Exchange
from tests.support import austrian
from tests.support.austrian import dealt
from tests.support.builders import cards, deal_of, hand, names, said
from tests.support.cases import for_each

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")
)


def of_kind(kind: str) -> Callable[[Any], Any]:
    found = [case for case in CASES if case["kind"] == kind]
    assert found
    return for_each("case", found, ids=lambda case: case["id"])


def opened(case: dict[str, Any], line: str = "... | ... | ... | ...", pot: int = 0) -> Game:
    """Return the opened deal; ``pot`` is its amount with the ante."""
    preset, options = case["preset"], case.get("options", {})
    ante = 10 if preset == "viennese" and pot else 0
    players = case.get("players", 3)
    return dealt(line, preset, players, pot=pot - ante, **options)


def code(action: Action) -> str:
    match action:
        case act.PASS:
            return "P"
        case act.HOLD:
            return "hold"
        case act.Bid(name) | act.Declare(name):
            return name.replace("X", "x")
    raise AssertionError(action)


def line_of(call: str) -> str:
    return {"P": "pass", "hold": "hold"}.get(call) or f"bid {call.upper()}"


def choices(deal: Deal) -> list[str]:
    """Return the contracts that the declarer may name."""
    assert deal.contract is not None
    if isinstance(deal.phase, Exchange):
        options = AustrianOptions.of(deal.rules)
        return list(contracts.contracts_from(deal.contract.name, options.top))
    if isinstance(deal.phase, Declaration):
        return list(deal.phase.names)
    return [deal.contract.name.replace("X", "x")]


@of_kind("auction")
def test_auction(case: dict[str, Any]) -> None:
    game = said(opened(case), *map(line_of, case["calls"]))
    deal, expect, seats = deal_of(game), case["expect"], austrian.SEATS[case["players"]]
    if "legal" in expect:
        seat = to_act(game)
        assert seat == seats.index(expect["to_act"])
        assert sorted(map(code, legal_actions(game, seat))) == sorted(expect["legal"])
    elif "all_pass" in expect:
        assert set(deal.roles) == {"alone"}
    else:
        result = expect["result"]
        bids = [call.action for call in deal.calls if isinstance(call.action, act.Bid)]
        assert code(bids[-1]) == result["final"]
        assert deal.contract is not None
        assert deal.contract.declarer == seats.index(result["declarer"])
        assert choices(deal) == result["contracts"]


@of_kind("sealed")
def test_sealed(case: dict[str, Any]) -> None:
    callers = case["bids"]
    calls = ["bid S" if seat in callers else "pass" for seat in "FRD"]
    seals = [f"seal S{'SCDH'.index(suit) + 1}" for suit in callers.values()]
    deal = deal_of(said(opened(case), *calls, *seals))
    assert deal.contract is not None
    assert deal.contract.declarer == "FRD".index(case["expect"]["declarer"])


def bought(case: dict[str, Any]) -> Game:
    """Let the declarer outbid every other bidder and name the contract."""
    number, calls = 1, ["bid 1"]
    for seat in "RD":
        number += seat in case["bidders"]
        calls.append(f"bid {number}" if seat in case["bidders"] else "pass")
    calls.append(f"bid {number + 1}")
    game = said(opened(case), *calls, *["pass"] * (len(case["bidders"]) - 1))
    return exchanged(game, "4")


def exchanged(game: Game, name: str) -> Game:
    seat = to_act(game)
    assert seat is not None
    game = said(game, act_text(legal_actions(game, seat)[0]))
    single = not isinstance(deal_of(game).phase, Declaration)
    return game if single else said(game, f"declare {name}")


def act_text(action: Action) -> str:
    assert isinstance(action, act.Discard)
    return "discard " + " ".join(names((action.low, action.high)))


@of_kind("after_buy")
def test_after_buy(case: dict[str, Any]) -> None:
    game, expect = bought(case), case["expect"]
    for seat, word in case["actions"]:
        assert to_act(game) == "FRD".index(seat)
        if word == "decline":
            game = said(game, "pass")
        else:
            game = exchanged(said(game, "buy"), word.removeprefix("take"))
    deal = deal_of(game)
    assert deal.contract is not None
    if expect.get("over"):
        assert isinstance(deal.phase, Defence) or deal.turn >= 0
        assert deal.contract.declarer == "FRD".index(expect["declarer"])
        assert deal.contract.name == str(expect["level"])
    else:
        assert isinstance(deal.phase, AfterBuy)
        assert to_act(game) == "FRD".index(expect["to_act"])
        assert legal_actions(game, deal.phase.seat) == (act.PASS, act.BUY)
        takes = [f"take{name}" for name in contracts.contracts_from(deal.phase.lowest, 8)]
        assert ["decline", *takes] == expect["legal"]


def contracted(case: dict[str, Any], roles: dict[str, str], **more: Any) -> Deal:
    """Let A play the contract; B sits to the left, C to the right."""
    deal = deal_of(opened(case, **more))
    name = case["contract"].upper()
    words = {"play": "defender", "home": "dropped"}
    by_seat = {"ABC".index(who): words.get(role, role) for who, role in roles.items()}
    deal = phase_setup.with_named_contract(deal, 0, name)
    return deal._replace(roles=tuple(by_seat.get(seat, deal.roles[seat]) for seat in range(3)))


@of_kind("play")
def test_play(case: dict[str, Any]) -> None:
    both = {"B": "play", "C": "play" if case["both_defend"] else "home"}
    deal = contracted(case, both)
    deal = phase_setup.play_trumps(deal) if case["trump"] else phase_setup.play_premium(deal)
    order = ("declarer", "left", "right")
    at, leader = order.index(case["player"]), order.index(case["led_by"])
    hands = tuple(hand(" ".join(ten(case["hand"]))) if n == at else Hand(0) for n in range(3))
    trick = cards(" ".join(ten(case["trick"])))
    deal = deal._replace(hands=hands, trick=trick, leader=leader, turn=at)
    found = [action.card for action in deal.phase.legal(deal) if isinstance(action, act.Play)]
    assert sorted(names(found)) == sorted(ten(case["expect"]["legal"]))


def ten(written: list[str]) -> list[str]:
    return [name.replace("T", "10") for name in written]


@of_kind("defend")
def test_defend(case: dict[str, Any]) -> None:
    game = opened(case, pot=case["pot"])
    if case["contract"] == "HE":
        deal = AUSTRIAN.after_phase(deal_of(game), AuctionWon(0, "HE"))
    else:
        jump = [line_of(call) for call in ("1", case["contract"], "P", "P")]
        game = exchanged(said(game, *jump), case["contract"])
        deal = deal_of(game)
    assert isinstance(deal, Deal)
    words: dict[Action, str] = {act.JOIN: "join", act.DROP: "stay_home"}
    asked = isinstance(deal.phase, Defence)
    found = [words[action] for action in deal.phase.legal(deal)] if asked else ["join"]
    assert sorted(found) == sorted(case["expect"]["choices"])


@of_kind("offers")
def test_offers(case: dict[str, Any]) -> None:
    deal = phase_setup.play_trumps(contracted(case | {"contract": "1"}, case["roles"]))
    for seat in (0, 1):
        legal = deal.phase.legal(deal) if seat == 0 else deal.phase.out_of_turn_actions(deal, seat)
        found = [action.tricks for action in legal if isinstance(action, act.Propose)]
        assert found == case["expect"]["declarer_tricks"]


@of_kind("expose")
def test_expose(case: dict[str, Any]) -> None:
    deal = phase_setup.play_premium(contracted(case, {}))
    trick = Trick(0, cards("7S 8S 9S"), 2, None)
    deal = deal._replace(tricks=(trick,) * case["tricks_done"])
    for seat in (1, 2):
        assert (act.EXPOSE in deal.phase.out_of_turn_actions(deal, seat)) is case["expect"][
            "allowed"
        ]
    assert act.EXPOSE not in deal.phase.out_of_turn_actions(deal, 0)


@of_kind("settle")
def test_settle(case: dict[str, Any]) -> None:
    flags, roles = case.get("flags", {}), case["roles"]
    aces = "AS AC AD AH ..." if flags.get("aces_in_hand") == 4 else "7S 8S 7C 8C 7D 8D ..."
    deal = contracted(case, roles, line=f"{aces} | ... | ... | ...", pot=case["pot"])
    if flags.get("declared_no_aces"):
        deal = deal.with_call(0, act.NO_ACES)
    home = set(roles.values()) == {"home"}
    deal = deal._replace(won=tuple(case["tricks"][who] for who in "ABC"))
    result = AUSTRIAN.after_phase(deal, DefenceSet() if home else PlayFinished())
    if isinstance(result, Deal) and home:  # no aces, announced before
        result = AUSTRIAN.after_phase(*result.phase.apply(result, act.PASS))
    assert isinstance(result, DealResult)
    seats, pot = austrian.units(austrian.without(result.postings, "ante", "fund"))
    assert {"ABC"[seat]: amount for seat, amount in seats.items()} == case["expect"]["delta"]
    assert case["pot"] + pot == case["expect"]["pot"]


@of_kind("deal")
def test_deal(case: dict[str, Any]) -> None:
    game = dealt()
    deck = austrian.deck()
    deal, expect = deal_of(game), case["expect"]
    for seat, letter in enumerate("FRD"):
        assert deal.dealt[seat] == Hand.of(deck.cards[place] for place in expect[letter])
    assert deal.talon == tuple(deck.cards[place] for place in expect["talon"])


@of_kind("end_split")
def test_end_split(case: dict[str, Any]) -> None:
    order = case["players_from_left_of_last_dealer"]
    for dealer in range(len(order)):
        sheet = with_rest(austrian.pot_sheet(case["pot"]), len(order), dealer)
        for step, who in enumerate(order, start=1):
            assert sheet.total(REST, (dealer + step) % len(order)) == case["expect"][who]


def test_every_kind_has_its_test() -> None:
    kinds = {case["kind"] for case in CASES}
    assert kinds == {
        *("auction", "sealed", "after_buy", "play", "defend", "offers", "expose", "settle"),
        *("deal", "end_split"),
    }
