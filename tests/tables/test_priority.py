"""Bulk work over many tables runs only while no interaction waits (docs/design.md section 5)."""

import asyncio

from bot.background.table_tasks import IdleGate, when_idle

ROUNDS = 20  # turns of the event loop, more than a drawing leaves to interactions
ROOM = 17  # sixteen at once, and one more that is begun before the limit is noticed


async def rounds() -> None:
    """Let the loop turn without a pause, which could outlast the wait of a drawing."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


async def test_tables_that_wait_for_the_disk_do_not_pile_up() -> None:
    """The backlog runs at once when the disk is back, and an interaction waits for it."""
    under_way, most, loop = list[int](), 0, asyncio.get_running_loop()
    async for game_id in when_idle(range(40), lambda: len(under_way)):
        under_way.append(game_id)
        most = max(most, len(under_way))
        loop.call_later(0.12, under_way.remove, game_id)
    assert most <= ROOM


async def test_tables_that_hang_hold_no_other_for_long() -> None:
    begun = [game_id async for game_id in when_idle(range(3), lambda: 99)]
    assert begun == [0, 1, 2]


async def _draws(gaps: IdleGate, drawn: list[int], table: int) -> None:
    async with gaps.drawing_turn():
        drawn.append(table)


async def test_nothing_is_drawn_while_an_interaction_waits() -> None:
    gaps, drawn = IdleGate(), list[int]()
    with gaps.track(1), gaps.track(2):
        drawing = asyncio.create_task(_draws(gaps, drawn, 7))
        gaps.mark_answered(1)
        await rounds()
        assert not drawn
        gaps.mark_answered(2)  # what is left of it is Discord's time
        await drawing
    assert drawn == [7]


async def test_an_answer_that_is_on_its_way_has_not_arrived() -> None:
    """Leaving the gate waits for all answers; drawing does not."""
    gaps = IdleGate()
    with gaps.track(1):
        gaps.mark_answered(1)
        given = asyncio.create_task(gaps.wait_all_ended())
        await rounds()
        assert not given.done()
    await asyncio.wait_for(given, 60)


async def test_who_is_never_answered_holds_no_table_for_long() -> None:
    gaps, drawn, clock = IdleGate(), list[int](), asyncio.get_running_loop().time
    began = clock()
    with gaps.track(1):
        await asyncio.gather(*(_draws(gaps, drawn, table) for table in range(20)))
    assert drawn == [*range(20)]
    assert clock() - began < 2  # the waits ran at the same time


async def test_who_clicks_between_two_drawings_goes_before_the_second() -> None:
    gaps, drawn, answered = IdleGate(), list[int](), list[list[int]]()

    async def clicks() -> None:
        async with gaps.drawing_turn():
            drawn.append(0)
        with gaps.track(1):
            await rounds()
            answered.append(drawn.copy())

    await asyncio.gather(clicks(), *(_draws(gaps, drawn, table) for table in (1, 2)))
    assert answered == [[0]]
    assert drawn == [0, 1, 2]
