"""Garbage collector and memory, as they are set for a bot with many tables."""

import ctypes
import gc
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from threading import Barrier, Thread
from weakref import ref

import pytest

from bot.app.discord_session import (
    OWN_RANGE,
    join_to_large_pages,
    share_memory_between_threads,
    tune_garbage_collector,
)


class Ring:
    """A cycle, which reference counting does not free."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize("collects", [True, False])
def test_who_imports_the_command_line_keeps_their_collector(
    monkeypatch: pytest.MonkeyPatch, *, collects: bool
) -> None:
    monkeypatch.delitem(sys.modules, "bot.__main__", raising=False)
    (gc.enable if collects else gc.disable)()
    try:
        import_module("bot.__main__")
        assert gc.isenabled() == collects
    finally:
        gc.enable()


def full_ones() -> int:
    return int(gc.get_stats()[2]["collections"])


def test_tables_come_and_stay_without_a_look_at_everything() -> None:
    tune_garbage_collector()
    before = full_ones()
    tables = [[[n] for n in range(1_000)] for _ in range(300)]
    assert len(tables) == 300
    assert full_ones() == before


@pytest.mark.slow
def test_rubbish_that_has_grown_old_is_found_in_the_end() -> None:
    """If there is much of it: after the objects of some forty thousand clicks."""
    tune_garbage_collector()
    rubbish = [Ring() for _ in range(200_000)]
    gc.collect(0)
    gc.collect(1)  # now it is old
    one = ref(rubbish[0])
    rubbish.clear()
    for _ in range(1_500):
        assert len([[n] for n in range(5_500)]) == 5_500
    assert one() is None


def test_rubbish_is_found_while_it_is_young() -> None:
    tune_garbage_collector()
    rubbish = [ref(Ring()) for _ in range(20_000)]
    assert sum(one() is not None for one in rubbish) < 6_000


@pytest.mark.process
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has a pool a thread")
def test_threads_allocate_from_the_pool_of_the_first() -> None:
    assert pools_of_eight(shares=False) > 0
    assert pools_of_eight(shares=True) == 0


def test_a_c_library_without_such_pools_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as musl, which has no ``mallopt``."""
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    share_memory_between_threads()


def pools_of_eight(*, shares: bool) -> int:
    """Return what a process of its own prints, as glibc sets the number of pools once for all."""
    code = f"from {__name__} import print_pools; print_pools(shares={shares})"
    said = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    return int(said.stdout)


def print_pools(*, shares: bool) -> None:
    """Print how many pools eight threads that allocate at once get for themselves."""
    if shares:
        share_memory_between_threads()
    before, together = pools_of_threads(), Barrier(8)

    def allocate() -> None:
        together.wait()
        assert bytearray(100_000)
        together.wait()

    threads = [Thread(target=allocate) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    sys.stdout.write(str(pools_of_threads() - before))


@pytest.mark.slow
def test_memory_in_large_pages_is_as_it_was() -> None:
    kept = [f"{n:32}" for n in range(200_000)]
    joined = join_to_large_pages()
    assert kept == [f"{n:32}" for n in range(200_000)]
    assert large_pages() >= joined
    if not joined:
        pytest.skip("this system gives no large pages, though asked")
    assert joined % (2 << 20) == 0


def test_a_system_that_hides_its_memory_is_left_as_it_is(tmp_path: Path) -> None:
    assert join_to_large_pages(tmp_path / "smaps") == 0


RANGES = """\
5612c3a9d000-5612c3a9f000 rw-p 00000000 fe:00 260386                     /usr/bin/python3.11
Size:                  8 kB
KernelPageSize:        4 kB
MMUPageSize:           4 kB
Rss:                   8 kB
7f1a00000000-7f1a00800000 rw-p 00000000 00:00 0
Size:               8192 kB
KernelPageSize:        4 kB
MMUPageSize:           4 kB
Rss:                8000 kB
7f1a00800000-7f1a00a00000 r--p 00000000 00:00 0
Size:               2048 kB
KernelPageSize:        4 kB
MMUPageSize:           4 kB
Rss:                2048 kB
7f1a00c00000-7f1a01000000 rw-p 00000000 00:00 0                          [heap]
Size:               4096 kB
KernelPageSize:        4 kB
MMUPageSize:           4 kB
Rss:                  12 kB
"""


def test_only_the_writable_memory_of_no_file_is_joined() -> None:
    found = [one.groups() for one in OWN_RANGE.finditer(RANGES)]
    assert found == [
        ("7f1a00000000", "7f1a00800000", "8192", "8000"),
        ("7f1a00c00000", "7f1a01000000", "4096", "12"),
    ]


def pools_of_threads() -> int:
    """Return how often glibc has reserved 64 MiB, of which it gives a thread what it needs."""
    edges = re.findall(r"^(\w+)-(\w+) ---p", Path("/proc/self/maps").read_text(), re.MULTILINE)
    return sum(
        int(end, 16) % (64 << 20) == 0 and int(end, 16) - int(begin, 16) > 32 << 20
        for begin, end in edges
    )


def large_pages() -> int:
    """Return the bytes of this process that lie in large pages."""
    rolled_up = Path("/proc/self/smaps_rollup")
    if not rolled_up.exists():
        return 0
    return int(rolled_up.read_text().partition("AnonHugePages:")[2].split()[0]) << 10
