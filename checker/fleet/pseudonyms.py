"""The private map of a fleet: one pseudonym for each name, whatever bundle it is in. Only the client has it.

Workers say which originals a bundle has (:mod:`checker.anonymize.assigned`); the client assigns pseudonyms and sends them
with the bundle. Sites, bundles and tags are replaced by the client itself.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.errors import UsageError
from checker.system.files import write_text
from checker.system.lock import locked_file

if TYPE_CHECKING:
    from checker.anonymize.pseudonyms import Pseudonyms
    from checker.fleet.request import Bundle, Tables

_DIGITS = 5


class FleetMap:
    """The pseudonyms of all bundles, in a file that ``sanlint anonymize --map`` reads, too."""

    def __init__(self, path: Path, pseudonyms: Pseudonyms, names: Mapping[str, str], files: Mapping[str, str]) -> None:
        self._path = path
        self._pseudonyms = pseudonyms
        self._names = dict(names)
        self._files = dict(files)
        self._of = {
            **{(_kind(new), old): new for new, old in names.items() if _kind(new)},
            **{("bundle", old): new for new, old in files.items()},
        }
        self._originals = {new: original for original, new in pseudonyms.tables.get("words", {}).items()}
        self._changed = True

    @classmethod
    @contextmanager
    def opened(cls, path: Path, results: Path) -> Iterator[FleetMap]:
        """Yield the map in a file, which is created, and written again at the end.

        Args:
            path: the file.
            results: the folder of results, which is meant to be shared.

        Raises:
            UsageError: it is inside the results, is not a map, cannot be written, or another run uses it.
        """
        if path.resolve().is_relative_to(results.resolve()):
            raise UsageError(
                f"{path}: the map must not be inside the results, which can be shared; it resolves the pseudonyms"
            )
        with ExitStack() as stack:
            try:
                free = stack.enter_context(locked_file(path.with_name(f".{path.name}.lock")))
                found = cls._read(path)
                if free:
                    found.save()
            except OSError as error:
                raise UsageError(f"{path} cannot be used: {error.strerror or error}") from None
            if not free:
                raise UsageError(f"{path}: another run uses this map; start this one when that has ended")
            try:
                yield found
            finally:
                found.save()

    @classmethod
    def _read(cls, path: Path) -> FleetMap:
        from checker.anonymize.pseudonyms import Pseudonyms, read_map

        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return cls(path, Pseudonyms(), {}, {})
        except UnicodeDecodeError:
            raise UsageError(f"{path}: not a pseudonym map (not UTF-8)") from None
        pseudonyms, document = read_map(text, str(path)), json.loads(text)
        names, files = document.get("names"), document.get("files")
        if not isinstance(names, dict) or not isinstance(files, dict):
            raise UsageError(f"{path}: the pseudonym map is damaged")
        return cls(path, pseudonyms, names, files)

    def save(self) -> None:
        """Write the map; results that use new pseudonyms are written after it.

        Raises:
            UsageError: it cannot be written.
        """
        if not self._changed:
            return
        try:
            write_text(self._path, self._pseudonyms.as_json(self._names, self._files) + "\n", mode=0o600)
        except OSError as error:
            raise UsageError(f"{self._path} cannot be written: {error.strerror or error}") from None
        self._changed = False

    def disguised(self, bundle: Bundle) -> Bundle:
        """Return a bundle whose site, source and tags are pseudonyms."""
        return replace(
            bundle,
            site=self._other("site", bundle.site),
            source=self._other("bundle", bundle.source),
            tags=tuple(self._other("tag", tag) for tag in bundle.tags),
            names=(bundle.site,),
        )

    def demand_sites(self, sites: Iterable[str]) -> None:
        """Refuse results that were made with another map: one name would have two pseudonyms.

        Args:
            sites: sites of the results.

        Raises:
            UsageError: one of them is not a pseudonym of this map.
        """
        unknown = next((site for site in sites if site not in self._names), None)
        if unknown is not None:
            raise UsageError(
                f"{self._path}: {unknown} of the results is not in this map; give the map that they were made with"
            )

    def real(self, pseudonym: str) -> str:
        """Return what a pseudonym of a site, bundle or tag stands for."""
        return self._files.get(pseudonym) or self._names.get(pseudonym, pseudonym)

    def assigned(self, missing: Mapping[str, Any], before: Tables) -> Tables:
        """Return the pseudonyms that a bundle needs.

        Args:
            missing: ``wanted``, ``reserved`` and ``occurring`` as in :class:`checker.anonymize.assigned.UnassignedError`.
            before: those that it was given already.

        Raises:
            UsageError: there are more names of a length than pseudonyms.
        """
        pseudonyms = self._pseudonyms
        occurring = frozenset(missing["occurring"])
        pseudonyms.taken = set(occurring)
        pseudonyms.reserved = {table: set(originals) for table, originals in missing["reserved"].items()}
        tables: dict[str, dict[str, str]] = {table: dict(entries) for table, entries in before.items()}
        for table, originals in missing["wanted"].items():
            for original in originals:
                tables.setdefault(table, {})[original] = pseudonyms.assign(table, original)
        # A word of the bundle that is the pseudonym of another has to be replaced, too: the worker sees that from the pair.
        words = tables.setdefault("words", {})
        self._originals.update((new, original) for original, new in words.items())
        for new in occurring & self._originals.keys():
            words[self._originals[new]] = new
            words[new] = pseudonyms.assign("words", new)
            self._originals[words[new]] = new
        self._changed = True
        return tables

    def learn(self, names: Mapping[str, str]) -> None:
        """Keep the names of a bundle by pseudonym, for people who look them up."""
        self._names.update(names)
        self._changed = True

    def _other(self, kind: str, original: str) -> str:
        known = self._of.get((kind, original))
        if known is not None:
            return known
        used = self._files if kind == "bundle" else self._names
        new = ""
        while not new or new in used:
            new = f"{kind}-{secrets.token_hex(_DIGITS)}"
        self._of[kind, original] = new
        used[new] = original
        self._changed = True
        return new


def _kind(pseudonym: str) -> str:
    kind, dash, digits = pseudonym.partition("-")
    return kind if dash and kind in ("site", "tag") and len(digits) == 2 * _DIGITS else ""
