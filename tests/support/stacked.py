"""Evenings with known cards: a stacked pack, and moves of the person to act."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from bot.engine.actions import Deck
from bot.engine.cards import CARDS_BY_NAME, Card
from bot.engine.notation import parse_action
from bot.presets import OptionSetting, parse_rules
from bot.render.rule_text import format_value
from tests.support.naming import cards_in
from tests.support.room import Room
from tests.support.stored_tables import Person

T = TypeVar("T")


class Stacked(Random):
    """A random source that deals the given packs in order, then any; the last seat deals first."""

    def __init__(self, *packs: Deck, seed: int = 1) -> None:
        super().__init__(seed)
        self.packs = list(packs)

    def __new__(cls, *packs: Deck, seed: int = 1) -> "Stacked":
        return super().__new__(cls)  # packs are no seed

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        if k < len(population):  # the draw for dealer by cards: the last seat has the ace of hearts
            return [*population[: k - 1], population[CARDS_BY_NAME["AH"]]]
        if self.packs:
            return [population[card] for card in self.packs.pop(0).cards]
        return super().sample(population, k, counts=counts)

    def randrange(
        self, start: int, stop: int | None = None, step: int = 1
    ) -> int:  # the draw for dealer by lot
        return start - 1


def asked(room: Room) -> Person:
    who = room.asked()
    assert who is not None
    return who


async def played(room: Room, *moves: str) -> None:
    """Press each move in the hand of the person to act."""
    for move in moves:
        await room.play_one(asked(room), parse_action(move))


async def agreed(room: Room, host: Person, **options: OptionSetting) -> None:
    """Set house rules in the lobby, one after another."""
    for option, value in options.items():
        await room.set_rules(host, **{option: format_value(value)})
        assert str(dict(parse_rules(room.row()["rules"]).options)[option]) == str(value)


async def opened(
    room: Room,
    preset: str,
    target: int,
    *,
    names: str = "Ana Boris Vera",
    clock: str = "none",
    **options: OptionSetting,
) -> list[Person]:
    """Start a match whose first person is forehand; everybody opens their own hand."""
    return await opened_under(room, preset, target, options, names=names, clock=clock)


async def opened_under(
    room: Room,
    preset: str,
    target: int,
    options: Mapping[str, OptionSetting],
    *,
    names: str = "Ana Boris Vera",
    clock: str = "none",
) -> list[Person]:
    """Start the same match under complete house rules."""
    people = [room.person(name) for name in names.split()]
    await room.open_table(people[0], rules=preset, target=target, clock=clock, seats=len(people))
    await agreed(room, people[0], **options)
    for who in people[1:]:
        await room.press(who, "join", room.message())
    await room.press(people[0], "start", room.message())
    for who in people:
        await room.press(who, "hand", room.message())
    return people


def outcome(room: Room) -> str:
    return room.last().outcome


async def next_deal(room: Room) -> None:
    await room.next_deal()


async def reopened(room: Room, kill: bool = True) -> Person:
    """Start a new process; the person to act continues in the message of the old one."""
    with room.nothing_changes():
        await room.restart(kill=kill)
    who = asked(room)
    old = who.private
    assert old is not None
    if not room.is_current_hand(who):  # it was not their turn when the process began
        await room.press(who, "hand", old)
    assert room.is_current_hand(who)
    assert who.private is not None
    assert who.private.id == old.id
    return who


def shown_to_others(room: Room, owner: Person | None, since: int = 0) -> set[Card]:
    """Return the cards in requests that others can see; without an owner: that all can see."""
    return {
        card
        for kept in room.witness.kept[since:]
        if (kept.viewer is None if owner is None else kept.viewer != owner.id)
        and not kept.path.endswith(("/emojis", "/commands"))
        for card in cards_in(kept.json) - kept.said
    }
