"""Real thinkers on this machine, started as a host starts them but for their patience."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from socket import socket

ROOT = Path(__file__).parents[2]
# On a busy machine a move takes longer than a table waits for it: then nobody counts it as made.
_PATIENT = (
    "import runpy\n"
    "from bot.workers import robot_moves\n"
    "robot_moves.MOVE_SECONDS = 60.0\n"
    "runpy.run_module('bot', run_name='__main__', alter_sys=True)\n"
)


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Thinkers:
    """The processes of ``python -m bot think``, one for each name, with one process each."""

    def __init__(self, folder: Path, stack: ExitStack, *names: str) -> None:
        self._folder, self._stack = folder, stack
        self.ports = {name: free_port() for name in names}
        self.processes = {name: self._started(name) for name in names}
        for name in names:
            self._wait(name)

    @property
    def addresses(self) -> str:
        """All addresses as a host writes them into ``THINKERS``."""
        return ",".join(f"http://127.0.0.1:{port}" for port in self.ports.values())

    def restart(self, name: str) -> None:
        """Start a thinker again at its address."""
        self.processes[name].kill()
        self.processes[name].wait()
        self.processes[name] = self._started(name)
        self._wait(name)

    def log(self, name: str) -> str:
        return (self._folder / name).read_text()

    def _started(self, name: str) -> subprocess.Popen[bytes]:
        env = {**os.environ, "WORKERS": "1", "DISCORD_TOKEN": "n.o.t"}
        output = self._stack.enter_context((self._folder / name).open("wb"))
        process = subprocess.Popen(
            [sys.executable, "-c", _PATIENT, "think", "--listen", f"127.0.0.1:{self.ports[name]}"],
            cwd=ROOT,
            env=env,
            stdout=output,
            stderr=output,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def _wait(self, name: str) -> None:
        for _ in range(1200):
            if "processes think at" in self.log(name):
                return
            time.sleep(0.05)
        raise AssertionError(self.log(name))
