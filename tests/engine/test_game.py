"""A game as a fold over actions: the table's own actions, refusals that change nothing, replay."""

from dataclasses import replace

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARDS_BY_NAME, PACK, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.notation import parse_action
from bot.engine.replaying import apply_take_back, replay_log
from bot.engine.rules import BadNotation, IllegalAction, RuleReason, Rules
from bot.model.enums import RulingKind
from tests.families.trio.engine import KEY, TRIO, TrioOptions
from tests.support import builders
from tests.support.builders import contract_won, dealt, said
from tests.support.cases import for_each

DECK = builders.deck(builders.ANY)


def fresh(players: int = 3) -> Game:
    return new_game(builders.rules("sochi", players))


def test_from_the_draw_to_the_first_call() -> None:
    game = fresh()
    assert (stage_of(game), to_act(game), game.version) == (Stage.DRAW, TABLE_SEAT, 0)
    assert legal_actions(game, 0) == ()
    game = apply_action(game, TABLE_SEAT, act.Dealer(1))
    assert (stage_of(game), to_act(game), game.carry.dealer) == (Stage.BETWEEN, TABLE_SEAT, 1)
    game = apply_action(game, TABLE_SEAT, DECK)
    assert (stage_of(game), to_act(game), game.version) == (Stage.AUCTION, 2, 2)


@pytest.mark.parametrize(
    "entry",
    [
        act.RulingEntry("pool", 3, None, 1),
        act.RulingEntry("pool", 0, 1, 1),
        act.RulingEntry("whists", 0, None, 1),
        act.RulingEntry("whists", 0, 0, 1),
        act.RulingEntry("whists", 0, 3, 1),
        act.RulingEntry("whists", 3, 0, 1),
        act.RulingEntry("nothing", 0, None, 1),
    ],
)
def test_a_decision_names_lines_that_the_sheet_has(entry: act.RulingEntry) -> None:
    game = builders.play_out(contract_won(dealt(), "6C"))
    assert game.carry.number == 1
    for deal, entries in ((1, (entry,)), (2, ())):
        with pytest.raises(IllegalAction):
            apply_action(game, TABLE_SEAT, act.Ruling(RulingKind.CORRECT, deal, entries))
    sound = act.RulingEntry("whists", 0, 2, 1)
    apply_action(game, TABLE_SEAT, act.Ruling(RulingKind.CORRECT, 1, (sound,)))


REFUSED: list[tuple[str, Game, int, Action, RuleReason]] = [
    ("no deck before the draw", fresh(), TABLE_SEAT, DECK, RuleReason.WRONG_PHASE),
    ("no time before the draw", fresh(), TABLE_SEAT, act.TIME_UP, RuleReason.WRONG_PHASE),
    ("no such seat", fresh(), TABLE_SEAT, act.Dealer(3), RuleReason.WRONG_PHASE),
    ("no negative seat", fresh(4), TABLE_SEAT, act.Dealer(-1), RuleReason.WRONG_PHASE),
    ("nobody bids before the deal", fresh(), 0, act.PASS, RuleReason.NO_DEAL),
    ("one draw", dealt(), TABLE_SEAT, act.Dealer(1), RuleReason.WRONG_PHASE),
    ("one deck", dealt(), TABLE_SEAT, DECK, RuleReason.WRONG_PHASE),
    ("no time within a deal", dealt(), TABLE_SEAT, act.TIME_UP, RuleReason.WRONG_PHASE),
    ("the table does not bid", dealt(), TABLE_SEAT, act.PASS, RuleReason.WRONG_PHASE),
    ("players do not shuffle", dealt(), 0, DECK, RuleReason.WRONG_PHASE),
    ("players do not stop", dealt(), 0, act.STOP, RuleReason.WRONG_PHASE),
    ("not your turn", dealt(), 1, act.PASS, RuleReason.NOT_YOUR_TURN),
    ("no stranger", dealt(), 7, act.PASS, RuleReason.NOT_YOUR_TURN),
    ("no resting dealer", dealt(players=4), 3, act.PASS, RuleReason.NOT_YOUR_TURN),
    ("no card in the auction", dealt(), 0, act.PLAYS[0], RuleReason.WRONG_PHASE),
    ("no claim in the auction", dealt(), 0, act.Claim((10, 0, 0)), RuleReason.WRONG_PHASE),
    (
        "no answer without a question",
        contract_won(dealt(), "7C"),
        0,
        act.ACCEPT,
        RuleReason.WRONG_PHASE,
    ),
    (
        "no second claim while one waits",
        said(contract_won(dealt(), "7C"), "0: claim 7 3 0"),
        2,
        act.Claim((7, 2, 1)),
        RuleReason.NOT_YOUR_TURN,
    ),
    (
        "no card while a claim waits",
        said(contract_won(dealt(), "7C"), "0: claim 7 3 0"),
        1,
        act.PLAYS[0],
        RuleReason.WRONG_PHASE,
    ),
    (
        "eleven tricks",
        contract_won(dealt(), "7C"),
        0,
        act.Claim((7, 3, 1)),
        RuleReason.CLAIM_SPLIT,
    ),
    (
        "a half-whist without a pass before it",
        contract_won(dealt(), "7C", ""),
        1,
        act.HALF_WHIST,
        RuleReason.WRONG_PHASE,
    ),
    (
        "a half-whist that is not agreed",
        contract_won(dealt(half_whist=False), "7C", "pass"),
        2,
        act.HALF_WHIST,
        RuleReason.CALL_SWITCHED_OFF,
    ),
    (
        "after the end",
        apply_action(dealt(), TABLE_SEAT, act.STOP),
        0,
        act.PASS,
        RuleReason.GAME_OVER,
    ),
    (
        "no second stop",
        apply_action(dealt(), TABLE_SEAT, act.STOP),
        TABLE_SEAT,
        act.STOP,
        RuleReason.GAME_OVER,
    ),
]


@for_each(("title", "game", "seat", "action", "reason"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refusals(title: str, game: Game, seat: int, action: Action, reason: RuleReason) -> None:
    kept = game
    with pytest.raises(IllegalAction) as caught:
        apply_action(game, seat, action)
    assert caught.value.reason is reason
    assert game == kept


def test_whose_turn_it_is_is_told() -> None:
    with pytest.raises(IllegalAction) as caught:
        apply_action(dealt(), 1, act.PASS)
    assert caught.value.facts == {"seat": 0}


@pytest.mark.parametrize("cards", [(), PACK[:31], (*PACK, 0), (*PACK[:31], 0), (*PACK[:31], 32)])
def test_a_bad_deck(cards: tuple[int, ...]) -> None:
    game = apply_action(fresh(), TABLE_SEAT, act.Dealer(0))
    with pytest.raises(IllegalAction) as caught:
        apply_action(game, TABLE_SEAT, act.Deck(cards))
    assert caught.value.reason is RuleReason.BAD_DECK


def test_the_version_counts_actions() -> None:
    game = dealt()
    for version, line in enumerate(("bid 6C", "pass", "pass", "discard 7S 8S"), start=2):
        game = said(game, line)
        assert game.version == version


def test_replay_and_its_two_errors() -> None:
    lines = [(TABLE_SEAT, "dealer 2"), (0, "bid 6C")]
    with pytest.raises(IllegalAction):
        replay_log(fresh(), lines)
    with pytest.raises(BadNotation):
        replay_log(fresh(), [(TABLE_SEAT, "dealer two")])
    assert replay_log(fresh(), lines[:1]) == apply_action(
        fresh(), TABLE_SEAT, parse_action("dealer 2")
    )
    assert replay_log(fresh(), []) == fresh()


def test_a_scored_deal_is_kept_until_the_next_is_scored() -> None:
    game = contract_won(dealt(), "7C", "pass, pass")
    assert game.deal is None
    assert game.last is not None
    assert game.last.number == game.carry.number == 1
    again = apply_action(game, TABLE_SEAT, DECK)
    assert again.last == game.last
    assert again.deal is not None
    assert again.deal.number == 2


def test_a_family_that_compares_cards_draws_for_dealer() -> None:
    """rules/austrian.md C-4: the suit first, then the rank; 7H beats AD."""
    game = new_game(builders.rules("viennese"))
    cards = tuple(CARDS_BY_NAME[name] for name in ("AD", "7H", "KS"))
    drawn = apply_action(game, TABLE_SEAT, act.Draw(cards))
    assert (stage_of(drawn), drawn.carry.dealer, drawn.carry.drawn) == (Stage.BETWEEN, 1, cards)
    for wrong in (cards[:2], (*cards[:2], cards[0]), (*cards, 0)):
        with pytest.raises(IllegalAction):
            apply_action(game, TABLE_SEAT, act.Draw(wrong))
    with pytest.raises(IllegalAction):
        apply_action(fresh(), TABLE_SEAT, act.Draw(cards))


def test_an_act_of_an_earlier_deal_is_not_taken_back() -> None:
    """Even if the table still has the game of that time."""
    first = dealt()
    other = builders.deck("AS KS QS JS 10S 9S 8S 7S AC KC | ... | ... | ...")
    later = builders.begun(first.rules, first.carry, other)
    with pytest.raises(IllegalAction) as caught:
        apply_take_back([first, later], 0, act.TakeBack(first.version))
    assert caught.value.reason is RuleReason.NOTHING_TO_TAKE_BACK


def test_bids_holds_and_passes_are_calls_of_an_auction() -> None:
    calls: list[Action] = [act.Bid("6S"), act.HOLD, act.PASS]
    others: list[Action] = [act.WHIST, act.JOIN, act.Declare("6S")]
    assert [one for one in calls + others if act.is_auction_call(one)] == calls


def test_a_family_without_conditions_starts_each_deal_as_its_first() -> None:
    """``Family.carry_under`` as inherited: the carry of a new match, with another dealer."""
    rules = Rules(KEY, KEY, TrioOptions())
    assert TRIO.carry_under(rules, 1, ()) == replace(TRIO.initial_carry(rules), dealer=1)
    with pytest.raises(ValueError, match="3"):
        TRIO.carry_under(rules, 1, (3,))
