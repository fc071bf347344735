"""``symrdf list``, ``symrdf query`` and ``symcfg list -rdfg``: SRDF pairs and groups (Enginuity 5671 to PowerMaxOS).

::

    Symmetrix ID: 000192601234
                                Local Device View
    Sym        RDF      ---------  -----  R1 Inv   R2 Inv ----------------------
    Dev  RDev  Typ:G    SA RA LNK  MDATE  Tracks   Tracks Dev RDev Pair
    00A1 00B1   R1:10   RW RW RW   S..1.       0        0 RW  WD   Synchronized

``query``, with the local array in the first half::

    Symmetrix ID                 : 000192601234    (Microcode Version: 5876)
    Remote Symmetrix ID          : 000192605678    (Microcode Version: 5876)
    RDF (RA) Group Number        :  10 (09)
            Source (R1) View                 Target (R2) View     MODE
    DEV001   000A1 RW       0       0 RW 000B1 WD       0       0 S..X. Synchronized

``symcfg list -rdfg all``::

     10 (09)    10  10 (09) 000192605678 D group_10  XX.. ..X  F-S -IS-     15  33
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import Reading, detector, pair, spaced_title, symcli_reader
from checker.readers.toolkit.base import Capture

_LIST = re.compile(
    r"(?P<dev>[0-9A-F]{4,5})\s+(?P<rdev>[0-9A-F]{4,5}|N/A|-)\s+(?P<type>R(?:1|2|21|22)):\s*(?P<group>[0-9]{1,3})\s+"
    r"(?P<states>(?:[A-Z/]{2,3}\s+){2,4})(?P<mode>[A-Z.]\S{2,6})\s+\S+\s+\S+\s+\S{2,3}\s+\S{2,3}\s+(?P<state>[A-Z][\w .]*)\Z",
    re.IGNORECASE,
)
_QUERY = re.compile(
    r"(?P<ldev>\S+)\s+(?P<dev>[0-9A-F]{4,5})\s+(?P<sts>[A-Z]{2})\s+[0-9]+\s+[0-9]+\s+(?P<link>[A-Z]{2})\s+(?P<rdev>[0-9A-F]{4,5})\s+"
    r"[A-Z]{2}\s+[0-9]+\s+[0-9]+\s+(?P<mode>[A-Z.]\S{2,6})\s+(?P<state>[A-Z][\w .]*)\Z",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"(?P<group>[0-9]{1,3}) ?\( ?[0-9A-F]{1,2}\)\s+[0-9-]+\s+(?:[0-9]{1,3} ?\( ?[0-9A-F]{1,2}\)|-)\s+(?P<remote>[0-9A-Za-z*]{12}|-)"
    r"\s+(?P<type>[A-Z]{1,2})\s+(?P<label>\S+)",
    re.IGNORECASE,
)
_VIEW = re.compile(r"(?:Source|Target) \((R[12]1?)\) View", re.IGNORECASE)
_MODES = {
    "S": "synchronous", "A": "asynchronous", "E": "semi-synchronous", "C": "adaptive copy", "T": "active", "M": "mixed",
}  # fmt: skip
_HEADER = re.compile(
    r"(?:Local|Remote|STATUS|Sym\b|Dev\b|Standard|Logical|Device|ST\b|LL\b|RA-Grp|Total\b|Track|MBs?\b|MB\(s\)|RDF\b|A\b|T\b|N\b|K\b|"
    r"Source|Target|R1\b|sec\b|Witness|S\b|E\b)"
)


class _Reading(Reading):
    """Collector for the pair states of each group; links are written at the end."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(capture, out)
        self._remote: str | None = None
        self._group: str | None = None
        self._local_role: str | None = None
        self._pairs: dict[tuple[str, str | None, str | None, str], tuple[int, set[str], set[str]]] = {}

    def _finish(self) -> None:
        for (array, group, remote, role), (first, modes, states) in self._pairs.items():
            local_is_target = role.startswith("R2") and role != "R21"
            self._out.add(
                "replication_link", first,
                replication_link=f"{array} group {group}" if group else f"{array} to {remote}" if remote else None,
                source_array=remote if local_is_target else array, target_array=array if local_is_target else remote,
                mode=", ".join(sorted(modes)) or None, operational_status=", ".join(sorted(states)) or None,
            )  # fmt: skip

    def _line(self, number: int, line: str) -> bool:
        if spaced_title(line):
            return True
        if len(line) > 300:
            return False
        if (match := _LIST.match(line)) is not None:
            self._pair(number, match, match.group("type").upper(), match.group("group"))
            return True
        if (match := _QUERY.match(line)) is not None:
            self._pair(number, match, self._local_role or "", self._group)
            return True
        if (match := _GROUP.match(line)) is not None:
            remote = names.present(match.group("remote"))
            self._arrays.announce(number)
            if remote is not None:
                self._pairs.setdefault((self._arrays.name, match.group("group"), remote, ""), (number, set(), set()))
            return True
        if (view := _VIEW.search(line)) is not None:
            self._local_role = view.group(1).upper()
            return True
        found = pair(line)
        if found is not None:
            key = found[0].lower()
            if key == "remote symmetrix id":
                remote = found[1].split(" ")[0]
                self._remote = remote if remote.isalnum() else None
            elif key == "rdf (ra) group number":
                self._group = found[1].split(" ")[0]
            return True
        return _HEADER.match(line) is not None

    def _pair(self, number: int, match: re.Match[str], role: str, group: str | None) -> None:
        volume = names.device(match.group("dev"))
        self._arrays.announce(number)
        array = self._arrays.name
        if volume is not None:
            configuration = f"RDF{role[1:]}" if role else None
            state = match.group("sts") if "sts" in match.groupdict() else None
            self._arrays.volume(number, volume, configuration=configuration, status=state)
        entry = self._pairs.setdefault((array, group, self._remote, role), (number, set(), set()))
        mode = _MODES.get(match.group("mode")[0].upper())
        if mode is not None:
            entry[1].add(mode)
        entry[2].add(" ".join(match.group("state").split()))


READERS = (
    symcli_reader(
        "symrdf", "symrdf list", _Reading.read,
        provides=facts.provides(
            "replication_link", storage_volume="storage_array storage_volume replication_role operational_status"
        ),
        detect=detector(
            r"^[ \t]*Dev\s+RDev\s+Typ:G\b|(?:Source|Target) \(R[12]1?\) View\s+(?:Source|Target) \(R[12]1?\) View"
            r"|R D F\s+G R O U P S",
            95, "SRDF pairs or groups",
        ),
        needles=("RDev|) View|R D F",), begins=r"^[ \t]*(?:Symmetrix ID *:[^\n]{0,80}\n(?:[ \t]*\n){0,3}[ \t]*(?:Local Device View|S Y M M E T R I X +R D F +G R)"
        r"|(?:Device Group \(DG\)|Storage Group \(SG\)|Composite Group \(CG\)) Name +:)",
    ),
)  # fmt: skip
