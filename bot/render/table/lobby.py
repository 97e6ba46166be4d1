"""The lobby: what will be played, who sits, what is still needed."""

from bot.deeds.table import (
    AddRobot,
    Cut,
    HouseRules,
    Join,
    Leave,
    SetClock,
    SetFriendly,
    SetLevel,
    ShowRules,
    Start,
)
from bot.engine.rules import Rules
from bot.render.agreements.phrases import Differences, differences_line, game_title, length_line
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import LINE, deed_button, dotted, lines, seated, small, timed
from bot.render.screen import Button, Choice, Row, Screen, Select, Style, Text, Tone
from bot.render.table.deck import deck_lines
from bot.render.words import TableWords, Words


def lobby_screen(facts: TableFacts, rules: Rules, differences: Differences, words: Words) -> Screen:
    """The public message of a table that has not started."""
    words = words_at(rules, words)
    return Screen(
        facts.game,
        0,
        Tone.WAITING,
        (
            Text(_head(facts, rules, differences, words)),
            LINE,
            Text(_seats(facts, words)),
            *_level(facts, words),
            Row(_main(facts, words)),
            Row(_agreements(facts, words)),
            Text(lines(_foot(facts, words), deck_lines(facts, 1, words))),
        ),
    )


def _head(facts: TableFacts, rules: Rules, differences: Differences, words: TableWords) -> str:
    title = words.say("lobby.title", game=game_title(rules, words))
    clock = words.say(f"clock.{facts.clock}")
    return lines(
        f"## {title}",
        differences_line(rules, differences, words),
        small(dotted((clock, length_line(rules, facts, words)))),
        small(words.say(f"kind.{facts.kind}")),
    )


def _seats(facts: TableFacts, words: TableWords) -> str:
    return lines(*(_seat(facts, seat, words) for seat in range(len(facts.seats))))


def _seat(facts: TableFacts, seat: int, words: TableWords) -> str:
    sitting = facts.seats[seat]
    if sitting is None:
        return f"{seat + 1}\u2002*{words.say('lobby.free')}*"
    host = sitting.user_id == facts.host_id
    return f"{seat + 1}\u2002" + dotted(
        (seated(facts, seat, words), words.say("lobby.host") * host)
    )


def _level(facts: TableFacts, words: TableWords) -> tuple[Select, ...]:
    """How the robots at the table play, the strongest first; nothing where there is no choice."""
    present = {sitting.level for sitting in facts.seats if sitting and sitting.is_robot}
    if not present or len(facts.levels) < 2:
        return ()
    said = dotted(words.say(f"level.{level}") for level in facts.levels if level in present)
    choices = tuple(
        Choice(
            words.say(f"level.{level}"),
            SetLevel(level),
            description=words.say(f"level.{level}.about"),
        )
        for level in reversed(facts.levels)
    )
    return (Select("level", words.say("lobby.level", level=said), choices),)


def _main(facts: TableFacts, words: TableWords) -> tuple[Button, ...]:
    is_full = None not in facts.seats
    start = Button(words.say("button.start"), Start(), "", Style.PRIMARY, is_full)
    join = Button(words.say("button.join"), Join(), "", Style.GOOD, not is_full)
    robot = Button(words.say("button.robot"), AddRobot(), "", Style.PLAIN, not is_full)
    return (join, deed_button(words, "leave", Leave()), robot, start)


def _agreements(facts: TableFacts, words: TableWords) -> tuple[Button, ...]:
    """What is looked at, cut, or changed by the host, before the start."""
    turn = "off" if facts.friendly else "on"
    return (
        deed_button(words, "rules", ShowRules()),
        deed_button(words, "house", HouseRules()),
        deed_button(words, "clock", SetClock()),
        deed_button(words, f"friendly_{turn}", SetFriendly(not facts.friendly)),
        deed_button(words, "cut", Cut(1)),
    )


def _foot(facts: TableFacts, words: TableWords) -> str:
    free = facts.seats.count(None)
    state = words.count("lobby.waiting", free) if free else words.say("lobby.ready")
    closes = words.say("lobby.closes", when=timed(facts)) if facts.deadline else ""
    return small(dotted((state, closes)))
