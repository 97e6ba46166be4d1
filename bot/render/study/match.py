"""Screens of a finished match: its result, its deals, and one deal with its entries."""

from collections.abc import Sequence
from typing import Final

from bot.deeds.looking import ShowPostMortem, ShowScore
from bot.deeds.past import DealBoundary, ReplayDeal, ShowDeal, ShowMatch
from bot.deeds.server import ShowHistory
from bot.engine.deal import Call
from bot.engine.notation import parse_action
from bot.engine.roles import player_seats
from bot.engine.rules import Rules
from bot.engine.view import ResultView, View
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableData
from bot.render.families import presenter_of, table_words
from bot.render.names import unescaped_name
from bot.render.parts import (
    DIVIDER,
    bold,
    command_button,
    format_signed,
    join_dotted,
    join_lines,
    name_with_mark,
    small_print,
    text_blocks,
)
from bot.render.screen import (
    Block,
    Button,
    ButtonRow,
    PictureBlock,
    Screen,
    Select,
    SelectChoice,
    Style,
    Tone,
)
from bot.render.sheet.reasons import entry_lines
from bot.render.study.pictured import deal_drawing
from bot.render.study.replay import PastDeal, has_open_cards, played_cards, public_hands
from bot.render.study.taken_back import take_back_lines
from bot.render.study.verdict import DealVerdict
from bot.render.table.auction import auction_lines
from bot.render.table.result import (
    best_play_line,
    final_places,
    result_subtitle,
    revealed_cards,
    scored_headline,
)
from bot.render.words import TableWords, Words

DEALS_PER_PAGE: Final = 25  # deals in one select


def match_screen(
    view: View,
    facts: TableData,
    ended_at: int | None,
    deals: Sequence[ResultView],
    words: Words,
    page: int = 1,
) -> Screen:
    """Return the result of the match and a select with one page of its deals."""
    said = table_words(view.rules, words)
    when = "" if ended_at is None else f"<t:{ended_at}:D>"
    played = said.say_plural("final.deals", view.deals)
    head = join_lines(
        f"### #{facts.game} · {game_title(view.rules, said)}",
        small_print(join_dotted((when, played))),
        *(_ranking_line(place, seat, view, facts) for place, seat in final_places(view.balance)),
    )
    rows = (*_deal_select(view.rules, deals, facts, said), *_match_rows(view, page, said))
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head), *rows))


def _ranking_line(place: int, seat: int, view: View, facts: TableData) -> str:
    return f"{place}. {name_with_mark(facts, seat)} · {bold(format_signed(view.balance[seat]))}"


def _deal_select(
    rules: Rules, deals: Sequence[ResultView], facts: TableData, words: TableWords
) -> tuple[Block, ...]:
    if not deals:
        return text_blocks(small_print(words.say("match.nothing")))
    choices = tuple(
        SelectChoice(
            words.without_tiles(scored_headline(rules, deal, words)),
            ShowDeal(deal.number),
            description=_declarer_text(deal, facts, words),
        )
        for deal in deals
    )
    return (Select("deals", words.say("match.choose"), choices),)


def _declarer_text(deal: ResultView, facts: TableData, words: TableWords) -> str:
    if deal.contract is None:
        return ""
    return words.say("result.declarer", name=unescaped_name(facts.name(deal.contract.declarer)))


def _match_rows(view: View, page: int, words: TableWords) -> tuple[ButtonRow, ...]:
    """Return the buttons for the sheet, the list of matches, and other pages of deals."""
    row = [
        command_button(words, "score", ShowScore()),
        command_button(words, "matches", ShowHistory()),
    ]
    if page > 1:
        row.append(command_button(words, "previous", ShowMatch(page - 1)))
    if page * DEALS_PER_PAGE < view.deals:
        row.append(command_button(words, "following", ShowMatch(page + 1)))
    return (ButtonRow(tuple(row)),)


def deal_screen(
    deal: PastDeal, facts: TableData, words: Words, verdict: DealVerdict | None = None
) -> Screen:
    """Return a scored deal: its bidding, its entries with reasons, and the public cards."""
    said, scored = table_words(deal.rules, words), deal.scored
    head = join_lines(
        f"### {scored_headline(deal.rules, scored, said)}",
        result_subtitle(scored, facts, said),
        best_play_line(scored, facts, said, verdict),
        take_back_lines(deal.taken_back, len(played_cards(scored)), facts, said),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(head, _auction_text(deal.rules, scored, facts, said)),
        DIVIDER,
        *text_blocks(join_lines(*entry_lines(presenter_of(deal.rules), scored, facts, said))),
        *_deal_drawing(deal, facts, said),
        *text_blocks(revealed_cards(scored.reveal, facts, said) if scored.reveal else ""),
        *_deal_rows(deal, said),
    )
    return Screen(facts.game, deal.version, Tone.PRIVATE, blocks)


def _deal_drawing(deal: PastDeal, facts: TableData, words: TableWords) -> tuple[PictureBlock, ...]:
    """Return the diagram of the deal, if it has anything that everybody may see."""
    scored, held = deal.scored, public_hands(deal.scored)
    if not (held or scored.tricks):
        return ()
    hands = [held.get(seat) for seat in scored.seats]
    return (deal_drawing(deal.rules, scored, hands, {}, facts, words),)


def _auction_text(rules: Rules, scored: ResultView, facts: TableData, words: TableWords) -> str:
    """Return the auction and the calls after it."""
    calls = tuple(Call(seat, parse_action(text)) for seat, text in scored.calls)
    seats = player_seats(scored.seats, scored.roles)
    bids = presenter_of(rules).auction_calls(seats, calls)
    later = [
        f"{name_with_mark(facts, c.seat)} · {words.action(c.action)}" for c in calls[len(bids) :]
    ]
    return join_lines(auction_lines(seats, bids, None, facts, words) if bids else "", *later)


def _deal_rows(deal: PastDeal, words: TableWords) -> tuple[ButtonRow, ...]:
    """Return the buttons into the deal, to the neighbouring deals, and back to the match."""
    number, row = deal.scored.number, list[Button]()
    if deal.scored.tricks:
        row.append(
            command_button(words, "walk", ReplayDeal(number, DealBoundary.FIRST), Style.PRIMARY)
        )
    if has_open_cards(deal.scored):
        row.append(command_button(words, "analyse", ShowPostMortem(number)))
    row.append(command_button(words, "deals", ShowMatch((number - 1) // DEALS_PER_PAGE + 1)))
    beside = [n for n in (number - 1, number + 1) if 1 <= n <= deal.deals]
    turning = [Button(words.say("board.deal", number=n), ShowDeal(n)) for n in beside]
    return (ButtonRow(tuple(row)), *((ButtonRow(tuple(turning)),) if turning else ()))
