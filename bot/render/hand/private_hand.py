"""The private hand: the task, the cards, the buttons of every legal action."""

from functools import partial

from bot.engine.actions import Claim
from bot.engine.cards import PACK, TABLE_SEAT, Card, Hand
from bot.engine.deal import Role, Stage, player_seats
from bot.engine.view import DealView, SeatView
from bot.model.enums import Status
from bot.render import families, screen
from bot.render.cloth.hand_picture import hand_picture
from bot.render.cloth.pieces import ProseBlock, alt_text_of
from bot.render.formatting import (
    DIVIDER,
    PLAY_STAGES,
    bold,
    card_tiles,
    command_button,
    format_countdown,
    hand_tiles,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.hand import decision, dialogs, kibitz_screens
from bot.render.screen_data import KINDS_WITH_HINTS, TableData, TakeBackRequest
from bot.render.sheet_screens import brief_line
from bot.render.table import board, deal_lines
from bot.render.words import TableWords, Words
from bot.ui_commands.play_commands import (
    ClaimTricks,
    ExplainBarredActions,
    NextDeal,
    ResumeGame,
    ReturnToSeat,
    ShowHand,
    ShowHint,
    TakeBackLastAction,
)
from bot.ui_commands.server_commands import ShowHelp
from bot.ui_commands.view_commands import ShowLastTrick, ShowScore


def hand_screen(
    view: SeatView,
    facts: TableData,
    words: Words,
    picked: tuple[Card, ...] = (),
    note: str = "",
    place: str = "",
    *,
    is_last: bool = False,
) -> screen.Screen:
    """Return the private message of one seat; ``picked`` are the cards marked for the discard.

    ``place`` is a link to the table, if it is elsewhere; ``is_last``: this is the final update of
    the message, and it says so.
    """
    words = families.table_words(view.rules, words)
    note = words.say("hand.stops") if is_last else note
    link = small_print(words.say("hand.place", place=place)) if place else ""
    top = (f"> {note}" if note else "", hand_headline(view, facts, words), link)
    if view.table is None:
        body = _question_blocks(view, facts, words)
    else:
        body = _deal_blocks(view, view.table, facts, words, picked)
    asked: tuple[screen.Block, ...]
    if facts.regret is None:
        asked = text_blocks(*deal_lines.take_back_and_claim_lines(view, facts, words))
    else:
        asked = _take_back_blocks(view, facts, facts.regret, words)
    kibitz = facts.kibitz
    is_asking = kibitz is not None and kibitz.asked_by is not None
    if is_asking and not is_last and _has_room_for_question(view, facts):
        asked = (*kibitz_screens.question_blocks(facts, words), *asked)
    service = _service_rows(view, facts, words, is_last)
    blocks = (*text_blocks(join_lines(*top)), *asked, *body, *service)
    return screen.Screen(facts.game, view.version, screen.Tone.PRIVATE, blocks)


def _has_room_for_question(view: SeatView, facts: TableData) -> bool:
    """Return True if a kibitzer's question fits: no vote and no twelve cards to mark beside."""
    return facts.regret is None and not (view.is_my_turn and view.stage is Stage.EXCHANGE)


def _take_back_blocks(
    view: SeatView, facts: TableData, regret: TakeBackRequest, words: TableWords
) -> tuple[screen.Block, ...]:
    """Return another player's take-back request with yes and no; without buttons for its owner."""
    rows = board.vote_rows(facts, words) if view.seat != regret.seat else ()
    return (*text_blocks(bold(board.vote_line(facts, words))), *rows)


def hand_headline(view: SeatView, facts: TableData, words: TableWords) -> str:
    """Return the first line: this player's task now."""
    if facts.status in (Status.PAUSED, Status.FROZEN):
        return f"### {board.standstill_text(facts, words)}"
    if view.to_act is None:
        return f"### {words.say('hand.over')}"
    if view.to_act == TABLE_SEAT:
        return f"### {words.say('hand.between' if view.deals else 'board.shuffling')}"
    if view.is_my_turn:
        if view.stage is Stage.PLAY and view.table is not None:
            task = decision.play_task(view, view.table, facts, words)
        else:
            point = families.presenter_of(view.rules).decision_point(view)
            task = words.say(f"hand.{point}")
        is_hurried = facts.deadline and facts.regret is None
        return join_lines(
            f"### {task}", small_print(f"⏳ {format_countdown(facts)}") if is_hurried else ""
        )
    table, seat = view.table, view.seat
    mine = view.stage is Stage.PLAY and table is not None and table.turn == seat
    waiting = words.say("hand.played_by" if mine else "hand.waiting", name=facts.name(view.to_act))
    rests = table is not None and table.roles[seat] == Role.RESTING
    return f"### {join_dotted((words.say('hand.rest') if rests else '', waiting))}"


def _question_blocks(
    view: SeatView, facts: TableData, words: TableWords
) -> tuple[screen.Block, ...]:
    """Return the question between two deals."""
    pot = text_blocks(join_lines(deal_lines.ready_line(facts, words), _pot(view, words)))
    if not view.is_my_turn or facts.status is not Status.PLAYING:
        return pot
    advice = decision.decision_help(view, None, facts, words)
    return (*pot, DIVIDER, *decision.answer_rows(view, words), *text_blocks(small_print(advice)))


def _deal_blocks(
    view: SeatView, table: DealView, facts: TableData, words: TableWords, picked: tuple[Card, ...]
) -> tuple[screen.Block, ...]:
    is_asked = view.is_my_turn and facts.status is Status.PLAYING
    has_buttons = is_asked and view.stage in (Stage.PLAY, Stage.EXCHANGE)
    cards = hand_blocks(view, table, facts, words, picked, has_buttons=has_buttons)
    answers: tuple[screen.Block, ...]
    if not is_asked:  # then there may be calls out of turn
        answers = decision.remark_blocks(view, words) if facts.status is Status.PLAYING else ()
    elif view.stage is Stage.PLAY:
        answers = (*decision.card_blocks(view, table, words), *decision.remark_blocks(view, words))
    else:
        answers = decision.answer_blocks(view, table, facts, words, picked)
    has_advice = is_asked or bool(answers)
    advice = decision.decision_help(view, table, facts, words) if has_advice else ""
    return (*cards, *answers, *text_blocks(small_print(advice) if advice else ""))


def hand_blocks(
    view: SeatView,
    table: DealView,
    facts: TableData,
    words: TableWords,
    picked: tuple[Card, ...] = (),
    *,
    has_buttons: bool,
) -> tuple[screen.Block, ...]:
    """Return the table and the cards as this seat sees them: drawn, or in words.

    ``has_buttons``: the cards to choose from follow as buttons, and the words leave them out.
    """
    status = deal_status(view, table, facts, words)
    cards: tuple[screen.Text, ...] = ()
    if not has_buttons:
        cards = text_blocks(own_cards(view, words))
    elif view.stage is Stage.PLAY:
        # without pictures the discard stands below the buttons
        discard = decision.discard_line(view, words) if words.pictures else ()
        cards = (*decision.other_cards(view, table, facts, words), *discard)
    told: tuple[ProseBlock, ...] = (*text_blocks(status), DIVIDER, *cards)
    if not words.pictures:
        return told
    alt = alt_text_of(words, partial(_hand_in_words, view, table, facts))
    picture = hand_picture(view, facts, words, words.cloth, alt, frozenset(picked))
    beside = join_lines(*_beside_picture(view, table, facts, words))
    return (screen.PictureBlock(picture, text_blocks(beside), told),)


def _hand_in_words(
    view: SeatView, table: DealView, facts: TableData, words: TableWords
) -> tuple[screen.Text, ...]:
    """Return all that the picture of a hand shows, in words."""
    is_playing = view.is_my_turn and view.stage is Stage.PLAY
    others = _others_open_hands(view, table, facts, words) if is_playing else ""
    own = join_lines(words.say("hand.your_cards"), own_cards(view, words)) if view.hand else ""
    status = deal_status(view, table, facts, words)
    return text_blocks(status, _not_in_status(view, table, facts, words), others, own)


def _not_in_status(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the talon and the last trick where the picture shows them and the status does not."""
    if view.stage not in PLAY_STAGES:
        return ""
    talon = board.talon_line(view, words) if len(table.tricks) > 1 else ""
    last = board.trick_lines(view, table, facts, words).last if table.trick else ""
    return join_lines(talon, small_print(last) if last else "")


def _beside_picture(
    view: SeatView, table: DealView, facts: TableData, words: TableWords
) -> tuple[str, ...]:
    """Return what stays text beside the picture: the score before a call, and an offer."""
    if view.stage in PLAY_STAGES:
        return (board.offer_part(table, table.offer, facts, words),) if table.offer else ()
    is_called = view.stage is Stage.AUCTION or view.is_my_turn
    return (brief_line(view, facts, words) if is_called else "", _pot(view, words))


def own_cards(view: SeatView, words: TableWords) -> str:
    """Return the cards of the seat, by suit, and its discard."""
    if not view.hand and not view.discard:
        return ""
    discard = words.say("hand.discarded", cards=card_tiles(view.discard)) if view.discard else ""
    return join_lines(hand_tiles(view.hand), small_print(discard) if discard else "")


def deal_status(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the state of the table, as far as it matters to this decision."""
    if view.stage is Stage.AUCTION:
        deal = words.say("board.deal", number=table.number)
        dealer = words.say("board.dealer", name=facts.name(table.dealer))
        stands = brief_line(view, facts, words)
        under = join_lines(small_print(join_dotted((deal, dealer))), stands, _pot(view, words))
        return join_lines(under, board.auction_part(view, table, facts, words))
    settled = board.settled_lines(view, table, facts, words)
    head = join_lines(settled.headline, small_print(settled.pot) if settled.pot else "")
    if view.stage in PLAY_STAGES:
        return join_lines(head, *_play_status(view, table, facts, words))
    seats = player_seats(table.seats, table.roles)
    calls = families.presenter_of(view.rules).auction_calls(seats, table.calls)
    spoken = small_print(deal_lines.auction_summary(seats, calls, facts, words)) if calls else ""
    roles = _answers_so_far(view, table, facts, words)
    stands = brief_line(view, facts, words) if view.is_my_turn else ""
    return join_lines(head, stands, spoken, roles, board.talon_line(view, words))


def _pot(view: SeatView, words: TableWords) -> str:
    said = families.presenter_of(view.rules).pot_line(view, words)
    return small_print(said) if said else ""


def _answers_so_far(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the calls of the other defenders."""
    answered = [s for s in table.seats if table.roles[s] not in board.ROLES_WITHOUT_CALL]
    return join_lines(
        *(board.seat_status_line(view, table, seat, facts, words) for seat in answered)
    )


def _play_status(
    view: SeatView, table: DealView, facts: TableData, words: TableWords
) -> tuple[str, ...]:
    is_playing = view.is_my_turn and view.stage is Stage.PLAY
    talon = board.talon_line(view, words) if len(table.tricks) < 2 else ""
    lines = board.trick_lines(view, table, facts, words)
    last = "" if table.trick else lines.last
    is_misere = table.contract is not None and table.contract.is_misere
    is_open = bool(table.open_hands) and not is_playing  # a player has them beside the buttons
    return (
        lines.won,
        _catchers_list(view, table, facts, words) if is_misere else "",
        small_print(talon) if talon else "",
        _others_open_hands(view, table, facts, words) if is_open else "",
        small_print(last) if last else "",
        lines.current,
        board.offer_part(table, table.offer, facts, words) if table.offer else "",
    )


def _others_open_hands(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    hands = [(seat, hand) for seat, hand in table.open_hands if seat != view.seat]
    return board.open_hands_lines(hands, facts, words)


def _catchers_list(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the cards that the declarer of a misère may hold or have laid away.

    Players write them down on paper. Only for a defender who sees the other defender's hand: not
    for the dealer who sits out, and not where a table plays from memory.
    """
    contract, shown = table.contract, dict(table.open_hands)
    if contract is None or view.is_from_memory:
        return ""
    others = [seat for seat in table.seats if seat not in (view.seat, contract.declarer)]
    is_catcher = view.seat in table.seats and view.seat != contract.declarer
    if not is_catcher or not all(seat in shown for seat in others):
        return ""
    played = [card for trick in table.tricks for card in trick.cards] + list(table.trick)
    known = {*view.hand, *played, *(card for seat in others for card in shown[seat])}
    possible = Hand.of(card for card in PACK if card not in known)
    name, number = facts.name(contract.declarer), table.counts[contract.declarer]
    return words.say("hand.catchers", name=name, number=number, cards=hand_tiles(possible))


def _service_rows(
    view: SeatView, facts: TableData, words: TableWords, is_last: bool
) -> tuple[screen.Block, ...]:
    """Return the other buttons: return, next deal, score, last trick, claim, help."""
    first, is_my_turn = list[screen.Button](), view.is_my_turn
    if is_last and is_my_turn:  # else the button stands below
        first.append(command_button(words, "refresh", ShowHand(), screen.Style.PRIMARY))
    if facts.status is Status.PAUSED:
        first.append(command_button(words, "resume", ResumeGame(), screen.Style.PRIMARY))
    holder = facts.seats[view.seat]
    if holder is not None and holder.is_away:
        first.append(command_button(words, "back", ReturnToSeat(), screen.Style.GOOD))
    if facts.own_act is not None and facts.regret is None:
        first.append(command_button(words, "take_back", TakeBackLastAction(facts.own_act)))
    if view.stage is Stage.BETWEEN and view.deals and view.seat not in facts.ready:
        first.append(command_button(words, "next", NextDeal(), screen.Style.GOOD))
    row = [] if is_my_turn else [command_button(words, "refresh", ShowHand())]
    if is_my_turn and facts.kind in KINDS_WITH_HINTS and facts.status is Status.PLAYING:
        row.append(command_button(words, "hint", ShowHint()))
    row.append(command_button(words, "score", ShowScore()))
    if board.has_last_trick(view):
        row.append(
            command_button(words, "history" if view.table is None else "last", ShowLastTrick())
        )
    if Claim in map(type, view.legal):
        row.append(command_button(words, "claim", ClaimTricks()))
    if is_my_turn and facts.status is Status.PLAYING and dialogs.has_explanation(view):
        row.append(command_button(words, "why", ExplainBarredActions()))
    row.append(command_button(words, "help", ShowHelp()))
    return (*((screen.ButtonRow(tuple(first)),) if first else ()), *decision.button_rows(row))
