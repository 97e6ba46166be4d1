"""One of each screen of every preset, in a language: for who reads them and who measures them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from bot.deeds.server import Topic
from bot.engine.cards import TABLE
from bot.engine.deal import Stage
from bot.engine.families import FAMILIES
from bot.engine.game import Game, to_act
from bot.engine.notation import text
from bot.engine.rules import Rules
from bot.engine.view import view
from bot.lessons import lessons as taught
from bot.refusals import Refusal
from bot.render.agreements.choosing import clock_screen, house_screen
from bot.render.agreements.options import groups_of
from bot.render.agreements.page import rules_screen
from bot.render.alert import alert_screen, direct_call, frozen_screen, mentioning_call
from bot.render.facts import (
    FinishedRow,
    LeaderFacts,
    LeaderFilter,
    LeaderRow,
    OwnWishes,
    Played,
    Regret,
    SeatFacts,
    ServerSettings,
    TableFacts,
    WeeklyRow,
)
from bot.render.hand.claim import claim_screen
from bot.render.hand.hand import hand_screen
from bot.render.hand.more import give_screen, leave_screen, more_screen, stop_screen
from bot.render.hand.twice import twice_screen
from bot.render.screen import Screen
from bot.render.server.help import general_help_screen, help_screen
from bot.render.server.history import history_screen
from bot.render.server.leaderboard import leaderboard_screen
from bot.render.server.personal import personal_settings_screen
from bot.render.server.settings import server_settings_screen
from bot.render.server.weekly import weekly_screen
from bot.render.sheet.settlement import settlement_screen
from bot.render.sheet.sheet import score_screen
from bot.render.study.lesson import end_screen, question_screen
from bot.render.table.board import board_screen
from bot.render.table.ended import (
    close_screen,
    closed_board_screen,
    started_screen,
    void_screen,
)
from bot.render.table.last import last_screen
from bot.render.table.lobby import lobby_screen
from bot.render.table.lobby_more import (
    fill_screen,
    invite_screen,
    lobby_more_screen,
    seats_screen,
)
from bot.render.table.result import final_screen, result_screen
from bot.render.words import Words
from bot.terms import Clock, Faces, Leaving, Missed, Occasion, Status, Subject, Summoning
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    deeds,
    players_of,
    rules_for,
    table_facts,
    walk,
)

Page = tuple[str, Screen]  # what kind of screen, and one of the kind
SEED, DEALS = 4, 6
LINK = "https://discord.com/channels/1/2/3"
PEOPLE = ("Ana", "Boris", "Vera", "Teo")
LEVELS = ("club", "expert")


def pages(words: Words) -> Iterator[Page]:
    """Every kind of screen, at tables of every preset and number of players."""
    for preset in PRESETS.names():
        for players in players_of(preset):
            yield from at_a_table(rules_for(preset, players), words)
    yield from beside(words)
    yield from lessons(words)


def facts_of(rules: Rules, words: Words, **changes: object) -> TableFacts:
    seats = tuple(SeatFacts(name, n + 1) for n, name in enumerate(PEOPLE[: rules.players]))
    usual = {"seats": seats, "levels": LEVELS, "dummy": words.say("seat.dummy")}
    return table_facts(rules.players, **(usual | changes))


# at a table -------------------------------------------------------------------------------


def at_a_table(rules: Rules, words: Words) -> Iterator[Page]:
    """From the lobby on; the moments of the play are those that its walk comes to."""
    yield from before(rules, words)
    yield from during(rules, words)


def before(rules: Rules, words: Words) -> Iterator[Page]:
    """The lobby and what is behind its buttons."""
    differences = PRESETS.differences(rules)
    full = facts_of(rules, words, status=Status.LOBBY)
    robot = SeatFacts("Teo", None, level="club")
    facts = replace(full, seats=(full.seats[0], robot, *[None] * (rules.players - 2)))
    yield "lobby", lobby_screen(facts, rules, differences, words)
    yield "lobby", lobby_screen(replace(full, friendly=True), rules, differences, words)
    for user in (1, 2, 99):
        yield "lobby, more", lobby_more_screen(facts, user, words)
        yield "lobby, seats", seats_screen(facts, user, words)
    yield "lobby, more", invite_screen(facts, words)
    yield "lobby, more", clock_screen(facts, words)
    if None in facts.seats:
        yield "lobby, more", fill_screen(facts, words)
    yield "lobby, started", started_screen(facts, rules, "<#5>", (0, 9, 18), words)
    for page in range(5):
        yield "rules", rules_screen(rules, differences, words, page, 0, "pref-1")
    yield "house rules", house_screen(facts, rules, differences, words)
    for group, options in groups_of(rules).items():
        yield "house rules", house_screen(facts, rules, differences, words, group)
        for option in options:
            yield "house rules", house_screen(facts, rules, differences, words, group, option)


@cache
def moments(rules: Rules) -> tuple[Game, ...]:
    """Those of a walk that differ in what is asked, of whom, and in how the last deal ended."""
    found = dict[object, Game]()
    for game in walk(rules, SEED, DEALS):
        seen = view(game, to_act(game) if to_act(game) != TABLE else None)
        asked = frozenset(type(act) for act in seen.legal)
        outcome = game.last.outcome if game.last and seen.stage is Stage.BETWEEN else ""
        found.setdefault((seen.stage, asked, outcome), game)
    return tuple(found.values())


def during(rules: Rules, words: Words) -> Iterator[Page]:
    facts = facts_of(rules, words)
    for game in moments(rules):
        public = view(game, None)
        yield f"table, {public.stage}", board_screen(public, facts, words)
        if public.stage in (Stage.BETWEEN, Stage.OVER):
            yield "result", result_screen(public, facts, words)
            yield "match", final_screen(public, facts, words)
            yield "table, closed", closed_board_screen(public, facts, words)
        for seat in range(rules.players):
            yield from privately(game, seat, facts, words)
    yield from asides(moments(rules)[-1], facts, words)


def privately(game: Game, seat: int, facts: TableFacts, words: Words) -> Iterator[Page]:
    seen = view(game, seat)
    hand = hand_screen(seen, facts, words)
    yield f"hand, {seen.stage}", hand
    if to_act(game) == seat:
        yield "what now", help_screen(seen, facts, words)
        again = [act for act in seen.legal if f"twice {text(act)}" in deeds(hand)]
        for act in again:
            yield "sure?", twice_screen(seen, act, facts, words)
    if "claim" in deeds(hand):
        yield "claim", claim_screen(seen, facts, words)
        yield "claim", claim_screen(seen, facts, words, 4)


def asides(game: Game, facts: TableFacts, words: Words) -> Iterator[Page]:
    """What is behind the buttons of a table."""
    seen, written = view(game, 0), [game.last.postings] if game.last else []
    regret = Regret(0, "Ana", "discard", None, 2)
    votes = [
        replace(facts, votes=("Ana",), proposal=one)
        for one in (Subject("stop"), Subject("pause"), Subject("takeback", line=8))
    ]
    yield "sheet", score_screen(seen, facts, words, written)
    yield "settlement", settlement_screen(seen, facts, words)
    yield "last trick", last_screen(seen, facts, words)
    for asked in (facts, *(replace(one, regret=regret) for one in votes)):
        yield "more", more_screen(seen, asked, words)
        yield "table, asked", board_screen(seen._replace(seat=None), asked, words)
    for how in Leaving:
        yield "more", leave_screen(seen, facts, words, how)
    yield "more", stop_screen(seen, facts, words)
    yield "more", give_screen(seen, facts, words, 1)
    yield "table, closed", void_screen(facts, words)
    yield "table, closed", close_screen(facts, words)
    paused = replace(facts, status=Status.PAUSED)
    yield "table, paused", board_screen(seen._replace(seat=None), paused, words)
    gone = replace(facts, seats=(SeatFacts("Ana", 1, has_left=True), *facts.seats[1:]))
    yield "table, left", board_screen(seen._replace(seat=None), gone, words)


# beside the tables ------------------------------------------------------------------------


def beside(words: Words) -> Iterator[Page]:
    for family in FAMILIES:
        for topic in Topic:
            yield "help", general_help_screen(words, family, topic)
    for refusal in Refusal:
        yield "refused", alert_screen(words.refusal(refusal))
    yield "refused", frozen_screen(7, words)
    for why in Occasion:
        yield "called", alert_screen(mentioning_call(words, why, "<@1>", 1800000000))
        yield "called", alert_screen(direct_call(words, why, "Club", LINK, None))
    yield "me", personal_settings_screen(_wishes(), CATALOGUE.locales(), words)
    yield "server", server_settings_screen(_server(), PRESETS.names(), CATALOGUE.locales(), words)
    yield "weekly", weekly_screen(_weekly(), "Europe/Vienna", words, manages=True)
    yield "ranking", leaderboard_screen(_leaders(), words)
    yield "history", history_screen(_history(), words, 2, 3)
    yield "history", history_screen([], words)


def lessons(words: Words) -> Iterator[Page]:
    for lesson in taught().values():
        for at in range(1, len(lesson.questions) + 1):
            yield "lesson", question_screen(lesson, at, "Ana", words)
        yield "lesson", end_screen(lesson, tuple(taught()), words)


def _wishes() -> OwnWishes:
    return OwnWishes(None, Summoning.DIRECT, 23, 8, "UTC", True, None, Faces.FRENCH, refused=True)


def _server() -> ServerSettings:
    return ServerSettings(None, "sochi", Clock.NORMAL, 10, 4, True, 3, "Asia/Tokyo")


def _weekly() -> list[WeeklyRow]:
    return [
        WeeklyRow(n, n % 7, 60 * n, "Sochi", Clock.NORMAL, 5, 1800000000, missed)
        for n, missed in enumerate(("", *Missed), start=1)
    ]


def _leaders() -> LeaderFacts:
    rows = tuple(LeaderRow(n, f"Player {n}", 30 + n, n, 50 - 10 * n, 1.5) for n in range(1, 11))
    own = LeaderRow(None, "Ana", 1, 0, -20, 3.0)
    chosen = LeaderFilter(preset="sochi", season="2026-07")
    return LeaderFacts(
        rows, own, 2, 3, chosen, tuple(FAMILIES), tuple(PRESETS.names()), ("2026-07",), 3
    )


def _history() -> list[FinishedRow]:
    left = Played("Boris", -31, 2, "left", None, 4)
    row = FinishedRow(9, 1700000000, "sochi", (Played("Ana", 31, 1), left), False)
    return [replace(row, game=n) for n in range(1, 11)]
