"""A post-mortem card by card with open hands: the cost of each card and the better ones."""

from bot.analysis.postmortem import JudgedCard, PlayKind
from bot.deeds.looking import ShowNextMistake, ShowPostMortem, StepThroughDeal
from bot.deeds.past import DealBoundary
from bot.engine.deal import Contract
from bot.render.facts import TableData
from bot.render.families import table_words
from bot.render.parts import (
    DIVIDER,
    bold,
    command_button,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Button, ButtonRow, Screen, Style, Tone
from bot.render.study.position import PlayedCard, deal_line, hand_line, trick_in_progress
from bot.render.study.postmortem import AnalysedDeal, better_tiles
from bot.render.study.taken_back import take_back_lines_at
from bot.render.study.verdict import trick_counts
from bot.render.words import TableWords, Words


def walk_screen(deal: AnalysedDeal, step: int, facts: TableData, words: Words) -> Screen:
    """Return the deal as it stood when card ``step`` (from 0) was played, with its verdict."""
    words = table_words(deal.rules, words)
    card, found, scored = deal.postmortem.cards[step], deal.postmortem, deal.scored
    cards = tuple(PlayedCard(one.seat, one.card, one.trick) for one in found.cards)
    hands = (hand_line(scored, cards, step, s, found.hands[s], facts) for s in deal.shown)
    return Screen(
        facts.game,
        deal.version,
        Tone.PRIVATE,
        (
            *text_blocks(
                join_lines(
                    _card_title(deal, step, words), small_print(deal_line(scored, facts, words))
                ),
                join_lines(*hands),
            ),
            DIVIDER,
            *text_blocks(
                take_back_lines_at(deal.taken_back, step, len(cards), facts, words),
                trick_in_progress(scored, cards, step, facts, words),
                join_lines(
                    _judgement(card, facts, words), small_print(_notes(deal, card, facts, words))
                ),
            ),
            *_step_rows(deal, step, words),
        ),
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
        tricks = trick_counts(card.after, deal.scored, facts)
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
        Button("⏮", StepThroughDeal(number, DealBoundary.FIRST), enabled=step > 0),
        Button("◀", StepThroughDeal(number, step - 1), enabled=step > 0),
        Button("▶", StepThroughDeal(number, step + 1), "", Style.PRIMARY, enabled=step < last),
        Button("⏭", StepThroughDeal(number, DealBoundary.LAST), enabled=step < last),
    )
    mistake = ShowNextMistake(number, step)
    jumping = (
        Button(words.say("button.next_mistake"), mistake, enabled=more),
        command_button(words, "overview", ShowPostMortem(number)),
    )
    return ButtonRow(turning), ButtonRow(jumping)
