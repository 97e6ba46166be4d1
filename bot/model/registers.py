"""A register whose entries are imported when somebody first asks for them.

A server that plays one family of rules never needs the code of the others.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import TypeVar

T = TypeVar("T")


class ImportedOnUse(MutableMapping[str, T]):
    """Entries by key, in the order of ``places``: where to import each from, as ``module:name``.

    Iterating over the keys imports nothing, iterating over the values imports every entry.
    ``imported`` are those that have been asked for, in a dict: faster than this class for what
    every card asks.  Looking an entry up raises ImportError, whatever is wrong with its module.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)
        self.imported = dict[str, T]()

    def __getitem__(self, key: str) -> T:
        found = self.imported.get(key)
        if found is None:
            module, name = self._places[key].split(":")
            try:
                found = self.imported[key] = getattr(import_module(module), name)
            except Exception as error:  # its file is half written, or memory is short
                raise ImportError(f"{module} cannot be imported now") from error
        return found

    def __setitem__(self, key: str, entry: T) -> None:
        self._places.setdefault(key, "")
        self.imported[key] = entry

    def __delitem__(self, key: str) -> None:
        del self._places[key]
        self.imported.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
