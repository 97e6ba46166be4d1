"""The entries of a deal, the sheet of a match, its settlement and its end.

A match is made of golden deals of one preset, one after another on the same sheet.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from bot.analysis.postmortem import PlayKind
from bot.engine.actions import STOP, RulingEntry
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import DealResult
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, new_game
from bot.engine.view import SpectatorView, build_view, result_view
from bot.features.judging.judging_screens import (
    ReportedDealPage,
    reported_deal_screen,
    with_letters,
)
from bot.model.enums import Posting, RulingKind
from bot.model.values import replace
from bot.presets import OptionSetting
from bot.render.announcement_screens import ruling_text
from bot.render.deal_results import DealVerdict, played_cards
from bot.render.screen import Screen
from bot.render.screen_data import DeckData, FinishedGame, PlayerResult, SeatData, TableData
from bot.render.server.table_lists import history_screen
from bot.render.sheet_screens import score_screen, settlement_screen
from bot.render.study.match_screens import (
    PastDeal,
    deal_screen,
    match_screen,
    replay_screen,
    shared_replay_screen,
)
from bot.render.table.result import (
    closed_board_screen,
    final_screen,
    last_trick_screen,
    result_screen,
    started_screen,
    void_screen,
)
from bot.render.words import Words
from bot.store.queries.rulings import Report, StoredRuling
from tests.golden.screens.deals import DEALS, PEOPLE, facts, facts_of, games
from tests.golden.screens.telling import Shown
from tests.golden.test_logs import HERE
from tests.support import builders

ENDED_AT = 1_790_000_000
MATCHES: dict[str, tuple[tuple[str, int, dict[str, OptionSetting]], ...]] = {
    "russian": (
        ("sochi", 3, {}),
        ("leningrad", 3, {"whist_price": "0.1", "stake_label": "cookies"}),
        ("rostov", 4, {}),
        ("sochi", 2, {}),
    ),
    "balkan": (("serbian", 3, {}), ("croatian", 3, {}), ("slovenian", 3, {})),
    "austrian": (("viennese", 3, {}), ("austrian", 3, {})),
}


class Match(NamedTuple):
    """A match after its last deal, with the entries of each."""

    name: str
    game: Game
    written: tuple[tuple[Posting, ...], ...]
    deals: tuple[DealResult, ...]


def _results(family: str, preset: str, players: int) -> Iterator[DealResult]:
    """Return the results of the golden deals of a preset."""
    for path in sorted((HERE / family / "deals").glob(f"{preset}-*.txt")):
        game = games(family, path.stem)[-1]
        fits = (game.rules.preset, game.rules.players) == (preset, players)
        if fits and game.last is not None and game.last.number == 1:
            yield game.last


@cache
def matches(family: str) -> tuple[Match, ...]:
    return tuple(_match(family, *one) for one in MATCHES[family])


def _match(family: str, preset: str, players: int, house: dict[str, OptionSetting]) -> Match:
    found = enumerate(_results(family, preset, players), start=1)
    deals = tuple(replace(result, number=number) for number, result in found)
    game = new_game(builders.rules(preset, players, **house))
    carry = replace(game.carry, dealer=deals[0].dealer)
    for deal in deals:
        carry = family_of(game.rules).next_carry(game.rules, carry, deal)
    whole = game._replace(carry=carry, last=deals[-1], version=40 * len(deals))
    return Match(f"{preset} for {players}", whole, tuple(deal.postings for deal in deals), deals)


def of_results(family: str, words: Words) -> Iterator[Shown]:
    """Yield the card of each golden deal, its tricks, and its note in the channel."""
    for name in DEALS[family]:
        game = games(family, name)[-1]
        known = facts_of(game, deck=DeckData(2, "ab" * 32, ((0, "one"), (2, "two"))))
        seen = build_view(game, None)
        if seen.last is not None and seen.last.reveal is not None:
            known = replace(known, code="BcSDL15nrF-xBPfBUy")
        yield f"{name}: the result", result_screen(seen, known, words, _verdict(game))
        yield f"{name}: the tricks", last_trick_screen(seen, known, words)
        yield f"{name}: the board that was", closed_board_screen(seen, known, words)


def _verdict(game: Game) -> DealVerdict | None:
    """Return a verdict in which the play was best play."""
    last = game.last
    if last is None or not last.tricks:
        return None
    return DealVerdict(PlayKind.ALL_PASS if last.contract is None else PlayKind.CONTRACT, last.won)


def of_sheets(family: str, words: Words) -> Iterator[Shown]:
    """Yield the sheet and the settlement of a running match, then its end."""
    for name, game, written, _ in matches(family):
        known, seen = facts_of(game), build_view(game, 0)
        yield f"{name}: the sheet", score_screen(seen, known, words, written)
        yield f"{name}: the settlement so far", settlement_screen(seen, known, words)
        over = _over(game)
        yield f"{name}: the end", final_screen(over, known, words, None, written)
        yield f"{name}: the settlement", settlement_screen(over, known, words)
    yield from _with_leavers(family, words)


def _over(game: Game) -> SpectatorView:
    return build_view(apply_action(game, TABLE_SEAT, STOP), None)


def _with_leavers(family: str, words: Words) -> Iterator[Shown]:
    """Return a match that a player left, with a robot in play and a seat of two people."""
    name, game, written, _ = matches(family)[0]
    seats = (
        SeatData("Ana", 1),
        SeatData("Boris", 2, has_left=True),
        SeatData("Teo", None, level="expert"),
    )
    known, over = facts(seats=seats), _over(game)
    won = over.balance[0]
    shares = {
        0: (
            PlayerResult("Vera", won - 7, 1, "handed", None, 2),
            PlayerResult("Ana", 7, 1, "", 3, None),
        )
    }
    screen = final_screen(over, known, words, None, written, shares)
    yield f"{name}: the end of a match that was left", screen
    yield f"{name}: its settlement", settlement_screen(over, known, words, shares)


def of_old_matches(family: str, words: Words) -> Iterator[Shown]:
    """Yield a match opened again, a deal of it, and that deal card by card."""
    name, game, _, deals = matches(family)[0]
    rules, known, over = game.rules, facts_of(game), _over(game)
    scored = [result_view(rules, deal) for deal in deals]
    yield f"{name}: the match", match_screen(over, known, ENDED_AT, scored, words)
    said = f"⚖ {ruling_text(RulingKind.VOID, 1, 'A misclick, all agree.', words)}"
    with_decision = match_screen(over, known, ENDED_AT, scored[:1], words, 1, [said])
    yield f"{name}: the match with a decision", with_decision
    played = next(deal for deal in scored if len(deal.tricks) == 10)
    past = PastDeal(rules, over.version, played, len(deals))
    yield f"{name}: a deal", deal_screen(past, known, words)
    reported = deal_screen(past, known, words, None, [said], can_report=True)
    yield f"{name}: a deal with a decision", reported
    yield from _reported(name, past, known, words)
    for step in (0, 7, len(played_cards(played)) - 1):
        yield f"{name}: card {step + 1}", replay_screen(past, step, known, words)
    yield f"{name}: shared", shared_replay_screen(past, 7, PEOPLE[0], known, words)
    yield f"{name}: started", started_screen(known, rules, "<#5>", (0, 9, 18), words)


def _reported(
    name: str, past: PastDeal, known: TableData, words: Words
) -> Iterator[tuple[str, Screen]]:
    """Yield a reported deal: open with letters for names, decided, void, and waiting."""
    number, lines = past.scored.number, deal_lines_of(past)
    report = Report(12, number, 1, "I pressed the wrong card.", ENDED_AT)
    page = ReportedDealPage(12, number, ((0, report),), (), None, lines)
    shown = with_letters(known)
    verdict = DealVerdict(PlayKind.CONTRACT, (6, 2, 2, 0))
    yield f"{name}: a reported deal", reported_deal_screen(page, past, shown, verdict, words)
    rulings = tuple(
        StoredRuling(12, number, n, kind, 9, "as played", "", ENDED_AT, undoes=undoes, version=n)
        for n, (kind, undoes) in enumerate(
            ((RulingKind.DISMISS, None), (RulingKind.UNDO, 1), (RulingKind.VOID, None)), start=1
        )
    )
    answered = replace(report, answered=3)
    waiting = (*rulings[:2], replace(rulings[2], version=None))
    decided = replace(page, reports=((None, answered),), rulings=rulings, standing=rulings[2])
    yield f"{name}: a void deal", reported_deal_screen(decided, past, known, None, words)
    later = replace(decided, rulings=waiting, note=words.say("judge.waits"))
    yield f"{name}: a decision that waits", reported_deal_screen(later, past, known, None, words)


def deal_lines_of(past: PastDeal) -> tuple[RulingEntry, ...]:
    """Return what the deal wrote, as the lines of a correction."""
    return tuple(RulingEntry(*one[:4]) for one in past.scored.postings)


def of_history(words: Words) -> Iterator[Shown]:
    """Yield the list of matches."""
    left = PlayerResult("Boris", -31, 2, "left", None, 4)
    handed = PlayerResult("Egor", 4, 3, "handed", 5, None)
    row = FinishedGame(9, ENDED_AT, "sochi", (PlayerResult("Ana", 31, 1), left, handed), False)
    robots = FinishedGame(8, ENDED_AT - 90_000, "serbian", (PlayerResult("Vera", -5, 2),), True)
    friendly = FinishedGame(
        7, ENDED_AT - 99_000, "viennese", (PlayerResult("Ana", 2, 1),), False, True
    )
    yield "matches", history_screen([row, robots, friendly], words, 2, 3)
    yield "none yet", history_screen([], words)
    yield "void", void_screen(facts(), words)
