"""Numbers shown where they matter: the amnesty, the pay of a contract, the gain by the talon."""

import pytest

from bot.engine.view import build_view
from bot.presets import OptionSetting
from bot.render.hand.private_hand import hand_screen
from bot.render.table.result import result_screen
from tests.render.scenes import EN, FACTS, RU, TO_DEFENCE, played, shown
from tests.render.walks import PRESETS, buttons, choices, texts

RASPASY = [
    (
        "sochi",
        {},
        (
            "6 − 1 (amnesty) = 5 tricks × 1 = 5 in the mountain",
            "3 − 1 (amnesty) = 2 tricks × 1 = 2 in the mountain",
            "1 trick, the fewest: nothing",
        ),
    ),
    (
        "rostov",
        {},
        (
            "6 − 1 (amnesty) = 5 tricks × 5 = 25 whists to every opponent",
            "3 − 1 (amnesty) = 2 tricks × 5 = 10 whists to every opponent",
            "1 trick, the fewest: nothing",
        ),
    ),
    (
        "rostov",
        {"rostov_raspasy": "least_takes"},
        (
            "6 tricks",
            "3 tricks",
            "fewest tricks: 6 × 5, 30 whists on Ana; fewest tricks: 3 × 5, 15 whists on Boris",
        ),
    ),
    (
        "sochi",
        {"raspasy_amnesty": False},
        tuple(f"{n} × 1 = {n[0]} in the mountain" for n in ("6 tricks", "3 tricks", "1 trick")),
    ),
]


@pytest.mark.parametrize(("preset", "house", "expect"), RASPASY)
def test_raspasy_tells_what_the_amnesty_took_off(
    preset: str, house: dict[str, OptionSetting], expect: tuple[str, str, str]
) -> None:
    """rules/russian.md 3.5: 6, 3 and 1 tricks."""
    rules = PRESETS.rules(preset, players=3, **house)
    game = played("pass", "pass", "pass", "claim 6 3 1", "accept", "accept", rules=rules)
    told = texts(result_screen(build_view(game, None), FACTS, EN))[1].replace("*", "").splitlines()
    assert told == [f"{who} · {n}" for who, n in zip(("Ana", "Boris", "Vera"), expect, strict=True)]


def test_the_auction_says_what_a_bid_pays() -> None:
    """The lowest bid in a sentence, the higher ones each beside its name."""
    screen = hand_screen(build_view(played(), 0), FACTS, EN)
    assert "6⟦S⟧: made 2 in the pool, each undertrick 2 in the mountain." in texts(screen)[-1]
    told = {(choice.label, choice.tile): choice.description for choice in choices(screen)}
    assert told["8", "H"] == "made 6 in the pool, each undertrick 6 in the mountain"
    higher = hand_screen(build_view(played(*TO_DEFENCE[:4]), 0), FACTS, RU)
    assert {c.description for c in choices(higher)} >= {
        f"сыграно — {n} в пулю, каждый недобор — {n} в гору" for n in (6, 8, 10)
    }


def test_a_balkan_bid_counts_twice_on_a_refa() -> None:
    """rules/balkan.md 3.2: a two counts four, with an open refa of one's own eight."""
    seen = build_view(played(rules=PRESETS.rules("serbian", players=3)), 0)
    marks = tuple((key, 1 if key == "refas_0" else n) for key, n in seen.marks)
    for now, told in ((seen, "2: made +4, failed −4;"), (seen._replace(marks=marks), "2: made +8")):
        assert told in shown(hand_screen(now, FACTS, EN))


def test_the_cards_of_the_talon_are_marked_among_the_twelve() -> None:
    seen = build_view(played("bid 7D", "pass", "pass"), 0)
    screen = hand_screen(seen, FACTS, EN)
    assert {b.tile for b in buttons(screen) if b.label == "•"} == {"9C", "KC"}
    assert "• from the talon" in shown(screen)
