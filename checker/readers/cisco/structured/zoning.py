"""Zoning tables of NX-OS JSON: zone sets, zones, fcaliases, device aliases, and the status of zoning.

Zones are passed to the reader of the text form, line by line, so that both forms yield the same facts.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.cisco.structured.tables import Row, Table
from checker.readers.cisco.zoning.zone_lines import ZoneDatabase
from checker.readers.toolkit.base import Capture

_ACTIVE = re.compile(r"\bzone(?:set)?\b.*\bactive\b|zone(?:set)?[-_ ]active", re.IGNORECASE)
_ROLES = ("init", "initiator", "target", "both")
_PLAIN = re.compile(r"\S{1,64}\Z")
_STATUS = {"distribute": "distribute", "interop": "interop_mode", "merge_control": "merge_control"}


def is_active(table: Table, capture: Capture) -> bool:
    """Return whether a table of zones comes from ``… active``."""
    return bool(_ACTIVE.search(table.command) or _ACTIVE.search(capture.command or "") or _ACTIVE.search(capture.file))


def read_zone_sets(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show zoneset [active]``."""
    database = _database(table, capture, out)
    for zone_set in table.rows:
        name = zone_set.text("zoneset_name", "name")
        vsan = zone_set.text("zoneset_vsan_id", "zoneset_vsan", "vsan_id", "vsan")
        if _feed(database, out, zone_set.line, "zoneset", name, vsan):
            for zone in zone_set.rows("zone"):
                _zone(database, out, zone, vsan)
    database.write()


def read_zones(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show zone [active]``; the response for one zone has its name next to the member table."""
    database = _database(table, capture, out)
    if table.name in ("zone_member", "member"):
        _zone(database, out, table.context, None)
    for zone in table.rows if table.name == "zone" else ():
        _zone(database, out, zone, None)
    database.write()


def read_fcaliases(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show fcalias``."""
    database = _database(table, capture, out)
    for alias in table.rows:
        _fcalias(database, out, alias)
    database.write()


def _database(table: Table, capture: Capture, out: Writer) -> ZoneDatabase:
    active = is_active(table, capture)
    # Without this key, the response does not show which members are logged in.
    stars = active and '"online_fcid"' in capture.text
    return ZoneDatabase(out, capture.owner, active=active, stars=stars)


def _feed(
    database: ZoneDatabase, out: Writer, line: int, what: str, name: str | None, vsan: str | None, indent: str = ""
) -> bool:
    if name is None or not _PLAIN.match(name):
        out.unread(line)
        return False
    return database.feed(line, f"{indent}{what} name {name}" + (f" vsan {vsan}" if vsan else ""))


def _zone(database: ZoneDatabase, out: Writer, zone: Row, vsan: str | None) -> None:
    name = zone.text("zone_name", "name")
    of_vsan = zone.text("zone_vsan_id", "zone_vsan", "vsan_id", "vsan") or vsan
    if not _feed(database, out, zone.line, "zone", name, of_vsan, "  "):
        return
    for member in zone.rows("zone_member", "member"):
        if member.text("fcalias_name") and not member.text("wwn", "dev_alias", "device_alias"):
            _fcalias(database, out, member)
            continue
        text = _member_text(member, "")
        if text is None or not database.feed(member.line, f"    {text}"):
            out.unread(member.line)


def _fcalias(database: ZoneDatabase, out: Writer, alias: Row) -> None:
    name = alias.text("fcalias_name", "name")
    if not _feed(database, out, alias.line, "fcalias", name, alias.text("fcalias_vsan_id", "vsan"), "    "):
        return
    for member in alias.rows("fcalias_member", "member"):
        text = _member_text(member, "fcalias_")
        if text is None or not database.feed(member.line, f"      {text}"):
            out.unread(member.line)


def _member_text(member: Row, prefix: str) -> str | None:
    """Return a member as the text form of the command prints it."""

    def value(*names: str) -> str | None:
        return member.text(*(f"{prefix}{name}" for name in names), *names)

    kind = (value("type", "member_type") or "").lower().replace("_", "-")
    alias, wwn, fcid = value("dev_alias", "device_alias"), value("wwn", "pwwn"), value("fcid")
    port = value("intf_fc", "intf_port_ch", "interface")
    named = ""
    if kind in ("pwwn", "nwwn", "fwwn", "swwn") or (not kind and wwn and not port):
        text = f"{kind or 'pwwn'} {wwn}" if wwn else None
        named = f" [{alias}]" if alias else ""
    elif kind == "device-alias" or (not kind and alias):
        text = f"device-alias {alias}" if alias else None
    elif kind in ("interface", "intf", "intf-fc") or (not kind and port):
        text = f"interface {port}" + (f" swwn {wwn}" if wwn else "") if port else None
    elif kind == "fcid" or (not kind and fcid):
        text = f"fcid {fcid}" if fcid else None
    else:
        other = value("ipaddr", "symnodename", "domain_id", "ipv6addr")
        text = f"{kind} {other}" if kind and other else None
    if text is None:
        return None
    online = member.text("online_fcid") or (fcid if not text.startswith("fcid") else None)
    text = f"* fcid {online} [{text}]{named}" if normalise.fcid(online) else f"{text}{named}"
    role = (member.text("devtype", "role", "smart_zone_type", "member_role") or "").lower()
    return f"{text} {role}" if role in _ROLES else text


def read_device_aliases(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show device-alias database``."""
    for row in table.rows:
        name, member = row.text("dev_alias_name", "name"), row.text("pwwn", "wwn")
        if name is None or member is None:
            out.unread(row.line)
            continue
        wwpn = out.wwn(member, row.at("pwwn"), "alias", "wwpn", f"device-alias {name}")
        out.add("alias", row.line, switch=capture.owner, vsan="", alias=name, member=wwpn or member, wwpn=wwpn)
    total = table.context.number("number_of_entries")
    if total is not None:
        out.printed_count, out.counted_records = total, len(table.rows)


def read_status(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show zone status``."""
    for row in table.rows:
        vsan = row.text("vsan", "vsan_id")
        if vsan is None or not vsan.isdecimal():
            out.unread(row.line)
            continue
        facts: dict[str, Value] = {}
        default, mode = (row.text("default_zone") or "").lower(), (row.text("mode") or "").lower()
        if default in ("permit", "deny"):
            facts["default_zone"], facts["default_zone_in_force"] = default, True
        if mode in ("basic", "enhanced"):
            facts["zone_mode"] = mode
        session, smart = row.text("session"), row.text("smart_zoning")
        if session is not None:
            facts["pending_session"] = session.lower() != "none"
        if smart is not None:
            facts["smart_zoning"] = normalise.yes_no(smart)
        for key, column in _STATUS.items():
            text = row.text(key)
            if text is not None:
                facts[column] = text.lower()
        facts["active_zone_set"] = row.text("activedb_zoneset_name")
        used = row.number("effectivedb_dbsize")
        full, active = row.number("fulldb_dbsize"), row.number("activedb_dbsize")
        if used is None and full is not None and active is not None:
            used = full + active
        facts["zone_database_bytes"] = used
        number = nxos.vsan_number(vsan)
        out.add("vsan", row.line, switch=capture.owner, vsan=number, **facts)
        for key, setting in (("maxdb_dbsize", "zone database limit bytes"), ("status", "zone status")):
            text = row.text(key)
            if text is not None:
                out.add("fabric_setting", row.at(key), switch=capture.owner, vsan=number, setting=setting, value=text)
