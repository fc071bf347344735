"""``symaccess show NAME -type initiator|port|storage`` and ``show view`` / ``list view -detail`` (5874 and later).

::

    Symmetrix ID                : 000192601234
    Masking View Name           : esx01_view
    Initiator Group Name        : esx01_ig
       Host Initiators
         {
           WWN  : 10000000c9030102 [alias: esx01/vmhba2]
         }
    Port Group Name             : esx_pg
       Director Identification
         {
           FA-7E   000 5000097208123418
         }
    Storage Group Name          : esx01_sg
    Sym                                        Host
    Dev     Dir:Port  Physical Device Name     Lun   Attr  Cap(MB)
    ------  --------  -----------------------  ----  ----  -------
    000A1   07E:000   Not Visible                 1          512000

A group shown without a view lists the views that contain it; its members are members of those views.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.masking.tables import write_overrides
from checker.readers.symmetrix.symcli.text import AFTER_ID, Reading, detector, pair, symcli_reader
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.rounded import Interval

_ALIAS = re.compile(r"\[\s*alias\s*:\s*([^\]]*)\]?", re.IGNORECASE)
_SECTIONS = (
    ("host initiators", "initiators"), ("director identification", "ports"), ("masking view names", "views"),
    ("cascaded masking view names", "views"), ("parent initiator groups", "other"), ("parent storage groups", "parents"),
    ("child storage groups", "children"), ("storage group names", "other"), ("devices", "devices"),
    ("group flags", "other"), ("port flags", "other"),
)  # fmt: skip
_GROUPS = {
    "initiator group name": "initiator_group", "port group name": "port_group", "storage group name": "storage_group",
}  # fmt: skip
_PORT_ROW = re.compile(
    r"([A-Z]{2}-[0-9]{1,2}[A-Z]|[0-9]{2}-?[0-9]?[A-Z])(?:\s*:\s*|\s+)([0-9]{1,3})(?:\s+(\S+))?\Z", re.IGNORECASE
)
_DEVICE_ROW = re.compile(
    r"(?:([0-9A-F]{4,5})\s+)?((?:[A-Z]{2}-)?[0-9]{1,2}[A-Z]:[0-9]{1,3}|[?*]{3}:[?*]{1,3})\s+(Not Visible|\S+)\s+(.+)\Z",
    re.IGNORECASE,
)
_RANGES = re.compile(
    r"[0-9A-F]{3,5}(?:[:-][0-9A-F]{3,5})?(?:[,\s]+[0-9A-F]{3,5}(?:[:-][0-9A-F]{3,5})?)*,?\Z", re.IGNORECASE
)
_UNIT = re.compile(r"Cap\s?\((MB|GB|TB)\)", re.IGNORECASE)
_NAME = re.compile(r"[\w\-]+(?: ?\*)?\Z")
_HEADER = re.compile(
    r"(?:Sym\s|Sym\Z|Dev\s|Ident\s|Director\Z|Director Port|Total\b|Physical Device Name|Host\Z|Capacity\b|MB\Z|[({})]+\Z)"
)


@dataclass
class _Group:
    """The part of a view or group that has been read."""

    array: ArrayWriter
    line: int
    view: str | None = None
    groups: dict[str, str] = field(default_factory=dict)
    views: list[str] = field(default_factory=list)
    initiators: list[tuple[int, str, str | None]] = field(default_factory=list)
    ports: list[tuple[int, str, str, str | None]] = field(default_factory=list)
    overrides: list[tuple[int, str, str, str]] = field(default_factory=list)
    state: str = ""
    parents: list[tuple[int, str]] = field(default_factory=list)
    children: list[tuple[int, str]] = field(default_factory=list)
    volumes: dict[str, tuple[int, int | None, Interval | None]] = field(default_factory=dict)


class _Reading(Reading):
    """Collector for the lines of one view or group, which is written when the next one begins."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(capture, out)
        self._group: _Group | None = None
        self._section = ""
        self._exponent = 2
        self._device = ""

    def _line(self, number: int, line: str) -> bool:
        if line in ("{", "}", "(", ")"):
            self._section = "" if line in "})" else self._section
            return True
        lower = line.lower()
        found = pair(line)
        key = found[0].lower() if found else ""
        if found and (key == "masking view name" or key in _GROUPS):
            self._begin(number, key, found[1])
            return True
        for title, section in _SECTIONS:
            if title in (lower, key):
                self._section = section
                return not found or not found[1] or self._member(number, found[1])
        if self._group is None:
            return bool(found) or bool(_HEADER.match(line))
        if (unit := _UNIT.search(line)) is not None:
            self._exponent = names.EXPONENTS[unit.group(1).upper()]
            self._section = "table"
            return True
        if self._section and self._member(number, line):
            return True
        return self._device_row(number, line) or bool(found) or bool(_HEADER.match(line))

    def _begin(self, number: int, key: str, value: str) -> None:
        name = value.rstrip(" *")
        view_begins = key == "masking view name"
        # In a view, the names of its groups and child groups follow; otherwise each name begins a new group.
        if (
            self._group is None
            or view_begins
            or self._group.view is None
            or self._group.array.name != self._arrays.name
        ):
            self._finish()
            self._group = _Group(ArrayWriter(self._out, self._arrays.name), number)
        self._section = ""
        if view_begins:
            self._group.view = names.present(name)
        elif names.present(name) is not None:
            self._group.groups.setdefault(_GROUPS[key], name)

    def _member(self, number: int, line: str) -> bool:
        group = self._group
        if line.strip().lower() in ("none", "n/a"):
            return True
        if group is None:
            return False
        if self._section == "initiators":
            return self._initiator(group, number, line)
        if self._section == "ports":
            match = _PORT_ROW.match(line)
            if match:
                group.ports.append((number, match.group(1), match.group(2), match.group(3)))
            return match is not None or bool(_HEADER.match(line))
        if self._section == "views" and _NAME.match(line.strip()):
            group.views.append(line.split(maxsplit=1)[0].rstrip("*"))
            return True
        if (related := facts.RELATED.search(line)) is not None:
            of_role = group.parents if related.group("role").lower() == "parent" else group.children
            of_role.append((number, related.group("name")))
            return True
        if self._section in ("parents", "children") and _NAME.match(line.strip()):
            of_role = group.parents if self._section == "parents" else group.children
            of_role.append((number, line.split(maxsplit=1)[0].rstrip("*")))
            return True
        if self._section == "devices" and _RANGES.match(line):
            for part in re.split(r"[,\s]+", line):
                for volume in facts.device_range(part) or ():
                    group.volumes.setdefault(volume, (number, None, None))
            return True
        return self._section == "other" and _DEVICE_ROW.match(line) is None

    @staticmethod
    def _initiator(group: _Group, number: int, line: str) -> bool:
        alias = _ALIAS.search(line)
        found = pair(_ALIAS.sub("", line).strip())
        if found is not None and found[0].lower() in ("wwn", "iscsi", "iqn", "nqn", "nvme", "host qn"):
            group.initiators.append((number, found[1], alias.group(1).strip() if alias else None))
            return True
        if alias is not None and group.initiators and line.lstrip().startswith("["):
            line_of, wwn, _ = group.initiators[-1]
            group.initiators[-1] = (line_of, wwn, alias.group(1).strip())
            return True
        # With -detail, the port flags that the initiator overrides follow; "IG : child" names a child group.
        if found is not None:
            group.state = {"enabled": "enabled", "disabled": "disabled"}.get(found[0].lower(), "")
        if group.state and group.initiators:
            group.overrides.append((number, group.initiators[-1][1], group.state, found[1] if found else line))
            return True
        return found is not None

    def _device_row(self, number: int, line: str) -> bool:
        match = _DEVICE_ROW.match(line)
        group = self._group
        if match is None or group is None:
            return False
        volume = names.device(match.group(1)) or self._device
        words = match.group(4).split()
        if not volume:
            return False
        self._device = volume
        lun = names.host_lun(words[0])
        size = names.size(words[-1], self._exponent) if len(words) > 1 else None
        known = group.volumes.get(volume, (number, None, None))
        group.volumes[volume] = (known[0], lun if known[1] is None else known[1], known[2] or size)
        return True

    def _finish(self) -> None:
        group, self._group = self._group, None
        if group is None:
            return
        array, groups = group.array, group.groups
        views = list(dict.fromkeys([group.view] if group.view else group.views))
        for view in views:
            array.view(
                group.line, view,
                groups.get("initiator_group") if group.view or len(groups) == 1 else None, groups.get("port_group"),
                groups.get("storage_group"),
            )  # fmt: skip
        for line, wwn, alias in group.initiators:
            array.initiator(line, wwn, alias=alias, registered=True, views=views)
        for line, wwn, state, flags in group.overrides:
            if not write_overrides(flags, state, line, array, normalise.wwn(wwn) or wwn):
                self._out.unread(line)
        for line, director, port, wwn_text in group.ports:
            array.port(line, director, port, wwpn=wwn_text, views=views)
        # The devices of a view are those of its group and of all groups below it.
        storage = None if group.view else groups.get("storage_group")
        if storage is not None:
            for line, name in group.parents:
                array.group_member(line, name, child=storage)
            for line, name in group.children:
                array.group_member(line, storage, child=name)
        for volume, (line, lun, size) in group.volumes.items():
            array.volume(line, volume, size=size)
            if storage is not None:
                array.group_member(line, storage, volume=volume)
            for view in views:
                array.view_volume(line, view, volume, lun, size)


READERS = (
    symcli_reader(
        "symaccess-show", "symaccess show view", _Reading.read,
        provides=facts.provides(
            "mask_view mask_initiator mask_iscsi mask_port mask_volume registered_initiator array_setting target_port storage_group",
            storage_volume="storage_array storage_volume size_bytes size_low_bytes size_high_bytes",
        ),
        detect=detector(
            r"^[ \t]*(?:Masking View|Initiator Group|Port Group) Name\s*: *\S"
            r"|^[ \t]*Storage Group Name\s*:[\s\S]{0,600}?(?:Number of Storage Groups|Group last update time|Masking View Names)",
            95,
            "group of symaccess show",
            # CLARiiON and Unity use the same wording for storage group names.
            refuse=r"^[ \t]*(?:Storage Group UID|HBA/SP Pairs)\s*:",
        ),
        needles=("Group Name|Masking View Name|Group name",),
        begins=AFTER_ID + r"(?:Masking View|Initiator Group|Port Group|Storage Group) Name *:",
    ),
)  # fmt: skip
