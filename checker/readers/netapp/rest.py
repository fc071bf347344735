"""ONTAP REST answers: ``GET /api/network/fc/…``, ``/api/protocols/san/…``, ``/api/storage/luns`` and ``/api/cluster/nodes``.

::

    {"records": [{"svm": {"name": "svm1"}, "name": "lif1", "wwpn": "20:00:00:50:56:00:00:01", "data_protocol": "fcp",
                  "state": "up", "enabled": true, "location": {"node": {"name": "cl-01"}, "port": {"name": "0a"}}}],
     "num_records": 1}

What a record is follows from the address it links to, else from its attributes (ONTAP 9.6 on). Names are made unique as in
the shell's listings: ``svm1:lif1``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.netapp import rest_load
from checker.readers.netapp.rest_record import RestRecord
from checker.readers.netapp.san import identity_of, name_of
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.json_documents import noted_documents

_HREF = re.compile(
    r"/api/(network/fc/(?:logins|interfaces|ports)|protocols/san/(?:igroups|lun-maps|portsets)|storage/luns|cluster/nodes)\b"
)
_SIGNATURES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("network/fc/logins", ("interface", "initiator")),
    ("protocols/san/lun-maps", ("lun", "igroup")),
    ("protocols/san/igroups", ("svm", "initiators")),
    ("protocols/san/portsets", ("svm", "interfaces")),
    ("network/fc/interfaces", ("svm", "wwpn")),
    ("network/fc/ports", ("node", "wwpn")),
    ("storage/luns", ("svm", "serial_number")),
)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.match(r"\s*\{", head):
        return None
    if _HREF.search(head):
        return Detection(95, "records of the ONTAP REST interface")
    if '"records"' in head and '"svm"' in head and ('"wwpn"' in head or '"igroup"' in head or '"initiators"' in head):
        return Detection(91, "records of the ONTAP REST interface")
    return None


def _type_of(record: RestRecord) -> str:
    found = _HREF.search(record.text("_links.self.href") or "")
    if found:
        return found.group(1)
    return next((name for name, keys in _SIGNATURES if all(key in record.values for key in keys)), "")


def _read(capture: Capture, out: Writer) -> None:
    before, first = out.records, capture.first_line
    for document in noted_documents(capture.text, capture.first_line, out):
        if isinstance(document.value, dict):
            whole = RestRecord(document.value, document.line)
            listed = whole.items("records") if isinstance(whole.value("records"), list) else [whole]
            first = listed[0].line if listed and out.records == before else first
            for record in listed:
                writer = _WRITERS.get(_type_of(record))
                if writer is None:
                    out.note(record.line, "a record was passed over: nothing is read from ONTAP objects of its type")
                else:
                    writer(record, capture, out)
    if out.records > before:
        out.add("storage_array", first, storage_array=capture.owner, vendor="NETAPP", family="netapp")


def _login(record: RestRecord, capture: Capture, out: Writer) -> None:
    port = record.unique("interface.name")
    wwpn = out.wwn(record.text("initiator.wwpn"), record.line, "array_login", "initiator_wwpn", port or "")
    if wwpn is None:
        return
    target = out.wwn(record.text("interface.wwpn"), record.line, "array_login", "target_wwpn", port or "")
    out.add(
        "array_login",
        record.line,
        storage_array=capture.owner,
        initiator_wwpn=wwpn,
        target_wwpn=target,
        port_name=port,
        logged_in=True,
    )
    for group in record.items("igroups"):
        view = name_of(record.text("svm.name"), group.text("name"))
        if view is not None:
            out.add("mask_view", record.line, storage_array=capture.owner, view=view)
            out.add("mask_initiator", record.line, storage_array=capture.owner, view=view, initiator_wwpn=wwpn)


def _interface(record: RestRecord, capture: Capture, out: Writer) -> None:
    name, state = record.text("name"), record.text("state")
    protocol = record.text("data_protocol")
    out.add(
        "target_port",
        record.line,
        target_wwpn=out.wwn(record.text("wwpn"), record.line, "target_port", "target_wwpn", name or ""),
        wwnn=normalise.wwn(record.text("wwnn")),
        storage_array=capture.owner,
        director=record.text("location.node.name", "location.home_node.name"),
        port=name,
        port_name=record.unique("name"),
        role="front-end",
        port_state=state,
        enabled=record.flag("enabled"),
        protocol="nvme" if protocol == "fc_nvme" else "fc",
        fcid=_address(record.text("port_address")),
    )
    place = record.unique("name")
    if place is not None:
        rest_load.write(record.value("metric"), record.line, "target_port", place, out, capture.owner)


def _address(text: str | None) -> str | None:
    return normalise.fcid(text.zfill(6)) if text is not None else None


def _port(record: RestRecord, capture: Capture, out: Writer) -> None:
    node, name = record.text("node.name"), record.text("name")
    place = f"{node} {name}" if node and name else name
    out.add(
        "target_port",
        record.line,
        target_wwpn=out.wwn(record.text("wwpn"), record.line, "target_port", "target_wwpn", place or ""),
        wwnn=normalise.wwn(record.text("wwnn")),
        storage_array=capture.owner,
        director=node,
        port=name,
        port_name=place,
        role="other",
        port_state=record.text("state"),
        enabled=record.flag("enabled"),
        protocol="fc",
        max_speed_gbps=normalise.speed_gbps(record.text("speed.maximum")),
    )


def _group(record: RestRecord, capture: Capture, out: Writer) -> None:
    view = record.unique("name")
    if view is None:
        return
    out.add("mask_view", record.line, storage_array=capture.owner, view=view)
    for setting, path in (("OS Type", "os_type"), ("Portset Binding Igroup", "portset.name")):
        if (value := record.text(path)) is not None:
            out.add("array_setting", record.line, storage_array=capture.owner, scope=view, setting=setting, value=value)
    for initiator in record.items("initiators"):
        name = initiator.text("name")
        if name is None or name.lower().startswith(("iqn.", "eui.", "nqn.")):
            continue
        wwpn = out.wwn(name, initiator.line, "mask_initiator", "initiator_wwpn", view)
        shown = None if wwpn else name[:200]
        place: dict[str, str | None] = {"initiator_wwpn": wwpn, "initiator_name": shown}
        out.add("mask_initiator", initiator.line, storage_array=capture.owner, view=view, **place)
        out.add("registered_initiator", initiator.line, storage_array=capture.owner, registered=True, **place)


def _map(record: RestRecord, capture: Capture, out: Writer) -> None:
    view, volume = record.unique("igroup.name"), record.unique("lun.name")
    if view is None or volume is None:
        return
    out.add("mask_view", record.line, storage_array=capture.owner, view=view)
    out.add(
        "mask_volume",
        record.line,
        storage_array=capture.owner,
        view=view,
        volume_name=volume,
        lun=record.number("logical_unit_number"),
    )
    nodes = [name for node in record.items("reporting_nodes") if (name := node.text("name")) is not None]
    if nodes:
        out.add(
            "array_setting",
            record.line,
            storage_array=capture.owner,
            scope=f"{view} {volume}",
            setting="Reporting Nodes",
            value=", ".join(nodes),
        )


def _portset(record: RestRecord, capture: Capture, out: Writer) -> None:
    for group in record.items("igroups"):
        view = name_of(record.text("svm.name"), group.text("name"))
        for interface in record.items("interfaces"):
            port = name_of(record.text("svm.name"), interface.text("fc.name"))
            if view is not None and port is not None:
                out.add("mask_port", interface.line, storage_array=capture.owner, view=view, port_name=port)


def _lun(record: RestRecord, capture: Capture, out: Writer) -> None:
    name = record.unique("name")
    if name is None:
        return
    serial = record.text("serial_number")
    reserved = record.flag("space.guarantee.requested")
    out.add(
        "storage_volume",
        record.line,
        device=identity_of(serial.encode().hex()) if serial is not None else None,
        storage_array=capture.owner,
        storage_volume=name,
        size_bytes=record.number("space.size"),
        operational_status=record.text("status.state"),
        provision_type=None if reserved is None else "thick" if reserved else "thin",
        current_owner=record.text("location.node.name"),
    )
    rest_load.write(record.value("metric"), record.line, "storage_volume", name, out, capture.owner)


def _node(record: RestRecord, capture: Capture, out: Writer) -> None:
    name = record.text("name")
    if name is not None:
        out.add(
            "director",
            record.line,
            storage_array=capture.owner,
            director=name,
            hostname=name,
            operational_status=record.text("state"),
            version=record.text("version.full"),
            serial=record.text("serial_number"),
        )


_WRITERS: Mapping[str, Callable[[RestRecord, Capture, Writer], None]] = {
    "network/fc/logins": _login,
    "network/fc/interfaces": _interface,
    "network/fc/ports": _port,
    "protocols/san/igroups": _group,
    "protocols/san/lun-maps": _map,
    "protocols/san/portsets": _portset,
    "storage/luns": _lun,
    "cluster/nodes": _node,
}
_INITIATOR = ("initiator_wwpn", "initiator_name")

READERS = (
    Reader(
        name="netapp-rest",
        platform="netapp",
        command="GET /api/protocols/san/TYPE",
        provides={
            "storage_array": ("storage_array", "vendor", "family"),
            "director": ("storage_array", "director", "hostname", "operational_status", "version", "serial"),
            "target_port": word_list("""
                target_wwpn wwnn storage_array director port port_name role port_state enabled protocol max_speed_gbps
                fcid
            """),
            "array_login": ("storage_array", "initiator_wwpn", "target_wwpn", "port_name", "logged_in"),
            "registered_initiator": ("storage_array", *_INITIATOR, "registered"),
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", *_INITIATOR),
            "mask_volume": ("storage_array", "view", "volume_name", "lun"),
            "mask_port": ("storage_array", "view", "port_name"),
            "storage_volume": word_list("""
                device storage_array storage_volume size_bytes operational_status provision_type current_owner
            """),
            "array_setting": ("storage_array", "scope", "setting", "value"),
            "workload": rest_load.WORKLOAD,
            "port_load": rest_load.PORT_LOAD,
        },
        detect=_detect,
        read=_read,
        needles=('"name"',),
        verified=False,
    ),
)
