"""Features: each is registered once, with its handlers, its commands and its background work."""

import ast
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import pytest

from bot import features
from bot.discord_ui.handlers.registry import HANDLER_MODULES, SERVER_HANDLERS, TABLE_HANDLERS
from bot.features import FEATURES, features_running
from bot.features.feature import Feature
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store import Store
from bot.ui_commands.codec import all_commands
from tests.support.sources import nodes_of
from tests.support.stored import with_layout

FOLDER = Path(features.__file__).parent


def test_every_package_is_registered() -> None:
    packages = [path.parent.name for path in FOLDER.glob("*/__init__.py")]
    assert sorted(packages) == [
        *("daily", "deals", "fair_play", "judging", "leagues", "lessons", "problems", "rankings"),
        "recaps",
    ]
    registered = [getattr(getattr(features, name), name.upper()) for name in packages]
    assert sorted(map(id, FEATURES)) == sorted(map(id, registered))


def decorated_commands(path: Path) -> set[str]:
    """Return the names of the classes that functions of a module are decorated to handle."""
    calls = [
        decorator
        for node in nodes_of(path)
        if isinstance(node, ast.AsyncFunctionDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and "handles" in ast.unparse(decorator.func)
    ]
    return {ast.unparse(call.args[0]).rpartition(".")[2] for call in calls}


def test_a_feature_names_the_commands_of_handlers_that_it_imports_later() -> None:
    for module in sorted(set(HANDLER_MODULES.values())):
        path = FOLDER.joinpath(*module.split(".")[2:]).with_suffix(".py")
        named = {kind.__name__ for kind, home in HANDLER_MODULES.items() if home == module}
        assert named == decorated_commands(path), module


def test_all_commands_have_a_handler_once_features_are_imported() -> None:
    for module in HANDLER_MODULES.values():
        import_module(module)
    assert {*SERVER_HANDLERS.commands(), *TABLE_HANDLERS.commands()} == set(all_commands())


async def test_background_work_runs_during_the_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str | ShardRange] = []

    @asynccontextmanager
    async def work(store: Store, owned: ShardRange) -> AsyncIterator[None]:
        events.append(owned)
        yield
        events.append("stopped")

    monkeypatch.setattr(features, "FEATURES", (Feature(), Feature(background=work)))
    async with Store.session(with_layout(tmp_path / "bot.db"), 1) as store:
        async with features_running(store):
            assert events == [ALL_SHARDS]
        assert events == [ALL_SHARDS, "stopped"]
