"""The Balkan table: games that are shown, kontra, invitation, drops.

Restarts fall into its own questions, and no game is seen before it is shown.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.engine.view import build_view
from bot.model.enums import CardFaces
from bot.render.paper.tile_names import tile_name
from tests.support.balkan import deck
from tests.support.leaks import public_cards
from tests.support.naming import cards_in, texts_in
from tests.support.room import Person, Room, controls, evening, words_of
from tests.support.stacked import Stacked, opened, outcome, played, reopened, shown_to_others

pytestmark = pytest.mark.slow

# forehand (Ana) has ten sure tricks in acorns, Boris a game in hearts, Vera nothing
ACORNS = "AC KC QC JC 10C 9C 8C 7C AS AD | AH KH QH JH 10H 9H 8H KS QS KD | ... | 7S 7D"

Play = Callable[[Room], Awaitable[None]]


async def at_table(folder: Path, play: Play) -> None:
    async with evening(folder, chance=Stacked(deck(ACORNS))) as room:
        await play(room)


def main(room: Room) -> tuple[int, ...]:
    """Return the declarer columns."""
    sheet = room.game().carry.sheet
    return tuple(sheet.total("main", seat) for seat in range(3))


# -- several games


def naming_a_game(room: Room, owner: Person, since: int) -> list[str]:
    """Return requests that name a game to anybody but its owner."""
    return [
        f"{kept.method} {kept.path} {text}"
        for kept in room.witness.kept[since:]
        if kept.viewer != owner.id
        for text in texts_in(kept.json)
        if "declare G" in text
    ]


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_a_restart_while_two_games_are_shown(tmp_path: Path, kill: bool) -> None:
    """Before the first game is shown, and again before the second."""

    async def play(room: Room) -> None:
        ana, boris, vera = await opened(room, "croatian", 60)
        since = len(room.witness.kept)
        await played(room, "bid G", "bid G", "pass")
        game = room.game()
        assert game.deal is not None
        assert [build_view(game, seat).legal for seat in (1, 2, None)] == [(), (), ()]
        assert await reopened(room, kill) is ana
        assert naming_a_game(room, ana, since) == []
        since = len(room.witness.kept)
        await played(room, "declare G3D")
        assert await reopened(room, kill) is boris
        assert naming_a_game(room, boris, since) == []
        said = [text for _, text, _ in room.lines()]
        assert said[2:] == ["bid G", "bid G", "pass", "declare G3D"]
        await played(room, "declare G4H")
        assert room.contract()[:2] == ("G4H", 1)
        await played(room, "join", "join", "stand", "stand")
        await room.skip_until(lambda room: room.game().carry.number == 1)
        assert vera.private is not None

    await at_table(tmp_path, play)


async def test_a_silent_game_is_never_told(tmp_path: Path) -> None:
    """Not in the log, a view or a request: only its owner was offered names."""

    async def play(room: Room) -> None:
        ana, boris, vera = await opened(room, "croatian", 60)
        since = len(room.witness.kept)
        await played(room, "bid G", "bid G", "pass")
        assert naming_a_game(room, ana, since) == []
        since = len(room.witness.kept)
        await played(room, "declare G5C")
        assert naming_a_game(room, boris, since) == []
        offered = {c.text.removeprefix("twice ") for c in controls(boris.private)}
        assert {"declare G6B", "declare G7NT", "silent"} <= offered
        assert not {"declare G3D", "declare G5C"} & offered
        await played(room, "silent")
        assert not any("declare G6" in c.text for c in controls(boris.private))
        await played(room, "drop", "drop")
        assert outcome(room) == "unplayed"
        assert room.last().calls[4] == (1, "silent")
        for who in (ana, boris, vera):
            await room.press(who, "last", room.message())
            assert cards_in([words_of(who.private)]) == set()  # nothing was played, or shown

    await at_table(tmp_path, play)


async def test_a_talon_that_nobody_bought_stays_unseen(tmp_path: Path) -> None:
    """A game leaves it closed, during the deal and after it; the scanner reads every request."""

    async def play(room: Room) -> None:
        await opened(room, "croatian", 60)
        await played(room, "bid G", "pass", "pass", "declare G5C", "join", "drop", "alone")
        await room.play_until(lambda room: room.game().carry.number == 1)
        talon = set(room.last().talon)
        assert not talon & shown_to_others(room, None)

    await at_table(tmp_path, play)


async def test_the_talon_of_a_number_is_shown(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await opened(room, "croatian", 60)
        await played(room, "bid 2", "pass", "pass")
        deal = room.deal()
        assert set(deal.talon) <= set(public_cards(deal))
        shown = words_of(room.message())
        assert all(
            f":{tile_name(CARD_NAMES[card], CardFaces.GERMAN)}:" in shown for card in deal.talon
        )

    await at_table(tmp_path, play)


# -- the defence


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_a_restart_in_the_dialogue_of_kontra(tmp_path: Path, kill: bool) -> None:
    """Kontra, rekontra, subkontra, mortkontra: a new process starts before every word."""

    async def play(room: Room) -> None:
        ana, boris, vera = await opened(room, "serbian", 60)
        await played(room, "bid 2", "pass", "pass", "discard AS AD", "declare 5C")
        await played(room, "join", "join")
        assert await reopened(room, kill) is boris
        await played(room, "stand")
        assert await reopened(room, kill) is vera
        await played(room, "kontra 1")
        for level, who in ((2, ana), (3, vera), (4, ana)):
            assert await reopened(room, kill) is who
            await played(room, f"kontra {level}")
            assert f"×{2**level}" in words_of(room.message())
        assert room.stage() is Stage.PLAY  # the last raise at a Serbian table
        assert room.deal().roles == ("declarer", "guest", "caller")
        await room.skip_until(lambda room: room.game().carry.number == 1)
        assert main(room)[0] == -60 + (10 * 16 if outcome(room) == "made" else -10 * 16)

    await at_table(tmp_path, play)


async def test_a_rekontra_may_be_declined(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await opened(room, "croatian", 60)
        await played(room, "bid 2", "pass", "pass", "discard 7S 7D", "declare 5C")
        await played(room, "drop", "join", "kontra 1", "stand")
        assert room.stage() is Stage.PLAY
        assert "×2" in words_of(room.message())
        assert room.deal().roles == ("declarer", "guest", "caller")
        await room.skip_until(lambda room: room.game().carry.number == 1)

    await at_table(tmp_path, play)


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_an_invitation(tmp_path: Path, kill: bool) -> None:
    """A defender who dropped plays all the same, and the host answers for both."""

    async def play(room: Room) -> None:
        *_, vera = await opened(room, "croatian", 60)
        await played(room, "bid 2", "pass", "pass", "discard 7S 7D", "declare 5C", "drop", "join")
        assert await reopened(room, kill) is vera
        offered = {c.text for c in controls(vera.private) if c.kind == "a"}
        assert offered == {"alone", "invite", "kontra 1"}
        await played(room, "invite")
        assert room.deal().roles == ("declarer", "guest", "host")
        await room.skip_until(lambda room: room.game().carry.number == 1)
        last = room.last()
        assert {len(trick.cards) for trick in last.tricks} == {3}
        assert {p.seat for p in last.postings} <= {0, 2}  # the guest neither wins nor loses

    await at_table(tmp_path, play)


async def test_who_drops_is_left_out_and_lays_nothing_open(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        _, boris, _ = await opened(room, "croatian", 60)
        dropped = room.deal().hands[1]
        await played(room, "bid 2", "pass", "pass", "discard 7S 7D", "declare 5C")
        since = len(room.witness.kept)
        await played(room, "drop", "join", "alone")
        await room.play_until(lambda room: room.game().carry.number == 1)
        assert not set(dropped) & shown_to_others(room, boris, since)
        assert {len(trick.cards) for trick in room.last().tricks} == {2}

    await at_table(tmp_path, play)
