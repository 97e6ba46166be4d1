"""``make screens``: compare all screens with the golden files; ``ARGS=--write`` renews them."""

import argparse
import sys
from difflib import unified_diff

from tests.golden.screens import HERE, file_of, kept, text_of


def differences(locale: str, group: str) -> list[str]:
    """Return the patch from a file to the screens of today."""
    path = file_of(locale, group)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    name, now = str(path.relative_to(HERE)), text_of(locale, group)
    return list(unified_diff(before.splitlines(), now.splitlines(), name, name, lineterm=""))


def write() -> None:
    """Write all files anew, and delete those that belong to no screen."""
    for path in HERE.glob("*/*.txt"):
        path.unlink()
    for locale, group in kept():
        (HERE / locale).mkdir(exist_ok=True)
        file_of(locale, group).write_text(text_of(locale, group), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="renew the files")
    if parser.parse_args().write:
        write()
        return
    found = [line for locale, group in kept() for line in differences(locale, group)]
    print("\n".join(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
