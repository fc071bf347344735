"""Host.txt of VPLEX diagnostics: storage views with initiators, their logins, and target ports.

::

    View Name : db01
    View Status : ok
    View Initiators :
    db01_hba_a  0x20000000c9000a01  0x10000000c9000a01  default  yes  no
    initiator to target
    db01_hba_a  (1-1-A/A0-FC00),(1-1-B/B0-FC00)
    View Ports :
    0x5000144260a1b200 (1-1-A/A0-FC00), 0x5000144270a1b200 (1-1-B/B0-FC00)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture

_CLUSTER_NAME = re.compile(r"\s*Cluster\s+Name\s*:\s*(\S+)\s*\Z")
_VIEW_NAME = re.compile(r"\s*View\s+Name\s*:\s*(\S+)\s*\Z")
_VIEW_STATUS = re.compile(r"\s*View\s+Status\s*:\s*(\S+)\s*\Z")
_INITIATORS = re.compile(r"\s*View\s+Initiator", re.IGNORECASE)
_TO_TARGET = re.compile(r"\s*(?:View\s+)?initiators?\s+to\s+target", re.IGNORECASE)
_VIEW_PORTS = re.compile(r"\s*View\s+Ports\s*:\s*\Z")
_SIX = re.compile(
    r"\s*(\S+)\s+((?:0x)?[0-9A-Fa-f:]{16,23}|-)\s+((?:0x)?[0-9A-Fa-f:]{16,23})\s+(\S+)\s+(\S+)\s+(\S+)\s*\Z"
)
_PLACE = re.compile(r"\(\s*(?P<director>[0-9]+-[0-9]+-[AB])/(?P<port>[A-Z0-9]+-[A-Z0-9]+)\s*\)")
_PORT_AT = re.compile(r"(?P<wwpn>0x[0-9A-Fa-f]{16})\s*" + _PLACE.pattern)
_MAPPING = re.compile(r"\s*(\S+)\s+(\(.*\S)\s*\Z")
TITLE = re.compile(r"\s*(?:[-=+*#]+|[A-Za-z][A-Za-z /()_-]*:?)\s*\Z|\s*-+(?:\s+-+)+\s*\Z")


@dataclass
class _View:
    name: str
    line: int
    initiators: dict[str, str] = field(default_factory=dict)
    logins: list[tuple[int, str, str]] = field(default_factory=list)
    ports: dict[str, str] = field(default_factory=dict)


class HostReport:
    """Reader for Host.txt: views with initiators, their logins, and ports."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self.out, self.owner = out, capture.owner
        self.cluster: str | None = None
        self.view: _View | None = None
        self.part = ""

    def facts(self) -> dict[str, str | None]:
        """Return the columns that all observations of a view have."""
        return {"storage_array": self.owner, "cluster": self.cluster}

    def read(self, line: int, text: str) -> bool:
        """Read one line; return FALSE if its layout is unknown."""
        if match := _CLUSTER_NAME.match(text):
            self.finish()
            self.cluster, self.part = match.group(1), ""
        elif match := _VIEW_NAME.match(text):
            self.finish()
            self.view, self.part = _View(match.group(1), line), ""
            self.out.add("mask_view", line, **self.facts(), view=match.group(1))
        elif self.view is None:
            return bool(TITLE.match(text))
        elif match := _VIEW_STATUS.match(text):
            status = match.group(1).lower()
            self.out.add("mask_view", line, **self.facts(), view=self.view.name, operational_status=status)
        elif _VIEW_PORTS.match(text):
            self.part = "ports"
        elif _TO_TARGET.match(text):
            self.part = "targets"
        elif _INITIATORS.match(text):
            self.part = "initiators"
        else:
            return self._row(line, text, self.view) or bool(TITLE.match(text))
        return True

    def _row(self, line: int, text: str, view: _View) -> bool:
        if self.part == "initiators" and (row := _SIX.match(text)):
            self._initiator(line, row, view)
        elif self.part == "targets" and (row := _MAPPING.match(text)):
            view.logins += [(line, row.group(1), _key(place)) for place in _PLACE.finditer(row.group(2))]
        elif self.part == "ports" and (found := list(_PORT_AT.finditer(text))):
            for place in found:
                self._port(line, place, view)
        else:
            return False
        return True

    def _initiator(self, line: int, row: re.Match[str], view: _View) -> None:
        name, wwnn, wwpn, kind = row.group(1, 2, 3, 4)
        known = self.out.wwn(wwpn, line, "registered_initiator", "initiator_wwpn", name)
        self.out.add("mask_initiator", line, **self.facts(), view=view.name, initiator_name=name, initiator_wwpn=known)
        self.out.add(
            "registered_initiator", line, **self.facts(), initiator_name=name, initiator_wwpn=known,
            wwnn=self.out.wwn(wwnn, line, "registered_initiator", "wwnn", name),
            initiator_type=None if kind == "-" else kind.lower(), registered=not name.startswith("UNREGISTERED-"),
        )  # fmt: skip
        if known is not None:
            view.initiators[name] = known

    def _port(self, line: int, place: re.Match[str], view: _View) -> None:
        wwpn = self.out.wwn(place["wwpn"], line, "target_port", "target_wwpn", place["port"])
        if wwpn is None:
            return
        director = f"director-{place['director']}"
        view.ports[_key(place)] = wwpn
        self.out.add("mask_port", line, **self.facts(), view=view.name, target_wwpn=wwpn)
        self.out.add(
            "target_port", line, target_wwpn=wwpn, **self.facts(), director=director, port=place["port"],
            role="front-end",
        )  # fmt: skip

    def finish(self) -> None:
        """Write the logins of the current view; its ports are printed after them."""
        if self.view is None:
            return
        for line, name, key in self.view.logins:
            initiator, target = self.view.initiators.get(name), self.view.ports.get(key)
            if initiator is not None and target is not None:
                facts = {"initiator_wwpn": initiator, "target_wwpn": target}
                self.out.add("array_login", line, **self.facts(), **facts, logged_in=True)
        self.view = None


def _key(place: re.Match[str]) -> str:
    return f"{place['director']}/{place['port']}"
