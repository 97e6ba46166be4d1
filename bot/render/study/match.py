"""Screens of a finished match: its result, its deals, and one deal with its entries."""

from collections.abc import Sequence
from typing import Final

from bot.deeds.looking import Analyse, ShowScore
from bot.deeds.past import Edge, Replay, ShowDeal, ShowMatch
from bot.deeds.server import History
from bot.engine.deal import Call
from bot.engine.notation import parse
from bot.engine.roles import speakers
from bot.engine.rules import Rules
from bot.engine.view import Scored, View
from bot.render.agreements.phrases import game_title
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.names import bare
from bot.render.parts import (
    LINE,
    bold,
    deed_button,
    dotted,
    lines,
    marked,
    signed,
    small,
    text_blocks,
)
from bot.render.screen import Block, Button, Choice, Drawing, Row, Screen, Select, Style, Tone
from bot.render.sheet.reasons import scored_lines
from bot.render.study.pictured import deal_drawing
from bot.render.study.replay import Past, cards_of, hands_of, is_open
from bot.render.study.taken_back import told
from bot.render.study.verdict import Verdict
from bot.render.table.auction import auction_lines
from bot.render.table.result import cards_shown, headline, places, under, worth_line
from bot.render.words import TableWords, Words

PAGE: Final = 25  # deals in one select


def match_screen(
    view: View,
    facts: TableFacts,
    ended_at: int | None,
    deals: Sequence[Scored],
    words: Words,
    page: int = 1,
) -> Screen:
    """Return the result of the match and a select with one page of its deals."""
    said = words_at(view.rules, words)
    when = "" if ended_at is None else f"<t:{ended_at}:D>"
    played = said.count("final.deals", view.deals)
    head = lines(
        f"### #{facts.game} · {game_title(view.rules, said)}",
        small(dotted((when, played))),
        *(_player(place, seat, view, facts) for place, seat in places(view.balance)),
    )
    rows = (*_choice(view.rules, deals, facts, said), *_rows(view, page, said))
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head), *rows))


def _player(place: int, seat: int, view: View, facts: TableFacts) -> str:
    return f"{place}. {marked(facts, seat)} · {bold(signed(view.balance[seat]))}"


def _choice(
    rules: Rules, deals: Sequence[Scored], facts: TableFacts, words: TableWords
) -> tuple[Block, ...]:
    if not deals:
        return text_blocks(small(words.say("match.nothing")))
    choices = tuple(
        Choice(
            words.plain(headline(rules, deal, words)),
            ShowDeal(deal.number),
            description=_by(deal, facts, words),
        )
        for deal in deals
    )
    return (Select("deals", words.say("match.choose"), choices),)


def _by(deal: Scored, facts: TableFacts, words: TableWords) -> str:
    if deal.contract is None:
        return ""
    return words.say("result.declarer", name=bare(facts.name(deal.contract.declarer)))


def _rows(view: View, page: int, words: TableWords) -> tuple[Row, ...]:
    """Return the buttons for the sheet, the list of matches, and other pages of deals."""
    row = [deed_button(words, "score", ShowScore()), deed_button(words, "matches", History())]
    if page > 1:
        row.append(deed_button(words, "previous", ShowMatch(page - 1)))
    if page * PAGE < view.deals:
        row.append(deed_button(words, "following", ShowMatch(page + 1)))
    return (Row(tuple(row)),)


def deal_screen(
    past: Past, facts: TableFacts, words: Words, verdict: Verdict | None = None
) -> Screen:
    """Return a scored deal: its bidding, its entries with reasons, and the public cards."""
    said, scored = words_at(past.rules, words), past.scored
    head = lines(
        f"### {headline(past.rules, scored, said)}",
        under(scored, facts, said),
        worth_line(scored, facts, said, verdict),
        told(past.taken_back, len(cards_of(scored)), facts, said),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(head, _spoken(past.rules, scored, facts, said)),
        LINE,
        *text_blocks(lines(*scored_lines(manner_of(past.rules), scored, facts, said))),
        *_picture(past, facts, said),
        *text_blocks(cards_shown(scored.reveal, facts, said) if scored.reveal else ""),
        *_ways(past, said),
    )
    return Screen(facts.game, past.version, Tone.PRIVATE, blocks)


def _picture(past: Past, facts: TableFacts, words: TableWords) -> tuple[Drawing, ...]:
    """Return the diagram of the deal, if it has anything that everybody may see."""
    scored, held = past.scored, hands_of(past.scored)
    if not (held or scored.tricks):
        return ()
    hands = [held.get(seat) for seat in scored.seats]
    return (deal_drawing(past.rules, scored, hands, {}, facts, words),)


def _spoken(rules: Rules, scored: Scored, facts: TableFacts, words: TableWords) -> str:
    """Return the auction and the calls after it."""
    calls = tuple(Call(seat, parse(text)) for seat, text in scored.calls)
    seats = speakers(scored.seats, scored.roles)
    bids = manner_of(rules).auction_calls(seats, calls)
    later = [f"{marked(facts, c.seat)} · {words.action(c.action)}" for c in calls[len(bids) :]]
    return lines(auction_lines(seats, bids, None, facts, words) if bids else "", *later)


def _ways(past: Past, words: TableWords) -> tuple[Row, ...]:
    """Return the buttons into the deal, to the neighbouring deals, and back to the match."""
    number, row = past.scored.number, list[Button]()
    if past.scored.tricks:
        row.append(deed_button(words, "walk", Replay(number, Edge.FIRST), Style.PRIMARY))
    if is_open(past.scored):
        row.append(deed_button(words, "analyse", Analyse(number)))
    row.append(deed_button(words, "deals", ShowMatch((number - 1) // PAGE + 1)))
    beside = [n for n in (number - 1, number + 1) if 1 <= n <= past.deals]
    turning = [Button(words.say("board.deal", number=n), ShowDeal(n)) for n in beside]
    return (Row(tuple(row)), *((Row(tuple(turning)),) if turning else ()))
