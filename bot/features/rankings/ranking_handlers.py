"""Leaderboards, two members beside each other, the rating of a match: queries, and their pages."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Final, TypeVar

from bot.discord_ui import start_times
from bot.discord_ui.handlers import registry, server_pages
from bot.discord_ui.handlers.context import Context, Services
from bot.engine.families import FAMILIES
from bot.features.rankings import play_estimates as estimates
from bot.features.rankings import ranking_screens
from bot.features.rankings.profile_screens import ChosenProfile, FamilyProfile, profile_screen
from bot.features.rankings.ranking_screens import (
    CHARTED_ROWS,
    PLAY_KINDS,
    Attendance,
    Balance,
    LeaderboardDay,
    MatchRating,
    Passing,
    RankingData,
    RankingRow,
    Rivals,
)
from bot.features.rankings.rating import ACQUAINTANCES, Rating, Ratings
from bot.features.rankings.rating_book import book_of, usual_players
from bot.model import reviews, settings
from bot.model.leaderboards import Acquaintance, LeaderboardFilter, RankingKind
from bot.model.refusals import Refusal, Refused
from bot.model.values import asdict, replace
from bot.presets import DEFAULT_PRESET
from bot.render.paper.chart import MOST_POINTS
from bot.store import Store
from bot.store.queries import player_statistics
from bot.store.queries.leaderboards import LeaderboardEntry, RatedScope
from bot.ui_commands import codec, server_commands
from bot.ui_commands.server_commands import ShowRanking, ShowRankingFilters

T = TypeVar("T")
_ROWS_PER_PAGE: Final = 5  # higher pages exceed a phone


@registry.handles(server_commands.ShowLeaderboard)
async def show_leaderboard(context: Context, _: server_commands.ShowLeaderboard) -> None:
    """Show the rating of the family and the number of players that the server plays."""
    services = context.services
    guild = await services.store.preferences.guild(context.guild_id)
    family = services.presets.family_key(guild.preset or DEFAULT_PRESET)
    book = book_of(services.store, services.presets)
    players = usual_players(await book.by_players(context.guild_id, RatedScope(family)))
    await show_ranking(context, ranking_command(RankingKind.RATING, family, players))


def ranking_command(kind: RankingKind, family: str, players: int) -> ShowRanking:
    """Return the command of the first page of a ranking of matches without robots."""
    return ShowRanking(
        kind,
        1,
        family,
        preset="",
        season="",
        with_robots=False,
        known=Acquaintance.ANY,
        players=players,
    )


@registry.handles(server_commands.ShowLeaderboardPage)
async def show_leaderboard_page(
    context: Context, command: server_commands.ShowLeaderboardPage
) -> None:
    """Show the balances a match, which buttons of old messages ask for."""
    await show_ranking(
        context,
        ShowRanking(
            RankingKind.BALANCE,
            command.page,
            command.family,
            command.preset,
            command.season,
            command.with_robots,
            Acquaintance.ANY,
            2 if command.two_players else 3,
        ),
    )


@registry.handles(ShowRanking)
async def show_ranking(context: Context, command: ShowRanking) -> None:
    """Show a page of a ranking."""
    if command.preset:
        server_pages.require_preset(context, command.preset)
    data = await ranking_data(context.services, context.guild_id, context.user_id, command)
    await context.show(ranking_screens.ranking_screen(data, context.words))


@registry.handles(ShowRankingFilters)
async def show_ranking_filters(context: Context, command: ShowRankingFilters) -> None:
    """Show the chart of a page of a ranking and what the ranking can be narrowed to."""
    if command.preset:
        server_pages.require_preset(context, command.preset)
    chosen = ShowRanking(**asdict(command))
    data = await ranking_data(context.services, context.guild_id, context.user_id, chosen)
    await context.show(ranking_screens.filters_screen(data, context.words))


async def ranking_data(
    services: Services, guild_id: int, user_id: int, command: ShowRanking
) -> RankingData:
    """Return the page of a ranking that a command asks for.  Raises StorageTrouble."""
    store = services.store
    guild = await store.preferences.guild(guild_id)
    hidden = await store.preferences.unranked_users()
    chosen = _with_preset(services, command)
    facts = RankingData(
        chosen=chosen,
        rows=(),
        own=None,
        page=chosen.page,
        pages=1,
        families=tuple(FAMILIES),
        presets=_presets_of(services, chosen.kind),
        seasons=await store.leaderboards.seasons(guild_id),
        fewest=max(1, guild.min_games),
        is_hidden=user_id in hidden,
    )
    fill = {
        RankingKind.RATING: _rating_page,
        RankingKind.ATTENDANCE: _rating_page,
        RankingKind.BALANCE: _balance_page,
        RankingKind.PLAY: _play_page,
        RankingKind.DATUM: _play_page,
    }[chosen.kind]
    return await fill(services, guild, user_id, facts, hidden)


def _with_preset(services: Services, command: ShowRanking) -> ShowRanking:
    """Return the command with a preset where the number needs one, without where it has none."""
    if command.kind not in PLAY_KINDS:
        return command
    offered, family_of = _presets_of(services, command.kind), services.presets.family_key
    own = [one for one in offered if family_of(one) == command.family]
    preset = command.preset if command.preset in offered else (own or offered)[0]
    return replace(command, preset=preset, family=family_of(preset))


def _presets_of(services: Services, kind: RankingKind) -> tuple[str, ...]:
    """Return the presets of a ranking: play only where it tells the levels apart."""
    presets = services.presets
    if kind is not RankingKind.PLAY:
        return presets.names()
    return tuple(name for name in presets.names() if presets.play(name))


def _scope_of(chosen: ShowRanking) -> RatedScope:
    return RatedScope(chosen.family, chosen.with_robots, chosen.players == 2, chosen.season)


# The rating, and the attendance, which comes from the same matches.


async def _rating_page(
    services: Services,
    guild: settings.GuildSettings,
    user_id: int,
    facts: RankingData,
    hidden: Collection[int],
) -> RankingData:
    chosen = facts.chosen
    if not chosen.family:
        chosen = replace(chosen, family=facts.families[0])
    ratings = await book_of(services.store, services.presets).ratings(
        guild.guild_id, _scope_of(chosen), chosen.players
    )
    standings = ratings.standings(facts.fewest, _is_listed(chosen.known, hidden))
    if chosen.kind is RankingKind.ATTENDANCE:
        standings = tuple(sorted(standings, key=lambda one: (-one.matches, -one.days)))
    ranks = {rating.user_id: rank for rank, rating in enumerate(standings, start=1)}
    own = ratings.rating_of(user_id)
    numbers = _attendance if chosen.kind is RankingKind.ATTENDANCE else _as_it_is
    return replace(
        facts,
        chosen=chosen,
        rows=tuple(
            [
                await _rated_row(services, ranks, rating, numbers)
                for rating in _page_of(standings, chosen.page)
            ]
        ),
        own=None if own is None else await _rated_row(services, ranks, own, numbers),
        pages=_page_count(len(standings)),
        passing=await _passing(services, ratings, standings, user_id)
        if chosen.kind is RankingKind.RATING
        else None,
    )


def _is_listed(known: Acquaintance, hidden: Collection[int]) -> Callable[[Rating], bool]:
    is_known = ACQUAINTANCES[known]
    return lambda rating: rating.user_id not in hidden and is_known(rating)


def _as_it_is(rating: Rating) -> ranking_screens.RowNumbers:
    return rating


def _attendance(rating: Rating) -> ranking_screens.RowNumbers:
    return Attendance(rating.matches, rating.days, rating.opponents)


async def _rated_row(
    services: Services,
    ranks: Mapping[int, int],
    rating: Rating,
    numbers: Callable[[Rating], ranking_screens.RowNumbers],
) -> RankingRow:
    name = await services.names.whole_name_of(rating.user_id)
    return RankingRow(ranks.get(rating.user_id), name, numbers(rating), rating.completion)


async def _passing(
    services: Services, ratings: Ratings, standings: Sequence[Rating], user_id: int
) -> Passing | None:
    """Return what it would take to pass the next one; None for the first and the unranked."""
    places = [rating.user_id for rating in standings]
    if user_id not in places or not (place := places.index(user_id)):
        return None
    above = places[place - 1]
    points = ratings.result_to_pass(user_id, above)
    return Passing(await services.names.whole_name_of(above), points)


# Balances a match.


async def _balance_page(
    services: Services,
    guild: settings.GuildSettings,
    user_id: int,
    facts: RankingData,
    hidden: Collection[int],
) -> RankingData:
    store, chosen = services.store, facts.chosen
    wanted = LeaderboardFilter(
        chosen.family, chosen.preset, chosen.season, chosen.with_robots, chosen.players == 2
    )
    known = await _known_members(services, guild.guild_id, chosen)
    board = await store.leaderboards.leaderboard(
        guild.guild_id,
        wanted,
        min_games=guild.min_games,
        among=known,
        limit=_ROWS_PER_PAGE,
        offset=(chosen.page - 1) * _ROWS_PER_PAGE,
        user_id=user_id,
    )
    charted = [row.user_id for row in board.rows[:CHARTED_ROWS]]
    return replace(
        facts,
        rows=tuple([await _balance_row(services, row) for row in board.rows]),
        own=None if board.own is None else await _balance_row(services, board.own),
        pages=_page_count(board.total),
        days=await _daily_balances(store, guild, charted, wanted),
    )


async def _known_members(
    services: Services, guild_id: int, chosen: ShowRanking
) -> frozenset[int] | None:
    """Return the members whom the club knows well enough; None where nothing is asked for."""
    if chosen.known is Acquaintance.ANY:
        return None
    families = (chosen.family,) if chosen.family else tuple(FAMILIES)
    found = set[int]()
    for family in families:
        scope = _scope_of(chosen)._replace(family=family)
        by_players = await book_of(services.store, services.presets).by_players(guild_id, scope)
        for ratings in by_players.values():
            known = ratings.standings(1, ACQUAINTANCES[chosen.known])
            found |= {rating.user_id for rating in known}
    return frozenset(found)


async def _balance_row(services: Services, row: LeaderboardEntry) -> RankingRow:
    name = await services.names.whole_name_of(row.user_id)
    return RankingRow(row.rank, name, Balance(row.games, row.wins, row.balance))


async def _daily_balances(
    store: Store, guild: settings.GuildSettings, users: Sequence[int], chosen: LeaderboardFilter
) -> tuple[LeaderboardDay, ...]:
    """Return the players' results by days of the server's time zone."""
    results = await store.leaderboards.results(guild.guild_id, users, chosen)
    zone, days = start_times.zone_of(guild.zone), dict[date, Counter[int]]()
    for user, ended_at, balance in results:
        day = datetime.fromtimestamp(ended_at, zone).date()
        days.setdefault(day, Counter())[user] += balance
    return tuple(
        LeaderboardDay(day, tuple(won[user] for user in users)) for day, won in days.items()
    )


# Play, and the same cards.


async def _play_page(
    services: Services,
    guild: settings.GuildSettings,
    user_id: int,
    facts: RankingData,
    hidden: Collection[int],
) -> RankingData:
    chosen = facts.chosen
    numbers = await _numbers_by_user(services, guild.guild_id, chosen)
    listed = [
        (user, one)
        for user, one in numbers.items()
        if one.deals >= estimates.FEWEST_DEALS and user not in hidden
    ]
    listed.sort(key=lambda pair: (_play_order(pair[1]), pair[0]))
    ranks = {user: rank for rank, (user, _) in enumerate(listed, start=1)}
    rows = [
        RankingRow(ranks[user], await services.names.whole_name_of(user), one)
        for user, one in _page_of(listed, chosen.page)
    ]
    own, name = numbers.get(user_id), await services.names.whole_name_of(user_id)
    return replace(
        facts,
        fewest=estimates.FEWEST_DEALS,
        rows=tuple(rows),
        own=None if own is None else RankingRow(ranks.get(user_id), name, own),
        pages=_page_count(len(listed)),
        robots=_measured_robots(services, chosen),
    )


async def _numbers_by_user(
    services: Services, guild_id: int, chosen: ShowRanking
) -> dict[int, estimates.PlayNumbers | estimates.DatumNumbers]:
    """Return the numbers of every member in the chosen preset and company."""
    totals = estimates.totals_of_preset(
        await services.store.statistics.play_totals(guild_id),
        chosen.preset,
        with_robots=chosen.with_robots,
        of_two=chosen.players == 2,
    )
    is_play = chosen.kind is RankingKind.PLAY
    count = estimates.play_numbers if is_play else estimates.datum_numbers
    counted = {user: count(one) for user, one in totals.items()}
    return {user: one for user, one in counted.items() if one is not None}


def _play_order(numbers: estimates.PlayNumbers | estimates.DatumNumbers) -> float:
    """Return what to sort by: few points given away, or much gained, come first."""
    if isinstance(numbers, estimates.PlayNumbers):
        return numbers.points.value
    return -numbers.gain.value


def _measured_robots(
    services: Services, chosen: ShowRanking
) -> tuple[tuple[str, estimates.PlayNumbers], ...]:
    if chosen.kind is not RankingKind.PLAY:
        return ()
    measured = services.presets.play(chosen.preset)
    return tuple((level, estimates.measured_play(one)) for level, one in measured.items())


def _page_of(rows: Sequence[T], page: int) -> Sequence[T]:
    return rows[(page - 1) * _ROWS_PER_PAGE : page * _ROWS_PER_PAGE]


def _page_count(rows: int) -> int:
    return min(max(1, -(-rows // _ROWS_PER_PAGE)), codec.MAX_PAGE)


# Two members beside each other, and what one match changed.


@registry.handles(server_commands.ShowRivals)
async def show_rivals(context: Context, command: server_commands.ShowRivals) -> None:
    """Show the matches of the reader against another member, and both ratings."""
    services, own, other = context.services, context.user_id, command.user_id
    met = await services.store.rated_matches.encounters(context.guild_id, own, other)
    hidden = await services.store.preferences.unranked_users()
    ratings = []
    for one in met:
        book = book_of(services.store, services.presets)
        known = await book.ratings(context.guild_id, RatedScope(one.family))
        shown = None if other in hidden else known.rating_of(other)
        ratings.append((one.family, known.rating_of(own), shown))
    facts = Rivals(
        await services.names.whole_name_of(own),
        await services.names.whole_name_of(other),
        other,
        met,
        tuple(ratings),
    )
    await context.show(ranking_screens.rivals_screen(facts, context.words))


@registry.handles(server_commands.ShowMatchRating)
async def show_match_rating(context: Context, command: server_commands.ShowMatchRating) -> None:
    """Show what a finished match changed in the rating of each member."""
    services = context.services
    place = await services.store.rated_matches.scope_of(context.guild_id, command.game)
    if place is None:
        raise Refused(Refusal.UNKNOWN_TABLE)
    scope, balances = place
    book = book_of(services.store, services.presets)
    lists = (await book.by_players(context.guild_id, scope)).values()
    hidden = await services.store.preferences.unranked_users() - {context.user_id}
    rows = [
        MatchRating(await services.names.whole_name_of(user), change, balances.get(user, 0))
        for ratings in lists
        for user, change in ratings.changes_of(command.game).items()
        if user not in hidden
    ]
    rows.sort(key=lambda row: -row.balance)
    screen = ranking_screens.match_rating_screen(command.game, scope.family, rows, context.words)
    await context.show(screen)


# The profile of a player on a server: finished games, and reviews of their deals.


@registry.handles(server_commands.ShowProfile)
async def show_profile(context: Context, command: server_commands.ShowProfile) -> None:
    """Show luck and skill of that user on this server."""
    await _show_profile(context, command)


@registry.handles(server_commands.ShowProfileInWords)
async def show_profile_in_words(
    context: Context, command: server_commands.ShowProfileInWords
) -> None:
    """Show the same without charts."""
    await _show_profile(context, command)


async def _show_profile(context: Context, command: ChosenProfile) -> None:
    services, guild_id, user_id = context.services, context.guild_id, command.user_id
    if user_id == context.user_id:
        await services.names.remember(context.interaction.user)
    families = await _family_profiles(services, guild_id, user_id)
    is_own = user_id == context.user_id
    if is_own or user_id not in await services.store.preferences.unranked_users():
        families = [await _with_rating(services, guild_id, user_id, one) for one in families]
    name = await services.names.whole_name_of(user_id)
    taken_back = await services.store.statistics.taken_back(guild_id, user_id)
    rival = None if is_own else user_id
    await context.show(profile_screen(name, families, context.words, command, taken_back, rival))


async def _with_rating(
    services: Services, guild_id: int, user_id: int, profile: FamilyProfile
) -> FamilyProfile:
    """Return the profile with the rating in matches without robots, and its course."""
    ratings = await book_of(services.store, services.presets).ratings(
        guild_id, RatedScope(profile.family)
    )
    course = tuple(points for _, points in ratings.course_of(user_id))
    return replace(profile, rating=ratings.rating_of(user_id), rating_course=course)


async def _family_profiles(services: Services, guild_id: int, user_id: int) -> list[FamilyProfile]:
    store = services.store
    matches = {row.family: row for row in await store.statistics.matches(guild_id, user_id)}
    robots = await store.statistics.of_robots(guild_id)
    course = await store.statistics.totals_over_time(guild_id, user_id, MOST_POINTS)
    totals = {family: reviews.added_up(periods) for family, periods in course.items()}
    most_played = sorted(totals, key=lambda family: -totals[family].deals)
    contracts = await store.statistics.contracts(guild_id, user_id)
    calls = await store.statistics.calls(guild_id, user_id)
    return [
        replace(
            _family_profile(family, totals.get(family), matches.get(family), robots),
            course=course.get(family, ()),
            contracts=contracts.get(family, ()),
            calls=calls.get(family),
        )
        for family in (*most_played, *(key for key in matches if key not in totals))
    ]


def _family_profile(
    family: str,
    sums: reviews.ReviewTotals | None,
    matches: player_statistics.MatchTotals | None,
    robots: Sequence[player_statistics.RobotTotals],
) -> FamilyProfile:
    return FamilyProfile(
        family=family,
        sums=sums,
        games=matches.games if matches else 0,
        wins=matches.wins if matches else 0,
        balance=matches.balance if matches else 0,
        games_left=matches.left if matches else 0,
        robots=tuple(
            (one.robot, one.totals.tricks_given / one.totals.played)
            for one in robots
            if one.family == family and one.totals.played
        ),
    )
