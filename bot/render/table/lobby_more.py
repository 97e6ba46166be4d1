"""Private pages of a lobby: the menu, the seats, inviting, starting with robots."""

from bot.deeds.lobby import Invite, Remove, Seats, Sit, StartFilled
from bot.deeds.looking import ShowMore, ShowRules
from bot.deeds.table import Close, Cut, HouseRules, Leave, SetClock, SetFriendly, SetLevel
from bot.render.facts import SeatFacts, TableFacts
from bot.render.parts import deed_button, dotted, lines, seated, small
from bot.render.screen import Block, Button, Choice, Members, Row, Screen, Select, Style, Text, Tone
from bot.render.table.levels import about_level, level_lines
from bot.render.words import Words


def lobby_more_screen(facts: TableFacts, user_id: int, words: Words, note: str = "") -> Screen:
    """Return the menu of a lobby for ``user_id``; only the host gets the host's buttons."""
    own = "lobby.more_host.friendly" if facts.friendly else "lobby.more_host"
    key = own if user_id == facts.host_id else "lobby.more_how"
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('lobby.more')}",
        lines(*(_seat(facts, seat, words) for seat in range(len(facts.seats)))),
        level_lines(facts, words),
        small(dotted((words.say(f"clock.{facts.clock}"), words.say(f"kind.{facts.kind}")))),
        small(words.say(key)),
    )
    rows = (Row(_agreements(facts, user_id, words)), Row(_people(facts, user_id, words)))
    return _private(facts, Text(head), *rows, *_level(facts, user_id, words))


def _agreements(facts: TableFacts, user_id: int, words: Words) -> tuple[Button, ...]:
    is_host = user_id == facts.host_id
    turn = "off" if facts.friendly else "on"
    return (
        deed_button(words, "rules", ShowRules()),
        _lit(deed_button(words, "house", HouseRules()), is_host),
        _lit(deed_button(words, "clock", SetClock()), is_host),
        _lit(deed_button(words, f"friendly_{turn}", SetFriendly(not facts.friendly)), is_host),
    )


def _people(facts: TableFacts, user_id: int, words: Words) -> tuple[Button, ...]:
    sits = _sits(facts, user_id)
    return (
        deed_button(words, "seats", Seats()),
        _lit(deed_button(words, "invite", Invite()), sits),
        _lit(deed_button(words, "cut", Cut(1)), sits),
        _lit(deed_button(words, "leave", Leave(), Style.DANGER), sits),
        _lit(deed_button(words, "close", Close(), Style.DANGER), user_id == facts.host_id),
    )


def _lit(button: Button, enabled: bool) -> Button:
    return Button(button.label, button.press, button.tile, button.style, enabled)


def _sits(facts: TableFacts, user_id: int) -> bool:
    return any(one is not None and one.user_id == user_id for one in facts.seats)


def _level(facts: TableFacts, user_id: int, words: Words) -> tuple[Select, ...]:
    """Return a select of the level of all robots, the strongest first; () without a choice.

    The chosen line replaces the title, so each choice says what it is about.
    """
    present = {sitting.level for sitting in facts.seats if sitting and sitting.is_robot}
    if not present or len(facts.levels) < 2 or not _sits(facts, user_id):
        return ()
    said = dotted(words.say(f"level.{level}") for level in facts.levels if level in present)
    choices = tuple(
        Choice(
            words.say("lobby.level", level=words.say(f"level.{level}")),
            SetLevel(level),
            description=about_level(level, words),
        )
        for level in reversed(facts.levels)
    )
    return (Select("level", words.say("lobby.level", level=said), choices),)


# -- the seats


def seats_screen(facts: TableFacts, user_id: int, words: Words, note: str = "") -> Screen:
    """Return the page where a player sits down or moves; the host also frees and swaps seats."""
    is_host = user_id == facts.host_id
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('seats.title')}",
        lines(*(_seat(facts, seat, words) for seat in range(len(facts.seats)))),
        level_lines(facts, words),
        small(words.say("seats.host_how" if is_host else "seats.how")),
    )
    places = tuple(_place(facts, seat, user_id, words) for seat in range(len(facts.seats)))
    choices = _removable(facts, words) if is_host else ()
    removing = (Select("remove", words.say("seats.remove"), choices),) if choices else ()
    back = Row((deed_button(words, "lobby", ShowMore()),))
    return _private(facts, Text(head), Row(places), *removing, back)


def _place(facts: TableFacts, seat: int, user_id: int, words: Words) -> Button:
    """Return the button of a seat, enabled if pressing it has an effect."""
    there = facts.seats[seat]
    may_exchange = user_id == facts.host_id and _sits(facts, user_id)
    is_open = there is None or there.is_robot or may_exchange
    is_own = there is not None and there.user_id == user_id
    label = words.say("seats.sit", seat=seat + 1)
    return Button(label, Sit(seat), "", Style.PLAIN, is_open and not is_own)


def _removable(facts: TableFacts, words: Words) -> tuple[Choice, ...]:
    """Return everybody but the host."""
    return tuple(
        Choice(dotted((str(seat + 1), one.name)), Remove(seat, one.user_id or 0))
        for seat, one in enumerate(facts.seats)
        if one is not None and one.user_id != facts.host_id
    )


def _seat(facts: TableFacts, seat: int, words: Words) -> str:
    return seat_line(facts, facts.seats[seat], seat, words)


def seat_line(facts: TableFacts, sitting: SeatFacts | None, seat: int, words: Words) -> str:
    """Return a seat's number and its player."""
    if sitting is None:
        return f"{seat + 1}\u2002*{words.say('lobby.free')}*"
    host = sitting.user_id == facts.host_id
    return f"{seat + 1}\u2002" + dotted(
        (seated(facts, seat, words), words.say("lobby.host") * host)
    )


def invite_screen(facts: TableFacts, words: Words, note: str = "") -> Screen:
    """Return the select of a member to invite."""
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('invite.title')}",
        small(words.say("invite.how")),
    )
    people = Members(words.say("invite.whom"), Invite())
    return _private(facts, Text(head), people, Row((deed_button(words, "lobby", ShowMore()),)))


# -- the start


def fill_screen(facts: TableFacts, words: Words) -> Screen:
    """Offer to fill free seats with robots, after the host has pressed Start."""
    free = facts.seats.count(None)
    head = lines(f"### {words.count('fill.title', free)}", words.say("fill.how"))
    row = Row((deed_button(words, "fill", StartFilled(), Style.PRIMARY),))
    return _private(facts, Text(head), row)


def _private(facts: TableFacts, *blocks: Block) -> Screen:
    return Screen(facts.game, 0, Tone.PRIVATE, blocks)
