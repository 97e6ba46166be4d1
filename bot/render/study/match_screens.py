"""A finished match opened again: its end, its deals, and each deal card by card."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.engine import deal, notation, trick_play
from bot.engine.cards import TABLE_SEAT, Hand, Seat
from bot.engine.rules import Rules
from bot.engine.view import ResultView, View
from bot.model.values import Record, replace
from bot.render import screen
from bot.render.cloth.pieces import ProseBlock, alt_text_of
from bot.render.deal_results import (
    DealVerdict,
    code_line,
    entry_lines,
    final_places,
    played_cards,
    scored_headline,
)
from bot.render.families import presenter_of, table_words
from bot.render.formatting import (
    DIVIDER,
    bold,
    command_button,
    format_signed,
    join_dotted,
    join_lines,
    name_with_mark,
    small_print,
    text_blocks,
    trick_players,
)
from bot.render.hand.decision import button_rows
from bot.render.rule_text import game_title
from bot.render.screen import unescaped_name
from bot.render.screen_data import TableData
from bot.render.shapes import Picture
from bot.render.study import scored_deal
from bot.render.table.deal_lines import auction_lines
from bot.render.table.result import best_play_line, result_subtitle, revealed_cards
from bot.render.words import TableWords, Words
from bot.ui_commands.practice_commands import ExportMatch, PlayDealAgain
from bot.ui_commands.server_commands import ReportDeal, ShowHistory, ShowMatchRating
from bot.ui_commands.view_commands import (
    AnimateDeal,
    DealBoundary,
    ReplayDeal,
    ShareDeal,
    ShowCalls,
    ShowDeal,
    ShowMatch,
    ShowPostMortem,
    ShowScore,
    TakeDealAlong,
)

# A scored deal card by card, as everybody may see it, without any analysis.
#
# It is made from ``ResultView`` alone, so it shows no card that the rules keep hidden and needs no
# solver.


class PastDeal(Record):
    """A scored deal of a table; ``version`` is the game's version just after it."""

    rules: Rules
    version: int
    scored: ResultView
    deals: int  # scored at the table
    taken_back: tuple[scored_deal.TakeBackRecord, ...] = ()


def public_hands(scored: ResultView) -> dict[Seat, Hand]:
    """Return the hands at the first lead that everybody may know, forehand first.

    These are all hands if the rules show the cards, else what the play has shown of each hand.
    """
    if scored.reveal is not None:
        return {seat: _hand_at_first_lead(scored, seat) for seat in scored.seats}
    cards = played_cards(scored)
    if not cards:
        return {}
    return {
        seat: Hand.of(played.card for played in cards if played.seat == seat)
        for seat in trick_players(scored.seats, scored.roles)
    }


def _hand_at_first_lead(scored: ResultView, seat: Seat) -> Hand:
    """Return the dealt hand; for the declarer the hand after the exchange."""
    assert scored.reveal is not None
    dealt, contract, reveal = scored.reveal.dealt[seat], scored.contract, scored.reveal
    if contract is None or contract.declarer != seat or not reveal.discard:
        return dealt
    return (dealt | Hand.of(reveal.talon)) - Hand.of(reveal.discard)


def are_hands_whole(scored: ResultView) -> bool:
    """Return True if ``public_hands`` are complete: shown by the rules, or played to the end."""
    return scored.reveal is not None or len(scored.tricks) == trick_play.TRICKS


def has_open_cards(scored: ResultView) -> bool:
    """Return True if everybody has seen the cards of the play, so a post-mortem is allowed."""
    return bool(scored.tricks) and are_hands_whole(scored)


def card_index(scored: ResultView, step: int | DealBoundary) -> int:
    """Return the index from 0 of the card that ``step`` refers to; the deal must have cards."""
    last = len(played_cards(scored)) - 1
    if isinstance(step, DealBoundary):
        return last if step is DealBoundary.LAST else 0
    return min(max(step, 0), last)


def replay_screen(
    deal: PastDeal,
    step: int,
    facts: TableData,
    words: Words,
    note: str = "",
    *,
    is_shared: bool = False,
) -> screen.Screen:
    """Return the private screen of the deal as it stood when card ``step`` was played.

    ``is_shared``: the reader was shown this deal only, so no button leads to other deals.
    """
    said = table_words(deal.rules, words)
    blocks = (*text_blocks(f"> {note}" if note else ""), *_position_blocks(deal, step, facts, said))
    rows = (
        _step_row(deal, step, is_shared),
        *(() if is_shared else (_exit_row(deal, step, said),)),
    )
    return screen.Screen(facts.game, deal.version, screen.Tone.PRIVATE, (*blocks, *rows))


def shared_replay_screen(
    deal: PastDeal, step: int, name: str, facts: TableData, words: Words
) -> screen.Screen:
    """Return the public screen of that position; each reader steps on in a private message."""
    said = table_words(deal.rules, words)
    onward = ReplayDeal(deal.scored.number, step, shared=True)
    row = screen.ButtonRow((command_button(said, "walk", onward, screen.Style.PRIMARY),))
    head = said.say("replay.shared", name=bold(name), game=facts.game)
    told = _position_words(deal, step, facts, said)
    drawn = _position_drawing(deal, step, facts, said).picture
    seen = screen.PictureBlock(drawn, _position_caption(deal, step, facts, said), told)
    blocks: tuple[screen.Block, ...] = (*text_blocks(head), seen, row)
    return screen.Screen(facts.game, deal.version, screen.Tone.WAITING, blocks)


def replay_frames(deal: PastDeal, facts: TableData, words: Words) -> tuple[Picture, ...]:
    """Return the pictures of a deal after each of its cards, all of one size."""
    said, hands = table_words(deal.rules, words), public_hands(deal.scored)
    cards = played_cards(deal.scored)
    is_whole = are_hands_whole(deal.scored)
    return tuple(
        scored_deal.position_picture(
            deal.rules, deal.scored, step, hands, facts, said, "", is_whole=is_whole
        )
        for step in range(len(cards))
    )


def animated_deal_screen(
    deal: PastDeal, name: str, facts: TableData, words: Words
) -> tuple[screen.Screen, Picture]:
    """Return the public message of an animation, and its picture, whose alt text is the deal."""
    said = table_words(deal.rules, words)
    last = card_index(deal.scored, DealBoundary.LAST)
    picture = _position_drawing(deal, last, facts, said).picture
    onward = ReplayDeal(deal.scored.number, 0, shared=True)
    row = screen.ButtonRow((command_button(said, "walk", onward, screen.Style.PRIMARY),))
    head = said.say("replay.animated", name=bold(name), game=facts.game)
    blocks: tuple[screen.Block, ...] = (*text_blocks(head), screen.PictureBlock(picture), row)
    return screen.Screen(facts.game, deal.version, screen.Tone.WAITING, blocks), picture


def _position_blocks(
    deal: PastDeal, step: int, facts: TableData, words: TableWords
) -> tuple[screen.Block, ...]:
    told = _position_words(deal, step, facts, words)
    if not words.pictures:
        return told
    scored, hands = deal.scored, public_hands(deal.scored)
    alt = alt_text_of(words, partial(_position_words, deal, step, facts))
    is_whole = are_hands_whole(scored)
    picture = scored_deal.position_picture(
        deal.rules, scored, step, hands, facts, words, alt, is_whole=is_whole
    )
    return (screen.PictureBlock(picture, _position_caption(deal, step, facts, words), told),)


def _position_caption(
    deal: PastDeal, step: int, facts: TableData, words: TableWords
) -> tuple[screen.Text, ...]:
    """Return the words that stand above a picture of the position."""
    count = len(played_cards(deal.scored))
    return text_blocks(
        join_lines(
            _position_title(deal, step, words),
            scored_deal.take_back_lines_at(deal.taken_back, step, count, facts, words),
            _trick_end(deal.scored, step, facts, words),
        )
    )


def _position_title(deal: PastDeal, step: int, words: TableWords) -> str:
    cards = played_cards(deal.scored)
    trick = words.say("board.trick", number=cards[step].trick + 1)
    return f"### {trick} · {words.say('analysis.card', n=step + 1, of=len(cards))}"


def _position_words(
    deal: PastDeal, step: int, facts: TableData, words: TableWords
) -> tuple[ProseBlock, ...]:
    scored, cards = deal.scored, played_cards(deal.scored)
    is_whole = are_hands_whole(scored)
    hands = join_lines(
        *(
            scored_deal.hand_line(scored, cards, step, seat, hand, facts, is_whole=is_whole)
            for seat, hand in public_hands(scored).items()
        ),
        "" if is_whole else small_print(words.say("replay.hidden")),
    )
    title = _position_title(deal, step, words)
    return (
        *text_blocks(
            join_lines(title, small_print(scored_deal.deal_line(scored, facts, words))), hands
        ),
        DIVIDER,
        *text_blocks(
            join_lines(
                scored_deal.take_back_lines_at(deal.taken_back, step, len(cards), facts, words),
                scored_deal.trick_in_progress(scored, cards, step, facts, words),
                _trick_end(scored, step, facts, words),
            )
        ),
    )


def _position_drawing(
    deal: PastDeal, step: int, facts: TableData, words: TableWords
) -> screen.PictureBlock:
    """Return the diagram at that card: the remaining hands and every trick so far."""
    scored, gone = (
        _scored_until(deal.scored, step),
        played_cards(deal.scored)[: step + 1],
    )
    played = Hand.of(card.card for card in gone)
    held = {seat: hand - played for seat, hand in public_hands(deal.scored).items()}
    hands = [held.get(seat) for seat in scored.seats]
    title = scored_deal.deal_line(scored, facts, words)
    is_whole = are_hands_whole(deal.scored)
    return scored_deal.deal_drawing(
        deal.rules, scored, hands, {}, facts, words, title, is_whole=is_whole
    )


def _scored_until(scored: ResultView, step: int) -> ResultView:
    """Return the deal as it stood at card ``step``; its last trick may be unfinished."""
    now = played_cards(scored)[step].trick
    before = sum(len(trick.cards) for trick in scored.tricks[:now])
    last = scored.tricks[now]
    lying = last.cards[: step + 1 - before]
    if len(lying) < len(last.cards):
        last = last._replace(cards=lying, winner=TABLE_SEAT)
    tricks = (*scored.tricks[:now], last)
    won = tuple(sum(trick.winner == seat for trick in tricks) for seat in range(len(scored.won)))
    return scored._replace(tricks=tricks, won=won)


def _trick_end(scored: ResultView, step: int, facts: TableData, words: TableWords) -> str:
    """Return the winner after the last card of a trick, and a note if play ended there."""
    cards = played_cards(scored)
    now = cards[step]
    if step + 1 < len(cards) and cards[step + 1].trick == now.trick:
        return ""
    winner = f"→ {bold(facts.name(scored.tricks[now.trick].winner))}"
    ended = step + 1 == len(cards) and len(scored.tricks) < trick_play.TRICKS
    return join_lines(winner, small_print(words.say("replay.ended")) if ended else "")


def _step_row(deal: PastDeal, step: int, is_shared: bool) -> screen.ButtonRow:
    """Return the buttons first, back, next, last."""
    number, last = deal.scored.number, len(played_cards(deal.scored)) - 1
    return screen.ButtonRow(
        (
            screen.Button("⏮", ReplayDeal(number, DealBoundary.FIRST, is_shared), enabled=step > 0),
            screen.Button("◀", ReplayDeal(number, step - 1, is_shared), enabled=step > 0),
            screen.Button(
                "▶", ReplayDeal(number, step + 1, is_shared), "", screen.Style.PRIMARY, step < last
            ),
            screen.Button(
                "⏭", ReplayDeal(number, DealBoundary.LAST, is_shared), enabled=step < last
            ),
        )
    )


def _exit_row(deal: PastDeal, step: int, words: TableWords) -> screen.ButtonRow:
    """Return the buttons for the deal, its post-mortem, and sharing this card."""
    number = deal.scored.number
    row = [command_button(words, "deal", ShowDeal(number))]
    if has_open_cards(deal.scored):
        row.append(command_button(words, "analyse", ShowPostMortem(number)))
    if deal.scored.reveal is not None:
        row.append(command_button(words, "again_here", PlayDealAgain(number, step)))
    row.append(command_button(words, "share", ShareDeal(number, step)))
    row.append(command_button(words, "animate", AnimateDeal(number)))
    return screen.ButtonRow(tuple(row))


# Screens of a finished match: its result, its deals, and one deal with its entries.

DEALS_PER_PAGE: Final = 25  # deals in one select
_MOST_RULINGS: Final = 5  # decisions on the page of a match


def match_screen(
    view: View,
    facts: TableData,
    ended_at: int | None,
    deals: Sequence[ResultView],
    words: Words,
    page: int = 1,
    rulings: Sequence[str] = (),
) -> screen.Screen:
    """Return the result of the match and a select with one page of its deals.

    ``rulings``: what managers decided about deals, a sentence each; the newest are shown.
    """
    said = table_words(view.rules, words)
    when = "" if ended_at is None else f"<t:{ended_at}:D>"
    played = said.say_plural("final.deals", view.deals)
    ranking = final_places(view.balance, facts.seats_left())
    head = join_lines(
        f"### #{facts.game} · {game_title(view.rules, said)}",
        small_print(join_dotted((when, played))),
        *(_ranking_line(place, seat, view, facts) for place, seat in ranking),
        *map(small_print, rulings[-_MOST_RULINGS:]),
    )
    rows = (*_deal_select(view.rules, deals, facts, said), *_match_rows(view, facts, page, said))
    return screen.Screen(facts.game, view.version, screen.Tone.PRIVATE, (*text_blocks(head), *rows))


def _ranking_line(place: int, seat: int, view: View, facts: TableData) -> str:
    return f"{place}. {name_with_mark(facts, seat)} · {bold(format_signed(view.balance[seat]))}"


def _deal_select(
    rules: Rules, deals: Sequence[ResultView], facts: TableData, words: TableWords
) -> tuple[screen.Block, ...]:
    if not deals:
        return text_blocks(small_print(words.say("match.nothing")))
    choices = tuple(
        screen.SelectChoice(
            words.without_tiles(scored_headline(rules, deal, words)),
            ShowDeal(deal.number),
            description=_declarer_text(deal, facts, words),
        )
        for deal in deals
    )
    return (screen.Select("deals", words.say("match.choose"), choices),)


def _declarer_text(deal: ResultView, facts: TableData, words: TableWords) -> str:
    if deal.contract is None:
        return ""
    return words.say("result.declarer", name=unescaped_name(facts.name(deal.contract.declarer)))


def _match_rows(
    view: View, facts: TableData, page: int, words: TableWords
) -> tuple[screen.ButtonRow, ...]:
    """Return the buttons for the sheet, the list of matches, and other pages of deals."""
    row = [
        command_button(words, "score", ShowScore()),
        command_button(words, "matches", ShowHistory()),
    ]
    if not facts.friendly:
        row.append(command_button(words, "ratings", ShowMatchRating(facts.game)))
    if view.deals and view.rules.options.reveal_after_deal:
        row.append(command_button(words, "export_match", ExportMatch()))
    if page > 1:
        row.append(command_button(words, "previous", ShowMatch(page - 1)))
    if page * DEALS_PER_PAGE < view.deals:
        row.append(command_button(words, "following", ShowMatch(page + 1)))
    return button_rows(row)


def deal_screen(
    deal: PastDeal,
    facts: TableData,
    words: Words,
    verdict: DealVerdict | None = None,
    rulings: Sequence[str] = (),
    *,
    can_report: bool = False,
) -> screen.Screen:
    """Return a scored deal: its bidding, its entries with reasons, and the public cards.

    ``rulings``: what managers decided about it.  ``can_report``: the reader played in the match.
    """
    said, scored = table_words(deal.rules, words), deal.scored
    head = join_lines(
        f"### {scored_headline(deal.rules, scored, said)}",
        result_subtitle(scored, facts, said),
        best_play_line(scored, facts, said, verdict),
        scored_deal.take_back_lines(deal.taken_back, len(played_cards(scored)), facts, said),
        *rulings,
    )
    blocks: tuple[screen.Block, ...] = (
        *text_blocks(head, _auction_text(deal.rules, scored, facts, said)),
        DIVIDER,
        *text_blocks(join_lines(*entry_lines(presenter_of(deal.rules), scored, facts, said))),
        *_deal_drawing(deal, facts, said),
        *text_blocks(code_line(facts, said)),
        *_deal_rows(deal, facts.game if can_report else None, said),
    )
    return screen.Screen(facts.game, deal.version, screen.Tone.PRIVATE, blocks)


def _deal_drawing(
    deal: PastDeal, facts: TableData, words: TableWords
) -> tuple[screen.PictureBlock, ...]:
    """Return the diagram of the deal, if it has anything that everybody may see.

    Where it is not shown, the cards are said.
    """
    scored, held = deal.scored, public_hands(deal.scored)
    if not (held or scored.tricks):
        return ()
    told = text_blocks(revealed_cards(scored.reveal, facts, words) if scored.reveal else "")
    hands = [held.get(seat) for seat in scored.seats]
    is_whole = are_hands_whole(scored)
    drawn = scored_deal.deal_drawing(deal.rules, scored, hands, {}, facts, words, is_whole=is_whole)
    return (replace(drawn, instead=told, is_awaited=True),)


def _auction_text(rules: Rules, scored: ResultView, facts: TableData, words: TableWords) -> str:
    """Return the auction and the calls after it."""
    calls = tuple(deal.Call(seat, notation.parse_action(text)) for seat, text in scored.calls)
    seats = deal.player_seats(scored.seats, scored.roles)
    bids = presenter_of(rules).auction_calls(seats, calls)
    later = [
        f"{name_with_mark(facts, c.seat)} · {words.action(c.action)}" for c in calls[len(bids) :]
    ]
    return join_lines(auction_lines(seats, bids, None, facts, words) if bids else "", *later)


def _deal_rows(
    deal: PastDeal, reported_game: int | None, words: TableWords
) -> tuple[screen.ButtonRow, ...]:
    """Return the buttons into the deal, to the neighbouring deals, and back to the match.

    ``reported_game``: the match whose deal the reader may report.
    """
    number, row = deal.scored.number, list[screen.Button]()
    if deal.scored.tricks:
        row.append(
            command_button(
                words, "walk", ReplayDeal(number, DealBoundary.FIRST), screen.Style.PRIMARY
            )
        )
    if has_open_cards(deal.scored):
        row.append(command_button(words, "analyse", ShowPostMortem(number)))
    elif deal.scored.reveal is not None:
        row.append(command_button(words, "calls", ShowCalls(number)))
    if deal.scored.reveal is not None:
        row.append(command_button(words, "again", PlayDealAgain(number)))
        row.append(command_button(words, "along", TakeDealAlong(number)))
    row.append(command_button(words, "deals", ShowMatch((number - 1) // DEALS_PER_PAGE + 1)))
    beside = [n for n in (number - 1, number + 1) if 1 <= n <= deal.deals]
    turning = [screen.Button(words.say("board.deal", number=n), ShowDeal(n)) for n in beside]
    if reported_game is not None:
        turning.append(command_button(words, "report", ReportDeal(reported_game, number)))
    return (screen.ButtonRow(tuple(row)), *((screen.ButtonRow(tuple(turning)),) if turning else ()))
