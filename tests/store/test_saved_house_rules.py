"""Saved house rules: per server, few, and none lost to a concurrent save."""

import pytest

from bot.store import Store, WriteFault, WriteRefused
from bot.store.queries.preferences import MOST_SAVED_RULES, NamedHouseRules

OURS = NamedHouseRules("Our Thursday", "russian(sochi)")


async def test_they_belong_to_one_server(store: Store) -> None:
    await store.house_rules.save(1, OURS)
    assert await store.house_rules.named(1, "our THURSDAY") == OURS
    assert await store.house_rules.of_guild(1) == (OURS,)
    assert await store.house_rules.named(2, "Our Thursday") is None
    await store.house_rules.remove(2, "Our Thursday")
    assert await store.house_rules.of_guild(1) == (OURS,)
    await store.house_rules.remove(1, "our thursday")
    assert await store.house_rules.of_guild(1) == ()


async def test_a_name_keeps_its_rules(store: Store) -> None:
    await store.house_rules.save(1, OURS)
    await store.house_rules.save(1, OURS)  # a form that was sent twice
    with pytest.raises(WriteRefused) as refused:
        await store.house_rules.save(1, NamedHouseRules("OUR thursday", "russian(rostov)"))
    assert refused.value.refusal is WriteFault.NAME_TAKEN
    assert await store.house_rules.of_guild(1) == (OURS,)


async def test_there_are_not_many(store: Store) -> None:
    for n in range(MOST_SAVED_RULES):
        await store.house_rules.save(1, NamedHouseRules(f"rules {n}", "russian(sochi)"))
    with pytest.raises(WriteRefused) as refused:
        await store.house_rules.save(1, OURS)
    assert (refused.value.refusal, refused.value.limit) == (
        WriteFault.TOO_MANY_NAMES,
        MOST_SAVED_RULES,
    )
    await store.house_rules.save(1, NamedHouseRules("rules 3", "russian(sochi)"))
    await store.house_rules.save(2, OURS)
