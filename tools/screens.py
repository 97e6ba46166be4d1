"""``make screens``: what reads otherwise than in the golden files; ``ARGS=--write`` renews them."""

import argparse
import sys
from difflib import unified_diff

from tests.golden.screens import GROUPS, HERE, kept_in, shown_in, told_in, written


def differences(locale: str, group: str) -> list[str]:
    """Between the file and what is shown, as a patch."""
    path = kept_in(locale, group)
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    name, now = str(path.relative_to(HERE)), told_in(locale, shown_in(locale, group))
    return list(unified_diff(kept.splitlines(), now.splitlines(), name, name, lineterm=""))


def write() -> None:
    """All files anew, and none that belongs to no screen."""
    for path in HERE.glob("*/*.txt"):
        path.unlink()
    for locale in written():
        (HERE / locale).mkdir(exist_ok=True)
        for group in GROUPS:
            text = told_in(locale, shown_in(locale, group))
            kept_in(locale, group).write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="renew the files")
    if parser.parse_args().write:
        write()
        return
    found = [line for one in written() for group in GROUPS for line in differences(one, group)]
    print("\n".join(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
