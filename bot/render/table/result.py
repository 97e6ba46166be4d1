"""The messages at the end of a deal and of the match, and their buttons."""

from collections.abc import Sequence
from functools import partial

from bot.engine import cards, trick_play
from bot.engine.cards import Card, Seat
from bot.engine.deal import Call, Role, Stage, Trick, player_seats
from bot.engine.notation import parse_action
from bot.engine.rules import Rules
from bot.engine.view import DealView, ResultView, RevealedCards, SpectatorView, View
from bot.model import enums, leaderboards
from bot.render import deal_results
from bot.render.cloth.match_end_picture import match_end_picture
from bot.render.cloth.pieces import alt_text_of
from bot.render.cloth.result_picture import result_picture
from bot.render.deal_results import scored_headline
from bot.render.families import presenter_of, table_words
from bot.render.families.presenter import DealPostings
from bot.render.formatting import (
    DIVIDER,
    GAP,
    PLAY_STAGES,
    bold,
    card_tiles,
    command_button,
    format_countdown,
    format_priced,
    format_signed,
    hand_tiles,
    join_dotted,
    join_lines,
    name_with_level,
    name_with_mark,
    small_print,
    text_blocks,
    trick_line,
    trick_players,
    trick_with_names,
)
from bot.render.rule_text import ends_line, game_title
from bot.render.screen import Block, Button, ButtonRow, PictureBlock, Screen, Style, Text, Tone
from bot.render.screen_data import TableData
from bot.render.sheet_screens import (
    NOT_SHARED,
    SeatShares,
    balance_chart,
    payment_lines,
    seat_shares_line,
    sheet_drawing,
    stake_unit,
    totals_blocks,
)
from bot.render.table import deal_lines
from bot.render.table.board import (
    contract_line,
    deal_in_words,
    standstill_text,
    turn_line,
    vote_line,
    vote_rows,
)
from bot.render.table.deck_fairness import cut_buttons, deck_lines, verify_buttons
from bot.render.words import TableWords, Words
from bot.ui_commands import server_commands, view_commands
from bot.ui_commands.play_commands import (
    CloseMode,
    CloseTable,
    NextDeal,
    OpenRematch,
    ResumeGame,
    ShowHand,
    VerifyDeck,
)

_INACTIVE_ROLES = (Role.RESTING, Role.DROPPED)


def result_screen(
    view: SpectatorView,
    facts: TableData,
    words: Words,
    verdict: deal_results.DealVerdict | None = None,
) -> Screen:
    """Return the last deal's score with reasons, and all its cards if the rules show them.

    ``verdict`` is the best play of its cards, once analysed.
    """
    words = table_words(view.rules, words)
    blocks: tuple[Block, ...] = text_blocks(bold(words.say("board.shuffling")))
    if view.last is not None:
        blocks = _deal_blocks(view, view.last, facts, words, verdict)
    code = deal_results.code_line(facts, words)
    sealed = deck_lines(facts, view.last.number + 1, words) if view.last is not None else ""
    if view.table is None:  # else the next deal is on and this message is outdated
        rows = (
            *vote_rows(facts, words),
            *result_rows(view, facts, words),
            *_absent_row(view, facts, words),
        )
        blocks = (
            *blocks,
            *text_blocks(join_lines(code, _outlook_lines(view, facts, words), sealed)),
            *rows,
        )
    else:
        study = analysis_buttons(view, words)
        blocks = (
            *blocks,
            *text_blocks(join_lines(code, sealed)),
            *((ButtonRow(study),) if study else ()),
        )
    tone = Tone.WAITING if view.table is None else Tone.CLOSED
    return Screen(facts.game, view.version, tone, blocks)


def _deal_blocks(
    view: SpectatorView,
    scored: ResultView,
    facts: TableData,
    words: TableWords,
    verdict: deal_results.DealVerdict | None,
) -> tuple[Block, ...]:
    """Return the deal, drawn or in words, and the totals."""
    told = _deal_in_words(view, scored, facts, verdict, words)
    totals: tuple[Block, ...] = (DIVIDER, *totals_blocks(view, facts, words))
    if not words.pictures:
        return (*told, *totals)
    alt = alt_text_of(words, partial(_deal_in_words, view, scored, facts, verdict))
    picture = result_picture(view, facts, words, words.cloth, alt, verdict)
    title = f"### {deal_results.scored_headline(view.rules, scored, words)}"
    caption = Text(join_lines(title, deal_lines.take_backs_line(facts, words)))
    return (PictureBlock(picture, (caption,), told), *totals)


def table_in_words_screen(view: SpectatorView, facts: TableData, words: Words) -> Screen:
    """Return a private page with all that the public picture shows: the deal, or the last one."""
    words = table_words(view.rules, words)
    told: tuple[Block, ...] = text_blocks(bold(words.say("board.shuffling")))
    if view.table is not None:
        told = deal_in_words(view, view.table, facts, words)
    elif view.last is not None:
        told = _deal_in_words(view, view.last, facts, None, words)
    return Screen(facts.game, view.version, Tone.PRIVATE, told)


def _deal_in_words(
    view: View,
    scored: ResultView,
    facts: TableData,
    verdict: deal_results.DealVerdict | None,
    words: TableWords,
) -> tuple[Text, ...]:
    title = f"### {deal_results.scored_headline(view.rules, scored, words)}"
    return (
        *text_blocks(
            join_lines(
                title,
                result_subtitle(scored, facts, words),
                deal_lines.take_backs_line(facts, words),
                best_play_line(scored, facts, words, verdict),
            )
        ),
        *text_blocks(
            join_lines(*deal_results.entry_lines(presenter_of(view.rules), scored, facts, words))
        ),
        *text_blocks(revealed_cards(scored.reveal, facts, words) if scored.reveal else ""),
        *text_blocks(_marks_line(view, facts, words) if words.pictures else ""),
    )


def _marks_line(view: View, facts: TableData, words: TableWords) -> str:
    """Return the marks that pass to the next deal; none once it is on or the match is over."""
    if view.table is not None or view.to_act is None:
        return ""
    marks = presenter_of(view.rules).marks(view, facts, words)
    return small_print(marks) if marks else ""


def result_subtitle(scored: ResultView, facts: TableData, words: TableWords) -> str:
    """Return the declarer and the dealer; in raspasy everybody's tricks."""
    dealer = words.say("board.dealer", name=facts.name(scored.dealer))
    if scored.contract is not None:
        who = words.say("result.declarer", name=facts.name(scored.contract.declarer))
        tricks = _tricks(scored, facts) if scored.tricks else ""
        return small_print(join_dotted((who, dealer, tricks)))
    return small_print(join_dotted((_tricks(scored, facts), dealer)))


def best_play_line(
    scored: ResultView,
    facts: TableData,
    words: TableWords,
    verdict: deal_results.DealVerdict | None,
) -> str:
    """Return the lines about best play and the turning point, if ``verdict`` is known."""
    if verdict is None:
        return ""
    return join_lines(
        deal_results.verdict_line(scored, verdict, facts, words),
        deal_results.turning_line(scored, verdict, facts, words),
    )


def _tricks(scored: ResultView, facts: TableData) -> str:
    there = [
        s for s, role in enumerate(scored.roles) if role not in _INACTIVE_ROLES or scored.won[s]
    ]
    return ", ".join(f"{facts.name(seat)} {scored.won[seat]}" for seat in there)


def revealed_cards(reveal: RevealedCards, facts: TableData, words: TableWords) -> str:
    """Return all hands as dealt, the talon, the discard."""
    hands = [_hand(seat, hand, facts) for seat, hand in enumerate(reveal.dealt) if hand]
    rest = [_aside("board.talon", reveal.talon, words)]
    if reveal.discard:
        rest.append(_aside("result.discard", reveal.discard, words))
    return join_lines(*hands, GAP.join(rest))


def _hand(seat: cards.Seat, hand: cards.Hand, facts: TableData) -> str:
    return f"{small_print(facts.name(seat))}\n{hand_tiles(hand)}"


def _aside(key: str, cards: tuple[cards.Card, ...], words: TableWords) -> str:
    return words.say(key, cards=card_tiles(cards))


def _outlook_lines(view: View, facts: TableData, words: TableWords) -> str:
    """Return the running proposal and what comes next: raspasy streak, next dealer, time."""
    if view.to_act is None:
        return ""
    return join_lines(deal_lines.absent_lines(facts, words), _next_deal_lines(view, facts, words))


def _next_deal_lines(view: View, facts: TableData, words: TableWords) -> str:
    if view.stage is not Stage.BETWEEN:  # the players are asked before the next deal
        marks = "" if words.pictures else _marks_line(view, facts, words)
        return join_lines(vote_line(facts, words), marks, turn_line(view, facts, words))
    if facts.status in (enums.Status.PAUSED, enums.Status.FROZEN):
        return bold(standstill_text(facts, words))
    dealer = words.say("result.next_dealer", name=facts.name(view.dealer))
    marks = "" if words.pictures else presenter_of(view.rules).marks(view, facts, words)
    ends = ends_line(facts, words)
    if facts.ready:
        following = small_print(join_dotted((dealer, marks, ends)))
        return join_lines(vote_line(facts, words), deal_lines.ready_line(facts, words), following)
    following = small_print(join_dotted((dealer, marks, ends, format_countdown(facts))))
    return join_lines(vote_line(facts, words), following)


def _absent_row(view: View, facts: TableData, words: TableWords) -> tuple[ButtonRow, ...]:
    if view.to_act is None:
        return ()
    return deal_lines.absent_row(facts, words, with_hand=view.stage is Stage.BETWEEN)


# the match --------------------------------------------------------------------------------


def final_screen(
    view: SpectatorView,
    facts: TableData,
    words: Words,
    verdict: deal_results.DealVerdict | None = None,
    written: DealPostings = (),
    shares: SeatShares = NOT_SHARED,
) -> Screen:
    """Return the settlement: places, payments, the course of the match, a rematch button.

    ``shares`` are the scores of players who had one seat after another.
    """
    words = table_words(view.rules, words)
    blocks: tuple[Block, ...] = (
        *_settlement_blocks(view, facts, words, shares),
        DIVIDER,
        *_course_blocks(view, facts, words, written),
        *text_blocks(_last_best_play(view, facts, words, verdict)),
        *_final_buttons(view, words),
    )
    return Screen(facts.game, view.version, Tone.CLOSED, blocks)


def _course_blocks(
    view: SpectatorView, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[Block, ...]:
    """Return the chart, for a single deal the sheet; in words the totals.

    Both together are higher than a phone, and a button leads to the sheet.
    """
    totals = totals_blocks(view, facts, words)
    chart = balance_chart(view, facts, words, written, totals) if words.pictures else ()
    return chart or sheet_drawing(view, facts, words, written, totals) or totals


def _settlement_blocks(
    view: SpectatorView, facts: TableData, words: TableWords, shares: SeatShares
) -> tuple[Block, ...]:
    """Return places and payments: drawn, or in words."""
    told = _settlement_in_words(view, facts, shares, words)
    if not words.pictures:
        return told
    alt = alt_text_of(words, partial(_settlement_in_words, view, facts, shares))
    picture = match_end_picture(view, facts, words, words.cloth, alt, shares)
    caption = text_blocks(_final_title(view, words), seat_shares_line(shares, words))
    return (PictureBlock(picture, caption, told),)


def _settlement_in_words(
    view: View, facts: TableData, shares: SeatShares, words: TableWords
) -> tuple[Text, ...]:
    places = _place_lines(view, facts, words, shares)
    payments = join_lines(*payment_lines(view, facts, words, shares))
    return text_blocks(
        join_lines(_final_title(view, words), *places), seat_shares_line(shares, words), payments
    )


def _final_title(view: View, words: TableWords) -> str:
    title = f"## {words.say('final.title', game=game_title(view.rules, words))}"
    return join_lines(title, small_print(words.say_plural("final.deals", view.deals)))


def _final_buttons(view: SpectatorView, words: TableWords) -> tuple[ButtonRow, ...]:
    return (
        ButtonRow(
            (
                command_button(words, "rematch", OpenRematch(), Style.GOOD),
                command_button(words, "settlement", view_commands.ShowSettlement()),
                command_button(words, "score", view_commands.ShowScore()),
            )
        ),
        ButtonRow(
            (
                command_button(words, "deals", view_commands.ShowMatch()),
                *analysis_buttons(view, words),
                command_button(words, "verify", VerifyDeck()),
            )
        ),
    )


def _last_best_play(
    view: View, facts: TableData, words: TableWords, verdict: deal_results.DealVerdict | None
) -> str:
    """Return best play for the last deal, whose message came together with this one."""
    if view.last is None or verdict is None:
        return ""
    said = deal_results.verdict_line(view.last, verdict, facts, words)
    if not said:
        return ""
    return small_print(join_dotted((words.say("board.deal", number=view.last.number), said)))


def _place_lines(view: View, facts: TableData, words: TableWords, shares: SeatShares) -> list[str]:
    left, lines = facts.seats_left(), []
    for place, seat in deal_results.final_places(view.balance, left):
        own = shares[seat][-1].balance if seat in shares else view.balance[seat]
        medal = " 🏆" if leaderboards.is_win(place, own, has_left=left[seat]) else ""
        name, balance = name_with_mark(facts, seat), _balance_text(view, seat, words)
        lines.append(f"{place}.{medal} {name} · {balance}")
    return lines


def _balance_text(view: View, seat: cards.Seat, words: TableWords) -> str:
    """Return a seat's balance; where a unit has a price, in units and as the payment."""
    price, balance = presenter_of(view.rules).unit_price(view.rules), view.balance[seat]
    if price == 1:
        return f"{bold(format_signed(balance))} {stake_unit(view, balance, words)}"
    sign = "+" if balance > 0 else ""
    paid = f"{sign}{format_priced(balance, price, words)} {stake_unit(view, balance, words)}"
    return join_dotted((bold(format_signed(balance)), paid))


# The buttons under a scored deal: on to the next one, and back into the last.


def result_rows(view: View, facts: TableData, words: TableWords) -> tuple[ButtonRow, ...]:
    """Return two rows: the first about the next deal, the second about the last."""
    score = command_button(words, "score", view_commands.ShowScore())
    looking = (
        score,
        command_button(words, "history", view_commands.ShowLastTrick()),
        *analysis_buttons(view, words),
    )
    if view.to_act is None:
        return (ButtonRow(looking),)
    verify = verify_buttons(view.last, words)
    return (ButtonRow(_next_deal_buttons(view, facts, words)), ButtonRow((*looking, *verify)))


def _next_deal_buttons(view: View, facts: TableData, words: TableWords) -> tuple[Button, ...]:
    """Return the buttons into the next deal, whose deck may be cut.

    A question before the deal is answered in the hand.
    """
    more = command_button(words, "more", view_commands.ShowMorePage())
    is_asked = view.stage is not Stage.BETWEEN
    if facts.status is enums.Status.PAUSED:
        first = command_button(words, "resume", ResumeGame(), Style.GOOD)
    elif is_asked:
        first = command_button(words, "hand", ShowHand(), Style.PRIMARY)
    else:
        first = command_button(words, "next", NextDeal(), Style.GOOD)
    if is_asked:
        return (first, command_button(words, "help", server_commands.ShowHelp()), more)
    cut = cut_buttons(facts, view.last.number + 1, words) if view.last is not None else ()
    return (first, *cut, more)


def analysis_buttons(view: View, words: TableWords) -> tuple[Button, ...]:
    """Return the post-mortem button of a deal that was played and whose cards are known."""
    scored = view.last
    if scored is None or not scored.tricks:
        return ()
    if scored.reveal is None and len(scored.tricks) < trick_play.TRICKS:
        return ()
    return (command_button(words, "analyse", view_commands.ShowPostMortem(scored.number)),)


# Screens of finished things: a scored deal, its last trick, a started, closed or void game.


def closed_board_screen(view: SpectatorView, facts: TableData, words: Words) -> Screen:
    """Return the board of the last scored deal: its auction and play, without buttons."""
    scored = view.last
    words = table_words(view.rules, words)
    body = () if scored is None else text_blocks(*_deal_summary(view.rules, scored, facts, words))
    return Screen(facts.game, view.version, Tone.CLOSED, body)


def _deal_summary(
    rules: Rules, scored: ResultView, facts: TableData, words: TableWords
) -> tuple[str, ...]:
    calls = tuple(Call(seat, parse_action(text)) for seat, text in scored.calls)
    seats = player_seats(scored.seats, scored.roles)
    bids = presenter_of(rules).auction_calls(seats, calls)
    spoken = deal_lines.auction_summary(seats, bids, facts, words)
    talon = ""
    if scored.reveal is not None:
        talon = small_print(words.say("board.talon", cards=card_tiles(scored.reveal.talon)))
    tricks = [small_print(trick_line(n, t, facts)) for n, t in enumerate(scored.tricks, start=1)]
    return (
        join_lines(
            bold(scored_headline(rules, scored, words)), small_print(spoken) if calls else "", talon
        ),
        join_lines(*tricks),
    )


def started_screen(
    facts: TableData, rules: Rules, place: str, drawn: tuple[Card, ...], words: Words
) -> Screen:
    """Return the lobby of a game that has begun, with the cards drawn for dealer by seat.

    ``place`` is a link to its thread, or "".
    """
    words = table_words(rules, words)
    names = join_dotted(name_with_level(facts, seat, words) for seat in range(len(facts.seats)))
    title = f"## {words.say('lobby.title', game=game_title(rules, words))}"
    where = words.say("lobby.started_in", place=place) if place else words.say("lobby.started")
    cards = zip(drawn, range(len(facts.seats)), strict=False)
    lot = join_dotted(f"{facts.name(seat)} {words.card(card)}" for card, seat in cards)
    draw = words.say("lobby.drawn", cards=lot) if drawn else ""
    body = join_lines(title, names, draw, small_print(where), deck_lines(facts, 1, words))
    return Screen(facts.game, 0, Tone.CLOSED, text_blocks(body))


def void_screen(facts: TableData, words: Words) -> Screen:
    """Return the message of a closed or expired lobby, or a game without a result."""
    return Screen(facts.game, 0, Tone.CLOSED, text_blocks(bold(words.say("board.void"))))


def close_screen(facts: TableData, words: Words) -> Screen:
    """Ask a manager: settle the written score, or end without a result."""
    head = join_lines(f"### {words.say('close.title')}", words.say("close.explain"))
    row = ButtonRow(
        (
            command_button(words, "close_scored", CloseTable(CloseMode.SCORED), Style.PRIMARY),
            command_button(words, "close_void", CloseTable(CloseMode.VOID), Style.DANGER),
        )
    )
    return Screen(facts.game, 0, Tone.PRIVATE, (*text_blocks(head), row))


# The last trick, all calls of the deal so far, and the other open tricks.

NumberedTrick = tuple[int, Trick]


def last_trick_screen(view: View, facts: TableData, words: Words) -> Screen:
    """Return the last trick of the open deal, or the course of the last scored one."""
    words = table_words(view.rules, words)
    blocks = _blocks(view, facts, words)
    if view.seat is not None and view.stage is not Stage.OVER:
        blocks = (*blocks, ButtonRow((command_button(words, "to_hand", ShowHand()),)))
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _blocks(view: View, facts: TableData, words: TableWords) -> tuple[Block, ...]:
    if view.table is not None:
        table = view.table
        title = words.say("board.deal", number=table.number)
        if view.stage in PLAY_STAGES:
            what = contract_line(view, table, facts, words)
            title += f" · {what}"
        return _deal_course(
            view.rules, title, table, view.visible_tricks, table.calls, facts, words
        )
    if view.last is not None:
        scored = view.last
        calls = tuple(Call(seat, parse_action(text)) for seat, text in scored.calls)
        title = scored_headline(view.rules, scored, words)
        tricks = tuple(enumerate(scored.tricks, start=1))
        return _deal_course(view.rules, title, scored, tricks, calls, facts, words)
    return text_blocks(words.say("last.nothing"))


def _deal_course(
    rules: Rules,
    title: str,
    deal: DealView | ResultView,
    tricks: Sequence[NumberedTrick],
    calls: Sequence[Call],
    facts: TableData,
    words: TableWords,
) -> tuple[Block, ...]:
    seats = player_seats(deal.seats, deal.roles)
    said = presenter_of(rules).auction_calls(seats, calls)
    later = [
        f"{name_with_mark(facts, c.seat)} · {words.action(c.action)}" for c in calls[len(said) :]
    ]
    bids = deal_lines.auction_lines(seats, said, None, facts, words) if said else ""
    players = trick_players(deal.seats, deal.roles)
    return (
        *text_blocks(join_lines(f"### {title}", _last_trick(players, tricks, facts, words))),
        *text_blocks(_earlier_tricks(tricks, facts, words)),
        DIVIDER,
        *text_blocks(
            join_lines(bold(words.say("last.auction")), bids or words.say("last.no_calls"))
        ),
        *text_blocks(join_lines(bold(words.say("last.later")), *later) if later else ""),
    )


def _last_trick(
    seats: Sequence[Seat], tricks: Sequence[NumberedTrick], facts: TableData, words: TableWords
) -> str:
    if not tricks:
        return words.say("last.no_trick")
    number, trick = tricks[-1]
    return join_lines(
        bold(words.say("board.trick", number=number)), trick_with_names(trick, seats, facts, words)
    )


def _earlier_tricks(tricks: Sequence[NumberedTrick], facts: TableData, words: TableWords) -> str:
    """Return the tricks before the last one, or a note that they are turned down."""
    if tricks and len(tricks) < tricks[-1][0]:
        return small_print(words.say("last.turned_down"))
    rows = [trick_line(n, trick, facts) for n, trick in tricks[:-1]]
    return (
        join_lines(bold(words.say("last.earlier")), *(small_print(row) for row in rows))
        if rows
        else ""
    )
