"""The answers outside the play: calls, the discard, the contract, whist, a claim."""

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, Card
from bot.engine.deal import Stage
from bot.engine.notation import text
from bot.engine.view import Table, View
from bot.render.auction import high_bid
from bot.render.facts import TableFacts
from bot.render.hand_play import even_parts
from bot.render.parts import suits_of
from bot.render.screen import Block, Button, Choice, Press, Row, Select, Style, deed
from bot.render.screen import act as act_press
from bot.render.words import Words

MOST_CHOICES = 25


def blocks(
    view: View, table: Table, facts: TableFacts, words: Words, picked: tuple[Card, ...]
) -> tuple[Block, ...]:
    """Everything the seat may do at this stage."""
    match view.stage:
        case Stage.AUCTION:
            return _auction(view, table, words)
        case Stage.EXCHANGE:
            return _exchange(view, words, picked)
        case Stage.DECLARE:
            return _declare(view, words)
        case Stage.DEFENCE | Stage.CLAIM:
            return (Row(tuple(_answer(action, words) for action in view.legal)),)
        case _:
            return ()


def press_of(action: Action) -> Press:
    return act_press(text(action))


# calls -----------------------------------------------------------------------------------


def _auction(view: View, table: Table, words: Words) -> tuple[Block, ...]:
    """Hold, the next bid, misère, pass; all higher bids in a select."""
    bids = [action for action in view.legal if isinstance(action, act.Bid)]
    tricks = [bid for bid in bids if _tile(bid.name)]
    others = [bid for bid in bids if not _tile(bid.name)]
    row = [_hold(table, words)] if act.HOLD in view.legal else []
    row += [_contract_button(bid, bid.name, words, Style.PRIMARY) for bid in tricks[:1]]
    row += [_contract_button(bid, bid.name, words, Style.PLAIN) for bid in others]
    row.append(Button(words.say("act.pass.button"), press_of(act.PASS), "", Style.DANGER))
    return (Row(tuple(row)), *_select("bids", "hand.higher_bid", tricks[1:], words))


def _hold(table: Table, words: Words) -> Button:
    high = high_bid(table.calls)
    assert high is not None
    label = words.say("act.hold.button", bid=words.contract_spoken(high[0]))
    return Button(label, press_of(act.HOLD), _tile(high[0]), Style.PRIMARY)


def _tile(name: str) -> str:
    """The tile of a contract's strain; none for misère."""
    strain = name.lstrip("0123456789")
    return strain if strain != name else ""


def _short(name: str, words: Words) -> str:
    """The label of a contract beside its tile: the level alone."""
    return name.removesuffix(_tile(name)) if _tile(name) else words.contract_spoken(name)


def _contract_button(
    action: act.Bid | act.Declare, name: str, words: Words, style: Style
) -> Button:
    return Button(_short(name, words), press_of(action), _tile(name), style)


def _select(
    name: str, key: str, actions: list[act.Bid] | list[act.Declare], words: Words
) -> tuple[Block, ...]:
    if not actions:
        return ()
    choices = tuple(
        Choice(words.contract_spoken(action.name), press_of(action), _tile(action.name))
        for action in actions[:MOST_CHOICES]
    )
    return (Select(name, words.say(key), choices),)


# the exchange ----------------------------------------------------------------------------


def _exchange(view: View, words: Words, picked: tuple[Card, ...]) -> tuple[Block, ...]:
    """Twelve cards to mark, and a button to lay the two marked ones away."""
    chosen = tuple(card for card in picked[:2] if card in view.hand)
    rows = tuple(
        Row(tuple(_pick(card, chosen) for card in part))
        for suit in suits_of(view.hand)
        for part in even_parts(suit)
    )
    last = [_confirm(chosen, words)]
    if act.THROW in view.legal:
        throw = words.say("act.throw.button")
        last.append(Button(throw, press_of(act.THROW), "", Style.DANGER))
    return (*rows, Row(tuple(last)))


def _pick(card: Card, chosen: tuple[Card, ...]) -> Button:
    style = Style.GOOD if card in chosen else Style.PLAIN
    return Button("", deed(pick_text(toggled(chosen, card))), CARD_NAMES[card], style)


def toggled(chosen: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The marked cards after one is pressed; a third one takes the place of the oldest."""
    if card in chosen:
        return tuple(other for other in chosen if other != card)
    return (*chosen[-1:], card)


def pick_text(chosen: tuple[Card, ...]) -> str:
    return " ".join(("pick", *(CARD_NAMES[card] for card in chosen)))


def _confirm(chosen: tuple[Card, ...], words: Words) -> Button:
    if len(chosen) < 2:
        label = words.count("hand.pick_more", 2 - len(chosen))
        return Button(label, deed("confirm"), "", Style.PRIMARY, enabled=False)
    pair = act.DISCARDS[min(chosen), max(chosen)]
    return Button(words.say("hand.lay_away"), press_of(pair), "", Style.PRIMARY)


# the contract, the defence, a claim ------------------------------------------------------


def _declare(view: View, words: Words) -> tuple[Block, ...]:
    """The nearest contracts as buttons, the others in a select, and giving up."""
    names = [action for action in view.legal if isinstance(action, act.Declare)]
    near = 4 if act.CONCEDE in view.legal else 5
    near = len(names) if len(names) <= near else 4
    row = [_contract_button(name, name.name, words, Style.PRIMARY) for name in names[:near]]
    if act.CONCEDE in view.legal:
        row.append(_answer(act.CONCEDE, words))
    return (Row(tuple(row)), *_select("contracts", "hand.other_contract", names[near:], words))


_STYLES = {
    act.WHIST: Style.PRIMARY,
    act.OPEN: Style.PRIMARY,
    act.ACCEPT: Style.GOOD,
    act.REFUSE: Style.DANGER,
    act.PASS: Style.DANGER,
    act.CONCEDE: Style.DANGER,
}


def _answer(action: Action, words: Words) -> Button:
    key = f"act.{type(action).__name__.lower()}.button"
    return Button(words.say(key), press_of(action), "", _STYLES.get(action, Style.PLAIN))
