"""Facts common to symcli text, symcli XML and the REST interface: ports with flags, logins, views, volumes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.symmetrix import names
from checker.readers.toolkit import rounded
from checker.readers.toolkit.base import columns
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval

VOLUME = "device storage_array storage_volume size_bytes size_low_bytes size_high_bytes provision_type replication_role operational_status"
_COLUMNS = columns(
    storage_array="storage_array serial vendor family",
    engine="storage_array engine",
    director="storage_array director engine operational_status",
    target_port="""
        target_wwpn wwnn storage_array director port port_name role port_state protocol speed_gbps
        max_speed_gbps flags
    """,
    array_setting="storage_array scope setting value",
    array_login="storage_array initiator_wwpn target_wwpn port_name logged_in on_fabric",
    registered_initiator="storage_array initiator_name initiator_wwpn wwnn host registered",
    mask_view="storage_array view initiator_group port_group storage_group",
    mask_initiator="storage_array view initiator_wwpn initiator_name",
    mask_iscsi="storage_array view initiator_name",
    mask_port="storage_array view target_wwpn port_name",
    mask_volume="storage_array view volume_name lun size_bytes size_low_bytes size_high_bytes",
    storage_volume=VOLUME,
    storage_group="storage_array storage_group member_type member",
    replication_link="replication_link source_array target_array mode operational_status",
)
_WHOLE_SET = frozenset({"C", "SC3", "SPC2"})
RELATED = re.compile(r"(?P<name>[\w.\-]{1,64})\s+\(?Is(?P<role>Child|Parent)\)?\s*\Z", re.IGNORECASE)
"""Line below "Storage Group Names": a parent lists its children, and a child its parents."""
_OTHER_NAMES = ("iqn.", "eui.", "nqn.", "naa.")


def provides(kinds: str, **others: str) -> dict[str, tuple[str, ...]]:
    """Return the columns of a reader: those of :class:`ArrayWriter` for the array and these kinds, then others."""
    return {kind: _COLUMNS[kind] for kind in ("storage_array", *kinds.split())} | columns(**others)


class ArrayWriter:
    """Writer of the facts about one array: parts, ports with flags, logins, views, volumes."""

    def __init__(self, out: Writer, name: str) -> None:
        self.out = out
        self.name = name

    def add(self, kind: str, line: int, **columns: Value) -> None:
        """Write a fact about the array or a part of it."""
        self.out.add(kind, line, storage_array=self.name, **columns)

    def setting(self, line: int, scope: str | None, setting: str, value: str) -> None:
        """Write a setting of a port, initiator or group."""
        self.add("array_setting", line, scope=scope, setting=setting, value=value)

    def director(
        self, line: int, director: str | None, status: str | None, engine: str | None = None, *, engine_line: int | None = None
    ) -> None:  # fmt: skip
        """Write a director with its engine, if known."""
        if engine is not None:
            self.add("engine", line if engine_line is None else engine_line, engine=engine)
        state = status.lower() if status else None
        self.add("director", line, director=names.director(director), engine=engine, operational_status=state)

    def port(
        self, line: int, director: str | None, port: str | None, *, wwpn: str | None = None, wwnn: str | None = None,
        kind: str | None = None, port_state: str | None = None, speed: str | None = None, max_speed: str | None = None,
        flags: Mapping[str, str] | None = None, views: Iterable[str] = (),
    ) -> None:  # fmt: skip
        """Write a port and its membership of views. ``flags`` maps the short name of each printed flag to its state.

        Every flag becomes a setting of the port. The column ``flags`` lists the active flags, and only if the export
        prints the whole set, where a missing flag is off.
        """
        name = names.port_name(director, port)
        if name is None:
            return
        where, _, number = name.rpartition(":")
        stated = flags or {}
        enabled = [flag for flag, value in stated.items() if value == "enabled"]
        self.add(
            "target_port", line, target_wwpn=self._wwn(wwpn, line, "target_port", "target_wwpn", name),
            wwnn=self._wwn(wwnn, line, "target_port", "wwnn", name), director=where, port=number, port_name=name,
            role=names.role(where), port_state=_lower(port_state), protocol=protocol(kind, wwpn),
            speed_gbps=normalise.speed_gbps(names.present(speed)),
            max_speed_gbps=normalise.speed_gbps(names.present(max_speed)),
            flags=(" ".join(sorted(enabled)) or None) if stated.keys() >= _WHOLE_SET else None,
        )  # fmt: skip
        for flag, value in stated.items():
            self.setting(line, name, flag, value)
        for view in views:
            self.add("mask_port", line, view=view, target_wwpn=normalise.wwn(wwpn), port_name=name)

    def _wwn(self, text: str | None, line: int, kind: str, fact: str, place: str) -> str | None:
        """Return a WWN; iSCSI and NVMe names do not have one and are not recorded as bad values."""
        found = names.present(text)
        if found is None or found.lower().startswith(_OTHER_NAMES):
            return None
        return self.out.wwn(found, line, kind, fact, place)

    def initiator(
        self, line: int, wwn: str | None, *, alias: str | None = None, wwnn: str | None = None,
        host: str | None = None, registered: bool | None = None, views: Iterable[str] = (),
    ) -> tuple[str | None, str | None]:  # fmt: skip
        """Write an initiator registered on the array and its membership of views; return its name and its WWPN."""
        name, alias_host = alias_parts(alias, wwn)
        place = name or (wwn or "")
        wwpn = self._wwn(wwn, line, "registered_initiator", "initiator_wwpn", place)
        if wwpn is None and name is None:
            name = names.present(wwn)
        if wwpn is None and name is None:
            return None, None
        iscsi = normalise.iscsi_name(wwn or "")
        if iscsi is not None:
            for view in views:
                self.add("mask_iscsi", line, view=view, initiator_name=iscsi)
            return name, wwpn
        self.add(
            "registered_initiator", line, initiator_name=name, initiator_wwpn=wwpn,
            wwnn=self._wwn(wwnn, line, "registered_initiator", "wwnn", place), host=alias_host or names.present(host),
            registered=registered,
        )  # fmt: skip
        for view in views:
            self.add("mask_initiator", line, view=view, initiator_wwpn=wwpn, initiator_name=name)
        return name, wwpn

    def login(
        self, line: int, initiator_wwpn: str | None, port_name: str | None, *,
        target_wwpn: str | None = None, logged_in: bool | None = None, on_fabric: bool | None = None,
    ) -> None:  # fmt: skip
        """Write that the array knows an initiator at a port, and whether it is currently logged in."""
        if initiator_wwpn is None or (port_name is None and target_wwpn is None):
            return
        self.add(
            "array_login", line, initiator_wwpn=initiator_wwpn, target_wwpn=target_wwpn, port_name=port_name,
            logged_in=logged_in, on_fabric=on_fabric,
        )  # fmt: skip

    def group_member(self, line: int, group: str, *, volume: str | None = None, child: str | None = None) -> None:
        """Write that a storage group contains a volume or another group."""
        member_type, member = ("volume", volume) if child is None else ("group", child)
        if member is not None:
            self.add("storage_group", line, storage_group=group, member_type=member_type, member=member)

    def view(
        self, line: int, view: str, initiator_group: str | None = None, port_group: str | None = None,
        storage_group: str | None = None,
    ) -> None:  # fmt: skip
        """Write a masking view with its groups."""
        self.add(
            "mask_view", line, view=view, initiator_group=names.present(initiator_group),
            port_group=names.present(port_group), storage_group=names.present(storage_group),
        )  # fmt: skip

    def pair_view(self, line: int, name: str | None, wwpn: str | None, port_name: str | None) -> str | None:
        """Write the view of one initiator at one port, the unit of masking before VMAX; return its name."""
        if port_name is None or (name is None and wwpn is None):
            return None
        view = f"{name or wwpn} {port_name}"
        self.view(line, view)
        self.add("mask_initiator", line, view=view, initiator_wwpn=wwpn, initiator_name=name)
        self.add("mask_port", line, view=view, port_name=port_name)
        return view

    def view_volume(
        self, line: int, view: str, volume: str, lun: int | None = None, size: Interval | None = None
    ) -> None:
        """Write that a device belongs to a view, with its LUN address if printed."""
        self.add("mask_volume", line, view=view, volume_name=volume, lun=lun, **rounded.facts("size", size))

    def volume(
        self, line: int, volume: str, *, wwn: str | None = None, size: Interval | None = None,
        configuration: str | None = None, status: str | None = None, block_bytes: int | None = None,
        label: str | None = None, pool: str | None = None,
    ) -> None:  # fmt: skip
        """Write a device; its identity is known only if the export contains the WWN that hosts see."""
        device = self.out.device_id(names.present(wwn), line, "storage_volume", "device", f"{self.name} {volume}")
        self.add(
            "storage_volume", line, device=device, storage_volume=volume, **rounded.facts("size", size), block_bytes=block_bytes,
            provision_type=names.provision_type(configuration), operational_status=_lower(status),
            replication_role=names.replication_role(configuration), label=names.present(label), pool=names.present(pool),
        )  # fmt: skip

    def link(
        self, line: int, remote: str, group: str | None, kind: str | None = None, mode: str | None = None,
        state: str | None = None,
    ) -> None:  # fmt: skip
        """Write a replication relation; the array with the R2 devices is the target."""
        name = f"{self.name} group {group}" if group else f"{self.name} to {remote}"
        source, target = (remote, self.name) if (kind or "").startswith("R2") else (self.name, remote)
        self.out.add(
            "replication_link", line, replication_link=name, source_array=source, target_array=target,
            mode=_lower(mode), operational_status=names.present(state),
        )  # fmt: skip


def flag_state(text: str | None) -> str | None:
    """Return enabled or disabled for the printed state of a flag, or None for other text."""
    word = (text or "").strip().lower()
    if word in ("enabled", "true", "yes", "x", "on"):
        return "enabled"
    return "disabled" if word in ("disabled", "false", "no", ".", "off") else None


def flag_states(printed: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the states of flags by their short names, from the names and states in XML or in a REST answer."""
    stated = ((names.FLAGS.get(name), flag_state(text)) for name, text in printed)
    return {short: state for short, state in stated if short is not None and state is not None}


def protocol(kind: str | None, identifier: str | None) -> str | None:
    """Return fc, iscsi or nvme from the type of a port or director, or from the port's own identifier."""
    name, text = (identifier or "").lower(), (kind or "").lower()
    if name.startswith("nqn.") or "nvme" in text:
        return "nvme"
    if name.startswith("iqn.") or "gige" in text or "iscsi" in text:
        return "iscsi"
    return "fc" if "fibre" in text or normalise.wwn(identifier) is not None else None


def _lower(text: str | None) -> str | None:
    found = names.present(text)
    return found.lower() if found else None


def alias_of(node: str | None, port: str | None) -> str | None:
    """Return ``host/hba``, the user-defined name of an initiator; None if both parts are missing."""
    return f"{node or ''}/{port or ''}" if node or port else None


def alias_parts(alias: str | None, wwn: str | None) -> tuple[str | None, str | None]:
    """Return (alias, host) of ``host/hba``; a name that only repeats the WWN is ignored."""
    text = names.present(alias)
    if text is None:
        return None, None
    node, slash, port = (part.strip() for part in text.partition("/"))
    own = (wwn or "").strip().lower()
    meaningless = ("", "null", own)
    if node.lower() in meaningless and port.lower() in meaningless:
        return None, None
    host = node if slash and node.lower() not in meaningless and normalise.wwn(node) is None else None
    return text, host


def rdf_link(array: ArrayWriter, line: int, values: Mapping[str, str]) -> None:
    """Write the relation in the SRDF block of a device or a device group, whose keys are in lower case."""
    remote = names.present(values.get("remote symmetrix id"))
    if remote is not None:
        state = next((value for key, value in values.items() if key.startswith("rdf pair state")), None)
        group = names.present((values.get("rdf (ra) group number") or "").split("(")[0])
        array.link(line, remote, group, values.get("rdf type"), values.get("rdf mode"), state)


_RANGE = re.compile(r"([0-9A-Fa-f]{3,5})(?:[:-]([0-9A-Fa-f]{3,5}))?\Z")
MAX_RANGE = 4_096
"""Largest number of devices in a range, which is the limit of a storage group."""


def device_range(text: str) -> list[str] | None:
    """Return the devices in a range such as ``0510:0514``, inclusive; None if the text is not a range."""
    match = _RANGE.match(text.strip())
    if not match:
        return None
    first = whole(match.group(1), 16)
    last = whole(match.group(2) or match.group(1), 16)
    if not 0 <= last - first < MAX_RANGE:
        return None
    return [f"{number:05X}" for number in range(first, last + 1)]
