"""Block devices by ``lsblk``: tree or list in columns, ``-P``, ``-J``, with any ``-o`` columns, also ``--inverse``.

Sample::

    NAME                                MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT
    sdb                                   8:16   0  100G  0 disk
    └─36000144000000010300aa00000000001 253:2    0  100G  0 mpath
      └─data-oradata                    253:7    0   90G  0 lvm   /oradata

Only ``lsblk`` shows which disks belong to which map, and the boot device. A START column states the first sector of
partitions in units of 512 bytes; without it, their start is unknown.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.linux.block.lsblk_layouts import (
    Node,
    Nodes,
    header_words,
    is_bare,
    is_pairs,
    json_nodes,
    table_nodes,
)
from checker.readers.linux.block.names import block_device, disk_of_partition
from checker.readers.linux.partitions.roles import role_of_type
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.rounded import facts as size_facts
from checker.readers.toolkit.rounded import interval

_BOOT = re.compile(r"(?:\A|\s)(?:/|/boot|/boot/efi)(?=\s|\Z)")
_INTEGERS = {
    "LOG-SEC": "sector_bytes", "ROTA": "rotational", "RQ-SIZE": "nr_requests", "RA": "read_ahead_kb",
    "RAND": "add_random",
}  # fmt: skip
_TEXTS = {"VENDOR": "vendor", "MODEL": "model", "REV": "revision", "SCHED": "scheduler", "TRAN": "transport"}
_COLUMNS = (
    *_INTEGERS, *_TEXTS, "NAME", "KNAME", "PKNAME", "TYPE", "SIZE", "WWN", "HCTL", "MOUNTPOINT", "MOUNTPOINTS", "START", "PARTN",
    "PARTTYPE", "PTTYPE", "PARTLABEL", "FSTYPE",
)  # fmt: skip
_START_UNIT = 512
_DISK, _UNKNOWN = 1, 2
_KIND_OF_DISK = {"disk": _DISK, None: _UNKNOWN}
"""Whether a node may be a disk; the others cannot."""
_ADDRESS = re.compile(r"[0-9]{1,9}(?::[0-9]{1,18}){3}\Z")


def _read(capture: Capture, out: Writer) -> None:
    nodes = json_nodes(capture, out, _COLUMNS) if '"blockdevices"' in capture.head else table_nodes(capture, out)
    if not nodes:
        return
    out.add("host", nodes[0].line, host=capture.owner, platform="linux")
    under, boots = _relations(nodes)
    written: set[bytes] = set()
    for place, node in enumerate(nodes):
        kind = node.cells.get("TYPE")
        if kind == "part":
            base = next(under(place), None)
            if base is not None:
                _write_partition(node, nodes[base], capture.owner, out, written)
        elif kind in ("disk", "mpath") or (kind is None and _kernel_name(node)):
            _write_device(node, capture.owner, out, written, place in boots)
            for leg in under(place) if kind == "mpath" else ():
                _write_leg(node, nodes[leg], capture.owner, out, written)


def _relations(nodes: Nodes) -> tuple[Callable[[int], Iterator[int]], set[int]]:
    """Return the function that yields the underlying nodes of a node, and the nodes under the root or boot file system.

    Nodes are given by index: tables of storage servers have a hundred thousand. ``--inverse`` prints them upside down.
    """
    bases, disks, mounted = array("q"), bytearray(), []
    parents: dict[int, str] = {}
    for place, node in enumerate(nodes):
        kind, parent = node.cells.get("TYPE"), node.cells.get("PKNAME")
        bases.append(-1 if node.above is None else node.above)
        disks.append(_KIND_OF_DISK.get(kind, 0))
        if node.above is None and parent:
            parents[place] = parent.removeprefix("/dev/")
        if _BOOT.search(node.cells.get("MOUNTPOINTS") or node.cells.get("MOUNTPOINT") or ""):
            mounted.append(place)
    by_name = {node.cells.get("KNAME") or node.name: place for place, node in enumerate(nodes)} if parents else {}
    for place, parent in parents.items():
        base = by_name.get(parent, -1)
        bases[place] = -1 if base == place else base
    under = _underlying(bases, disks)
    return under, _all_under(mounted, under)


def _underlying(bases: Sequence[int], disks: bytearray) -> Callable[[int], Iterator[int]]:
    inverse = any(base >= 0 and disks[place] == _DISK and not disks[base] for place, base in enumerate(bases))
    if not inverse:
        return lambda place: iter(bases[place : place + 1] if bases[place] >= 0 else ())
    below: dict[int, list[int]] = {}
    for place, base in enumerate(bases):
        if base >= 0:
            below.setdefault(base, []).append(place)
    return lambda place: iter(below.get(place, ()))


def _all_under(pending: list[int], under: Callable[[int], Iterator[int]]) -> set[int]:
    """Return these nodes and those under them, direct and indirect."""
    found: set[int] = set()
    while pending:
        place = pending.pop()
        if place not in found:
            found.add(place)
            pending += under(place)
    return found


def _is_new(written: set[bytes], *values: Value) -> bool:
    """Return whether these values are given for the first time; only their digest is kept."""
    digest = blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    if digest in written:
        return False
    written.add(digest)
    return True


def _kernel_name(node: Node) -> str | None:
    name = (node.cells.get("KNAME") or node.name).removeprefix("/dev/")
    return block_device(f"/dev/{name}").kernel_name


def _identity(node: Node) -> tuple[str, bool]:
    """Return the identity of a disk or map, and whether it is valid beyond this host."""
    if node.cells.get("TYPE") == "mpath":
        normal = normalise.device_id(node.name)
        return (normal, True) if normal else (f"block:mapper/{node.name}", False)
    normal = normalise.device_id(node.cells.get("WWN"))
    if normal:
        return normal, True
    return f"block:{_kernel_name(node) or node.name}", False


def _write_device(node: Node, host: str, out: Writer, written: set[bytes], boot: bool) -> None:
    device, _ = _identity(node)
    wwn = node.cells.get("WWN")
    if wwn and device.startswith("block:") and normalise.problem_of(wwn) == "redacted":
        out.bad_value("device", "device", wwn, node.line, f"{host} {node.name}")
    mapped, name = node.cells.get("TYPE") == "mpath", _kernel_name(node)
    cells = node.cells
    size = interval(cells.get("SIZE"))
    facts: dict[str, Value] = {
        "kernel_name": name,
        "alias": node.name if mapped and device != normalise.device_id(node.name) else None,
        **(size_facts("size", size) if size != (0, 0) else {}),
        **{fact: normalise.integer(cells[column]) for column, fact in _INTEGERS.items() if column in cells},
        **{fact: cells[column] for column, fact in _TEXTS.items() if column in cells},
        "is_boot": boot or None,
        "multipath_owner": "dm-multipath" if mapped else None,
    }
    if not _is_new(written, device, *facts, *facts.values()):
        return
    out.add("device", node.line, host=host, device=device, **facts)
    address = node.cells.get("HCTL", "")
    if name and _ADDRESS.match(address):
        out.add("scsi_address", node.line, host=host, kernel_name=name, hctl=address)
    if mapped and _is_new(written, device, "owner"):
        out.add("device_owner", node.line, host=host, device=device, multipath_owner="dm-multipath")


def _write_leg(node: Node, under: Node, host: str, out: Writer, written: set[bytes]) -> None:
    """Write that a disk is a path to the LUN of a map, so that facts about the disk are joined to the LUN."""
    device, real = _identity(node)
    name = _kernel_name(under)
    if real and name and _is_new(written, device, name):
        out.add("device", under.line, host=host, device=device, kernel_name=name)


def _write_partition(node: Node, base: Node, host: str, out: Writer, written: set[bytes]) -> None:
    start = normalise.integer(node.cells.get("START"))
    split = disk_of_partition(node.cells.get("KNAME") or node.name)
    number = normalise.integer(node.cells.get("PARTN")) or (split[1] if split else None)
    if number is None:
        return
    device, _ = _identity(base)
    if not _is_new(written, device, "partition", number):
        return
    kind, label_type = node.cells.get("PARTTYPE"), node.cells.get("PTTYPE")
    role, dynamic = role_of_type(kind) if kind else (None, False)
    out.add(
        "partition", node.line, host=host, device=device, partition=number, start_sector=start,
        start_bytes=start * _START_UNIT if start is not None else None, sector_bytes=_START_UNIT if start is not None else None,
        file_system=node.cells.get("FSTYPE"),
        label=node.cells.get("PARTLABEL"), label_type="msdos" if label_type == "dos" else label_type, exact=True if start is not None else None,
        partition_type=kind, role=role, dynamic_disk=dynamic or None,
    )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    if '"blockdevices"' in capture.head:
        return Detection(95, "blockdevices object of lsblk -J")
    lines = [line for line in capture.head.split("\n") if line.strip()]
    if any(header_words(line) for line in lines):
        return Detection(93, "column headings of lsblk")
    if any(is_pairs(line) for line in lines):
        return Detection(92, "NAME= pairs of lsblk -P")
    if lines and sum(is_bare(line) for line in lines) * 10 >= len(lines) * 9:
        return Detection(70, "types and names of block devices, as lsblk --noheadings prints them")
    return None


READERS = (
    Reader(
        name="linux-lsblk", platform="linux", command="lsblk",
        provides={
            "host": ("host", "platform"),
            "device": (
                "host", "device", "kernel_name", "alias", "size_bytes", "size_low_bytes",
                "size_high_bytes", "is_boot", "multipath_owner",
                *_INTEGERS.values(), *_TEXTS.values(),
            ),
            "device_owner": ("host", "device", "multipath_owner"),
            "scsi_address": ("host", "kernel_name", "hctl"),
            "partition": (
                "host", "device", "partition", "start_sector", "start_bytes", "sector_bytes", "file_system", "label",
                "label_type", "exact", "partition_type", "role", "dynamic_disk",
            ),
        },
        detect=_detect, needles=('"blockdevices"|NAME|disk /|part /|lvm /|mpath /|crypt /|rom /|loop /|raid|md /',), read=_read, begins=r"^NAME[ \t]+(?:KNAME[ \t]+)?MAJ:MIN[ \t]", trust=50,
    ),
)  # fmt: skip
