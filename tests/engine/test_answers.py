"""The answers to contracts that a table remembers."""

import pytest
from pydantic import ValidationError

from bot.engine.actions import Dealer
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Carry
from bot.engine.families.austrian.scoring import AustrianCarry
from bot.engine.game import DefenceAnswer, Game, apply_action, defence_answers_of, new_game
from bot.engine.notation import carry_text, read_carry
from bot.engine.view import build_view
from tests.support import austrian, balkan, builders
from tests.support.builders import contract_won, dealt, deck, hand, play_out, said, texts
from tests.support.cases import for_each

NOTHING = "7C 8C 9C 7D 8D 9D 7H 8H 9H 10D"
HANDS = f"AS KS QS JS 10S 9S AH KH QH JH | {NOTHING} | ... | AC AD"
SPADES = 0
KEPT = 24


def scored(game: Game) -> Game:
    return game if game.deal is None else play_out(game)


def answers(game: Game) -> list[tuple[int, bool]]:
    return [(answer.seat, answer.takes_part) for answer in defence_answers_of(game.carry)]


def test_who_whisted_and_who_passed_on_which_cards() -> None:
    """russian.md 2.6: a pass in the auction is no answer to a contract."""
    game = scored(contract_won(dealt(HANDS), "7S", "whist, pass, closed"))
    assert game.last is not None
    assert defence_answers_of(game.carry) == (
        DefenceAnswer(1, 7, SPADES, takes_part=True, after=None, hand=int(hand(NOTHING))),
        DefenceAnswer(2, 7, SPADES, takes_part=False, after=True, hand=game.last.dealt[2]),
    )
    assert defence_answers_of(build_view(game, None).carry) == defence_answers_of(game.carry)


def test_half_the_quota_is_settled_for_without_taking_part() -> None:
    game = scored(contract_won(dealt(HANDS), "7S", "pass, half, pass"))
    assert answers(game) == [(1, False), (2, False)]


def test_a_misere_is_answered_by_nobody() -> None:
    assert answers(scored(contract_won(dealt(HANDS), "M"))) == []


def test_cards_that_nobody_has_seen_are_not_remembered() -> None:
    hidden = dealt(HANDS, reveal_after_deal=False)
    game = scored(contract_won(hidden, "7S", "whist, pass, closed"))
    assert answers(game) == [(1, True), (2, False)]
    assert [answer.hand for answer in defence_answers_of(game.carry)] == [0, 0]


def test_they_stay_in_mind_to_the_last_two_dozen() -> None:
    game = new_game(builders.rules("sochi", pool_target=100))
    game = apply_action(game, TABLE_SEAT, Dealer(2))
    told: list[tuple[int, bool]] = []
    for number in range(21):
        game = apply_action(game, TABLE_SEAT, deck("... | ... | ... | ..."))
        if number % 3 == 2:
            game = scored(said(game, "pass", "pass", "pass"))
        else:
            game = scored(contract_won(game, "7C", "pass, pass"))
            left = build_view(game, None).last
            assert left is not None
            told += [(seat, False) for seat in left.seats[1:]]
        assert answers(game) == told[-KEPT:]
    assert len(told) == 28


def test_joining_and_dropping_are_the_answers_elsewhere() -> None:
    """balkan.md 2.8: the invited defender has dropped out before."""
    hands = "AS KS QS JS 10S 9S AC KC AD KD | AH KH QH JH 10H 9H 8H 7H QC QD | ... | 7S 8S"
    game = said(balkan.dealt(hands), *texts("bid 2, pass, pass, discard 7S 8S, declare 3D"))
    assert answers(scored(said(game, "join", "drop", "invite"))) == [(1, True), (2, False)]


def test_a_declined_purchase_is_no_answer_and_who_must_defend_gives_none() -> None:
    """austrian.md V-11, V-12: with one stake in the pot both must join."""
    hands = "AS KS QS JS 10S 9S AC KC AD KD | AH KH QH JH 10H 9H 8H 7H QC QD | ... | 7S 8S"
    auction = "bid 1, bid 2, pass, hold, pass, discard 7S 8S, declare 2, pass"
    forced = scored(said(austrian.dealt(hands), *texts(auction)))
    assert answers(forced) == []
    free = scored(said(austrian.dealt(hands, pot=20), *texts(auction), "join", "drop", "alone"))
    assert answers(free) == [(1, True), (2, False)]


def test_they_are_stored_with_what_passes_on() -> None:
    hands = "AS KS QS JS 10S 9S AC KC AD KD | AH KH QH JH 10H 9H 8H 7H QC QD | ... | 7S 8S"
    auction = "bid 1, pass, pass, discard 7S 8S, declare 2, drop, drop"
    game = said(austrian.dealt(hands, pot=20), *texts(auction))
    stored = carry_text(game.carry)
    assert read_carry(AustrianCarry, stored) == game.carry
    assert len(defence_answers_of(game.carry)) == 2
    with pytest.raises(ValidationError):
        read_carry(AustrianCarry, stored.replace(game.carry.answers, "no answer"))


@for_each("seat", range(4))
@for_each("trump", range(-1, 4))
@for_each("level", [6, 10])
@for_each("after", [None, True, False])
def test_what_is_packed_is_read_again(
    seat: int, level: int, trump: int, after: bool | None
) -> None:
    for cards, takes_part in ((0, True), (0xFFC00000, False)):
        told = DefenceAnswer(seat, level, trump, takes_part, after, cards)
        assert defence_answers_of(Carry(answers=told.pack())) == (told,)
