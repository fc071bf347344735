"""Tables of XCLI: ``xcli vol_list``, ``host_list``, ``mapping_list host=NAME``, ``fc_port_list`` and ``host_connectivity_list``.

::

    >> host_list
    Name    Type      FC Ports                            iSCSI Ports   User Group   Cluster
    ------- --------- ----------------------------------- ------------- ------------ ---------
    esx01   default   10000000C9000001,10000000C9000002                              esx_a

The ruler states where columns begin; cells may be empty. A mapping belongs to the host that the command names. GB are
10^9 bytes. Only the listing of volumes was compared with a public one; the titles of the other
tables follow the names of the fields in public clients of XCLI.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, cells_at, cut_at, shell_noise
from checker.readers.toolkit.declarations.declared import Each, Facts
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, iscsi_name, lower, number, owner, words, wwn
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.rounded import sizes

_RULER = re.compile(r"-{2,}(?:[ \t]+-{2,})+[ \t]*\Z")
_PROMPT = r"(?:[\w.:@ -]{0,60}>>|\$>|[\w@:~. -]{0,60}[$#>]) ?"
_NOISE = re.compile(
    shell_noise(
        "xcli(?:\\.py)?",
        rf"{_PROMPT}\w",
        rf"{_PROMPT}\Z",
        r"(?:vol|host|mapping|fc_port|host_connectivity)_list\b",
        r"No .{1,40} match",
    )
)
_TITLES = (
    ("volume", ("Name", "Master Name", "Pool")),
    ("port", ("Component ID", "WWPN", "Role")),
    ("login", ("Host", "Host Port", "Local FC port")),
    ("mapping", ("LUN", "Volume", "Locked")),
    ("host", ("Name", "FC Ports", "iSCSI Ports")),
)
_OF_HOST = re.compile(r"\bmapping_list\b.{0,200}?\bhost=[\"']?([^\s\"']{1,63})")
_COMPONENT = re.compile(r"[0-9]{1,4}:FC_Port:([0-9]{1,3}):[0-9]{1,3}\Z")


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    named = _OF_HOST.search(capture.command or "")
    host = named.group(1) if named else ""
    titles: list[str] = []
    starts: list[int] = []
    kind, above = "", (0, "")
    for line, text in capture.lines():
        if asked := _OF_HOST.search(text):
            host = asked.group(1)
        if not text.strip() or _NOISE.match(text.strip()):
            if above[0]:
                out.unread(above[0])
            above, titles = (0, ""), []
        elif _RULER.match(text) and above[1]:
            starts = [found.start() for found in re.finditer("-+", text)]
            titles = cut_at(starts, above[1])
            kind = next((kind for kind, names in _TITLES if set(names) <= set(titles)), "")
            above = (0, "")
        elif (
            titles
            and len(text) < LONGEST_LINE
            and (cells := cells_at(starts, text)) is not None
            # A single word is a title below the table.
            and sum(map(bool, cells)) > 1
        ):
            yield TypedRow(line, {**dict(zip(titles, cells, strict=True)), "of host": host}, type=kind)
        else:
            if above[0]:
                out.unread(above[0])
            above = (line, text)
    if above[0]:
        out.unread(above[0])


def _ports(row: TypedRow, title: str) -> Iterator[TypedRow]:
    for name in filter(None, (part.strip() for part in row.values.get(title, "").split(","))):
        yield TypedRow(row.line, {"Name": row.values["Name"], "Port": name})


def _module(row: TypedRow) -> str | None:
    found = _COMPONENT.match(row.text("Component ID") or "")
    return f"module-{found.group(1)}" if found else None


def _initiator(row: TypedRow) -> str | None:
    return normalise.wwn(row.text("Host Port"))


_HOST = (
    Facts[TypedRow]("mask_view", needs="view", distinct=True, storage_array=owner, view="Name"),
    Each(
        partial(_ports, title="FC Ports"),
        Facts[TypedRow](
            "registered_initiator", needs="initiator_wwpn", place="Name", storage_array=owner, initiator_wwpn=wwn("Port"), host="Name",
            registered=True,
        ),
        Facts[TypedRow](
            "mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view="Name",
            initiator_wwpn=wwn("Port", report=False),
        ),
    ),
    Each(
        partial(_ports, title="iSCSI Ports"),
        Facts[TypedRow](
            "mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="Name", initiator_name=iscsi_name("Port"),
        ),
    ),
)  # fmt: skip
_VOLUME = Facts[TypedRow](
    "storage_volume",
    sizes("size", "Size (GB)", unit="G", thousands=True),
    needs="storage_volume",
    storage_array=owner,
    storage_volume="Name",
    pool="Pool",
)
_MAPPING = Facts[TypedRow](
    "mask_volume", needs=("view", "volume_name"), unread=True, storage_array=owner, view="of host", volume_name="Volume",
    lun=number("LUN"),
)  # fmt: skip
_PORT = Facts[TypedRow](
    "target_port", needs="target_wwpn", place="Component ID", storage_array=owner, target_wwpn=wwn("WWPN"),
    port_name="Component ID", director=_module, operational_status=lower("Status"), protocol=const("fc"),
    role=words("Role", {"target": "front-end"}, others=False),
)  # fmt: skip
_LOGIN = Facts[TypedRow](
    "array_login", needs=("initiator_wwpn", "port_name"), storage_array=owner, initiator_wwpn=_initiator,
    port_name="Local FC port", logged_in=True,
)  # fmt: skip
_ARRAY = Facts[TypedRow]("storage_array", storage_array=owner, vendor=const("IBM"), family=const("other"))
_XIV: Family[TypedRow] = Family("xiv", _rows, _ARRAY)
_GAP = r"[ \t]{2,}"

READERS = (
    _XIV.reader(
        "xiv-vol-list", "xcli vol_list",
        by_pattern("volumes of an XIV", (95, rf"^Name{_GAP}Size \(GB\){_GAP}Master Name{_GAP}Consistency Group{_GAP}Pool\b")),
        ByType({"volume": (_VOLUME,)}), needles=("Master Name", "Consistency Group"), begins=rf"^Name{_GAP}Size \(GB\){_GAP}Master Name\b",
    ),
    _XIV.reader(
        "xiv-xcli", "xcli host_list; mapping_list host=NAME; fc_port_list; host_connectivity_list",
        by_pattern(
            "hosts, mappings or ports of an XIV", (95, rf"^Name{_GAP}Type{_GAP}FC Ports{_GAP}iSCSI Ports\b"),
            (95, rf"^Component ID{_GAP}Status{_GAP}Currently Functioning{_GAP}WWPN\b"), (95, rf"^Host{_GAP}Host Port{_GAP}Module{_GAP}Local FC port\b"),
            (95, rf"^LUN{_GAP}Volume{_GAP}Size{_GAP}Master{_GAP}Serial Number{_GAP}Locked\b"),
        ),
        ByType({"host": _HOST, "port": (_PORT,), "login": (_LOGIN,), "mapping": (_MAPPING,)}),
        needles=("FC Ports|Currently Functioning|Local FC port|Serial Number",), verified=False,
    ),
)  # fmt: skip
