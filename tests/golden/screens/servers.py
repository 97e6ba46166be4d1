"""Screens without a table: ranking, profile, settings, weekly tables, privacy, short messages."""

from collections.abc import Iterator
from datetime import date, timedelta

from bot.analysis.claim_proofs import OfferProof
from bot.engine.families import FAMILIES
from bot.engine.rule_errors import RuleReason
from bot.features.rankings.ranking_screens import (
    FamilyProfile,
    LeaderboardData,
    LeaderboardDay,
    LeaderboardRow,
    RatingData,
    RatingRow,
    leaderboard_screen,
    profile_screen,
    rating_screen,
)
from bot.features.rankings.rating import Rating
from bot.model.enums import CardFaces, Clock, NotifyReason, NotifyWhen, WeeklySkipReason
from bot.model.leaderboards import LeaderboardFilter
from bot.model.refusals import REFUSAL_FACTS, Refusal
from bot.model.reviews import ContractTotals, ReviewTotals
from bot.model.settings import GuildSettings, SettingsPage, UserSettings
from bot.presets import load_presets
from bot.render.announcement_screens import (
    alert_screen,
    direct_message_text,
    frozen_screen,
    lobby_call_screen,
    mention_text,
    proof_note,
    refusal_screen,
    return_screen,
)
from bot.render.house_rules.rule_text import presets_by_family
from bot.render.screen_data import WeeklyTableData
from bot.render.server.privacy_screens import (
    OccupiedTable,
    StoredDataSummary,
    forget_screen,
    forgotten_screen,
    privacy_screen,
)
from bot.render.server.settings_screens import (
    language_offer_screen,
    personal_settings_screen,
    server_settings_screen,
)
from bot.render.server.table_lists import OwnTable, own_tables_screen, weekly_tables_screen
from bot.render.words import Words
from bot.ui_commands.server_commands import ShowRating
from tests.golden.screens.deals import facts
from tests.golden.screens.telling import Shown
from tests.support import builders

PRESETS = load_presets()
LOCALES = ("en", "de", "ru")
FIRST = date(2026, 11, 1)


def of_rankings(words: Words) -> Iterator[Shown]:
    """Yield a page with a chart, and an empty one."""
    rows = tuple(
        LeaderboardRow(n, f"Player {n}", 30 + n, n, 500 - 90 * n, 1.5) for n in range(1, 6)
    )
    days = tuple(LeaderboardDay(FIRST + timedelta(days=3 * n), (10, -n, 0, 5, 2)) for n in range(4))
    filled = LeaderboardData(
        rows=rows,
        own=LeaderboardRow(None, "Ana", 1, 0, -20, 3.0),
        page=2,
        pages=3,
        filter=LeaderboardFilter(preset="sochi", season="2026-07"),
        families=tuple(FAMILIES),
        presets=PRESETS.names(),
        seasons=("2026-07", "2026-06"),
        min_games=3,
        days=days,
    )
    yield "a page", leaderboard_screen(filled, words)
    nothing = LeaderboardData((), None, 1, 1, LeaderboardFilter(), tuple(FAMILIES), (), (), 3)
    yield "nobody yet", leaderboard_screen(nothing, words)
    yield "a rating", rating_screen(_rating_page(), words)


def _rating_page() -> RatingData:
    """Return two members that are told apart, one who is not, and an own row beyond the page."""
    ratings = (
        Rating(1, 61.7, 18.2, 40, 800, is_provisional=False),
        Rating(2, 3.1, 21.4, 12, 240, is_provisional=False),
        Rating(3, -20.9, 37.0, 3, 60, is_provisional=True),
    )
    rows = tuple(
        RatingRow(rank, name, rating)
        for rank, (name, rating) in enumerate(
            zip(("Константин Константинопольский", "Ana", "B"), ratings, strict=True), start=1
        )
    )
    own = RatingRow(None, "Vera", Rating(9, -4.4, 41.3, 1, 20, is_provisional=True))
    chosen = ShowRating(1, "russian", with_robots=False, two_players=False)
    return RatingData(rows, own, 1, 2, chosen, tuple(FAMILIES), 3)


def of_profiles(words: Words) -> Iterator[Shown]:
    """Yield profiles: three families, one without a review; and an empty one."""
    sums = ReviewTotals(10, 4, 3, 8, 20, 12, par=30, given=80, received=25, agreed=0, earned=-25)
    course = [
        ReviewTotals(5, 0, 0, 5, 9, 2, par, given, received=1, agreed=0, earned=par - given + 1)
        for par, given in ((10, 3), (3, 2), (-4, 1), (-11, 0))
    ]
    held = {
        "russian": [
            ContractTotals("6S", 2, 3),
            ContractTotals("8NT", 1, 1),
            ContractTotals("M", 1, 2),
        ],
        "balkan": [ContractTotals("2S", 1, 2), ContractTotals("G7NT", 1, 1)],
        "austrian": [ContractTotals("1", 3, 4), ContractTotals("5X", 0, 1)],
    }
    robots = (("beginner", 0.91), ("of old", 0.5))
    families = [
        FamilyProfile(family, sums, 4, 1, -12, robots, 1, course, tuple(held[family]))
        for family in FAMILIES
    ]
    yield "three families", profile_screen("Ana", families, words, 3)
    bare = FamilyProfile("balkan", None, 2, 1, 5, ())
    yield "no review yet", profile_screen("Ana", [bare], words)
    yield "nothing", profile_screen("Ana", (), words)


def of_settings(words: Words) -> Iterator[Shown]:
    """Yield the settings of a user, default and all set; those of a server, likewise."""
    usual = UserSettings(1)
    own = UserSettings(
        1,
        "ru",
        CardFaces.GERMAN,
        spelled=True,
        pictures=False,
        summoning=NotifyWhen.DIRECT,
        quiet_from=23,
        zone="Asia/Tokyo",
        refused=True,
    )
    yield "one's own, as usual", personal_settings_screen(usual, LOCALES, words)
    yield "one's own, all set", personal_settings_screen(own, LOCALES, words)
    yield "a language is offered", language_offer_screen(("sr", "sr_Cyrl"), words)
    names = presets_by_family(PRESETS)
    plain = GuildSettings(1, max_user_tables=4)
    changed = GuildSettings(
        1,
        "de",
        "viennese",
        Clock.SLOW,
        use_threads=False,
        faces=CardFaces.FRENCH,
        pictures=False,
        open_history=True,
        zone="Europe/Vienna",
        role=77,
        max_tables=3,
        max_user_tables=1,
        min_games=5,
    )
    for page in SettingsPage:
        for moment, guild in (("as usual", plain), ("all set", changed)):
            shown = server_settings_screen(guild, names, LOCALES, words, page)
            yield f"the server's, {page}, {moment}", shown


def of_weekly_tables(words: Words) -> Iterator[Shown]:
    """Yield weekly tables with their last failure, and an empty list."""
    missed = ("", *map(str, WeeklySkipReason))
    rows = [
        WeeklyTableData(n, n - 1, 1200 + n, "Sochi to 10", Clock.NORMAL, 5, 1_800_000_000, why)
        for n, why in enumerate(missed, start=1)
    ]
    yield "for a manager", weekly_tables_screen(rows, "Europe/Vienna", words, can_manage=True)
    yield "for a member", weekly_tables_screen(rows[:1], "Europe/Vienna", words, can_manage=False)
    yield "none", weekly_tables_screen([], "UTC", words, can_manage=True)


def of_privacy(words: Words) -> Iterator[Shown]:
    """Yield the stored data, no data, the question, the tables in the way, the end."""
    yield (
        "all of it",
        privacy_screen(StoredDataSummary("Ana", "de", True, 5, 4, 40, 2, 3, 1, 2), words),
    )
    yield "nothing", privacy_screen(StoredDataSummary("", "", False, 0, 0, 0, 0, 0, 0, 0), words)
    yield "forget", forget_screen((), words)
    seated = [OccupiedTable(7, "https://discord.com/channels/1/2")]
    yield "still seated", forget_screen(seated, words)
    yield "forgotten", forgotten_screen(5, words)


def of_own_tables(words: Words) -> Iterator[Shown]:
    """Yield own tables: own turn, another's, a kept seat, a damaged one; and none."""
    rules, known = builders.rules("sochi"), facts()
    tables = [
        OwnTable(7, "<#5>", rules, known, seat_on_turn=0, seat=0, is_own=True),
        OwnTable(8, "<#5>", rules, known, seat_on_turn=1, seat=0, is_own=True),
        OwnTable(9, "<#5>", rules, known, seat_on_turn=1, is_own=True),
        OwnTable(10, "<#5>", unreadable=Refusal.TABLE_DAMAGED),
        OwnTable(11, "<#5>", rules, known, seat_on_turn=1),
    ]
    yield "own tables", own_tables_screen(tables, words)
    yield "none of one's own", own_tables_screen(tables[-1:], words)


def of_notices(words: Words) -> Iterator[Shown]:
    """Yield short messages beside a table, and the forms with one line of input."""
    yield "a table that cannot go on", frozen_screen(7, words)
    yield "a hand of somebody who has left", return_screen(7, words)
    yield "a refusal in a match", refusal_screen(words.refusal(Refusal.STALE), 7, words)
    for why in (NotifyReason.START, NotifyReason.TURN, NotifyReason.LATE):
        for name, until in (("with the clock", 1_800_000_000), ("without a clock", None)):
            yield f"{why}, {name}", alert_screen(mention_text(words, why, "<@1>", until))
            said = direct_message_text(
                words, why, "Club", "https://discord.com/channels/1/2", until
            )
            yield f"{why}, {name}, directly", alert_screen(said)
    for name, line in (
        ("proved", OfferProof(())),
        ("proved with a line", OfferProof((0, 1, 2))),
        ("given up", OfferProof((), is_trivial=True)),
    ):
        yield name, alert_screen(proof_note(line, "Ana", words))
    game = "Sochi to 10"
    told = {"mention": "<@1>", "name": "Ana", "game": game, "heir": "<@2>", "when": "<t:1:R>"}
    for key in ("removed", "offered", "late", "moved_once", "moved_away"):
        yield key, alert_screen(words.say(f"alert.{key}", **told))
    for key in ("opened", "invited", "opened_for", "invited_for"):
        yield key, alert_screen(words.say(f"alert.{key}", **told))
    called = words.say("alert.invited", **told)
    yield (
        "a call to a lobby",
        lobby_call_screen(7, called, "https://discord.com/channels/1/2/3", words),
    )
    gathered = words.say("alert.gather", mentions="<@1>, <@2>", when="<t:1:R>")
    yield "gather", alert_screen(gathered)
    for key in ("cut", "save"):
        parts = ("title", "label", "explain")
        form = "\n".join(words.say(f"{key}.{part}", deal=2) for part in parts)
        yield f"form {key}", alert_screen(form)


def of_refusals(words: Words) -> Iterator[Shown]:
    """Yield the sentence of every refusal."""
    for rule in RuleReason:
        yield f"rules: {rule}", alert_screen(words.refusal(rule))
    for why in Refusal:
        missing = {name: f"‹{name}›" for name in REFUSAL_FACTS.get(why, ())}
        yield f"table: {why}", alert_screen(words.refusal(why, **missing))
