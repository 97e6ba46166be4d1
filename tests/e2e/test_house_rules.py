"""House rules from the lobby to a saved name, to a share code, and back to a table."""

import pytest

from bot.model.refusals import Refusal
from bot.presets import load_presets, parse_rules
from bot.render.rule_text import format_code
from bot.store.queries.preferences import NamedHouseRules
from tests.support.room import Person, Room, controls, words_of

pytestmark = pytest.mark.slow  # whole evenings

PRESETS = load_presets()


async def chosen(room: Room, host: Person, option: str, value: str) -> None:
    """Answer a common house rule on its page."""
    await room.set_rules(host, **{option: value})


async def saved(room: Room, host: Person, name: str) -> None:
    await room.sent(host, await room.press(host, "save rules", host.private), name)


def rules(room: Room) -> str:
    return str(room.row()["rules"])


async def test_rules_are_saved_and_played_again(room: Room) -> None:
    ana, boris, marta = room.person("Ana"), room.person("Boris"), room.manager()
    await room.open_table(ana, rules="leningrad")
    await chosen(room, ana, "stalingrad", "yes")
    assert "Stalingrad" in words_of(ana.private)
    first = rules(room)
    await saved(room, ana, "  our *Thursday* ")
    assert room.say("save.done", name=r"our \*Thursday\*") in words_of(ana.private)
    await saved(room, ana, "our *Thursday*")  # once more: nothing is wrong
    for name, why in (("(((", Refusal.RULES_NAME), ("…", Refusal.RULES_NAME)):
        await saved(room, ana, name)
        assert room.sentence(why) in words_of(ana.private), name
        await room.press(ana, "house", room.message())
    await saved(room, ana, "сочинка")
    assert room.sentence(Refusal.RULES_NAME_PRESET, name="сочинка") in words_of(ana.private)

    await room.restart(kill=True)
    offered = await room.suggested(boris, "table open", "rules")
    assert offered[0] == "our *Thursday*"
    assert set(offered[1:]) == set(PRESETS.names())
    await room.open_table(boris, rules="OUR *thursday*")
    assert rules(room) == first
    assert await room.suggested(boris, "table solo", "rules") == offered
    await room.command(boris, "table solo", rules="our *Thursday*")
    (newest,) = room.read("SELECT rules, status FROM game ORDER BY game_id DESC LIMIT 1")
    assert tuple(newest) == (first, "playing")
    await room.command(boris, "pref rules")
    line = format_code(PRESETS, parse_rules(first))
    assert f"`{line}`" in words_of(boris.private)
    await room.open_table(boris, rules=line, seats=4)
    again = parse_rules(rules(room))
    assert again.players == 4
    assert dict(again.options)["stalingrad"] is True

    await chosen(room, boris, "stalingrad", "no")
    await saved(room, boris, "Our *thursday*")
    assert room.sentence(Refusal.RULES_NAME_TAKEN) in words_of(boris.private)
    await room.press(boris, "house", room.message())
    await room.press(boris, "saved", boris.private)
    assert not any(one.text.startswith("saved drop") for one in controls(boris.private))
    await room.command(marta, "pref server")
    await room.press(marta, "saved", marta.private)
    (drop,) = (one.text for one in controls(marta.private) if one.text.startswith("saved drop"))
    await room.raw((boris, room.message(), f"pref:d:0:0:{drop}"))
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(boris.private)
    page = marta.private
    await room.press(marta, drop, page)
    assert room.say("saved.none") in words_of(marta.private)
    await room.press(marta, "server", marta.private)
    assert room.say("settings.server") in words_of(marta.private)
    await room.raw((marta, room.message(), f"pref:d:0:0:{drop}"))
    assert room.sentence(Refusal.RULES_GONE) in words_of(marta.private)


def changed(room: Room) -> dict[str, object]:
    return dict(PRESETS.differences(parse_rules(rules(room))))


async def test_a_page_of_rules_is_set_at_once_or_not_at_all(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, rules="sochi", clock="none")
    await room.set_rules(ana, half_whist="no", ten_trick="checked")
    assert {"half_whist": False}.items() <= changed(room).items()
    assert room.say("option.half_whist") in words_of(ana.private)
    await room.press(ana, "set half_whist yes", ana.private)  # back to the preset
    assert "half_whist" not in changed(room)
    with room.nothing_changes():
        await room.set_rules(ana, american_aid="no", rounding="separate")
    assert room.say("fault.closed_pools_need_aid") in words_of(ana.private)


async def test_who_may_send_a_page_of_rules(room: Room) -> None:
    """The host in the lobby; a form that is still open afterwards changes nothing."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, rules="sochi", clock="none", robots=1)
    with room.nothing_changes():
        await room.raw((boris, room.message(), "pref:d:1:0:house whist"))
    assert room.sentence(Refusal.NOT_HOST) in words_of(boris.private)
    await room.raw((ana, room.message(), "pref:d:1:0:house whist castling"))
    assert room.say("house.how") in words_of(ana.private)  # no such page: all of them
    (shown,) = await room.raw((ana, room.message(), "pref:d:1:0:house whist"))
    await room.start(ana)
    with room.nothing_changes():
        await room.answer(ana, shown, half_whist="no")
    assert room.sentence(Refusal.RULES_FIXED) in words_of(ana.private)


async def test_rules_that_no_longer_fit_are_a_sentence(room: Room) -> None:
    """Rules saved by an earlier or a later version."""
    ana = room.person("Ana")
    for name, line in (("old", "russian(sochi, castling=yes)"), ("odd", "what is this")):
        await room.store.house_rules.save(room.guild.id, NamedHouseRules(name, line))
        await room.open_table(ana, rules=name)
        assert room.sentence(Refusal.RULES_OUTDATED, name=name) in words_of(ana.private)
    assert room.read("SELECT 1 FROM game") == []
    await room.open_table(ana, rules="russian(sochi, castling=yes)")
    assert room.say("fault.unknown_option", option="castling") in words_of(ana.private)
    await room.open_table(ana, rules="Sochi")
    await room.press(ana, "house", room.message())
    await room.press(ana, "saved", ana.private)
    assert words_of(ana.private).count(room.say("saved.outdated")) == 2
    await room.press(ana, "house", ana.private)  # and back
