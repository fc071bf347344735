r"""``nvme list`` and ``nvme netapp ontapdevices``: NVMe namespaces of a host, as text and JSON.

::

    Node             SN                   Model                     Namespace Usage                      Format           FW Rev
    ---------------- -------------------- ------------------------- --------- -------------------------- ---------------- --------
    /dev/nvme1n1     EX0000000001         Example Array Controller  0x1       107.37  GB / 107.37  GB      4 KiB +  0 B   FFFFFFFF

    /dev/nvme1n1, Vserver svm1, Subsystem db, Namespace Path /vol/db1/ns1, NSID 1, UUID 01234567-89ab-4def-8123-456789abcdef, 107.37GB

Sizes are rounded to two digits, in powers of 1000; the second one of a usage is the capacity. JSON has bytes. nvme-cli 2 adds
the generic device, prints the number of a namespace in hexadecimal, and nests namespaces in subsystems (``Devices``,
``Subsystems``, ``Controllers``). Only ``ontapdevices`` states an identity: the UUID of the namespace, which the host uses
as well (nvme-cli, plugins/netapp/netapp-nvme.c and nvme-print-stdout.c, versions 1.8 to 2.14).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.facts.observations import Writer
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.rounded import Interval, columns, interval

NODE = r"(?:/dev/)?nvme[0-9]{1,5}n[0-9]{1,5}"
SIZE = r"[0-9]{1,6}(?:[.,][0-9]{1,4})? ?[ kKMGTPE]?B"
_TITLES = re.compile(r"[ \t]*Node[ \t]+(?:Generic[ \t]+)?SN[ \t]+Model[ \t]+Namespace[ \t]+Usage\b")
_ROW = re.compile(
    rf"[ \t]*(?P<node>{NODE})[ \t]+(?:/dev/ng\w{{1,20}}[ \t]+)?(?P<names>\S.*?)[ \t]+(?:0x[0-9A-Fa-f]{{1,8}}|[0-9]{{1,10}})[ \t]+"
    rf"{SIZE.replace(' ?', ' *')}[ \t]*/[ \t]*(?P<size>{SIZE.replace(' ?', ' *')})[ \t]+"
    r"(?P<sector>[0-9]{1,6}) {1,3}(?P<unit>Ki)?B[ \t]*\+[ \t]*[0-9]{1,5} {1,3}B(?:[ \t]+(?P<revision>\S.{0,7}))?[ \t]*\Z"
)
_ONTAP = re.compile(
    rf"[ \t]*(?P<node>{NODE}), (?:Array|Vserver) (?P<vserver>\S{{1,260}}), (?:Subsystem (?P<subsystem>\S{{1,64}}), )?"
    r"Namespace Path (?P<path>\S{1,525}), NSID [0-9]{1,10}, UUID (?P<uuid>\S{1,60}), (?:Size )?(?P<size>[0-9.,]{1,12}[kKMGTPE]?B)"
    r"(?:, Used [0-9.,]{1,12}[kKMGTPE]?B, Format (?P<sector>[0-9]{1,6})(?P<unit>Ki)?B, Version (?P<revision>\S{1,8}))?[ \t]*\Z"
)
_ONTAP_TITLES = re.compile(r"[ \t]*Device[ \t]+Vserver[ \t]+(?:Subsystem[ \t]+)?Namespace Path[ \t]+NSID[ \t]+UUID\b")
_ONTAP_COLUMNS = re.compile(
    rf"[ \t]*(?P<node>{NODE})[ \t]+(?P<vserver>\S{{1,260}})[ \t]+(?:(?P<subsystem>\S{{1,64}})[ \t]+)?(?P<path>/\S{{1,525}})[ \t]+"
    r"[0-9]{1,10}[ \t]+(?P<uuid>\S{1,60})[ \t]+(?P<size>[0-9.,]{1,12}[kKMGTPE]?B)"
    r"(?:[ \t]+[0-9.,]{1,12}[kKMGTPE]?B[ \t]+(?P<sector>[0-9]{1,6})(?P<unit>Ki)?B[ \t]+(?P<revision>\S{1,8}))?[ \t]*\Z"
)
NOISE = re.compile(shell_noise("nvme", r"[- \t]+\Z", r"Failed to open /sys/class/nvme/\S+ .*"))
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
_NO_UUID = "00000000-0000-0000-0000-000000000000"
_ONTAP_MODEL = "NetApp ONTAP Controller"
"""Model of every controller whose namespaces ``ontapdevices`` lists; it ignores all others."""
_TRANSPORTS = {"fc": "fcnvme", "pcie": "pcie", "tcp": "tcp", "rdma": "rdma"}


def _listed(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the rows of ``nvme list``; the titles say where the serial number ends, which may contain blanks.

    In a copy that lost the blanks between columns, nothing says where a serial number with a blank ends: such a model is unread.
    """
    model = 0
    is_dense = False
    for place, line in printed(capture):
        if titles := _TITLES.match(line):
            model = line.index("Model", titles.start())
            is_dense = "  " not in titles.group().strip()
        elif match := _ROW.match(line):
            values = {key: value for key, value in match.groupdict().items() if value is not None}
            values["model"] = _model(line, match, model)
            if is_dense and not match["names"].partition(" ")[0][-1].isalnum():
                out.unread(place)
                del values["model"]
            yield placed(place, values)
        elif not NOISE.match(line.strip()):
            out.unread(place)


def _model(line: str, match: re.Match[str], start: int) -> str:
    """Return the model: from its column, unless columns are shifted; then what follows the first word."""
    begin, end = match.span("names")
    if begin < start < end and line[start - 1].isspace() and not line[start].isspace():
        return line[start:end].strip()
    return match["names"].partition(" ")[2].strip()


def _ontap(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for place, line in printed(capture):
        if match := _ONTAP.match(line) or _ONTAP_COLUMNS.match(line):
            values = {key: value for key, value in match.groupdict().items() if value is not None}
            yield placed(place, {**values, "model": _ONTAP_MODEL})
        elif not _ONTAP_TITLES.match(line) and not NOISE.match(line.strip()):
            out.unread(place)


def placed(line: int, values: Mapping[str, str]) -> TextRow:
    """Return the row of a namespace, with its node as the kernel names it."""
    return TextRow(line, {**values, "node": values["node"].removeprefix("/dev/")})


def _json_rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for document in noted_documents(capture.text, capture.first_line, out):
        for item in _items(document.value, "Devices", "ONTAPdevices"):
            if "Subsystems" not in item:
                yield from _json_row(item, "DevicePath", item, out)
            for subsystem in _items(item, "Subsystems"):
                controllers = list(_items(subsystem, "Controllers"))
                shared = {key: value for one in controllers for key, value in one.items()}
                # A namespace may be listed with its subsystem or with each controller.
                for space in (
                    *_items(subsystem, "Namespaces"),
                    *(s for c in controllers for s in _items(c, "Namespaces")),
                ):
                    yield from _json_row(space, "NameSpace", _same(controllers, shared), out)


def _same(controllers: list[LocatedDict], values: Mapping[str, object]) -> dict[str, object]:
    """Return the values that all controllers of a subsystem have in common."""
    return {key: value for key, value in values.items() if all(one.get(key) == value for one in controllers)}


def _items(value: object, *keys: str) -> Iterator[LocatedDict]:
    if isinstance(value, LocatedDict):
        for key in keys:
            listed = value.get(key)
            for item in listed if isinstance(listed, list) else ():
                if isinstance(item, LocatedDict):
                    yield item


def _json_row(item: LocatedDict, name: str, controller: Mapping[str, object], out: Writer) -> Iterator[TextRow]:
    line = line_of(item, 1)
    node = item.get(name, item.get("Device", item.get("Namespace")))
    if not isinstance(node, str) or re.fullmatch(NODE, node) is None:
        out.unread(line)
        return
    texts = {
        "node": node, "uuid": item.get("UUID"), "path": item.get("Namespace_Path"), "model": controller.get("ModelNumber"),
        "revision": controller.get("Firmware", item.get("Version")), "transport": controller.get("Transport"),
        "bytes": item.get("PhysicalSize", item.get("Namespace_Size")), "size": item.get("Size"),
        "block": item.get("SectorSize", item.get("LBA_Size", item.get("LBA_Data_Size"))),
    }  # fmt: skip
    blocks, block = item.get("Namespace_Size"), item.get("LBA_Data_Size")
    if isinstance(blocks, int) and isinstance(block, int):
        # Versions before 2.8 print the size in blocks.
        texts["bytes"] = blocks * block
    if "Namespace_Path" in item:
        texts["model"] = _ONTAP_MODEL
    yield placed(line, {key: str(value).strip() for key, value in texts.items() if isinstance(value, str | int)})


def _device(row: TextRow) -> str | None:
    """Return the identity as the kernel names it; without a UUID, the name on this host."""
    uuid = (row.text("uuid") or "").lower()
    return f"uuid.{uuid}" if _UUID.match(uuid) and uuid != _NO_UUID else f"block:{row.values['node']}"


def _bytes(row: TextRow) -> Interval | None:
    exact = row.number("bytes")
    # nvme-cli 2.0 printed sizes of 2 GiB and more as negative numbers.
    if exact is not None:
        return (exact, exact) if exact > 0 else None
    size = interval((row.text("size") or "").replace(" ", ""), thousands=True)
    return None if size == (0, 0) else size


def _sector(row: TextRow) -> int | None:
    printed_size = row.number("sector")
    return row.number("block") if printed_size is None else printed_size << (10 if "unit" in row.values else 0)


def _transport(row: TextRow) -> str | None:
    return _TRANSPORTS.get(row.text("transport") or "")


DEVICE = Facts[TextRow](
    "device", host=owner, device=_device, kernel_name="node", model="model", revision="revision", transport=_transport,
    is_local=lambda row: True if row.text("transport") == "pcie" else None, sector_bytes=_sector, array_device="path",
    **columns("size", _bytes),  # type: ignore[arg-type]
)  # fmt: skip
_LIST = r"^[ \t]*Node[ \t]+(?:Generic[ \t]+)?SN[ \t]+Model[ \t]+Namespace[ \t]+Usage\b"
_ONTAP_BEGINS = rf"^[ \t]*(?:Device[ \t]+Vserver[ \t]+(?:Subsystem[ \t]+)?Namespace Path\b|{NODE}, Vserver \S+, [^\n]{{0,90}}Namespace Path )"
READERS = (
    Family("linux", _listed).reader(
        "linux-nvme-list", "nvme list", by_pattern("NVMe namespaces with model and usage", (95, _LIST)), HOST, DEVICE,
        needles=("Namespace", "Usage"), begins=_LIST,
    ),
    Family("linux", _json_rows).reader(
        "linux-nvme-list-json", "nvme list -o json",
        by_pattern("NVMe namespaces as JSON", (96, r'"(?:DevicePath|NameSpace)"\s*:\s*"(?:/dev/)?nvme[0-9]+n[0-9]+"'), (96, r'"ONTAPdevices"\s*:')),
        HOST, DEVICE, needles=('"Devices"|"ONTAPdevices"', "nvme"),
    ),
    Family("linux", _ontap).reader(
        "linux-nvme-ontapdevices", "nvme netapp ontapdevices -o column",
        by_pattern("NVMe namespaces of ONTAP", (96, _ONTAP_BEGINS)), HOST, DEVICE,
        needles=("Vserver", "Namespace Path"), begins=_ONTAP_BEGINS,
    ),
)  # fmt: skip
