"""The diagram of a problem: South at the bottom, West at the left, East at the right."""

from collections.abc import Sequence
from typing import Final

from bot.analysis.etudes.etude import PLACES, Etude
from bot.engine.cards import Hand
from bot.render.paper.diagram import Holding, Layout, diagram, hand_text, suits_only
from bot.render.paper.telling import alt_text, titled
from bot.render.parts import dotted
from bot.render.screen import Drawing
from bot.render.words import Words

_FROM_THE_BOTTOM: Final = tuple(map(PLACES.index, "SWE"))  # in the order of turns


def compass(etude: Etude, names: Sequence[str], title: str, words: Words) -> Drawing:
    """Return the problem at its start; ``names`` by place, ``title`` is the contract."""
    title = suits_only(title, words)
    hands = tuple(_holding(etude, place, names[place], words) for place in _FROM_THE_BOTTOM)
    said = [f"{hand.name}: {hand_text(hand.cards, words)}" for hand in hands]
    picture = diagram(Layout(title, hands), titled(words.plain(title), alt_text(said)), words)
    return Drawing(picture)


def _holding(etude: Etude, place: int, name: str, words: Words) -> Holding:
    leads = words.say("diagram.leads") if place == etude.leader else ""
    declares = words.say("etude.declares") if place == etude.declarer else ""
    mine = words.say("etude.yours") if etude.plays(place) else ""
    return Holding(name, Hand(etude.hands[place]), dotted((mine, declares, leads)))
