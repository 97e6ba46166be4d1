"""One of each screen of every preset, in one language: for human readers and for measurements."""

from collections.abc import Iterator
from functools import cache

from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families import FAMILIES
from bot.engine.game import Game, to_act
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.engine.view import build_view
from bot.features.lessons.lesson_logs import load_lessons as taught
from bot.features.lessons.lesson_screens import lesson_end_screen, lesson_question_screen
from bot.features.rankings.ranking_screens import (
    Balance,
    RankingData,
    RankingRow,
    ranking_screen,
)
from bot.model.enums import (
    CardFaces,
    Clock,
    LeaveOutcome,
    NotifyReason,
    NotifyWhen,
    Proposal,
    Status,
    WeeklySkipReason,
)
from bot.model.leaderboards import Acquaintance, RankingKind
from bot.model.refusals import Refusal
from bot.model.settings import GuildSettings, SettingsPage, UserSettings
from bot.model.values import replace
from bot.render.announcement_screens import (
    alert_screen,
    direct_message_text,
    frozen_screen,
    mention_text,
)
from bot.render.hand.dialogs import (
    claim_screen,
    confirmation_screen,
    handover_screen,
    leave_screen,
    stop_screen,
    table_menu_screen,
)
from bot.render.hand.private_hand import hand_screen
from bot.render.rules_screens import (
    clock_screen,
    house_rules_form,
    house_rules_screen,
    rule_pages,
    rules_pages,
    rules_screen,
)
from bot.render.screen import Screen
from bot.render.screen_data import (
    FinishedGame,
    PlayerResult,
    SeatData,
    TableData,
    TakeBackRequest,
    WeeklyTableData,
)
from bot.render.server.help_screens import general_help_screen, help_screen
from bot.render.server.settings_screens import personal_settings_screen, server_settings_screen
from bot.render.server.table_lists import history_screen, weekly_tables_screen
from bot.render.sheet_screens import score_screen, settlement_screen
from bot.render.table.board import board_screen
from bot.render.table.lobby_screens import (
    fill_screen,
    invite_screen,
    lobby_menu_screen,
    lobby_screen,
    seats_screen,
)
from bot.render.table.result import (
    close_screen,
    closed_board_screen,
    final_screen,
    last_trick_screen,
    result_screen,
    started_screen,
    void_screen,
)
from bot.render.words import Words
from bot.ui_commands.server_commands import HelpTopic, ShowRanking
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    command_texts,
    form_screen,
    players_of,
    rules_for,
    table_facts,
    walk,
)

Page = tuple[str, Screen]  # the kind of a screen, and one screen
SEED, DEALS = 4, 6
LINK = "https://discord.com/channels/1/2/3"
PEOPLE = ("Ana", "Boris", "Vera", "Teo")
LEVELS = ("club", "expert")


def pages(words: Words) -> Iterator[Page]:
    """Yield every kind of screen, at tables of every preset and number of players."""
    for preset in PRESETS.names():
        for players in players_of(preset):
            yield from at_a_table(rules_for(preset, players), words)
    yield from beside(words)
    yield from lessons(words)


def facts_of(rules: Rules, words: Words, **changes: object) -> TableData:
    seats = tuple(SeatData(name, n + 1) for n, name in enumerate(PEOPLE[: rules.players]))
    usual = {"seats": seats, "levels": LEVELS, "dummy": words.say("seat.dummy")}
    return table_facts(rules.players, **(usual | changes))


# at a table -------------------------------------------------------------------------------


def at_a_table(rules: Rules, words: Words) -> Iterator[Page]:
    """Yield the screens of a table from the lobby on; a walk supplies the moments of the play."""
    yield from before(rules, words)
    yield from during(rules, words)


def before(rules: Rules, words: Words) -> Iterator[Page]:
    """Yield the lobby and the pages behind its buttons."""
    differences = PRESETS.differences(rules)
    full = facts_of(rules, words, status=Status.LOBBY)
    robot = SeatData("Teo", None, level="club")
    facts = replace(full, seats=(full.seats[0], robot, *[None] * (rules.players - 2)))
    yield "lobby", lobby_screen(facts, rules, differences, words)
    yield "lobby", lobby_screen(replace(full, friendly=True), rules, differences, words)
    for user in (1, 2, 99):
        yield "lobby, more", lobby_menu_screen(facts, user, words)
        yield "lobby, seats", seats_screen(facts, user, words)
    yield "lobby, more", invite_screen(facts, words)
    yield "lobby, more", clock_screen(facts, words)
    if None in facts.seats:
        yield "lobby, more", fill_screen(facts, words)
    yield "lobby, started", started_screen(facts, rules, "<#5>", (0, 9, 18), words)
    for page in range(len(rules_pages(rules))):
        yield "rules", rules_screen(rules, differences, words, page, 0, "pref-1")
    yield "house rules", house_rules_screen(facts, rules, differences, words, rules)
    for one in rule_pages(rules):
        form = house_rules_form(7, rules, words, one.group, one.options[0])
        assert form is not None
        yield "house rules", form_screen(form)


@cache
def moments(rules: Rules) -> tuple[Game, ...]:
    """Return the moments of a walk that differ in question, player, or end of the last deal."""
    found = dict[object, Game]()
    for game in walk(rules, SEED, DEALS):
        seen = build_view(game, to_act(game) if to_act(game) != TABLE_SEAT else None)
        asked = frozenset(type(act) for act in seen.legal)
        outcome = game.last.outcome if game.last and seen.stage is Stage.BETWEEN else ""
        found.setdefault((seen.stage, asked, outcome), game)
    return tuple(found.values())


def during(rules: Rules, words: Words) -> Iterator[Page]:
    facts = facts_of(rules, words)
    for game in moments(rules):
        public = build_view(game, None)
        yield f"table, {public.stage}", board_screen(public, facts, words)
        if public.stage in (Stage.BETWEEN, Stage.OVER):
            yield "result", result_screen(public, facts, words)
            yield "match", final_screen(public, facts, words)
            yield "table, closed", closed_board_screen(public, facts, words)
        for seat in range(rules.players):
            yield from privately(game, seat, facts, words)
    yield from asides(moments(rules)[-1], facts, words)


def privately(game: Game, seat: int, facts: TableData, words: Words) -> Iterator[Page]:
    seen = build_view(game, seat)
    hand = hand_screen(seen, facts, words)
    yield f"hand, {seen.stage}", hand
    if to_act(game) == seat:
        yield "what now", help_screen(seen, facts, words)
        again = [act for act in seen.legal if f"twice {format_action(act)}" in command_texts(hand)]
        for act in again:
            yield "sure?", confirmation_screen(seen, act, facts, words)
    if "claim" in command_texts(hand):
        yield "claim", claim_screen(seen, facts, words)
        yield "claim", claim_screen(seen, facts, words, 4)


def asides(game: Game, facts: TableData, words: Words) -> Iterator[Page]:
    """Yield the pages behind the buttons of a table."""
    seen, public = build_view(game, 0), build_view(game, None)
    written = [game.last.postings] if game.last else []
    regret = TakeBackRequest(0, "Ana", "discard", None, 2)
    votes = [
        replace(facts, votes=("Ana",), proposal=one)
        for one in (Proposal("stop"), Proposal("pause"), Proposal("takeback", line=8))
    ]
    yield "sheet", score_screen(seen, facts, words, written)
    yield "settlement", settlement_screen(seen, facts, words)
    yield "last trick", last_trick_screen(seen, facts, words)
    for asked in (facts, *(replace(one, regret=regret) for one in votes)):
        yield "more", table_menu_screen(seen, asked, words)
        yield "table, asked", board_screen(public, asked, words)
    for how in LeaveOutcome:
        yield "more", leave_screen(seen, facts, words, how)
    yield "more", stop_screen(seen, facts, words)
    yield "more", handover_screen(seen, facts, words, 1)
    yield "table, closed", void_screen(facts, words)
    yield "table, closed", close_screen(facts, words)
    paused = replace(facts, status=Status.PAUSED)
    yield "table, paused", board_screen(public, paused, words)
    gone = replace(facts, seats=(SeatData("Ana", 1, has_left=True), *facts.seats[1:]))
    yield "table, left", board_screen(public, gone, words)


# beside the tables ------------------------------------------------------------------------


def beside(words: Words) -> Iterator[Page]:
    for family in FAMILIES:
        for topic in HelpTopic:
            yield "help", general_help_screen(words, family, topic)
    for refusal in Refusal:
        yield "refused", alert_screen(words.refusal(refusal))
    yield "refused", frozen_screen(7, words)
    for why in NotifyReason:
        yield "called", alert_screen(mention_text(words, why, "<@1>", 1800000000))
        yield "called", alert_screen(direct_message_text(words, why, "Club", LINK, None))
    yield "me", personal_settings_screen(_wishes(), CATALOGUE.locales(), words)
    for page in SettingsPage:
        shown = server_settings_screen(_server(), PRESETS.names(), CATALOGUE.locales(), words, page)
        yield "server", shown
    yield "weekly", weekly_tables_screen(_weekly(), "Europe/Vienna", words, can_manage=True)
    yield "ranking", ranking_screen(_leaders(), words)
    yield "history", history_screen(_history(), words, 2, 3)
    yield "history", history_screen([], words)


def lessons(words: Words) -> Iterator[Page]:
    for lesson in taught().values():
        for at in range(1, len(lesson.questions) + 1):
            yield "lesson", lesson_question_screen(lesson, at, "Ana", words)
        yield "lesson", lesson_end_screen(lesson, tuple(taught()), words)


def _wishes() -> UserSettings:
    return UserSettings(
        1,
        faces=CardFaces.FRENCH,
        spelled=True,
        summoning=NotifyWhen.DIRECT,
        quiet_from=23,
        zone="UTC",
        refused=True,
    )


def _server() -> GuildSettings:
    return GuildSettings(1, zone="Asia/Tokyo", max_user_tables=4)


def _weekly() -> list[WeeklyTableData]:
    return [
        WeeklyTableData(n, n % 7, 60 * n, "Sochi", Clock.NORMAL, 5, 1800000000, missed)
        for n, missed in enumerate(("", *WeeklySkipReason), start=1)
    ]


def _leaders() -> RankingData:
    rows = tuple(
        RankingRow(n, f"Player {n}", Balance(30 + n, n, 50 - 10 * n)) for n in range(1, 11)
    )
    own = RankingRow(None, "Ana", Balance(1, 0, -20))
    chosen = ShowRanking(
        RankingKind.BALANCE,
        2,
        "russian",
        "sochi",
        "2026-07",
        with_robots=False,
        known=Acquaintance.ANY,
        players=3,
    )
    return RankingData(
        chosen, rows, own, 2, 3, tuple(FAMILIES), tuple(PRESETS.names()), ("2026-07",), 3
    )


def _history() -> list[FinishedGame]:
    left = PlayerResult("Boris", -31, 2, "left", None, 4)
    row = FinishedGame(9, 1700000000, "sochi", (PlayerResult("Ana", 31, 1), left), False)
    return [replace(row, game=n) for n in range(1, 11)]
