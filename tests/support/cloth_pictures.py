"""Checks of pictures on a cloth: their cards are those of the view, and nothing lies badly."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from bot.engine.cards import Card, Hand
from bot.engine.deal import Stage
from bot.engine.game import Game
from bot.engine.rules import Rules
from bot.engine.view import SeatView, View, build_view
from bot.model.enums import Cloth
from bot.model.values import replace
from bot.render.cloth.hand_picture import hand_picture
from bot.render.cloth.match_end_picture import match_end_picture
from bot.render.cloth.pieces import SMALL_CARD, SMALL_ROW
from bot.render.cloth.result_picture import result_picture
from bot.render.cloth.scene import table_picture
from bot.render.families import table_words, with_table_faces
from bot.render.paper.picture_text import height_of, width_of
from bot.render.screen_data import TableData
from bot.render.shapes import (
    Box,
    CardBack,
    CardFace,
    Icon,
    Picture,
    Plate,
    SuitSign,
    Writing,
    cards_of,
)
from bot.render.words import TableWords
from tests.properties.oracles import oracle_of
from tests.render.walks import CATALOGUE, PRESETS, players_of, rules_for, table_facts, walk

LONG_NAME = "Константин_Константинопольский_3"
DEALS = 4
LOCALES = ("en", "ru", "sr", "de")


def known_cards(view: View) -> frozenset[Card]:
    """Return the cards a picture of the view has to show, and no others.

    Who has laid cards away is shown these in place of the talon, which they have taken up.
    """
    table = view.table
    shown = set(view.hand)
    if table is None:
        return frozenset(shown)
    shown.update(card for _, hand in table.open_hands for card in hand)
    shown.update(view.discard or view.visible_talon, table.trick)
    if table.talon_lead is not None:
        shown.add(table.talon_lead)
    if view.stage in (Stage.PLAY, Stage.CLAIM, Stage.NEGOTIATION):
        for _, trick in view.visible_tricks[-1:]:
            shown.update(trick.cards, () if trick.talon is None else (trick.talon,))
    return frozenset(shown)


def text_box(shape: Writing) -> Box:
    """Return the box of the letters: the height of capitals without the air above them."""
    left, top = shape.at
    high = height_of(shape.size)
    width = width_of(shape.text, shape.size, shape.is_bold)
    return Box(left, top + high // 5, left + width, top + high - high // 5)


def index_box(card: CardFace) -> Box:
    """Return the box of rank and suit at the corner of a card."""
    box = card.box
    small = box.width < 100
    right, bottom = (37, 76) if small else (45, 95)
    return Box(box.left + 4, box.top + 5, box.left + right, box.top + bottom)


def faults(picture: Picture) -> list[str]:
    """Return what lies outside, what lies on another text, and ranks that are covered."""
    whole = Box(9, 9, picture.width - 9, picture.height - 9)
    marks = [(shape, _box(shape)) for shape in picture.shapes if not isinstance(shape, Plate)]
    found = [f"{shape} outside" for shape, box in marks if box and not whole.contains(box)]
    words = [(s, b) for s, b in marks if b and isinstance(s, Writing | SuitSign | Icon)]
    found += [f"{one} on {two}" for (one, a), (two, b) in combinations(words, 2) if a.overlaps(b)]
    plates = [shape for shape in picture.shapes if isinstance(shape, Plate) and shape.ink]
    for shape, box in words:
        for plate in plates:
            if plate.box.overlaps(box) and not plate.box.contains(box):
                found.append(f"{shape} beyond its plate")
    cards = [shape for shape in picture.shapes if isinstance(shape, CardFace | CardBack)]
    found += [f"{c} on {p}" for c in cards for p in plates if c.box.overlaps(p.box)]
    for one, other in combinations(cards, 2):  # a large card would take the most of a small one
        if one.box.width <= SMALL_CARD[0] < other.box.width and one.box.overlaps(other.box):
            found.append(f"{other} over {one}")
    return found + list(_covered(picture))


def _box(shape: object) -> Box | None:
    if isinstance(shape, Writing):
        return text_box(shape)
    return shape.box if isinstance(shape, CardFace | SuitSign | Icon) else None


def _covered(picture: Picture) -> Iterator[str]:
    """Yield ranks and texts that a later card lies on, and texts on a card."""
    shapes = [shape for shape in picture.shapes if isinstance(shape, CardFace | Writing)]
    boxes = [text_box(shape) if isinstance(shape, Writing) else shape.box for shape in shapes]
    for n, shape in enumerate(shapes):
        seen = index_box(shape) if isinstance(shape, CardFace) else boxes[n]
        for later, box in zip(shapes[n + 1 :], boxes[n + 1 :], strict=True):
            if isinstance(later, CardFace):
                is_hidden = _covers(later, seen, shape)
            else:
                is_hidden = isinstance(shape, CardFace) and box.overlaps(shape.box)
            if is_hidden:
                yield f"{later} on {shape}"


def _covers(later: CardFace, seen: Box, shape: CardFace | Writing) -> bool:
    if not later.box.overlaps(seen):
        return False
    # the suit of an upper row of small cards may lose its lower edge
    if isinstance(shape, CardFace) and shape.box.width <= SMALL_CARD[0]:
        return later.box.top - shape.box.top < SMALL_ROW
    return True


@cache
def words_of(rules: Rules, locale: str) -> TableWords:
    return table_words(rules, with_table_faces(rules, CATALOGUE.words(locale)))


def with_names(facts: TableData, *names: str) -> TableData:
    seats = [
        None if seat is None else replace(seat, name=names[n % len(names)], is_away=n == 1)
        for n, seat in enumerate(facts.seats)
    ]
    return replace(facts, seats=tuple(seats))


def positions(count: int, seed: int) -> Iterator[tuple[Rules, Game]]:
    """Yield so many random positions of all presets and numbers of players in turn."""
    tables = [(name, n) for name in PRESETS.names() for n in players_of(name)]
    dice, yielded = random.Random(seed), 0
    while yielded < count:
        name, players = tables[dice.randrange(len(tables))]
        rules = rules_for(name, players)
        games = list(walk(rules, dice.randrange(1 << 30), DEALS))
        for game in dice.sample(games, min(12, len(games), count - yielded)):
            yielded += 1
            yield rules, game


def check_position(rules: Rules, game: Game, dice: random.Random) -> list[str]:
    """Return the faults of all pictures of a position, dealt anew for one of its readers, too."""
    words = words_of(rules, dice.choice(LOCALES))
    facts = table_facts(rules.players)
    facts = with_names(facts, *dice.choice((("I", LONG_NAME), (LONG_NAME,), ("Ana", "Борис"))))
    found = list[str]()
    readers = (None, *range(rules.players))
    pictures = {reader: picture_of(game, reader, facts, words) for reader in readers}
    for reader, picture in pictures.items():
        wanted, shown = known_cards(view_of(game, reader)), cards_of(picture)
        if wanted != shown:
            found.append(f"{reader}: {Hand.of(wanted - shown)} missing, {Hand.of(shown - wanted)}")
        found += [f"{reader}: {fault}" for fault in faults(picture)]
    found += [f"result: {fault}" for fault in end_faults(game, facts, words)]
    if game.deal is not None:
        reader = dice.choice(readers)
        other = oracle_of(rules).dealt_anew(game, reader, dice)
        if picture_of(other, reader, facts, words) != pictures[reader]:
            found.append(f"{reader}: a hidden card changes the picture")
    return found


def end_faults(game: Game, facts: TableData, words: TableWords) -> list[str]:
    """Return the faults of the picture of the last deal, and of the match if it ended now."""
    view = build_view(game, None)
    if view.last is None or view.table is not None:
        return []
    result = result_picture(view, facts, words, Cloth.GREEN, "")
    end = match_end_picture(view, facts, words, Cloth.GREEN, "")
    reveal = view.last.reveal
    dealt = set[Card]()
    if reveal is not None:
        dealt.update(*reveal.dealt, reveal.talon, reveal.discard)
    found = [*faults(result), *faults(end)]
    if cards_of(result) != dealt:
        found.append("other cards than those that the rules show")
    return found


def view_of(game: Game, reader: int | None) -> View:
    return build_view(game, None) if reader is None else build_view(game, reader)


def picture_of(game: Game, reader: int | None, facts: TableData, words: TableWords) -> Picture:
    if reader is None:
        return table_picture(build_view(game, None), facts, words, Cloth.GREEN, "")
    own: SeatView = build_view(game, reader)
    return hand_picture(own, facts, words, Cloth.GREEN, "")
