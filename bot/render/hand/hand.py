"""The private hand: the task, the cards, the buttons of every legal action."""

from typing import Final

from bot.deeds.looking import ShowLast, ShowScore
from bot.deeds.server import Help
from bot.deeds.table import Back, Claim, Hint, NextDeal, Resume, ShowHand, Why
from bot.deeds.twice import TakeBack
from bot.engine.cards import TABLE, Card, Seat
from bot.engine.deal import Stage
from bot.engine.roles import Role, speakers
from bot.engine.view import Table, View
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.hand import asking, playing
from bot.render.hand.advice import moment_help
from bot.render.hand.claim import may_claim
from bot.render.hand.why import is_asked_why
from bot.render.parts import (
    IN_PLAY,
    LINE,
    bold,
    deed_button,
    dotted,
    hand_tiles,
    lines,
    named_trick,
    small,
    taking_part,
    text_blocks,
    tiles,
    timed,
)
from bot.render.screen import Block, Button, Row, Screen, Style, Tone
from bot.render.sheet.totals import brief_line
from bot.render.table.auction import auction_summary
from bot.render.table.board import (
    auction_part,
    current_trick,
    has_last,
    headline,
    offer_part,
    open_hands,
    quota_line,
    seat_line,
    standstill,
    talon_line,
    vote_line,
    vote_rows,
)
from bot.render.table.refused import refused_line
from bot.render.table.regret import taken_back_line
from bot.render.words import TableWords, Words
from bot.terms import Status

_UNASKED: Final = (
    Role.NONE,
    Role.DECLARER,
    Role.RESTING,
    Role.DUMMY,
)  # roles without a call on the contract


def hand_screen(
    view: View,
    facts: TableFacts,
    words: Words,
    picked: tuple[Card, ...] = (),
    note: str = "",
    place: str = "",
    *,
    is_last: bool = False,
) -> Screen:
    """Return the private message of one seat; ``picked`` are the cards marked for the discard.

    ``place`` is a link to the table, if it is elsewhere; ``is_last``: this is the final update of
    the message, and it says so.
    """
    words = words_at(view.rules, words)
    note = words.say("hand.stops") if is_last else note
    link = small(words.say("hand.place", place=place)) if place else ""
    top = (_note(note), headline_of(view, facts, words), link)
    if view.table is None:
        body = _asked(view, facts, words)
    else:
        body = _inside(view, view.table, facts, words, picked)
    asked = _asked_back(view, facts, words)
    service = _service(view, facts, words, is_last)
    blocks = (*text_blocks(lines(*top)), *asked, *body, *service)
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _note(note: str) -> str:
    return f"> {note}" if note else ""


def _asked_back(view: View, facts: TableFacts, words: TableWords) -> tuple[Block, ...]:
    """Return another player's take-back request with yes and no; without buttons for its owner."""
    if facts.regret is None:
        return text_blocks(taken_back_line(facts, words), refused_line(view, facts, words))
    rows = vote_rows(facts, words) if view.seat != facts.regret.seat else ()
    return (*text_blocks(bold(vote_line(facts, words))), *rows)


def headline_of(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the first line: this player's task now."""
    if facts.status in (Status.PAUSED, Status.FROZEN):
        return f"### {standstill(facts, words)}"
    if view.to_act is None:
        return f"### {words.say('hand.over')}"
    if view.to_act == TABLE:
        return f"### {words.say('hand.between' if view.deals else 'board.shuffling')}"
    if view.my_turn:
        task = _task(view, view.table, facts, words)
        is_hurried = facts.deadline and facts.regret is None
        return lines(f"### {task}", small(f"⏳ {timed(facts)}") if is_hurried else "")
    table, seat = view.table, view.seat
    mine = view.stage is Stage.PLAY and table is not None and table.turn == seat
    waiting = words.say("hand.played_by" if mine else "hand.waiting", name=facts.name(view.to_act))
    rests = table is not None and seat is not None and table.roles[seat] == Role.RESTING
    return f"### {dotted((words.say('hand.rest') if rests else '', waiting))}"


def _task(view: View, table: Table | None, facts: TableFacts, words: TableWords) -> str:
    if view.stage is Stage.PLAY and table is not None:
        return playing.task(view, table, facts, words)
    return words.say(f"hand.{manner_of(view.rules).moment(view)}")


def _asked(view: View, facts: TableFacts, words: TableWords) -> tuple[Block, ...]:
    """Return the question between two deals."""
    pot = text_blocks(_pot(view, words))
    if not view.my_turn or facts.status is not Status.PLAYING:
        return pot
    advice = moment_help(view, None, facts, words)
    return (*pot, LINE, *asking.answers(view, words), *text_blocks(small(advice)))


def _inside(
    view: View, table: Table, facts: TableFacts, words: TableWords, picked: tuple[Card, ...]
) -> tuple[Block, ...]:
    status = status_of(view, table, facts, words)
    if not view.my_turn or facts.status is not Status.PLAYING:
        unasked = _unasked(view, table, facts, words)
        return (*text_blocks(status), LINE, *text_blocks(own_hand(view, words)), *unasked)
    if view.stage is Stage.PLAY:
        remarks = asking.remarks(view, words)
        answer = (*playing.blocks(view, table, facts, words), *remarks)
    else:
        shown = "" if view.stage is Stage.EXCHANGE else own_hand(view, words)
        answers = asking.blocks(view, table, facts, words, picked)
        answer = (*text_blocks(shown), *answers)
    advice = moment_help(view, table, facts, words)
    return (*text_blocks(status), LINE, *answer, *text_blocks(small(advice) if advice else ""))


def _unasked(view: View, table: Table, facts: TableFacts, words: TableWords) -> tuple[Block, ...]:
    """Return the calls possible out of turn, with their explanation."""
    remarks = asking.remarks(view, words) if facts.status is Status.PLAYING else ()
    if not remarks:
        return ()
    return (*remarks, *text_blocks(small(moment_help(view, table, facts, words))))


def own_hand(view: View, words: TableWords) -> str:
    """Return the cards of the seat, by suit, and its discard."""
    if not view.hand and not view.discard:
        return ""
    discard = words.say("hand.discarded", cards=tiles(view.discard)) if view.discard else ""
    return lines(hand_tiles(view.hand), small(discard) if discard else "")


def status_of(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the state of the table, as far as it matters to this decision."""
    if view.stage is Stage.AUCTION:
        deal = words.say("board.deal", number=table.number)
        dealer = words.say("board.dealer", name=facts.name(table.dealer))
        stands = brief_line(view, facts, words)
        under = lines(small(dotted((deal, dealer))), stands, _pot(view, words))
        return lines(under, auction_part(view, table, facts, words))
    head = lines(headline(view, table, facts, words), _pot(view, words))
    if view.stage in IN_PLAY:
        return lines(head, *_play_status(view, table, facts, words))
    seats = speakers(table.seats, table.roles)
    calls = manner_of(view.rules).auction_calls(seats, table.calls)
    spoken = small(auction_summary(seats, calls, facts, words)) if calls else ""
    roles = _answers_so_far(view, table, facts, words)
    stands = brief_line(view, facts, words) if view.my_turn else ""
    return lines(head, stands, spoken, roles, talon_line(view, words))


def _pot(view: View, words: TableWords) -> str:
    said = manner_of(view.rules).pot_line(view, words)
    return small(said) if said else ""


def _answers_so_far(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the calls of the other defenders."""
    answered = [s for s in table.seats if table.roles[s] not in _UNASKED]
    return lines(*(seat_line(view, table, seat, facts, words) for seat in answered))


def _play_status(view: View, table: Table, facts: TableFacts, words: TableWords) -> tuple[str, ...]:
    talon = talon_line(view, words) if len(table.tricks) < 2 else ""
    last = ""
    if table.tricks and not table.trick:
        players = taking_part(table.seats, table.roles)
        last = small(named_trick(table.tricks[-1], players, facts, words))
    own = view.seat
    shown = table._replace(open_hands=tuple(p for p in table.open_hands if p[0] != own))
    return (
        small(words.say("hand.tricks", split=tricks_line(table, facts))),
        _defence(view, table, facts, words),
        small(talon) if talon else "",
        "" if view.my_turn and view.stage is Stage.PLAY else open_hands(shown, facts, words),
        last,
        bold(words.say("board.trick", number=len(table.tricks) + 1)),
        current_trick(table, facts, words),
        offer_part(table, facts, words),
    )


def _defence(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the defenders' calls, and the quota those created."""
    answered = [s for s in table.seats if table.roles[s] not in (*_UNASKED, Role.ALONE)]
    told = (f"{facts.name(s)}: {words.say(f'role.{table.roles[s]}')}" for s in answered)
    return lines(small(dotted(told)) if answered else "", quota_line(view, table, words))


def tricks_line(table: Table, facts: TableFacts) -> str:
    """Return "Ana 4, Boris 1, Vera 0"."""
    seats = [s for s in range(len(table.won)) if s in table.seats or table.won[s]]
    return ", ".join(f"{facts.name(seat)} {table.won[seat]}" for seat in seats)


def _service(view: View, facts: TableFacts, words: TableWords, is_last: bool) -> tuple[Block, ...]:
    """Return the other buttons: return, next deal, score, last trick, claim, help."""
    first: list[Button] = []
    if is_last and view.my_turn:  # else the button stands below
        first.append(deed_button(words, "refresh", ShowHand(), Style.PRIMARY))
    if facts.status is Status.PAUSED:
        first.append(deed_button(words, "resume", Resume(), Style.PRIMARY))
    if view.seat is not None and _is_away(facts, view.seat):
        first.append(deed_button(words, "back", Back(), Style.GOOD))
    if facts.own_act is not None and facts.regret is None:
        first.append(deed_button(words, "take_back", TakeBack(facts.own_act)))
    if view.stage is Stage.BETWEEN and view.deals:
        first.append(deed_button(words, "next", NextDeal(), Style.GOOD))
    row = [] if view.my_turn else [deed_button(words, "refresh", ShowHand())]
    if view.my_turn and not facts.is_rated and facts.status is Status.PLAYING:
        row.append(deed_button(words, "hint", Hint()))
    row.append(deed_button(words, "score", ShowScore()))
    if has_last(view):
        row.append(deed_button(words, "history" if view.table is None else "last", ShowLast()))
    if may_claim(view):
        row.append(deed_button(words, "claim", Claim()))
    if is_asked_why(view) and facts.status is Status.PLAYING:
        row.append(deed_button(words, "why", Why()))
    row.append(deed_button(words, "help", Help()))
    return (*((Row(tuple(first)),) if first else ()), *asking.button_rows(row))


def _is_away(facts: TableFacts, seat: Seat) -> bool:
    sitting = facts.seats[seat]
    return sitting is not None and sitting.is_away
