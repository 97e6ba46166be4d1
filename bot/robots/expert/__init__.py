"""The strong robot: it searches sampled layouts and values the settlement of each choice.

card_play           cards by perfect information in sampled layouts; every seat for itself;
                    answers to a claim by the value of playing on
play_positions      a view of the play as solver positions, and the prices of tricks
call_choice         every decision besides the cards, by expected score; legal calls worth weighing
first_guesses       options that a search would hardly choose, by learned trees
option_weighing     comparison of options over common worlds
continuation        expected score of a deal after a call; the work budget
opponent_models     models of the other defenders' answers, and their likelihoods
refinement          worlds drawn towards hands that explain the calls
card_reasons        reasons for a card, and the facts of its trick
call_reasons        reasons for a call
"""

from random import Random

from bot.analysis.advice import Advice
from bot.engine import actions, deal, view
from bot.robots.expert import call_choice, card_play
from bot.robots.plain_robot import PLAIN_ROBOT


class Expert:
    """A robot whose depth of search is limited by a budget of nodes, not by a clock."""

    name = "expert"

    def advise(self, view: view.SeatView, rng: Random) -> Advice:
        """Return the choice of the seat to act, with the weighed options and the reasons."""
        if view.stage is deal.Stage.PLAY:
            return _advise_in_play(view, rng, card_play.EXPERT_EFFORT)
        if view.stage is deal.Stage.CLAIM:
            found = card_play.advise_claim(
                view, rng, card_play.EXPERT_EFFORT.layouts, card_play.EXPERT_EFFORT.nodes
            )
            return found or Advice(PLAIN_ROBOT.choose(view, rng), (), 0)
        return call_choice.advise_call(view, rng)

    def explain(self, view: view.SeatView, rng: Random) -> Advice:
        """Return the advice for a person, which rests on more layouts than a move."""
        if view.stage is deal.Stage.PLAY:
            return _advise_in_play(view, rng, card_play.HINT_EFFORT)
        if view.stage is deal.Stage.CLAIM:
            return self.advise(view, rng)
        return call_choice.advise_call(view, rng, patient=True)

    def choose(self, view: view.SeatView, rng: Random) -> actions.Action:
        """Return one of ``view.legal``."""
        if view.stage is deal.Stage.PLAY:
            return _advise_in_play(view, rng, card_play.EXPERT_EFFORT, explains=False).action
        if view.stage is deal.Stage.CLAIM:
            return self.advise(view, rng).action
        return call_choice.advise_call(view, rng, explains=False).action


def _advise_in_play(
    view: view.SeatView, rng: Random, effort: card_play.SearchEffort, explains: bool = True
) -> Advice:
    said = call_choice.advise_in_play(view, rng)
    return said or card_play.advise_card(view, rng, effort, explains)
