"""Settings of the operator: environment variables, or a file .env, read once at the start.

Every error is one sentence for the person at the console (``SettingsError``, one line per error).
"""

import base64
import binascii
import os
import re
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)

from bot.config.database_url import url_error
from bot.model.codec_fields import ThinkerAddress, is_loopback, parse_thinkers
from bot.model.enums import ALL_SHARDS, QuotaLimits, ShardRange

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["text", "json"]
RobotLevel = Literal["beginner", "club", "expert"]


COMPOSE_VARIABLES: Final = frozenset({"postgres_password", "shards_lower", "shards_upper"})


class SettingsError(Exception):
    """The bot cannot start with these settings; ``str()`` gives one reason per line."""


def _uppercase(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


def _check_language(value: str) -> str:
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Z]{2})?", value):
        raise ValueError("a language is written like 'en' or 'sr'")
    return value


def _check_page_url(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s#()]{1,150}", value):
        raise ValueError("a page is written like 'https://somebody.github.io/replay.html'")
    return value


def _check_thinkers(value: str) -> str:
    parse_thinkers(value)
    return value


def _check_database_url(value: SecretStr) -> SecretStr:
    if fault := url_error(value.get_secret_value()):
        raise ValueError(fault)
    return value


def parse_shards(value: str) -> ShardRange:
    """Parse a range of shards like 0-3/16 or 5/16. Raises ValueError."""
    said = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", value)
    if said is None:
        raise ValueError("shards are written like '0-3/16': the first, the last, of how many")
    found = ShardRange(int(said[1]), int(said[2] or said[1]), int(said[3]))
    if not found.first <= found.last < found.total:
        raise ValueError(f"of {found.total} shards the first is 0 and the last {found.total - 1}")
    return found


def _normalize_shards(value: str) -> str:
    return str(parse_shards(value))


def _set_values(kind: type[BaseModel], env_file: Path | None) -> dict[str, str]:
    """Return the values that are set, by field, as text: the environment overrides the file.

    Of the environment only the variables of fields are taken, of the file all: whoever misspells a
    name there is told.  An empty value counts as none.
    """
    values = {} if env_file is None or not env_file.is_file() else _variables_of(env_file)
    environment = {name.lower(): value for name, value in os.environ.items()}
    values |= {name: environment[name] for name in kind.model_fields if environment.get(name)}
    return values


def _variables_of(env_file: Path) -> dict[str, str]:
    from dotenv import dotenv_values  # most bots have no such file

    return {name.lower(): value for name, value in dotenv_values(env_file).items() if value}


class Settings(BaseModel):
    """All settings; each one is the environment variable of the same name in capitals."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    discord_token: SecretStr | None = None
    discord_token_file: Path | None = None
    database_path: Path = Path("var/preferans.db")
    backup_folder: Path | None = None
    backup_max_hours: int = Field(26, ge=1, le=10_000)
    database_url: Annotated[SecretStr, AfterValidator(_check_database_url)] | None = None
    shards: Annotated[str, AfterValidator(_normalize_shards)] | None = None
    default_language: Annotated[str, AfterValidator(_check_language)] = "en"
    robot_pace_seconds: float = Field(1.0, ge=0, le=60)
    robot_level: RobotLevel = "expert"
    workers: int = Field(2, ge=1, le=16)
    thinkers: Annotated[str, AfterValidator(_check_thinkers)] | None = None
    thinkers_tls: Path | None = None
    thinkers_private_network: bool = False
    replay_url: Annotated[str, AfterValidator(_check_page_url)] | None = None
    same_deck_minutes: int = Field(3, ge=0, le=60)
    lobby_minutes: int = Field(30, ge=1, le=24 * 60)
    retention_days: int | None = Field(None, ge=7, le=36_500)
    tables_per_hour: int = Field(10, ge=1, le=1000)
    server_tables_per_hour: int = Field(60, ge=1, le=10_000)
    questions_per_minute: int = Field(20, ge=1, le=1000)
    requests_per_second: int = Field(45, ge=1, le=10_000)
    card_emojis: bool = True
    log_level: Annotated[LogLevel, BeforeValidator(_uppercase)] = "INFO"
    log_format: LogFormat = "text"
    metrics_port: int | None = Field(None, ge=1024, le=65535)

    @model_validator(mode="before")
    @classmethod
    def _drop_compose_variables(cls, values: dict[str, object]) -> dict[str, object]:
        """Drop variables that only compose uses; it reads the same .env file."""
        return {name: value for name, value in values.items() if name not in COMPOSE_VARIABLES}

    @classmethod
    def load(cls, env_file: Path | None = Path(".env")) -> Self:
        """Load the settings of this process; the environment overrides the file."""
        try:
            return cls.model_validate(_set_values(cls, env_file))
        except ValidationError as error:
            raise SettingsError("\n".join(_error_sentences(error))) from None
        except (OSError, UnicodeDecodeError):
            raise SettingsError(f"The settings file {env_file} cannot be read as text.") from None

    def games_location(self) -> Path | str:
        """Return the location of the games: a PostgreSQL URL, else a file."""
        return (
            self.database_path
            if self.database_url is None
            else self.database_url.get_secret_value()
        )

    def owned_shards(self) -> ShardRange:
        """Return the shards this process is responsible for, by default all."""
        if self.shards is None:
            return ALL_SHARDS
        if self.database_url is None:
            raise SettingsError(
                "SHARDS needs DATABASE_URL: processes that share the servers among them share one "
                "PostgreSQL, never a file."
            )
        return parse_shards(self.shards)

    def thinker_addresses(self) -> tuple[ThinkerAddress, ...]:
        """Return the addresses of the thinkers; raises SettingsError for an open network."""
        addresses = parse_thinkers(self.thinkers) if self.thinkers else ()
        plain = [one for one in addresses if one.is_plain_network]
        if plain and not self.thinkers_private_network:
            raise SettingsError(
                f"THINKERS names {plain[0]}, and everybody on the way could read the hands: write "
                "https:// and set THINKERS_TLS, or set THINKERS_PRIVATE_NETWORK=yes if nobody else "
                "is on that network."
            )
        if self.thinkers_tls is None and any(one.scheme == "https" for one in addresses):
            raise SettingsError(
                "THINKERS with https:// needs THINKERS_TLS, the folder that 'python -m bot "
                "certificates' has written."
            )
        return addresses

    def quota_limits(self) -> QuotaLimits:
        """Return the quotas on expensive requests."""
        return QuotaLimits(
            self.tables_per_hour, self.server_tables_per_hour, self.questions_per_minute
        )

    def token(self) -> str:
        """Return the bot's token, from the variable or from its file."""
        token = self._configured_token()
        if application_id_of(token) is None:
            raise SettingsError(
                "The Discord token has the wrong shape (three parts with dots between them are "
                "expected): copy it again from the page Bot of your application."
            )
        return token

    def _configured_token(self) -> str:
        if self.discord_token is not None and self.discord_token_file is not None:
            raise SettingsError("Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, not both.")
        if self.discord_token is not None:
            return self.discord_token.get_secret_value().strip()
        if self.discord_token_file is not None:
            return _first_line(self.discord_token_file)
        raise SettingsError(
            "There is no Discord token: set DISCORD_TOKEN or DISCORD_TOKEN_FILE in the environment "
            "or in .env, or try the bot without one with 'make play'."
        )


class ThinkerSettings(BaseModel):
    """The settings of a thinker: environment variables alone, none of the bot's secrets.

    The bot's settings file is not read, so neither the token nor the database is in the process.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    workers: int = Field(2, ge=1, le=16)
    thinkers_tls: Path | None = None
    thinkers_private_network: bool = False
    log_level: Annotated[LogLevel, BeforeValidator(_uppercase)] = "INFO"
    log_format: LogFormat = "text"

    @classmethod
    def load(cls) -> Self:
        """Load the settings of a thinker."""
        try:
            return cls.model_validate(_set_values(cls, None))
        except ValidationError as error:
            raise SettingsError("\n".join(_error_sentences(error))) from None

    def require_safe_address(self, host: str) -> None:
        """Raise SettingsError if a thinker at ``host`` would be open to a network without TLS."""
        if (
            self.thinkers_tls is None
            and not self.thinkers_private_network
            and not is_loopback(host)
        ):
            raise SettingsError(
                f"A thinker at {host} would answer everybody who reaches it: set THINKERS_TLS to "
                "the folder that 'python -m bot certificates' has written, or set "
                "THINKERS_PRIVATE_NETWORK=yes if nobody else is on that network."
            )


def application_id_of(token: str) -> int | None:
    """Return the application id in a token's first part; None if it is not a token."""
    parts = token.split(".")
    if len(parts) != 3 or not all(parts):
        return None
    try:
        digits = base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4))
    except (binascii.Error, ValueError):
        return None
    return int(digits) if digits.isdigit() and 15 <= len(digits) <= 20 else None


def _first_line(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"DISCORD_TOKEN_FILE names {path}, which cannot be read.") from None
    if not lines:
        raise SettingsError(f"DISCORD_TOKEN_FILE names {path}, which is empty.")
    return lines[0]


def _error_sentences(error: ValidationError) -> list[str]:
    return [
        _error_sentence(str(fault["loc"][0]) if fault["loc"] else "", fault["type"], fault["msg"])
        for fault in error.errors(include_input=False, include_url=False)
    ]


def _error_sentence(field: str, kind: str, message: str) -> str:
    name = field.upper()
    message = message.removeprefix("Value error, ")
    if kind != "extra_forbidden":
        return f"The setting {name} is wrong: {message[:1].lower()}{message[1:]}."
    from difflib import get_close_matches  # most bots start without such a mistake

    near = get_close_matches(field.lower(), Settings.model_fields, n=1)
    hint = f" Is {near[0].upper()} meant?" if near else ""
    return f"There is no setting {name}.{hint}"
