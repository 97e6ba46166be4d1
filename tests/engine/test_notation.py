"""Conversion between text and action; any other text is refused as unreadable."""

import traceback
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import actions as act
from bot.engine.cards import PACK
from bot.engine.notation import cards_text, format_action, parse_action, parse_cards
from bot.engine.rules import BadNotation
from bot.model.enums import RulingKind

KINDS: tuple[type[act.Action], ...] = get_args(act.Action)

EVERY: tuple[act.Action, ...] = (
    *act.SimpleAction,
    *act.PLAYS,
    *act.DISCARDS.values(),
    *(act.Dealer(seat) for seat in range(4)),
    *(act.Draw(PACK[n : n + 3]) for n in (0, 9)),
    act.Deck(PACK),
    act.Deck(tuple(reversed(PACK))),
    *(act.Bid(name) for name in ("6S", "10NT", "M", "MW")),
    *(act.Declare(name) for name in ("6S", "10NT")),
    *(act.Kontra(level) for level in range(1, 13)),
    *(act.Seal(name) for name in ("S1", "S3")),
    *(act.Propose(tricks) for tricks in range(11)),
    *(act.TakeBack(version) for version in (0, 7, 1234)),
    act.Ruling(RulingKind.DISMISS, 3),
    act.Ruling(RulingKind.VOID, 12, (act.RulingEntry("pool", 0, None, -2),)),
    *(act.Claim((a, b, 10 - a - b)) for a in range(11) for b in range(11 - a)),
)

EXAMPLES: dict[str, act.Action] = {
    "play KS": act.Play(6),
    "bid 7H": act.Bid("7H"),
    "hold": act.HOLD,
    "discard 7C 8D": act.Discard(8, 17),
    "declare 9NT": act.Declare("9NT"),
    "half": act.HALF_WHIST,
    "claim 7 3 0": act.Claim((7, 3, 0)),
    "dealer 2": act.Dealer(2),
}


def test_every_kind_of_action_is_here() -> None:
    assert {type(action) for action in EVERY} == set(KINDS)


def test_there_and_back() -> None:
    assert [action for action in EVERY if parse_action(format_action(action)) != action] == []


def test_texts_are_all_different() -> None:
    assert len({format_action(action) for action in EVERY}) == len(EVERY)


@pytest.mark.parametrize("line", EXAMPLES)
def test_as_written_in_the_design(line: str) -> None:
    assert parse_action(line) == EXAMPLES[line]
    assert format_action(EXAMPLES[line]) == line


def test_the_same_objects_are_read() -> None:
    """The engine's check of legality finds them by identity."""
    assert parse_action("play KS") is act.PLAYS[6]
    assert parse_action("discard 8D 7C") is act.DISCARDS[8, 17]
    assert parse_action("pass") is act.PASS


BAD = (
    *("", " ", "pas", "Pass", "pass ", " pass", "pass 1", "play", "play ", "play 1S", "play ks"),
    *("play KS QS", "play  KS", "bid", "bid ", "bid 6s", "bid 6S 7S", "bid 12345678", "bid 6S\n"),
    *("discard", "discard 7S", "discard 7S 7S", "discard 7S 8S 9S", "discard 7S XX"),
    *("dealer", "dealer -1", "dealer x", "dealer 01", "dealer 1 2", "dealer 100", "dealer ²"),
    *("claim 1 2", "claim 1 2 3 4", "claim 1 2 x", "claim -1 2 9", "claim 01 2 3", "claim 1  2 3"),
    *("takeback", "takeback x", "takeback 07", "takeback -1", "takeback 1 2", "takeback 12345678"),
    *("deck 7S XX", "whist now", "play\tKS", "\x00", "ход", "claim ١ ٢ ٣", "declare", "open up"),
)


def test_unreadable() -> None:
    for line in BAD:
        with pytest.raises(BadNotation) as caught:
            parse_action(line)
        assert caught.value.text == line


def test_what_is_unreadable_names_its_cards_in_no_traceback() -> None:
    """Decks and discards are secrets, and tracebacks go into logs."""
    with pytest.raises(BadNotation) as caught:
        parse_action("deck 7S QD XX")
    told = "".join(traceback.format_exception(caught.value))
    told = told.replace('parse_action("deck 7S QD XX")', "")  # this source line itself
    assert not [word for word in ("7S", "QD", "XX") if word in told]


WORDS = ("play", "bid", "claim", "discard", "deck", "dealer", "declare", "pass", "KS", "7H", "10D")
words = st.one_of(st.sampled_from(WORDS), st.integers(-3, 120).map(str), st.text(max_size=4))


@pytest.mark.slow
@given(st.one_of(st.text(max_size=30), st.lists(words, max_size=5).map(" ".join)))
def test_anything_else_is_unreadable_or_stands_for_itself(line: str) -> None:
    with suppress(BadNotation):
        action = parse_action(line)
        assert parse_action(format_action(action)) == action


def test_cards() -> None:
    assert cards_text((6, 8)) == "KS 7C"
    assert parse_cards("KS 7C") == (6, 8)
    with pytest.raises(BadNotation):
        parse_cards("KS 1C")
