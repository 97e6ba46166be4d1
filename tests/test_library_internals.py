"""Private parts of libraries that bot uses: each in one file, read in one version, still there."""

import ast
import inspect
import io
import json
import re
import sqlite3
from functools import cache
from importlib.metadata import version
from pathlib import Path

import aiosqlite
import discord
import pytest
import simcord.preview
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter
from PIL import Image
from simcord import _clock, _settlement
from simcord.env import Env
from simcord.preview import _action_plans, _media, _pages, _server

from bot.cli.live_simulation import decode_images_here
from bot.discord_ui.delivery import KeptAttachment, edit_parameters
from bot.discord_ui.messages.layout import MessageLayout
from tests.support.sources import nodes_of

pytestmark = pytest.mark.slow  # they change with a version of a library
HOME = Path(__file__).parents[1]
READ_IN = {  # library -> the version whose source was read, the files of bot that rely on it
    "discord.py": (
        "2.7.1",
        "bot/discord_ui/messages/layout.py",
        "bot/discord_ui/delivery.py",
        "bot/app/client.py",
    ),
    "aiosqlite": ("0.22.1", "bot/store/sqlite/connection.py"),
    "simcord": ("3.2.1", "bot/cli/live_simulation.py"),
}
PUBLIC = {"_replace", "_fields", "_asdict", "_exit"}  # documented, in spite of their names


@pytest.mark.parametrize("library", READ_IN)
def test_the_version_that_was_read_is_pinned_and_installed(library: str) -> None:
    """After an upgrade, read the file, mend it, and state the new version here."""
    read, *files = READ_IN[library]
    assert version(library) == read, f"read the private parts that {files} use, then change this"
    pinned = rf'"{re.escape(library)}(\[[a-z,]+\])?=={re.escape(read)}"'
    assert re.search(pinned, (HOME / "pyproject.toml").read_text(encoding="utf-8"))
    for file in files:
        assert read in (HOME / file).read_text(encoding="utf-8")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def names_of_bot() -> frozenset[str]:
    """Return every private name that bot itself defines: functions, methods, attributes it sets."""
    found = set()
    for path in (HOME / "bot").rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found |= {node.attr} if ast.unparse(node.value) == "self" else set()
            elif isinstance(node, ast.Assign):
                found |= {one.id for one in node.targets if isinstance(one, ast.Name)}
    return frozenset(found)


def foreign_private_names(path: Path) -> set[str]:
    """Return private names a file imports from a library, and private attributes bot lacks."""
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module and not node.module.startswith("bot"):
            names = [*node.module.split("."), *(alias.name for alias in node.names)]
            found |= set(filter(is_private, names))
        elif isinstance(node, ast.Import):
            parts = [part for alias in node.names for part in alias.name.split(".")]
            found |= set(filter(is_private, parts))
        elif isinstance(node, ast.Call | ast.Subscript):
            found |= named_in_text(node) - names_of_bot() - PUBLIC
        elif isinstance(node, ast.Attribute) and is_private(node.attr):
            found |= {node.attr} - names_of_bot() - PUBLIC
    return found


def named_in_text(node: ast.Call | ast.Subscript) -> set[str]:
    """Return private names in ``getattr(x, "_y")`` and its like, or in ``vars(x)["_y"]``."""
    parts = [node.slice] if isinstance(node, ast.Subscript) else node.args[1:2]
    owner = node.value if isinstance(node, ast.Subscript) else node
    called = ast.unparse(owner.func) if isinstance(owner, ast.Call) else ""
    if called not in ("getattr", "setattr", "hasattr", "delattr", "vars"):
        return set()
    texts = [part.value for part in parts if isinstance(part, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and is_private(text)}


@pytest.mark.parametrize(
    ("program", "names"),
    [
        ("from aiosqlite.core import _Worker", {"_Worker"}),
        ("import discord._types", {"_types"}),
        ("client._hidden_state", {"_hidden_state"}),
        ('getattr(client, "_hidden_state")', {"_hidden_state"}),
        ('vars(client)["_hidden_state"]', {"_hidden_state"}),
        ("row._replace(x=1)", set()),
        ('getattr(error, "__notes__")', set()),
    ],
)
def test_every_way_to_a_private_part_is_found(
    tmp_path: Path, program: str, names: set[str]
) -> None:
    (tmp_path / "module.py").write_text(program)
    assert foreign_private_names(tmp_path / "module.py") == names


def test_each_private_part_is_used_in_one_file() -> None:
    files = {
        str(path.relative_to(HOME)): found
        for path in (HOME / "bot").rglob("*.py")
        if (found := foreign_private_names(path))
    }
    delivery = READ_IN["discord.py"][2]
    assert files.keys() == {READ_IN["aiosqlite"][1], READ_IN["simcord"][1], delivery}
    assert files[READ_IN["aiosqlite"][1]] == {"_conn"}  # _execute is a name of bot too
    assert files[delivery] == {"_parent"}
    assert "_parent" in discord.InteractionResponse.__slots__


def test_discord_asks_a_layout_for_its_components() -> None:
    """In every request with a message: these two methods alone, and no other part of the view."""
    parts: list[dict[str, object]] = [{"type": 10, "content": "Hello"}]
    with handle_message_parameters(view=MessageLayout(parts)) as sent:
        assert sent.payload == {"components": parts, "flags": 1 << 15, "tts": False}


def test_an_edit_says_what_the_library_would_say() -> None:
    parts: list[dict[str, object]] = [{"type": 10, "content": "Hello"}]
    fields = {"id": 1, "size": 2, "url": "u", "proxy_url": "p", "description": "a hand"}
    there = KeptAttachment("there.png", {"filename": "there.png", **fields, "ephemeral": True})
    file = discord.File(io.BytesIO(b"png"), "new.png", description="a table")
    nobody, body = discord.AllowedMentions.none(), edit_parameters(parts, [there])
    with handle_message_parameters(
        view=MessageLayout(parts), attachments=[], allowed_mentions=nobody
    ) as theirs:
        kept = [{"filename": "there.png", **fields}]
        assert {**(body.payload or {}), "tts": False} == {
            **(theirs.payload or {}),
            "attachments": kept,
        }
    with handle_message_parameters(
        view=MessageLayout(parts), attachments=[file], allowed_mentions=nobody
    ) as theirs:
        ours = edit_parameters(parts, [file])
        assert ours.files == theirs.files == [file]
        assert ours.multipart is not None
        assert theirs.multipart is not None
        (first, *rest), (their_first, *their_rest) = ours.multipart, theirs.multipart
        assert rest == their_rest
        said = {**json.loads(first["value"]), "tts": False}
        assert said == json.loads(their_first["value"])


def test_discord_has_the_requests_below_its_edits() -> None:
    """Delivery makes them itself: the answers would become messages that nobody reads."""
    body = {"payload", "multipart", "files", "session"}
    adapter = AsyncWebhookAdapter
    assert body <= inspect.signature(adapter.edit_webhook_message).parameters.keys()
    original = adapter.edit_original_interaction_response
    assert body <= inspect.signature(original).parameters.keys()
    assert [*inspect.signature(HTTPClient.edit_message).parameters] == [
        *("self", "channel_id", "message_id", "params")
    ]
    response = inspect.getsource(adapter.create_interaction_response)
    assert "/interactions/{webhook_id}/{webhook_token}/callback" in response
    assert "{'with_response': '1'}" in response  # without it Discord answers 204


def test_discord_reads_events_by_parsers_that_can_be_replaced() -> None:
    """A connection reads them out of this mapping, one parser for each event."""
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    assert "INTERACTION_CREATE" in client._connection.parsers
    source = inspect.getsource(DiscordWebSocket)
    assert "ws._discord_parsers = client._connection.parsers" in source
    assert "func = self._discord_parsers[event]" in source


async def test_aiosqlite_runs_a_function_in_its_thread() -> None:
    async with aiosqlite.connect(":memory:") as db:
        assert isinstance(db._conn, sqlite3.Connection)
        [(one,)] = await db._execute(lambda file: file.execute("SELECT 1").fetchall(), db._conn)  # type: ignore[no-untyped-call]
    assert one == 1


def test_simcord_has_what_the_playground_replaces() -> None:
    preview = simcord.preview.Preview
    assert {"now", "advance"} <= vars(_clock.Clock).keys()
    assert preview._PAGE_LEASE_SECONDS == 600
    assert [*inspect.signature(preview._action).parameters][1:] == ["context_id", "body"]
    assert [*inspect.signature(preview._publish).parameters][1:] == ["page", "reason"]
    assert "dispatch" in inspect.signature(Env._settle_internal).parameters
    assert [*inspect.signature(Env._settlement_state).parameters] == ["self"]
    assert len(inspect.signature(_settlement._run_due_virtual_callbacks).parameters) == 2
    assert len(inspect.signature(_action_plans._component_key).parameters) == 3
    assert len(inspect.signature(_action_plans._component_paths).parameters) == 2
    assert {"id", "revision"} <= inspect.get_annotations(_pages._Page).keys()
    decode = inspect.signature(_media.MediaWorker._decode)
    assert [*decode.parameters] == ["self", "key", "blob", "media_time"]
    assert [*inspect.signature(_media._process_media).parameters] == ["blob", "media_time"]
    assert [*inspect.signature(_server.PreviewServer._static).parameters] == ["self", "request"]
    assert _server.PreviewServer._STATIC_FILES["/preview.css"] == "preview.css"


async def test_a_photograph_takes_the_images_that_are_decoded_here() -> None:
    """simcord refuses a page with an image for which no limit of memory held."""
    decode_images_here()
    with io.BytesIO() as file:
        Image.new("RGB", (8, 8)).save(file, "PNG")
        image = file.getvalue()
    assert (await _media.MediaWorker()._decode("image", image, None)).memory_limited
