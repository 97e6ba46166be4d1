"""The page of one deal by itself: hands, calls, result, code, and the files to keep."""

from dataclasses import dataclass

from bot.engine import actions, cards
from bot.engine.deal import DealResult
from bot.notation.imports.reconstruction import ImportedDeal
from bot.notation.single_deal import SingleDeal, active_seats
from bot.render import families, safe_text
from bot.render.formatting import (
    bold,
    format_signed,
    hand_tiles,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import AttachedFile, Block, Button, ButtonRow, Divider, Screen, Tone
from bot.render.words import TableWords, Words
from bot.ui_commands.view_commands import ShowDeal

_LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class DealPage:
    """One deal with all that its page shows.

    ``game``, ``version`` and ``number`` are those of a past deal of a table, 0 for every other.
    ``result`` and ``balance`` are of a deal that was played to its score.  ``link`` leads to the
    replay page, "" without one.  ``more`` counts further deals of the same file.
    """

    imported: ImportedDeal
    code: str
    result: DealResult | None
    balance: tuple[int, ...]
    link: str = ""
    more: int = 0
    file: AttachedFile | None = None
    game: int = 0
    version: int = 0
    number: int = 0

    @property
    def deal(self) -> SingleDeal:
        return self.imported.deal


def deal_page_screen(page: DealPage, words: Words) -> Screen:
    """Return the page; players are called by the letters of their seats."""
    said = families.table_words(page.deal.rules, words)
    blocks: list[Block] = [
        *text_blocks(_heading(page, said), _hands(page.deal, said)),
        Divider(),
        *text_blocks(_calls(page.deal, said), _result(page, said), _wrong_card(page, said)),
        *text_blocks(_code(page, said)),
    ]
    if page.file is not None:
        blocks.append(page.file)
    if page.number:
        back = Button(words.say("board.deal", number=page.number), ShowDeal(page.number))
        blocks.append(ButtonRow((back,)))
    return Screen(page.game, page.version, Tone.PRIVATE, tuple(blocks))


def _heading(page: DealPage, words: TableWords) -> str:
    title = safe_text.safe_name(page.imported.title) if page.imported.title else ""
    preset = words.say(f"preset.{page.deal.rules.preset}")
    head = f"### {join_dotted((words.say('deal_page.title'), preset, title))}"
    more = words.say_plural("deal_page.more", page.more) if page.more else ""
    return join_lines(head, small_print(more) if more else "")


def _player(seat: cards.Seat, deal: SingleDeal, words: TableWords) -> str:
    name = words.say("deal_page.player", letter=_LETTERS[seat])
    if seat == deal.rules.dummy:
        return words.say("seat.dummy")
    return join_dotted((name, words.say("deal_page.dealer") if seat == deal.dealer else ""))


def _hands(deal: SingleDeal, words: TableWords) -> str:
    hands = [
        f"{bold(_player(seat, deal, words))}\n{hand_tiles(deal.hands[seat])}"
        for seat in active_seats(deal.rules, deal.dealer)
    ]
    talon = f"{bold(words.say('talon.word'))}\n{words.cards(deal.talon)}"
    return join_lines(*hands, talon)


def _calls(deal: SingleDeal, words: TableWords) -> str:
    """Return everything said before and between the cards, in order."""
    said = [
        f"{_LETTERS[seat]} {words.action(action)}"
        for seat, action in deal.course
        if not isinstance(action, actions.Play)
    ]
    cards = sum(isinstance(action, actions.Play) for _, action in deal.course)
    played = words.say_plural("deal_page.cards", cards) if cards else ""
    return join_lines(join_dotted(said), small_print(played) if played else "")


def _result(page: DealPage, words: TableWords) -> str:
    if page.result is None:
        return ""
    parts = [
        f"{_LETTERS[seat]} {page.result.won[seat]} · {bold(format_signed(amount))}"
        for seat, amount in enumerate(page.balance)
        if seat != page.deal.rules.dummy
    ]
    return join_lines(words.say("deal_page.result"), *parts)


def _wrong_card(page: DealPage, words: TableWords) -> str:
    imported = page.imported
    if not imported.wrong_card:
        return ""
    card = words.card(cards.CARDS_BY_NAME[imported.wrong_name])
    return "> " + words.say("deal_page.wrong_card", number=imported.wrong_card, card=card)


def _code(page: DealPage, words: TableWords) -> str:
    link = f"[{words.say('deal_page.replay')}]({page.link})" if page.link else ""
    return join_lines(f"`{page.code}`", small_print(words.say("deal_page.code_note")), link)
