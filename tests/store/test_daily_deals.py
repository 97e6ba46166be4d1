"""Events and courses in the store: made once, changed by one press, private until midnight."""

from bot.model.values import replace
from bot.store import Store
from bot.store.queries.daily_deals import DailyDeal, DailyEvent, EventKey

KEY = EventKey(20_454, "sochi")
ANA, BORIS = 11, 12


def deal(user: int, number: int, points: int | None = None, course: str = "code") -> DailyDeal:
    return DailyDeal(*KEY, user, number, 1, course, points, 9)


async def test_an_event_is_made_once_and_keeps_its_seed(store: Store) -> None:
    assert await store.daily_deals.event(KEY) is None
    first = await store.daily_deals.make_event(KEY, bytes(32))
    assert await store.daily_deals.make_event(KEY, bytes([1] * 32)) == first
    assert await store.daily_deals.event(KEY) == first
    assert "00" * 8 not in repr(first)


def test_an_event_of_three_days_ends_two_days_after_the_first() -> None:
    assert [DailyEvent(KEY, bytes(32), days=days).last_day for days in (1, 3)] == [20_454, 20_456]


async def test_the_first_to_begin_names_the_robots(store: Store) -> None:
    await store.daily_deals.make_event(KEY, bytes(32))
    assert (await store.daily_deals.name_robots(KEY, "one")).robots == "one"
    assert (await store.daily_deals.name_robots(KEY, "two")).robots == "one"


async def test_a_deal_is_begun_once_and_changed_by_one_press(store: Store) -> None:
    await store.daily_deals.make_event(KEY, bytes(32))
    begun = await store.daily_deals.begin(deal(ANA, 1))
    assert await store.daily_deals.begin(deal(ANA, 1, course="other")) == begun
    after = replace(begun, course="longer", touched_at=10)
    assert await store.daily_deals.change(begun, after)
    assert not await store.daily_deals.change(begun, replace(begun, course="another"))
    assert await store.daily_deals.course(KEY, ANA) == (after,)
    assert await store.daily_deals.course(KEY, BORIS) == ()


async def test_who_has_played_all_six_has_finished(store: Store) -> None:
    await store.daily_deals.make_event(KEY, bytes(32))
    for number in range(1, 7):
        await store.daily_deals.begin(deal(ANA, number, 10 * number))
        await store.daily_deals.begin(deal(BORIS, number, None if number == 6 else 1))
    finished = await store.daily_deals.finished(KEY)
    assert [(one.user_id, one.number) for one in finished] == [(ANA, n) for n in range(1, 7)]
    assert await store.daily_deals.days_finished(ANA) == {KEY.day}
    assert await store.daily_deals.days_finished(BORIS) == set()


async def test_an_export_hides_the_cards_of_others_until_the_day_is_over(store: Store) -> None:
    await store.daily_deals.make_event(KEY, bytes(32))
    await store.daily_deals.begin(deal(ANA, 1, 4))
    for today, course in ((KEY.day, ""), (KEY.day + 1, "code")):
        found = await store.privacy.export(ANA, today)
        assert [one.course for one in found.daily_deals] == [course]


async def test_a_server_without_the_bot_is_named_in_no_course(store: Store) -> None:
    await store.daily_deals.make_event(KEY, bytes(32))
    await store.daily_deals.begin(deal(ANA, 1, 4))
    await store.retention.anonymise_guild(1)
    assert [one.guild_id for one in await store.daily_deals.course(KEY, ANA)] == [0]
    assert await store.retention.delete_old_practice(10) == ()
    assert await store.daily_deals.course(KEY, ANA) == ()
