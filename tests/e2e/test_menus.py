"""The menus of a message and of a user, with the sentence for everything they do not fit."""

from pathlib import Path

import pytest
import simcord

from bot.discord_ui.components import ShownDeal
from bot.discord_ui.handlers import menu_handlers
from bot.model.refusals import Refusal
from bot.notation.deal_code import read_deal_code
from bot.notation.deal_text import deal_json, deal_text
from bot.notation.reading import LARGEST
from bot.presets import load_presets
from tests.e2e.test_own_deals import SEVEN_HEARTS
from tests.e2e.test_postmortem import eight, stacked
from tests.support.published_deals import PPN, PROBLEMS, problem_json
from tests.support.room import Person, Result, Room, evening, words_of
from tests.support.stacked import next_deal

pytestmark = pytest.mark.process


async def menu(room: Room, who: Person, name: str, target: object, place: object = None) -> Result:
    """Choose a menu of a message or of a member."""
    where = place if isinstance(place, simcord.ChannelHandle) else room.place()
    result = await who.actor.context_menu(where, name, target)  # type: ignore[arg-type]
    return room._keep(who, result)


def private_text(who: Person) -> str:
    """Return the private message with its custom ids."""
    return str(who.private.components if who.private else "")


async def test_a_result_is_replayed_and_analysed(tmp_path: Path) -> None:
    """While it is the newest message of the table, and once the next deal has begun."""
    async with evening(tmp_path, chance=stacked(), reviews=True) as room:
        (ana, *_) = await eight(room)
        for is_newest in (True, False):
            result = room.message() if is_newest else room.public()[-2]
            await menu(room, ana, "Replay", result)
            assert "replay 1 1" in private_text(ana)
            await menu(room, ana, "Post-mortem", result)
            assert "walk 1" in private_text(ana)
            await next_deal(room)


async def test_a_match_that_is_gone_or_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, *_) = await eight(room)
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr("bot.discord_ui.delivery.server_of", lambda _: 1)
            await menu(room, ana, "Replay", room.message())
        assert room.sentence(Refusal.MENU_OTHER_SERVER) in words_of(ana.private)
        monkeypatch.setattr(menu_handlers, "shown_deal", lambda _: ShownDeal(999, 1))
        await menu(room, ana, "Replay", room.message())
        assert room.sentence(Refusal.MENU_MATCH_GONE) in words_of(ana.private)


async def test_what_no_menu_fits(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, *_) = await eight(room)
        stranger = await ana.actor.send(room.place(), "hello")
        await menu(room, ana, "Replay", stranger)
        assert room.sentence(Refusal.MENU_NO_DEAL) in words_of(ana.private)
        await next_deal(room)
        await menu(room, ana, "Post-mortem", room.message())
        assert room.sentence(Refusal.MENU_DEAL_RUNNING) in words_of(ana.private)


async def test_a_pasted_deal_is_replayed(room: Room) -> None:
    """By the parser of /pref deal, with its sentence for a slip."""
    ana = room.person("Ana")
    slip = f"{SEVEN_HEARTS[:-1]}{'Y' if SEVEN_HEARTS[-1] == 'X' else 'X'}"
    for pasted, told in (
        (f"Try this: `{SEVEN_HEARTS}`", room.say("own.origin.import")),
        (f"Try this: {slip}", room.sentence(Refusal.DEAL_CODE_TYPO)),
    ):
        post = await ana.actor.send(room.channel, pasted)
        await menu(room, ana, "Replay", post, room.channel)
        assert told in words_of(ana.private)


async def test_an_attached_deal_is_replayed(room: Room) -> None:
    """Of a file in each form that is read; one that is too large or no deal gets its sentence."""
    ana, presets = room.person("Ana"), load_presets()
    deal = read_deal_code(presets, SEVEN_HEARTS)
    for name, content, told in (
        ("deal.txt", deal_text(presets, deal).encode(), SEVEN_HEARTS),
        ("deal.json", deal_json(presets, deal).encode(), SEVEN_HEARTS),
        ("games.ppn", PPN.encode(), room.say("own.origin.import")),
        ("etude.json", problem_json(PROBLEMS[0]), room.say("own.origin.import")),
        ("large.txt", b"x" * (LARGEST + 1), room.sentence(Refusal.DEAL_FILE)),
        ("shopping.txt", b"milk and bread", room.sentence(Refusal.DEAL_UNKNOWN)),
        ("photo.png", b"not a deal", room.sentence(Refusal.MENU_NO_DEAL)),
    ):
        post = await ana.actor.send(room.channel, "see this", attachments=[(name, content)])
        await menu(room, ana, "Replay", post, room.channel)
        assert told in words_of(ana.private), name


async def test_a_profile_by_its_menu(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.command(boris, "pref profile")
    await menu(room, ana, "Profile", boris.actor, room.channel)
    assert "Boris" in words_of(ana.private)


async def test_an_invitation_by_its_menu(room: Room) -> None:
    """To the one lobby where the caller sits; without one the sentence says so."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await menu(room, ana, "Invite to my table", boris.actor, room.channel)
    assert room.sentence(Refusal.NO_TABLE_HERE) in words_of(ana.private)
    await room.open_table(ana)
    await menu(room, ana, "Invite to my table", boris.actor, room.channel)
    assert room.say("invite.done") in words_of(ana.private)
    assert any(f"<@{boris.id}>" in words_of(one) for one in room.public(room.channel))
    await menu(room, ana, "Invite to my table", ana.actor, room.channel)
    assert room.sentence(Refusal.INVITE_NOT_HIM) in words_of(ana.private)
