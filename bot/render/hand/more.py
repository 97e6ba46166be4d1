"""What is seldom needed: leaving, a pause, ending early; each says what will happen."""

from typing import assert_never

from bot.deeds.table import Back, Leave, Pause, Resume, ShowMore, ShowRules, Stop
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.parts import bold, deed_button, lines, small, text_blocks
from bot.render.screen import Button, Row, Screen, Style, Tone
from bot.render.table.board import vote_line, vote_rows
from bot.render.words import Words
from bot.terms import Status


def more_screen(
    view: View, facts: TableFacts, words: Words, confirm: Leave | Stop | None = None
) -> Screen:
    """``confirm`` is the deed that has to be said a second time."""
    match confirm:
        case Leave():
            return _confirm(view, facts, words, "leave", Leave(is_sure=True))
        case Stop():
            return _confirm(view, facts, words, "stop", Stop(is_sure=True))
        case None:
            return _all(view, facts, words)
        case _:
            assert_never(confirm)


def _all(view: View, facts: TableFacts, words: Words) -> Screen:
    parts = [f"### {words.say('more.title')}", small(words.say("more.explain"))]
    if facts.vote_kind:
        parts.append(bold(vote_line(facts, words)))
    rows = vote_rows(facts, words) if view.seat is not None else ()
    main = Row(tuple(_main(view, facts, words)))
    return _screen(view, facts, lines(*parts), (*rows, main))


def _main(view: View, facts: TableFacts, words: Words) -> list[Button]:
    if view.seat is None:
        return [deed_button(words, "rules", ShowRules())]
    resting = facts.status is Status.PAUSED
    name, deed = ("resume", Resume()) if resting else ("pause", Pause())
    row = [deed_button(words, name, deed)]
    sitting = facts.seats[view.seat]
    if sitting is not None and sitting.is_away:
        row.insert(0, deed_button(words, "back", Back(), Style.GOOD))
    row += [deed_button(words, "rules", ShowRules()), deed_button(words, "stop", Stop())]
    return [*row, deed_button(words, "leave", Leave(), Style.DANGER)]


def _confirm(view: View, facts: TableFacts, words: Words, what: str, deed: Leave | Stop) -> Screen:
    head = lines(f"### {words.say(f'more.{what}')}", words.say(f"more.{what}.explain"))
    yes = deed_button(words, f"{what}_yes", deed, Style.DANGER)
    back = deed_button(words, "no_back", ShowMore())
    return _screen(view, facts, head, (Row((yes, back)),))


def _screen(view: View, facts: TableFacts, head: str, rows: tuple[Row, ...]) -> Screen:
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head), *rows))
