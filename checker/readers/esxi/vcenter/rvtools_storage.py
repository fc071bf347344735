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
from collections.abc import Collection

from checker.facts.observations import Value, Writer
from checker.readers.esxi import names
from checker.readers.esxi.vcenter import objects, rows
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_MEBIBYTE = 1 << 20
_PATH = re.compile(r"path([0-9]{1,3})\Z")
_STATES = {
    "ok": "on", "degraded": "degraded", "off": "off", "error": "error", "lostcommunication": "lost communication",
}  # fmt: skip
_DEVICE_COLUMNS = word_list("""
    host device alias vendor model revision transport is_local psp queue_depth device_state more_paths
""")  # fmt: skip
_DATASTORE_COLUMNS = ("host", "datastore", "device", "uuid", "vmfs_version", "size_bytes", "free_bytes")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12}")


def is_multipath_header(titles: Collection[str]) -> bool:
    """Whether these are the titles of vMultiPath."""
    return {"host", "disk", "policy"} <= {*titles} and any(_PATH.match(title) for title in titles)


def is_datastore_header(titles: Collection[str]) -> bool:
    """Whether these are the titles of vDatastore."""
    return {"name", "accessible", "type"} <= {*titles} and bool(
        {*titles} & {"#hosts", "hosts", "siocenabled", "#extents", "vmfsupgradeable", "url"}
    )


def _read_multipath(capture: Capture, out: Writer) -> None:
    hosts = objects.Hosts(out)
    full = first_full = 0
    datastores: set[tuple[str, str, str | None]] = set()
    for row in rows.read_rows(capture, out, is_multipath_header):
        host = row.get("host", "hostname")
        if host is None:
            out.unread(row.line)
            continue
        hosts.see(row.line, host)
        device = objects.device(out, row, row.get("disk"), "device")
        columns = sorted((int(found.group(1)), title) for title in row.cells if (found := _PATH.match(title)))
        filled = bool(columns) and row.get(columns[-1][1]) is not None
        if filled:
            full += 1
            first_full = first_full or row.line
        _write_device(out, row, host, device, filled)
        datastore = row.get("datastore")
        if datastore and (host, datastore, device) not in datastores:
            datastores.add((host, datastore, device))
            out.add("datastore", row.line, host=host, datastore=datastore, device=device)
        for _, title in columns:
            text = row.get(title)
            if text:
                facts = objects.path_facts(out, row.line, host, text, device, row.get(f"{title}state"))
                if facts:
                    out.add("path", row.line, **facts)
    if full:
        out.note(
            first_full,
            f"{full} device{'s fill' if full > 1 else ' fills'} all eight path columns and may have more paths",
        )


def _write_device(out: Writer, row: rows.Row, host: str, device: str | None, filled: bool) -> None:
    name = names.display_name(row.get("displayname"))
    state = (row.get("operstate") or "").split(",")[0].strip()
    facts: dict[str, Value] = {
        "host": host, "device": device, "alias": name.alias, "vendor": row.get("vendor") or name.vendor,
        "model": row.get("model"), "revision": row.get("revision"), "transport": name.transport,
        "is_local": name.is_local, "psp": objects.policy(row.get("policy")),
        "queue_depth": row.whole("queuedepth"), "device_state": _STATES.get(state.lower(), state.lower() or None),
        "more_paths": True if filled else None,
    }  # fmt: skip
    out.add("device", row.line, **{column: facts[column] for column in _DEVICE_COLUMNS})


def _read_datastores(capture: Capture, out: Writer) -> None:
    hosts = objects.Hosts(out)
    noted = False
    for row in rows.read_rows(capture, out, is_datastore_header):
        name, kind = row.get("name"), row.get("type") or ""
        if name is None:
            out.unread(row.line)
            continue
        if kind.upper() != "VMFS":
            continue  # NFS, vSAN, vVol: not a datastore on a LUN
        listed = [host.strip() for host in re.split(r"[,;\n]", row.get("hosts", "hostnames") or "") if host.strip()]
        if not listed and not noted:
            noted = True
            out.note(row.line, "skipped datastores whose hosts are not listed")
        address = row.get("address") or ""
        uuid = _UUID.search(row.get("url") or "")
        size = row.whole("capacitymib", "capacitymb")
        free = row.whole("freemib", "freemb", "freespacemib")
        for host in listed:
            hosts.see(row.line, host)
            out.add(
                "datastore", row.line, host=host, datastore=name,
                device=out.device_id(address, row.line, "datastore")
                if address.lower().startswith(("naa.", "eui."))
                else None,
                uuid=uuid.group() if uuid else None, vmfs_version=row.get("version", "majorversion"),
                size_bytes=None if size is None else size * _MEBIBYTE,
                free_bytes=None if free is None else free * _MEBIBYTE,
            )  # fmt: skip


def _detect_multipath(capture: Capture) -> Detection | None:
    titles = rows.header_in(capture.head)
    return (
        Detection(95, "column titles of the RVTools tab vMultiPath") if titles and is_multipath_header(titles) else None
    )


def _detect_datastore(capture: Capture) -> Detection | None:
    titles = rows.header_in(capture.head)
    return (
        Detection(95, "column titles of the RVTools tab vDatastore") if titles and is_datastore_header(titles) else None
    )


READERS = (
    Reader(
        name="rvtools-vmultipath", platform="rvtools", command="RVTools vMultiPath",
        provides={
            "host": ("host", "platform"),
            "device": _DEVICE_COLUMNS,
            "path": objects.PATH_COLUMNS,
            "datastore": ("host", "datastore", "device"),
        },
        detect=_detect_multipath, read=_read_multipath, needles=("Host", "Disk", "Policy", "Path"), verified=False,
        trust=40,
    ),
    Reader(
        name="rvtools-vdatastore", platform="rvtools", command="RVTools vDatastore",
        provides={"host": ("host", "platform"), "datastore": _DATASTORE_COLUMNS}, detect=_detect_datastore,
        read=_read_datastores, needles=("Name", "Accessible", "Type"), verified=False, trust=40,
    ),
)  # fmt: skip
