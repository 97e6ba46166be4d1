"""The page of one deal by itself: hands, calls, result, code, and the files to keep."""

from collections.abc import Iterator, Sequence

from bot.engine import actions, cards
from bot.engine.deal import DealResult
from bot.features.deals.attempts import usual_seat
from bot.features.deals.typed_hands import PLACES, SIZES, FoundFault
from bot.features.solo_play import seat_letter
from bot.model.values import Record
from bot.notation.single_deal import ImportedDeal, SingleDeal, active_seats
from bot.render import families
from bot.render.cloth.cards_picture import (
    ShownCards,
    ShownHand,
    ShownTrick,
    cards_in_words,
    cards_picture,
    hand_in_words,
)
from bot.render.formatting import (
    bold,
    card_tiles,
    command_button,
    format_signed,
    hand_tiles,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.hand.decision import button_rows
from bot.render.paper.picture_text import alt_text, titled_alt_text
from bot.render.screen import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Divider,
    PictureBlock,
    Screen,
    Select,
    SelectChoice,
    Style,
    Text,
    Tone,
    safe_name,
    unescaped_name,
)
from bot.render.words import TableWords, Words
from bot.store.queries.own_deals import MOST_NAMED, OwnDeal
from bot.ui_commands.practice_commands import (
    USUAL_LEVEL,
    ContinueAttempt,
    DropOwnDeal,
    EnterOwnDeal,
    NameOwnDeal,
    OpenOwnDeal,
    ReadDealFile,
    SetUpAttempt,
    ShowOwnDeals,
)
from bot.ui_commands.view_commands import ShowDeal


class DealPage(Record):
    """One deal with all that its page shows.

    ``game``, ``version`` and ``number`` are those of a past deal of a table, 0 for every other.
    ``result`` and ``balance`` are of a deal that was played to its score.  ``link`` leads to the
    replay page, "" without one.  ``more`` counts further deals of the same file.  ``own`` is the
    deal as the reader keeps or plays it.
    """

    imported: ImportedDeal
    code: str
    result: DealResult | None
    balance: tuple[int, ...]
    link: str = ""
    more: int = 0
    files: tuple[AttachedFile, ...] = ()
    game: int = 0
    version: int = 0
    number: int = 0
    own: OwnDeal | None = None

    @property
    def deal(self) -> SingleDeal:
        return self.imported.deal

    def set_up(self, own: OwnDeal) -> SetUpAttempt:
        """Return the command that plays the deal again from the first call."""
        seat = own.seat if own.tries else usual_seat(self.deal)
        return SetUpAttempt(own.deal_id, own.start, seat, own.level or USUAL_LEVEL)


def deal_page_screen(page: DealPage, words: Words) -> Screen:
    """Return the page; players are called by the letters of their seats."""
    said = families.table_words(page.deal.rules, words)
    blocks: list[Block] = [
        *text_blocks(_heading(page, said)),
        *_hand_blocks(page.deal, said),
        *(() if said.pictures else (Divider(),)),
        *text_blocks(_calls(page.deal, said), _result(page, said), _wrong_card(page, said)),
        *text_blocks(_code(page, said)),
    ]
    blocks += page.files
    blocks += button_rows(list(_buttons(page, said)))
    return Screen(page.game, page.version, Tone.PRIVATE, tuple(blocks))


def _buttons(page: DealPage, words: TableWords) -> Iterator[Button]:
    """Yield the buttons to play the deal again, and those to keep it."""
    own = page.own
    if own is not None:
        yield command_button(words, "again", page.set_up(own), Style.GOOD)
        if own.course:
            yield command_button(words, "again_on", ContinueAttempt(own.deal_id), Style.PRIMARY)
    if page.number:
        yield Button(words.say("board.deal", number=page.number), ShowDeal(page.number))
    if own is not None:
        key = "own_rename" if own.name else "own_name"
        yield command_button(words, key, NameOwnDeal(own.deal_id))
        if own.name:
            yield command_button(words, "own_drop", DropOwnDeal(own.deal_id))
    yield command_button(words, "own_deals", ShowOwnDeals())


def _heading(page: DealPage, words: TableWords) -> str:
    name = page.own.name if page.own is not None and page.own.name else page.imported.title
    title = safe_name(name) if name else ""
    preset = words.say(f"preset.{page.deal.rules.preset}")
    # a picture has the preset over its hands
    shown = "" if words.pictures else preset
    head = f"### {join_dotted((words.say('deal_page.title'), shown, title))}"
    more = words.say_plural("deal_page.more", page.more) if page.more else ""
    origin = "" if page.own is None else words.say(f"own.origin.{page.own.origin}")
    told = join_dotted((origin, more))
    return join_lines(head, small_print(told) if told else "")


def _player(seat: cards.Seat, deal: SingleDeal, words: TableWords) -> tuple[str, str]:
    """Return the name of a seat, and whether it deals."""
    if seat == deal.rules.dummy:
        return words.say("seat.dummy"), ""
    name = words.say("deal_page.player", letter=seat_letter(seat))
    return name, words.say("deal_page.dealer") if seat == deal.dealer else ""


def _hand_blocks(deal: SingleDeal, words: TableWords) -> tuple[Block, ...]:
    """Return the hands and the talon: drawn, or in words."""
    told = text_blocks(_hands(deal, words))
    if not words.pictures:
        return told
    hands = tuple(
        ShownHand(name, deal.hands[seat], note)
        for seat in active_seats(deal.rules, deal.dealer)
        for name, note in (_player(seat, deal, words),)
    )
    talon = (words.say("diagram.talon"), deal.talon)
    return (open_hands_picture(deal, hands, talon, told, words),)


def open_hands_picture(
    deal: SingleDeal,
    hands: tuple[ShownHand, ...],
    beside: tuple[str, tuple[cards.Card, ...]],
    told: tuple[Text, ...],
    words: TableWords,
    trick: ShownTrick | None = None,
) -> PictureBlock:
    """Return these hands of a deal as a picture, ``told`` in words.

    ``beside``: a name and the cards between the hands, which a ``trick`` shows at its places.
    """
    title, (name, lying) = words.say(f"preset.{deal.rules.preset}"), beside
    said = [f"{join_dotted((h.name, h.note))}: {hand_in_words(h.cards, words)}" for h in hands]
    if lying:
        said.append(f"{name}: {cards_in_words(lying, words)}")
    shown = ShownCards(
        title,
        hands,
        (beside,) if lying and trick is None else (),
        trick=trick,
        is_clockwise=families.presenter_of(deal.rules).is_clockwise(deal.rules),
    )
    alt = titled_alt_text(title, alt_text(said))
    return PictureBlock(cards_picture(shown, words, words.cloth, alt), (), told, is_awaited=True)


def _hands(deal: SingleDeal, words: TableWords) -> str:
    hands = [
        f"{bold(join_dotted(_player(seat, deal, words)))}\n{hand_tiles(deal.hands[seat])}"
        for seat in active_seats(deal.rules, deal.dealer)
    ]
    talon = f"{bold(words.say('diagram.talon'))}\n{card_tiles(deal.talon)}"
    return join_lines(*hands, talon)


def _calls(deal: SingleDeal, words: TableWords) -> str:
    """Return everything said before and between the cards, in order."""
    said = [
        f"{seat_letter(seat)} {words.action(action)}"
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
        f"{seat_letter(seat)} {page.result.won[seat]}, {bold(format_signed(amount))}"
        for seat, amount in enumerate(page.balance)
        if seat != page.deal.rules.dummy
    ]
    return join_lines(words.say("deal_page.result"), join_dotted(parts))


def _wrong_card(page: DealPage, words: TableWords) -> str:
    imported = page.imported
    if not imported.wrong_card:
        return ""
    card = words.card(cards.CARDS_BY_NAME[imported.wrong_name])
    return "> " + words.say("deal_page.wrong_card", number=imported.wrong_card, card=card)


def _code(page: DealPage, words: TableWords) -> str:
    link = f"[{words.say('deal_page.replay')}]({page.link})" if page.link else ""
    # who brought the deal along knows what a code is
    note = small_print(words.say("deal_page.code_note")) if page.own is None else ""
    return join_lines(f"`{page.code}`", note, link)


# Screens of a user's own deals: the list, the faults of a form, the confirmation.

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
    told = words.say("own.drop", name=safe_name(own.name))
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
        told.append(words.say("form.dealer.unknown", said=safe_name(dealer)))
    kept = [f"`{unescaped_name(safe_name(text))}`" for text in typed if text]
    row = ButtonRow((command_button(words, "own_correct", EnterOwnDeal(), Style.PRIMARY),))
    head = f"### {words.say('form.faults')}"
    lines = join_lines(head, *(f"- {line}" for line in told))
    return Screen(0, 0, Tone.ALARM, (*text_blocks(lines, join_lines(*kept)), row))


def _fault_line(fault: FoundFault, words: Words) -> str:
    facts: dict[str, str | int] = {
        "place": place_text(fault.place, words),
        "said": safe_name(fault.said) if fault.said else "",
        "cards": card_tiles(fault.cards),
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
