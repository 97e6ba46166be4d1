"""Private dialogs: claims, confirmations, explanations, and the table menu.

A claim asks how many tricks the player takes, then how the others share the rest.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Bid, Claim, Play
from bot.engine.cards import Seat, suit_of
from bot.engine.deal import Stage
from bot.engine.game import ForbiddenActions
from bot.engine.notation import format_action
from bot.engine.view import DealView, SeatView, View
from bot.model.enums import LeaveOutcome, Status
from bot.render import formatting, screen
from bot.render.families import presenter_of, table_words
from bot.render.hand import decision, kibitz_screens
from bot.render.rule_text import option_line, option_values
from bot.render.screen import unescaped_name
from bot.render.screen_data import TableData
from bot.render.table.board import vote_line, vote_rows
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import (
    ChooseSuccessor,
    ClaimTricks,
    ConfirmLeave,
    LeaveTable,
    ProposePause,
    ProposeStop,
    ResumeGame,
    ReturnToSeat,
    ShowHand,
)
from bot.ui_commands.view_commands import ShowMorePage, ShowRules, ShowTableInWords


def legal_claims(view: SeatView) -> tuple[Claim, ...]:
    return tuple([action for action in view.legal if isinstance(action, Claim)])


def claim_screen(
    view: SeatView, facts: TableData, words: Words, mine: int | None = None
) -> screen.Screen:
    """Return the first question, or with ``mine`` tricks chosen the second."""
    back = screen.ButtonRow((formatting.command_button(words, "to_hand", ShowHand()),))
    blocks = (*_question(view, facts, words, mine), back)
    return screen.Screen(facts.game, view.version, screen.Tone.PRIVATE, blocks)


def _question(
    view: SeatView, facts: TableData, words: Words, mine: int | None
) -> tuple[screen.Block, ...]:
    claims, table = legal_claims(view), view.table
    if not claims or table is None or view.seat not in table.seats:
        return (screen.Text(words.say("claim.not_now")),)
    place = table.seats.index(view.seat)
    fitting = [claim for claim in claims if claim.tricks[place] == mine]
    if mine is None or not fitting:
        return _own_tricks_blocks(claims, place, words)
    return _split_blocks(mine, fitting, table.seats, facts, words)


def _own_tricks_blocks(
    claims: Sequence[Claim], place: int, words: Words
) -> tuple[screen.Block, ...]:
    """Ask how many of the remaining tricks the player takes."""
    left = words.say_plural("claim.left", sum(claims[0].tricks))
    counts = sorted({claim.tricks[place] for claim in claims}, reverse=True)
    choices = tuple(
        screen.SelectChoice(words.say_plural("claim.choice", n), _press_for_count(claims, place, n))
        for n in counts
    )
    head = formatting.join_lines(
        formatting.bold(left), formatting.small_print(words.say("claim.explain"))
    )
    return (screen.Text(head), screen.Select("mine", words.say("claim.mine"), choices))


def _press_for_count(
    claims: Sequence[Claim], place: int, mine: int
) -> screen.ActionPress | ClaimTricks:
    """Return the second question, or the claim itself if only one split remains."""
    fitting = [claim for claim in claims if claim.tricks[place] == mine]
    return screen.ActionPress(format_action(fitting[0])) if len(fitting) == 1 else ClaimTricks(mine)


def _split_blocks(
    mine: int, claims: Sequence[Claim], seats: Sequence[Seat], facts: TableData, words: Words
) -> tuple[screen.Block, ...]:
    """Ask how the others share the remaining tricks."""
    head = formatting.join_lines(
        formatting.bold(words.say_plural("claim.i_take", mine)),
        formatting.small_print(words.say("claim.how")),
    )
    return (screen.Text(head), _split_select(claims, seats, facts, words))


def _split_select(
    claims: Sequence[Claim], seats: Sequence[Seat], facts: TableData, words: Words
) -> screen.Select:
    choices = tuple(
        screen.SelectChoice(
            _split_label(claim, seats, facts), screen.ActionPress(format_action(claim))
        )
        for claim in claims
    )
    return screen.Select("splits", words.say("claim.split"), choices)


def _split_label(claim: Claim, seats: Sequence[Seat], facts: TableData) -> str:
    """Return "Ana 4, Boris 1, Vera 0"."""
    pairs = zip(seats, claim.tricks, strict=True)
    return ", ".join(f"{unescaped_name(facts.name(seat))} {n}" for seat, n in pairs)


# The confirmation of an irreversible action, with its price.


# acts beside contracts that are asked twice, each with a question of its own
_CONFIRMED: Final[Mapping[Action, str]] = {
    act.ACCEPT: "accept",
    act.CONCEDE: "concede",
    act.THROW: "throw",
}


def confirmation_screen(
    view: SeatView, action: Action, facts: TableData, words: Words
) -> screen.Screen:
    """Return the price of an action, and both answers; "back" comes first, against slips."""
    words = table_words(view.rules, words)
    kind, label = _CONFIRMED.get(action, "contract"), _action_name(action, view, words)
    head = formatting.join_lines(
        f"### {words.say(f'twice.title.{kind}', act=label)}",
        _price_text(view, action, facts, words),
    )
    yes = screen.Button(
        words.say(f"twice.yes.{kind}", act=label),
        screen.ActionPress(format_action(action)),
        "",
        screen.Style.DANGER,
    )
    row = screen.ButtonRow((formatting.command_button(words, "no_back", ShowHand()), yes))
    hand = formatting.hand_tiles(view.hand) if view.hand else ""
    return screen.Screen(
        facts.game, view.version, screen.Tone.PRIVATE, (*formatting.text_blocks(head, hand), row)
    )


def _action_name(action: Action, view: SeatView, words: TableWords) -> str:
    if isinstance(action, act.Bid | act.Declare):
        return words.contract_spoken(
            presenter_of(view.rules).shown_contract(view.rules, action.name)
        )
    return decision.answer_button(action, view, words).label


def _price_text(view: SeatView, action: Action, facts: TableData, words: TableWords) -> str:
    price = presenter_of(view.rules).confirmation_price(view, action)
    if price is None:
        return _claim_price(view, facts, words)
    dealer = "" if view.table is None else facts.name(view.table.dealer)
    return words.say(price.key, dealer=dealer, **price.numbers)


def _claim_price(view: SeatView, facts: TableData, words: TableWords) -> str:
    """Return the claimed tricks, and each player's score if they are accepted."""
    tricks = decision.decision_help(view, view.table, facts, words)
    sums = ", ".join(
        f"{facts.name(seat)} {formatting.format_signed(n)}" for seat, n in enumerate(facts.agreed)
    )
    return formatting.join_lines(tricks, words.say("twice.claim", sums=sums) if sums else "")


# Explanations: a barred action, the rule behind it, and the house rule if it is one.

_MOST_NAMED = 4


def has_explanation(view: SeatView) -> bool:
    """True if there is something to explain: a grey card, or a call barred in the auction."""
    if not view.is_my_turn or view.table is None:
        return False
    if view.stage is Stage.PLAY:
        return len(decision.playable_cards(view)) < len(decision.hand_on_turn(view, view.table))
    return view.stage is Stage.AUCTION


def explanation_screen(
    view: SeatView, rules: Sequence[ForbiddenActions], facts: TableData, words: Words
) -> screen.Screen:
    """Return one paragraph per reason."""
    words = table_words(view.rules, words)
    told = [_paragraph(view, one, words) for one in rules] or [words.say("because.nothing")]
    back = screen.ButtonRow(
        (formatting.command_button(words, "to_hand", ShowHand(), screen.Style.PRIMARY),)
    )
    head = formatting.text_blocks(f"### {words.say('because.title')}", *told)
    return screen.Screen(facts.game, view.version, screen.Tone.PRIVATE, (*head, back))


def _paragraph(view: SeatView, one: ForbiddenActions, words: TableWords) -> str:
    cause = _house_rule(view, one, words)
    return formatting.join_lines(
        formatting.bold(_action_names(one.actions, words)),
        words.say(f"because.{one.reason}", **_placeholders(view, words)),
        formatting.small_print(
            words.say("because.house", rule=cause) if cause else words.say("because.always")
        ),
    )


def _action_names(actions: Sequence[Action], words: TableWords) -> str:
    """Return the cards, or the calls; of many calls the first and the last."""
    cards = [action.card for action in actions if isinstance(action, Play)]
    if cards:
        return formatting.card_tiles(cards)
    calls = [words.contract(action.name) for action in actions if isinstance(action, Bid)]
    if len(calls) <= _MOST_NAMED:
        return ", ".join(calls)
    return words.say("because.from_to", first=calls[0], last=calls[-1])


def _placeholders(view: SeatView, words: TableWords) -> dict[str, str]:
    """Return the placeholders of the sentences: the suit led, trumps, the lowest legal call."""
    led = None if view.table is None else decision.led_card(view.table)
    bids = [action.name for action in view.legal if isinstance(action, Bid)]
    return {
        "suit": "" if led is None else words.suit(suit_of(led).letter),
        "trump": _trump(view.table, words),
        "least": words.contract(bids[0]) if bids else words.say("act.pass"),
    }


def _trump(table: DealView | None, words: TableWords) -> str:
    trump = -1 if table is None or table.contract is None else table.contract.trump
    return words.suit("SCDH"[trump]) if trump >= 0 else ""


def _house_rule(view: SeatView, one: ForbiddenActions, words: TableWords) -> str:
    """Return the table's house rule behind a reason; "" where every table has the rule."""
    option = presenter_of(view.rules).reason_options.get(one.reason)
    return "" if option is None else option_line(words, option, option_values(view.rules)[option])


# The table menu: leaving, pausing, ending early, giving a seat away.


def table_menu_screen(view: View, facts: TableData, words: Words, note: str = "") -> screen.Screen:
    """Return the whole menu; ``note`` stands above."""
    parts = [f"> {note}" if note else "", f"### {words.say('more.title')}"]
    parts.append(formatting.small_print(words.say("more.explain")))
    if facts.proposal is not None:
        parts.append(formatting.bold(vote_line(facts, words)))
    parts.append(kibitz_screens.kibitzers_line(facts, words))
    asked: tuple[screen.Block, ...] = kibitz_screens.question_blocks(facts, words)
    if view.seat is not None:
        asked = (*asked, *vote_rows(facts, words))
    main = screen.ButtonRow(tuple(_menu_buttons(view, facts, words)))
    in_words = formatting.command_button(words, "in_words", ShowTableInWords())
    told = screen.ButtonRow((in_words, *kibitz_screens.kibitz_button(view, facts, words)))
    rows = (*asked, main, told, *_handover_rows(view, facts, words))
    return _menu_page(view, facts, formatting.join_lines(*parts), rows)


def leave_screen(view: View, facts: TableData, words: Words, how: LeaveOutcome) -> screen.Screen:
    """Ask for confirmation of leaving, with its consequences."""
    head = formatting.join_lines(f"### {words.say('more.leave')}", words.say(f"more.leave.{how}"))
    return _confirm_screen(view, facts, words, head, "leave_yes", ConfirmLeave(how))


def stop_screen(view: View, facts: TableData, words: Words) -> screen.Screen:
    """Ask for confirmation of an early end; a sole human needs no other vote."""
    people = [seat for seat in facts.seats if seat is not None and seat.user_id is not None]
    what, name = ("alone", "stop_alone") if len(people) == 1 else ("explain", "stop_yes")
    head = formatting.join_lines(f"### {words.say('more.stop')}", words.say(f"more.stop.{what}"))
    return _confirm_screen(view, facts, words, head, name, ProposeStop(is_confirmed=True))


def _menu_buttons(view: View, facts: TableData, words: Words) -> list[screen.Button]:
    if view.seat is None:
        return [formatting.command_button(words, "rules", ShowRules())]
    resting = facts.status is Status.PAUSED
    name, command = ("resume", ResumeGame()) if resting else ("pause", ProposePause())
    row = [formatting.command_button(words, name, command)]
    sitting = facts.seats[view.seat]
    if sitting is not None and sitting.is_away:
        row.insert(0, formatting.command_button(words, "back", ReturnToSeat(), screen.Style.GOOD))
    row += [
        formatting.command_button(words, "rules", ShowRules()),
        formatting.command_button(words, "stop", ProposeStop()),
    ]
    return [*row, formatting.command_button(words, "leave", LeaveTable(), screen.Style.DANGER)]


def handover_screen(view: View, facts: TableData, words: Words, seat: int) -> screen.Screen:
    """Ask which member gets a seat, with the consequences."""
    key = "give.own" if seat == view.seat else "give.left"
    head = formatting.join_lines(
        f"### {words.say('give.title')}", words.say(key, name=facts.name(seat))
    )
    choose = screen.MemberPicker(words.say("give.choose"), ChooseSuccessor(seat))
    back = screen.ButtonRow((formatting.command_button(words, "no_back", ShowMorePage()),))
    return _menu_page(view, facts, head, (choose, back))


def _handover_rows(view: View, facts: TableData, words: Words) -> tuple[screen.ButtonRow, ...]:
    """Return the buttons of the seats that may be given away."""
    if view.seat is None or facts.status is not Status.PLAYING:
        return ()
    own = screen.Button(words.say("button.give_own"), ChooseSuccessor(view.seat))
    left = (
        screen.Button(
            words.say("button.give", name=unescaped_name(facts.name(seat))), ChooseSuccessor(seat)
        )
        for seat, has_left in enumerate(facts.seats_left())
        if has_left
    )
    return (screen.ButtonRow((own, *left)),)


def _confirm_screen(
    view: View,
    facts: TableData,
    words: Words,
    head: str,
    name: str,
    command: ConfirmLeave | ProposeStop,
) -> screen.Screen:
    yes = formatting.command_button(words, name, command, screen.Style.DANGER)
    back = formatting.command_button(words, "no_back", ShowMorePage())
    return _menu_page(view, facts, head, (screen.ButtonRow((yes, back)),))


def _menu_page(
    view: View, facts: TableData, head: str, rows: tuple[screen.Block, ...]
) -> screen.Screen:
    return screen.Screen(
        facts.game, view.version, screen.Tone.PRIVATE, (*formatting.text_blocks(head), *rows)
    )
