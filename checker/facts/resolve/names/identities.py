"""What identifies a machine: columns whose values differ between two machines and stay the same for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Identity:
    """A column whose value is fixed for one machine: for the whole machine, or for each value of ``key``."""

    table: str
    value: str
    what: str
    """What the value is, for the message; ``{}`` stands for the value of ``key``."""
    key: str | None = None
    comparable: str = "{value}"
    """SQL for the part of the value that identifies the machine; NULL if it identifies nothing."""
    fewest: int = 1
    """Number of values that an export must state to be compared."""
    same_format: bool = True
    """Only captures of one command are compared: different commands may name an adapter or a disk differently."""


_IDENTIFIED = "CASE WHEN {value} NOT LIKE 'block:%' THEN {value} END"
IDENTITIES: Mapping[str, tuple[Identity, ...]] = {
    "host": (
        Identity("host", "platform", "the operating system", same_format=False),
        Identity("initiator", "initiator_wwpn", "the WWPN of {}", "hba"),
        # Adapters may be exported one by one, so one alone proves nothing about the others.
        Identity("initiator", "initiator_wwpn", "the WWPN of the first adapter", fewest=2),
        Identity("path", "initiator_wwpn", "the WWPN of {}", "hba"),
        Identity("device", "device", "the LUN of {}", "alias", _IDENTIFIED),
        Identity("device", "device", "the LUN of {}", "kernel_name", _IDENTIFIED),
        Identity("path", "device", "the LUN at {}", "hctl", _IDENTIFIED),
        Identity("path", "device", "the LUN of {}", "path_name", _IDENTIFIED),
    ),
    # The first digits of a Cisco WWN are those of a VSAN; the last twelve are the chassis.
    "switch": (Identity("switch", "switch_wwn", "the WWN", comparable="right({value}, 12)", same_format=False),),
    # Some commands omit leading digits: 000192600123, 192600123.
    "storage_array": (
        Identity("storage_array", "serial", "the serial number", comparable="right({value}, 9)", same_format=False),
        # Ports may be listed by controller, under the same names; volumes are of the whole array.
        Identity("storage_volume", "device", "the LUN of {}", "storage_volume"),
    ),
}
