"""``python -m tools.train.guesses FAMILY``: learn which options of a call are not worth a search.

Matches of robots are played into ``build/train`` and kept, so a run that was stopped goes on where
it was.  Four matches of five are learned from; the fifth tells what the guesses save and lose.
The trees replace those in ``data/guesses``, which the robots read: of few matches they are poor.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Final

from bot.engine.deal import Stage
from bot.robots.expert.first_guesses import GUESSES_FOLDER, GuessModel, write_model
from tools.arena.matches import mean_and_error
from tools.train import searched_calls, trees
from tools.train.searched_calls import SearchedCall
from tools.train.self_play import TRAINED

_FOLDER: Final = Path("build/train")
_HELD_OUT: Final = 5  # one match of so many
# probability below which an option is not searched: the highest tried whose lost points in matches
# not learned from, with their error, are less than a twentieth of what the searches bring
LEAST: Final[dict[str, dict[Stage, float]]] = {
    "russian": {Stage.AUCTION: 0.02, Stage.EXCHANGE: 0.01, Stage.DECLARE: 0.02},
    "balkan": {Stage.AUCTION: 0.03, Stage.DECLARE: 0.02, Stage.DEFENCE: 0.07},
    "austrian": {
        Stage.AUCTION: 0.05,
        Stage.DECLARE: 0.02,
        Stage.DEFENCE: 0.07,
        Stage.AFTER_BUY: 0.02,
    },
}


def model_of(calls: Sequence[SearchedCall], least: float) -> GuessModel:
    """Return the model learned from the calls of one stage."""
    rows = [row for call in calls for row in call.rows]
    base, grown = trees.grown([facts for _, _, facts in rows], [chosen for chosen, *_ in rows])
    return GuessModel(least, base, grown)


def report(model: GuessModel, calls: Sequence[SearchedCall]) -> str:
    """Return what the guesses save of the search of some calls, and what they lose."""
    work, saved, lost = 0, 0, list[float]()
    for call in calls:
        asked = [row for row in call.rows if model.probability(row[2]) >= model.least]
        kept = sum(count for _, count, _ in asked) + call.layouts if asked else 0
        all_work = sum(count for _, count, _ in call.rows) + call.layouts
        work, saved = work + all_work, saved + all_work - kept
        is_lost = any(row[0] for row in call.rows if row not in asked)
        lost.append(call.gain if is_lost else 0.0)
    points, error = mean_and_error(lost)
    gained = mean(call.gain for call in calls)
    return (
        f"{len(calls)} calls never learned from, {saved / work:.0%} of the search is saved;"
        f" points a call: lost {points:+.3f} +- {error:.3f}, all searches bring {gained:+.2f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="guesses", description=__doc__)
    parser.add_argument("family", choices=TRAINED)
    parser.add_argument("--matches", type=int, default=250, help="of four deals; 250, at least 2")
    chosen = parser.parse_args()
    path = _FOLDER / f"{chosen.family}-calls.txt"
    searched_calls.grow(path, chosen.family, chosen.matches)
    calls = [call for call in searched_calls.recorded(path) if call.match < chosen.matches]
    lines = [f"# python -m tools.train.guesses {chosen.family} --matches {chosen.matches}"]
    for stage, least in LEAST[chosen.family].items():
        mine = [call for call in calls if call.stage is stage]
        model = model_of([call for call in mine if call.match % _HELD_OUT], least)
        lines += write_model(stage, model)
        held_out = [call for call in mine if not call.match % _HELD_OUT]
        print(f"{stage}: {report(model, held_out)}", flush=True)
    GUESSES_FOLDER.mkdir(exist_ok=True)
    text = "\n".join(lines) + "\n"
    (GUESSES_FOLDER / f"{chosen.family}.txt").write_text(text, encoding="ascii")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
