"""A screen as it is sent, compared with the library's own output for the same components."""

from hashlib import sha256
from typing import Final

import discord
import pytest
from discord import ui

from bot.discord_ui.messages.layout import Assets, build_layout, render_markup
from bot.render.paper.tile_names import tile_name
from bot.render.screen import (
    ActionPress,
    AttachedFile,
    Button,
    ButtonRow,
    Divider,
    MemberPicker,
    PictureBlock,
    Screen,
    Select,
    SelectChoice,
    Style,
    Text,
    Tone,
)
from bot.render.shapes import Picture
from bot.render.words import load_catalogue
from bot.ui_commands.play_commands import InviteUser, ShowHand

_NAME = tile_name("KS")
_KING = discord.PartialEmoji(name=_NAME, id=7)
_ACE = Picture(1, 1, (), "An ace")
_USUAL: Final = (  # fields that Discord fills in itself
    *(("spoiler", False), ("default", False), ("required", True), ("required", False)),
    *(("min_values", 1), ("max_values", 1), ("divider", True), ("spacing", 1)),
    ("disabled", False),
)


async def test_what_is_sent_is_what_the_library_writes() -> None:
    screen = Screen(
        5,
        9,
        Tone.ALARM,
        (
            Text("⟦KS⟧ and ⟦QH⟧"),
            Divider(),
            ButtonRow(
                (
                    Button("Take", ActionPress("play KS"), "KS", Style.DANGER),
                    Button("", ActionPress("play QH"), "KS", enabled=False),
                    Button("⟦D⟧", ActionPress("play 7D"), "QH"),
                )
            ),
            Select(
                "calls",
                "Say",
                (
                    SelectChoice("", ActionPress("pass"), "KS"),
                    SelectChoice("Hand", ShowHand(), "", "d"),
                ),
            ),
            MemberPicker("Who", InviteUser()),
            PictureBlock(_ACE),
            PictureBlock(Picture(2, 2, (), "not drawn")),
            AttachedFile("kept.txt", b""),
        ),
    )
    words = load_catalogue().words("en")
    sent = build_layout(screen, Assets({_NAME: _KING}), words, {_ACE: b"png"})
    assert sent.is_finished()
    assert _without_usual(sent.to_components()) == [_without_usual(_by_the_library())]


def _by_the_library() -> dict[str, object]:
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0xDA373C)
    box.add_item(ui.TextDisplay(f"{_KING} and Q♥"))
    box.add_item(ui.Separator())
    box.add_item(
        ui.ActionRow(
            _button("Take", "play KS", _KING, discord.ButtonStyle.danger),
            _button(None, "play QH", _KING, disabled=True),
            _button("♦ Q♥", "play 7D", None),
        )
    )
    options = [
        discord.SelectOption(label="pass", value="a:pass", emoji=_KING),
        discord.SelectOption(label="Hand", value="d:hand", description="d"),
    ]
    box.add_item(
        ui.ActionRow(ui.Select(placeholder="Say", options=options, custom_id="pref:s:5:9:calls"))
    )
    box.add_item(ui.ActionRow(ui.UserSelect(placeholder="Who", custom_id="pref:u:5:9:invite")))
    file = f"attachment://sheet-{sha256(b'png').hexdigest()[:12]}.png"
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem(file, description="An ace")))
    box.add_item(ui.File("attachment://kept.txt"))
    return box.to_component_dict()


def _button(
    label: str | None,
    act: str,
    emoji: discord.PartialEmoji | None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> ui.Button[ui.LayoutView]:
    said = f"pref:a:5:9:{act}"
    return ui.Button(label=label, custom_id=said, emoji=emoji, style=style, disabled=disabled)


def _without_usual(part: object) -> object:
    if isinstance(part, list):
        return [_without_usual(one) for one in part]
    if isinstance(part, dict):
        return {key: _without_usual(one) for key, one in part.items() if (key, one) not in _USUAL}
    return part


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Open one with `/table open`.", "Open one with </table open:7>."),
        ("`/pref server role:` names one", "</pref server:8> `role:` names one"),
        ("`/health` is no command", "`/health` is no command"),
        ("`balkan(serbian)`", "`balkan(serbian)`"),
    ],
)
def test_commands_are_named_by_mentions(text: str, shown: str) -> None:
    mentions = {"table open": "</table open:7>", "pref server": "</pref server:8>"}
    assert render_markup(text, Assets(commands=mentions), load_catalogue().words("en")) == shown


def test_a_command_without_an_id_keeps_its_name() -> None:
    assert render_markup("`/table open`", Assets(), load_catalogue().words("en")) == "`/table open`"
