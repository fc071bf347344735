"""Normalise the states that dm-multipath prints for a path, and derive ALUA states from priorities.

The words are those of libmultipath: device-mapper state (active, failed, undef), checker state (ready, ghost, faulty,
shaky, i/o pending, i/o timeout, delayed, undef) and device state (running, offline, unknown).
"""

from __future__ import annotations

import re

_BRACKETS = re.compile(r"\[([^\]]*)\]")
_BLANK_STATE = re.compile(r"\bi/o\s+(pending|timeout)\b")
_DEAD = frozenset(("failed", "faulty", "offline"))
_DM_WORDS = ("active", "undef")
_BY_CHECKER = {
    "ready": "active", "ghost": "standby", "undef": "unknown", "shaky": "unknown", "delayed": "unknown",
    "pending": "unknown", "i/o_pending": "unknown", "i/o_timeout": "unknown", "unchecked": "unknown", "wild": "unknown",
}  # fmt: skip

# multipath.conf(5) and libmultipath's alua and sysfs prioritisers: 50 optimised, 10 non-optimised, 5 LBA dependent,
# 1 standby; 80 more for the preferred bit.
_ALUA_PRIORITIES = frozenset((130, 90, 85, 81, 80, 50, 10, 5, 1, 0, -1))
_ALUA_OPTIMISED = {130: True, 50: True, 90: False, 10: False}


def path_state(text: str) -> tuple[str | None, str | None, bool]:
    """Return the normalised state, the text as printed, and whether all words were present.

    ``multipath -l`` runs no checker and prints ``undef``: the state is unknown, not dead.
    """
    printed = " ".join(text.split())
    if not printed:
        return None, None, False
    if "[" in printed:
        words = [word.strip() for word in _BRACKETS.findall(printed)]
        words = [_BLANK_STATE.sub(r"i/o_\1", word) for word in words]
    else:
        words = _BLANK_STATE.sub(r"i/o_\1", printed).split()
    words = words[:3]
    if any(word in _DEAD for word in words):
        return "dead", printed, True
    if len(words) < 2:
        return None, printed, False
    state = _BY_CHECKER.get(words[1])
    if state is None and words[1] in _DM_WORDS:
        # The first versions print the checker's state before the device-mapper's.
        state = _BY_CHECKER.get(words[0])
    return state, printed, state is not None


def alua_optimised(priorities: list[int | None], live_paths: list[int]) -> list[bool | None]:
    """Return for each path group of an ALUA map TRUE if optimised, FALSE if non-optimised, None if unknown.

    All are unknown if a group has a priority that ALUA does not assign (another prioritiser, or an old version that
    prints sums), or if the figure could be the sum of equal lower priorities.
    """
    known = [priority for priority in priorities if priority is not None]
    if any(priority not in _ALUA_PRIORITIES for priority in known):
        return [None] * len(priorities)
    return [
        None if priority is None or (live > 1 and priority in (10 * live, live)) else _ALUA_OPTIMISED.get(priority)
        for priority, live in zip(priorities, live_paths, strict=True)
    ]
