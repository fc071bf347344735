"""XML of VPLEX: ``configdump`` (XML regardless of the file suffix), and the configuration of a monitor collector.

::

    <configDump>
      <virtual-volumes><volume name="db01_vol" size="500G" locality="local"/></virtual-volumes>
      <views><view name="db01">
        <viewInitiators><viewInitiator id="db01_hba_a"/></viewInitiators>
        <viewVolumes><viewVolume id="db01_vol" lun="0"/></viewVolumes>
      </view></views>
      <extents><extent name="extent_db01_1" size="500G" used-by="dev_db01"/></extents>
      <disks><disk name="VPD83T3:6000…" size="500G" use="used"/></disks>
    </configDump>

Only these elements are known; others are skipped, and a missing element has no meaning. The file is for one cluster,
which only the command or the file name identifies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, columns
from checker.readers.toolkit.documents.sax import new_parser, parse
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import facts, of_disk
from checker.readers.vplex.objects import FAMILY, add_director, add_system

_ROOT = re.compile(r"<configDump[\s>]")
_KNOWN = re.compile(r"<(?:virtual-volumes|views|viewInitiators|viewVolumes|extents|disks)[\s/>]")
_COLLECTOR = re.compile(r"<monitor\s[^>]{0,200}director=[^>]{0,400}VPlex", re.IGNORECASE)
_CLUSTER = re.compile(r"(?:--cluster[ =]|config-?dump-?)([\w.-]*?cluster-[0-9]+)")
_DIRECTOR = re.compile(r"director-[0-9]+-[0-9]+-[AB]")
_UNREGISTERED = re.compile(r"UNREGISTERED-(0x[0-9A-Fa-f]{16})\Z")
_MAX_DEPTH = 60

# An element: its name, attributes, own text, the names of the elements around it, its line.
_Emit = Callable[[str, Mapping[str, str], str, int], None]


def _elements(text: str, first_line: int, opened: _Emit, closed: _Emit) -> tuple[int, str] | None:
    """Walk a document; return the line and the reason if reading stopped early."""
    from xml.sax import SAXException
    from xml.sax.handler import ContentHandler
    from xml.sax.xmlreader import AttributesImpl

    class Handler(ContentHandler):
        def __init__(self) -> None:
            super().__init__()
            self.texts: list[str] = []

        def line(self) -> int:
            return first_line + (parser.getLineNumber() or 1) - 1

        def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the name the interface has
            if len(self.texts) > _MAX_DEPTH:
                raise SAXException("nested too deeply")
            self.texts.append("")
            opened(name, {key.lower(): value.strip() for key, value in attrs.items()}, "", self.line())

        def characters(self, content: str) -> None:
            if self.texts and len(self.texts[-1]) < 300:
                self.texts[-1] += content

        def endElement(self, name: str) -> None:  # noqa: N802 - the name the interface has
            closed(name, {}, self.texts.pop().strip(), self.line())

    handler = Handler()
    parser = new_parser()
    stopped = parse(parser, handler, text, first_line)
    return (stopped[0] or handler.line(), stopped[1]) if stopped else None


def _document(capture: Capture) -> tuple[str, int]:
    """Return the document and its first line; an XML declaration below other text is not part of it."""
    start = re.search(r"<(?:\?xml|configDump|collector)\b", capture.text)
    offset = start.start() if start else 0
    return capture.text[offset:], capture.first_line + capture.text.count("\n", 0, offset)


def _finish(problem: tuple[int, str] | None, out: Writer) -> None:
    if problem is not None:
        out.ends_inside_record = True
        out.note(problem[0], f"the XML could not be read any further: {problem[1]}")


def _detect_dump(capture: Capture) -> Detection | None:
    if not _ROOT.search(capture.head):
        return None
    return Detection(92 if _KNOWN.search(capture.head) else 70, "root element of a VPLEX configuration dump")


class _Dump:
    def __init__(self, out: Writer, owner: str, cluster: str | None) -> None:
        self.out, self.owner, self.cluster = out, owner, cluster
        self.view: str | None = None

    def opened(self, name: str, values: Mapping[str, str], text: str, line: int) -> None:
        cluster = values.get("cluster") or values.get("cluster-name")
        if name in ("configDump", "cluster") and (cluster or (name == "cluster" and values.get("name"))):
            self.cluster = cluster or values["name"]
        writer = _DUMP.get(name)
        if writer is not None:
            writer(self, values, line)

    def closed(self, name: str, values: Mapping[str, str], text: str, line: int) -> None:
        if name == "view":
            self.view = None

    def facts(self) -> dict[str, str | None]:
        return {"storage_array": self.owner, "cluster": self.cluster}

    def size(self, values: Mapping[str, str], kind: str, line: int) -> dict[str, Value]:
        printed = values.get("size") or values.get("capacity")
        # A number without a unit may be a number of blocks, so it is not used as a size.
        if not printed or printed.isdecimal():
            return {}
        found = of_disk(printed)
        if found is None:
            self.out.bad_value(kind, "size_bytes", printed, line, values.get("name", ""))
        return facts("size", found)

    def volume(self, values: Mapping[str, str], line: int) -> None:
        name, locality = values.get("name"), (values.get("locality") or "").lower() or None
        if name:
            self.out.add(
                "virtual_volume", line, storage_array=self.owner,
                cluster="" if locality == "distributed" else self.cluster, virtual_volume=name,
                device=self.out.device_id(values.get("vpd-id"), line, "virtual_volume", "device", name),
                **self.size(values, "virtual_volume", line), locality=locality,
            )  # fmt: skip

    def start_view(self, values: Mapping[str, str], line: int) -> None:
        self.view = values.get("name")
        if self.view:
            self.out.add("mask_view", line, **self.facts(), view=self.view)

    def initiator(self, values: Mapping[str, str], line: int) -> None:
        name = values.get("id") or values.get("name")
        if self.view and name:
            bare = _UNREGISTERED.match(name)
            wwpn = normalise.wwn(bare.group(1) if bare else name)
            self.out.add(
                "mask_initiator", line, **self.facts(), view=self.view, initiator_name=None if bare else name, initiator_wwpn=wwpn,
            )  # fmt: skip

    def shown(self, values: Mapping[str, str], line: int) -> None:
        name = values.get("id") or values.get("name")
        if self.view and name:
            lun = values.get("lun", "")
            number = whole(lun, 16) if re.fullmatch(r"0x[0-9a-fA-F]{1,16}", lun) else normalise.integer(lun)
            self.out.add("mask_volume", line, **self.facts(), view=self.view, volume_name=name, lun=number)

    def extent(self, values: Mapping[str, str], line: int) -> None:
        if values.get("name"):
            size = self.size(values, "extent", line)
            used_by = values.get("used-by", "").strip("[]") or None
            self.out.add("extent", line, **self.facts(), extent=values["name"], **size, used_by=used_by)

    def disk(self, values: Mapping[str, str], line: int) -> None:
        name = values.get("name", "")
        device = normalise.device_id(values.get("vpd-id") or name)
        if device is not None:
            self.out.add(
                "storage_volume", line, device=device, used_by_array=self.owner, used_by_cluster=self.cluster,
                vplex_name=name or None, **self.size(values, "storage_volume", line),
                vplex_use=values.get("use", "").lower() or None,
            )  # fmt: skip


_DUMP: Mapping[str, Callable[[_Dump, Mapping[str, str], int], None]] = {
    "volume": _Dump.volume, "view": _Dump.start_view, "viewInitiator": _Dump.initiator, "viewVolume": _Dump.shown,
    "extent": _Dump.extent, "disk": _Dump.disk,
}  # fmt: skip


def _read_dump(capture: Capture, out: Writer) -> None:
    text, line = _document(capture)
    argument = _CLUSTER.search(f"{capture.command or ''} {capture.file.rsplit('/', 1)[-1]}")
    dump = _Dump(out, capture.owner, argument.group(1) if argument else None)
    before = out.records
    _finish(_elements(text, line, dump.opened, dump.closed), out)
    add_system(out, line, capture.owner, before)


def _detect_collector(capture: Capture) -> Detection | None:
    if "<vplex>" in capture.head and _COLLECTOR.search(capture.head):
        return Detection(90, "list of VPLEX monitor files of a collector")
    return None


def _read_collector(capture: Capture, out: Writer) -> None:
    text, line = _document(capture)
    inside: list[str] = []
    system: list[str] = []

    def opened(name: str, values: Mapping[str, str], _text: str, where: int) -> None:
        inside.append(name)
        # Each file of a monitor is named after its director; users and passwords are in elements that are not read.
        director = _DIRECTOR.search(values.get("file", "")) if name == "monitor" else None
        if director is not None and system:
            add_director(out, where, system[-1], director.group())

    def closed(name: str, _values: Mapping[str, str], own: str, where: int) -> None:
        inside.pop()
        if name == "name" and inside and inside[-1] == "vplex" and own:
            system.append(own)
            out.add("storage_array", where, storage_array=own, family="vplex", vendor="EMC")

    _finish(_elements(text, line, opened, closed), out)


READERS = (
    Reader(
        name="vplex-configdump", platform="vplex", command="configdump --file <file> --cluster <cluster>",
        provides=columns(
            storage_array="storage_array family vendor",
            virtual_volume="storage_array cluster virtual_volume device size_bytes size_low_bytes size_high_bytes locality",
            mask_view="storage_array cluster view",
            mask_initiator="storage_array cluster view initiator_name initiator_wwpn",
            mask_volume="storage_array cluster view volume_name lun",
            extent="storage_array cluster extent size_bytes size_low_bytes size_high_bytes used_by",
            storage_volume="device used_by_array used_by_cluster vplex_name size_bytes size_low_bytes size_high_bytes vplex_use",
        ),
        detect=_detect_dump, read=_read_dump, needles=("<configDump",), verified=False, trust=50,
    ),
    Reader(
        name="vplex-collector", platform="vplex", command="vplexcollector.xml",
        provides={**FAMILY, **columns(director="storage_array cluster engine director letter")},
        detect=_detect_collector, read=_read_collector, needles=("<vplex>", "<monitor"), trust=30,
    ),
)  # fmt: skip
