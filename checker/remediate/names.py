"""File names of scripts: numbered in the order of work, derived from the machine's name, safe on every file system."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.remediate.model import Script

_LONGEST = 60
_SUFFIX = {
    **dict.fromkeys(("linux", "esxi", "aix", "hpux", "solaris", "shell", "symcli", "naviseccli"), ".sh"),
    **dict.fromkeys(("powershell", "powercli"), ".ps1"),
    **dict.fromkeys(("cmd", "windows"), ".cmd.txt"),
}


def number_files(scripts: Sequence[Script]) -> None:
    """Assign each script its number and file name."""
    width = max(2, len(str(len(scripts))))
    for number, script in enumerate(scripts, 1):
        script.number = number
        suffix = _SUFFIX.get(script.platform, ".txt")
        script.file = f"{number:0{width}d}-{script.platform}-{safe_name(script.machine[1] or 'unknown')}{suffix}"


def safe_name(name: str) -> str:
    """Return a name of letters, digits, dots, hyphens and underscores that does not begin with a dot or hyphen."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[:_LONGEST].lstrip(".-").rstrip(".")
    return plain or "unnamed"
