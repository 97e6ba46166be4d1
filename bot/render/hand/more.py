"""The table menu: leaving, pausing, ending early, giving a seat away."""

from bot.deeds.looking import ShowMore, ShowRules
from bot.deeds.table import Back, GetUp, GiveSeat, Leave, Pause, Resume, Stop
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.names import bare
from bot.render.parts import bold, deed_button, lines, small, text_blocks
from bot.render.screen import Block, Button, Members, Row, Screen, Style, Tone
from bot.render.table.board import vote_line, vote_rows
from bot.render.words import Words
from bot.terms import Leaving, Status


def more_screen(view: View, facts: TableFacts, words: Words, note: str = "") -> Screen:
    """Return the whole menu; ``note`` stands above."""
    parts = [f"> {note}" if note else "", f"### {words.say('more.title')}"]
    parts.append(small(words.say("more.explain")))
    if facts.proposal is not None:
        parts.append(bold(vote_line(facts, words)))
    rows = vote_rows(facts, words) if view.seat is not None else ()
    main = Row(tuple(_main(view, facts, words)))
    return _screen(view, facts, lines(*parts), (*rows, main, *_seats(view, facts, words)))


def leave_screen(view: View, facts: TableFacts, words: Words, how: Leaving) -> Screen:
    """Ask for confirmation of leaving, with its consequences."""
    head = lines(f"### {words.say('more.leave')}", words.say(f"more.leave.{how}"))
    return _asking(view, facts, words, head, "leave_yes", GetUp(how))


def stop_screen(view: View, facts: TableFacts, words: Words) -> Screen:
    """Ask for confirmation of an early end; a sole human needs no other vote."""
    people = [seat for seat in facts.seats if seat is not None and seat.user_id is not None]
    what, name = ("alone", "stop_alone") if len(people) == 1 else ("explain", "stop_yes")
    head = lines(f"### {words.say('more.stop')}", words.say(f"more.stop.{what}"))
    return _asking(view, facts, words, head, name, Stop(is_sure=True))


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


def give_screen(view: View, facts: TableFacts, words: Words, seat: int) -> Screen:
    """Ask which member gets a seat, with the consequences."""
    key = "give.own" if seat == view.seat else "give.left"
    head = lines(f"### {words.say('give.title')}", words.say(key, name=facts.name(seat)))
    choose = Members(words.say("give.choose"), GiveSeat(seat))
    back = Row((deed_button(words, "no_back", ShowMore()),))
    return _screen(view, facts, head, (choose, back))


def _seats(view: View, facts: TableFacts, words: Words) -> tuple[Row, ...]:
    """Return the buttons of the seats that may be given away."""
    if view.seat is None or facts.status is not Status.PLAYING:
        return ()
    own = Button(words.say("button.give_own"), GiveSeat(view.seat))
    left = (
        Button(words.say("button.give", name=bare(facts.name(seat))), GiveSeat(seat))
        for seat, has_left in enumerate(facts.left())
        if has_left
    )
    return (Row((own, *left)),)


def _asking(
    view: View, facts: TableFacts, words: Words, head: str, name: str, deed: GetUp | Stop
) -> Screen:
    yes = deed_button(words, name, deed, Style.DANGER)
    back = deed_button(words, "no_back", ShowMore())
    return _screen(view, facts, head, (Row((yes, back)),))


def _screen(view: View, facts: TableFacts, head: str, rows: tuple[Block, ...]) -> Screen:
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head), *rows))
