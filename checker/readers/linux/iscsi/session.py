"""``iscsiadm -m session -P 1`` to ``-P 3`` of open-iscsi: targets, their portals, and the session to each.

    Target: iqn.2001-05.com.example:array-1.a (non-flash)
        Current Portal: 192.0.2.10:3260,1
        Persistent Portal: 192.0.2.10:3260,1
            **********
            Interface:
            **********
            Iface Name: default
            Iface IPaddress: 192.0.2.101
            SID: 1
            iSCSI Session State: LOGGED_IN
            scsi33 Channel 00 Id 0 Lun: 1
                Attached scsi disk sdb          State: running

``-P 3`` lists the disks of each session, which are therefore not on Fibre Channel. Without ``-P``, or with ``-P 0``, one line a session, without its state and interface::

    tcp: [1] 192.0.2.10:3260,1 iqn.2001-05.com.example:array-1.a (non-flash)

A target is printed once, followed by its portals and below each its sessions. ``Current Portal`` is the one that the
session ends at, after a redirection. Sources: usr/session_info.c of open-iscsi, and published outputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.block.names import block_device
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, iscsi_name, lower, owner
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.numbers import whole

_LINE = re.compile(
    r"(Target|Current Portal|Iface Name|Iface Initiatorname|Iface IPaddress|SID|iSCSI Session State): *(\S.*?)?\Z"
)
_SHORT = re.compile(
    r"[a-z0-9]{2,12}: \[(?P<sid>\d{1,9})\] \[?(?P<portal>[0-9A-Fa-f.:]+?)\]?:\d{1,5},-?\d{1,9} (?P<target>\S{4,223})"
    r"(?: \((?:non-)?flash\))?\Z"
)
_PORTAL = re.compile(r"\[?([0-9A-Fa-f.:]+?)\]?:\d+,\d+\Z")
_ADDRESS = re.compile(r"scsi(\d{1,5}) Channel (\d{1,3}) Id (\d{1,5}) Lun: (\d{1,20})\Z", re.IGNORECASE)
_DISK = re.compile(r"Attached scsi disk (sd[a-z]{1,6})\b")
_KNOWN = re.compile(
    r"(?:\*+|(?:Persistent Portal|Iface \w+|iSCSI Connection State|Internal iscsid Session State|[\w ]+ Timeout"
    r"|(?:user|pass)\w+|\w*(?:Digest|Length|Data|R2T)|Host Number|Attached scsi disk)\b.*"
    r"|(?:Interface|Timeouts|CHAP|Negotiated iSCSI params|Attached SCSI devices):|scsi\d+ Channel.*"
    r"|iSCSI Transport Class.*|version .*)\Z"
)


def _sessions(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    """Yield the sessions, and the disks that ``-P 3`` lists below each."""
    target, row, hctl = "", None, ""
    for number, line in capture.lines():
        text = line.strip()
        found = _LINE.match(text)
        if short := _SHORT.match(text):
            lines = dict.fromkeys(("sid", "portal", "target"), number)
            yield TypedRow(number, short.groupdict(), lines, type="session")
            continue
        if not found:
            address, disk = _ADDRESS.match(text), _DISK.match(text)
            if address:
                hctl = ":".join(str(whole(part)) for part in address.groups())
            elif disk and (block := block_device(disk.group(1))) is not None and block.kernel_name is not None:
                values = {"device": block.device, "kernel_name": block.kernel_name, "hctl": hctl}
                yield TypedRow(number, values, type="disk")
                hctl = ""
            elif text and not _KNOWN.match(text) and "iscsiadm" not in text:
                out.unread(number)
            continue
        key, value = found.group(1).lower(), found.group(2) or ""
        if key == "target":
            target = value.removesuffix("(non-flash)").removesuffix("(flash)").rstrip()
        elif key == "current portal":
            if row is not None and target:
                yield row
            row = _begun(number, target, _portal_of(value))
        elif row is not None and target:
            if key in row.values:
                # A second session to the same portal, through another interface, has no line for the portal.
                yield row
                row = _begun(number, target, row.values["portal"])
            row.values[key] = "" if value.startswith("<") or value == "[default]" else value
            row.lines[key] = number
    if row is not None and target:
        out.ends_inside_record = "sid" not in row.values or "iscsi session state" not in row.values
        yield row


def _begun(number: int, target: str, portal: str) -> TypedRow:
    return TypedRow(number, {"target": target, "portal": portal}, {"portal": number}, type="session")


def _portal_of(value: str) -> str:
    portal = _PORTAL.match(value)
    return portal.group(1) if portal else ""


READERS = (
    Family("linux", _sessions).reader(
        "linux-iscsiadm-session", "iscsiadm -m session -P 1",
        by_pattern(
            "sessions of open-iscsi", (95, r"^[ \t]*Iface IPaddress: "),
            (93, r"^[ \t]*(?:tcp|iser|bnx2i|qla4xxx|cxgb[34]i|be2iscsi): \[\d+\] \S+:\d+,-?\d+ (?:iqn|eui|naa)\."),
        ),
        HOST,
        ByType(
            {
                "session": (
                    Facts(
                        "iscsi_session", needs="session", host=owner, iscsi_target="target", portal_address="portal",
                        session="sid", local_address="iface ipaddress", iface="iface name", state=lower("iscsi session state"),
                    ),
                    Facts(
                        "iscsi_initiator", needs="initiator_name", distinct=True, host=owner,
                        initiator_name=iscsi_name("iface initiatorname"),
                    ),
                ),
                "disk": (
                    Facts("device", host=owner, device="device", kernel_name="kernel_name", transport=const("iscsi")),
                    Facts("scsi_address", needs="hctl", host=owner, kernel_name="kernel_name", hctl="hctl"),
                ),
            }
        ),
        needles=("Iface IPaddress:|: [", "iqn.|eui.|naa."),
    ),
)  # fmt: skip
