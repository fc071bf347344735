"""Matching of loads with the hosts and volumes of a topology."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from checker.errors import UsageError
from checker.estimate.workload.mix_of_io import Workload
from checker.estimate.workload.model import Assigned, Assignment, HostVolume, Load, LoadFile
from checker.facts.normalise import device_id

MOST_PROBLEMS = 10
_NAME_THE_HOST = "name the host with {host: NAME, plan: FILE} in a workload.yaml"
_GLOB = re.compile(r"[*?\[]")


def assign(file: LoadFile, pairs: Sequence[HostVolume], arrays: Collection[str] = ()) -> Assignment:
    """Assign the first matching load to each pair of host and volume.

    Args:
        file: the loads.
        pairs: hosts and volumes of the topology; if there are none, no load is assigned and a note is added.
        arrays: names of all arrays of the exports in lower case: what one of them measured is not of another.

    Raises:
        UsageError: a written load matches nothing, or only pairs that already have a load, or no load matches anything;
            with file, line and the nearest name, at most ten errors.
    """
    if not pairs:
        # Without paths the workload cannot be checked, but the other contents of the exports can be audited.
        return Assignment({}, ("no paths from hosts to volumes are known, so the workload is ignored",))
    index = _Index(pairs, arrays)
    taken: dict[tuple[str, str], Assigned] = {}
    problems: list[str] = []
    notes: list[str] = []
    for load in file.loads:
        fitting, remark = index.fitting(load)
        if remark and remark not in notes:
            notes.append(remark)
        free = [pair for pair in fitting if (pair.host, pair.volume) not in taken]
        if not free or (load.measured and len(free) < len(fitting)):
            # A measured figure covers all pairs that it matches. If some have a load from elsewhere, the rest is unknown.
            text = index.why_none(load) if not fitting else _taken(load, fitting, taken)
            (notes if load.measured else problems).append(f"{load.origin}: {text}")
            continue
        hosts = {pair.host: None for pair in fitting}
        if load.one_host and len(hosts) > 1:
            shown = ", ".join(printable(host) for host in list(hosts)[:3])
            problems.append(
                f"{load.origin}: matches volumes of several hosts: {shown}{' …' if len(hosts) > 3 else ''}; {_NAME_THE_HOST}"
            )
            continue
        sharing = Counter(pair.volume for pair in free)
        # Equal shares are one object, because there may be very many pairs.
        parts: dict[int, Assigned] = {}
        for pair in free:
            number = len(free) if load.spread == "together" else sharing[pair.volume]
            if number not in parts:
                parts[number] = Assigned(_part(load.workload, number), load)
            taken[pair.host, pair.volume] = parts[number]
    if problems:
        more = [f"and {len(problems) - MOST_PROBLEMS} more"] if len(problems) > MOST_PROBLEMS else []
        raise UsageError("\n".join(problems[:MOST_PROBLEMS] + more))
    if not taken and file.loads:
        raise UsageError("\n".join([f"{file.path}: no load matches a known volume", *notes[:3]]))
    return Assignment(taken, tuple(notes))


def _part(workload: Workload, pairs: int) -> Workload:
    """Load of one of the pairs that share a workload."""
    if workload.iops is not None:
        return replace(workload, iops=workload.iops / pairs)
    if workload.outstanding is not None:
        return replace(workload, outstanding=workload.outstanding / pairs)
    return workload


def _taken(load: Load, fitting: Sequence[HostVolume], taken: dict[tuple[str, str], Assigned]) -> str:
    pair = next(pair for pair in fitting if (pair.host, pair.volume) in taken)
    earlier = taken[pair.host, pair.volume].load.origin
    where = f"line {earlier.line}" if earlier.file == load.origin.file else str(earlier)
    what = (
        "all matching volumes"
        if all((one.host, one.volume) in taken for one in fitting)
        else "some of the matching volumes"
    )
    return (
        f"{what} already have a load, such as {printable(pair.volume)} of {printable(pair.host)} by {where}; "
        "the first matching load applies"
    )


class _Index:
    """Index of pairs by all their names, so that plain names are found without a scan."""

    def __init__(self, pairs: Sequence[HostVolume], arrays: Collection[str]) -> None:
        self._pairs, self._arrays = pairs, arrays
        self._tables: dict[str, dict[str, set[int]]] = {
            "host": self._by(lambda pair: (pair.host, *pair.host_names)),
            "volume": self._by(lambda pair: (pair.volume, *pair.names)),
            "group": self._by(lambda pair: pair.groups),
            "path": self._by(lambda pair: pair.path_names),
        }
        # Arrays that gave a name, by name and pair.
        self._given: dict[str, dict[int, set[str]]] = {}
        for number, pair in enumerate(pairs):
            for name, array in pair.given:
                self._given.setdefault(name.lower(), {}).setdefault(number, set()).add(array)

    def _by(self, names: Callable[[HostVolume], Iterable[str]]) -> dict[str, set[int]]:
        table: dict[str, set[int]] = {}
        for number, pair in enumerate(self._pairs):
            for name in names(pair):
                table.setdefault(name.lower(), set()).add(number)
        return table

    def fitting(self, load: Load) -> tuple[list[HostVolume], str]:
        """Return the pairs that a load matches, in order, and a remark about how they were found, usually empty."""
        found: set[int] | None = None
        remark = ""
        for kind, patterns in _restrictions(load):
            here: set[int] = set()
            for pattern in patterns:
                if load.measured and here:
                    # The names of a measured object are alternatives, the identity before names that others may have, too.
                    break
                fits = self._of(kind, pattern)
                if load.storage_array and fits:
                    fits, remark = self._of_array(fits, pattern, load.storage_array)
                here |= fits or (self._path(pattern) if kind == "volume" and not load.measured else set())
            found = here if found is None else found & here
        numbers = range(len(self._pairs)) if found is None else sorted(found)
        return [self._pairs[number] for number in numbers], remark

    def _of_array(self, fits: set[int], name: str, array: str) -> tuple[set[int], str]:
        """Return the pairs whose name is from an array, and a remark if that cannot be decided by the array's name."""
        given = self._given.get(name.lower(), {})
        by = {number: {one.lower() for one in given.get(number, ())} for number in fits}
        own = {number for number in fits if array.lower() in by[number]}
        if own or not any(by.values()):
            return own or fits, ""
        others = sorted({one for number in fits for one in given.get(number, ())})
        if array.lower() in self._arrays or len(others) > 1:
            return set(), ""
        return fits, (
            f"loads measured by {printable(array)}, which no export names otherwise, are taken for those of volumes of the same "
            f"names on {printable(others[0])}"
        )

    def _of(self, kind: str, pattern: str) -> set[int]:
        table = self._tables[kind]
        pattern_lower = pattern.lower()
        if pattern_lower in table:
            return table[pattern_lower]
        if kind == "volume":
            # Tools report the device file; exports of hosts its last component, or the identity in it.
            last = pattern.rpartition("/")[2] if pattern.startswith(("/dev/", "/vmfs/")) else pattern
            for name in (device_id(pattern), device_id(last), last):
                if name is not None and name.lower() in table:
                    return table[name.lower()]
        if not _GLOB.search(pattern_lower):
            return set()
        fits = matcher(pattern_lower)
        return {number for name, numbers in table.items() if fits(name) for number in numbers}

    def _path(self, pattern: str) -> set[int]:
        """Return the pairs for which a plain name, such as /dev/sdb, is a single path."""
        return self._tables["path"].get(pattern.rpartition("/")[2].lower(), set())

    def why_none(self, load: Load) -> str:
        """Return why a load matches no pair: an unknown name, or names that do not occur together."""
        if load.storage_array and any(self._of(kind, one) for kind, names in _restrictions(load) for one in names):
            shown = ", ".join(printable(name) for _, names in _restrictions(load) for name in names[-1:])
            return f"{shown} of {printable(load.storage_array)} not found; another array has a volume or group of that name"
        for kind, patterns in _restrictions(load):
            wrong = next((one for one in patterns if not self._of(kind, one)), None)
            if wrong is not None and not any(self._of(kind, one) for one in patterns):
                return f"{kind} {printable(wrong)} not found{self._hint(kind, wrong)}"
        shown = ", ".join(f"{kind} {printable('|'.join(patterns))}" for kind, patterns in _restrictions(load))
        if not self._pairs:
            return "no host with a volume is known"
        return f"no volume matches all of: {shown}; each of them exists"

    def _hint(self, kind: str, wrong: str) -> str:
        known = self._tables[kind]
        near = difflib.get_close_matches(wrong.lower()[:200], known, n=1, cutoff=0.55)
        if near:
            number = min(known[near[0]])
            return f"; did you mean {printable(self._written(kind, number, near[0]))}?"
        if not known:
            return "; none is known"
        # Names come before device files and identities.
        names = sorted(known, key=lambda name: (name.startswith(("/", "naa.", "eui.", "t10.")), name))
        return f"; known: {', '.join(printable(name) for name in names[:3])}" + (
            f" and {len(names) - 3:,} more" if len(names) > 3 else ""
        )

    def _written(self, kind: str, number: int, lower: str) -> str:
        pair = self._pairs[number]
        names = {
            "host": (pair.host, *pair.host_names),
            "volume": (pair.volume, *pair.names),
            "group": pair.groups,
        }[kind]
        return next((name for name in names if name.lower() == lower), lower)


def _restrictions(load: Load) -> list[tuple[str, tuple[str, ...]]]:
    named = (("host", load.hosts), ("volume", load.volumes), ("group", load.groups))
    return [(kind, patterns) for kind, patterns in named if patterns]


def matcher(glob: str) -> Callable[[str], bool]:
    """Return a test for a glob of ``*``, ``?`` and ``[…]``, in time linear in the name for each ``*``."""
    import fnmatch

    # Consecutive stars are equivalent to one star, and would make the match slow.
    compiled = re.compile(fnmatch.translate(re.sub(r"\*+", "*", glob)))
    return lambda name: compiled.match(name) is not None


def printable(text: str) -> str:
    """Shorten a name from a file and replace control characters."""
    clean = "".join(char if char.isprintable() else "\ufffd" for char in text)
    return clean if len(clean) <= 80 else clean[:79] + "…"
