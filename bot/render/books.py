"""Compiled message catalogues, cached beside their sources as Python does with its modules.

Parsing the sources of all languages takes a fourth of the startup time.  The cache file's name
contains a digest of its source, so a changed source never meets a stale cache.
"""

import gettext
import io
import os
import struct
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final

CACHE_FOLDER_NAME: Final = "__pycache__"


def load_book(path: Path) -> gettext.GNUTranslations:
    """Return a language from the cache, else from its source."""
    kept = _cache_path(path)
    try:
        return gettext.GNUTranslations(io.BytesIO(kept.read_bytes()))
    except (OSError, ValueError, struct.error):  # no file, or one a crash left half written
        pass
    binary = _compile(path)
    if not sys.dont_write_bytecode:
        _write_cache(path, kept, binary)
    return gettext.GNUTranslations(io.BytesIO(binary))


def compile_all(folder: Path) -> None:
    """Compile every language of a folder into the cache, for a later read-only run."""
    for path in folder.glob("*.po"):
        _write_cache(path, _cache_path(path), _compile(path))


def _cache_path(path: Path) -> Path:
    digest = blake2b(path.read_bytes(), digest_size=8).hexdigest()
    return path.parent / CACHE_FOLDER_NAME / f"{path.stem}.{digest}.mo"


def _compile(path: Path) -> bytes:
    # this import alone takes as long as reading the cache of all languages
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    binary = io.BytesIO()
    write_mo(binary, catalog)
    return binary.getvalue()


def _write_cache(path: Path, kept: Path, binary: bytes) -> None:
    """Write the cache file atomically, as other processes may read it; skip read-only folders."""
    written = kept.with_suffix(f".{os.getpid()}")
    try:
        kept.parent.mkdir(exist_ok=True)
        written.write_bytes(binary)
        written.replace(kept)
        for old in _stale_caches(path, kept):
            old.unlink(missing_ok=True)
    except OSError:
        return


def _stale_caches(path: Path, kept: Path) -> Iterator[Path]:
    return (one for one in kept.parent.glob(f"{path.stem}.*.mo") if one != kept)
