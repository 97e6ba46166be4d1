"""Starts the playground as a stranger does, without make, and looks whether its page answers.

``--without-posix`` blocks the modules that Windows lacks; the job for Windows of ci.yml has none.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

POSIX_ONLY: Final = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "posix")
_ROOT: Final = Path(__file__).resolve().parents[1]
_SECONDS: Final = 90.0
# the standard library chooses its side by the same modules, so it is imported before
_BLOCKED: Final = f"""\
import asyncio, multiprocessing, os, runpy, shutil, subprocess, sys, tempfile, types
windows = types.ModuleType("msvcrt")
windows.__spec__ = types.SimpleNamespace(name="msvcrt")
windows.LK_NBLCK, windows.locking = 2, lambda descriptor, mode, size: None
sys.modules["msvcrt"] = windows
for name in {POSIX_ONLY}:
    sys.modules[name] = None
for name in ("fchmod", "fork", "getuid", "mkfifo", "nice", "pread", "pwrite", "sysconf"):
    delattr(os, name)
for name in ("add_signal_handler", "remove_signal_handler"):
    delattr(asyncio.SelectorEventLoop, name)
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""


def start(folder: Path, *, without_posix: bool) -> str:
    """Start the playground in a folder, fetch its page, stop it, and return what it printed.

    RuntimeError with the output if it ends or gives no page in time.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = ["-c", _BLOCKED] if without_posix else ["-m", "bot"]
    log = folder / "playground.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *program, "playground", "--port", str(port)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            answered = _wait_for_page(port, process)
        finally:
            process.terminate()
            process.wait()
    said = log.read_text(encoding="utf-8", errors="replace")
    if not answered:
        raise RuntimeError(said)
    return said


def _wait_for_page(port: int, process: "subprocess.Popen[bytes]") -> bool:
    until = time.monotonic() + _SECONDS
    while process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
                return bool(page.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    return False


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-posix", action="store_true")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        print(start(Path(place), without_posix=parser.parse_args().without_posix))
