"""A process without memory ends and says so; other faults end nothing."""

import subprocess
import sys
from collections.abc import Sequence

import pytest

HEAD = """
import asyncio, logging, threading, sys
from bot.cli.logs import configure_logging, end_on_memory_shortage
from bot.config.settings import Settings
configure_logging(Settings())
end_on_memory_shortage()
def fail():
    raise {error}
"""
LOGGED = """
try:
    fail()
except Exception:
    logging.exception('it failed')
"""
NAMED = """
try:
    fail()
except Exception as error:
    logging.error('it failed: %s', type(error))
"""
CAUSED = """
try:
    try:
        fail()
    except Exception as error:
        raise TypeError('no bytes') from error
except Exception:
    logging.exception('it failed')
"""
UNWRITTEN = """
class Silent:
    def __str__(self):
        fail()
logging.error('%s %s', 'secret', Silent())
"""
CALLBACK = """
loop = asyncio.new_event_loop()
loop.call_soon(fail)
loop.call_later(0.1, loop.stop)
loop.run_forever()
"""
THREAD = """
thread = threading.Thread(target=fail)
thread.start()
thread.join()
"""
IGNORED = """
class Gone:
    def __del__(self):
        fail()
Gone()
"""


WAYS = (LOGGED, NAMED, CAUSED, UNWRITTEN, CALLBACK, THREAD, IGNORED)


@pytest.mark.process
@pytest.mark.parametrize(
    ("ways", "error", "code"),
    [*(([way], "MemoryError", 1) for way in WAYS), (WAYS, "ValueError", 7)],
)
def test_a_memory_error_ends_the_process(ways: Sequence[str], error: str, code: int) -> None:
    program = HEAD.format(error=error) + "".join(ways) + "\nsys.exit(7)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == code
    assert (b"no more memory" in done.stderr) is (code == 1)


@pytest.mark.process
def test_a_thread_without_room_ends_the_process() -> None:
    program = HEAD.format(error="""RuntimeError("can't start new thread")""") + LOGGED
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 1
    assert b"no more memory" in done.stderr


@pytest.mark.process
def test_a_line_that_cannot_be_written_keeps_its_arguments_to_itself() -> None:
    program = HEAD.format(error="ValueError") + UNWRITTEN
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr == b"a line of root is not written: <class 'ValueError'>\n"


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux enforces the limit it sets")
def test_a_font_without_room_is_a_shortage_of_memory() -> None:
    program = """
import resource
from pathlib import Path
from bot.render.paper.picture_text import font
font(20, True)
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used, -1))
try:
    for size in range(21, 2000):
        font(size, True)
except MemoryError:
    print("a shortage")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"a shortage\n"
