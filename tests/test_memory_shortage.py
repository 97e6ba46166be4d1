"""A process without memory ends and says so; other faults end nothing."""

import subprocess
import sys

import pytest

HEAD = """
import asyncio, logging, threading, sys
from bot.cli.logs import end_on_memory_shortage
logging.basicConfig()
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


@pytest.mark.process
@pytest.mark.parametrize("way", [LOGGED, CALLBACK, THREAD, IGNORED])
@pytest.mark.parametrize(("error", "code"), [("MemoryError", 1), ("ValueError", 7)])
def test_a_memory_error_ends_the_process(way: str, error: str, code: int) -> None:
    program = HEAD.format(error=error) + way + "\nsys.exit(7)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == code
    assert (b"no more memory" in done.stderr) is (code == 1)
