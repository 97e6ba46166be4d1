"""Screens of a deal played again: where to begin, the hand as at a table, the comparison."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.analysis.postmortem import PlayKind, PostMortem
from bot.analysis.problems.posing import deal_in_play
from bot.engine import actions as act
from bot.engine import notation
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Deal, DealResult
from bot.engine.game import Game, to_act
from bot.engine.view import result_view
from bot.features.deals.attempts import (
    Attempt,
    Comparison,
    Start,
    human_seats,
    kept_course,
    latest_start,
    notable_starts,
)
from bot.features.deals.deal_screens import open_hands_picture
from bot.features.solo_play import player_name, seat_letter, solo_table_data, with_presses
from bot.model.values import Record
from bot.notation.single_deal import SingleDeal, active_seats, deal_balance, replayed
from bot.render import families
from bot.render.cloth.cards_picture import ShownHand, ShownTrick
from bot.render.deal_results import entry_lines, scored_headline
from bot.render.formatting import (
    DIVIDER,
    bold,
    card_tiles,
    command_button,
    format_signed,
    hand_tiles,
    join_dotted,
    join_lines,
    play_order_from,
    small_print,
    text_blocks,
    trick_players,
)
from bot.render.hand.decision import MAX_CHOICES
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import (
    ActionPress,
    Block,
    Button,
    ButtonRow,
    Press,
    Screen,
    Select,
    SelectChoice,
    Style,
    Tone,
    safe_name,
)
from bot.render.screen_data import SeatData, TableData
from bot.render.study.postmortem_screens import mistake_line
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import ConfirmAction, DiscardPlaceholder, MarkDiscard
from bot.ui_commands.practice_commands import (
    BeginAttempt,
    ContinueAttempt,
    KeepAttempt,
    MarkInAttempt,
    MoveInAttempt,
    OpenOwnDeal,
    SetUpAttempt,
    ShareOwnProblem,
)

_MOST_MISTAKES: Final = 5
_MOST_IN_HAND: Final = 10  # cards, but for a declarer who has not laid two away


# Where to begin, in which seat, against whom.


class AttemptSetUp(Record):
    """The choices before an attempt at the own deal number ``own``; ``title`` may be "".

    ``under_way``: an attempt that is not over would end.
    """

    own: int
    title: str
    source: SingleDeal
    start: int
    seat: Seat
    level: str
    levels: tuple[str, ...]
    under_way: bool

    def command(
        self, *, start: int | None = None, seat: Seat | None = None, level: str = ""
    ) -> SetUpAttempt:
        """Return the command that shows the choices with one of them changed."""
        return SetUpAttempt(
            self.own,
            self.start if start is None else start,
            self.seat if seat is None else seat,
            level or self.level,
        )


def set_up_screen(chosen: AttemptSetUp, words: Words, note: str = "") -> Screen:
    """Return the page on which the user chooses the place, the seat and the robots."""
    said = families.table_words(chosen.source.rules, words)
    game = replayed(kept_course(chosen.source, chosen.start))[-1]
    # a picture has the preset over its hands
    preset = "" if words.pictures else said.say(f"preset.{chosen.source.rules.preset}")
    title = safe_name(chosen.title) if chosen.title else ""
    head = join_lines(
        f"> {note}" if note else "",
        f"### {join_dotted((said.say('again.title'), preset, title))}",
        small_print(said.say("again.uncounted")),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(head),
        *(() if words.pictures else (DIVIDER,)),
        *_position(chosen, game, said),
        *_start_choice(chosen, said),
        *_seat_and_level(chosen, said),
        _set_up_buttons(chosen, said),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _position(chosen: AttemptSetUp, game: Game, words: TableWords) -> tuple[Block, ...]:
    """Return the hands as they stand at the chosen place, and the trick in progress."""
    deal, source = game.deal, chosen.source
    if deal is None:
        return ()
    here = text_blocks(_place_text(chosen, game, words))
    number = words.say("board.trick", number=len(deal.tricks) + 1)
    told = join_lines(
        *(
            f"{bold(player_name(seat, source, words))}\n{hand_tiles(deal.hands[seat])}"
            for seat in deal.seats
            if deal.hands[seat]
        ),
        join_dotted((bold(number), card_tiles(deal.trick))) if deal.trick else "",
    )
    if not words.pictures:
        return text_blocks(join_lines(*(block.body for block in here), told))
    turn, seats = to_act(game), active_seats(source.rules, source.dealer)
    hands = tuple(
        ShownHand(
            player_name(seat, source, words),
            _ten_cards(deal, seat),
            str(deal.won[seat]) if deal.tricks else "",
            is_next=seat == turn,
        )
        for seat in seats
    )
    lying = (number, deal.trick) if deal.trick else (words.say("diagram.talon"), _talon(deal))
    trick = _trick_of(deal, seats) if deal.trick else None
    return (*here, open_hands_picture(source, hands, lying, text_blocks(told), words, trick))


def _ten_cards(deal: Deal, seat: Seat) -> Hand:
    """Return a hand of the picture: of twelve the ten dealt ones, because more hide each other."""
    hand = deal.hands[seat]
    return Hand(hand & deal.dealt[seat]) if len(hand) > _MOST_IN_HAND else hand


def _talon(deal: Deal) -> tuple[Card, ...]:
    """Return two cards that lie on the table, or were taken up and none is laid away for them."""
    for hand, dealt in zip(deal.hands, deal.dealt, strict=True):
        if len(hand) > _MOST_IN_HAND:
            return tuple(hand - dealt)
    is_there = not deal.tricks and not deal.discard and deal.talon[0] in deal.aside
    return deal.talon if is_there else ()


def _trick_of(deal: Deal, seats: tuple[Seat, ...]) -> ShownTrick:
    players = trick_players(seats, deal.roles)
    lying = dict(zip(play_order_from(players, deal.leader), deal.trick, strict=False))
    return ShownTrick(tuple(lying.get(seat) for seat in seats), leader=-1, winner=-1)


def _place_text(chosen: AttemptSetUp, game: Game, words: TableWords) -> str:
    turn = to_act(game)
    if chosen.start == 0:
        return bold(words.say("again.from_first"))
    said = [
        f"{seat_letter(seat)} {words.action(action)}"
        for seat, action in chosen.source.course[: chosen.start]
        if not isinstance(action, act.Play)
    ]
    who = "" if turn is None else player_name(turn, chosen.source, words)
    asked = bold(words.say("again.asked", name=who, number=chosen.start + 1)) if who else ""
    return join_lines(asked, small_print(join_dotted(said)))


def _start_choice(chosen: AttemptSetUp, words: TableWords) -> tuple[Block, ...]:
    """Return a select of calls and tricks, and the steps to the places between them."""
    last = latest_start(chosen.source)
    starts = [start for start in notable_starts(chosen.source) if start.place <= last]
    choices = tuple(
        SelectChoice(
            words.without_tiles(_start_label(start, words)), chosen.command(start=start.place)
        )
        for start in starts[:MAX_CHOICES]
    )
    select = (Select("starts", words.say("again.choose_start"), choices),) if choices else ()
    if not last:
        return select
    steps = (
        Button("◀", chosen.command(start=max(chosen.start - 1, 0)), enabled=chosen.start > 0),
        Button("▶", chosen.command(start=chosen.start + 1), enabled=chosen.start < last),
    )
    return (*select, ButtonRow(steps))


def _start_label(start: Start, words: TableWords) -> str:
    what = f"{seat_letter(start.said.seat)} {words.action(start.said.action)}"
    trick = words.say("board.trick", number=start.trick) if start.trick else ""
    return join_dotted((trick, what))


def _seat_and_level(chosen: AttemptSetUp, words: TableWords) -> tuple[Block, ...]:
    seat = player_name(chosen.seat, chosen.source, words)
    seats = tuple(
        SelectChoice(player_name(one, chosen.source, words), chosen.command(seat=one))
        for one in human_seats(chosen.source)
    )
    levels = tuple(
        SelectChoice(
            words.say(f"level.{level}"),
            chosen.command(level=level),
            description=words.say(f"level.{level}.about"),
        )
        for level in chosen.levels
    )
    against = words.say(f"level.{chosen.level}")
    return (
        Select("seats", words.say("again.choose_seat", name=seat), seats),
        Select("levels", words.say("again.choose_level", level=against), levels),
    )


def _set_up_buttons(chosen: AttemptSetUp, words: TableWords) -> ButtonRow:
    begin = BeginAttempt(chosen.own, chosen.start, chosen.seat, chosen.level)
    row = [command_button(words, "again_begin", begin, Style.GOOD)]
    if chosen.under_way:
        row.append(command_button(words, "again_on", ContinueAttempt(chosen.own), Style.PRIMARY))
    if deal_in_play(replayed(chosen.source)[chosen.start]) is not None:
        share = ShareOwnProblem(chosen.own, chosen.start)
        row.append(command_button(words, "own_share", share))
    row.append(command_button(words, "deal", OpenOwnDeal(chosen.own)))
    return ButtonRow(tuple(row))


# The hand of the human, as at a table.


def attempt_screen(
    attempt: Attempt,
    name: str,
    words: Words,
    picked: tuple[Card, ...] = (),
    note: str = "",
) -> Screen:
    """Return the hand of the human, called ``name``, with buttons that play the attempt."""
    said = families.table_words(attempt.deal.rules, words)
    facts = table_data(attempt, name, said)
    shown = hand_screen(attempt.view(attempt.own.seat), facts, words, picked, note)
    blocks = with_presses(shown.blocks, partial(_own_press, attempt=attempt))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, *_attempt_rows(attempt, said)))


def table_data(attempt: Attempt, name: str, words: Words) -> TableData:
    """Return the players: the human, and robots called by the letters of their seats."""
    own = attempt.own
    return solo_table_data(attempt.deal, SeatData(name, own.user_id), own.seat, own.level, words)


def _own_press(press: Press, attempt: Attempt) -> Press | None:
    own, length = attempt.own, len(attempt.deal.course)
    match press:
        case ActionPress(text):
            action = notation.parse_action(text)
            return MoveInAttempt(own.deal_id, own.tries, length, action)
        case ConfirmAction(action):
            return MoveInAttempt(own.deal_id, own.tries, length, action)
        case MarkDiscard(cards):
            return MarkInAttempt(own.deal_id, own.tries, length, cards)
        case DiscardPlaceholder():
            return press
        case _:
            return None


def _attempt_rows(attempt: Attempt, words: TableWords) -> tuple[Block, ...]:
    own = attempt.own
    row = []
    if not attempt.is_my_turn:
        row.append(command_button(words, "again_on", ContinueAttempt(own.deal_id), Style.PRIMARY))
    row += [
        command_button(
            words, "again_restart", BeginAttempt(own.deal_id, own.start, own.seat, own.level)
        ),
        command_button(
            words, "again_change", SetUpAttempt(own.deal_id, own.start, own.seat, own.level)
        ),
    ]
    level = words.say(f"level.{own.level}")
    told = words.say("again.against", level=level, tries=own.tries)
    return (*text_blocks(small_print(told)), ButtonRow(tuple(row)))


# The end: this attempt beside what happened and best play.


def comparison_screen(attempt: Attempt, found: Comparison, name: str, words: Words) -> Screen:
    """Return the finished attempt, what happened, and what best play brings."""
    said = families.table_words(attempt.deal.rules, words)
    facts, own = table_data(attempt, name, said), attempt.own
    assert attempt.game.last is not None
    scored = result_view(attempt.deal.rules, attempt.game.last)
    entries = entry_lines(families.presenter_of(attempt.deal.rules), scored, facts, said)
    blocks: tuple[Block, ...] = (
        *text_blocks(
            join_lines(
                f"### {scored_headline(attempt.deal.rules, scored, said)}",
                small_print(said.say("again.uncounted")),
            ),
            join_lines(*_comparison_lines(attempt, found, said)),
            _mistakes(attempt, found.attempt, facts, said),
        ),
        DIVIDER,
        *text_blocks(join_lines(*entries)),
        *text_blocks(f"`{own.course}`"),
        ButtonRow(_end_buttons(attempt, said)),
    )
    return Screen(0, 0, Tone.PLAYING, blocks)


def _comparison_lines(attempt: Attempt, found: Comparison, words: TableWords) -> Iterator[str]:
    """Yield a line each for this attempt, what happened, and best play."""
    seat = attempt.own.seat
    games = replayed(attempt.deal)
    yield _line("mine", games[-1].last, deal_balance(games), seat, words)
    happened = replayed(attempt.source)
    if happened[-1].last is not None:
        last = happened[-1].last
        line = _line("then", last, deal_balance(happened), seat, words)
        yield join_dotted((line, _contract(attempt, last, words)))
    best = found.attempt
    if best.kind is not PlayKind.UNPLAYED:
        tricks = words.say_plural("result.tricks", best.best_tricks[seat])
        yield words.say("again.best", tricks=tricks, points=bold(format_signed(best.par[seat])))


def _line(
    key: str, last: DealResult | None, balance: tuple[int, ...], seat: Seat, words: TableWords
) -> str:
    assert last is not None
    tricks = words.say_plural("result.tricks", last.won[seat])
    return words.say(f"again.{key}", tricks=tricks, points=bold(format_signed(balance[seat])))


def _contract(attempt: Attempt, last: DealResult, words: TableWords) -> str:
    """Return the contract of what happened where it is another than this time."""
    mine = attempt.game.last
    assert mine is not None
    names = [one.contract and (one.contract.name, one.contract.declarer) for one in (mine, last)]
    if names[0] == names[1]:
        return ""
    if last.contract is None:
        return words.say(f"outcome.{last.outcome}")
    who = seat_letter(last.contract.declarer)
    return f"{who} {words.contract(last.contract.name)}"


def _mistakes(attempt: Attempt, found: PostMortem, facts: TableData, words: TableWords) -> str:
    """Return the human's own cards of this attempt that cost tricks."""
    if found.kind is PlayKind.UNPLAYED:
        return ""
    own = [
        card
        for card in found.cards
        if card.chooser == attempt.own.seat
        and card.cost > 0
        and card.record_line > attempt.own.start  # the record begins with the deck
    ]
    if not own:
        return words.say("again.flawless")
    lines = [mistake_line(card, facts, words) for card in own[:_MOST_MISTAKES]]
    return join_lines(bold(words.say("again.mistakes")), *lines)


def _end_buttons(attempt: Attempt, words: TableWords) -> tuple[Button, ...]:
    own = attempt.own
    begin = BeginAttempt(own.deal_id, own.start, own.seat, own.level)
    change = SetUpAttempt(own.deal_id, own.start, own.seat, own.level)
    return (
        command_button(words, "again_restart", begin, Style.GOOD),
        command_button(words, "again_change", change),
        command_button(words, "again_keep", KeepAttempt(own.deal_id)),
        command_button(words, "deal", OpenOwnDeal(own.deal_id)),
    )
