"""Short commands that each report one property of a switch.

``firmwareshow``, ``ipaddrshow``, ``chassisshow``, ``cfgsize``, ``cfgtransshow``, ``nsallshow`` and ``tsclockserver`` (synthetic)::

    Appl     Primary/Secondary Versions
    ------------------------------------------
    FOS      v8.2.3c
             v8.2.3c

    SWITCH
    Ethernet IP Address: 192.0.2.7
    Ethernet Subnetmask: 255.255.255.0

    Chassis Family: 6510
    CHASSIS/WWN  Unit: 1
    Factory Serial Num:     BRC0000X001

    Zone DB max size - 1045274 bytes
    Available Zone DB size - 1043018 bytes
      committed - 2256
      transaction - 0

    There is no outstanding zone transaction

    {
    070500 070600 080200
    3 Nx_Ports in the Fabric }

    Active NTP Server           192.0.2.123
    Configured NTP Server List  192.0.2.123;192.0.2.124

Before Fabric OS 7, ``tsclockserver`` prints the address of the server alone. Without a server, either form says ``LOCL``.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.numbers import whole

_FOS = re.compile(
    r"^[ \t]*(?:\d{1,2}[ \t]+)?(?:(?:CP\d|RP\d)[ \t]+)?FOS[ \t]+(v\d+\.\d\S{0,30})(?:[ \t]+(ACTIVE|STANDBY)\b.*)?[ \t*]*$",
    re.MULTILINE,
)
_PARTITION = re.compile(
    r"^[ \t]*(Primary|Secondary) (?:partition|version):[ \t]*(v\d+\.\d\S{0,30})[ \t]*$", re.MULTILINE | re.IGNORECASE
)
_SECOND = re.compile(r"[ \t]*(v\d+\.\d\S{0,30})(?:[ \t]|\Z)")
_FIRMWARE_OTHER = re.compile(
    r"[ \t]*(?:Unknown\b|Secondary (?:partition|version):[ \t]*Unknown\b|Appl\b|Slot\b|v\d\S*|Local\b|Remote\b|\* Local|Note\b|\*)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"^[ \t]*Ethernet IP Address:[ \t]*(none|\d{1,3}(?:\.\d{1,3}){3})\b", re.MULTILINE | re.IGNORECASE
)
_ADDRESS_OTHER = re.compile(
    r"[ \t]*(?:Ethernet|Gateway|DHCP|IPv6|IP|Host Name|Backplane|IPFC|FC |Fibre Channel|DHCPv6|Domain|Stateless|Eth\d|Preferred)",
    re.IGNORECASE,
)
_PLACE = re.compile(r"[ \t]*(SWITCH|CHASSIS|CP\d|Chassis IP|Local CP|Remote CP)\b[ \t]*\Z")
_FAMILY = re.compile(r"^[ \t]*Chassis Family:[ \t]*(\S.*)$", re.MULTILINE)
_CHASSIS_SERIAL = re.compile(r"[ \t]*Chassis Factory Serial Num:[ \t]*(\S+)[ \t]*\Z")
_UNIT = re.compile(r"[ \t]*((?:CHASSIS/)?WWN|FAN|POWER SUPPLY|(?:SW|CP|CORE|AP)[ ]+BLADE)[ ]+(?:Unit|Slot):[ \t]*\S+")
_UNIT_ANYWHERE = re.compile(
    r"^[ \t]*(?:(?:CHASSIS/)?WWN|FAN|POWER SUPPLY|(?:SW|CP|CORE|AP)[ ]+BLADE)[ ]+(?:Unit|Slot):[ \t]*\d", re.MULTILINE
)
_SERIAL = re.compile(r"[ \t]*(Factory )?Serial Num:[ \t]*(\S+)[ \t]*\Z")
_KEY = re.compile(r"[ \t]*[A-Za-z][\w /#().\-]{1,50}:")
_DATABASE = re.compile(r"^[ \t]*Zone DB max size[ \t]*-[ \t]*(\d{1,12})\b", re.MULTILINE | re.IGNORECASE)
_DATABASE_LINE = re.compile(
    r"[ \t]*(?:Available(?: Zone DB size)?|committed|transaction|Configuration Size)\b", re.IGNORECASE
)
_COMMITTED = re.compile(r"[ \t]*(committed|transaction)[ \t]*-[ \t]*(\d{1,12})\b", re.IGNORECASE)
_NO_TRANSACTION = re.compile(
    r"^[ \t]*There (?:is|are) no outstanding zon(?:e|ing) transactions?\b", re.MULTILINE | re.IGNORECASE
)
_TOKEN = re.compile(r"^[ \t]*Current transaction token is (0x[0-9a-f]{1,16}|\d{1,10})\b", re.MULTILINE | re.IGNORECASE)
_TRANSACTION_OTHER = re.compile(
    r"[ \t]*It is (?:not )?abortable|[ \t]*Owner|[ \t]*There is an outstanding", re.IGNORECASE
)
_PORTS = re.compile(r"^[ \t]*(\d{1,6})[ ]+Nx_Ports?[ ]+in the Fabric\b", re.MULTILINE)
_FCIDS = re.compile(r"[ \t]*(?:[0-9a-f]{6}[ \t]*){1,64}\Z", re.IGNORECASE)

_TIME_SERVERS = re.compile(
    r"^[ \t]*(Active NTP Server|Configured NTP Server List)[ \t]+(\S.{0,400}?)[ \t]*$", re.MULTILINE
)
_SERVER_ALONE = re.compile(r"\s*([\w.:-]{3,255})\s*\Z")


def _read_firmware(capture: Capture, out: Writer) -> None:
    found: list[tuple[int, str, bool]] = []
    installed: dict[str, None] = {}
    for number, text in printed(capture, 400):
        row, partition, second = _FOS.match(text), _PARTITION.match(text), _SECOND.match(text)
        version = row.group(1) if row else partition.group(2) if partition else second.group(1) if second else None
        if version:
            installed.setdefault(version)
        if row:
            found.append((number, row.group(1), row.group(2) == "ACTIVE"))
        elif partition:
            found.append((number, partition.group(2), partition.group(1).lower() == "primary"))
        elif not (_FIRMWARE_OTHER.match(text) or fos.is_noise(text)):
            out.unread(number)
    if found:
        # The active control processor runs the switch; if none is marked, the first version is the primary one.
        number, version, _ = next((entry for entry in found if entry[2]), found[0])
        out.add(
            "switch", number, switch=capture.owner, vendor="brocade", firmware_version=version,
            installed_firmware=", ".join(installed),
        )  # fmt: skip


def _read_address(capture: Capture, out: Writer) -> None:
    place = "SWITCH"
    for number, text in printed(capture, 400):
        named, address = _PLACE.match(text), _ADDRESS.match(text)
        if named:
            place = named.group(1).upper()
        elif address:
            value = address.group(1)
            if place == "SWITCH" and value.lower() != "none" and value != "0.0.0.0":  # noqa: S104 - no address is set
                out.add("switch", number, switch=capture.owner, vendor="brocade", ip_address=value)
        elif not (_ADDRESS_OTHER.match(text) or _KEY.match(text) or fos.is_noise(text)):
            out.unread(number)


def _detect_chassis(capture: Capture) -> Detection | None:
    head = capture.head
    if _FAMILY.search(head) or (_UNIT_ANYWHERE.search(head) and "Serial Num:" in head):
        return Detection(93, "Chassis Family:, or units with serial numbers")
    return None


def _read_chassis(capture: Capture, out: Writer) -> None:
    unit = ""
    serials: dict[str, tuple[int, str]] = {}
    for number, text in printed(capture, 400):
        chassis, named, serial, family = (row.match(text) for row in (_CHASSIS_SERIAL, _UNIT, _SERIAL, _FAMILY))
        if chassis:
            serials.setdefault("chassis", (number, chassis.group(1)))
        elif named:
            unit = named.group(1).upper()
        elif serial and unit.endswith("WWN"):
            serials.setdefault("factory" if serial.group(1) else "serial", (number, serial.group(2)))
        elif family:
            fos.add_setting(out, number, capture.owner, "chassis family", family.group(1).strip())
        elif not (serial or _KEY.match(text) or fos.is_noise(text)):
            out.unread(number)
    best = next((serials[name] for name in ("chassis", "factory", "serial") if name in serials), None)
    if best:
        out.add("switch", best[0], switch=capture.owner, vendor="brocade", serial=best[1])


def _read_size(capture: Capture, out: Writer) -> None:
    facts: dict[str, Value] = {}
    first = capture.first_line
    for number, text in printed(capture, 400):
        limit, used = _DATABASE.match(text), _COMMITTED.match(text)
        if limit:
            fos.add_setting(out, number, capture.owner, "zone database maximum bytes", limit.group(1))
        elif used and used.group(1).lower() == "committed":
            facts["zone_database_bytes"], first = whole(used.group(2)), number
        elif used:
            facts["pending_session"] = whole(used.group(2)) > 0
        elif not (_DATABASE_LINE.match(text) or fos.is_noise(text)):
            out.unread(number)
    if facts:
        out.add("vsan", first, switch=capture.owner, vsan="", **facts)


def _read_transaction(capture: Capture, out: Writer) -> None:
    for number, text in printed(capture, 400):
        token = _TOKEN.match(text)
        if _NO_TRANSACTION.match(text) or token:
            pending = whole(token.group(1), 0) != 0 if token else False
            out.add("vsan", number, switch=capture.owner, vsan="", pending_session=pending)
        elif not (_TRANSACTION_OTHER.match(text) or fos.is_noise(text)):
            out.unread(number)


def _read_addresses(capture: Capture, out: Writer) -> None:
    written = 0
    for number, line in printed(capture):
        total = _PORTS.match(line)
        if total:
            out.printed_count, out.counted_records = whole(total.group(1)), written
        elif _FCIDS.match(line[:600]):
            for fcid in filter(None, map(normalise.fcid, line.split())):
                out.add("login", number, switch=capture.owner, vsan="", fcid=fcid)
                written += 1
        elif line.strip() not in ("{", "}") and not fos.is_noise(line):
            out.unread(number)


def _detect_time_servers(capture: Capture) -> Detection | None:
    if _TIME_SERVERS.search(capture.head):
        return Detection(95, "Active NTP Server and Configured NTP Server List")
    if re.match(r"\s*tsclockserver\s*\Z", capture.command or "", re.IGNORECASE) and _SERVER_ALONE.match(capture.head):
        return Detection(90, "one time server below tsclockserver")
    return None


def _read_time_servers(capture: Capture, out: Writer) -> None:
    for number, text in printed(capture, 600):
        stated = _TIME_SERVERS.match(text)
        value = stated.group(2) if stated else text.strip() if _SERVER_ALONE.match(text) else None
        if value is None:
            if not fos.is_noise(text):
                out.unread(number)
        elif stated is None or stated.group(1).startswith("Configured"):
            # The name of a time server may identify the site; only whether one is configured matters.
            setting = "none" if value.upper() == "LOCL" else "configured"
            out.add("switch", number, switch=capture.owner, vendor="brocade")
            out.add("fabric_setting", number, switch=capture.owner, vsan="", setting="ntp server", value=setting)


READERS = (
    fos.reader(
        "firmwareshow",
        fos.head_contains(_FOS, 91, "FOS and its versions, or the versions of the partitions", _PARTITION),
        _read_firmware, columns(switch="switch vendor firmware_version installed_firmware"), needles=("v",),
        begins=r"^[ \t]*Appl[ \t]+Primary/Secondary Versions|^[ \t]*Primary (?:partition|version):[ \t]*v\d",
    ),
    fos.reader(
        "ipaddrshow",
        fos.head_contains(
            _ADDRESS, 92, "Ethernet IP Address: and Ethernet Subnetmask:", also="Ethernet Subnetmask:"
        ),
        _read_address, columns(switch="switch vendor ip_address"),
        needles=("Ethernet IP Address:",), begins=r"^[ \t]*(?:SWITCH|CHASSIS)[ \t]*\n[ \t]*Ethernet IP Address:",
    ),
    fos.reader(
        "chassisshow", _detect_chassis, _read_chassis,
        columns(switch="switch vendor serial", fabric_setting=fos.SETTING), needles=("Num",),
        begins=r"^[ \t]*Chassis Family:[ \t]*\S",
    ),
    fos.reader(
        "cfgsize", fos.head_contains(_DATABASE, 95, "Zone DB max size"), _read_size,
        columns(vsan="switch vsan zone_database_bytes pending_session", fabric_setting=fos.SETTING),
        needles=("max size",), begins=r"^[ \t]*Zone DB max size[ \t]*-",
    ),
    fos.reader(
        "cfgtransshow",
        fos.head_contains(_NO_TRANSACTION, 93, "the zone transaction, or no outstanding zone transaction", _TOKEN),
        _read_transaction, columns(vsan="switch vsan pending_session"), needles=("transaction",),
        begins=r"^[ \t]*There (?:is|are) no outstanding zon|^[ \t]*Current transaction token is", verified=False,
    ),
    fos.reader(
        "nsallshow", fos.head_contains(_PORTS, 95, "n Nx_Ports in the Fabric"), _read_addresses,
        columns(login="switch vsan fcid"), needles=("Nx_Port",), verified=False,
    ),
    fos.reader(
        "tsclockserver", _detect_time_servers, _read_time_servers,
        columns(switch="switch vendor", fabric_setting=fos.SETTING), needles=("NTP Server|tsclockserver",),
        begins=r"^[ \t]*Active NTP Server[ \t]+\S", verified=False,
    ),
)  # fmt: skip
