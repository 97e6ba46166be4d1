"""A quiet board: the public message is edited once a trick, private hands after every card."""

import pytest

from bot.discord_ui.messages.quiet_boards import STAND_SECONDS
from bot.engine.deal import Stage
from tests.support.room import Person, Room

pytestmark = pytest.mark.slow
CARDS_A_TRICK = 3


async def started(room: Room, *, is_quiet: bool) -> Person:
    marta = room.manager()
    await room.command(marta, "pref server", room.channel)
    await room.press(marta, f"server quiet_board {'yes' if is_quiet else 'no'}")
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people)
    await room.start(people[0])
    await room.skip_to(Stage.PLAY, cards=1)
    return people[0]


def put_off(room: Room, reason: str) -> int:
    return int(room.metric("quiet_boards_total", reason=reason))


async def painted_by_cards(room: Room, cards: int) -> list[tuple[int, bool]]:
    """Play so many cards; after each, the cards in the trick and if the board shows them."""
    found = []
    for _ in range(cards):
        who = room.asked()
        assert who is not None
        await room.play_one(who)
        deal = room.game().deal
        assert deal is not None
        found.append((len(deal.trick), room.is_painted()))
        assert room.is_current_hand(who)
    return found


async def test_a_quiet_board_is_drawn_at_the_end_of_a_trick(room: Room) -> None:
    await started(room, is_quiet=True)
    before = put_off(room, "chosen")
    found = await painted_by_cards(room, 2 * CARDS_A_TRICK)
    assert found == [(len_, not len_) for len_, _ in found]
    assert [cards for cards, _ in found].count(0) == 2
    assert put_off(room, "chosen") - before == 2 * (CARDS_A_TRICK - 1)


async def test_a_board_is_drawn_after_every_card_otherwise(room: Room) -> None:
    await started(room, is_quiet=False)
    found = await painted_by_cards(room, CARDS_A_TRICK)
    assert [is_painted for _, is_painted in found] == [True] * CARDS_A_TRICK
    assert put_off(room, "chosen") == put_off(room, "behind") == 0


async def test_all_boards_are_quiet_while_the_limiter_is_behind(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(room, is_quiet=False)
    limiter = room.bot.parts.rate_limiter
    monkeypatch.setattr(limiter, "delay", lambda: 3.0)
    found = await painted_by_cards(room, CARDS_A_TRICK)
    assert found == [(len_, not len_) for len_, _ in found]
    assert put_off(room, "behind") == CARDS_A_TRICK - 1


async def test_a_board_is_drawn_as_soon_as_the_limiter_has_room(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody plays on: the trick would stand on the board without its last card."""
    await started(room, is_quiet=False)
    with monkeypatch.context() as behind:
        behind.setattr(room.bot.parts.rate_limiter, "delay", lambda: 3.0)
        await painted_by_cards(room, 1)
        await room.later(1)
        assert not room.is_painted()
    await room.later(1)
    assert room.is_painted()


async def test_a_trick_that_stands_still_is_drawn(room: Room) -> None:
    await started(room, is_quiet=True)
    assert not room.is_painted()
    await room.later(STAND_SECONDS + 1)
    assert room.is_painted()


async def test_what_is_no_card_is_drawn_at_once(room: Room) -> None:
    """A pause in the middle of a trick."""
    ana = await started(room, is_quiet=True)
    assert not room.is_painted()
    await room.press(ana, "more", room.message())
    await room.press(ana, "pause")
    assert room.is_painted()


async def test_the_next_start_draws_what_waits(room: Room) -> None:
    await started(room, is_quiet=True)
    assert not room.is_painted()
    await room.restart(kill=True, down=5)
    await room.later(STAND_SECONDS + 1)
    assert room.is_painted()
