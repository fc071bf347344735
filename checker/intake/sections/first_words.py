"""First words of commands: a line with one of them may be a prompt or a title with a command."""

from __future__ import annotations

import re
from functools import cache

from checker.intake.sections.fabric_os import OTHER_COMMANDS
from checker.readers.toolkit.base import word_list

_NO_COMMANDS = frozenset(
    ["a", "map", "table", "the", "license", "GET", "vdbench", "results", "cisco.nxos", "brocade.fos"]
)
"""First words of formats without a command; comments may begin with them as well."""


@cache
def known_first_words() -> frozenset[str]:
    """Return the first words of the commands of all formats, and of others that sessions contain."""
    from checker.readers.registry import cards

    commands = (command for card in cards() for command in (card.command, *card.also))
    words = {found[0] for command in commands if (found := re.match(r"[^\s\[]+", command))} - _NO_COMMANDS
    others = word_list(
        "show sh ll ls cat grep esxcli esxcfg-mpath multipath date exit logout hostname ssh telnet plink sshpass oc kubectl sudo rsh remsh pdsh ansible salt"
    )
    return frozenset(words | OTHER_COMMANDS | set(others))
