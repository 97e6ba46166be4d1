"""The messages at the end of a deal and of the match, and their buttons."""

from bot.deeds.looking import ShowScore, ShowSettlement
from bot.deeds.past import ShowMatch
from bot.deeds.table import Rematch, Verify
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.roles import Role
from bot.engine.rules import Rules
from bot.engine.view import Reveal, Scored, View
from bot.render.agreements.phrases import ends_line, game_title
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.families.manner import Written
from bot.render.parts import (
    GAP,
    LINE,
    bold,
    deed_button,
    dotted,
    hand_tiles,
    lines,
    marked,
    priced,
    signed,
    small,
    text_blocks,
    tiles,
    timed,
)
from bot.render.screen import Block, Row, Screen, Style, Tone
from bot.render.sheet.course import course_drawing
from bot.render.sheet.drawn import drawn_sheet
from bot.render.sheet.payments import payment_lines, stake
from bot.render.sheet.reasons import scored_lines, without
from bot.render.sheet.shares import NOT_SHARED, Shares, shared_line
from bot.render.sheet.totals import totals_blocks
from bot.render.study.verdict import Verdict, verdict_line
from bot.render.table.absent import absent_lines, absent_row
from bot.render.table.board import standstill, turn_line, vote_line, vote_rows
from bot.render.table.deck import deck_lines
from bot.render.table.onward import result_rows, study_buttons
from bot.render.table.regret import taken_back_line
from bot.render.table.standing import marks_line
from bot.render.words import TableWords, Words
from bot.terms import Status

_ABSENT = (Role.RESTING, Role.DROPPED)


def result_screen(
    view: View, facts: TableFacts, words: Words, verdict: Verdict | None = None
) -> Screen:
    """Return the last deal's score with reasons, and all its cards if the rules show them.

    ``verdict`` is the best play of its cards, once analysed.
    """
    words = words_at(view.rules, words)
    blocks: tuple[Block, ...] = text_blocks(bold(words.say("board.shuffling")))
    if view.last is not None:
        blocks = _deal_blocks(view, view.last, facts, words, verdict)
    sealed = deck_lines(facts, view.last.number + 1, words) if view.last is not None else ""
    if view.table is None:  # else the next deal is on and this message is outdated
        rows = (
            *vote_rows(facts, words),
            *result_rows(view, facts, words),
            *_absent_row(view, facts, words),
        )
        blocks = (*blocks, *text_blocks(lines(_going_on(view, facts, words), sealed)), *rows)
    else:
        study = study_buttons(view, words)
        blocks = (*blocks, *text_blocks(sealed), *((Row(study),) if study else ()))
    tone = Tone.WAITING if view.table is None else Tone.CLOSED
    return Screen(facts.game, view.version, tone, blocks)


def _deal_blocks(
    view: View, scored: Scored, facts: TableFacts, words: TableWords, verdict: Verdict | None
) -> tuple[Block, ...]:
    title = f"### {headline(view.rules, scored, words)}"
    return (
        *text_blocks(
            lines(
                title,
                under(scored, facts, words),
                taken_back_line(facts, words),
                worth_line(scored, facts, words, verdict),
            )
        ),
        *text_blocks(lines(*scored_lines(manner_of(view.rules), scored, facts, words))),
        *text_blocks(cards_shown(scored.reveal, facts, words) if scored.reveal else ""),
        LINE,
        *totals_blocks(view, facts, words),
    )


def headline(rules: Rules, scored: Scored, words: TableWords) -> str:
    """Return "Deal 7 · 7 diamonds made, 8 tricks"."""
    deal = words.say("board.deal", number=scored.number)
    contract, manner = scored.contract, manner_of(rules)
    if contract is None:
        return dotted((deal, words.say(f"outcome.{scored.outcome}")))
    won = scored.won[contract.declarer]
    short = without(contract.level - won, words)
    name = words.contract(contract.name)
    what = words.say(f"outcome.{scored.outcome}", contract=name, short=short)
    if scored.outcome in manner.with_tricks:
        what = f"{what}, {words.count('result.tricks', won)}"
    return dotted((deal, what, manner.result_note(scored, words)))


def under(scored: Scored, facts: TableFacts, words: TableWords) -> str:
    """Return the declarer and the dealer; in raspasy everybody's tricks."""
    dealer = words.say("board.dealer", name=facts.name(scored.dealer))
    if scored.contract is not None:
        who = words.say("result.declarer", name=facts.name(scored.contract.declarer))
        tricks = _tricks(scored, facts) if scored.tricks else ""
        return small(dotted((who, dealer, tricks)))
    return small(dotted((_tricks(scored, facts), dealer)))


def worth_line(
    scored: Scored, facts: TableFacts, words: TableWords, verdict: Verdict | None
) -> str:
    """Return the line about best play, if ``verdict`` is known."""
    return "" if verdict is None else verdict_line(scored, verdict, facts, words)


def _tricks(scored: Scored, facts: TableFacts) -> str:
    there = [s for s, role in enumerate(scored.roles) if role not in _ABSENT or scored.won[s]]
    return ", ".join(f"{facts.name(seat)} {scored.won[seat]}" for seat in there)


def cards_shown(reveal: Reveal, facts: TableFacts, words: TableWords) -> str:
    """Return all hands as dealt, the talon, the discard."""
    hands = [_hand(seat, hand, facts) for seat, hand in enumerate(reveal.dealt) if hand]
    rest = [_aside("board.talon", reveal.talon, words)]
    if reveal.discard:
        rest.append(_aside("result.discard", reveal.discard, words))
    return lines(*hands, GAP.join(rest))


def _hand(seat: Seat, hand: Hand, facts: TableFacts) -> str:
    return f"{small(facts.name(seat))}\n{hand_tiles(hand)}"


def _aside(key: str, cards: tuple[Card, ...], words: TableWords) -> str:
    return words.say(key, cards=tiles(cards))


def _going_on(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the running proposal and what comes next: raspasy streak, next dealer, time."""
    if view.to_act is None:
        return ""
    return lines(absent_lines(facts, words), _following(view, facts, words))


def _following(view: View, facts: TableFacts, words: TableWords) -> str:
    if view.stage is not Stage.BETWEEN:  # the players are asked before the next deal
        marks = small(marks_line(view, facts, words))
        return lines(vote_line(facts, words), marks, turn_line(view, facts, words))
    if facts.status in (Status.PAUSED, Status.FROZEN):
        return bold(standstill(facts, words))
    dealer = words.say("result.next_dealer", name=facts.name(view.dealer))
    marks, ends = marks_line(view, facts, words), ends_line(facts, words)
    following = small(dotted((dealer, marks, ends, timed(facts))))
    return lines(vote_line(facts, words), following)


def _absent_row(view: View, facts: TableFacts, words: TableWords) -> tuple[Row, ...]:
    if view.to_act is None:
        return ()
    return absent_row(facts, words, with_hand=view.stage is Stage.BETWEEN)


# the match --------------------------------------------------------------------------------


def final_screen(
    view: View,
    facts: TableFacts,
    words: Words,
    verdict: Verdict | None = None,
    written: Written = (),
    shares: Shares = NOT_SHARED,
) -> Screen:
    """Return the settlement: places, payments, the whole sheet, a rematch button.

    ``shares`` are the scores of players who had one seat after another.
    """
    words = words_at(view.rules, words)
    title = f"## {words.say('final.title', game=game_title(view.rules, words))}"
    played = words.count("final.deals", view.deals)
    blocks: tuple[Block, ...] = (
        *text_blocks(lines(title, small(played), *_places(view, facts, words))),
        *text_blocks(shared_line(shares, words), lines(*payment_lines(view, facts, words, shares))),
        LINE,
        *drawn_sheet(view, facts, words, written),
        *course_drawing(view, facts, words, written),
        *totals_blocks(view, facts, words),
        *text_blocks(_last_worth(view, facts, words, verdict)),
        Row(
            (
                deed_button(words, "rematch", Rematch(), Style.GOOD),
                deed_button(words, "settlement", ShowSettlement()),
                deed_button(words, "score", ShowScore()),
            )
        ),
        Row(
            (
                deed_button(words, "deals", ShowMatch()),
                *study_buttons(view, words),
                deed_button(words, "verify", Verify()),
            )
        ),
    )
    return Screen(facts.game, view.version, Tone.CLOSED, blocks)


def _last_worth(view: View, facts: TableFacts, words: TableWords, verdict: Verdict | None) -> str:
    """Return best play for the last deal, whose message came together with this one."""
    said = "" if view.last is None else worth_line(view.last, facts, words, verdict)
    if not said or view.last is None:
        return ""
    return small(dotted((words.say("board.deal", number=view.last.number), said)))


def places(balance: tuple[int, ...], left: tuple[bool, ...] = ()) -> list[tuple[int, Seat]]:
    """Return each seat with its place, the best first; equal balances share a place.

    Players who left come after all who stayed.
    """
    gone = left or (False,) * len(balance)
    keys = [(gone[seat], -won) for seat, won in enumerate(balance)]
    order = sorted(range(len(balance)), key=lambda seat: (keys[seat], seat))
    return [(1 + sum(other < keys[seat] for other in keys), seat) for seat in order]


def _places(view: View, facts: TableFacts, words: TableWords) -> list[str]:
    return [
        f"{_medal(place, view)} {marked(facts, seat)} · {_won(view, seat, words)}"
        for place, seat in places(view.balance, facts.left())
    ]


def _won(view: View, seat: Seat, words: TableWords) -> str:
    """Return a seat's balance; where a unit has a price, in units and as the payment."""
    price, balance = manner_of(view.rules).price(view.rules), view.balance[seat]
    if price == 1:
        return f"{bold(signed(balance))} {stake(view, balance, words)}"
    sign = "+" if balance > 0 else ""
    paid = f"{sign}{priced(balance, price, words)} {stake(view, balance, words)}"
    return dotted((bold(signed(balance)), paid))


def _medal(place: int, view: View) -> str:
    return f"{place}. 🏆" if place == 1 and view.deals else f"{place}."
