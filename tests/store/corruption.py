"""Overwrite eight bytes anywhere in a file of games: is it noticed, and is it ever served?"""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from bot.engine.cards import TABLE_SEAT
from bot.engine.families import family_of
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import format_action
from bot.features.rankings.rating_book import check_history
from bot.model.enums import Clock, NotifyReason, RulingKind
from bot.model.reviews import SeatReview
from bot.model.settings import GuildSettings, UserSettings
from bot.store import GameDamaged, StorageTrouble, Store, StoreError
from bot.store.queries.daily_deals import DailyDeal, EventKey
from bot.store.queries.leaderboards import Title
from bot.store.queries.leagues import LeagueRow
from bot.store.queries.own_deals import DealOrigin
from bot.store.queries.preferences import NamedHouseRules
from bot.store.queries.problem_attempts import ProblemAttempt
from bot.store.queries.reviews import DealReview, StoredSeatReview
from bot.store.queries.rulings import Report, StoredRuling
from bot.store.queries.sent_notifications import SentNotification
from bot.store.sqlite.lock_file import FileIdentity, closed_state, lock_database_file
from bot.tables import Table, changes, kibitzing, moves
from tests.store.making import verify_rest
from tests.tables.conftest import ANA, BORIS, START, VERA, House, make_house

PEOPLE: Final = (ANA, BORIS, VERA)
KIBITZER: Final = 21
DEALS: Final = (500, 3, 1)  # so many of each game; two come to their end before
REVIEW: Final = StoredSeatReview(
    0, ANA, None, "russian", SeatReview(True, True, 6, 6, 9, 0, 4, 0, 0, 0, 4)
)


async def played_file(path: Path) -> Path:
    """Make a file with finished games and an open one, and something in every table."""
    await play_all(await make_house(path, [START]))
    return path


async def play_all(house: House) -> None:
    """Play into the store of that house, which is closed at the end."""
    for number, deals in enumerate(DEALS):
        await _play(house, await _started(house), Random(number), deals)
    open_table = await house.tables.get(len(DEALS))
    await open_table.change(kibitzing.ask, KIBITZER, ANA)
    store = house.store
    await store.preferences.set_guild(GuildSettings(1, "ru", "sochi"))
    await store.house_rules.save(1, NamedHouseRules("Our Thursday", "russian(sochi)"))
    for user in PEOPLE:
        await store.preferences.set_name(user, f"person {user}")
        await store.preferences.set_person(UserSettings(user, "en"))
        await store.problems.begin_attempt(
            ProblemAttempt(user, 0, 0, "easy-1", "7S 8S", touched_at=9)
        )
        deal = await store.own_deals.put(user, "Bc44WNtepLat9KcFPcc7GJ-yIQ", DealOrigin.FORM, 9)
        await store.own_deals.rename(user, deal.deal_id, "the squeeze")
        await store.titles.put(1, Title(user, 77))
        event = await store.daily_deals.make_event(EventKey(20_780, "sochi"), bytes(32))
        await store.daily_deals.begin(DailyDeal(*event.key, user, 1, 1, deal.code, 12, 9))
    league = await store.leagues.create(LeagueRow(0, 1, 5, "Autumn", "{}", 9, 100))
    for version, user in enumerate(PEOPLE):
        await store.leagues.enter(league, version, user, 9, "enter {}".format)
    await store.rulings.report(Report(1, 1, ANA, "The last card was a slip.", START))
    await store.rulings.decide(
        StoredRuling(2, 1, 1, RulingKind.DISMISS, ANA, "as played", "", START)
    )
    await store.reviews.add_review(1, 1, DealReview("contract", (REVIEW,)))
    await store.notifications.record(2, SentNotification(ANA, NotifyReason.TURN, 3, 5, 77))
    await store.preferences.touch_alive(START)
    assert house.driver is not None
    await house.driver.stop()
    await house.workers.stop()
    await store.close()


async def _started(house: House) -> Table:
    rules = house.tables.services.presets.rules("sochi")
    rules = family_of(rules).with_target(rules, 2)
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NONE
    )
    for user in PEOPLE[1:]:
        await table.change(changes.join, user)
    await table.change(changes.cut_deck, ANA, 1, "luck")
    assert house.driver is not None
    await table.change(moves.start_match, ANA, house.driver.draw(rules))
    return table


async def _play(house: House, table: Table, chance: Random, deals: int) -> None:
    assert house.driver is not None
    while (game := table.game) is not None and game.carry.number < deals:
        if (seat := to_act(game)) is None:
            return
        if seat == TABLE_SEAT:
            await house.driver.deal(table, table.version)
            continue
        said = [
            t for t in map(format_action, legal_actions(game, seat)) if not t.startswith("claim")
        ]
        await table.change(moves.act, PEOPLE[seat], table.version, chance.choice(said))


def contents(path: Path) -> object:
    """Return every row of every table, or the note that it cannot be read."""
    try:
        with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as db:
            db.text_factory = bytes
            names = [row[0].decode() for row in db.execute("SELECT name FROM sqlite_schema")]
            tables = [name for name in names if "_" not in name or name == "review_seat"]
            rows = [(name, db.execute(f"SELECT * FROM {name}").fetchall()) for name in tables]  # noqa: S608
            return rows, db.execute("SELECT name, sql FROM sqlite_schema").fetchall()
    except (sqlite3.Error, UnicodeError) as error:
        return type(error)


async def struck(sound: Path, folder: Path, seed: int, *, is_trusted: bool = False) -> str:
    """Strike a copy; "free" (no row has changed), how it was noticed, "unnoticed" or "served".

    Free space of the file holds no row: a strike there is counted apart, and proves nothing.

    ``is_trusted``: the start takes it for a file that was closed in order; "later" is then damage
    that only a start with a full verification notices. Half of them are verified before anything is
    read.
    """
    path = _strike(sound, folder / f"{seed}.db", Random(seed))
    is_changed = contents(path) != contents(sound)
    if is_trusted:
        _trust(path, sound)
    found = await _looked_at(path, await _served(sound), is_gone_over=bool(seed % 2))
    if is_trusted and found == "unnoticed":
        with lock_database_file(path) as lock:
            lock.write(FileIdentity())
        again = await _looked_at(path, await _served(sound), is_gone_over=True)
        found = again if again == "unnoticed" else "later"
    return found if is_changed or found == "served" else "free"


def _trust(path: Path, sound: Path) -> None:
    """Mark the copy as closed in order, with the damage done since."""
    with lock_database_file(sound) as lock:
        mark = lock.read()
    with lock_database_file(path) as lock:
        lock.write(mark._replace(inode=path.stat().st_ino, left=closed_state(path)))


def _strike(sound: Path, path: Path, chance: Random) -> Path:
    image = bytearray(sound.read_bytes())
    at = chance.randrange(len(image) - 8)
    image[at : at + 8] = chance.randbytes(8)
    path.write_bytes(image)
    return path


async def _looked_at(path: Path, right: dict[int, object], *, is_gone_over: bool = False) -> str:
    try:
        store = await Store.open(path, START)
    except StoreError:
        return "start"
    try:
        if is_gone_over:
            await verify_rest(store)
            await check_history(store.history_check)
        games = [game.game_id for game in await store.game_queries.games_of_guild(1)]
        shown = {game_id: await _read(store, game_id) for game_id in right}
        if any(found not in (None, right[game_id]) for game_id, found in shown.items()):
            return "served"
        if None in shown.values() or games != sorted(right):
            return "reading"
        faults = [fault for game_id in right for fault in await store.game_queries.faults(game_id)]
        return "verify" if faults else "unnoticed"
    except StoreError:
        return "start"  # the background ends the bot as a start does
    except StorageTrouble:  # a list of games meets a row that is no table any more
        return "reading"
    finally:
        await store.close()


async def _served(sound: Path) -> dict[int, object]:
    """Return everything shown of each game of the sound file; computed once."""
    if sound not in _SERVED:
        async with Store.session(sound, START) as store:
            games = await store.game_queries.game_ids()
            _SERVED[sound] = {game_id: await _read(store, game_id) for game_id in games}
    return _SERVED[sound]


_SERVED: Final[dict[Path, dict[int, object]]] = {}


async def _read(store: Store, game_id: int) -> object:
    """Read everything that can be shown of a game; None if it is refused."""
    try:
        return (
            await store.game_queries.load(game_id),
            await store.game_queries.newest_lines(game_id, 999),
            await store.game_queries.postings(game_id),
            await store.game_queries.shuffle(game_id, 1),
            await store.game_queries.deck(game_id, 1),
            await store.game_queries.sittings(game_id),
            [past for past in await store.leaderboards.history(1, 9) if past.game_id == game_id],
        )
    except (GameDamaged, StorageTrouble):
        return None
