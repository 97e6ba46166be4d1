"""The lobby and its private pages: the menu, the seats, invitations, robots and their levels."""

from typing import Final

from bot.engine.rules import Rules
from bot.render import families, screen
from bot.render.cloth.match_end_picture import lobby_picture
from bot.render.cloth.pieces import alt_text_of
from bot.render.formatting import (
    DIVIDER,
    bold,
    command_button,
    format_countdown,
    join_dotted,
    join_lines,
    name_with_level,
    small_print,
    text_blocks,
)
from bot.render.rule_text import Differences, differences_line, game_title, length_line
from bot.render.screen_data import SeatData, TableData
from bot.render.table.deck_fairness import deck_lines
from bot.render.words import TableWords, Words
from bot.ui_commands import play_commands, view_commands


def lobby_screen(
    facts: TableData, rules: Rules, differences: Differences, words: Words
) -> screen.Screen:
    """Return the public message of a table that has not started."""
    words = families.table_words(rules, words)
    return screen.Screen(
        facts.game,
        0,
        screen.Tone.WAITING,
        (
            screen.Text(_head(facts, rules, differences, words)),
            *(() if facts.event else (screen.ButtonRow(_counting_buttons(facts, words)),)),
            *_seat_blocks(facts, rules, words),
            screen.ButtonRow(_main_buttons(facts, words)),
            screen.Text(join_lines(_foot(facts, words), deck_lines(facts, 1, words))),
        ),
    )


def _seat_blocks(facts: TableData, rules: Rules, words: TableWords) -> tuple[screen.Block, ...]:
    """Return the seats: drawn, or in words."""
    told = (DIVIDER, screen.Text(_seats_text(facts, words)))
    if not words.pictures:
        return told
    alt = alt_text_of(words, lambda spoken: text_blocks(_seats_text(facts, spoken)))
    picture = lobby_picture(facts, words, words.cloth, alt, game_title(rules, words))
    return (screen.PictureBlock(picture, instead=told),)


def _head(facts: TableData, rules: Rules, differences: Differences, words: TableWords) -> str:
    game, length = game_title(rules, words), length_line(rules, facts, words)
    if facts.event is not None:  # it ends after its deals, whatever the target is
        game, length = words.say(f"preset.{rules.preset}"), ""
    title = words.say("lobby.title", game=game)
    clock = words.say(f"clock.{facts.clock}")
    return join_lines(
        f"## {title}",
        _start_time(facts, words),
        _event_line(facts, words),
        words.say(f"aim.{rules.family}"),
        small_print(differences_line(rules, differences, words)),
        small_print(join_dotted((clock, length))),
        small_print(words.say(f"kind.{facts.kind}")),
    )


def _counting_buttons(facts: TableData, words: TableWords) -> tuple[screen.Button, ...]:
    """Return the host's first choice, rated or friendly; the present one is lit and off."""
    choices = (("rated", False), ("friendly", True))
    return tuple(
        screen.Button(
            words.say(f"button.{key}"),
            play_commands.SetFriendly(is_friendly),
            "",
            screen.Style.PRIMARY if facts.friendly is is_friendly else screen.Style.PLAIN,
            facts.friendly is not is_friendly,
        )
        for key, is_friendly in choices
    )


def _event_line(facts: TableData, words: TableWords) -> str:
    event = facts.event
    return (
        "" if event is None else words.say("event_tables.lobby", code=event.code, deals=event.deals)
    )


def _start_time(facts: TableData, words: TableWords) -> str:
    """Return the scheduled start; Discord shows it in each reader's zone."""
    at = facts.starts_at
    return "" if at is None else bold(words.say("lobby.starts", when=f"<t:{at}:F> (<t:{at}:R>)"))


def _seats_text(facts: TableData, words: TableWords) -> str:
    seats = enumerate(facts.seats)
    sitting_down = (lobby_seat_line(facts, sitting, seat, words) for seat, sitting in seats)
    return join_lines(*sitting_down, level_lines(facts, words))


def _main_buttons(facts: TableData, words: TableWords) -> tuple[screen.Button, ...]:
    """Return the buttons everybody needs; all others are behind More."""
    is_open = any(seat is None or seat.is_robot for seat in facts.seats)
    has_free = None in facts.seats
    return (
        screen.Button(
            words.say("button.join"), play_commands.JoinTable(), "", screen.Style.GOOD, is_open
        ),
        screen.Button(
            words.say("button.robot"), play_commands.AddRobot(), "", screen.Style.PLAIN, has_free
        ),
        command_button(
            words,
            "start",
            play_commands.StartGame(),
            screen.Style.PLAIN if has_free else screen.Style.PRIMARY,
        ),
        command_button(words, "more", view_commands.ShowMorePage()),
    )


def _foot(facts: TableData, words: TableWords) -> str:
    free = facts.seats.count(None)
    ready = "lobby.ready" if facts.starts_at is None else "lobby.ready_for"
    state = words.say_plural("lobby.waiting", free) if free else words.say(ready)
    closes = words.say("lobby.closes", when=format_countdown(facts)) if facts.deadline else ""
    return small_print(join_dotted((state, closes if facts.starts_at is None else "")))


# The levels of robots in the lobby: a sentence about each, and its thinking time.

# Seconds after which the plain move is made (bot/workers/robot_moves.py), on any machine, and with
# the search compiled or not; the mean depends on both (docs/robots.md).
MAX_THINKING_SECONDS: Final = 2
_INSTANT_LEVELS: Final = frozenset({"beginner"})


def describe_level(level: str, words: Words) -> str:
    """Return the level's method and its longest thinking time."""
    time = "" if level in _INSTANT_LEVELS else words.say("level.time", seconds=MAX_THINKING_SECONDS)
    return join_dotted((words.say(f"level.{level}.about"), time))


def level_lines(facts: TableData, words: Words) -> str:
    """Return a line for each level at the table, the weakest first."""
    present = {sitting.level for sitting in facts.seats if sitting and sitting.is_robot}
    known = [level for level in facts.levels if level in present]
    told = (
        join_dotted((words.say(f"level.{level}"), describe_level(level, words))) for level in known
    )
    return join_lines(*map(small_print, told))


# Private pages of a lobby: the menu, the seats, inviting, starting with robots.


def lobby_menu_screen(
    facts: TableData, user_id: int, words: Words, note: str = ""
) -> screen.Screen:
    """Return the menu of a lobby for ``user_id``; only the host gets the host's buttons."""
    own = "lobby.more_host.friendly" if facts.friendly else "lobby.more_host"
    own = own if facts.event is None else "event_tables.host"
    key = own if user_id == facts.host_id else "lobby.more_how"
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('lobby.more')}",
        join_lines(*(_seat_text(facts, seat, words) for seat in range(len(facts.seats)))),
        level_lines(facts, words),
        small_print(
            join_dotted((words.say(f"clock.{facts.clock}"), words.say(f"kind.{facts.kind}")))
        ),
        small_print(words.say(key)),
    )
    rows = (
        screen.ButtonRow(_rule_buttons(facts, user_id, words)),
        screen.ButtonRow(_people_buttons(facts, user_id, words)),
    )
    return _private_screen(facts, screen.Text(head), *rows, *_level_select(facts, user_id, words))


def _rule_buttons(facts: TableData, user_id: int, words: Words) -> tuple[screen.Button, ...]:
    is_host = user_id == facts.host_id
    return (
        command_button(words, "rules", view_commands.ShowRules()),
        _set_enabled(command_button(words, "house", play_commands.ShowHouseRules()), is_host),
        _set_enabled(command_button(words, "clock", play_commands.SetClock()), is_host),
    )


def _people_buttons(facts: TableData, user_id: int, words: Words) -> tuple[screen.Button, ...]:
    sits = _is_seated(facts, user_id)
    return (
        command_button(words, "seats", play_commands.ShowSeats()),
        _set_enabled(command_button(words, "invite", play_commands.InviteUser()), sits),
        _set_enabled(command_button(words, "cut", play_commands.CutDeck(1)), sits),
        _set_enabled(
            command_button(words, "leave", play_commands.LeaveTable(), screen.Style.DANGER), sits
        ),
        _set_enabled(
            command_button(words, "close", play_commands.CloseTable(), screen.Style.DANGER),
            user_id == facts.host_id,
        ),
    )


def _set_enabled(button: screen.Button, enabled: bool) -> screen.Button:
    return screen.Button(button.label, button.press, button.tile, button.style, enabled)


def _is_seated(facts: TableData, user_id: int) -> bool:
    return any(one is not None and one.user_id == user_id for one in facts.seats)


def _level_select(facts: TableData, user_id: int, words: Words) -> tuple[screen.Select, ...]:
    """Return a select of the level of all robots, the strongest first; () without a choice.

    The chosen line replaces the title, so each choice says what it is about.
    """
    present = {sitting.level for sitting in facts.seats if sitting and sitting.is_robot}
    if not present or len(facts.levels) < 2 or not _is_seated(facts, user_id):
        return ()
    said = join_dotted(words.say(f"level.{level}") for level in facts.levels if level in present)
    choices = tuple(
        screen.SelectChoice(
            words.say("lobby.level", level=words.say(f"level.{level}")),
            play_commands.SetLevel(level),
            description=describe_level(level, words),
        )
        for level in reversed(facts.levels)
    )
    return (screen.Select("level", words.say("lobby.level", level=said), choices),)


# -- the seats


def seats_screen(facts: TableData, user_id: int, words: Words, note: str = "") -> screen.Screen:
    """Return the page where a player sits down or moves; the host also frees and swaps seats."""
    is_host = user_id == facts.host_id
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('seats.title')}",
        join_lines(*(_seat_text(facts, seat, words) for seat in range(len(facts.seats)))),
        level_lines(facts, words),
        small_print(words.say("seats.host_how" if is_host else "seats.how")),
    )
    places = tuple(_seat_button(facts, seat, user_id, words) for seat in range(len(facts.seats)))
    choices = _removable(facts, words) if is_host else ()
    removing = (screen.Select("remove", words.say("seats.remove"), choices),) if choices else ()
    back = screen.ButtonRow((command_button(words, "lobby", view_commands.ShowMorePage()),))
    return _private_screen(facts, screen.Text(head), screen.ButtonRow(places), *removing, back)


def _seat_button(facts: TableData, seat: int, user_id: int, words: Words) -> screen.Button:
    """Return the button of a seat, enabled if pressing it has an effect."""
    there = facts.seats[seat]
    may_exchange = user_id == facts.host_id and _is_seated(facts, user_id)
    is_open = there is None or there.is_robot or may_exchange
    is_own = there is not None and there.user_id == user_id
    label = words.say("seats.sit", seat=seat + 1)
    return screen.Button(
        label, play_commands.TakeSeat(seat), "", screen.Style.PLAIN, is_open and not is_own
    )


def _removable(facts: TableData, words: Words) -> tuple[screen.SelectChoice, ...]:
    """Return everybody but the host."""
    return tuple(
        screen.SelectChoice(
            join_dotted((str(seat + 1), one.name)),
            play_commands.RemoveFromSeat(seat, one.user_id or 0),
        )
        for seat, one in enumerate(facts.seats)
        if one is not None and one.user_id != facts.host_id
    )


def _seat_text(facts: TableData, seat: int, words: Words) -> str:
    return lobby_seat_line(facts, facts.seats[seat], seat, words)


def lobby_seat_line(facts: TableData, sitting: SeatData | None, seat: int, words: Words) -> str:
    """Return a seat's number and its player."""
    if sitting is None:
        return f"{seat + 1}\u2002*{words.say('lobby.free')}*"
    host = sitting.user_id == facts.host_id
    return f"{seat + 1}\u2002" + join_dotted(
        (name_with_level(facts, seat, words), words.say("lobby.host") * host)
    )


def invite_screen(facts: TableData, words: Words, note: str = "") -> screen.Screen:
    """Return the select of a member to invite."""
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('invite.title')}",
        small_print(words.say("invite.how")),
    )
    people = screen.MemberPicker(words.say("invite.whom"), play_commands.InviteUser())
    return _private_screen(
        facts,
        screen.Text(head),
        people,
        screen.ButtonRow((command_button(words, "lobby", view_commands.ShowMorePage()),)),
    )


# -- the start


def fill_screen(facts: TableData, words: Words) -> screen.Screen:
    """Offer to fill free seats with robots, after the host has pressed Start."""
    free = facts.seats.count(None)
    head = join_lines(f"### {words.say_plural('fill.title', free)}", words.say("fill.how"))
    row = screen.ButtonRow(
        (command_button(words, "fill", play_commands.StartWithRobots(), screen.Style.PRIMARY),)
    )
    return _private_screen(facts, screen.Text(head), row)


def _private_screen(facts: TableData, *blocks: screen.Block) -> screen.Screen:
    return screen.Screen(facts.game, 0, screen.Tone.PRIVATE, blocks)
