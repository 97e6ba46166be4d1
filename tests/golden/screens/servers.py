"""Screens without a table: ranking, profile, settings, weekly tables, privacy, short messages."""

from collections.abc import Iterator
from datetime import date, timedelta

from bot.analysis.claim_proofs import OfferProof
from bot.engine.families import FAMILIES
from bot.engine.rules import RuleReason
from bot.features.fair_play.fair_play_screens import (
    PairRow,
    SealedDeck,
    fair_play_log_screen,
    fair_play_screen,
    pair_results_screen,
)
from bot.features.judging.judging_screens import reported_screen, reports_screen
from bot.features.rankings.play_estimates import DatumNumbers, Estimate, PlayNumbers
from bot.features.rankings.profile_screens import FamilyProfile, profile_screen
from bot.features.rankings.ranking_screens import (
    Attendance,
    Balance,
    LeaderboardDay,
    MatchRating,
    Passing,
    RankingData,
    RankingRow,
    Rivals,
    filters_screen,
    match_rating_screen,
    ranking_screen,
    rivals_screen,
)
from bot.features.rankings.rating import Rating, RatingChange
from bot.features.recaps.recap import DearCard, Recap
from bot.features.recaps.recap_screens import recap_screen, shared_recap_screen, with_way_back
from bot.model.enums import CardFaces, Clock, NotifyReason, NotifyWhen, WeeklySkipReason
from bot.model.leaderboards import Acquaintance, RankingKind
from bot.model.refusals import REFUSAL_FACTS, Refusal
from bot.model.reviews import CallTotals, ContractTotals, ReviewTotals
from bot.model.settings import GuildSettings, SettingsPage, UserSettings
from bot.model.values import replace
from bot.presets import load_presets, rules_text
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
from bot.render.rule_text import presets_by_family
from bot.render.screen_data import WeeklyTableData
from bot.render.server.settings_screens import (
    OccupiedTable,
    StoredDataSummary,
    forget_screen,
    forgotten_screen,
    language_offer_screen,
    personal_settings_screen,
    privacy_screen,
    server_settings_screen,
    titles_notice_screen,
)
from bot.render.server.table_lists import (
    OwnTable,
    own_tables_screen,
    server_tables_screen,
    weekly_tables_screen,
)
from bot.render.words import Words
from bot.store.queries.leaderboards import Encounters
from bot.store.queries.recaps import CloseMatch, DealMoment, Partnership, Rivalry
from bot.store.queries.rulings import ReportedDeal
from bot.ui_commands.server_commands import ShowProfile, ShowProfileInWords, ShowRanking, ShowRecap
from tests.golden.screens.deals import facts
from tests.golden.screens.telling import Shown
from tests.support import builders

PRESETS = load_presets()
LOCALES = ("en", "de", "ru")
FIRST = date(2026, 11, 1)


RATINGS = (
    Rating(1, 61.7, 18.2, 40, 800, is_provisional=False, left=1, opponents=9, days=31),
    Rating(2, 3.1, 21.4, 12, 240, is_provisional=False, opponents=5, days=8),
    Rating(3, -20.9, 37.0, 3, 60, is_provisional=True, opponents=2, days=1),
)
NAMES = ("Константин Константинопольский", "Ana", "B")


def of_rankings(words: Words) -> Iterator[Shown]:
    """Yield a page of every number, an empty one, filters and a chart; rivals, a match."""
    yield "a rating", ranking_screen(_rating_page(), words)
    yield "play", ranking_screen(_play_page(), words)
    yield "the same cards", ranking_screen(_datum_page(), words)
    yield "balances", ranking_screen(_balance_page(), words)
    yield "attendance", ranking_screen(_attendance_page(), words)
    nobody = replace(_rating_page(), rows=(), own=None, passing=None, page=1, pages=1)
    yield "nobody yet", ranking_screen(nobody, words)
    yield "filters of a rating", filters_screen(_rating_page(), words)
    yield "filters of play", filters_screen(_play_page(), words)
    yield "a chart and filters", filters_screen(_balance_page(), words)
    met = Encounters("russian", 14, 8, 6, 120, -45)
    rated = (("russian", RATINGS[0], RATINGS[1]),)
    yield "two members", rivals_screen(Rivals("Ana", "Boris", 7, (met,), rated), words)
    yield "two who never met", rivals_screen(Rivals("Ana", "Boris", 7, (), ()), words)
    rows = [
        MatchRating("Ana", RatingChange(3.1, 9.4), 55),
        MatchRating("Boris", RatingChange(0.0, -7.2), -55),
    ]
    yield "a match", match_rating_screen(12, "russian", rows, words)


def _chosen(kind: RankingKind, preset: str = "", season: str = "") -> ShowRanking:
    return ShowRanking(
        kind,
        1,
        "russian",
        preset,
        season,
        with_robots=False,
        known=Acquaintance.ANY,
        players=3,
    )


def _page(chosen: ShowRanking, rows: tuple[RankingRow, ...], own: RankingRow | None) -> RankingData:
    families, seasons = tuple(FAMILIES), ("2026-07", "2026-06")
    return RankingData(chosen, rows, own, 1, 2, families, PRESETS.names(), seasons, 3)


def _rating_page() -> RankingData:
    """Return two members that are told apart, one who is not, and an own row beyond the page."""
    rows = tuple(
        RankingRow(rank, name, rating, rating.completion)
        for rank, (name, rating) in enumerate(zip(NAMES, RATINGS, strict=True), start=1)
    )
    own = RankingRow(24, "Vera", Rating(9, -4.4, 41.3, 3, 60, is_provisional=True))
    page = _page(_chosen(RankingKind.RATING), rows, own)
    return replace(page, passing=Passing("B", 38.4), is_hidden=True)


def _play_page() -> RankingData:
    numbers = PlayNumbers(
        212,
        Estimate(3.4, 0.51),
        Estimate(5.2, 0.62),
        Estimate(81.2, 2.7),
    )
    robots = tuple(
        (
            level,
            PlayNumbers(0, *(Estimate(number, 0) for number in (points, tricks, clean))),
        )
        for level, points, tricks, clean in (("beginner", 7.9, 10.9, 70), ("club", 3.8, 4.1, 85))
    )
    rows = (RankingRow(1, "Ana", numbers), RankingRow(2, NAMES[0], numbers))
    own = RankingRow(None, "Vera", numbers._replace(deals=1))
    page = _page(_chosen(RankingKind.PLAY, "sochi"), rows, own)
    return replace(page, robots=robots, fewest=20)


def _datum_page() -> RankingData:
    ahead = DatumNumbers(88, Estimate(2.14, 1.9))
    behind = DatumNumbers(61, Estimate(-0.5, 2.6))
    rows = (RankingRow(1, "Ana", ahead), RankingRow(2, "Boris", behind))
    page = _page(_chosen(RankingKind.DATUM, "serbian"), rows, None)
    return replace(page, fewest=20)


def _balance_page() -> RankingData:
    rows = tuple(
        RankingRow(n, f"Player {n}", Balance(30 + n, n, 500 - 90 * n)) for n in range(1, 6)
    )
    days = tuple(LeaderboardDay(FIRST + timedelta(days=3 * n), (10, -n, 0, 5, 2)) for n in range(4))
    own = RankingRow(None, "Ana", Balance(1, 0, -20))
    page = _page(_chosen(RankingKind.BALANCE, "sochi", "2026-07"), rows, own)
    return replace(page, days=days, page=2, pages=3)


def _attendance_page() -> RankingData:
    rows = tuple(
        RankingRow(rank, name, Attendance(one.matches, one.days, one.opponents), one.completion)
        for rank, (name, one) in enumerate(zip(NAMES, RATINGS, strict=True), start=1)
    )
    return _page(_chosen(RankingKind.ATTENDANCE), rows, None)


_SOCHI = rules_text(load_presets().rules("sochi"))
_MOMENT = DealMoment(12, 3, 0, 1, 1000, _SOCHI, 38, 3, 42, 61)
RECAP = Recap(
    period="2026-Q4",
    name="Ana",
    of_server=False,
    matches=48,
    deals=913,
    wins=17,
    people=9,
    preset="sochi",
    preset_matches=31,
    hours=(12, 4, *([0] * 16), 60, 171, 160, 77, 30, 1),
    misere=_MOMENT,
    dearest=DearCard(_MOMENT, 11, 18),
    lucky=_MOMENT,
    closest=CloseMatch(9, 1, 1, 2, 1),
    rivals=Rivalry(1, 2, 22, 7, 15),
    partners=Partnership(1, 3, 14),
    names=((1, "Ana"), (2, "Boris"), (3, "Vera")),
)


def of_recaps(words: Words) -> Iterator[Shown]:
    """Yield a member's season, a server's year, one of which little is known, and the posts."""
    periods = ("2026-Q4", "2026-Q3", "2026", "2025")
    own, club = ShowRecap(of_server=False, period="2026-Q4"), ShowRecap(of_server=True)
    server = replace(RECAP, of_server=True, name="The club", period="2026")
    yield "a season of one's own", recap_screen(RECAP, own, periods, words)
    yield "the year of a server", recap_screen(server, club, periods, words)
    bare = replace(RECAP, hours=(0,) * 24, deals=0, names=(), misere=None, dearest=None)
    bare = replace(bare, lucky=None, closest=None, rivals=None, partners=None)
    yield "nothing but matches", recap_screen(bare, own, periods, words, words.say("recap.title"))
    yield "no match", recap_screen(None, own, periods, words)
    yield "shared", shared_recap_screen(RECAP, words)
    clean = replace(server, misere=_MOMENT._replace(worth=0))
    yield "nowhere a match", recap_screen(None, own, (), words)
    closed = replace(server, is_open=False, misere=None, dearest=None, lucky=None)
    yield "shared, matches closed", shared_recap_screen(closed, words)
    moment = with_way_back(recap_screen(None, own, (), words), own, words)
    yield "the way back", moment
    yield "a season is over", shared_recap_screen(clean, words, is_season_end=True)


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
        FamilyProfile(
            *(family, sums, 4, 1, -12, robots, 1, course, tuple(held[family])),
            calls=CallTotals(48, 15_400, 9_400_000),
            rating=rating,
            rating_course=(4.0, -3.2, rating.points),
        )
        for family, rating in zip(FAMILIES, RATINGS, strict=True)
    ]
    for family in FAMILIES:
        chosen = ShowProfile(7, family)
        yield f"three families, {family}", profile_screen("Ana", families, words, chosen, 3, 7)
        told = ShowProfileInWords(7, family)
        yield f"in words, {family}", profile_screen("Ana", families, words, told, 3, 7)
    bare = FamilyProfile("balkan", None, 2, 1, 5, ())
    yield "no review yet", profile_screen("Ana", [bare], words, ShowProfile(7))
    yield "nothing", profile_screen("Ana", (), words, ShowProfile(7))


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
        recap_channel=88,
        daily_channel=89,
        first_title=71,
        second_title=72,
        champion_title=73,
        titles_trouble=Refusal.TITLE_ROLE_ABOVE,
    )
    for page in SettingsPage:
        for moment, guild in (("as usual", plain), ("all set", changed)):
            shown = server_settings_screen(guild, names, LOCALES, words, page)
            yield f"the server's, {page}, {moment}", shown

    yield "titles stand still", titles_notice_screen(Refusal.TITLE_PERMISSION, words)


def of_fair_play(words: Words) -> Iterator[Shown]:
    """Yield what the bot guarantees, for members and managers, and results of pairs."""
    sealed = [SealedDeck(12, 3, "06191f11654fbc5c"), SealedDeck(14, 1, "a1b2c3d4e5f60718")]
    yield "for a manager", fair_play_screen(words, can_manage=True)
    yield "for everybody", fair_play_screen(words, can_manage=False)
    yield "play", fair_play_log_screen(sealed, words)
    yield "play, no open table", fair_play_log_screen([], words)
    rows = [
        PairRow((NAMES[0], NAMES[1]), "russian", 31, 48.2, 17.6),
        PairRow(("Boris", "Vera"), "balkan", 8, -4.4, 60.1),
    ]
    yield "pairs", pair_results_screen(rows, 66, words)
    yield "no pair yet", pair_results_screen([], 0, words)
    opened = [ReportedDeal(12, 3, 2, 1_790_000_000), ReportedDeal(14, 1, 1, 1_790_000_900)]
    decided = [ReportedDeal(9, 7, 1, 1_789_000_000)]
    yield "reported deals", reports_screen(opened, decided, words)
    yield "no report", reports_screen([], [], words)
    yield "a report", reported_screen(12, 3, words)


def of_weekly_tables(words: Words) -> Iterator[Shown]:
    """Yield weekly tables with their last failure, and an empty list."""
    missed = ("", *map(str, WeeklySkipReason))
    rows = [
        WeeklyTableData(n, n - 1, 1200 + n, "Sochi to 10", Clock.NORMAL, 5, 1_800_000_000, why)
        for n, why in enumerate(missed, start=1)
    ]
    yield "for a manager", weekly_tables_screen(rows, "Europe/Vienna", words, can_manage=True)
    unlisted = weekly_tables_screen(
        rows[:1], "Europe/Vienna", words, can_manage=True, can_list=False
    )
    yield "in no list of events", unlisted
    yield "for a member", weekly_tables_screen(rows[:1], "Europe/Vienna", words, can_manage=False)
    yield "none", weekly_tables_screen([], "UTC", words, can_manage=True)


def of_privacy(words: Words) -> Iterator[Shown]:
    """Yield the stored data, no data, the question, the tables in the way, the end."""
    yield (
        "all of it",
        privacy_screen(
            StoredDataSummary("Ana", "de", True, 5, 4, 40, 2, 3, 1, 2, 6, 1, 2, 1, 2), words
        ),
    )
    yield (
        "nothing",
        privacy_screen(StoredDataSummary("", "", False, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), words),
    )
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
    others = [OwnTable(n, "<#5>", rules, known, seat_on_turn=1) for n in (12, 13)]
    yield "those of a server", server_tables_screen([*tables[1:], *others], words, 2, 3)
    yield "none on a server", server_tables_screen((), words)


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
    told = {"mention": "<@1>", "name": "Ana", "game": game, "successor": "<@2>", "when": "<t:1:R>"}
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
