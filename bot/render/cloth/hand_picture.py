"""One player's hand as a picture, from their chair: oneself at the bottom, the others in turn."""

from collections.abc import Iterator

from bot.engine import actions, deal, view
from bot.engine.cards import Card, Hand
from bot.model.enums import Cloth, Status
from bot.render import formatting, screen_data, words
from bot.render.cloth.pieces import (
    EDGE,
    SMALL,
    SMALL_CARD,
    SMALL_STEP,
    WIDTH,
    cloth_picture,
    fan,
    look_of,
    name_in_text,
    write,
)
from bot.render.cloth.scene import Scene, scene_shapes
from bot.render.cloth.seating import OWN_FAN, hand_seating, table_seating
from bot.render.shapes import Box, ClothInk, Picture, Shape

_FOOT = 26  # pixels of the line about the resting player
_OWN_ROW = 134  # pixels of the own cards while one plays those of a partner


def hand_picture(
    view: view.SeatView,
    facts: screen_data.TableData,
    words: words.TableWords,
    cloth: Cloth,
    alt: str,
    marked: frozenset[Card] = frozenset(),
) -> Picture:
    """Return the picture of a seat's hand; ``marked`` are the cards chosen for the discard.

    The cards lie in the order of their buttons; those that may be played are raised.
    """
    table = view.table
    if table is None or view.seat not in table.seats:
        scene = Scene(view, facts, words, table_seating(view))
        return cloth_picture(scene.seating.height, scene_shapes(scene), cloth, alt)
    partner = _partner_hand(view, table)
    played = -1 if partner is None else table.player_on_turn
    seating = hand_seating(view, view.seat, table.seats)
    scene = Scene(view, facts, words, seating, own=view.seat, played=played)
    height, shapes = seating.height, list(scene_shapes(scene))
    if partner is None:
        shapes += _own_fan(scene, view.hand, OWN_FAN, marked)
    else:
        box = OWN_FAN._replace(top=OWN_FAN.top + _OWN_ROW, bottom=OWN_FAN.bottom + _OWN_ROW)
        shapes += [*_own_row(scene, view.hand), _partner_line(scene, box)]
        shapes += _own_fan(scene, partner, box, marked)
        height += _OWN_ROW
    if view.rules.players == 4:
        shapes.append(_resting_line(scene, table, height))
        height += _FOOT
    return cloth_picture(height, shapes, cloth, alt)


def followed_picture(
    view: view.View,
    facts: screen_data.TableData,
    words: words.TableWords,
    cloth: Cloth,
    alt: str,
) -> Picture:
    """Return the hand of a seat as a kibitzer sees it, with no card to choose; else the table."""
    table, seat = view.table, view.seat
    if table is None or seat is None or seat not in table.seats:
        scene = Scene(view, facts, words, table_seating(view))
        return cloth_picture(scene.seating.height, scene_shapes(scene), cloth, alt)
    scene = Scene(view, facts, words, hand_seating(view, seat, table.seats), own=seat)
    height, cards = scene.seating.height, formatting.sorted_cards(view.hand)
    shapes = [*scene_shapes(scene), *fan(OWN_FAN, cards, look_of(words))]
    if view.rules.players == 4:
        shapes.append(_resting_line(scene, table, height))
        height += _FOOT
    return cloth_picture(height, shapes, cloth, alt)


def _partner_hand(view: view.SeatView, table: view.DealView) -> Hand | None:
    """Return the open hand that this player has to play from now."""
    if not view.is_my_turn or view.stage is not deal.Stage.PLAY or table.turn == view.seat:
        return None
    return dict(table.open_hands).get(table.player_on_turn)


def _own_fan(scene: Scene, hand: Hand, box: Box, marked: frozenset[Card]) -> Iterator[Shape]:
    """Yield a hand: what may be played is raised, the rest dimmed."""
    view, cards = scene.view, formatting.sorted_cards(hand)
    playable = frozenset(action.card for action in view.legal if isinstance(action, actions.Play))
    raised, dimmed = marked, frozenset[Card]()
    if playable and scene.facts.status is Status.PLAYING:
        dimmed = frozenset(cards) - playable
        raised = playable if dimmed else frozenset()
    yield from fan(
        box,
        cards,
        look_of(scene.words),
        dimmed=dimmed,
        marked=frozenset(view.from_talon),
        raised=raised,
    )


def _own_row(scene: Scene, hand: Hand) -> Iterator[Shape]:
    """Yield the own cards, small, while one plays those of a partner."""
    plate = scene.seating.places[scene.own].plate
    top = plate.bottom + 21
    head = Box(EDGE, top, EDGE + 176, top + SMALL_CARD[1])
    yield write(head, scene.words.say("hand.your_cards"), SMALL, ClothInk.SOFT)
    row = Box(head.right + 8, top, WIDTH - EDGE, top + SMALL_CARD[1])
    cards = formatting.sorted_cards(hand)
    yield from fan(
        row, cards, look_of(scene.words), SMALL_CARD, side=0, step=SMALL_STEP + 6,
        dimmed=frozenset(cards),
    )  # fmt: skip


def _partner_line(scene: Scene, box: Box) -> Shape:
    """Return the line above the cards of a partner."""
    head = Box(EDGE, box.top - 56, WIDTH - EDGE, box.top - 28)
    said = scene.words.say(
        "hand.their_cards", name=name_in_text(scene.facts, scene.played, scene.words)
    )
    return write(head, said, SMALL, ClothInk.GOLD)


def _resting_line(scene: Scene, table: view.DealView, top: int) -> Shape:
    """Return the line about the player who deals and rests."""
    box = Box(EDGE, top - 16, WIDTH - EDGE, top + 12)
    name = name_in_text(scene.facts, table.dealer, scene.words)
    return write(box, scene.words.say("board.rests", name=name), SMALL, ClothInk.SOFT, side=0.5)
