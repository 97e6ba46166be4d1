"""``make mutants`` draws the same sample again, in parts that share it."""

from tools.mutants import SAMPLES, sample

FOUND = [
    f"bot.{room}.x_{n}__mutmut_1" for room in ("engine", "tables", "store") for n in range(900)
]


def test_a_sample_is_repeated_by_its_seed() -> None:
    drawn = sample(SAMPLES, FOUND, 1)
    assert len(drawn) == len(set(drawn)) == sum(SAMPLES.values())
    assert drawn == sample(SAMPLES, list(reversed(FOUND)), 1)
    assert drawn != sample(SAMPLES, FOUND, 2)


def test_each_group_has_its_share() -> None:
    engine = [name for name in sample(SAMPLES, FOUND, 1) if name.startswith("bot.engine.")]
    assert len(engine) == 400


def test_a_group_smaller_than_its_sample_is_taken_whole() -> None:
    assert sorted(sample(SAMPLES, FOUND[:3], 1)) == sorted(FOUND[:3])
