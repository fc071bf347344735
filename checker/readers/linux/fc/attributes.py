"""The attributes of the kernel's FC transport classes, written as initiators and remote ports.

``fc_host/hostN`` is a port of the host, ``fc_remote_ports/rport-H:C-R`` a port it sees, and
``fc_transport/targetH:C:T`` the same port under its SCSI target number. The R of a remote port is not its target number;
that is its ``scsi_target_id`` (-1 for a port that is not a SCSI target).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from checker.facts import normalise
from checker.readers.toolkit.declarations.declared import Each, Facts
from checker.readers.toolkit.declarations.fields import (
    captured_at,
    const,
    fcid,
    lower,
    number,
    of_owner,
    owner,
    parsed,
    speed,
    wwn,
)
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.numbers import whole

NAME, PATH, FIRST, _PARENT = "(name)", "(path)", "(first)", "(parent)"
"""Attributes that are not files: name, path and first line of an object, and the WWPN of the physical port."""

_PCI_ADDRESS = re.compile(r"/([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])(?=/)")
_PARENT_PORT = re.compile(r"/(host[0-9]+)/vport-[0-9]+:[0-9]+-[0-9]+/")
_EMULEX = re.compile(r"Emulex (\S+) FV(\S+) DV(\S+)")
_QLOGIC = re.compile(r"(?<!\S)(\S+) FW:v?(\S+) DVR:v?(\S+)")
_HOST_NAME = re.compile(r"\bHN:([A-Za-z0-9][A-Za-z0-9._-]{0,62}?)\.?(?=\s|\Z)")
_RPORT = re.compile(r"rport-([0-9]{1,6}):([0-9]{1,6})-[0-9]{1,9}\Z")
_TARGET = re.compile(r"(?:target)?([0-9]{1,6}):([0-9]{1,6}):([0-9]{1,6})\Z")


class Attributes(TypedRow):
    """Attributes of an object below /sys; texts such as ``<not set>`` and ``(null)`` mean "no value"."""

    def text(self, *names: str) -> str | None:
        """Return the first of these attributes that has a value."""
        for name in names:
            value = self.values.get(name, "").strip()
            if value and not value.startswith("<") and value != "(null)":
                return value
        return None

    def at(self, name: str, /) -> int:
        """Return the line of an attribute; for FIRST, of the first attribute."""
        if name == FIRST:
            return min(self.lines.values(), default=self.line)
        return self.lines.get(name, self.line)


def host_name_in(text: str) -> str | None:
    """Return the host name that its FC ports state: ``system_hostname``, or ``HN:`` in the symbolic name."""
    match = re.search(r"system_hostname\s*[=:]\s*\"?([A-Za-z0-9][A-Za-z0-9._-]{0,62})\"?[ \t]*$", text, re.MULTILINE)
    if match:
        return match.group(1)
    match = _HOST_NAME.search(text)
    return match.group(1) if match else None


def link_virtual_ports(ports: Iterable[Attributes]) -> None:
    """Add the WWPN of its physical port to every virtual port."""
    names = {port.values[NAME]: port.values["port_name"] for port in ports if "port_name" in port.values}
    for port in ports:
        parent = _PARENT_PORT.search(port.values.get(PATH, ""))
        if parent is not None:
            port.values[_PARENT] = names.get(parent.group(1), "")
        elif "NPIV" in (port.text("port_type") or "").upper():
            # Mainframes also name the physical port of a virtual one.
            port.values[_PARENT] = port.values.get("permanent_port_name", "")


def _driver(group: int) -> Callable[[Attributes], str | None]:
    def get(port: Attributes) -> str | None:
        text = port.text("symbolic_name") or ""
        match = _EMULEX.search(text) or _QLOGIC.search(text)
        return match.group(group) if match else None

    return get


def _fastest(speeds: str) -> float | None:
    return max((speed for part in speeds.split(",") if (speed := normalise.speed_gbps(part))), default=None)


def _pci_address(port: Attributes) -> str | None:
    found = _PCI_ADDRESS.findall(port.values.get(PATH, "").partition("/host")[0] + "/")
    return found[-1] if found else None


def _is_host(port: Attributes) -> bool:
    return bool(port.lines) and port.values[NAME].startswith("host")


INITIATOR = Facts(
    "initiator", when=_is_host, line=FIRST, place=of_owner(NAME), host=owner, hba=NAME, initiator_wwpn=wwn("port_name"),
    wwnn=wwn("node_name"), protocol=const("fcp"), port_state=lower("port_state"), speed_gbps=speed("speed"),
    max_speed_gbps=parsed(_fastest, "supported_speeds"), fabric_wwn=wwn("fabric_name"), fcid=fcid("port_id"),
    port_type="port_type", symbolic_name="symbolic_name", model=_driver(1), firmware_version=_driver(2),
    driver_version=_driver(3), pci_address=_pci_address, dev_loss_seconds=number("dev_loss_tmo"),
    npiv_parent_wwpn=parsed(normalise.wwn, _PARENT),
)  # fmt: skip


_STATISTICS = {
    "link_failure_count": "link_failure", "loss_of_sync_count": "loss_sync", "loss_of_signal_count": "loss_signal",
    "invalid_crc_count": "crc_err", "invalid_tx_word_count": "invalid_words", "error_frames": "error_frames",
    "dumped_frames": "dumped_frames", "prim_seq_protocol_err_count": "protocol_errors",
}  # fmt: skip
_NOT_COUNTED = ((1 << 32) - 1, (1 << 64) - 1)


def statistic(text: str) -> int | None:
    """Return the value of a file below ``fc_host/hostN/statistics``, which is hexadecimal; all ones mean "not counted"."""
    if not re.fullmatch(r"0x[0-9a-fA-F]{1,16}|[0-9]{1,19}", text):
        return None
    value = whole(text, 16 if text.startswith("0x") else 10)
    return None if value in _NOT_COUNTED or value >> 62 else value


def _counters(port: Attributes) -> Iterator[TypedRow]:
    """Yield the error counters of a port."""
    seconds = statistic(port.values.get("seconds_since_last_reset", ""))
    for name, counter in _STATISTICS.items():
        value = statistic(port.values.get(name, ""))
        if value is not None:
            shared = {"hba": port.values[NAME], "seconds": "" if seconds is None else str(seconds)}
            yield TypedRow(port.at(name), {**shared, "counter": counter, "value": str(value)})


COUNTERS = Each(
    _counters,
    Facts(
        "initiator_counter", host=owner, hba="hba", counter="counter", value=number("value"),
        counted_seconds=number("seconds"), captured_at=captured_at,
    ),
)  # fmt: skip
"""The error counters of fc_host ports."""


def _scsi_target(port: Attributes) -> str | None:
    if target := _TARGET.match(port.values[NAME]):
        return ":".join(target.groups())
    rport, index = _RPORT.match(port.values[NAME]), port.number("scsi_target_id")
    return f"{rport.group(1)}:{rport.group(2)}:{index}" if rport and index is not None and index >= 0 else None


def _adapter(port: Attributes) -> str | None:
    match = _RPORT.match(port.values[NAME]) or _TARGET.match(port.values[NAME])
    return f"host{whole(match.group(1))}" if match else None


def _is_target(port: Attributes) -> bool:
    """Rule out ports whose roles don't include a target: other initiators, fabric services."""
    if not port.lines or _adapter(port) is None:
        return False
    without_role = "target" not in (port.text("roles") or "target").lower()
    return not without_role or (_scsi_target(port) is not None and not _TARGET.match(port.values[NAME]))


REMOTE_PORT = Facts(
    "remote_port", when=_is_target, any_of=("target_wwpn", "scsi_target"), line=FIRST, place=of_owner(NAME), host=owner,
    hba=_adapter, target_wwpn=wwn("port_name"), target_wwnn=wwn("node_name"), scsi_target=_scsi_target,
    port_state=lower("port_state"), roles="roles", fcid=fcid("port_id"), dev_loss_seconds=number("dev_loss_tmo"),
    fast_io_fail="fast_io_fail_tmo",
)  # fmt: skip
