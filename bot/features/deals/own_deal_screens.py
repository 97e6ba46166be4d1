"""Screens of a user's own deals: the list, the faults of a form, the confirmation."""

from collections.abc import Sequence

from bot.features.deals.typed_hands import PLACES, SIZES, FoundFault
from bot.features.solo_play import seat_letter
from bot.notation.single_deal import SingleDeal
from bot.render import safe_text
from bot.render.formatting import command_button, join_dotted, join_lines, small_print, text_blocks
from bot.render.screen import (
    AttachedFile,
    Block,
    ButtonRow,
    Screen,
    Select,
    SelectChoice,
    Style,
    Tone,
)
from bot.render.words import Words
from bot.store.queries.own_deals import MOST_NAMED, OwnDeal
from bot.ui_commands.deal_commands import (
    DropOwnDeal,
    EnterOwnDeal,
    OpenOwnDeal,
    ReadDealFile,
    ShowOwnDeals,
)

ListedDeal = tuple[OwnDeal, SingleDeal]


def own_deals_screen(deals: Sequence[ListedDeal], words: Words, note: str = "") -> Screen:
    """Return the list: deals with a name, and those opened lately."""
    named = sorted((one for one in deals if one[0].name), key=lambda one: one[0].name.casefold())
    opened = [one for one in deals if not one[0].name]
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('own.title')}",
        words.say("own.count", n=len(named), limit=MOST_NAMED) if named else words.say("own.none"),
        small_print(words.say("own.how")),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(head),
        *_select("named", words.say("own.choose"), named, words),
        *_select("opened", words.say("own.lately"), opened, words),
        ButtonRow(
            (
                command_button(words, "own_new", EnterOwnDeal(), Style.PRIMARY),
                command_button(words, "own_file", ReadDealFile()),
            )
        ),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _select(
    name: str, placeholder: str, deals: Sequence[ListedDeal], words: Words
) -> tuple[Block, ...]:
    choices = tuple(
        SelectChoice(_label(own, deal, words), OpenOwnDeal(own.deal_id), description=told)
        for own, deal in deals
        for told in (_description(own, deal, words),)
    )
    return (Select(name, placeholder, choices),) if choices else ()


def _label(own: OwnDeal, deal: SingleDeal, words: Words) -> str:
    return own.name or join_dotted((words.say(f"preset.{deal.rules.preset}"), own.code[:12] + "…"))


def _description(own: OwnDeal, deal: SingleDeal, words: Words) -> str:
    preset = words.say(f"preset.{deal.rules.preset}") if own.name else ""
    tries = words.say_plural("own.tries", own.tries) if own.tries else ""
    return join_dotted((preset, words.say(f"own.origin.{own.origin}"), tries))


def drop_screen(own: OwnDeal, words: Words) -> Screen:
    """Ask the user to confirm that a deal with a name is deleted."""
    told = words.say("own.drop", name=safe_text.safe_name(own.name))
    sure = DropOwnDeal(own.deal_id, is_sure=True)
    row = (
        command_button(words, "own_drop_sure", sure, Style.DANGER),
        command_button(words, "own_deals", ShowOwnDeals()),
    )
    return Screen(0, 0, Tone.ALARM, (*text_blocks(told), ButtonRow(row)))


# The form of hands: a sentence for each fault, and the way back to what was typed.


def form_faults_screen(
    faults: Sequence[FoundFault], dealer: str, typed: Sequence[str], words: Words
) -> Screen:
    """Return every fault of a form; ``dealer`` is an unreadable dealer, "" if there is one.

    ``typed`` are the texts of the fields, so that nothing is lost.
    """
    told = [_fault_line(fault, words) for fault in faults]
    if dealer:
        told.append(words.say("form.dealer.unknown", said=safe_text.safe_name(dealer)))
    kept = [f"`{safe_text.unescaped_name(safe_text.safe_name(text))}`" for text in typed if text]
    row = ButtonRow((command_button(words, "own_correct", EnterOwnDeal(), Style.PRIMARY),))
    head = f"### {words.say('form.faults')}"
    lines = join_lines(head, *(f"- {line}" for line in told))
    return Screen(0, 0, Tone.ALARM, (*text_blocks(lines, join_lines(*kept)), row))


def _fault_line(fault: FoundFault, words: Words) -> str:
    facts: dict[str, str | int] = {
        "place": place_text(fault.place, words),
        "said": safe_text.safe_name(fault.said) if fault.said else "",
        "cards": words.cards(fault.cards),
        "n": fault.count,
        "wanted": SIZES[fault.place],
    }
    return words.say(f"form.fault.{fault.kind}", **facts)


def place_text(place: int, words: Words) -> str:
    """Return the label of a field: a player or the talon."""
    if place == PLACES - 1:
        return words.say("form.talon")
    return words.say("deal_page.player", letter=seat_letter(place))


# The deals of matches as files.


def export_screen(
    matches: int, deals: int, files: tuple[AttachedFile, ...], words: Words
) -> Screen:
    """Return the files with the deals of matches."""
    told = join_dotted(
        (words.say_plural("export.matches", matches), words.say_plural("final.deals", deals))
    )
    head = join_lines(
        f"### {words.say('export.title')}", told, small_print(words.say("export.how"))
    )
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(head), *files))
