"""The public message of a running deal: everything that lies face up, and nothing else.

At a table of an event the messages show no deal that is still closed to others.
"""

from collections.abc import Iterable
from functools import partial
from typing import Final

from bot.engine import actions as act
from bot.engine.cards import Hand, Seat
from bot.engine.deal import Offer, Role, Stage, player_seats
from bot.engine.view import DealView, SpectatorView, View
from bot.model.enums import Status
from bot.model.table_events import TableEvent
from bot.render import formatting
from bot.render.cloth import pieces, scene
from bot.render.families import presenter_of, table_words
from bot.render.formatting import bold, command_button, join_dotted, join_lines, small_print
from bot.render.rule_text import ends_line, game_title
from bot.render.screen import (
    Block,
    ButtonRow,
    PictureBlock,
    Screen,
    Style,
    Text,
    Tone,
    display_width,
    unescaped_name,
)
from bot.render.screen_data import SettledLines, TableData, TrickLines
from bot.render.table import deal_lines
from bot.render.words import TableWords, Words
from bot.ui_commands import view_commands
from bot.ui_commands.daily_commands import EventRef, ShowEvent
from bot.ui_commands.play_commands import CastVote, NextDeal, ResumeGame, ShowHand
from bot.ui_commands.server_commands import ShowHelp
from bot.ui_commands.view_commands import ShowLastTrick, ShowMorePage, ShowScore

_LETTERS: Final = 34  # of text on a phone
_TILE: Final = 4  # letters that a tile and its blank take
_NAMING_STAGES: Final = (Stage.EXCHANGE, Stage.DECLARE)
# roles without a call on the contract
ROLES_WITHOUT_CALL: Final = (Role.NONE, Role.DECLARER, Role.RESTING, Role.DUMMY)


def board_screen(view: SpectatorView, facts: TableData, words: Words) -> Screen:
    """Return the table as everybody sees it: drawn, or in words for readers without pictures."""
    words = table_words(view.rules, words)
    tone = Tone.PLAYING if facts.status is Status.PLAYING else Tone.WAITING
    is_quiet = facts.proposal is None and not facts.absent_seats()
    beside = () if is_quiet else (deal_lines.absent_lines(facts, words), vote_line(facts, words))
    foot = join_lines(*_notes(view, facts, words), *beside, turn_line(view, facts, words))
    rows: tuple[ButtonRow, ...] = (board_buttons(view, facts, words),)
    if not is_quiet:
        rows = (*vote_rows(facts, words), *rows, *deal_lines.absent_row(facts, words))
    blocks = (*_table_blocks(view, facts, words), *formatting.text_blocks(foot), *rows)
    return Screen(facts.game, view.version, tone, blocks)


def _table_blocks(view: SpectatorView, facts: TableData, words: TableWords) -> tuple[Block, ...]:
    table = view.table
    if table is None:
        return _shuffling_blocks(words)
    told = deal_in_words(view, table, facts, words)
    if not words.pictures:
        return told
    whole = partial(deal_in_words, view, table, facts)
    alt = pieces.alt_text_of(words, whole, partial(whole, has_earlier_tricks=False))
    picture = scene.table_picture(view, facts, words, words.cloth, alt)
    caption = Text(deal_headline(view, table, facts, words))
    return (PictureBlock(picture, (caption,), told),)


def has_last_trick(view: View) -> bool:
    """True if there is a trick to look at; during an auction there is none."""
    return bool(view.table.tricks) if view.table is not None else view.last is not None


def board_buttons(view: View, facts: TableData, words: TableWords) -> ButtonRow:
    """Return the row of buttons: my hand first; on a paused table, "resume"."""
    is_paused = facts.status is Status.PAUSED
    name, first = ("resume", ResumeGame()) if is_paused else ("hand", ShowHand())
    last = (
        (formatting.command_button(words, "last", ShowLastTrick()),) if has_last_trick(view) else ()
    )
    return ButtonRow(
        (
            formatting.command_button(words, name, first, Style.PRIMARY),
            formatting.command_button(words, "score", ShowScore()),
            *last,
            formatting.command_button(words, "help", ShowHelp()),
            formatting.command_button(words, "more", ShowMorePage()),
        )
    )


def _shuffling_blocks(words: TableWords) -> tuple[pieces.ProseBlock, ...]:
    return formatting.text_blocks(formatting.bold(words.say("board.shuffling")))


def deal_in_words(
    view: View,
    table: DealView,
    facts: TableData,
    words: TableWords,
    *,
    has_earlier_tricks: bool = True,
) -> tuple[pieces.ProseBlock, ...]:
    """Return a running deal: auction, seats, open cards and tricks, the earlier ones on demand."""
    settled = settled_lines(view, table, facts, words)
    head = formatting.join_lines(settled.headline, settled.fine_print)
    people = formatting.text_blocks(
        settled.auction, _seats(view, table, settled.quota, facts, words)
    )
    cards = formatting.text_blocks(
        settled.pot_drawing,
        talon_line(view, words),
        open_hands_lines(table.open_hands, facts, words) if table.open_hands else "",
        trick_part(view, table, facts, words, has_earlier=has_earlier_tricks),
        offer_part(table, table.offer, facts, words) if table.offer else "",
    )
    return (
        *formatting.text_blocks(head),
        formatting.DIVIDER,
        *people,
        *((formatting.DIVIDER,) if cards else ()),
        *cards,
    )


def settled_lines(view: View, table: DealView, facts: TableData, words: TableWords) -> SettledLines:
    """Return the lines that no card changes, laid out once while tricks are played."""
    inputs = (
        *(view.rules, view.stage, view.carry, view.marks, table.calls, table.contract, table.roles),
        *(facts.seats, facts.dummy, facts.ends_at, facts.friendly, facts.event),
    )
    known = facts.settled.get(words)
    if known is None or known.inputs != inputs or view.stage not in formatting.PLAY_STAGES:
        presenter = presenter_of(view.rules)
        known = facts.settled[words] = SettledLines(
            inputs,
            deal_headline(view, table, facts, words),
            fine_print(view, facts, words),
            _auction(view, table, facts, words),
            presenter.pot_line(view, words),
            presenter.pot_drawing(view, words),
            presenter.quota(view, table),
        )
    return known


def deal_headline(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return "Deal 7 · Ana plays 7 diamonds"."""
    deal = words.say("board.deal", number=table.number)
    if view.stage is Stage.AUCTION:
        return formatting.bold(formatting.join_dotted((deal, words.say("board.auction"))))
    is_answered = Role.DROPPED in table.roles  # so the contract has been named
    if table.contract is not None and view.stage in _NAMING_STAGES and not is_answered:
        return formatting.bold(
            formatting.join_dotted((deal, won_auction_line(table, facts, words)))
        )
    what = contract_line(view, table, facts, words)
    return formatting.bold(formatting.join_dotted((deal, what)))


def contract_line(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return "Ana plays 7 diamonds"; "raspasy"; "Ana plays 4 hearts, rekontra"."""
    contract = table.contract
    if contract is None:
        return words.say("board.all_pass")
    name, what = facts.name(contract.declarer), words.contract(contract.name)
    note = presenter_of(view.rules).stake_note(view, words)
    return formatting.join_dotted((words.say("board.plays", name=name, contract=what), note))


def fine_print(view: View, facts: TableData, words: TableWords) -> str:
    """Return the small line about the game: title, kind, dealer, marks, end."""
    dealer = words.say("board.dealer", name=facts.name(view.dealer)) if view.dealer >= 0 else ""
    title = game_title(view.rules, words)
    marks = presenter_of(view.rules).marks(view, facts, words)
    kind = words.say(f"kind.{facts.kind}")
    parts = (title, kind, dealer, marks, ends_line(facts, words))
    return formatting.small_print(formatting.join_dotted(parts))


def won_auction_line(table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the bid that won or was bought away, before the declarer names a contract."""
    is_bought = any(call.action is act.BUY for call in table.calls)
    name, what = (
        facts.name(table.declared_contract.declarer),
        words.contract(table.declared_contract.name),
    )
    return words.say("board.bought" if is_bought else "board.won", name=name, contract=what)


def _auction(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    if view.stage is Stage.AUCTION:
        return auction_part(view, table, facts, words)
    seats = player_seats(table.seats, table.roles)
    calls = presenter_of(view.rules).auction_calls(seats, table.calls)
    return (
        formatting.small_print(deal_lines.auction_summary(seats, calls, facts, words))
        if calls
        else ""
    )


def auction_part(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the auction in progress, a line per player, and the resting player."""
    rests = ""
    if view.rules.players == 4:
        rests = formatting.small_print(words.say("board.rests", name=facts.name(table.dealer)))
    order = presenter_of(view.rules).ladder_line(view.rules, words)
    seats = player_seats(table.seats, table.roles)
    said = deal_lines.auction_lines(seats, table.calls, view.to_act, facts, words)
    return formatting.join_lines(said, rests, formatting.small_print(order) if order else "")


def _seats(view: View, table: DealView, quota: int, facts: TableData, words: TableWords) -> str:
    if view.stage is Stage.AUCTION:
        return ""
    order = (*table.seats, *(s for s in range(view.rules.players) if s not in table.seats))
    shown = formatting.join_lines(
        *(seat_status_line(view, table, seat, facts, words) for seat in order)
    )
    return formatting.join_lines(shown, quota_line(table, quota, words))


def seat_status_line(
    view: View, table: DealView, seat: Seat, facts: TableData, words: TableWords
) -> str:
    """Return "Ana · declarer · 4 of 7 tricks · 6 cards"."""
    word = table.roles[seat]
    role = "" if word in (Role.NONE, Role.DUMMY, Role.ALONE) else words.say(f"role.{word}")
    if word == Role.RESTING:
        return formatting.join_dotted((formatting.name_with_mark(facts, seat), role))
    counts = words.say_plural("board.cards", table.counts[seat]) if seat in table.seats else ""
    won, contract = table.won[seat], table.contract
    if view.stage not in formatting.PLAY_STAGES:
        tricks = ""
    elif contract is not None and contract.declarer == seat and contract.level:
        tricks = words.say("board.tricks_of", won=formatting.bold(str(won)), level=contract.level)
    else:
        tricks = words.say_plural("board.tricks", won)
    return formatting.join_dotted((formatting.name_with_mark(facts, seat), role, tricks, counts))


def quota_line(table: DealView, quota: int, words: TableWords) -> str:
    """Return the tricks of the defence and its quota; "" where it owes none."""
    contract = table.contract
    if contract is None or not quota:
        return ""
    won = sum(table.won[seat] for seat in table.seats if seat != contract.declarer)
    return formatting.small_print(words.say("board.quota", won=won, quota=quota))


def talon_line(view: View, words: TableWords) -> str:
    shown = view.visible_talon
    return words.say("board.talon", cards=formatting.card_tiles(shown)) if shown else ""


def open_hands_lines(
    hands: Iterable[tuple[Seat, Hand]], facts: TableData, words: TableWords
) -> str:
    """Return hands that lie face up."""
    shown = [
        words.say("board.open_hand", name=facts.name(seat), cards=formatting.hand_tiles(hand))
        for seat, hand in hands
        if hand
    ]
    return formatting.join_lines(*shown)


def trick_part(
    view: View, table: DealView, facts: TableData, words: TableWords, *, has_earlier: bool = True
) -> str:
    """Return the trick in progress, and the finished open ones, or the last, as short lines."""
    if view.stage not in formatting.PLAY_STAGES:
        return ""
    lines = trick_lines(view, table, facts, words)
    earlier = view.visible_tricks[:-1] if has_earlier else ()
    old = [formatting.small_print(formatting.trick_line(n, trick, facts)) for n, trick in earlier]
    last = formatting.small_print(f"{len(table.tricks)}. {lines.last}") if lines.last else ""
    return formatting.join_lines(*old, last, lines.current)


def trick_lines(view: View, table: DealView, facts: TableData, words: TableWords) -> TrickLines:
    """Return the trick in progress and the one before, laid out once for the screens of a state."""
    known = facts.tricks.get(words)
    if known is None or known.table is not table or known.seats is not facts.seats:
        players = formatting.trick_players(table.seats, table.roles)
        done = [trick for _, trick in view.visible_tricks[-1:]]
        last = "".join(formatting.trick_with_names(one, players, facts, words) for one in done)
        head = formatting.bold(words.say("board.trick", number=len(table.tricks) + 1))
        current = join_lines(head, _current_trick(table, facts, words))
        won = _tricks_won(view, table, facts, words)
        known = facts.tricks[words] = TrickLines(table, facts.seats, won, last, current)
    return known


def _tricks_won(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return who has won how many tricks, the defenders' calls, and the quota those created."""
    taking = [s for s in range(len(table.won)) if s in table.seats or table.won[s]]
    taken = [f"{facts.name(seat)} {table.won[seat]}" for seat in taking]  # Ana 4, Boris 1, Vera 0
    silent = (*ROLES_WITHOUT_CALL, Role.ALONE)
    answered = [s for s in table.seats if table.roles[s] not in silent]
    told = [f"{facts.name(s)}: {words.say(f'role.{table.roles[s]}')}" for s in answered]
    quota = settled_lines(view, table, facts, words).quota
    return join_lines(
        small_print(words.say("hand.tricks", split=", ".join(taken))),
        small_print(join_dotted(told)) if told else "",
        quota_line(table, quota, words),
    )


def _current_trick(table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the cards on the table with names, and the name of the next player.

    They stand on one line, or one below the other where a phone would break it: beside a picture
    it breaks at any blank, so a name could be torn from its tile.  All the names to come count, so
    that the shape stays while cards are added.
    """
    players = formatting.trick_players(table.seats, table.roles)
    cards = [*formatting.cards_with_names(players, table.leader, table.trick, facts)]
    names = [facts.name(seat) for seat in players]
    if table.talon_lead is not None:
        cards.insert(0, formatting.talon_lead_text(table.talon_lead, words))
        names.append(words.say("talon.word"))
    waiting = formatting.play_order_from(players, table.leader)[len(table.trick) :]
    if waiting:
        cards.append(f"▫️ {facts.name(waiting[0])}")
    gap = formatting.GAP
    taken = sum(display_width(unescaped_name(name)) + _TILE + len(gap) for name in names)
    return (gap if taken <= _LETTERS else "\n").join(cards)


def offer_part(table: DealView, offer: Offer, facts: TableData, words: TableWords) -> str:
    """Return the claim that waits for an answer: a split of the remaining tricks."""
    players = formatting.trick_players(table.seats, table.roles)
    split = formatting.split_line(offer, table.seats, players, facts)
    return words.say("board.offer", name=formatting.bold(facts.name(offer.seat)), split=split)


def _notes(view: View, facts: TableData, words: TableWords) -> tuple[str, ...]:
    """Return the notes of a deal; the first is that the defenders may talk about open hands."""
    table, notes = view.table, deal_lines.take_back_and_claim_lines(view, facts, words)
    if table is None or not table.open_hands or view.stage not in formatting.PLAY_STAGES:
        return notes
    may_talk = presenter_of(view.rules).can_talk(view, table)
    return (formatting.small_print(words.say("board.talk")), *notes) if may_talk else notes


def vote_line(facts: TableData, words: Words) -> str:
    """Return a running proposal and the names of its supporters."""
    about = facts.proposal
    if about is None:
        return ""
    names = ", ".join(facts.votes)
    if facts.regret is not None:  # the clock runs for the answer
        return formatting.join_dotted(
            (
                deal_lines.take_back_request_line(facts.regret, names, words),
                formatting.format_countdown(facts),
            )
        )
    seat = {"seat": facts.name(about.seat or 0), "successor": facts.vote_successor}
    return words.say(f"vote.{about.kind}", names=names, **seat)


def vote_rows(facts: TableData, words: Words) -> tuple[ButtonRow, ...]:
    """Return yes and no for the running proposal, and for no other."""
    if facts.proposal is None:
        return ()
    yes = formatting.command_button(words, "vote_yes", CastVote(True, facts.proposal), Style.GOOD)
    no = formatting.command_button(words, "vote_no", CastVote(False, facts.proposal), Style.DANGER)
    return (ButtonRow((yes, no)),)


def standstill_text(facts: TableData, words: Words) -> str:
    """Return the reason why the game stands still."""
    if facts.status is Status.PAUSED and facts.deadline is not None:  # a pause no player agreed to
        return words.say("board.lost", when=formatting.format_countdown(facts))
    return words.say(f"board.{facts.status}")


def turn_line(view: View, facts: TableData, words: TableWords) -> str:
    """Return "Ana plays", or "Ana plays Vera's cards", with the countdown; or why it stands."""
    if facts.status in (Status.PAUSED, Status.FROZEN):
        return formatting.bold(standstill_text(facts, words))
    if view.to_act is None or view.to_act < 0:
        return ""
    name = formatting.bold(facts.name(view.to_act))
    countdown = "" if facts.regret is not None else formatting.format_countdown(facts)
    hand = None if view.table is None else view.table.turn
    if view.stage is Stage.PLAY and hand is not None and hand != view.to_act:
        said = words.say("turn.play_for", name=name, other=facts.name(hand))
    else:
        said = words.say(f"turn.{presenter_of(view.rules).decision_point(view)}", name=name)
    return formatting.join_dotted((f"⏳ {said}", countdown))


# The public messages of a table of an event while its deals are closed to the other tables.
#
# Players of those read the same channel, so nothing stands here that was dealt, bid, played or won:
# who plays, which deal it is, and whose turn.


def sealed_board_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the table as everybody sees it while a deal is played."""
    said = table_words(view.rules, words)
    number = view.deals + 1 if view.table is None else view.table.number
    tone = Tone.PLAYING if facts.status is Status.PLAYING else Tone.WAITING
    blocks: tuple[Block, ...] = (
        *formatting.text_blocks(
            join_lines(_head(number, event, said), _title(view, event, said)),
            _people(facts, said),
            _sealed_foot(view, facts, said),
        ),
        *vote_rows(facts, said),
        board_buttons(view, facts, said),
        *deal_lines.absent_row(facts, said),
    )
    return Screen(facts.game, view.version, tone, blocks)


def sealed_result_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the message of a scored deal, with the way to the next one unless it was the last."""
    said = table_words(view.rules, words)
    told = join_lines(
        deal_lines.ready_line(facts, said),
        deal_lines.absent_lines(facts, said),
        vote_line(facts, said),
        _standstill(facts, said) or formatting.format_countdown(facts),
    )
    rows = (
        *vote_rows(facts, said),
        ButtonRow(
            (
                command_button(said, "resume", ResumeGame(), Style.GOOD)
                if facts.status is Status.PAUSED
                else command_button(said, "next", NextDeal(), Style.GOOD),
                command_button(said, "hand", ShowHand()),
                command_button(said, "more", view_commands.ShowMorePage()),
            )
        ),
        *deal_lines.absent_row(facts, said),
    )
    is_on = view.to_act is not None
    scored = formatting.text_blocks(_scored(view, event, said), told if is_on else "")
    tone = Tone.WAITING if is_on else Tone.CLOSED
    return Screen(facts.game, view.version, tone, (*scored, *(rows if is_on else ())))


def sealed_past_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the last scored deal once the table has gone on: without buttons."""
    told = formatting.text_blocks(_scored(view, event, table_words(view.rules, words)))
    return Screen(facts.game, view.version, Tone.CLOSED, told)


def _scored(view: SpectatorView, event: TableEvent, words: TableWords) -> str:
    number = view.deals if view.last is None else view.last.number
    return join_lines(_head(number, event, words), words.say("sealed_table.scored"))


def sealed_end_screen(
    view: SpectatorView, facts: TableData, event: TableEvent, words: Words
) -> Screen:
    """Return the end of the match, which leads to the results of the event."""
    said = table_words(view.rules, words)
    ref = EventRef(event.day, view.rules.preset, event.code)
    row = ButtonRow((command_button(said, "tables_results", ShowEvent(ref), Style.PRIMARY),))
    blocks: tuple[Block, ...] = (
        *formatting.text_blocks(
            join_lines(
                bold(said.say("sealed_table.over", deals=view.deals)),
                _people(facts, said),
                said.say("sealed_table.results"),
            )
        ),
        row,
    )
    return Screen(facts.game, view.version, Tone.CLOSED, blocks)


def _head(number: int, event: TableEvent, words: TableWords) -> str:
    return bold(words.say("sealed_table.deal", number=min(number, event.deals), deals=event.deals))


def _title(view: SpectatorView, event: TableEvent, words: TableWords) -> str:
    title = words.say("event_tables.title", code=event.code)
    return small_print(join_dotted((title, words.say(f"preset.{view.rules.preset}"))))


def _people(facts: TableData, words: TableWords) -> str:
    seats = range(len(facts.seats))
    return join_dotted(formatting.name_with_level(facts, seat, words) for seat in seats)


def _sealed_foot(view: SpectatorView, facts: TableData, words: TableWords) -> str:
    turn = ""
    if view.to_act is not None and view.to_act >= 0:
        name = bold(facts.name(view.to_act))
        turn = join_dotted((f"⏳ {name}", formatting.format_countdown(facts)))
    return join_lines(
        small_print(words.say("sealed_table.board")),
        deal_lines.absent_lines(facts, words),
        vote_line(facts, words),
        _standstill(facts, words) or turn,
    )


def _standstill(facts: TableData, words: TableWords) -> str:
    stands_still = facts.status in (Status.PAUSED, Status.FROZEN)
    return bold(standstill_text(facts, words)) if stands_still else ""
