"""Screens of a user's own deals: the list, and the confirmation before one is deleted."""

from collections.abc import Sequence

from bot.notation.single_deal import SingleDeal
from bot.render import safe_text
from bot.render.formatting import command_button, join_dotted, join_lines, small_print, text_blocks
from bot.render.screen import Block, ButtonRow, Screen, Select, SelectChoice, Style, Tone
from bot.render.words import Words
from bot.store.queries.own_deals import MOST_NAMED, OwnDeal
from bot.ui_commands.deal_commands import DropOwnDeal, OpenOwnDeal, ShowOwnDeals

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
