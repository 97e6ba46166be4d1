"""The diagram of a problem: South at the bottom, West at the left, East at the right."""

from collections.abc import Sequence
from typing import Final

from bot.analysis.etudes.etude import PLACE_LETTERS, Problem
from bot.engine.cards import Hand
from bot.render.paper.diagram import (
    CardDiagram,
    DiagramHand,
    diagram_picture,
    hand_in_words,
    spell_out_tiles,
)
from bot.render.paper.telling import alt_text, titled_alt_text
from bot.render.parts import join_dotted
from bot.render.screen import PictureBlock
from bot.render.words import Words

_PLACES_FROM_BOTTOM: Final = tuple(map(PLACE_LETTERS.index, "SWE"))  # in the order of turns


def problem_drawing(
    problem: Problem, names: Sequence[str], title: str, words: Words
) -> PictureBlock:
    """Return the problem at its start; ``names`` by place, ``title`` is the contract."""
    title = spell_out_tiles(title, words)
    hands = tuple(
        _problem_hand(problem, place, names[place], words) for place in _PLACES_FROM_BOTTOM
    )
    said = [f"{hand.name}: {hand_in_words(hand.cards, words)}" for hand in hands]
    picture = diagram_picture(
        CardDiagram(title, hands),
        titled_alt_text(words.without_tiles(title), alt_text(said)),
        words,
    )
    return PictureBlock(picture)


def _problem_hand(problem: Problem, place: int, name: str, words: Words) -> DiagramHand:
    leads = words.say("diagram.leads") if place == problem.leader else ""
    declares = words.say("etude.declares") if place == problem.declarer else ""
    mine = words.say("etude.yours") if problem.plays(place) else ""
    return DiagramHand(name, Hand(problem.hands[place]), join_dotted((mine, declares, leads)))
