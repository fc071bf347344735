"""Unisphere REST answers of VMAX3, All Flash and PowerMax: ``GET /univmax/restapi/<version>/…/symmetrix/<id>/…``.

Versions 8.4, 9.x and 10.x, and the output of PyU4V and Ansible. Samples::

    {"symmetrixId": "000197912345", "model": "PowerMax_2000", "ucode": "5978.711.711", "local": true}
    {"symmetrixPort": {"symmetrixPortKey": {"directorId": "FA-1D", "portId": "4"}, "port_status": "ON",
                       "identifier": "5000097398123404", "max_speed": "16", "scsi_3": true}}
    {"maskingViewId": "esx01_mv", "hostId": "esx01", "portGroupId": "pg1", "storageGroupId": "sg1"}
    {"maskingViewConnection": [{"volumeId": "000A1", "host_lun_address": "0001", "dir_port": "FA-1D:4",
      "initiatorId": "10000000c9030102", "alias": "esx01/vmhba2", "logged_in": true, "on_fabric": true}]}

An answer does not name its array; the request echoed before it or the path of the file identifies it.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import Arrays
from checker.readers.symmetrix.unisphere.fields import split_initiator, text
from checker.readers.symmetrix.unisphere.masking import connections
from checker.readers.symmetrix.unisphere.objects import TYPES
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.documents.json_documents import Skipped, documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.lines import Lines

_SURE = re.compile(
    r'"(?:symmetrixId|symmetrixID|symmetrixPortKey|symmetrixPort|maskingViewId|maskingViewConnection|portGroupId'
    # Host groups of Hitachi arrays begin with their port: CL1-A,0.
    r"|hostGroupId(?=\"\s*:\s*(?!\s|\"CL[0-9]))"
    r"|storageGroupId|health_score_metric|srpId|remoteSymmetrix|remoteSymmetrixId)\"\s*:"
)
_DIRECTORS = re.compile(r'"directorId"\s*:\s*(?:\[\s*)?"[A-Z]{2}-[0-9]{1,2}[A-Z]"')
_LIKELY = re.compile(
    r'"(?:initiatorId|hostId)"\s*:[^{}]{0,2000}"maskingview"|"volumeId"\s*:[^{}]{0,2000}"cap_(?:gb|mb|cyl)"'
)
_INITIATORS = re.compile(r'"initiatorId"\s*:\s*\[\s*"[A-Z]{2}-[0-9]{1,2}[A-Z]:[0-9]+:')
_SERIAL = re.compile(r'"symmetrixI[dD]"\s*:\s*(?:\[\s*)?"([0-9]{12})"|/symmetrix/([0-9]{12})\b')
_URL_ARRAY = re.compile(r"/symmetrix/([0-9]{12})\b")
_URL_VIEW = re.compile(r"/maskingview/([^/?'\"\s]{1,128})/connections\b", re.IGNORECASE)
_REQUEST = re.compile(r"\b(?:GET|curl|https?:|univmax|restapi|sloprovisioning|HTTP/)|^[ \t]*-[HX] ", re.IGNORECASE)
_NAME_LISTS = frozenset(
    word_list("portGroupId hostId hostGroupId storageGroupId volumeId srpId portId rdfgNumber name")
)
MAX_DEPTH = 8


_VOLUMES = re.compile(r'"volumeId"\s*:\s*(?:\[\s*)?"[0-9A-F]{5}"|"system"\s*:\s*\{\s*"id"\s*:\s*"000[0-9]{9}"')


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _SURE.search(head):
        return Detection(93, "fields that only the Unisphere REST interface has")
    if _DIRECTORS.search(head) or _INITIATORS.search(head):
        return Detection(91, "directors or initiators as Unisphere names them: FA-1D:4")
    if _LIKELY.search(head) or _VOLUMES.search(head):
        return Detection(80, "object of the Unisphere REST interface without the id of the array")
    return None


def owner_in(body: str) -> str | None:
    """Return the array named in objects or requests, if there is exactly one."""
    found = {match.group(1) or match.group(2) for match in _SERIAL.finditer(body[:2_000_000])}
    return found.pop() if len(found) == 1 else None


class _Reading:
    """Reader for answers, with the array and the view of the last request."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._out = out
        self._arrays = Arrays(capture, out)
        self._view: str | None = None
        self._unknown: dict[str, int] = {}
        single = owner_in(capture.text)
        if single is not None:
            self._arrays.enter(single, capture.first_line, announce=False)

    def request(self, body: list[str], line: int) -> None:
        """Read the array and the view of an echoed request; count other lines as unread."""
        self._view = None
        for offset, row in enumerate(body):
            if match := _URL_ARRAY.search(row):
                self._arrays.enter(match.group(1), line + offset, announce=False)
            if match := _URL_VIEW.search(row):
                self._view = match.group(1)
            if row.strip() and not _REQUEST.search(row) and row.strip(" \\'\",;}]:#"):
                self._out.unread(line + offset)

    def value(self, value: object, line: int, depth: int = 0) -> bool:
        """Read a value; return whether it contains a known object."""
        if depth > MAX_DEPTH:
            return False
        if isinstance(value, list):
            results = [self.value(item, line_of(item, line), depth + 1) for item in value]
            return True in results
        if not isinstance(value, LocatedDict):
            return False
        if self._record(value):
            return True
        known = self._lists(value)
        for key, item in value.items():
            if isinstance(item, (LocatedDict, list)) and not (isinstance(item, list) and _plain(item)):
                known = self.value(item, value.key_lines[key], depth + 1) or known
        if not known and depth == 0:
            self._unknown.setdefault(" ".join(list(value)[:4])[:100] or "nothing", value.line)
        return known

    def _record(self, record: LocatedDict) -> bool:
        for kind, every, some, write in TYPES:
            if not all(_single(record.get(key)) for key in every) or (some and not any(key in record for key in some)):
                continue
            if kind == "array":
                self._arrays.enter(text(record, "symmetrixId"), record.line)
            else:
                self._arrays.announce(record.line, names.serial(self._arrays.name))
            write(record, self._arrays)
            return True
        if isinstance(record.get("maskingViewConnection"), list):
            self._arrays.announce(record.line, names.serial(self._arrays.name))
            connections(record, self._arrays, self._view)
            if self._view is None:
                problem = "skipped the connections of a masking view: the answer does not contain its name"
                self._out.note(record.line, problem)
            return True
        return False

    def _lists(self, record: LocatedDict) -> bool:
        """Read an answer that only lists names; return whether it is one."""
        array, known = self._arrays, False
        for key, value in record.items():
            if not isinstance(value, list) or not _plain(value):
                continue
            line = record.key_lines[key]
            if key == "symmetrixId":
                for item in value:
                    self._arrays.enter(str(item), line)
                known = True
                continue
            if key not in ("directorId", "maskingViewId", "initiatorId"):
                known = known or key in _NAME_LISTS
                continue
            known = True
            array.announce(line, names.serial(array.name))
            for item in value:
                if key == "directorId":
                    array.add("director", line, director=names.director(str(item)))
                elif key == "maskingViewId":
                    array.view(line, str(item))
                else:
                    # The list contains all initiators that the ports have ever seen, not only those logged in.
                    port_name, wwn = split_initiator(str(item))
                    array.initiator(line, wwn)
                    if (port := names.split_port(port_name)) is not None:
                        array.port(line, *port)
        return known

    def notes(self) -> None:
        """Add a note for each kind of object that is not read."""
        for keys, line in self._unknown.items():
            self._out.note(line, f"objects with the fields {keys} are not read")


def _plain(value: list[object]) -> bool:
    return bool(value) and all(isinstance(item, (str, int)) for item in value)


def _single(value: object) -> bool:
    """Return whether a field has a single value; a list of names belongs to an answer that only lists them."""
    if isinstance(value, list):
        return any(isinstance(item, LocatedDict) for item in value)
    return value is not None and value != ""


def _stretch(rows: Lines, first: int, filled: int) -> list[str]:
    """Return the rows from an index on that contain this many non-blank rows."""
    end = first
    while filled > 0 and end < len(rows):
        filled -= bool(rows.text(end))
        end += 1
    return [rows.text(place) for place in range(first, end)]


def _read(capture: Capture, out: Writer) -> None:
    reading = _Reading(capture, out)
    rows = capture.numbered()
    if capture.command:
        reading.request([f"GET {capture.command}"], capture.first_line)
    for document in documents(capture.text, capture.first_line):
        if isinstance(document, Skipped):
            if document.problem:
                out.note(document.where, f"invalid JSON: {document.problem}")
                out.unread(document.line, document.lines)
            else:
                # Blank lines may be in between, so find the line where the text actually ends.
                reading.request(_stretch(rows, document.line - capture.first_line, document.lines), document.line)
            out.ends_inside_record |= document.truncated
            continue
        if document.truncated:
            out.ends_inside_record = True
            out.note(document.line, "the document is truncated; its complete objects were read")
        if not reading.value(document.value, document.line) and not isinstance(document.value, LocatedDict):
            out.note(document.line, "this document contains no Unisphere object")
    reading.notes()


READERS = (
    Reader(
        name="symmetrix-unisphere-rest", platform="symmetrix", command="GET /univmax/restapi/sloprovisioning/symmetrix",
        provides=facts.provides(
            "target_port array_setting array_login registered_initiator mask_view mask_initiator mask_iscsi mask_port mask_volume"
            " replication_link storage_group",
            storage_array="""
                storage_array serial vendor family model array_version array_class array_state size_bytes size_low_bytes size_high_bytes used_bytes used_low_bytes used_high_bytes
            """,
            director="storage_array director operational_status",
            storage_volume=f"{facts.VOLUME} label pool",
            pool="storage_array pool size_bytes size_low_bytes size_high_bytes used_bytes used_low_bytes used_high_bytes subscribed_bytes subscribed_low_bytes subscribed_high_bytes thin",
            component="storage_array component_type component health_state health_indications",
        ),
        detect=_detect, read=_read, needles=("{",), owner_in=owner_in,
    ),
)  # fmt: skip
