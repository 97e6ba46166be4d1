"""Pictures of the main screens for README and for whoever changes a screen: ``make screenshots``.

The real bot in a room of tests/support, played to each moment, photographed as one person sees it.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import BrowserType
from simcord.backend.cdn import CDN_BASE

from bot.discord_ui.app_setup import tile_file
from bot.engine.deal import Stage
from bot.engine.game import stage_of
from tests.e2e.test_claims_at_once import claim_all, pack, to_play
from tests.e2e.test_problems import daily, play_wrong, presses
from tests.support import builders
from tests.support.deal_records import MISERE, MISERE_BID
from tests.support.room import Message, Person, Room, evening
from tests.support.stacked import Stacked, opened, played

DOCS = Path(__file__).resolve().parents[1] / "docs"
WIDE, PHONE = 720, 430
FRAME = 1200  # milliseconds of a moving picture
_QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")


def use_debians_chromium() -> None:
    """playwright's own browser is not there."""
    launch = BrowserType.launch

    async def debian(self: BrowserType, **how: Any) -> Any:
        how.setdefault("executable_path", "/usr/bin/chromium")
        how["args"] = [*how.get("args", []), *_QUIET]
        return await launch(self, **how)

    BrowserType.launch = debian  # type: ignore[method-assign]  # it offers no other place


def assets(room: Room) -> dict[str, tuple[str, bytes]]:
    """The pictures of the tiles, where the page looks for them."""
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.{end}": (f"{emoji.name}.png", path.read_bytes())
        for emoji in room.env.backend.application_emojis.values()
        for end in ("png", "webp")
        if (path := tile_file(emoji.name)) is not None
    }


def camera(room: Room, width: int) -> AbstractAsyncContextManager[Any]:
    return room.env.preview(
        room.channel,
        viewers=[who.actor for who in room.people],
        assets=assets(room),
        width=width,
        height=1400,
    )


async def photograph(
    room: Room, who: Person, name: str, message: Message, width: int = WIDE
) -> None:
    """One picture of one message as somebody sees it."""
    path = DOCS / f"{name}.png"
    async with camera(room, width) as preview:
        await preview.screenshot(str(path), viewer=who.actor, target=message)
    fewer_colours(path)
    print(path.relative_to(DOCS.parent), flush=True)


def fewer_colours(path: Path) -> None:
    """A third of the size, and nobody sees it."""
    Image.open(path).convert("RGB").quantize(128).save(path, optimize=True)


async def film(
    room: Room, who: Person, name: str, moments: Sequence[Callable[[Room], bool]]
) -> None:
    """The public message at each of these moments, one after another in one moving picture."""
    frames = []
    for moment in moments:
        await room.play_until(moment)
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            async with camera(room, PHONE) as preview:
                await preview.screenshot(file.name, viewer=who.actor, target=room.message())
            frames.append(Image.open(file.name).convert("RGB"))
    height = max(frame.height for frame in frames)
    whole = [
        Image.new("RGB", (frames[0].width, height), frames[0].getpixel((0, 0))) for _ in frames
    ]
    for canvas, frame in zip(whole, frames, strict=True):
        canvas.paste(frame, (0, 0))
    first, *others = [canvas.quantize(64) for canvas in whole]
    path = DOCS / f"{name}.gif"
    first.save(path, save_all=True, append_images=others, duration=FRAME, loop=0, optimize=True)
    print(path.relative_to(DOCS.parent), flush=True)


def cards_played(number: int, trick: int) -> Callable[[Room], bool]:
    """A human is to play, with so many tricks done and cards lying."""

    def there(room: Room) -> bool:
        game = room.game()
        if stage_of(game) is not Stage.PLAY or game.deal is None or room.asked() is None:
            return False
        return len(game.deal.tricks) >= number and len(game.deal.trick) == trick

    return there


async def first_evening(folder: Path) -> None:
    """Three people: lobby, auction, discard, play, end of deal, sheet, end, ranking."""
    async with evening(folder, drawn=True, threads=False, seed=7) as room:
        room.env.backend.edit_bot_profile("Preferans")
        ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
        await room.seated(ana, boris, robots=0, clock="normal", target=10)
        await photograph(room, ana, "lobby", room.message())
        await room.press(vera, "join")
        await room.start(ana)
        await room.play_until(lambda r: r.stage() is Stage.AUCTION and _calls(r) >= 2)
        await _both(room, "auction")
        await room.play_to(Stage.EXCHANGE)
        await _both(room, "discard")
        await room.play_to(Stage.DEFENCE)
        await _both(room, "whist")
        await film(
            room, ana, "trick", [cards_played(3, n) for n in range(3)] + [cards_played(4, 0)]
        )
        await room.play_until(cards_played(4, 2))
        await _both(room, "")
        await _both(room, "phone", width=PHONE)
        await _shown(room, ana, "help", "help")
        await room.play_until(lambda r: r.game().carry.number >= 1 and r.stage() is Stage.BETWEEN)
        await photograph(room, ana, "deal-end", room.message())
        await room.play_until(lambda r: r.game().carry.number >= 4 and r.stage() is Stage.BETWEEN)
        await _shown(room, ana, "score", "score")
        await _shown(room, ana, "last", "last")
        await _shown(room, ana, "more", "more")
        await room.play_out()
        await photograph(room, ana, "match-end", room.message())
        await _shown(room, ana, "settlement", "settlement")
        await room.command(ana, "pref learn")
        await _private(room, ana, "learn")
        for _ in range(2):
            await room.seated(ana, boris, vera, target=1, clock="none")
            await room.start(ana)
            await room.play_out()
        await room.command(boris, "leaderboard")
        assert boris.private is not None
        await photograph(room, boris, "leaderboard", boris.private)
        await room.command(boris, "pref history")
        await photograph(room, boris, "history", boris.private)
        await room.press(boris, "open 1", boris.private)
        await photograph(room, boris, "match", boris.private)
        await room.press(boris, "deal 1", boris.private)
        await room.press(boris, "replay 1 first", boris.private)
        await photograph(room, boris, "replay", boris.private, width=PHONE)
        await room.command(boris, "pref me")
        await photograph(room, boris, "settings", boris.private)


def _calls(room: Room) -> int:
    deal = room.game().deal
    return 0 if deal is None else len(deal.calls)


async def _both(room: Room, name: str, width: int = WIDE) -> None:
    """The hand of whoever is asked, and the table."""
    who = room.asked()
    assert who is not None
    before = f"{name}-" if name else ""
    await photograph(room, who, f"{before}hand", await room.hand(who), width)
    await photograph(room, who, f"{before}table", room.message(), width)


async def _shown(room: Room, who: Person, what: str, name: str, width: int = WIDE) -> None:
    await room.press(who, what, room.message())
    assert who.private is not None
    await photograph(room, who, name, who.private, width)


async def russian_evening(folder: Path) -> None:
    """Four people in Russian, on a phone."""
    async with evening(folder, drawn=True, threads=False, seed=3, locale="ru") as room:
        room.env.backend.edit_bot_profile("Преферанс")
        people = [room.person(name, locale="ru") for name in ("Аня", "Борис", "Вера", "Глеб")]
        await room.seated(*people, seats=4, rules="rostov", clock="none", target=10)
        await photograph(room, people[0], "russian-lobby", room.message(), width=PHONE)
        await room.start(people[0])
        await room.play_until(cards_played(3, 1))
        await _both(room, "russian", width=PHONE)
        await room.play_until(lambda r: r.game().carry.number >= 2)
        await photograph(room, people[0], "russian-deal-end", room.message(), width=PHONE)
        await _shown(room, people[0], "score", "russian-score")


async def other_families(folder: Path) -> None:
    """A Croatian table, with German cards, and a Viennese one on a phone; their sheets."""
    for name, rules, deals in (("balkan", "croatian", 7), ("austrian", "viennese", 6)):
        (folder / name).mkdir()
        async with evening(folder / name, drawn=True, threads=False, seed=5) as room:
            room.env.backend.edit_bot_profile("Preferans")
            people = [room.person(who) for who in ("Ana", "Boris", "Vera")]
            await room.seated(*people, rules=rules, clock="none")
            await room.start(people[0])
            await room.play_until(cards_played(3, 1))
            await _both(room, name, width=PHONE)
            await room.play_until(partial(_scored, deals))
            await _shown(room, people[0], "score", f"{name}-score", PHONE)


def _scored(deals: int, room: Room) -> bool:
    return room.game().carry.number >= deals and room.stage() is Stage.BETWEEN


async def postmortem(folder: Path) -> None:
    """A misère that could have been caught: its card, the overview, a step, the catch; profile."""
    pack = builders.deck(MISERE)
    async with evening(
        folder, drawn=True, threads=False, chance=Stacked(pack), reviews=True
    ) as room:
        room.env.backend.edit_bot_profile("Preferans")
        (ana, *_) = await opened(room, "sochi", 10)
        await played(room, *MISERE_BID.split(", "), "play AH")
        await room.play_until(lambda room: room.stage() is Stage.BETWEEN)
        await photograph(room, ana, "postmortem-card", room.message(), width=PHONE)
        presses = {"overview": "analyse 1", "step": "walk 1 mistake -1", "": "analyse 1"}
        for name, press in presses.items():
            await room.press(ana, press, room.message() if name == "overview" else ana.private)
            if name:
                await _private(room, ana, f"postmortem-{name}")
        await room.press(ana, "analyse 1 line")
        await _private(room, ana, "postmortem-line")
        await room.play_until(lambda room: room.game().carry.number == 4)
        await room.command(ana, "pref profile")
        await _private(room, ana, "profile")


async def etudes(folder: Path) -> None:
    """A set problem on a phone: open, lost, its solution; and the table of the day."""
    async with evening(folder, drawn=True, threads=False, seed=7) as room:
        room.env.backend.edit_bot_profile("Preferans")
        ana, boris = room.person("Ana"), room.person("Boris")
        await room.command(ana, "pref etude", grade="master")
        await _private(room, ana, "etude")
        await play_wrong(room, ana)
        await _private(room, ana, "etude-lost")
        (ask,) = presses(ana, "solution")
        await room.press(ana, ask)
        await room.press(ana, f"{ask} yes")
        await _private(room, ana, "etude-solution")
        await daily(room, ana, 2)
        await room.env.advance_time(60)
        await daily(room, boris, 0)
        await _private(room, boris, "etude-day")


async def advised(folder: Path) -> None:
    """Hints at a friendly table, for a call and for a card; a claim accepted at once."""
    async with evening(folder, drawn=True, threads=False, chance=Stacked(seed=7)) as room:
        room.env.backend.edit_bot_profile("Preferans")
        people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
        await room.seated(*people, friendly=True, target=10, clock="none")
        await room.start(people[0])
        await room.bot.parts.workers.warm()
        for stage in (Stage.AUCTION, Stage.PLAY):
            await room.play_to(stage)
            who = room.asked()
            assert who is not None
            await room.press(who, "hint", await room.hand(who))
            await _private(room, who, f"hint-{stage}")
            await room.press(who, "hand", who.private)
    with tempfile.TemporaryDirectory() as other:
        async with evening(
            Path(other), drawn=True, threads=False, chance=Stacked(pack("sochi"))
        ) as room:
            room.env.backend.edit_bot_profile("Preferans")
            ana, boris, _ = await to_play(room, "sochi")
            await claim_all(room, ana)
            await photograph(room, boris, "claim-proved", room.public()[-2], width=PHONE)


async def _private(room: Room, who: Person, name: str) -> None:
    assert who.private is not None
    await photograph(room, who, name, who.private, width=PHONE)


TAKES = (first_evening, russian_evening, other_families, postmortem, etudes, advised)


async def main(wanted: Sequence[str]) -> None:
    use_debians_chromium()
    DOCS.mkdir(exist_ok=True)
    for take in TAKES:
        if not wanted or take.__name__ in wanted:
            with tempfile.TemporaryDirectory() as folder:
                await take(Path(folder))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    names = [take.__name__ for take in TAKES]
    parser.add_argument("takes", nargs="*", metavar="take", help=f"of {names}; else all")
    asyncio.run(main(parser.parse_args().takes))
