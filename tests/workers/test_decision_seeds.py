"""The seeds of robots' decisions: secret ones differ in everything they depend on."""

from bot.workers import decision_seed, secret_decision_seed

SECRET = bytes(range(16))
COURSE = ["1 bid 6S", "2 pass", "0 pass"]


def test_a_secret_seed_stays_as_it_was_published() -> None:
    assert secret_decision_seed(SECRET, COURSE) == 16167286338252067857


def test_secret_and_every_act_change_the_seed() -> None:
    seeds = {
        secret_decision_seed(secret, course)
        for secret in (SECRET, bytes(16), SECRET[::-1])
        for course in ([], COURSE[:1], COURSE[:2], COURSE, [*COURSE[:2], "0 bid 6C"])
    }
    assert len(seeds) == 15
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_a_public_seed_is_the_same_for_everybody_who_asks() -> None:
    assert decision_seed(12, 7) == 12 << 32 | 7
