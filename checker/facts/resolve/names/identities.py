"""What identifies a machine: columns whose values differ between two machines and stay the same for one."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from checker.facts.kinds import kinds


@dataclass(frozen=True)
class Identity:
    """A column whose value is fixed for one machine: for the whole machine, or for each value of ``key``."""

    table: str
    value: str
    what: str
    """What the value is, for the message; ``{}`` stands for the value of ``key``."""
    key: tuple[str, ...] = ()
    comparable: str = "{value}"
    """SQL for the part of the value that identifies the machine; NULL if it identifies nothing."""
    fewest: int = 1
    """Number of values that an export must state to be compared."""
    same_format: bool = True
    """Only captures of one command are compared: different commands may name an adapter or a disk differently."""
    mostly: bool = False
    """Parts are replaced one by one: most of the keys that both captures state must have other values."""
    divides: bool = True
    """One output with two values for a key is of two machines; FALSE if one machine may print both."""
    lasts: bool = False
    """Captures of different days have the same, too, if only paths say that they are of one machine."""
    exchanged: bool = False
    """Names pass to other parts at the next start, such as sdb: two or more parts must differ, and most values must be missing from the other."""
    outlasts_names: bool = False
    """They have the same whatever says that they are of one machine: an array that is replaced may leave its name to the next."""

    def is_stated(self, stated: Set[str]) -> bool:
        """Return whether exports state these columns; some parts of keys have a default."""
        return {self.value, *self.key} <= stated | kinds()[self.table].key_defaults.keys()

    @property
    def key_sql(self) -> str:
        """SQL for the key as text, NULL if a part of it is unknown; ``o`` is the table."""
        defaults = kinds()[self.table].key_defaults
        parts = (
            f"coalesce(o.{name}, '{defaults[name]}')" if name in defaults else f"CAST(o.{name} AS VARCHAR)"
            for name in self.key
        )
        return " || '/' || ".join(parts) or "''"

    @property
    def value_sql(self) -> str:
        """SQL for the comparable value; ``o`` is the table, ``e`` the export."""
        return self.comparable.format(value=f"o.{self.value}")


def _of_part(
    table: str, value: str, what: str, *key: str, comparable: str = "{value}", lasts: bool = False
) -> Identity:
    """Identity of a part of an array, of which every array has others under the same names."""
    return Identity(table, value, what, key, comparable, mostly=True, divides=False, lasts=lasts)


def _size_of_disk(value: str, what: str) -> Identity:
    """Size of a disk, the only thing that ``lsblk`` shows of it without options."""
    text = "CAST({value} AS VARCHAR)"
    return Identity("device", value, what, ("kernel_name",), text, mostly=True, divides=False, exchanged=True)


_KNOWN_FAMILY = "CASE WHEN {value} <> 'other' THEN {value} END"
_IDENTIFIED = "CASE WHEN {value} NOT LIKE 'block:%' THEN {value} END"
# The clusters of a VPLEX have views of their own, often under the same names.
_OF_WHOLE_ARRAY = "CASE WHEN e.platform <> 'vplex' THEN {value} END"
IDENTITIES: Mapping[str, tuple[Identity, ...]] = {
    "host": (
        Identity("host", "platform", "the operating system", same_format=False),
        Identity("initiator", "initiator_wwpn", "the WWPN of {}", ("hba",)),
        # Adapters may be exported one by one, so one alone proves nothing about the others.
        Identity("initiator", "initiator_wwpn", "the WWPN of the first adapter", fewest=2, lasts=True),
        Identity("path", "initiator_wwpn", "the WWPN of {}", ("hba",)),
        Identity("device", "device", "the LUN of {}", ("alias",), _IDENTIFIED),
        Identity("device", "device", "the LUN of {}", ("kernel_name",), _IDENTIFIED),
        # Disks are replaced one by one, and the next one gets the name.
        Identity("device", "pvid", "the PVID of {}", ("kernel_name",), mostly=True),
        Identity("path", "device", "the LUN at {}", ("hctl",), _IDENTIFIED),
        Identity("path", "device", "the LUN of {}", ("path_name",), _IDENTIFIED),
        _size_of_disk("size_bytes", "the size of {} in bytes"),
        _size_of_disk("size_low_bytes", "the minimum size of {} in bytes"),
    ),
    # The first digits of a Cisco WWN are those of a VSAN; the last twelve are the chassis.
    "switch": (
        Identity("switch", "switch_wwn", "the WWN", comparable="right({value}, 12)", same_format=False, lasts=True),
    ),
    # Some commands omit leading digits: 000192600123, 192600123.
    "storage_array": (
        Identity("storage_array", "family", "the product family", comparable=_KNOWN_FAMILY, same_format=False),
        Identity(
            "storage_array",
            "serial",
            "the serial number",
            comparable="right({value}, 9)",
            same_format=False,
            lasts=True,
            outlasts_names=True,
        ),
        # A volume is deleted and created again under its name; a port has another WWPN after its card is replaced, or
        # that of its partner while it stands in for it.
        Identity("storage_volume", "device", "the LUN of {}", ("storage_volume",), mostly=True),
        _of_part("mask_volume", "device", "the LUN mapped as {}", "view", "lun", comparable=_OF_WHOLE_ARRAY),
        _of_part("mask_volume", "volume_name", "the volume mapped as {}", "view", "lun", comparable=_OF_WHOLE_ARRAY),
        _of_part("vplex_cluster", "assembly", "the top-level assembly of {}", "cluster", lasts=True),
        _of_part("virtual_volume", "device", "the LUN of {}", "cluster", "virtual_volume"),
        _of_part("target_port", "target_wwpn", "the WWPN of {}", "port_name", lasts=True),
        _of_part("target_port", "target_wwpn", "the WWPN of {}", "director", "port", lasts=True),
        # An adapter is replaced now and then; most hosts do not get others at once.
        _of_part("registered_initiator", "initiator_wwpn", "the initiators of {}", "host"),
        _of_part("array_login", "target_wwpn", "the WWPN of {}", "port_name"),
        _of_part("director", "serial", "the serial number of {}", "director"),
        _of_part("director", "director_id", "the id of {}", "director"),
        _of_part("director", "hostname", "the host name of {}", "director"),
        _of_part("component", "serial", "the serial number of {}", "component"),
        # A controller alone may list itself, and a cluster of a VPLEX its own.
        Identity("director", "hostname", "the host name of the first controller", ("cluster",), fewest=2),
    ),
}

OF_ONE_MACHINE: Mapping[str, tuple[tuple[str, str], ...]] = {
    "host": (("initiator", "initiator_wwpn"), ("path", "initiator_wwpn")),
    "storage_array": (("target_port", "target_wwpn"),),
}
"""Kinds and columns of ports: one port that two exports state is of one machine, whatever else they contradict each other in."""
