"""Quote values for the command line of each platform; refuse values that cannot be quoted safely.

Values come from exports and are hostile: names with quotes, ``;``, ``$(…)``, line ends, terminal escapes. A value with
an unprintable character, an empty one, or one that starts with ``-`` (it would be read as an option) is never quoted.
"""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Callable, Mapping

MAX_LENGTH = 1000


def quote(value: str, platform: str, *, in_list: bool = False) -> str | None:
    """Return the value as one word of the platform's command line, or None if that isn't safe.

    An item of a list (``in_list``) may be several words where the platform writes items so.
    """
    if not value or len(value) > MAX_LENGTH or value.startswith("-") or not _printable(value):
        return None
    return (_ITEMS if in_list and platform in _ITEMS else _QUOTERS)[platform](value)


def platforms() -> tuple[str, ...]:
    """The platforms that commands can be written for."""
    return tuple(sorted(_QUOTERS))


def quotes_itself(platform: str) -> bool:
    """Whether the platform's values get quotes here, so that a template must not put quotes around them."""
    return platform in _SHELLS


def separator(platform: str) -> str:
    """Return the separator between the items of a list on the platform's command line."""
    return _SEPARATORS.get(platform, " ")


def _printable(value: str) -> bool:
    """No control characters, line or paragraph separators, direction marks, or characters without a meaning."""
    return all(char == " " or unicodedata.category(char)[0] not in "CZ" for char in value)


def _powershell(value: str) -> str | None:
    """Single quotes, doubled inside. PowerShell treats typographic quotes as quotes and drops double quotes."""
    if re.fullmatch(r"[A-Za-z0-9_./:\\]+", value):
        return value
    # Windows PowerShell reads a file without a mark in the system's code page, where any byte may become a quote.
    if not value.isascii() or '"' in value or value.endswith("\\"):
        return None
    return "'" + value.replace("'", "''") + "'"


def _windows(value: str) -> str | None:
    """Text that cmd and PowerShell read alike: plain words, or double quotes around characters special to neither."""
    if re.fullmatch(r"[A-Za-z0-9_./:\\-]+", value):
        return value
    if value.endswith("\\"):
        return None
    return f'"{value}"' if re.fullmatch(r"[A-Za-z0-9_./:\\ ,=+#~-]+", value) else None


def _names(pattern: str) -> Callable[[str], str | None]:
    """A platform without quoting rules to rely on: only values of these characters."""
    compiled = re.compile(pattern)
    return lambda value: value if compiled.fullmatch(value) else None


_SHELLS: frozenset[str] = frozenset(
    {"linux", "esxi", "aix", "hpux", "solaris", "shell", "powershell", "powercli", "cmd", "windows"}
)
_QUOTERS: Mapping[str, Callable[[str], str | None]] = {
    **dict.fromkeys(("linux", "esxi", "aix", "hpux", "solaris", "shell"), shlex.quote),
    **dict.fromkeys(("powershell", "powercli"), _powershell),
    **dict.fromkeys(("cmd", "windows"), _windows),
    # Lines of files on Linux hosts: nothing that is special in the patterns of udev, or ends a text of either.
    "udev": _names(r"[A-Za-z0-9_:./-]+"),
    "multipath.conf": _names(r"[A-Za-z0-9_:./-]+"),
    "sysctl.d": _names(r"[A-Za-z0-9_.-]+"),
    # Names, WWNs, ports such as 3/12. Their shells expand $, which both allow in names.
    "brocade": _names(r"[A-Za-z0-9_:./-]+"),
    "cisco-mds": _names(r"[A-Za-z0-9_:./-]+"),
    # Context paths; its shell expands * ? [ ] and splits at blanks.
    "vplexcli": _names(r"[A-Za-z0-9_:./+-]+"),
    "xmcli": _names(r"[A-Za-z0-9_:./-]+"),
    # Run in a shell of whatever host manages the array, so plain in all of them.
    "symcli": _names(r"[A-Za-z0-9_:./-]+"),
    "naviseccli": _names(r"[A-Za-z0-9_:./-]+"),
}
# Members of a zone: each has a command of its own, with its kind and, in a smart zone, its role.
_ITEMS: Mapping[str, Callable[[str], str | None]] = {
    "cisco-mds": _names(r"((pwwn|device-alias|fcalias) )?[A-Za-z0-9_:./-]+( (init|target|both))?"),
}
_SEPARATORS: Mapping[str, str] = {
    "brocade": ";", "cisco-mds": " ; member ", "vplexcli": ",", "symcli": ",", "powershell": ",", "powercli": ",",
}  # fmt: skip
