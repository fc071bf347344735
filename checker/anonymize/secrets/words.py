"""The words that announce a credential, and how its value is replaced."""

from __future__ import annotations

import re
from collections.abc import Callable

REMOVED = "removed"
WORD = (
    r"(?:(?<!by)(?<!com)pass(?:wd|word|phrase|code)s?|(?<!by)(?<!com)pass(?![a-z])|pswd|(?<![a-z])pwd?(?![a-z])|secrets?|"
    r"communit(?:y|ies)|credentials?|tokens?|cookies?|(?:api|private|shared|access|encryption|auth|priv|host|ssh|master|session|client|account|storage|licen[cs]e)[_\-. ]?key(?!s?pace)|"
    r"(?<![a-z])psk|authorization|session[_\- ]?id|bindpw|rootpw|localizedkey|(?:auth|priv)[_\- ]?(?:pass|pwd|secret)|"
    r"dhchap|chap[_\- ]?(?:secret|pass|key))"
)
HARMLESS = (
    r"(?:null|none|nil|true|false|yes|no|on|off|enabled?|disabled?|not[ _]set|unset|n/?a|-|0|\"\"|'')(?![\w.@!#$%])"
)
VALUE = r"(?:\"[^\"\n]{0,4000}\"|'[^'\n]{0,4000}'|[^\s\"']{1,4000})"
SIGNS = (
    "pass", "pwd", "pswd", "secret", "communit", "credential", "token", "cookie", "key", "psk", "authorization", "session", "chap",
    "rootpw", "bindpw", "pw",
)  # fmt: skip
"""One of these is in every match of ``WORD``, in lower case."""

Replace = Callable[[re.Match[str]], str]
Pattern = tuple[tuple[str, ...], re.Pattern[str], Replace]
"""Texts one of which must occur in the line (lower case), the pattern, and what replaces a match."""

_SHORTEST_KEY = 8


def keep_front(found: re.Match[str]) -> str:
    """Return the first group, then the replacement, then the group ``after`` if there is one."""
    return found.group(1) + REMOVED + (found.group("after") if "after" in found.re.groupindex else "")


def keep_quotes(found: re.Match[str]) -> str:
    """Return the first group and the replacement of the group ``value``, in its quotes; JSON numbers stay numbers."""
    front, value = found.group(1), found.group("value")
    if _is_reference(found):
        return found.group()
    quote = value[0] if value[0] in "\"'" else ""
    if value.lstrip("-").isdigit() and not quote:
        return front + ("0" if front.lstrip().startswith(('"', "'")) or '"' in front else REMOVED)
    return f"{front}{quote}{REMOVED}{quote}"


def keep_markup(found: re.Match[str]) -> str:
    """Return the first group and the replacement of the group ``value`` in XML, with its line breaks."""
    value = found.group("value")
    return found.group() if _is_reference(found) else found.group(1) + REMOVED + "\n" * value.count("\n")


def _is_reference(found: re.Match[str]) -> bool:
    """Return TRUE if a key is too short for a credential: it refers to another object, such as the host of a port."""
    value = found.group("value").strip(" \t\n\"',;")
    return found.group("word").lower().endswith("key") and len(value) < _SHORTEST_KEY
