"""Seeded walks through whole matches, and a checker of Discord's limits for screens."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from bot.discord_ui.components import custom_id, press_value, read_press
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.rules import Rules
from bot.model.enums import Clock, Status
from bot.model.values import replace
from bot.presets import OptionSetting, load_presets
from bot.render.paper.picture_text import LONGEST_ALT_TEXT
from bot.render.screen import (
    ActionPress,
    Button,
    ButtonRow,
    ChoiceForm,
    MemberPicker,
    Press,
    Screen,
    Select,
    SelectChoice,
    Text,
    Tone,
    pictures_of,
    safe_name,
    shown_blocks,
)
from bot.render.screen_data import SeatData, TableData
from bot.render.words import load_catalogue
from bot.ui_commands.play_commands import SetHouseRule
from tests.support.catalogues import fill_in

PRESETS = load_presets()
CATALOGUE = fill_in(load_catalogue())
NAMES = ("Ana", "Борис_с_длинным_именем_совсем", "*Vera*", "robo")
TILE_COST = len("<:queen_of_diamonds_four:1234567890123456789>")


def table_facts(players: int = 3, /, **changes: object) -> TableData:
    seats = tuple(SeatData(safe_name(NAMES[n]), None if n == 3 else n + 1) for n in range(players))
    facts = {
        "game": 7,
        "status": Status.PLAYING,
        "host_id": 1,
        "seats": seats,
        "clock": Clock.NORMAL,
        "deadline": 1800000000,
        "dummy": "Dummy",
    }
    return TableData(**(facts | changes))  # type: ignore[arg-type]


def players_of(preset: str) -> tuple[int, ...]:
    """Return how many may play by a preset."""
    counts = {"russian": (2, 3, 4), "balkan": (3,), "austrian": (3, 4)}
    return counts[PRESETS.family_key(preset)]


@cache
def rules_for(
    preset: str, players: int, house: tuple[tuple[str, OptionSetting], ...] = ()
) -> Rules:
    return PRESETS.rules(preset, players=players, **dict(house))


def table_action(game: Game, dice: random.Random) -> Action:
    if game.carry.dealer < 0:
        return act.Dealer(dice.randrange(game.rules.players))
    cards = list(PACK)
    dice.shuffle(cards)
    return act.Deck(tuple(cards))


def choose(game: Game, dice: random.Random) -> Action:
    """Mostly play on, now and then bid high or claim, so that every stage occurs."""
    seat = to_act(game)
    assert seat is not None
    actions = legal_actions(game, seat)
    calm = [a for a in actions if not isinstance(a, act.Claim)]
    if game.rules.family == "balkan":
        return _balkan(calm, actions, dice)
    if game.rules.family == "austrian":
        return _austrian(calm, dice)
    if actions[0] is act.PASS and isinstance(actions[-1], act.Bid):
        bids = [a for a in calm if isinstance(a, act.Bid)]
        miseres = [a for a in bids if a.name in ("M", "MW")]
        low = [a for a in calm if not isinstance(a, act.Bid)] * 3
        high = [bids[-1]] if dice.random() < 0.1 else []
        return dice.choice([*low, *bids[:4], *miseres, *high])
    if isinstance(actions[0], act.Declare) and dice.random() < 0.8:
        return dice.choice([actions[0], actions[-1]])
    if len(calm) < len(actions) and dice.random() < 0.04:
        return dice.choice(actions)
    return dice.choice(calm)


def _balkan(calm: Sequence[Action], actions: tuple[Action, ...], dice: random.Random) -> Action:
    """Be quiet every other time, so that deals of every kind occur."""
    if len(calm) < len(actions) and dice.random() < 0.04:
        return dice.choice(actions)
    if isinstance(calm[0], act.Declare) and dice.random() < 0.5:
        return calm[0]
    quiet = [a for a in calm if a in (act.PASS, act.STAND)]
    return dice.choice(quiet if quiet and dice.random() < 0.6 else calm)


def _austrian(calm: Sequence[Action], dice: random.Random) -> Action:
    """Be often low and quiet, often willing: every kind of deal, and offers that are answered."""
    quiet = [a for a in calm if a in (act.PASS, act.DROP, act.REFUSE)]
    willing = [a for a in calm if a in (act.JOIN, act.FUND, act.ANOTHER, act.BUY, act.NO_ACES)]
    offers = [a for a in calm if isinstance(a, act.Propose) or a is act.EXPOSE]
    bids = [a for a in calm if isinstance(a, act.Bid)][:3]
    chance = dice.random()
    for some, until in ((quiet, 0.3), (willing, 0.5), (offers, 0.6), (bids, 0.85)):
        if some and chance < until:
            return dice.choice(some)
    return dice.choice(calm)


def unasked(game: Game, dice: random.Random) -> tuple[int, Action] | None:
    """Return now and then an act out of turn, claims excepted."""
    if game.deal is None or dice.random() > 0.3:
        return None
    asked = to_act(game)
    said = [
        (seat, action)
        for seat in range(game.rules.players)
        if seat != asked
        for action in legal_actions(game, seat)
        if not isinstance(action, act.Claim)
    ]
    return dice.choice(said) if said else None


def walk(rules: Rules, seed: int, deals: int) -> Iterator[Game]:
    """Yield every state of so many deals."""
    dice = random.Random(seed)
    game = new_game(rules)
    yield game
    while not game.ended and game.carry.number < deals:
        seat = to_act(game)
        assert seat is not None
        if seat != TABLE_SEAT and rules.family == "austrian" and (said := unasked(game, dice)):
            game = apply_action(game, *said)
        else:
            action = table_action(game, dice) if seat == TABLE_SEAT else choose(game, dice)
            game = apply_action(game, seat, action)
        yield game


def in_words(screen: Screen) -> Screen:
    """Return the screen as it is shown where no picture is drawn."""
    return replace(screen, blocks=tuple(shown_blocks(screen, ())))


def as_drawn(screen: Screen) -> Screen:
    """Return the screen as it is shown where all its pictures are drawn."""
    return replace(screen, blocks=tuple(shown_blocks(screen, pictures_of(screen))))


def form_screen(form: ChoiceForm) -> Screen:
    """Return a screen with the title of a form and a select for each of its questions."""
    selects = tuple(
        Select(
            question.name,
            question.title,
            tuple(
                SelectChoice(label, SetHouseRule(question.name, value))
                for value, label in question.values
            ),
        )
        for question in form.questions
    )
    return Screen(form.game, 0, Tone.PRIVATE, (Text(f"### {form.title}"), *selects))


def texts(screen: Screen) -> list[str]:
    """Return the texts of a screen in words."""
    return [block.body for block in shown_blocks(screen, ()) if isinstance(block, Text)]


def buttons(screen: Screen) -> list[Button]:
    return [b for block in screen.blocks if isinstance(block, ButtonRow) for b in block.buttons]


def choices(screen: Screen) -> list[SelectChoice]:
    return [c for block in screen.blocks if isinstance(block, Select) for c in block.choices]


def press_text(press: Press) -> str:
    """Return the text of a button, in the engine's notation or in that of UI commands."""
    return press_value(press).partition(":")[2]


def items(screen: Screen) -> list[Button | SelectChoice]:
    return [*buttons(screen), *choices(screen)]


def command_texts(screen: Screen) -> set[str]:
    presses = [item.press for item in items(screen)]
    return {press_text(press) for press in presses if not isinstance(press, ActionPress)}


def acts(screen: Screen) -> set[str]:
    """Return the acts that can be pressed now."""
    ready = [b.press for b in buttons(screen) if b.enabled] + [c.press for c in choices(screen)]
    return {press.text for press in ready if isinstance(press, ActionPress)}


def offered(screen: Screen) -> set[str]:
    """Return the acts of a screen, including those that ask for a confirmation."""
    twice = {
        deed.removeprefix("twice ") for deed in command_texts(screen) if deed.startswith("twice ")
    }
    return acts(screen) | twice


def cost(text: str) -> int:
    """Return the length as Discord counts it: a tile is written as an emoji with its number."""
    found = re.findall(r"⟦[0-9A-Z]+⟧", text)
    return len(text) + sum(TILE_COST - len(tile) for tile in found)


def faults(screen: Screen) -> list[str]:
    """Return everything Discord would refuse, in words or drawn."""
    found = _faults(in_words(screen))
    if pictures_of(screen):
        found += _faults(as_drawn(screen))
    return list(dict.fromkeys(found))


def _faults(screen: Screen) -> list[str]:
    found = [
        f"an alt text of {len(one.alt)} characters"
        for one in pictures_of(screen)
        if not 1 <= len(one.alt) <= LONGEST_ALT_TEXT
    ]
    count = 1 + sum(_nested(block) for block in screen.blocks)
    if count > 40:
        found.append(f"{count} components")
    written = texts(screen)
    if (size := sum(map(cost, written))) > 4000:
        found.append(f"{size} characters")
    if any(not text.strip() for text in written):
        found.append("an empty text")
    presses = Counter(button.press for button in buttons(screen))
    found += [f"twice {press}" for press, times in presses.items() if times > 1]
    found += [f"a long id {name}" for name in _ids(screen) if len(name) > 100]
    selects = [block for block in screen.blocks if isinstance(block, Select)]
    if len({select.name for select in selects}) < len(selects):
        found.append("two selects of one name")
    for select in selects:
        found += _select_faults(select)
    for block in screen.blocks:
        if isinstance(block, ButtonRow) and not 1 <= len(block.buttons) <= 5:
            found.append(f"{len(block.buttons)} buttons in a row")
    for item in items(screen):
        found += _item_faults(item)
    if any("{" in text or "}" in text for text in written):
        found.append("a brace")
    return found


def _ids(screen: Screen) -> list[str]:
    """Return ids of buttons and values of selects, at the end of the longest evening possible."""
    late = replace(screen, version=screen.version and 10**9 - 1)
    ids = [custom_id(late, button.press) for button in buttons(late)]
    return [*ids, *(press_value(choice.press) for choice in choices(late))]


def _nested(block: object) -> int:
    if isinstance(block, ButtonRow):
        return 1 + len(block.buttons)
    return 2 if isinstance(block, Select | MemberPicker) else 1


def _select_faults(select: Select) -> list[str]:
    found = []
    if not 1 <= len(select.choices) <= 25:
        found.append(f"{len(select.choices)} choices")
    if len({choice.press for choice in select.choices}) < len(select.choices):
        found.append("a choice twice")
    if len(select.placeholder) > 100 or any(len(c.description) > 100 for c in select.choices):
        found.append("a long placeholder or description")
    return found


@lru_cache(maxsize=10_000)
def _item_faults(item: Button | SelectChoice) -> Sequence[str]:
    """Return the faults of an item; cached, since thousands of screens offer the same cards."""
    found = []
    if not item.label and not item.tile:
        found.append("nothing on a button")
    if len(item.label) > (80 if isinstance(item, Button) else 100):
        found.append(f"label {item.label}")
    if "⟦" in item.label or "**" in item.label or "\\" in item.label:
        found.append(f"markup in label {item.label}")
    if len(press_text(item.press)) > 70:
        found.append(f"press {press_text(item.press)}")
    if read_press(press_value(item.press)) != item.press:
        found.append(f"read as another press: {item.press}")
    return found
