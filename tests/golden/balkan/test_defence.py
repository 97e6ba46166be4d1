"""Join, drop, invite, kontra and the first lead: the worked cases and 2.8-2.10."""

from typing import Any

import pytest

from bot.engine.actions import ALONE, DROP, INVITE, JOIN, STAND, Action, Kontra
from bot.engine.deal import Deal, Stage
from bot.engine.families.balkan.contracts import kontra_level
from bot.engine.families.balkan.defence import Doubling, DoublingOver
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.game import Game, apply_action, to_act
from bot.engine.notation import action_verb, format_action
from bot.engine.rules import IllegalAction
from bot.presets import OptionSetting
from tests.golden.balkan.reading import ROLES, cases, rules_of, seat_of
from tests.support import balkan, builders
from tests.support.builders import said
from tests.support.cases import for_each

WORDS: dict[str, Action] = {
    "play": JOIN,
    "drop": DROP,
    "alone": ALONE,
    "invite": INVITE,
    "kontra": Kontra(1),
    "no": STAND,
    "accept": STAND,
}


def action_of(game: Game, word: str) -> Action:
    if word != "double":
        return WORDS[word]
    assert game.deal is not None
    return Kontra(kontra_level(game.deal.calls) + 1)


def words_of(game: Game) -> set[str]:
    names = {"kontra": "double", "stand": "accept"}
    return {names[action_verb(action)] for action in builders.actions_of(game)}


@for_each("case", cases("defence-and-kontra"), ids=lambda case: case["id"])
def test_worked_dialogues(case: dict[str, Any]) -> None:
    agreed, declarer = rules_of(case), seat_of(case["declarer"])
    refas = tuple(int(case["declarer_refa"] and seat == declarer) for seat in range(3))
    at = balkan.carry(agreed, refas=refas)
    game = balkan.announced(agreed, at, case["contract"], case["game"], declarer)
    for index, call in enumerate(case["calls"]):
        who, _, word = call.partition(":")
        if index == case["expect"].get("illegal_index"):
            with pytest.raises(IllegalAction):
                apply_action(game, seat_of(who), action_of(game, word))
            return
        game = apply_action(game, seat_of(who), action_of(game, word))
    check_end(game, case["expect"])


def check_end(game: Game, expect: dict[str, Any]) -> None:
    assert expect["verdict"] == "legal"
    if expect["outcome"] == "in_progress":
        assert to_act(game) == seat_of(expect["to_speak"])
        assert words_of(game) == set(expect["legal_next"])
        return
    if expect["outcome"] == "play":
        assert game.deal is not None
        assert game.deal.phase.stage is Stage.PLAY
        roles, level = game.deal.roles, kontra_level(game.deal.calls)
    else:
        assert game.last is not None
        words = {"conceded": "unplayed", "two_without_kontra": "two_credited"}
        assert game.last.outcome == words[expect["outcome"]]
        roles = game.last.roles
        level = sum(line.startswith("kontra") for _, line in game.last.calls)
    assert {who: roles[seat_of(who)] for who in expect["defence"]} == {
        who: ROLES[word] for who, word in expect["defence"].items()
    }
    assert level == expect["kontra_level"]
    callers = ["ABC"[seat] for seat, role in enumerate(roles) if role == "caller"]
    assert callers == ([expect["kontra_by"]] if expect["kontra_by"] else [])


@for_each("case", cases("first-leads"), ids=lambda case: case["id"])
def test_first_leads(case: dict[str, Any]) -> None:
    agreed = rules_of(case)
    at = balkan.carry(agreed, dealer=(seat_of(case["forehand"]) + 2) % 3)
    deal = balkan.named(agreed, at, case["contract"], False, seat_of(case["declarer"]))
    out = [seat for seat in range(3) if "ABC"[seat] not in case["active"]]
    after = BALKAN.after_phase(deal.with_roles(dropped=tuple(out)), DoublingOver())
    assert isinstance(after, Deal)
    assert after.leader == after.turn == after.phase.to_act(after) == seat_of(case["leader"])


# -- order of questions -----------------------------------------------------------------------


def opened(
    value: int,
    is_game: bool = False,
    preset: str = "croatian",
    refas: tuple[int, ...] = (0, 0, 0),
    **options: OptionSetting,
) -> Game:
    agreed = balkan.rules(preset, **options)
    return balkan.announced(agreed, balkan.carry(agreed, refas=refas), value, is_game)


def asked(game: Game) -> tuple[int | None, str]:
    return to_act(game), " ".join(format_action(action) for action in builders.actions_of(game))


def is_played(game: Game) -> bool:
    return game.deal is not None and game.deal.phase.stage is Stage.PLAY


def test_the_questions_of_a_suit_contract() -> None:
    game = opened(4)
    assert asked(game) == (1, "drop join")
    game = said(game, "drop")
    assert asked(game) == (2, "drop join")
    game = said(game, "join")
    assert asked(game) == (2, "alone invite kontra 1")
    assert is_played(said(game, "alone"))
    assert is_played(said(game, "invite"))


def test_two_volunteers_are_asked_for_kontra_in_order() -> None:
    """2.9.1: the second only if the first said no."""
    game = said(opened(4), "join", "join")
    assert asked(game) == (1, "stand kontra 1")
    assert asked(said(game, "stand")) == (2, "stand kontra 1")
    assert asked(said(game, "kontra 1")) == (0, "stand kontra 2")
    assert is_played(said(game, "stand", "stand"))


@pytest.mark.parametrize(("value", "is_game"), [(6, False), (6, True), (8, False), (8, True)])
def test_bettel_and_preferans_are_always_defended(value: int, is_game: bool) -> None:
    """2.8: no dropping out."""
    game = opened(value, is_game, preferans_contract=True)
    assert asked(game) == (1, "stand kontra 1")
    game = said(game, "stand", "stand")
    assert is_played(game)
    assert game.deal is not None
    assert game.deal.roles == ("declarer", "defender", "defender")


def test_the_chain_alternates_and_can_stop_at_every_step() -> None:
    game = said(opened(5), "join", "join", "kontra 1")
    for level in range(2, 11):
        speaker = 0 if level % 2 == 0 else 1
        assert asked(game) == (speaker, f"stand kontra {level}")
        assert is_played(said(game, "stand"))
        game = said(game, f"kontra {level}")
    assert is_played(game)  # the engine's bound of ten


def test_serbian_chain_ends_at_mortkontra() -> None:
    game = said(opened(5, preset="serbian"), "join", "join", "stand", "kontra 1", "kontra 2")
    game = said(game, "kontra 3", "kontra 4")
    assert is_played(game)
    assert game.deal is not None
    assert game.deal.roles == ("declarer", "guest", "caller")


def test_a_chain_of_one_asks_nobody() -> None:
    assert is_played(said(opened(5, kontra_max_level=1), "join", "join", "kontra 1"))


def test_a_guest_may_double_where_that_is_agreed() -> None:
    """A9, ``any_active``: that defender becomes responsible, the host becomes the guest."""
    game = said(opened(5, kontra_callers="any_active"), "drop", "join", "invite")
    assert asked(game) == (1, "stand kontra 1")
    assert is_played(said(game, "stand"))
    game = said(game, "kontra 1")
    assert game.deal is not None
    assert game.deal.roles == ("declarer", "caller", "guest")
    assert isinstance(game.deal.phase, Doubling)


def test_plain_two_with_an_open_refa() -> None:
    """2.9.3: ordinary where a refa exempts it, plain where it does not."""
    assert asked(opened(2, refas=(1, 1, 1))) == (1, "drop join")
    assert asked(opened(2, refas=(0, 1, 1))) == (1, "stand kontra 1")
    exempt = opened(2, refas=(1, 1, 1), plain_two_refa_exempt=False)
    assert asked(exempt) == (1, "stand kontra 1")
    assert asked(opened(2, is_game=True)) == (1, "drop join")
    assert asked(opened(2, plain_two="normal")) == (1, "drop join")


def test_kontra_on_a_plain_two_is_played() -> None:
    game = said(opened(2), "stand", "kontra 1", "stand")
    assert is_played(game)
    assert game.deal is not None
    assert game.deal.roles == ("declarer", "guest", "caller")


def test_declarer_on_another_seat_is_followed_by_the_next() -> None:
    agreed = balkan.rules()
    game = balkan.announced(agreed, balkan.carry(agreed), 5, False, declarer=1)
    assert asked(game) == (2, "drop join")
    assert asked(said(game, "drop")) == (0, "drop join")
