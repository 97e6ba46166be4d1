"""First lead, exposure, and the player of each hand (rules/russian.md 2.7)."""

import pytest

from bot.engine.actions import Play
from bot.engine.deal import Stage
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import format_action
from bot.engine.rules import RuleReason
from bot.engine.view import build_view
from tests.golden.russian.asking import choices, refusal
from tests.support import builders
from tests.support.builders import contract_of, contract_won, deal_of, dealt, dealt_under, said
from tests.support.cases import for_each


@for_each("contract", ["7C", "7NT", "M", "MW", "10C"])
@for_each("declarer", [0, 1, 2])
@for_each("dealer", [0, 1, 2, 3])
def test_forehand_always_leads(contract: str, declarer: int, dealer: int) -> None:
    """AM-01, also as declarer and in misère."""
    game = dealt(players=4, dealer=dealer, misere_without_talon=True)
    calls = ["pass", "pass", "pass"]
    calls[declarer] = f"bid {contract}"
    game = said(game, *calls)
    while deal_of(game).phase.stage is not Stage.PLAY:
        game = said(game, next(x for x in choices(game).split(", ") if x not in ("pass", "open")))
    assert deal_of(game).turn == deal_of(game).seats[0] == (dealer + 1) % 4
    assert contract_of(game).declarer == (dealer + 1 + declarer) % 4


EXPOSURE = [
    # moment, declarer leads?, open before the first card / after it / after trick 1
    ("before_lead", True, (True, True, True)),
    ("before_lead", False, (True, True, True)),
    ("after_declarer_lead", True, (False, True, True)),
    ("after_declarer_lead", False, (True, True, True)),
    ("after_first_trick", True, (False, False, True)),
    ("after_first_trick", False, (False, False, True)),
]
KINDS = ["open whist", "misère", "checked ten"]


@for_each(("moment", "declarer_leads", "expect"), EXPOSURE)
@for_each("kind", KINDS)
def test_exposure(
    kind: str, moment: str, declarer_leads: bool, expect: tuple[bool, bool, bool]
) -> None:
    option = "open_whist_exposure" if kind == "open whist" else "misere_exposure"
    agreed = builders.rules("sochi", 3, ten_trick="checked", **{option: moment})
    game = dealt_under(agreed)
    contract = {"open whist": "7C", "misère": "M", "checked ten": "10C"}[kind]
    others = ["pass", "pass"]
    calls = [f"bid {contract}", *others] if declarer_leads else ["pass", f"bid {contract}", "pass"]
    game = said(game, *calls)
    game = said(game, choices(game).split(", ")[0])
    if kind != "misère":
        game = said(game, f"declare {contract}")
    if kind == "open whist":
        game = said(game, "whist", "pass", "open")
    seen = []
    for cards in (0, 1, 2):
        for _ in range(cards):
            game = said(game, choices(game).split(", ")[0])
        defenders = deal_of(game).defenders()
        opened = deal_of(game).open_seats
        assert opened in ((), defenders)
        seen.append(opened == defenders)
    assert tuple(seen) == expect
    public = build_view(game, None).table
    assert public is not None
    assert [seat for seat, _ in public.open_hands] == list(deal_of(game).open_seats)


@pytest.mark.parametrize("boss", [1, 2])
def test_the_sole_whister_plays_both_hands_only_from_the_exposure_on(boss: int) -> None:
    answers = "whist, pass, open" if boss == 1 else "pass, whist, open"
    game = contract_won(dealt(open_whist_exposure="after_first_trick"), "7C", answers)
    asked = []
    for _ in range(6):
        asked.append((to_act(game), deal_of(game).turn))
        game = said(game, choices(game).split(", ")[0])
    assert [who for who, _ in asked[:3]] == [turn for _, turn in asked[:3]] == [0, 1, 2]
    for who, turn in asked[3:]:
        assert who == (0 if turn == 0 else boss)


def test_the_boss_plays_the_right_hand() -> None:
    game = contract_won(dealt("... | 7C ... | 8C ... | ..."), "7C", "pass, whist, open")
    game = said(game, choices(game).split(", ")[0])
    deal = deal_of(game)
    assert (deal.turn, to_act(game)) == (1, 2)
    for action in builders.actions_of(game):
        assert isinstance(action, Play)
        assert action.card in deal.hands[1]
    assert legal_actions(game, 1) == ()
    refused = refusal(game, f"1: {choices(game).split(', ')[0]}")
    assert refused is RuleReason.NOT_YOUR_TURN
    own = next(card for card in deal.hands[2])
    assert refusal(game, f"2: {format_action(Play(own))}") is RuleReason.NOT_YOUR_CARD


def test_misere_defenders_play_their_own_hands() -> None:
    game = contract_won(dealt(), "M")
    for seat in (0, 1, 2):
        assert to_act(game) == deal_of(game).turn == seat
        game = said(game, choices(game).split(", ")[0])
    assert deal_of(game).open_seats == (1, 2)
    assert 0 not in deal_of(game).open_seats


def test_refusals_of_cards_have_their_names() -> None:
    first = "7S 8S 9S 10S 7C 8C 9C 7D 8D 9D"
    second = "JS QS KC AC 10C JC QC 10D JD QD"
    game = contract_won(dealt(f"{first} | {second} | ... | KS AS"), "6S", "")
    game = said(game, "play 9S")
    assert refusal(game, "play 10C") is RuleReason.MUST_FOLLOW
    assert refusal(game, "play 7H") is RuleReason.NOT_YOUR_CARD
    assert refusal(game, "pass") is RuleReason.WRONG_PHASE
    first = "8S JS 7H 8H 9H 10H JH QH KH AH"
    second = "7S 7C 8C 9C 10C JC QC 7D 8D 9D"
    game = contract_won(dealt(f"{first} | {second} | ... | 9S 10S"), "6S", "")
    game = said(game, "play 7H")
    assert choices(game) == "play 7S"
    assert refusal(game, "play 7C") is RuleReason.MUST_TRUMP
