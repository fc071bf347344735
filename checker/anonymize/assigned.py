"""Pseudonyms that one process assigns for many others, so that one name has the same pseudonym wherever it occurs.

A process that anonymises is given the pseudonyms that it needs, and makes none itself. What is missing is an exception:
the caller assigns it (:class:`UnassignedError` says what), and has the same files anonymised again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING

from checker.anonymize.identifiers import Identifiers
from checker.anonymize.pseudonyms import Pseudonyms, Tables

if TYPE_CHECKING:
    from checker.anonymize.collect import Collected
    from checker.anonymize.run import Outcome
    from checker.audit.options import Options
    from checker.rules.evaluate.finding import Report


class UnassignedError(Exception):
    """Originals without a pseudonym.

    Attributes:
        wanted: the originals by table.
        reserved: originals of the files by table, which must not become pseudonyms by chance.
        occurring: words that occur in the files.
    """

    def __init__(
        self,
        wanted: Mapping[str, AbstractSet[str]],
        reserved: Mapping[str, AbstractSet[str]],
        occurring: AbstractSet[str],
    ) -> None:
        super().__init__(f"{sum(map(len, wanted.values())):,} originals have no pseudonym")
        self.wanted = wanted
        self.reserved = reserved
        self.occurring = occurring


def anonymise_assigned(
    paths: Sequence[str],
    folder: str,
    options: Options,
    tables: Tables,
    names: Sequence[str],
    check: Callable[[Sequence[str], Options], Report],
) -> Outcome:
    """Write the exports below ``paths`` to a new folder with pseudonyms from ``tables``; no map is written.

    Args:
        paths: files, folders and archives.
        folder: where to write.
        options: as for an audit.
        tables: the pseudonyms.
        names: further names to replace, such as that of the site.
        check: audits the result; called again if a file had to be left out.

    Raises:
        UnassignedError: an original is not in the tables; nothing is written.
        SanlintError: as for :func:`checker.anonymize.run.anonymise`.
    """
    from checker.anonymize.run import anonymised
    from checker.anonymize.tree import new_folder
    from checker.audit.session import Session

    target = new_folder(folder, paths)
    with Session.open(paths, options) as san:
        return anonymised(san, Path(target), None, Pseudonyms(tables, frozen=True), names, check)


def demand_assigned(pseudonyms: Pseudonyms, found: Collected) -> None:
    """Raise what is missing if pseudonyms are assigned elsewhere.

    Raises:
        UnassignedError: an original has no pseudonym.
    """
    wanted = {table: originals for table, originals in pseudonyms.reserved.items() if originals}
    if pseudonyms.frozen and wanted:
        raise UnassignedError(wanted, reserved_by(found), found.occurring | found.names.words)


def identifiers_of(found: Collected, pseudonyms: Pseudonyms) -> Identifiers:
    """Return the identifiers of the exports, with these pseudonyms."""
    directors = {director.lower().removeprefix("0x").zfill(16) for director in found.directors}
    return Identifiers(pseudonyms, found.versions, found.wwns, directors)


def reserved_by(found: Collected) -> dict[str, set[str]]:
    """Return the parts of world wide names by table: they are short, and a real one must not replace another by chance."""
    originals = Pseudonyms(frozen=True)
    recorder = identifiers_of(found, originals)
    for wwn in found.wwns:
        recorder.identity(wwn)
    return originals.reserved
