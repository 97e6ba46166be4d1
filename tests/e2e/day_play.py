"""People at the six deals of a day: what is stored of them, and how they play in tests."""

from random import Random

from bot.engine.actions import Action
from bot.engine.notation import format_action
from bot.features.daily import keep_days
from bot.features.daily.day_deals import DealInPlay, event_of_day, resumed_deal
from bot.presets import load_presets
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.store.queries.daily_deals import DailyDeal, DailyEvent, EventKey
from tests.support.message_content import controls
from tests.support.room import Person, Room

PRESETS = load_presets()
DAY = 20_454  # 2026-01-01, when every simulated Discord begins
KEY = event_of_day(DAY)
REF = f"{DAY}.{KEY.preset}"
DAY_SECONDS = 86_400


async def event(room: Room, key: EventKey = KEY) -> DailyEvent:
    found = await room.store.daily_deals.event(key)
    assert found is not None
    return found


async def course(room: Room, who: Person) -> tuple[DailyDeal, ...]:
    return await room.store.daily_deals.course(KEY, who.id)


async def under_way(room: Room, who: Person) -> DealInPlay | None:
    """Return the deal that somebody is playing."""
    stored = [deal for deal in await course(room, who) if deal.points is None]
    return resumed_deal(PRESETS, await event(room), stored[0]) if stored else None


def choice(now: DealInPlay) -> Action:
    """Return the action of a plain robot in the seat of the player: always the same."""
    return PLAIN_ROBOT.choose(now.view(now.seat), Random(3))


def move_text(now: DealInPlay, action: Action) -> str:
    return f"today move {REF} {now.stored.number} {now.length} {format_action(action)}"


def offered(who: Person) -> list[str]:
    """Return what can be pressed or chosen on the private message of somebody."""
    return [control.text for control in controls(who.private)]


async def do_hourly_work(room: Room) -> None:
    with room.env._bot_scope():  # by the time of Discord
        await keep_days(room.bot.parts.handler.services, room.bot)
    await room.env.settle()


async def finish(room: Room, key: EventKey, points: dict[Person, int], at: int = 9) -> None:
    """Store six deals of each person, with these points in the first one."""
    await room.store.daily_deals.make_event(key, bytes(32))
    for who, first in points.items():
        await room.store.preferences.set_name(who.id, who.called)
        for number in range(1, 7):
            result = first if number == 1 else 0
            new = DailyDeal(*key, who.id, number, room.guild.id, "code", result, at)
            await room.store.daily_deals.begin(new)
