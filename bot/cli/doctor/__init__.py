"""``python -m bot doctor``: checks for the host, before a start or while the bot runs.

It prints one line per check, with advice where something is wrong. It changes nothing: the file of
games is opened read-only, Discord gets read requests only.

examination: the order of the checks.
checks: verdicts, and the checks of machine, database, fleet and installation.
discord_checks: the token, and the permissions on every server.
"""

from bot.cli.doctor.checks import CheckResult, Severity
from bot.cli.doctor.examination import run_checks

__all__ = ["CheckResult", "Severity", "run_checks"]
