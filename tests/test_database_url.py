"""A database URL that leads nowhere is recognised, and no message shows its password."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config.database_url import DatabaseUrl, is_database_url, url_error
from bot.config.settings import Settings

FAULTY = [
    ("postgresql://bot:hun@ter2@host/games", "an @ stands in it once"),
    ("postgresql://bot:5432/hunter2@host/games", "an @ stands in it once"),
    ("postgresql://bot:hun?ter2@host/games", "it cannot be read"),
    ("postgresql://bot:54?a=hunter2@host/games", "an @ stands in it once"),
    ("postgresql://bot:hun#ter2@host/games", "a # has no place"),
    ("postgresql://bot:[hunter2@host/games", "it cannot be read"),
    ("postgresql://bot:hunter2@host:x/games", "a port is a number"),
    ("postgresql://bot:hunter2@host:0/games", "a port is a number"),
    ("postgresql://bot:hunter2@host:65536/games", "a port is a number"),
    ("postgresql://bot:hunter2@one:5432,two:/games", "a port is a number"),
    ("postgresql://bot:hunter2@[::1]:x/games", "a port is a number"),
    ("postgresql://bot:hunter2@host/games?port=five", "a port is a number"),
    ("postgresql://bot:hunter2@host/games?sslmode", "it cannot be read"),
    ("postgresql://bot:hunter2", "a port is a number"),
]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://bot:secret@db.example:5433/games", "postgresql://db.example:5433/games"),
        ("postgres://bot:secret@/games?host=/run/pg", "postgresql:///run/pg/games"),
        ("postgresql:///games?password=secret&user=bot", "postgresql://localhost/games"),
        ("postgresql://bot:secret@[::1/games", "postgresql://..."),
        ("postgresql://bot:secret@host:secret/games", "postgresql://..."),
        ("postgresql://bot:54/secret@host/games", "postgresql://..."),
        ("postgresql://bot:sec@ret@host/games", "postgresql://..."),
    ],
)
def test_no_address_shows_its_password(url: str, shown: str) -> None:
    address = DatabaseUrl(url)
    assert str(address) == shown
    assert "secret" not in repr(address)
    assert is_database_url(url)


def test_a_path_is_no_address() -> None:
    assert not is_database_url("var/preferans.db")
    assert not is_database_url("postgresql")


@pytest.mark.parametrize(
    "url",
    [
        "postgres://host",
        "postgresql://bot@one:5432,two/games",
        "postgresql://bot:a%40b@[::1]:5432/games?sslmode=require",
        "postgresql:///games?host=/run/pg&port=5433&user=a%40b",
    ],
)
def test_what_is_an_address(url: str) -> None:
    assert url_error(url) is None


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize(("url", "why"), FAULTY)
def test_what_is_none_is_told_at_once(
    url: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every reader of the setting refuses it before anything is opened."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("DISCORD_TOKEN", "ODAwMDAwMDAwMDAwMDAwMDAx.x.y")
    for command in ("run", "doctor", "verify"):
        assert main([command]) == 2
        _has_one_sentence(capsys.readouterr().err, f"DATABASE_URL is wrong: {why}")
    with pytest.raises(SystemExit):
        main(["move", "--from", "sqlite:games.db", "--to", url])
    _has_one_sentence(capsys.readouterr().err.splitlines()[-1], why)


def _has_one_sentence(said: str, why: str) -> None:
    assert len(said.splitlines()) == 1
    assert why in said
    assert not [part for part in ("hun", "ter2") if part in said]
