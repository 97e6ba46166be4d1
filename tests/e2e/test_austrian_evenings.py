"""Austrian evenings to their end: every preset and variant, by turns three and four players."""

from pathlib import Path
from random import Random

import pytest

from bot.engine.actions import ANOTHER, DROP, FUND, PASS, Action, Propose
from bot.engine.view import SeatView
from bot.presets import OptionSetting
from tests.e2e.test_evenings import assert_every_trick_public, assert_settled
from tests.support.room import evening
from tests.support.stacked import opened_under

pytestmark = pytest.mark.slow

NAMES = {3: "Ana Boris Vera", 4: "Ana Boris Vera Gleb"}

# rules/austrian.md 2.2 and 2.3, the variants, and 3.6
VARIANTS: dict[str, dict[str, OptionSetting]] = {
    "viennese": {},
    "viennese five and six": {"premium_set": "hearts_5_6"},
    "viennese hearts only": {"premium_set": "hearts_only"},
    "viennese trump obligation": {"trump_obligation": True},
    "viennese by vote": {"match_end": "vote"},
    "viennese_plain": {},
    "austrian": {},
    "austrian no aces": {"no_aces_when_unplayed": False},
}
TARGETS = {"viennese": 1, "viennese_plain": 1, "austrian": 10}


def anything(seen: SeatView, dice: Random) -> Action:
    """Choose any legal action; offers, pots and rounds seldom, and seldom a defence.

    Falling pays.
    """
    usual = [a for a in seen.legal if not isinstance(a, Propose) and a not in (FUND, ANOTHER)]
    if DROP in usual and dice.random() < 0.7:
        return DROP
    return dice.choice(usual if usual and dice.random() < 0.9 else list(seen.legal))


@pytest.mark.sampled(suite=3)
@pytest.mark.parametrize(
    ("variant", "players"), [(variant, 3 + turn % 2) for turn, variant in enumerate(VARIANTS)]
)
async def test_each_variant_to_its_end(tmp_path: Path, variant: str, players: int) -> None:
    preset = variant.split()[0]
    async with evening(tmp_path, seed=len(variant) + players) as room:
        room.choose = anything
        agreed = VARIANTS[variant]
        await opened_under(room, preset, TARGETS[preset], agreed, names=NAMES[players])
        await room.play_out()
        assert_settled(room)
        assert_every_trick_public(room)


def modest(seen: SeatView, dice: Random) -> Action:
    """Pass and stay at home, with any card: robots that play well soon empty the pot then."""
    quiet = [action for action in seen.legal if action in (PASS, DROP)]
    usual = [action for action in seen.legal if not isinstance(action, Propose)]
    return quiet[0] if quiet else dice.choice(usual)


@pytest.mark.sampled(suite=3)
@pytest.mark.parametrize(("preset", "players"), [*zip(TARGETS, (4, 3, 4), strict=True)])
async def test_with_robots(tmp_path: Path, preset: str, players: int) -> None:
    """Open a table of one human and robots in the channel."""
    async with evening(tmp_path, threads=False, seed=players) as room:
        room.choose = modest
        ana = room.person("Ana")
        how = {"rules": preset, "target": TARGETS[preset], "seats": players}
        await room.seated(ana, robots=players - 1, **how)
        await room.start(ana)
        await room.play_out()
        assert_settled(room)
        assert_every_trick_public(room)
