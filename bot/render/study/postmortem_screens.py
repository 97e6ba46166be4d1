"""The post-mortem of a deal: best result, tricks given away by each player, mistakes."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.analysis.postmortem import (
    DECLARER_STRAINS,
    DoubleDummyRow,
    JudgedCard,
    PlayKind,
    PostMortem,
)
from bot.engine.cards import CARD_NAMES, Card, Seat
from bot.engine.deal import Contract, Trick, player_seats
from bot.engine.rules import Rules
from bot.engine.view import ResultView
from bot.model.values import Record
from bot.render import deal_results
from bot.render.cloth.pieces import ProseBlock, alt_text_of
from bot.render.families import table_words
from bot.render.formatting import (
    DIVIDER,
    bold,
    card_tiles,
    command_button,
    format_table,
    join_dotted,
    join_lines,
    name_with_mark,
    small_print,
    sorted_cards,
    text_blocks,
    trick_line,
)
from bot.render.screen import Block, Button, ButtonRow, PictureBlock, Screen, Style, Tone, token
from bot.render.screen_data import TableData
from bot.render.study import scored_deal
from bot.render.words import TableWords, Words
from bot.ui_commands import play_commands, view_commands
from bot.ui_commands.practice_commands import PlayDealAgain

_MOST_MISTAKES: Final = 6  # mistakes on one screen
_MOST_TILES: Final = 6  # better cards shown for each; the screen of the card shows all


class AnalysedDeal(Record):
    """An analysed deal; ``version`` is the game's version just after it.

    ``makes`` is None if the solver ran out of time for the other contracts. ``hurried`` counts the
    plain moves of robots on a busy machine, ``forced`` the cards played for a seat because no other
    was legal.
    """

    rules: Rules
    version: int
    scored: ResultView
    postmortem: PostMortem
    shown: tuple[Seat, ...]  # seats with hands that everybody may see
    makes: tuple[DoubleDummyRow, ...] | None
    deals: int  # scored at the table so far
    is_seated: bool = False
    taken_back: tuple[scored_deal.TakeBackRecord, ...] = ()
    hurried: int = 0
    forced: tuple[tuple[Seat, int], ...] = ()


def overview_screen(deal: AnalysedDeal, facts: TableData, words: Words) -> Screen:
    """Return the whole analysis on one screen, with buttons to step through the cards."""
    words = table_words(deal.rules, words)
    blocks = (
        *_summary(deal, facts, words),
        *_drawing(deal, facts, words),
        *text_blocks(deal_results.code_line(facts, words)),
        _overview_buttons(deal, words),
        *_other_deals(deal, words),
    )
    return _screen(deal, facts, blocks)


def _summary(deal: AnalysedDeal, facts: TableData, words: TableWords) -> tuple[Block, ...]:
    """Return the deal's score, verdict, players, mistakes and take-backs as text."""
    headline = f"### {deal_results.scored_headline(deal.rules, deal.scored, words)}"
    players = (_player_line(deal, seat, facts, words) for seat in _seats_in_order(deal))
    return text_blocks(
        join_lines(headline, _verdict(deal, facts, words)),
        join_lines(*players),
        _mistake_lines(deal.postmortem, facts, words),
        scored_deal.take_back_lines(deal.taken_back, len(deal.postmortem.cards), facts, words),
        small_print(words.say_plural("analysis.hurried", deal.hurried)) if deal.hurried else "",
        _forced_line(deal, facts, words),
    )


def _forced_line(deal: AnalysedDeal, facts: TableData, words: TableWords) -> str:
    """Return a sentence for each player for whom cards without a choice were played."""
    told = (
        words.say_plural("analysis.forced", cards, name=facts.name(seat))
        for seat, cards in deal.forced
    )
    return small_print(" ".join(told)) if deal.forced else ""


def _overview_buttons(deal: AnalysedDeal, words: TableWords) -> ButtonRow:
    number = deal.scored.number
    walk = view_commands.StepThroughDeal(number, view_commands.DealBoundary.FIRST)
    row = [
        command_button(words, "walk", walk, _WALK_STYLE),
        _mistake_button(deal, words),
        command_button(words, "best_line", view_commands.ShowBestLine(number)),
    ]
    if deal.scored.reveal is not None:
        row.append(command_button(words, "calls", view_commands.ShowCalls(number)))
    return ButtonRow(tuple(row))


_WALK_STYLE: Final = Style.PRIMARY


def best_line_screen(deal: AnalysedDeal, facts: TableData, words: Words) -> Screen:
    """Return one line of best play, and what each player makes in every other contract."""
    words = table_words(deal.rules, words)
    overview = command_button(words, "overview", view_commands.ShowPostMortem(deal.scored.number))
    return _screen(
        deal,
        facts,
        (
            *text_blocks(
                join_lines(
                    f"### {words.say('analysis.line')}",
                    small_print(scored_deal.deal_line(deal.scored, facts, words)),
                    small_print(words.say("analysis.line_note")),
                ),
                join_lines(*verdict_lines(deal, facts, words)),
                join_lines(*best_line_of(deal.postmortem, facts)),
                _makes_table(deal, facts, words),
            ),
            ButtonRow((overview,)),
        ),
    )


def best_line_of(found: PostMortem, facts: TableData) -> Iterator[str]:
    """Yield the tricks of best play; a misère ends at the last one that its declarer takes."""
    for number, trick in enumerate(_until_caught(found), start=1):
        yield small_print(trick_line(number, trick, facts))


def _screen(deal: AnalysedDeal, facts: TableData, blocks: tuple[Block, ...]) -> Screen:
    return Screen(facts.game, deal.version, Tone.PRIVATE, blocks)


def _drawing(deal: AnalysedDeal, facts: TableData, words: TableWords) -> tuple[PictureBlock, ...]:
    """Return the diagram of the public hands at the first lead, with the cost of each card."""
    found, scored = deal.postmortem, deal.scored
    if not found.hands:  # nothing was played
        return ()
    hands = [found.hands[seat] if seat in deal.shown else None for seat in scored.seats]
    costs = {(card.trick, card.seat): card.cost for card in found.cards if card.cost > 0}
    return (scored_deal.deal_drawing(deal.rules, scored, hands, costs, facts, words),)


def _verdict(deal: AnalysedDeal, facts: TableData, words: TableWords) -> str:
    found = deal.postmortem
    return deal_results.verdict_line(
        deal.scored, deal_results.DealVerdict(found.kind, found.best_tricks), facts, words
    )


def verdict_lines(deal: AnalysedDeal, facts: TableData, words: TableWords) -> list[str]:
    """Return the verdict; for an all-pass deal also the upper bounds."""
    found, verdict = deal.postmortem, _verdict(deal, facts, words)
    if not found.bounds:
        return [verdict]
    seats = ", ".join(f"{facts.name(seat)} {found.bounds[seat]}" for seat in deal.scored.seats)
    return [verdict, small_print(words.say("analysis.at_most", tricks=seats))]


# tricks given away ------------------------------------------------------------------------


def _seats_in_order(deal: AnalysedDeal) -> list[Seat]:
    """Return the seats that played: the declarer first, then clockwise."""
    scored = deal.scored
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    round_ = player_seats((*scored.seats[first:], *scored.seats[:first]), scored.roles)
    return [seat for seat in round_ if seat != deal.postmortem.out]


def mistakes_of(postmortem: PostMortem, seat: Seat) -> list[JudgedCard]:
    """Return the cards chosen by ``seat`` that cost tricks."""
    return [card for card in postmortem.cards if card.chooser == seat and card.cost > 0]


def _player_line(deal: AnalysedDeal, seat: Seat, facts: TableData, words: TableWords) -> str:
    """Return a line such as "Ana gave away 2 tricks, 12 whists"."""
    mistakes = mistakes_of(deal.postmortem, seat)
    if not mistakes:
        return join_dotted((name_with_mark(facts, seat), words.say("analysis.flawless")))
    tricks = words.say_plural("result.tricks", sum(card.cost for card in mistakes))
    lost = -sum(card.points[seat] for card in mistakes)
    points = f"{lost} {words.say_plural('stake.own', lost)}" if lost > 0 else ""
    what = words.say("analysis.gave", tricks=bold(tricks))
    return join_dotted((name_with_mark(facts, seat), what, points))


def _mistake_lines(postmortem: PostMortem, facts: TableData, words: TableWords) -> str:
    """Return the mistakes: trick, card, better cards; not numbered as a Discord list."""
    turns = [card for card in postmortem.cards if card.cost > 0]
    if not turns:
        return ""
    told = [mistake_line(card, facts, words) for card in turns[:_MOST_MISTAKES]]
    rest = len(turns) - _MOST_MISTAKES
    more = small_print(words.say_plural("analysis.more_turns", rest)) if rest > 0 else ""
    return join_lines(bold(words.say("analysis.turns")), *told, more)


def mistake_line(card: JudgedCard, facts: TableData, words: TableWords) -> str:
    better = sorted_cards(card.better)
    shown = card_tiles(better[:_MOST_TILES]) + (" …" if len(better) > _MOST_TILES else "")
    what = f"{token(CARD_NAMES[card.card])} {facts.name(card.seat)} {bold(f'−{card.cost}')}"
    better_text = words.say("analysis.better", cards=shown)
    chooser = _chooser_note(card, facts, words)
    return join_dotted((bold(str(card.trick + 1)), what, chooser, better_text))


def better_tiles(cards: tuple[Card, ...]) -> str:
    return card_tiles(sorted_cards(cards))


# the other contracts ----------------------------------------------------------------------


def _makes_table(deal: AnalysedDeal, facts: TableData, words: TableWords) -> str:
    """Return the tricks each player makes as declarer: a line per player, a column per strain."""
    if deal.makes is None:
        return small_print(words.say("analysis.no_table"))
    if not deal.makes:
        return ""
    heads = [
        words.say("column.no_tricks") if strain is None else words.short_tile(strain.letters)
        for strain in DECLARER_STRAINS
    ]
    rows = [(facts.name(row.seat), [str(n) for n in row.tricks]) for row in deal.makes]
    title = bold(words.say("analysis.table"))
    return join_lines(
        title, format_table(heads, rows), small_print(words.say("analysis.table_note"))
    )


def _until_caught(found: PostMortem) -> tuple[Trick, ...]:
    contract, tricks = found.result.contract, found.best_line
    if found.kind is not PlayKind.MISERE or contract is None:
        return tricks
    caught = [n for n, trick in enumerate(tricks, start=1) if trick.winner == contract.declarer]
    return tricks[: caught[-1]] if caught else tricks


# buttons ----------------------------------------------------------------------------------


def _mistake_button(deal: AnalysedDeal, words: TableWords) -> Button:
    press = view_commands.ShowNextMistake(deal.scored.number, -1)
    there = any(card.cost > 0 for card in deal.postmortem.cards)
    return Button(words.say("button.first_mistake"), press, enabled=there)


def _other_deals(deal: AnalysedDeal, words: TableWords) -> tuple[ButtonRow, ...]:
    """Return the buttons for the deal, those beside it, playing it again, the reader's hand."""
    number = deal.scored.number
    row = [command_button(words, "deal", view_commands.ShowDeal(number))]
    if number > 1:
        row.insert(0, Button(f"‹ {number - 1}", view_commands.ShowPostMortem(number - 1)))
    if number < deal.deals:
        row.append(Button(f"{number + 1} ›", view_commands.ShowPostMortem(number + 1)))
    if deal.scored.reveal is not None:
        row.append(command_button(words, "again", PlayDealAgain(number)))
    if deal.is_seated:
        row.append(command_button(words, "to_hand", play_commands.ShowHand()))
    return (ButtonRow(tuple(row)),)


# A post-mortem card by card with open hands: the cost of each card and the better ones.


def walk_screen(deal: AnalysedDeal, step: int, facts: TableData, words: Words) -> Screen:
    """Return the deal as it stood when card ``step`` (from 0) was played, with its verdict."""
    words = table_words(deal.rules, words)
    card = deal.postmortem.cards[step]
    told = _walk_words(deal, step, facts, words)
    position: tuple[Block, ...] = told
    if words.pictures:
        alt = alt_text_of(words, partial(_walk_words, deal, step, facts))
        hands = {seat: deal.postmortem.hands[seat] for seat in deal.shown}
        picture = scored_deal.position_picture(
            deal.rules, deal.scored, step, hands, facts, words, alt
        )
        position = (PictureBlock(picture, text_blocks(_card_title(deal, step, words)), told),)
    count = len(deal.postmortem.cards)
    judged = join_lines(
        scored_deal.take_back_lines_at(deal.taken_back, step, count, facts, words),
        _judgement(card, facts, words),
        small_print(_notes(deal, card, facts, words)),
    )
    blocks = (*position, *text_blocks(judged), *_step_rows(deal, step, words))
    return Screen(facts.game, deal.version, Tone.PRIVATE, blocks)


def _walk_words(
    deal: AnalysedDeal, step: int, facts: TableData, words: TableWords
) -> tuple[ProseBlock, ...]:
    """Return the hands and the trick before card ``step`` in words."""
    found, scored = deal.postmortem, deal.scored
    cards = tuple(deal_results.PlayedCard(one.seat, one.card, one.trick) for one in found.cards)
    hands = (
        scored_deal.hand_line(scored, cards, step, s, found.hands[s], facts) for s in deal.shown
    )
    title = _card_title(deal, step, words)
    return (
        *text_blocks(
            join_lines(title, small_print(scored_deal.deal_line(scored, facts, words))),
            join_lines(*hands),
        ),
        DIVIDER,
        *text_blocks(scored_deal.trick_in_progress(scored, cards, step, facts, words)),
    )


def _card_title(deal: AnalysedDeal, step: int, words: TableWords) -> str:
    """Return a heading such as "Trick 4 · card 11 of 30"."""
    trick = words.say("board.trick", number=deal.postmortem.cards[step].trick + 1)
    here = words.say("analysis.card", n=step + 1, of=len(deal.postmortem.cards))
    return f"### {trick} · {here}"


def _judgement(card: JudgedCard, facts: TableData, words: TableWords) -> str:
    if card.cost > 0:
        tricks = bold(words.say_plural("result.tricks", card.cost))
        cost = words.say("analysis.costs", tricks=tricks)
        return join_lines(f"⚠️ {cost}", words.say("analysis.held", cards=better_tiles(card.better)))
    key = "analysis.only_card" if card.choices == 1 else "analysis.loses_nothing"
    return f"✅ {words.say(key)}"


def _chooser_note(card: JudgedCard, facts: TableData, words: TableWords) -> str:
    """Return the player who chose the card, if it came from another player's open hand."""
    return (
        words.say("analysis.chosen", name=facts.name(card.chooser))
        if card.chooser != card.seat
        else ""
    )


def _notes(deal: AnalysedDeal, card: JudgedCard, facts: TableData, words: TableWords) -> str:
    return join_dotted((_chooser_note(card, facts, words), _forecast(deal, card, facts, words)))


def _forecast(deal: AnalysedDeal, card: JudgedCard, facts: TableData, words: TableWords) -> str:
    """Return the result of best play from this card on."""
    contract = deal.scored.contract
    if contract is None or deal.postmortem.kind is PlayKind.ALL_PASS:
        tricks = deal_results.trick_counts(card.after, deal.scored, facts)
        return words.say("verdict.all_pass", tricks=tricks)
    return _declarer_forecast(contract, card, facts, words)


def _declarer_forecast(
    contract: Contract, card: JudgedCard, facts: TableData, words: TableWords
) -> str:
    """Return a line such as "Best play from here: Ana 7 tricks (before it 8)"."""
    name = facts.name(contract.declarer)
    after, before = card.after[contract.declarer], card.before[contract.declarer]
    tricks = words.say_plural("result.tricks", after)
    if after == before:
        return words.say("analysis.from_here", name=name, tricks=tricks)
    return words.say("analysis.from_here_changed", name=name, tricks=tricks, before=before)


def _step_rows(deal: AnalysedDeal, step: int, words: TableWords) -> tuple[ButtonRow, ...]:
    """Return the buttons first, back, next, last; next mistake, and overview."""
    number, last = deal.scored.number, len(deal.postmortem.cards) - 1
    more = any(card.cost > 0 for card in deal.postmortem.cards[step + 1 :])
    turning = (
        Button(
            "⏮",
            view_commands.StepThroughDeal(number, view_commands.DealBoundary.FIRST),
            enabled=step > 0,
        ),
        Button("◀", view_commands.StepThroughDeal(number, step - 1), enabled=step > 0),
        Button(
            "▶",
            view_commands.StepThroughDeal(number, step + 1),
            "",
            Style.PRIMARY,
            enabled=step < last,
        ),
        Button(
            "⏭",
            view_commands.StepThroughDeal(number, view_commands.DealBoundary.LAST),
            enabled=step < last,
        ),
    )
    mistake = view_commands.ShowNextMistake(number, step)
    jumping = [
        Button(words.say("button.next_mistake"), mistake, enabled=more),
        command_button(words, "overview", view_commands.ShowPostMortem(number)),
    ]
    if deal.scored.reveal is not None:
        jumping.append(command_button(words, "again_here", PlayDealAgain(number, step)))
    return ButtonRow(turning), ButtonRow(tuple(jumping))
