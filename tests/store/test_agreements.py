"""House rules under a name: of one server, few, and none lost to another."""

import pytest

from bot.store import Store, WriteFault, WriteRefused
from bot.store.agreements import MOST, Agreement

OURS = Agreement("Our Thursday", "russian(sochi)")


async def test_they_belong_to_one_server(store: Store) -> None:
    await store.agreements.save(1, OURS)
    assert await store.agreements.named(1, "our THURSDAY") == OURS
    assert await store.agreements.of_guild(1) == (OURS,)
    assert await store.agreements.named(2, "Our Thursday") is None
    await store.agreements.remove(2, "Our Thursday")
    assert await store.agreements.of_guild(1) == (OURS,)
    await store.agreements.remove(1, "our thursday")
    assert await store.agreements.of_guild(1) == ()


async def test_a_name_keeps_its_rules(store: Store) -> None:
    await store.agreements.save(1, OURS)
    await store.agreements.save(1, OURS)  # a form that was sent twice
    with pytest.raises(WriteRefused) as refused:
        await store.agreements.save(1, Agreement("OUR thursday", "russian(rostov)"))
    assert refused.value.refusal is WriteFault.NAME_TAKEN
    assert await store.agreements.of_guild(1) == (OURS,)


async def test_there_are_not_many(store: Store) -> None:
    for n in range(MOST):
        await store.agreements.save(1, Agreement(f"rules {n}", "russian(sochi)"))
    with pytest.raises(WriteRefused) as refused:
        await store.agreements.save(1, OURS)
    assert (refused.value.refusal, refused.value.limit) == (WriteFault.TOO_MANY_NAMES, MOST)
    await store.agreements.save(1, Agreement("rules 3", "russian(sochi)"))
    await store.agreements.save(2, OURS)
