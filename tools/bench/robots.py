"""Speed of the robots' decisions: ``python -m tools.bench.robots``."""

from time import perf_counter

from tests.robots.evenings import PRESETS, play_out

MATCHES = 10


def measure(preset: str, players: int) -> str:
    """One line: decisions per second alone, and the slow ones."""
    rules = PRESETS.rules(preset, players=players)
    start = perf_counter()
    played = [play_out(rules, seed) for seed in range(MATCHES)]
    wall = perf_counter() - start
    seconds = sorted(each for evening in played for each in evening.seconds)
    deals = sum(len(evening.results) for evening in played)
    return (
        f"{preset:16}{players} players {len(seconds) / sum(seconds):8.0f} decisions/s"
        f"  mean {mean_of(seconds):7.3f} ms  p99 {at(seconds, 0.99):7.3f} ms"
        f"  max {at(seconds, 1.0):7.3f} ms  {deals / wall:6.1f} deals/s"
    )


def mean_of(seconds: list[float]) -> float:
    return 1000 * sum(seconds) / len(seconds)


def at(seconds: list[float], share: float) -> float:
    """The time not exceeded by that share, in milliseconds."""
    return 1000 * seconds[min(len(seconds) - 1, int(share * len(seconds)))]


def main() -> None:
    for preset in PRESETS.names():
        for players in (3, 4):
            if PRESETS.family_key(preset) == "russian":
                print(measure(preset, players))


if __name__ == "__main__":
    main()
