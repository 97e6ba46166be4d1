"""Learning of beliefs: deals that can be played over, and a loss that falls."""

from pathlib import Path
from statistics import mean

from bot.engine.game import to_act
from tools.train import fitting, self_play

DEALS = 4


def lines(path: Path, count: int) -> list[str]:
    self_play.grow(path, "austrian", count)
    return path.read_text(encoding="ascii").splitlines()


def test_a_file_that_was_stopped_grows_from_where_it_was(tmp_path: Path) -> None:
    whole = lines(tmp_path / "whole.txt", 3)
    part = tmp_path / "part.txt"
    assert lines(part, 1) == whole[:1]
    assert lines(part, 3) == whole


def test_a_line_is_played_over_to_its_end(tmp_path: Path) -> None:
    for line in lines(tmp_path / "deals.txt", DEALS):
        steps = [*self_play.replay(line)]
        assert len(steps) == line.count(self_play.SEPARATOR)
        assert all(to_act(game) is not None for game, _ in steps)


def test_what_is_learned_makes_the_deals_likelier(tmp_path: Path) -> None:
    words = fitting.Vocabulary()
    deals = lines(tmp_path / "deals.txt", DEALS)
    examples = [each for line in deals for each in fitting.examples_of(line, words)]
    weights = fitting.fitted(examples, words, 1)
    assert weights == fitting.fitted(examples, words, 1)

    def loss(told: list[float]) -> float:
        return mean(each for example in examples for each in fitting.losses(example, told))

    assert loss(weights) < loss([0.0] * len(weights)) - 0.05
    text = fitting.written(weights, words, "how")
    assert text.startswith("# how\n")
    assert len(text.splitlines()) > 100
