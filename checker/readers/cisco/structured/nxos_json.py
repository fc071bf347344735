"""NX-OS commands as JSON: ``show … | json``, NX-API and JSON-RPC responses.

Synthetic sample::

    {"TABLE_flogi_entry": {"ROW_flogi_entry": {
        "interface": "fc1/3", "vsan": "10", "fcid": "0x0a0001",
        "port_name": "10:00:00:00:c9:aa:00:01", "node_name": "20:00:00:00:c9:aa:00:01"}},
     "total_no_of_flogi": 1}

Logins, the name server, zoning, device aliases, VSANs, ports with counters and transceivers, port channels, topology,
version and inventory are read. The command, if the response contains it, shows whether a zone set is the active one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.cisco.fabric.fcns import Entry, write_entry
from checker.readers.cisco.structured import ports, zoning
from checker.readers.cisco.structured.tables import Row, Table, tables
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

_SAN_TABLE = re.compile(
    r'"TABLE_(?:flogi_entry|fcns_vsan|zoneset|zone_member|zone_status|zone|device_alias_database|vsan_membership'
    r"|interface_brief_fc|topology_vsan|fcalias|counters_brief|port_channel_database)\"\s*:"
)
_VSAN_TABLE = re.compile(r'"TABLE_vsan"\s*:')
_PORT_TABLE = re.compile(r'"TABLE_(?:interface|counters|interface_trans|interface_brief_\w{2,20})"\s*:')
_FC_PORT = re.compile(r'"interface\w{0,12}"\s*:\s*"(?:fc\d|vfc|san-port)')
_VERSION = re.compile(r'"(?:kickstart_ver_str|sys_ver_str|nxos_ver_str)"\s*:')
_CISCO = re.compile(r'"chassis_id"\s*:\s*"[^"]{0,60}(?:MDS|Nexus)', re.IGNORECASE)
_HOST = re.compile(r'"host_name"\s*:\s*"([\w.\-]{1,64})"')
_FEATURE = re.compile(r"\b(init|target|both)\b", re.IGNORECASE)
_ROLES = {"init": "initiator", "target": "target", "both": "both"}
_SCSI = ("scsi-fcp", "fcp-scsi", "nvme", "fc-nvme")
# Detail lines of the text form, and the keys with the same values.
_DETAILS = {
    "node-wwn": "nwwn node_name", "symbolic-port-name": "symbolic_port_name", "switch name": "switch_name",
    "symbolic-node-name": "symbolic_node_name", "permanent-port-wwn": "permanent_pwwn",
    "connected interface": "connected_interface",
}  # fmt: skip
_MDS_TYPE = re.compile(r"MDS ?(\d{2})\d{2}", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _SAN_TABLE.search(head):
        return Detection(93, "NX-OS tables of a SAN: TABLE_ and ROW_")
    if (_PORT_TABLE.search(head) and _FC_PORT.search(head)) or (_VSAN_TABLE.search(head) and '"ROW_vsan"' in head):
        return Detection(92, "NX-OS tables of Fibre Channel ports or VSANs")
    if _VERSION.search(head) and _CISCO.search(head):
        return Detection(92, "show version of NX-OS as JSON")
    if '"TABLE_inv"' in head and re.search(r'"productid"\s*:\s*"(?:DS-|N\dK)', head):
        return Detection(90, "show inventory of NX-OS as JSON")
    return None


def _owner(text: str) -> str | None:
    match = _HOST.search(text)
    return match.group(1) if match else None


def _read(capture: Capture, out: Writer) -> None:
    stated = 0
    for document in noted_documents(capture.text, capture.first_line, out, strays=False):
        before = out.records
        read_document(document.value, capture, out)
        if out.records > before:
            stated = stated or document.line
    if stated:
        nxos.state_switch(out, capture, stated)


def read_document(value: Any, capture: Capture, out: Writer) -> None:
    """Read every table of one response; the XML form has the same mappings."""
    unknown: dict[str, int] = {}
    for table in tables(value, capture.command or ""):
        reader = _READERS.get(table.name)
        if reader is not None:
            reader(table, capture, out)
        elif table.rows:
            unknown.setdefault(table.name, table.rows[0].line)
    for name, line in unknown.items():
        out.note(line, f"skipped table {name}: nothing is read from it")
    for body in _bodies(value):
        _version(body, capture, out)


def _bodies(value: Any) -> list[Row]:
    found: list[Row] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, LocatedDict):
            if "chassis_id" in item or "sys_ver_str" in item:
                found.append(Row(item, item.line))
            waiting.extend(part for key, part in item.items() if not key.startswith(("TABLE_", "ROW_")))
        elif isinstance(item, LocatedList):
            waiting.extend(item)
    return found


def _version(body: Row, capture: Capture, out: Writer) -> None:
    model = body.text("chassis_id")
    facts: dict[str, Value] = {"firmware_version": body.text("sys_ver_str", "nxos_ver_str", "kickstart_ver_str")}
    system, kickstart = body.text("sys_ver_str"), body.text("kickstart_ver_str")
    if system and kickstart:
        facts["installed_firmware"] = system if system == kickstart else f"{system}, {kickstart}"
    elif single := body.text("nxos_ver_str"):
        facts["installed_firmware"] = single
    if model is not None:
        facts["model"] = re.sub(r"\s*\(.*|\s*Chassis.*", "", model).strip() or None
        kind = _MDS_TYPE.search(model)
        if kind:
            facts["is_director"] = kind.group(1) in ("95", "97")
    out.add("switch", body.line, switch=capture.owner, vendor="cisco", **facts)


def _logins(table: Table, capture: Capture, out: Writer) -> None:
    for row in table.rows:
        port, vsan = nxos.port_name(row.text("interface") or ""), row.text("vsan")
        if port is None:
            continue  # the supervisor logs in as well
        out.add(
            "login", row.line, switch=capture.owner,
            vsan=nxos.vsan_number(vsan) if vsan is not None and vsan.isdecimal() else "",
            wwpn=out.wwn(row.text("port_name"), row.at("port_name"), "login", "wwpn", port),
            wwnn=out.wwn(row.text("node_name"), row.at("node_name"), "login", "wwnn", port),
            fcid=normalise.fcid(row.text("fcid")), port=port,
            alias=row.text("device_alias_for_pwwn", "device_alias", "dev_alias"),
            local=True if nxos.lists_all(capture, table.command) else None,
        )  # fmt: skip
    total = table.context.number("total_no_of_flogi")
    if total is not None:
        out.printed_count, out.counted_records = total, len(table.rows)


def _name_server(table: Table, capture: Capture, out: Writer) -> None:
    only_local = bool(re.search(r"\bdatabase\s+local\b", table.command, re.IGNORECASE))
    whole = nxos.lists_all(capture, table.command)
    for of_vsan in table.rows:
        vsan = of_vsan.text("vsan_id", "vsan") or ""
        for row in of_vsan.rows("fcns_database"):
            write_entry(capture, out, _entry(row, vsan, out), only_local, whole=whole)


def _entry(row: Row, vsan: str, out: Writer) -> Entry:
    entry = Entry(
        row.line, nxos.vsan_number(vsan) if vsan.isdecimal() else "", normalise.fcid(row.text("fcid")), detail=False
    )
    entry.wwpn = out.wwn(row.text("pwwn"), row.at("pwwn"), "login", "wwpn")
    entry.wwpn_printed = True
    entry.vendor, entry.alias = row.text("vendor"), row.text("device_alias", "dev_alias")
    features = [
        f"{part.text('fc4_type', 'fc4_types') or ''}:{part.text('fc4_feature', 'fc4_features') or ''}"
        for part in row.rows("fc4_type_feature", "fc4_types_fc4_features")
    ] or (row.text("fc4_types_fc4_features", "fc4_types", "fc4_type_feature") or "").split()
    for feature in features:
        kind, _, what = feature.partition(":")
        role = _FEATURE.search(what)
        if kind.strip().lower() in _SCSI and role and entry.role is None:
            entry.role = _ROLES[role.group(1).lower()]
    for key, names in _DETAILS.items():
        text = row.text(*names.split())
        if text is not None:
            entry.values[key] = text
            entry.detail = True
    return entry


def _vsans(table: Table, capture: Capture, out: Writer) -> None:
    for row in table.rows:
        vsan = row.text("vsan", "vsan_id", "id")
        if vsan is None or not vsan.isdecimal():
            continue
        state, interop = row.text("state", "vsan_state"), row.text("interop_mode")
        out.add(
            "vsan", row.line, switch=capture.owner, vsan=nxos.vsan_number(vsan),
            vsan_name=row.text("name", "vsan_name", "inactive_vsan_name", "evfp_control_vsan_name"),
            vsan_state=state.lower() if state else None, interop_mode=interop.lower() if interop else None,
            load_balancing=row.text("load_balancing", "vsan_load_balancing"),
        )  # fmt: skip
        up = row.text("operational_state")
        if up is not None:
            nxos.add_setting(
                out, row.at("operational_state"), capture.owner, nxos.vsan_number(vsan), "operational state", up
            )


def _inventory(table: Table, capture: Capture, out: Writer) -> None:
    for row in table.rows:
        if (row.text("name") or "").strip('"').lower() == "chassis":
            out.add(
                "switch", row.line, switch=capture.owner, vendor="cisco", model=row.text("productid"),
                serial=row.text("serialnum"),
            )  # fmt: skip


_READERS: dict[str, Callable[[Table, Capture, Writer], None]] = {
    "flogi_entry": _logins, "fcns_vsan": _name_server, "vsan": _vsans, "vsan_membership": ports.read_membership,
    "inv": _inventory, "zoneset": zoning.read_zone_sets, "zone": zoning.read_zones,
    "zone_member": zoning.read_zones, "fcalias": zoning.read_fcaliases,
    "zone_status": zoning.read_status, "device_alias_database": zoning.read_device_aliases,
    "interface_brief_fc": ports.read_brief, "interface_brief_portchannel": ports.read_brief,
    "interface_brief_vfc": ports.read_brief, "interface_brief_fcip": ports.read_brief,
    "interface_brief_if": ports.read_brief, "interface": ports.read_interfaces,
    "counters": ports.read_interfaces, "counters_brief": ports.read_interfaces,
    "port_channel": ports.read_interfaces, "interface_trans": ports.read_transceivers,
    "topology_vsan": ports.read_topology, "port_channel_database": ports.read_channels,
    "interface_brief_sup": lambda *_: None, "interface_brief_mgmt": lambda *_: None,
}  # fmt: skip

READERS = (
    nxos.reader(
        "show flogi database | json", _detect, _read,
        columns(
            switch="switch vendor model firmware_version installed_firmware serial is_director",
            login="switch vsan wwpn wwnn fcid port symbolic_name node_symbolic_name fc4_role vendor alias local"
            " permanent_port_wwn",
            vsan="switch vsan vsan_name vsan_state interop_mode load_balancing default_zone default_zone_in_force zone_mode"
            " smart_zoning distribute merge_control pending_session active_zone_set zone_database_bytes",
            fabric_setting=nxos.SETTING, zone="switch vsan active zone zone_set smart",
            zone_set="switch vsan active zone_set zone",
            zone_member="switch vsan active zone member member_type wwpn alias member_role logged_in fcid",
            alias="switch vsan alias member wwpn",
            switch_port="switch port port_vsan port_state state_reason media sfp_present port_type speed_gbps"
            " speed_mode port_channel port_wwn attached_wwn description buffer_credits",
            counter_sample="switch port counter value rounded captured_at",
            sfp="switch port vendor part_number serial max_speed_gbps wavelength tx_power_uw rx_power_uw temperature_c"
            " rx_low_warning_uw",
            isl="switch port vsan peer_switch peer_port peer_domain is_trunk link_kind",
            fabric_member="switch vsan member_domain member_name", trunk_member="switch port trunk",
        ),
        name="show-json", verified=False, needles=("{", "_"), owner_in=_owner,
    ),
)  # fmt: skip
