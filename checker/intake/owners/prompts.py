"""Which machine a folder is, if prompts or contents of some of its files name one: its own name may be that of a site or a customer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from checker.facts.resolve.names.groups import is_named_in
from checker.intake.owners.words.file_names import NamedFile


@dataclass(frozen=True)
class Stated:
    """The machine that a file names, and whether the machine printed it as its name; a prompt may be that of a jump host."""

    name: str
    is_printed: bool

    @property
    def short(self) -> str:
        """The name in lower case without its domain."""
        name = self.name.lower()
        return name if name.replace(".", "").isdigit() else name.partition(".")[0]


def folders_of(scopes: Mapping[int, tuple[str, ...]], stated: Mapping[int, Stated]) -> dict[str, set[str]]:
    """Return the folders in whose files each machine is named."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for one, scope in scopes.items():
        if one in stated:
            found[stated[one].short].add(scope[-1].lower() if scope else "")
    return found


def machine_in(
    folder: str,
    files: Sequence[NamedFile],
    members: Sequence[int],
    stated: Mapping[int, Stated],
    folders: Mapping[str, Set[str]],
) -> str | None:
    """Return the machine of those files of a folder that name none; empty if it is one without a name, None if they may be of several.

    That is the one machine that prompts of other files name, if the folder's own name may be that of something else. A
    machine that files of several folders name is a jump host and none of them.
    """
    here = {stated[one].short: stated[one] for one in members if one in stated}
    own = {short: found for short, found in here.items() if len(folders[short]) < 2}
    if sum(found.is_printed for found in here.values()) > 1:
        return None
    if not own or any(is_named_in(found.name, folder) or found.is_printed for found in here.values()):
        return folder
    formats = [{files[one].format for one in members if (one in stated) is named} for named in (True, False)]
    if len(own) > 1 or not formats[0].isdisjoint(formats[1]):
        return None
    found = next(iter(own.values()))
    # web01 with the prompt of jump01: each may be a machine.
    return "" if re.search(r"\d", folder) and not is_named_in(folder, found.name) else found.name
