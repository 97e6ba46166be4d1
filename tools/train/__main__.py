"""``python -m tools.train FAMILY``: learn the beliefs of the robots from games of robots.

Deals are played into ``build/train`` and kept, so a run that was stopped goes on where it was.
Four of five are learned from; the fifth tells how well the model knows cards it has not seen.
"""

import argparse
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from bot.engine.cards import Hand
from bot.engine.view import SeatView
from bot.robots.worlds import sample_layouts
from bot.robots.worlds.beliefs import WEIGHTS_FOLDER
from bot.robots.worlds.card_layouts import Layout, knowledge_of
from tools.arena.matches import mean_and_error
from tools.train import fitting, self_play

_FOLDER: Final = Path("build/train")
_HELD_OUT: Final = 5  # one deal of so many
_LAYOUTS: Final = 100
_SEED: Final = 1


class ViewLoss(NamedTuple):
    """The mean loss of a card in one view, in nats: knowing only numbers, and by layouts."""

    numbers: float
    layouts: float


def layout_losses(lines: Sequence[str], most: int) -> Iterator[ViewLoss]:
    """Yield the losses of the layouts that robots would draw, for some views of each deal."""
    for line in lines:
        for deal, view in fitting.views_of(line, most):
            found = [*_card_losses(view, {c: fitting.place_of(deal, c) for c in range(32)})]
            if found:
                yield ViewLoss(mean(n for n, _ in found), mean(loss for _, loss in found))


def _card_losses(view: SeatView, places: dict[int, int]) -> Iterator[tuple[float, float]]:
    """Yield the losses of each unseen card; one more layout, in even shares, avoids a zero."""
    unseen = knowledge_of(view).unseen
    found = sample_layouts(view, Random(_SEED), _LAYOUTS).layouts
    total = sum(layout.weight for layout in found)
    worth = total**2 / sum(layout.weight**2 for layout in found)
    for card in Hand(unseen.cards):
        needs = {
            seat: place.need
            for seat, place in zip(unseen.seats, unseen.places, strict=True)
            if place.may >> card & 1
        }
        if len(needs) < 2:
            continue
        even = needs[places[card]] / sum(needs.values())
        there = sum(layout.weight for layout in found if _lies(layout, card, places[card]))
        yield -log(even), -log((there / total * worth + even) / (worth + 1))


def _lies(layout: Layout, card: int, place: int) -> bool:
    return bool((layout.aside if place < 0 else layout.hands[place]) >> card & 1)


def report(lines: Sequence[str], most: int) -> str:
    """Return the mean losses of held-out deals."""
    found = [*layout_losses(lines, most)]
    numbers, layouts = ([loss[n] for loss in found] for n in range(2))
    (known, _), (drawn, error) = mean_and_error(numbers), mean_and_error(layouts)
    return (
        f"{len(found)} views of {len(lines)} deals never learned from, loss in nats a card:"
        f" numbers alone {known:.3f}, {_LAYOUTS} layouts {drawn:.3f} +- {error:.3f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("family", choices=self_play.TRAINED)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--views", type=int, default=fitting.VIEWS, help="of a deal")
    parser.add_argument("--step", type=float, default=fitting.STEP, help="smaller for few deals")
    parser.add_argument("--tested", type=int, default=300, help="deals never learned from")
    parser.add_argument("--only-test", action="store_true", help="leave the weights as they are")
    chosen = parser.parse_args()
    path = _FOLDER / f"{chosen.family}.txt"
    self_play.grow(path, chosen.family, chosen.deals)
    lines = path.read_text(encoding="ascii").splitlines()[: chosen.deals]
    if not chosen.only_test:
        learned = [line for n, line in enumerate(lines) if n % _HELD_OUT]
        _learn(learned, chosen)
    print(report(lines[::_HELD_OUT][: chosen.tested], 3))
    return 0


def _learn(lines: Sequence[str], chosen: argparse.Namespace) -> None:
    """Learn from deals, and write the weights with the command that learned them."""
    words = fitting.Vocabulary()
    examples = [each for line in lines for each in fitting.examples_of(line, words, chosen.views)]
    weights = fitting.fitted(examples, words, _SEED, chosen.step)
    how = f"--deals {chosen.deals} --views {chosen.views} --step {chosen.step}"
    text = fitting.written(weights, words, f"python -m tools.train {chosen.family} {how}")
    WEIGHTS_FOLDER.mkdir(exist_ok=True)
    (WEIGHTS_FOLDER / f"{chosen.family}.txt").write_text(text, encoding="ascii")


if __name__ == "__main__":
    raise SystemExit(main())
