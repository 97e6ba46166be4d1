"""The post-mortem of a deal: best result, tricks given away by each player, mistakes."""

from dataclasses import dataclass
from typing import Final

from bot.analysis.postmortem import STRAINS, Judged, Kind, Makes, PostMortem
from bot.deeds.looking import Analyse, BestLine, NextMistake, Walk
from bot.deeds.past import Edge, ShowDeal
from bot.deeds.table import ShowHand
from bot.engine.cards import CARD_NAMES, Card, Seat
from bot.engine.deal import Trick
from bot.engine.roles import speakers
from bot.engine.rules import Rules
from bot.engine.view import Scored
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import (
    LINE,
    bold,
    deed_button,
    dotted,
    lines,
    marked,
    monospace,
    small,
    sorted_cards,
    text_blocks,
    tiles,
    trick_line,
)
from bot.render.screen import Block, Button, Drawing, Row, Screen, Style, Tone, token
from bot.render.study.pictured import deal_drawing
from bot.render.study.position import deal_line
from bot.render.study.taken_back import TakenBack, told
from bot.render.study.verdict import Verdict, trick_counts, verdict_line
from bot.render.table.result import headline
from bot.render.words import TableWords, Words

_TURNS: Final = 8  # mistakes on one screen
_TILES: Final = 6  # better cards shown for each; the screen of the card shows all


@dataclass(frozen=True, slots=True)
class Study:
    """An analysed deal; ``version`` is the game's version just after it.

    ``makes`` is None if the solver ran out of time for the other contracts.
    """

    rules: Rules
    version: int
    scored: Scored
    found: PostMortem
    shown: tuple[Seat, ...]  # seats with hands that everybody may see
    makes: tuple[Makes, ...] | None
    deals: int  # scored at the table so far
    is_seated: bool = False
    taken_back: tuple[TakenBack, ...] = ()


def overview_screen(study: Study, facts: TableFacts, words: Words) -> Screen:
    """Return the whole analysis on one screen, with buttons to step through the cards."""
    words = words_at(study.rules, words)
    number = study.scored.number
    return _screen(
        study,
        facts,
        (
            *text_blocks(
                lines(f"### {headline(study.rules, study.scored, words)}", small(_head(words))),
                lines(*worth_lines(study, facts, words)),
                lines(*(_player(study, seat, facts, words) for seat in _order(study))),
                _turns(study.found, facts, words),
                told(study.taken_back, len(study.found.cards), facts, words),
            ),
            *_picture(study, facts, words),
            LINE,
            *text_blocks(_table(study, facts, words)),
            Row(
                (
                    deed_button(words, "walk", Walk(number, Edge.FIRST), _FIRST),
                    _mistake_button(study, words),
                    deed_button(words, "best_line", BestLine(number)),
                )
            ),
            *_other_deals(study, words),
        ),
    )


_FIRST: Final = Style.PRIMARY


def line_screen(study: Study, facts: TableFacts, words: Words) -> Screen:
    """Return one line of best play; a misère ends at the last trick its declarer takes."""
    words = words_at(study.rules, words)
    tricks = _until_caught(study, study.found.line)
    said = (small(trick_line(n, trick, facts)) for n, trick in enumerate(tricks, start=1))
    overview = deed_button(words, "overview", Analyse(study.scored.number))
    return _screen(
        study,
        facts,
        (
            *text_blocks(
                lines(
                    f"### {words.say('analysis.line')}",
                    small(deal_line(study.scored, facts, words)),
                    small(words.say("analysis.line_note")),
                ),
                lines(*worth_lines(study, facts, words)),
                lines(*said),
            ),
            Row((overview,)),
        ),
    )


def _screen(study: Study, facts: TableFacts, blocks: tuple[Block, ...]) -> Screen:
    return Screen(facts.game, study.version, Tone.PRIVATE, blocks)


def _picture(study: Study, facts: TableFacts, words: TableWords) -> tuple[Drawing, ...]:
    """Return the diagram of the public hands at the first lead, with the cost of each card."""
    found, scored = study.found, study.scored
    if not found.hands:  # nothing was played
        return ()
    hands = [found.hands[seat] if seat in study.shown else None for seat in scored.seats]
    costs = {(card.trick, card.seat): card.given for card in found.cards if card.given > 0}
    return (deal_drawing(study.rules, scored, hands, costs, facts, words),)


def _head(words: TableWords) -> str:
    return words.say("analysis.title")


def worth_lines(study: Study, facts: TableFacts, words: TableWords) -> list[str]:
    """Return the verdict; for an all-pass deal also the tricks taken and the upper bounds."""
    found, scored = study.found, study.scored
    verdict = verdict_line(scored, Verdict(found.kind, found.worth), facts, words)
    if found.kind is not Kind.ALL_PASS:
        return [verdict]
    taken = words.say("analysis.taken", tricks=trick_counts(scored.won, scored, facts))
    if not found.bounds:
        return [verdict, taken]
    seats = ", ".join(f"{facts.name(seat)} {found.bounds[seat]}" for seat in scored.seats)
    return [verdict, taken, small(words.say("analysis.at_most", tricks=seats))]


# tricks given away ------------------------------------------------------------------------


def _order(study: Study) -> list[Seat]:
    """Return the seats that played: the declarer first, then clockwise."""
    scored = study.scored
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    round_ = speakers((*scored.seats[first:], *scored.seats[:first]), scored.roles)
    return [seat for seat in round_ if seat != study.found.out]


def mistakes_of(found: PostMortem, seat: Seat) -> list[Judged]:
    """Return the cards chosen by ``seat`` that cost tricks."""
    return [card for card in found.cards if card.by == seat and card.given > 0]


def _player(study: Study, seat: Seat, facts: TableFacts, words: TableWords) -> str:
    """Return a line such as "Ana gave away 2 tricks, 12 points"."""
    mistakes = mistakes_of(study.found, seat)
    if not mistakes:
        return dotted((marked(facts, seat), words.say("analysis.flawless")))
    tricks = words.count("result.tricks", sum(card.given for card in mistakes))
    lost = -sum(card.points[seat] for card in mistakes)
    points = words.count("analysis.points", lost) if lost > 0 else ""
    what = words.say("analysis.gave", tricks=bold(tricks))
    return dotted((marked(facts, seat), what, points))


def _turns(found: PostMortem, facts: TableFacts, words: TableWords) -> str:
    """Return the mistakes: trick, card, better cards; not numbered as a Discord list."""
    turns = [card for card in found.cards if card.given > 0]
    if not turns:
        return ""
    told = [_turn(card, facts, words) for card in turns[:_TURNS]]
    rest = len(turns) - _TURNS
    more = small(words.count("analysis.more_turns", rest)) if rest > 0 else ""
    return lines(bold(words.say("analysis.turns")), *told, more)


def _turn(card: Judged, facts: TableFacts, words: TableWords) -> str:
    better = sorted_cards(card.better)
    shown = tiles(better[:_TILES]) + (" …" if len(better) > _TILES else "")
    what = f"{token(CARD_NAMES[card.card])} {facts.name(card.seat)} {bold(f'−{card.given}')}"
    return dotted((bold(str(card.trick + 1)), what, words.say("analysis.better", cards=shown)))


def better_cards(cards: tuple[Card, ...]) -> str:
    return tiles(sorted_cards(cards))


# the other contracts ----------------------------------------------------------------------


def _table(study: Study, facts: TableFacts, words: TableWords) -> str:
    """Return the tricks each player makes as declarer: a line per player, a column per strain."""
    if study.makes is None:
        return small(words.say("analysis.no_table"))
    if not study.makes:
        return ""
    heads = [
        words.say("column.no_tricks") if strain is None else words.short_tile(strain.letters)
        for strain in STRAINS
    ]
    rows = [(facts.name(row.seat), [str(n) for n in row.tricks]) for row in study.makes]
    title = bold(words.say("analysis.table"))
    return lines(title, monospace(heads, rows), small(words.say("analysis.table_note")))


def _until_caught(study: Study, tricks: tuple[Trick, ...]) -> tuple[Trick, ...]:
    contract = study.scored.contract
    if study.found.kind is not Kind.MISERE or contract is None:
        return tricks
    caught = [n for n, trick in enumerate(tricks, start=1) if trick.winner == contract.declarer]
    return tricks[: caught[-1]] if caught else tricks


# buttons ----------------------------------------------------------------------------------


def _mistake_button(study: Study, words: TableWords) -> Button:
    press = NextMistake(study.scored.number, -1)
    there = any(card.given > 0 for card in study.found.cards)
    return Button(words.say("button.first_mistake"), press, enabled=there)


def _other_deals(study: Study, words: TableWords) -> tuple[Row, ...]:
    """Return the buttons for the deal, the deals before and after, and the reader's hand."""
    number = study.scored.number
    row = [deed_button(words, "deal", ShowDeal(number))]
    if number > 1:
        before = words.say("board.deal", number=number - 1)
        row.append(Button(f"‹ {before}", Analyse(number - 1)))
    if number < study.deals:
        after = words.say("board.deal", number=number + 1)
        row.append(Button(f"{after} ›", Analyse(number + 1)))
    if study.is_seated:
        row.append(deed_button(words, "to_hand", ShowHand()))
    return (Row(tuple(row)),)
