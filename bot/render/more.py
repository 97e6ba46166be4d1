"""What is seldom needed: leaving, a pause, ending early; each says what will happen."""

from bot.engine.view import View
from bot.render.board import vote_line, vote_rows
from bot.render.facts import TableFacts
from bot.render.parts import bold, deed_button, lines, small, text_blocks
from bot.render.screen import Button, Row, Screen, Style, Tone
from bot.render.words import Words
from bot.terms import Status


def more_screen(view: View, facts: TableFacts, words: Words, confirm: str = "") -> Screen:
    """``confirm`` is the deed to be confirmed: leave or stop."""
    if confirm in ("leave", "stop"):
        return _confirm(view, facts, words, confirm)
    parts = [f"### {words.say('more.title')}", small(words.say("more.explain"))]
    if facts.vote_kind:
        parts.append(bold(vote_line(facts, words)))
    rows = vote_rows(facts, words) if view.seat is not None else ()
    main = Row(tuple(_main(view, facts, words)))
    return _screen(view, facts, lines(*parts), (*rows, main))


def _main(view: View, facts: TableFacts, words: Words) -> list[Button]:
    if view.seat is None:
        return [deed_button(words, "rules")]
    resting = facts.status is Status.PAUSED
    row = [deed_button(words, "resume" if resting else "pause")]
    sitting = facts.seats[view.seat]
    if sitting is not None and sitting.is_away:
        row.insert(0, deed_button(words, "back", Style.GOOD))
    row += [deed_button(words, "rules"), deed_button(words, "stop")]
    return [*row, deed_button(words, "leave", Style.DANGER)]


def _confirm(view: View, facts: TableFacts, words: Words, what: str) -> Screen:
    head = lines(f"### {words.say(f'more.{what}')}", words.say(f"more.{what}.explain"))
    yes = deed_button(words, f"{what}_yes", Style.DANGER, press=f"{what} yes")
    back = deed_button(words, "no_back", press="more")
    return _screen(view, facts, head, (Row((yes, back)),))


def _screen(view: View, facts: TableFacts, head: str, rows: tuple[Row, ...]) -> Screen:
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head), *rows))
