"""Named presets, read from data/presets once at start; rules as stored or shared text."""

import json
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.engine.families import FAMILIES, family_named
from bot.engine.rules import BadRules, Options, Rules
from bot.model.values import Record

PRESETS_FOLDER = Path(__file__).resolve().parent.parent / "data" / "presets"

DEFAULT_PRESET = "sochi"  # rules/russian.md PO-4

OptionSetting = bool | int | str | list[int] | None


class PlayMeasure(BaseModel):
    """Measured numbers of play of a robot level in a preset (docs/ratings.md).

    Points a deal, tricks in a hundred decisions, percent of the deals without a mistake.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    points: float = Field(ge=0)
    tricks: float = Field(ge=0)
    clean: float = Field(ge=0, le=100)


class _PresetFile(BaseModel):
    """One preset file: the differences from the family's defaults.

    ``number`` stands for the preset in deal codes: 0 to 31, never given to another preset.
    ``spread`` is the standard deviation of what a deal brings a seat, in units of the balance, and
    ``robots`` the strength of the levels in it, ``club`` being 0 (docs/ratings.md): both measured.
    ``play`` has the numbers of play by level, where they tell the levels apart.
    ``spoken``: languages of its players that Discord does not offer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = Field(ge=0, le=31)
    spread: float = Field(gt=0)
    robots: Mapping[str, float] = {}
    play: Mapping[str, PlayMeasure] = {}
    options: dict[str, OptionSetting]
    spoken: tuple[str, ...] = ()


class Presets(Record):
    """All presets by name; names are unique across the families."""

    files: dict[str, tuple[str, _PresetFile]]

    def names(self) -> tuple[str, ...]:
        """Return the names of all presets, the default first."""
        return tuple(sorted(self.files, key=lambda name: (name != DEFAULT_PRESET, name)))

    def family_key(self, preset: str) -> str:
        return self._file(preset)[0]

    def number(self, preset: str) -> int:
        """Return the number of a preset in deal codes."""
        return self._file(preset)[1].number

    def numbered(self, number: int) -> str | None:
        """Return the preset with this number in deal codes; None if there is none."""
        found = (name for name, (_, file) in self.files.items() if file.number == number)
        return next(found, None)

    def spread(self, preset: str) -> float:
        """Return the standard deviation of what a deal brings a seat, in units of the balance."""
        return self._file(preset)[1].spread

    def robot_strength(self, preset: str, level: str) -> float:
        """Return how much more a deal brings a robot than ``club``, in ``spread``; 0 if unknown."""
        return self._file(preset)[1].robots.get(level, 0.0)

    def play(self, preset: str) -> Mapping[str, PlayMeasure]:
        """Return the numbers of play by robot level; empty where they tell nothing apart."""
        return self._file(preset)[1].play

    def spoken_languages(self, preset: str) -> tuple[str, ...]:
        """Return languages of its players that Discord does not offer."""
        return self._file(preset)[1].spoken

    def rules(self, preset: str, **changes: OptionSetting) -> Rules:
        """Return a preset with house rules on top. Raises BadRules for an impossible mixture."""
        family, file = self._file(preset)
        return Rules(family, preset, _validate_options(family, file.options | changes))

    def differences(self, rules: Rules) -> tuple[tuple[str, OptionSetting], ...]:
        """Return the options that differ from the preset for the same number of players."""
        own = rules.options.model_dump(mode="json")
        base = self.rules(rules.preset, players=rules.players).options.model_dump(mode="json")
        return tuple((key, own[key]) for key in own if own[key] != base[key])

    def _file(self, preset: str) -> tuple[str, _PresetFile]:
        if preset not in self.files:
            raise BadRules("unknown_preset", preset=preset)
        return self.files[preset]


def _validate_options(family: str, values: dict[str, OptionSetting]) -> Options:
    try:
        return family_named(family).options.model_validate(values)
    except ValidationError as error:
        raise options_error(error) from error


def options_error(error: ValidationError) -> BadRules:
    """Return the error of invalid options: the family's own, or the name of the bad option."""
    fault = error.errors()[0]
    cause = fault.get("ctx", {}).get("error")
    if isinstance(cause, BadRules):  # pydantic wraps what a validator raises
        return cause
    where = ".".join(str(part) for part in fault["loc"])
    return BadRules("bad_option", option=where or "options", detail=fault["msg"])


def load_presets(folder: Path = PRESETS_FOLDER) -> Presets:
    """Read every preset of every registered family.

    Raises ValueError with the file's name for one that lacks a value or has a bad one, and for a
    number that another preset has.
    """
    files, numbers = dict[str, tuple[str, _PresetFile]](), dict[int, str]()
    for key in FAMILIES:
        for path in sorted((folder / key).glob("*.toml")):
            file = _parse_file(path.name, path.read_text(encoding="utf-8"))
            other = numbers.setdefault(file.number, path.stem)
            if other != path.stem:
                raise ValueError(f"{path.name}: number {file.number} is the one of {other}")
            files[path.stem] = (key, file)
    return Presets(files)


@lru_cache(maxsize=64)  # commands ask for the presets too, on the event loop
def _parse_file(name: str, text: str) -> _PresetFile:
    try:
        return _PresetFile.model_validate(tomllib.loads(text))
    except ValidationError as error:
        faults = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        raise ValueError(f"{name}: {'; '.join(faults)}") from error
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name}: {error}") from error


def rules_text(rules: Rules) -> str:
    """Return the whole rules as one line of JSON, as stored with a game."""
    options = rules.options.model_dump(mode="json")
    content = {"family": rules.family, "preset": rules.preset, "options": options}
    return json.dumps(content, separators=(",", ":"), sort_keys=True)


@lru_cache(maxsize=512)
def parse_rules(text: str) -> Rules:
    """Parse stored rules; equal texts share one object. Raises BadRules when unreadable."""
    try:
        content = json.loads(text)
        family, preset, options = content["family"], content["preset"], content["options"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadRules("unreadable_rules") from error
    return Rules(family, preset, _validate_options(family, options))
