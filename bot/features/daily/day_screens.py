"""Screens of the six deals of a day: the overview with its standing, the hand, the seal."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.engine.cards import Card
from bot.engine.notation import parse_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView, result_view
from bot.features.daily.comparison import CourseScore
from bot.features.daily.day_deals import DAILY_LEVEL, DealInPlay
from bot.features.daily.day_places import NamedScore, format_share, marks, place_lines
from bot.features.solo_play import solo_table_data, with_presses
from bot.model.periods import start_of, week_of
from bot.model.values import Record, replace
from bot.notation.single_deal import deal_balance, replayed
from bot.render import families
from bot.render.deal_results import entry_lines, scored_headline
from bot.render.formatting import (
    DIVIDER,
    bold,
    command_button,
    format_signed,
    format_tenths,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.hand.private_hand import hand_screen
from bot.render.rules_screens import rules_screen
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
)
from bot.render.screen_data import SeatData, TableData
from bot.render.table.deck_fairness import CHECKER
from bot.render.words import TableWords, Words
from bot.store.queries.daily_deals import DEALS_A_DAY, DailyDeal
from bot.ui_commands.daily_commands import (
    CheckEvent,
    CompareEventDeal,
    EventRef,
    MarkInEvent,
    MoveInEvent,
    PlayEvent,
    PostPrivateEvent,
    PostToday,
    SetUpPrivateEvent,
    ShowEvent,
    ShowEventEverywhere,
    ShowEventRules,
    ShowPlaces,
    ShowSeals,
    ShowToday,
    ShowWeek,
    TellEvent,
)
from bot.ui_commands.play_commands import ConfirmAction, DiscardPlaceholder, MarkDiscard
from bot.ui_commands.server_commands import ShowOwnSettings

_MOST_PRIVATE: Final = 20  # choices of private events
_MOST_POSTED: Final = 3  # of the day before, in a public post
_SHOWN_DIGITS: Final = 8  # of a seal; the page of the check shows all
_NOON: Final = 12 * 3600  # seconds; noon in UTC has one date from Alaska to Japan


class EventPage(Record):
    """An event with all that its page shows.

    ``own`` are the reader's deals; ``field`` is everybody who has finished, the best first, and
    ``here`` those of them that the reader may see by name.  ``seal`` and ``next_seal`` are the
    commitments of this day and the next, the latter "" for a past day.  ``before`` is the event of
    the day before, None if nobody opened it; ``can_post``: the reader manages the server.
    ``is_stopped``: the robots were updated, so nobody can play on.  An event with a code lasts
    ``days`` from its first day, which comes later where it is not ``is_begun``; ``private`` are
    those that the reader has begun on this server.  ``is_unreachable``: a reminder could not be
    sent, because direct messages are closed.  ``may_wish``: the reader has asked for none yet.
    """

    ref: EventRef
    own: tuple[DailyDeal, ...]
    user_id: int
    is_over: bool
    seal: str
    before: EventRef | None
    next_seal: str = ""
    field: tuple[CourseScore, ...] = ()
    here: tuple[NamedScore, ...] = ()
    streak: int = 0
    in_server: bool = True
    can_post: bool = False
    is_stopped: bool = False
    is_begun: bool = True
    days: int = 1
    private: tuple[EventRef, ...] = ()
    is_unreachable: bool = False
    may_wish: bool = False

    @property
    def until(self) -> str:
        """The end of the last day, as Discord writes it relative to now."""
        return f"<t:{start_of(self.ref.day + self.days)}:R>"

    @property
    def done(self) -> int:
        """The number of deals that the reader has finished."""
        return sum(deal.points is not None for deal in self.own)

    @property
    def is_open_to_reader(self) -> bool:
        """True if the reader may see what others made."""
        return self.is_over or self.done == DEALS_A_DAY

    def own_deal(self, number: int) -> DailyDeal | None:
        """Return a deal that the reader has played to its score."""
        own = (one for one in self.own if one.number == number and one.points is not None)
        return next(own, None)

    @property
    def has_strangers(self) -> bool:
        """True if somebody has finished whom the reader does not see by name."""
        return not self.ref.code and len(self.field) > len(self.here)

    @property
    def own_score(self) -> CourseScore | None:
        return next((one for one in self.field if one.user_id == self.user_id), None)


def event_title(ref: EventRef, words: Words) -> str:
    """Return the heading of an event."""
    what = say_of(ref, "title", words, day=date_of(ref.day))
    return f"### {join_dotted((what, words.say(f'preset.{ref.preset}')))}"


def say_of(ref: EventRef, text: str, words: Words, **facts: str | int) -> str:
    """Return a text about a day, or about a private event, whose code every text may name."""
    if not ref.code:
        return words.say(f"daily.{text}", **facts)
    return words.say(f"private.{text}", **facts, code=ref.code)


def date_of(day: int) -> str:
    """Return the date of a day, which Discord writes in the language and zone of the reader."""
    return f"<t:{start_of(day) + _NOON}:D>"


def event_screen(page: EventPage, words: Words, note: str = "") -> Screen:
    """Return the overview of a day: the reader's deals, and the standing once they may see it."""
    head = join_lines(
        f"> {note}" if note else "",
        event_title(page.ref, words),
        "" if note else _state(page, words),
        _unreachable(page, words),
        *_own_lines(page, words),
    )
    seals = small_print(_seals(page.seal, page.next_seal, words))
    blocks: tuple[Block, ...] = (
        *text_blocks(head),
        *_standing(page, words),
        # the standing takes their place: the page of the check has them
        *text_blocks("" if page.is_open_to_reader else seals),
        *_deal_select(page, words),
        *(ButtonRow(row) for row in _rows(page, words) if row),
        *_private_row(page, words),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _state(page: EventPage, words: Words) -> str:
    """Return what the six deals are, or how far the reader is, and until when they last."""
    ref, until = page.ref, page.until
    if page.is_over:
        is_cut = bool(page.own) and page.done < DEALS_A_DAY
        return say_of(ref, "cut" if is_cut else "over", words, done=page.done)
    if page.done == DEALS_A_DAY:
        return small_print(say_of(ref, "changes", words, when=until))
    if page.is_stopped:
        key = "private" if ref.code else "daily"
        return join_lines(
            words.say("daily.progress", done=page.done) if page.own else "",
            words.say(f"table.{key}_robots_changed"),
        )
    ends = small_print(say_of(ref, "until", words, when=until))
    if page.own:
        return join_lines(words.say("daily.progress", done=page.done), ends)
    if not page.is_begun:
        begins = words.say("private.begins", when=f"<t:{start_of(ref.day)}:R>")
        return join_lines(say_of(ref, "about", words), begins, ends)
    return join_lines(say_of(ref, "about", words), ends)


def _unreachable(page: EventPage, words: Words) -> str:
    """Return that reminders do not arrive, until the deals are played: then nothing reminds."""
    if not page.is_unreachable or page.is_open_to_reader:
        return ""
    return small_print(words.say("settings.refused"))


def _own_lines(page: EventPage, words: Words) -> list[str]:
    """Return a line for each finished deal of the reader."""
    score = page.own_score
    found = []
    for deal in page.own:
        if deal.points is None:
            continue
        counted = ""
        if score is not None and page.is_open_to_reader and len(page.field) > 1:
            one = score.deals[deal.number - 1]
            counted = words.say(
                "daily.counted",
                mean=format_tenths(one.mean, words),
                gain=format_tenths(one.gain, words),
            )
        points = bold(format_signed(deal.points))
        if counted:  # a line of a phone has no room for the word
            found.append(small_print(join_dotted((str(deal.number), points, counted))))
        else:
            deal_word = words.say("board.deal", number=deal.number)
            found.append(join_dotted((deal_word, points)))
    return found


def _standing(page: EventPage, words: Words) -> tuple[Block, ...]:
    """Return the first place and the reader's own, for readers who may see them."""
    if not page.is_open_to_reader:
        is_told = page.own and not page.is_stopped
        return text_blocks(small_print(words.say("daily.sealed")) if is_told else "")
    if not page.field:
        return text_blocks(words.say("daily.nobody"))
    texts = [place_everywhere(page, words)]
    if page.here:
        title = bold(words.say("daily.by_gain"))
        texts.insert(0, join_lines(title, *_first_and_own(page, words)))
    if page.streak > 1:
        texts.append(small_print(words.say_plural("daily.streak", page.streak)))
    return text_blocks(*texts)


def _first_and_own(page: EventPage, words: Words) -> tuple[str, ...]:
    """Return the first place and that of the reader, or the second where the first is theirs."""
    (_, first), *others = place_lines(page.here, words)
    own = (line for row, line in others if row.score.user_id == page.user_id)
    second = next(own, others[0][1] if others else "")
    return first, second


def place_everywhere(page: EventPage, words: Words, *, by_share: bool = False) -> str:
    """Return how many have finished on all servers, and the reader's place among them."""
    score, field = page.own_score, len(page.field)
    if score is None:
        kind = "private" if page.ref.code else "daily"
        return small_print(words.say_plural(f"{kind}.field", field))
    if field == 1:
        return words.say("daily.only" if page.is_over else "daily.alone")
    said = say_of(
        page.ref,
        "place",
        words,
        rank=score.share_rank if by_share else score.rank,
        field=field,
        gain=format_tenths(score.gain, words),
        share=format_share(score.share),
    )
    return small_print(said)


def _seals(seal: str, next_seal: str, words: Words) -> str:
    """Return the first digits of the seal of a day, and of the next one unless that is ""."""
    said = words.say("daily.seal", seal=seal[:_SHOWN_DIGITS])
    if not next_seal:
        return said
    return join_dotted((said, words.say("daily.next_seal", seal=next_seal[:_SHOWN_DIGITS])))


def _deal_select(page: EventPage, words: Words) -> tuple[Block, ...]:
    if not page.is_open_to_reader:
        return ()
    choices = tuple(
        SelectChoice(words.say("board.deal", number=n), CompareEventDeal(page.ref, n))
        for n in range(1, DEALS_A_DAY + 1)
    )
    return (Select("deals", words.say("daily.choose_deal"), choices),)


def _rows(page: EventPage, words: Words) -> tuple[tuple[Button, ...], ...]:
    first = list[Button]()
    if page.is_begun and not page.is_over and not page.is_stopped and page.done < DEALS_A_DAY:
        name = "today_on" if page.own else "today_begin"
        first.append(command_button(words, name, PlayEvent(page.ref), Style.GOOD))
    if page.is_open_to_reader and len(page.field) > 1 and page.here:
        first.append(command_button(words, "today_places", ShowPlaces(page.ref)))
    elif page.is_open_to_reader and page.has_strangers:
        first.append(command_button(words, "week_everywhere", ShowEventEverywhere(page.ref)))
    if page.in_server and page.own_score is not None and not page.is_over:
        first.append(command_button(words, "today_tell", TellEvent(page.ref), Style.PRIMARY))
    if page.may_wish and not page.is_over:
        first.append(command_button(words, "today_remind", ShowOwnSettings()))
    last = [
        command_button(words, "rules", ShowEventRules(page.ref)),
        command_button(words, "today_check", CheckEvent(page.ref)),
    ]
    if not page.ref.code:
        week = ShowWeek(week_of(start_of(page.ref.day)))
        last.append(command_button(words, "today_week", week))
    if page.can_post and not page.is_over:
        post = PostPrivateEvent(page.ref) if page.ref.code else PostToday()
        last.append(command_button(words, "today_invite", post))
    if page.is_over or page.ref.code:
        last.append(command_button(words, "today_now", ShowToday(), Style.PRIMARY))
    elif page.before is not None:
        last.append(command_button(words, "today_before", ShowEvent(page.before)))
    return tuple(first), tuple(last)


def _private_row(page: EventPage, words: Words) -> tuple[Block, ...]:
    """Return the way to the reader's private events, and to a new one, on the page of a day."""
    if page.ref.code or page.is_over or not page.in_server:
        return ()
    new = SetUpPrivateEvent(page.ref.preset)
    if not page.private:
        return (ButtonRow((command_button(words, "today_private", new),)),)
    own = (
        SelectChoice(words.say("private.title", code=ref.code), ShowEvent(ref))
        for ref in page.private[:_MOST_PRIVATE]
    )
    choices = (*own, SelectChoice(words.say("private.new"), new))
    return (Select("private", words.say("private.choose"), choices),)


def event_rules_screen(ref: EventRef, rules: Rules, page: int, words: Words) -> Screen:
    """Return a page of the rules of an event, with the way back."""
    shown = rules_screen(rules, None, words, page, page_command=partial(ShowEventRules, ref))
    back = command_button(words, "today_overview", ShowEvent(ref))
    return replace(shown, blocks=(*shown.blocks, ButtonRow((back,))))


# The hand of the player, as at a table, and the score of a deal.


def play_screen(
    now: DealInPlay, name: str, words: Words, picked: tuple[Card, ...] = (), note: str = ""
) -> Screen:
    """Return the hand of the player, called ``name``, or the score of the deal."""
    said = families.table_words(now.deal.rules, words)
    human = SeatData(name, now.stored.user_id)
    facts = solo_table_data(now.deal, human, now.seat, DAILY_LEVEL, said)
    ref = EventRef(*now.stored.event)
    where = small_print(say_of(ref, "hand", said, number=now.stored.number))
    if now.is_over:
        return _scored_screen(now, facts, ref, said)
    shown = hand_screen(_numbered_view(now), facts, words, picked, note)
    blocks = with_presses(shown.blocks, partial(_press, now=now, ref=ref))
    row = [command_button(said, "today_overview", ShowEvent(ref))]
    if not now.is_my_turn:
        row.insert(0, command_button(said, "today_on", PlayEvent(ref), Style.PRIMARY))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, *text_blocks(where), ButtonRow(tuple(row))))


def _numbered_view(now: DealInPlay) -> SeatView:
    """Return what the player may know, with the number of the deal among the six."""
    seen = now.view(now.seat)
    if seen.table is None:
        return seen
    return seen._replace(table=seen.table._replace(number=now.stored.number))


def _scored_screen(now: DealInPlay, facts: TableData, ref: EventRef, words: TableWords) -> Screen:
    """Return the score of a deal, without the cards of others."""
    assert now.game.last is not None
    rules, number = now.deal.rules, now.stored.number
    scored = result_view(rules, now.game.last)._replace(number=number)
    points = bold(format_signed(deal_balance(replayed(now.deal))[now.seat]))
    entries = entry_lines(families.presenter_of(rules), scored, facts, words)
    if number == DEALS_A_DAY:
        buttons = [command_button(words, "today_result", ShowEvent(ref), Style.GOOD)]
    else:
        buttons = [
            command_button(words, "today_next", PlayEvent(ref), Style.GOOD),
            command_button(words, "today_overview", ShowEvent(ref)),
        ]
    blocks: tuple[Block, ...] = (
        *text_blocks(
            join_lines(
                f"### {scored_headline(rules, scored, words)}",
                words.say("daily.brought", points=points),
            ),
        ),
        DIVIDER,
        *text_blocks(join_lines(*entries)),
        ButtonRow(tuple(buttons)),
    )
    return Screen(0, 0, Tone.PLAYING, blocks)


def _press(press: Press, now: DealInPlay, ref: EventRef) -> Press | None:
    place = ref, now.stored.number, now.length
    match press:
        case ActionPress(text):
            return MoveInEvent(*place, parse_action(text))
        case ConfirmAction(action):
            return MoveInEvent(*place, action)
        case MarkDiscard(cards):
            return MarkInEvent(*place, cards)
        case DiscardPlaceholder():
            return press
        case _:
            return None


# The seal and, after the day, the seed.


def check_screen(
    ref: EventRef, seal: str, records: Sequence[str], words: Words, *, is_past: bool
) -> Screen:
    """Return the whole seal of a day, and the record of each deal once the day is over."""
    sealed = say_of(ref, "check.sealed", words)
    how = words.say("daily.check.open", tool=CHECKER) if is_past else sealed
    buttons = (
        command_button(words, "today_overview", ShowEvent(ref)),
        command_button(words, "today_seals", ShowSeals()),
    )
    return Screen(
        0,
        0,
        Tone.PRIVATE,
        (
            *text_blocks(
                join_lines(event_title(ref, words), words.say("daily.check"), f"`{seal}`"),
                small_print(how),
                *(f"```\n{record}\n```" for record in records),
            ),
            ButtonRow(buttons),
        ),
    )


def seals_screen(
    seals: Sequence[tuple[EventRef, str]], before: EventRef | None, words: Words
) -> Screen:
    """Return the whole seals of today and the days ahead; ``before`` is the last open event."""
    lines = [  # small, so that eight of them fit a phone
        join_lines(
            small_print(join_dotted((date_of(ref.day), words.say(f"preset.{ref.preset}")))),
            small_print(f"`{seal}`"),
        )
        for ref, seal in seals
    ]
    buttons = [command_button(words, "today_now", ShowToday(), Style.PRIMARY)]
    if before is not None:
        buttons.append(command_button(words, "today_before", CheckEvent(before)))
    blocks: tuple[Block, ...] = (
        *text_blocks(
            join_lines(
                f"### {words.say('daily.seals')}", small_print(words.say("daily.seals.how"))
            ),
            join_lines(*lines),
        ),
        ButtonRow(tuple(buttons)),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


class Invitation(Record):
    """The post of a day: the places of the day before here, the seals of this and the next.

    ``week`` has names and totals of the week before, the best first; () unless it is Monday.
    """

    ref: EventRef
    before: tuple[NamedScore, ...]
    seal: str
    next_seal: str
    week: tuple[tuple[str, float], ...] = ()


def invitation_screen(post: Invitation, words: Words) -> Screen:
    """Return the public post of a day, with the first three of the day, or week, before here."""
    until = f"<t:{start_of(post.ref.day + 1)}:R>"
    places = place_lines(post.before, words)[:_MOST_POSTED]
    best = [f"{line} {marks(row.score)}" for row, line in places]
    button = command_button(words, "today_begin", ShowToday(), Style.GOOD)
    blocks: tuple[Block, ...] = (
        *text_blocks(
            join_lines(event_title(post.ref, words), words.say("daily.invitation", when=until)),
            join_lines(bold(words.say("daily.day_before")), *best) if best else "",
            join_lines(bold(words.say("daily.week_before")), *_week_lines(post, words))
            if post.week
            else "",
            small_print(_seals(post.seal, post.next_seal, words)),
        ),
        ButtonRow((button,)),
    )
    return Screen(0, 0, Tone.WAITING, blocks)


def _week_lines(post: Invitation, words: Words) -> Iterator[str]:
    """Yield the first three of the week before; equal totals share a place."""
    totals = [total for _, total in post.week]
    for name, total in post.week[:_MOST_POSTED]:
        rank = 1 + sum(other > total for other in totals)
        yield f"{rank}\\. {join_dotted((bold(name), format_tenths(total, words)))}"


def reminder_screen(ref: EventRef, done: int, words: Words) -> Screen:
    """Return the direct message that reminds somebody of the six deals."""
    until = f"<t:{start_of(ref.day + 1)}:R>"
    said = join_lines(
        event_title(ref, words),
        words.say("daily.progress", done=done),
        small_print(words.say("daily.until", when=until)),
        small_print(words.say("daily.reminder")),
    )
    button = command_button(
        words, "today_on" if done else "today_begin", ShowEvent(ref), Style.GOOD
    )
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(said), ButtonRow((button,))))


def told_screen(name: str, page: EventPage, words: Words) -> Screen:
    """Return the public line about a finished course; it tells nothing of the cards."""
    score = page.own_score
    assert score is not None
    said = say_of(
        page.ref,
        "told",
        words,
        name=bold(name),
        day=date_of(page.ref.day),
        marks=marks(score),
        preset=words.say(f"preset.{page.ref.preset}"),
    )
    show = ShowEvent(page.ref) if page.ref.code else ShowToday()
    button = command_button(words, "today_play_too", show, Style.PRIMARY)
    return Screen(0, 0, Tone.WAITING, (*text_blocks(said), ButtonRow((button,))))
