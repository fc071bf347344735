"""RVTools tabs vMultiPath and vDatastore as CSV (RVTools 3 and 4).

    Host,Cluster,Datacenter,Datastore,Disk,Display name,Policy,Oper. State,Path 1,Path 1 state,Path 2,Path 2 state,…,Queue depth,Vendor
    esx01.lab.example,Cluster1,DC1,ds1,naa.6000144000000010aa00000000000001,Example Fibre Channel Disk (naa.6000…),VMW_PSP_RR,ok,fc.2000…-fc.5000…-naa.6000…,active,…,64,EMC

    Name,Config status,Address,Accessible,Type,# VMs,Capacity MiB,Free MiB,# Hosts,Hosts,Major Version,Version
    ds1,green,naa.6000144000000010aa00000000000001,True,VMFS,4,102400,51200,2,"esx01.lab.example, esx02.lab.example",6,6.82

vMultiPath has columns for eight paths only. A device that fills all of them may have more: ``more_paths`` is set, and
eight is the minimum. Grammar: formats-hosts.md section 4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.esxi.family import shown
from checker.readers.esxi.vcenter import objects, rows
from checker.readers.esxi.vcenter.objects import HOST, HOST_OF_ROW, Facts
from checker.readers.esxi.vcenter.rows import Row
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.declarations.family import Family, names_that_fit
from checker.readers.toolkit.declarations.fields import device_id, first, found, number, parsed, text
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, columns, of_disk

_PATH = re.compile(r"path([0-9]{1,3})\Z")
_STATES = {
    "ok": "on", "degraded": "degraded", "off": "off", "error": "error", "lostcommunication": "lost communication",
}  # fmt: skip
_has_devices = names_that_fit("host disk policy")
is_datastore_header = names_that_fit("name accessible type #hosts|hosts|siocenabled|#extents|vmfsupgradeable|url")


def is_multipath_header(titles: Set[str]) -> bool:
    """Return whether these are the titles of vMultiPath."""
    return _has_devices(titles) and any(map(_PATH.match, titles))


def _state(text: str) -> str | None:
    state = text.split(",", maxsplit=1)[0].strip().lower()
    return _STATES.get(state, state or None)


def _path_titles(row: Row) -> list[str]:
    """Return the titles of the path columns in their order."""
    return [
        title
        for _, title in sorted((whole(path.group(1)), path.group()) for path in map(_PATH.match, row.values) if path)
    ]


def _is_full(row: Row) -> bool | None:
    """Return TRUE if the last path column is filled, so that the device may have more paths; else None."""
    titles = _path_titles(row)
    return True if titles and row.text(titles[-1]) is not None else None


_DEVICE = Facts(
    "device", host=HOST_OF_ROW, device=objects.device("disk"), alias=shown("displayname", "alias"),
    vendor=first("vendor", shown("displayname", "vendor")), model="model", revision="revision",
    transport=shown("displayname", "transport"), is_local=shown("displayname", "is_local"),
    psp=parsed(objects.policy, "policy"), queue_depth=number("queuedepth"), device_state=parsed(_state, "operstate"),
    more_paths=_is_full,
)  # fmt: skip


def _read_multipath(capture: Capture, out: Writer) -> None:
    context = Context(capture, out, capture.owner)
    full: list[int] = []
    datastores: set[tuple[str, str, str | None]] = set()
    for row in rows.rows(is_multipath_header, "host hostname")(capture, out):
        HOST.write(row, context)
        _DEVICE.write(row, context)
        host, datastore = HOST_OF_ROW(row) or "", row.text("datastore")
        device = normalise.device_id(objects.device_name(row, "disk"))
        if _is_full(row):
            full.append(row.line)
        if datastore and (host, datastore, device) not in datastores:
            datastores.add((host, datastore, device))
            out.add("datastore", row.line, host=host, datastore=datastore, device=device)
        for title in _path_titles(row):
            path = row.text(title)
            facts = path and objects.path_facts(out, row.line, host, path, device, row.text(f"{title}state"))
            if facts:
                out.add("path", row.line, **facts)
    if full:
        fill = "device fills" if len(full) == 1 else "devices fill"
        out.note(full[0], f"{len(full)} {fill} all eight path columns and may have more paths")


def _datastores(capture: Capture, out: Writer) -> Iterator[Row]:
    """Yield a row for each host of a datastore on a LUN; NFS, vSAN and vVol datastores are ignored."""
    noted = False
    for row in rows.rows(is_datastore_header, "name")(capture, out):
        if (row.text("type") or "").upper() != "VMFS":
            continue
        listed = [host for cell in re.split(r"[,;\n]", row.text("hosts", "hostnames") or "") if (host := cell.strip())]
        if not listed and not noted:
            noted = True
            out.note(row.line, "skipped datastores whose hosts are not listed")
        for host in listed:
            yield Row(row.line, {**row.values, "host": host}, decimal_comma=row.decimal_comma)


def _lun(row: Row) -> str | None:
    """Return the address if it is a LUN."""
    address = row.text("address") or ""
    return address if address.lower().startswith(("naa.", "eui.")) else None


def mebibytes(column: str, *titles: str) -> dict[str, Callable[[Row], Value]]:
    """Return the sources of the columns of a size, which RVTools rounds to MiB."""

    def found(row: Row) -> Interval | None:
        size = row.number(*titles)
        return None if size is None else of_disk(str(size), "M")

    return columns(column, found)


_DATASTORE = Facts(
    "datastore", mebibytes("size", "capacitymib", "capacitymb"), mebibytes("free", "freemib", "freemb", "freespacemib"),
    host=HOST_OF_ROW, datastore="name", device=device_id(of=_lun),
    uuid=found(r"([0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12})", "url"),
    vmfs_version=text("version", "majorversion"),
)  # fmt: skip

READERS = (
    Reader(
        name="rvtools-vmultipath", platform="rvtools", command="RVTools vMultiPath",
        provides={
            **provided(HOST, _DEVICE), "path": objects.PATH_COLUMNS, "datastore": ("host", "datastore", "device"),
        },
        detect=rows.by_titles("column titles of the RVTools tab vMultiPath", is_multipath_header), read=_read_multipath,
        needles=("Host", "Disk", "Policy", "Path"), verified=False, trust=40,
    ),
    Family("rvtools", _datastores).reader(
        "rvtools-vdatastore", "RVTools vDatastore",
        rows.by_titles("column titles of the RVTools tab vDatastore", is_datastore_header),
        HOST, _DATASTORE, needles=("Name", "Accessible", "Type"), verified=False, trust=40,
    ),
)  # fmt: skip
