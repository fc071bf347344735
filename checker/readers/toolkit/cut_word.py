"""A text that ends inside a word (``deg`` of ``degraded``): the last line is incomplete, not a value of its own."""

from __future__ import annotations

import re

_LAST = re.compile(r"(?<!\S)[^\W\d_]{3,}\Z")
"""A word of three letters or more at the very end, after a blank; shorter ones are abbreviations as often as beginnings."""
_SEARCHED = 65_536
"""Characters above the end in which other lines are compared."""
_LONGEST_LINE = 2_000
_STATES = re.compile(
    r"active|available|bypassed|charging|clustered|complete|connected|consistent|critical|degraded|depleted|disabled|disconnected|enabled|error|failed"
    r"|failure|faulted|faulty|foreign|good|healthy|idle|inactive|inconsistent|initializing|installed|invalid|isolated|maintenance|missing|normal"
    r"|offline|online|operational|optimal|optimized|partial|passive|pending|preferred|present|ready|rebuilding|removed|running|stale|standby|started"
    r"|stopped|suspended|suspect|synchronized|transitioning|unavailable|unhealthy|unknown|unreachable|warning"
)
"""States that exports print, in lower case."""
_WHOLE = re.compile(
    r"act|avail|comp|conn|crit|dis|disable|ena|enable|err|fail|fault|full|health|inact|init|inst|inv|license|link|log|logged|miss|non|not|off|opt"
    r"|oper|part|pass|pend|pref|read|run|start|stop|susp|sync|unk|view|warn"
)
"""Words that are printed as they are although a longer one begins with them, in lower case."""


def cut_word(text: str) -> tuple[int, str] | None:
    """Return where the last line begins, and the part of a word that it ends with; None if it ends otherwise.

    Texts end with a line feed, unless they were cut off or pasted. A word at the end is only part of one if lines of the same
    form end with a longer word that begins with it and none with itself, or if it begins the name of a state.
    """
    begin = text.rfind("\n") + 1
    if not 0 < begin < len(text) or len(text) - begin > _LONGEST_LINE:
        return None
    found = _LAST.search(text, begin)
    if found is None:
        return None
    word = found.group()
    lower = word.lower()
    if _WHOLE.fullmatch(lower) or _STATES.fullmatch(lower):
        return None
    longer = False
    for line in text[max(0, begin - _SEARCHED) : begin].split("\n"):
        other = line.rstrip().rpartition(" ")[2].rpartition("\t")[2]
        if other.lower() == lower:
            return None
        longer = longer or (other.startswith(word) and other.isalpha() and _form(line) == _form(text[begin:]))
    return (begin, word) if longer or any(state.startswith(lower) for state in _STATES.pattern.split("|")) else None


def _form(line: str) -> tuple[int, str]:
    """Return how many words a line has, and the key that it begins with."""
    words = line.split()
    return len(words), words[0] if words and words[0].endswith(":") else ""
