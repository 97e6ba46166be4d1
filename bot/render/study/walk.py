"""A post-mortem card by card with open hands: the cost of each card and the better ones."""

from bot.analysis.postmortem import Judged, Kind
from bot.deeds.looking import Analyse, NextMistake, Walk
from bot.deeds.past import Edge
from bot.engine.deal import Contract
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import (
    LINE,
    bold,
    deed_button,
    dotted,
    lines,
    small,
    text_blocks,
)
from bot.render.screen import Button, Row, Screen, Style, Tone
from bot.render.study.position import Played, deal_line, hand_line, table_line
from bot.render.study.postmortem import Study, better_cards
from bot.render.study.taken_back import told_here
from bot.render.study.verdict import trick_counts
from bot.render.words import TableWords, Words


def walk_screen(study: Study, step: int, facts: TableFacts, words: Words) -> Screen:
    """Return the deal as it stood when card ``step`` (from 0) was played, with its verdict."""
    words = words_at(study.rules, words)
    card, found, scored = study.found.cards[step], study.found, study.scored
    cards = tuple(Played(one.seat, one.card, one.trick) for one in found.cards)
    hands = (hand_line(scored, cards, step, s, found.hands[s], facts) for s in study.shown)
    return Screen(
        facts.game,
        study.version,
        Tone.PRIVATE,
        (
            *text_blocks(
                lines(_title(study, step, words), small(deal_line(scored, facts, words))),
                lines(*hands),
            ),
            LINE,
            *text_blocks(
                told_here(study.taken_back, step, len(cards), facts, words),
                table_line(scored, cards, step, facts, words),
                lines(_judgement(card, facts, words), small(_notes(study, card, facts, words))),
            ),
            *_rows(study, step, words),
        ),
    )


def _title(study: Study, step: int, words: TableWords) -> str:
    """Return a heading such as "Trick 4 · card 11 of 30"."""
    trick = words.say("board.trick", number=study.found.cards[step].trick + 1)
    here = words.say("analysis.card", n=step + 1, of=len(study.found.cards))
    return f"### {trick} · {here}"


def _judgement(card: Judged, facts: TableFacts, words: TableWords) -> str:
    if card.given > 0:
        tricks = bold(words.count("result.tricks", card.given))
        cost = words.say("analysis.costs", tricks=tricks)
        return lines(f"⚠️ {cost}", words.say("analysis.held", cards=better_cards(card.better)))
    key = "analysis.only_card" if card.choices == 1 else "analysis.loses_nothing"
    return f"✅ {words.say(key)}"


def _chosen(card: Judged, facts: TableFacts, words: TableWords) -> str:
    """Return the player who chose the card, if it came from another player's open hand."""
    return words.say("analysis.chosen", name=facts.name(card.by)) if card.by != card.seat else ""


def _notes(study: Study, card: Judged, facts: TableFacts, words: TableWords) -> str:
    return dotted((_chosen(card, facts, words), _forecast(study, card, facts, words)))


def _forecast(study: Study, card: Judged, facts: TableFacts, words: TableWords) -> str:
    """Return the result of best play from this card on."""
    contract = study.scored.contract
    if contract is None or study.found.kind is Kind.ALL_PASS:
        tricks = trick_counts(card.after, study.scored, facts)
        return words.say("verdict.all_pass", tricks=tricks)
    return _declarers(contract, card, facts, words)


def _declarers(contract: Contract, card: Judged, facts: TableFacts, words: TableWords) -> str:
    """Return a line such as "Best play from here: Ana 7 tricks (before it 8)"."""
    name = facts.name(contract.declarer)
    after, before = card.after[contract.declarer], card.before[contract.declarer]
    tricks = words.count("result.tricks", after)
    if after == before:
        return words.say("analysis.from_here", name=name, tricks=tricks)
    return words.say("analysis.from_here_changed", name=name, tricks=tricks, before=before)


def _rows(study: Study, step: int, words: TableWords) -> tuple[Row, ...]:
    """Return the buttons first, back, next, last; next mistake, and overview."""
    number, last = study.scored.number, len(study.found.cards) - 1
    more = any(card.given > 0 for card in study.found.cards[step + 1 :])
    turning = (
        Button("⏮", Walk(number, Edge.FIRST), enabled=step > 0),
        Button("◀", Walk(number, step - 1), enabled=step > 0),
        Button("▶", Walk(number, step + 1), "", Style.PRIMARY, enabled=step < last),
        Button("⏭", Walk(number, Edge.LAST), enabled=step < last),
    )
    mistake = NextMistake(number, step)
    jumping = (
        Button(words.say("button.next_mistake"), mistake, enabled=more),
        deed_button(words, "overview", Analyse(number)),
    )
    return Row(turning), Row(jumping)
