"""Confirmation and take-back commands."""

from dataclasses import dataclass

from bot.engine.actions import Action


@dataclass(frozen=True, slots=True)
class ConfirmAction:
    """Ask for confirmation of a game action, and state its cost."""

    action: Action


@dataclass(frozen=True, slots=True)
class TakeBackLastAction:
    """Take back the user's last action; ``line`` names its log entry where the button knows it."""

    line: int | None = None
