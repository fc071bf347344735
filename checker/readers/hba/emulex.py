"""Emulex OneCommand Manager: ``hbacmd listhbas``, ``hbaattributes``, ``portattributes`` and ``portstatistics`` of a port.

Synthetic samples::

    Manageable HBA List

    Port WWN       : 10:00:00:90:fa:00:00:01
    Node WWN       : 20:00:00:90:fa:00:00:01
    Fabric Name    : 10:00:50:eb:1a:00:00:01
    Host Name      : db01
    Mfg            : Emulex Corporation
    Model          : LPe16002B-M6

    HBA Attributes for 10:00:00:90:fa:00:00:01

    Host Name                     : db01
    Model                         : LPe16002B-M6
    Node WWN                      : 20 00 00 90 fa 00 00 01
    FW Version                    : 11.2.156.27
    Driver Name                   : lpfc
    Driver Version                : 12.6.0.2; HBAAPI(I) v2.3.d, 07-12-10

    Port Attributes for 10:00:00:90:fa:00:00:01

    Port FCID                     : 10a00
    Port State                    : Operational
    Port Speed                    : 16 GBit/sec

Names and values were compared with a public ``hbaattributes`` of a LPe31002-M6; the other commands follow the user manual.
A port of a converged adapter without a WWN carries no Fibre Channel and is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.hba.hosts import HOST, by_host, host, owner_in
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.blocks import blocks, shell_noise
from checker.readers.toolkit.declarations.declared import Each, Facts, Part, Source
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import captured_at, const, found, number, owner, parsed, words, wwn
from checker.readers.toolkit.declarations.records import TextRow, TypedRow
from checker.readers.toolkit.link_counters import LINK_COUNTERS, counter_rows
from checker.readers.toolkit.numbers import decimal

_PAIR = r"\s*([A-Za-z][\w ().#/-]{1,40}?)\s*:(?:\s+(.*\S|))?\s*\Z"
Rows: TypeAlias = Callable[[Capture, Writer], Iterable[TextRow]]
_NOISE = shell_noise("hbacmd", r"Manageable HBA List\Z")
_TITLE = r"^[ \t]*Manageable HBA List[ \t]*$"
_LIST = r"^[ \t]*Port WWN[ \t]*:[ \t]*(?:[0-9a-fA-F]{2}:){7}[0-9a-fA-F]{2}[ \t]*\n[ \t]*Node WWN[ \t]*:"
_MORE_TYPES = r"(?:[0-9a-f]{2}(?: |\Z)){4,32}"  # the list of protocols may be wrapped
_NO_NAME = re.compile(r"(?:00[: -]?){8}\Z|(?:not |un|n/)[a-z ]+\Z|none\Z", re.IGNORECASE)
_GIGABITS = re.compile(r"[0-9]{1,3}(?:\.[0-9])?")
_COUNTERS = {
    **LINK_COUNTERS, "error frame count": "error_frames", "dumped frame count": "dumped_frames",
    "prim seq prot err count": "protocol_errors", "invalid rx frame crc cnt": "crc_err",
}  # fmt: skip
_TRANSPORTS = {"fc": "fc", "fcoe": "fcoe"}


def _named(*names: str) -> Callable[[TextRow], str | None]:
    """Return the source of the text of a WWN; a port without a connection prints zeros, or words."""

    def get(row: TextRow) -> str | None:
        value = row.text(*names)
        return None if value is None or _NO_NAME.match(value) else value

    return get


def _is_initiator(row: TextRow) -> bool:
    return _named("wwpn", "port wwn")(row) is not None and row.values.get("mode", "").lower() != "target"


def _fcid(digits: str) -> Value:
    """Return the address, which is printed without zeros at its beginning."""
    return normalise.fcid(digits.removeprefix("0x").zfill(6))


def _fastest(speeds: str) -> Value:
    """Return the fastest of the speeds ``4, 8, 16 GBit/sec``."""
    return max(map(decimal, _GIGABITS.findall(speeds)), default=None) if "gbit" in speeds.lower() else None


_listed, _adapters, _ports, _statistics = (
    blocks(_PAIR, begins="port wwn", noise=_NOISE),
    *(
        blocks(_PAIR, title=rf"\s*{title} for (?P<wwpn>[0-9a-fA-F:]{{16,23}})\s*\Z", noise=_NOISE, inside=_MORE_TYPES)
        for title in ("HBA Attributes", "Port Attributes", "Port Statistics")
    ),
)


def _transport(*names: str) -> Callable[[TextRow], Value]:
    """Return the source of the kind of port; adapters that know one kind only do not print it."""
    return parsed(lambda word: _TRANSPORTS.get(word.lower()), *names)


_INITIATOR: Mapping[str, Source[TextRow]] = {
    "host": host,
    "protocol": const("fcp"),
    "transport": _transport("function type", "port type", "function"),
}
_LISTED = Facts(
    "initiator", _INITIATOR, when=_is_initiator, place=host, initiator_wwpn=wwn("port wwn"), wwnn=wwn(of=_named("node wwn")),
    fabric_wwn=wwn(of=_named("fabric name")), model="model",
)  # fmt: skip
_ADAPTER = Facts(
    "initiator", _INITIATOR, when=_is_initiator, place=host, initiator_wwpn=wwn("wwpn"), wwnn=wwn(of=_named("node wwn")), model="model",
    driver="driver name", driver_version=found(r"\A([^;]{1,60}?)\s*(?:;|\Z)", "driver version"), firmware_version="fw version",
    flash_firmware_version="flash firmware version",
)  # fmt: skip
_PORT = Facts(
    "initiator", when=_is_initiator, place=host, host=host, protocol=const("fcp"), initiator_wwpn=wwn("wwpn"),
    wwnn=wwn(of=_named("node wwn")), fabric_wwn=wwn(of=_named("fabric name")), symbolic_name="port symname",
    fcid=parsed(_fcid, "port fcid"), port_type=words("port type", {"unknown": None}),
    port_state=words("port state", {"operational": "online", "link down": "linkdown", "unknown": None}),
    speed_gbps=parsed(lambda text: normalise.speed_gbps(text.rstrip(".")), "port speed"),
    max_speed_gbps=parsed(_fastest, "port supported speed"),
)  # fmt: skip


def _counters(port: TextRow) -> Iterator[TypedRow]:
    return counter_rows(port, normalise.wwn(port.values["wwpn"]) or port.values["wwpn"], _COUNTERS)


_COUNTED = Each(
    _counters,
    Facts(
        "initiator_counter", host=owner, hba="hba", counter="counter", value=number("value"), captured_at=captured_at
    ),
)


def _reader(
    name: str, command: str, begins: str, rows: Rows, *parts: Part[TextRow], verified: bool, other: str = ""
) -> Reader:
    claims = ((96, begins), *(((94, other),) if other else ()))
    return Family("emulex", by_host(rows)).reader(
        name, command, by_pattern(f"{command} of OneCommand Manager", *claims), HOST, *parts, begins=begins,
        needles=("WWN|for",), owner_in=owner_in, verified=verified,
    )  # fmt: skip


READERS = (
    _reader("emulex-listhbas", "hbacmd listhbas", _TITLE, _listed, _LISTED, verified=False, other=_LIST),
    _reader(
        "emulex-hbaattributes", "hbacmd hbaattributes", r"^[ \t]*HBA Attributes for [0-9a-fA-F]{2}:", _adapters, _ADAPTER,
        verified=True,
    ),
    _reader(
        "emulex-portattributes", "hbacmd portattributes", r"^[ \t]*Port Attributes for [0-9a-fA-F]{2}:", _ports, _PORT,
        verified=False,
    ),
    _reader(
        "emulex-portstatistics", "hbacmd portstatistics", r"^[ \t]*Port Statistics for [0-9a-fA-F]{2}:", _statistics,
        _COUNTED, verified=False,
    ),
)  # fmt: skip
