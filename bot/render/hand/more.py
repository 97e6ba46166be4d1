"""The table menu: leaving, pausing, ending early, giving a seat away."""

from bot.deeds.looking import ShowMorePage, ShowRules
from bot.deeds.table import (
    ChooseSuccessor,
    ConfirmLeave,
    LeaveTable,
    ProposePause,
    ProposeStop,
    ResumeGame,
    ReturnToSeat,
)
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.names import unescaped_name
from bot.render.parts import bold, command_button, join_lines, small_print, text_blocks
from bot.render.screen import Block, Button, ButtonRow, MemberPicker, Screen, Style, Tone
from bot.render.table.board import vote_line, vote_rows
from bot.render.words import Words
from bot.terms import LeaveOutcome, Status


def table_menu_screen(view: View, facts: TableData, words: Words, note: str = "") -> Screen:
    """Return the whole menu; ``note`` stands above."""
    parts = [f"> {note}" if note else "", f"### {words.say('more.title')}"]
    parts.append(small_print(words.say("more.explain")))
    if facts.proposal is not None:
        parts.append(bold(vote_line(facts, words)))
    rows = vote_rows(facts, words) if view.seat is not None else ()
    main = ButtonRow(tuple(_menu_buttons(view, facts, words)))
    return _menu_page(
        view, facts, join_lines(*parts), (*rows, main, *_handover_rows(view, facts, words))
    )


def leave_screen(view: View, facts: TableData, words: Words, how: LeaveOutcome) -> Screen:
    """Ask for confirmation of leaving, with its consequences."""
    head = join_lines(f"### {words.say('more.leave')}", words.say(f"more.leave.{how}"))
    return _confirm_screen(view, facts, words, head, "leave_yes", ConfirmLeave(how))


def stop_screen(view: View, facts: TableData, words: Words) -> Screen:
    """Ask for confirmation of an early end; a sole human needs no other vote."""
    people = [seat for seat in facts.seats if seat is not None and seat.user_id is not None]
    what, name = ("alone", "stop_alone") if len(people) == 1 else ("explain", "stop_yes")
    head = join_lines(f"### {words.say('more.stop')}", words.say(f"more.stop.{what}"))
    return _confirm_screen(view, facts, words, head, name, ProposeStop(is_confirmed=True))


def _menu_buttons(view: View, facts: TableData, words: Words) -> list[Button]:
    if view.seat is None:
        return [command_button(words, "rules", ShowRules())]
    resting = facts.status is Status.PAUSED
    name, deed = ("resume", ResumeGame()) if resting else ("pause", ProposePause())
    row = [command_button(words, name, deed)]
    sitting = facts.seats[view.seat]
    if sitting is not None and sitting.is_away:
        row.insert(0, command_button(words, "back", ReturnToSeat(), Style.GOOD))
    row += [
        command_button(words, "rules", ShowRules()),
        command_button(words, "stop", ProposeStop()),
    ]
    return [*row, command_button(words, "leave", LeaveTable(), Style.DANGER)]


def handover_screen(view: View, facts: TableData, words: Words, seat: int) -> Screen:
    """Ask which member gets a seat, with the consequences."""
    key = "give.own" if seat == view.seat else "give.left"
    head = join_lines(f"### {words.say('give.title')}", words.say(key, name=facts.name(seat)))
    choose = MemberPicker(words.say("give.choose"), ChooseSuccessor(seat))
    back = ButtonRow((command_button(words, "no_back", ShowMorePage()),))
    return _menu_page(view, facts, head, (choose, back))


def _handover_rows(view: View, facts: TableData, words: Words) -> tuple[ButtonRow, ...]:
    """Return the buttons of the seats that may be given away."""
    if view.seat is None or facts.status is not Status.PLAYING:
        return ()
    own = Button(words.say("button.give_own"), ChooseSuccessor(view.seat))
    left = (
        Button(
            words.say("button.give", name=unescaped_name(facts.name(seat))), ChooseSuccessor(seat)
        )
        for seat, has_left in enumerate(facts.seats_left())
        if has_left
    )
    return (ButtonRow((own, *left)),)


def _confirm_screen(
    view: View,
    facts: TableData,
    words: Words,
    head: str,
    name: str,
    deed: ConfirmLeave | ProposeStop,
) -> Screen:
    yes = command_button(words, name, deed, Style.DANGER)
    back = command_button(words, "no_back", ShowMorePage())
    return _menu_page(view, facts, head, (ButtonRow((yes, back)),))


def _menu_page(view: View, facts: TableData, head: str, rows: tuple[Block, ...]) -> Screen:
    return Screen(facts.game, view.version, Tone.PRIVATE, (*text_blocks(head), *rows))
