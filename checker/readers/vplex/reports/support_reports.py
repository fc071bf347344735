"""Reports generated from VPLEX diagnostics: Host.txt, Ports.txt, Cluster.txt, Array.txt and the debug tower dump.

::

    Cluster Name : cluster-1
    View Name : db01
    View Status : ok
    View Initiators :
    db01_hba_a  0x20000000c9000a01  0x10000000c9000a01  default  yes  no
    initiator to target
    db01_hba_a  (1-1-A/A0-FC00),(1-1-B/B0-FC00)
    View Ports :
    0x5000144260a1b200 (1-1-A/A0-FC00), 0x5000144270a1b200 (1-1-B/B0-FC00)

    Director director-1-1-A
    A0-FC00  0x5000144260a1b200  front-end  up

    Array EMC-SYMMETRIX-000190000001
    vendor EMC
    i : 0x5000144260a1b210 t : 0x5000097300000110

The layouts come from a tool that parses these reports; no report of a real system has been seen. Lines of unknown
layout are counted but never printed, because diagnostics archives contain passwords.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, columns
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.numbers import whole
from checker.readers.vplex.groups import write_object
from checker.readers.vplex.objects import FAMILY, Place, VplexObject, add_system, cluster_of, engine_of, letter_of
from checker.readers.vplex.reports.hosts import TITLE, HostReport
from checker.readers.vplex.volumes import array_facts

_DIRECTOR = re.compile(r"\s*Director\s+(director-[0-9]+-[0-9]+-[AB])\s*:?\s*\Z", re.IGNORECASE)
_PORT = re.compile(
    r"\s*([A-Z][0-9A-F]?-\S+|IO-[0-9]{2})\s+(\S+)\s+(front-end|back-end|local-com|wan-com|-|\w+(?:-\w+)+)\s+([\w-]+)\s*\Z"
)
_SFP = re.compile(r"\s*[A-Z][0-9A-F]-\S+(?:\s+\S+){3}(?:\s+-?[0-9.]+){3}\s*\Z")
_CONTAINS = re.compile(r"\s*Cluster\s+(\S+)\s+contains\s+directors?\b")
_MEMBER = re.compile(r"\s*(director-[0-9]+-[0-9]+-[AB])\s+(\S+)\s+(\S+)\s*\Z")
_ARRAY = re.compile(r"\s*Array\s+(\S+\w)\s*:?\s*\Z")
_VENDOR = re.compile(r"\s*vendor\s+(\S(?:.*\S)?)\s*\Z", re.IGNORECASE)
_REVISION = re.compile(r"\s*revision\s+(\S+)\s*\Z", re.IGNORECASE)
_NEXUS = re.compile(r".*?\bi\s*:\s*(\S+)\s+t\s*:\s*(\S+)\s*\Z")
_TOWER_DIRECTOR = re.compile(r"\s*DIRECTOR\s+/engines/[^/\s]+/directors/(\S+)\s*\Z", re.IGNORECASE)
# Gaps have limits, because a line of repeated words would take the third power of its length.
_TOWER_LOGIN = re.compile(
    r".{0,80}?\bNPortID\b.{0,60}?\btype\s{1,8}(INI|TGT)\b.{0,60}?\bI\s{1,8}(\S{1,40})\s{1,8}T\s{1,8}(\S{1,40})",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\s*Total logins:\s*([0-9]+)")
_COMMAND = re.compile(r"\s*COMMAND\b")


class _Lines:
    """Reader for the lines of one report, below the director, cluster or array named last."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self.out, self.owner = out, capture.owner
        self.name: str | None = None
        self.inside = False

    def finish(self) -> None:
        """Do nothing: every line was written when it was read."""


class _Ports(_Lines):
    """Reader for Ports.txt: the ports of each director; optics are skipped because their units are unknown."""

    def read(self, line: int, text: str) -> bool:
        if match := _DIRECTOR.match(text):
            self.name = match.group(1)
        elif self.name is not None and (row := _PORT.match(text)):
            place = Place("port", row.group(1), cluster_of(self.name), engine_of(self.name), self.name)
            values = {"address": row.group(2), "role": row.group(3), "port-status": row.group(4)}
            write_object(VplexObject(place, line, values), self.out, self.owner)
        else:
            return bool(_SFP.match(text)) or bool(TITLE.match(text))
        return True


class _Directors(_Lines):
    """Reader for Cluster.txt: the directors of a cluster."""

    def read(self, line: int, text: str) -> bool:
        if match := _CONTAINS.match(text):
            self.name = match.group(1)
            self.out.add("vplex_cluster", line, storage_array=self.owner, cluster=self.name)
        elif self.name is not None and (row := _MEMBER.match(text)):
            director = row.group(1)
            self.out.add(
                "director", line, storage_array=self.owner, cluster=self.name, engine=engine_of(director),
                director=director, letter=letter_of(director, None),
            )  # fmt: skip
        else:
            return bool(TITLE.match(text))
        return True


class _Arrays(_Lines):
    """Reader for Array.txt: back-end arrays, and pairs of director port and array port."""

    def read(self, line: int, text: str) -> bool:
        if match := _ARRAY.match(text):
            self.name = match.group(1)
            self.out.add("storage_array", line, **array_facts(VplexObject(Place("storage-array"), line), self.name))
        elif self.name is not None and (match := _NEXUS.match(text)):
            _nexus(self.out, line, self.owner, self.name, match.group(1), match.group(2))
        elif self.name is not None and (match := _VENDOR.match(text)):
            self.out.add("storage_array", line, storage_array=self.name, vendor=match.group(1))
        elif self.name is not None and (match := _REVISION.match(text)):
            self.out.add("storage_array", line, storage_array=self.name, array_version=match.group(1))
        else:
            return bool(TITLE.match(text))
        return True


def _nexus(out: Writer, line: int, owner: str, array: str | None, initiator: str, target: str) -> None:
    own = out.wwn(initiator, line, "target_port", "target_wwpn", array or "")
    other = out.wwn(target, line, "target_port", "target_wwpn", array or "")
    if own is not None:
        out.add("target_port", line, target_wwpn=own, storage_array=owner, role="back-end")
    if other is not None and array is not None:
        out.add("target_port", line, target_wwpn=other, storage_array=array)


class _Tower(_Lines):
    """Reader for the logins in a debug tower dump: hosts at front-end ports, arrays at back-end ports."""

    def read(self, line: int, text: str) -> bool:
        if _COMMAND.match(text):
            self.inside = "tach sh login" in text
        elif match := _TOWER_DIRECTOR.match(text):
            self.name = match.group(1)
        elif not self.inside:
            return True
        elif match := _TOWER_LOGIN.match(text):
            self._login(line, match.group(1).upper(), match.group(2), match.group(3))
            self.out.counted_records = (self.out.counted_records or 0) + 1
        elif match := _TOTAL.match(text):
            self.out.printed_count = (self.out.printed_count or 0) + whole(match.group(1)[:9])
        else:
            return bool(TITLE.match(text))
        return True

    def _login(self, line: int, kind: str, initiator: str, target: str) -> None:
        own = initiator if kind == "TGT" else target
        wwpn = self.out.wwn(own, line, "target_port", "target_wwpn", self.name or "")
        if wwpn is not None:
            self.out.add(
                "target_port", line, target_wwpn=wwpn, storage_array=self.owner, cluster=cluster_of(self.name),
                director=self.name, role="back-end" if kind == "TGT" else None,
            )  # fmt: skip
        if kind == "INI" and wwpn is not None:
            host = self.out.wwn(initiator, line, "array_login", "initiator_wwpn", self.name or "")
            if host is not None:
                facts = {"initiator_wwpn": host, "target_wwpn": wwpn}
                cluster = cluster_of(self.name)
                self.out.add("array_login", line, storage_array=self.owner, cluster=cluster, **facts, logged_in=True)


_Report = HostReport | _Ports | _Directors | _Arrays | _Tower


def _reading(report: Callable[[Capture, Writer], _Report]) -> Callable[[Capture, Writer], None]:
    def read(capture: Capture, out: Writer) -> None:
        before = out.records
        reader = report(capture, out)
        for line, text in capture.lines():
            if text.strip() and not reader.read(line, text):
                out.unread(line)
        reader.finish()
        add_system(out, capture.first_line, capture.owner, before)

    return read


def _detecting(*patterns: str, reason: str) -> Callable[[Capture], Detection | None]:
    compiled = [re.compile(pattern, re.MULTILINE) for pattern in patterns]

    def detect(capture: Capture) -> Detection | None:
        return Detection(91, reason) if all(pattern.search(capture.head) for pattern in compiled) else None

    return detect


def _report(
    name: str,
    report: Callable[[Capture, Writer], _Report],
    provides: Mapping[str, tuple[str, ...]],
    needle: str,
    *patterns: str,
) -> Reader:
    return Reader(
        name=f"vplex-report-{name.partition('.')[0].lower()}", platform="vplex", command=name,
        provides=provided(FAMILY, provides),
        detect=_detecting(*patterns, reason=f"layout of {name} from VPLEX diagnostics"), read=_reading(report),
        needles=(needle,), verified=False, trust=50,
    )  # fmt: skip


_LOGIN = "storage_array cluster initiator_wwpn target_wwpn logged_in"
READERS = (
    _report(
        "Host.txt", HostReport,
        columns(
            mask_view="storage_array cluster view operational_status",
            mask_initiator="storage_array cluster view initiator_name initiator_wwpn",
            mask_port="storage_array cluster view target_wwpn",
            registered_initiator="storage_array cluster initiator_name initiator_wwpn wwnn initiator_type registered",
            array_login=_LOGIN, target_port="target_wwpn storage_array cluster director port role",
        ),
        "View", r"^[ \t]*View[ \t]+Name[ \t]*:", r"^[ \t]*View[ \t]+(?:Status|Ports)[ \t]*:",
    ),
    _report(
        "Ports.txt", _Ports, columns(target_port="target_wwpn storage_array cluster director port role port_state"),
        "Director", r"^[ \t]*Director[ \t]+director-\d+-\d+-[AB][ \t]*$",
        r"^[ \t]*(?:[A-Z][0-9A-F]-[A-Z]{2}\d\d|IO-\d\d)[ \t]+0x[0-9a-fA-F]+[ \t]+[\w-]+[ \t]+[\w-]+[ \t]*$",
    ),
    _report(
        "Cluster.txt", _Directors,
        columns(vplex_cluster="storage_array cluster", director="storage_array cluster engine director letter"),
        "contains director", r"^[ \t]*Cluster[ \t]+\S+[ \t]+contains[ \t]+directors?\b",
    ),
    _report(
        "Array.txt", _Arrays,
        columns(
            storage_array="storage_array serial family vendor array_version",
            target_port="target_wwpn storage_array role",
        ),
        "Array", r"^[ \t]*Array[ \t]+\S+\w[ \t]*$",
        r"\bi[ \t]*:[ \t]*(?:0x)?[0-9a-fA-F:]{16,23}[ \t]+t[ \t]*:[ \t]*\S+[ \t]*$",
    ),
    _report(
        "debugTowerDump", _Tower,
        columns(
            target_port="target_wwpn storage_array cluster director role",
            array_login=_LOGIN,
        ),
        "tach sh login", r"^[ \t]*COMMAND\b.*tach sh login",
    ),
)  # fmt: skip
