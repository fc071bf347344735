"""What the topology of dm-multipath says, collected as columns: maps, path groups and paths.

Group and map facts are kept once and spread over the paths at the end: that is several times faster than repeating
them at each line (performance.md).
"""

from __future__ import annotations

from itertools import chain, repeat

from checker.facts.observations import Value, Writer
from checker.readers.linux.block_names import map_identity
from checker.readers.linux.multipath_states import alua_optimised, path_state

Group = tuple[str, int | None, str | None]
Settings = tuple[int | None, str | None, bool | None, str | None, bool]
_NO_SETTINGS: Settings = (None, None, None, None, False)
_NO_PRODUCT = ("", "##", "uninitialized")
DEVICE_COLUMNS = (
    "device",
    "alias",
    "kernel_name",
    "vendor",
    "model",
    "size_bytes",
    "multipath_features",
    "queue_if_no_path",
    "hardware_handler",
    "policy",
)
PATH_COLUMNS = (
    "host",
    "device",
    "protocol",
    "hctl",
    "path_name",
    "hba",
    "target",
    "lun",
    "state",
    "state_text",
    "optimised",
    "group_state",
    "priority",
    "path_group",
    "plugin",
)


class Topology:
    """Columns collected so far, and the map and path group being read."""

    def __init__(self, out: Writer, host: str) -> None:
        self.out = out
        self.host = host
        self.in_map = False
        self.in_list = False
        self.waiting: tuple[int, str] | None = None
        self.missing = 0
        self.map_line = 0
        self.map_start = 0
        self.device: str | None = None
        self.named: tuple[str | None, str | None] = (None, None)
        self.product: tuple[str | None, str | None] = (None, None)
        self.settings: Settings | None = None
        self.policy: str | None = None
        self.map_groups: list[tuple[int, int | None, str | None]] = []
        self.seen_settings: dict[str, Settings] = {}
        self.seen_groups: dict[str, Group] = {}
        self.seen_priorities: dict[tuple[tuple[int | None, ...], tuple[int, ...]], list[bool | None]] = {}
        self.seen_products: dict[str, tuple[str | None, str | None]] = {}
        self.devices: list[tuple[Value, ...]] = []
        self.device_lines: list[int] = []
        self.lines: list[int] = []
        self.hctl: list[Value] = []
        self.names: list[Value] = []
        self.hba: list[Value] = []
        self.target: list[Value] = []
        self.lun: list[Value] = []
        self.state: list[Value] = []
        self.text: list[Value] = []
        # What holds for a whole path group, with the number of paths in it; spread over the paths at the end.
        self.groups: list[tuple[int, Value, Value, Value, Value, Value]] = []

    def begin_map(self, line: int, wwid: str, alias: str | None, kernel_name: str | None, product: str) -> None:
        """Begin the map named at this line; ``product`` is the text ``vendor,product`` behind its dm name."""
        self.end_map()
        self.in_map, self.map_line, self.map_start = True, line, len(self.lines)
        self.device = map_identity(wwid, alias, kernel_name, line, self.out)
        self.named = (alias, kernel_name)
        found = self.seen_products.get(product)
        if found is None:
            found = self.seen_products[product] = _product(product)
        self.product = found
        self.settings, self.policy, self.map_groups = None, None, []
        self.missing, self.in_list = 0, False

    def end_map(self) -> None:
        """Close the map: its row, and what its groups say about their paths."""
        if not self.in_map:
            return
        self.in_map = False
        settings = self.settings or _NO_SETTINGS
        device, groups, end = self.device, self.map_groups, len(self.lines)
        self.device_lines.append(self.map_line)
        self.devices.append((device, *self.named, *self.product, *settings[:4], self.policy))
        first = groups[0][0] if groups else end
        if first > self.map_start:
            # The group line of these paths is lost: nothing is known of their group.
            self.groups.append((first - self.map_start, device, None, None, None, None))
        if not groups:
            return
        ends = [group[0] for group in groups[1:]]
        ends.append(end)
        told: list[bool | None] | None = None
        if settings[4]:
            live = tuple(
                [self.state[group[0] : stop].count("active") for group, stop in zip(groups, ends, strict=True)]
            )
            key = (tuple([group[1] for group in groups]), live)
            told = self.seen_priorities.get(key)
            if told is None:
                told = self.seen_priorities[key] = alua_optimised(list(key[0]), list(live))
        for index, (start, priority, state) in enumerate(groups):
            shown = None if priority is None or priority < 0 else priority
            optimised = told[index] if told else None
            self.groups.append((ends[index] - start, device, shown, str(index + 1), state, optimised))

    def begin_group(self, group: Group) -> None:
        """Begin a path group: the paths from here on are in it."""
        policy, priority, state = group
        if self.policy is None:
            self.policy = policy
        self.map_groups.append((len(self.lines), priority, state))

    def add_stale_path(self, line: int, name: str, states: str) -> None:
        """Add a path whose SCSI device is gone; nothing but its states is printed."""
        self.missing += 1
        state, text, _ = path_state(states)
        self.lines.append(line)
        self.names.append(f"#{self.missing}" if name == "-" else name)
        for column in (self.hctl, self.hba, self.target, self.lun):
            column.append(None)
        self.state.append(state)
        self.text.append(text)

    def write(self) -> None:
        """Write all rows; a map whose identity can't be told keeps its paths without it."""
        self.end_map()
        out, count = self.out, len(self.devices)
        host: list[Value] = [self.host] * count
        owner: list[Value] = ["dm-multipath"] * count
        columns = {name: [row[i] for row in self.devices] for i, name in enumerate(DEVICE_COLUMNS)}
        out.extend("device", self.device_lines, {"host": host, **columns, "multipath_owner": owner})
        known = [i for i, row in enumerate(self.devices) if row[0] is not None]
        out.extend(
            "device_owner",
            [self.device_lines[i] for i in known],
            {
                "host": host[: len(known)],
                "device": [self.devices[i][0] for i in known],
                "multipath_owner": owner[: len(known)],
            },
        )
        self._write_paths()

    def _write_paths(self) -> None:
        count = len(self.lines)
        sizes = [group[0] for group in self.groups]

        def spread(column: int) -> list[Value]:
            return list(chain.from_iterable(map(repeat, (group[column] for group in self.groups), sizes)))

        optimised = spread(5)
        if any(value is not None for value in optimised):
            # A dead path has no ALUA state of its own to speak of.
            live = ("active", "standby")
            optimised = [o if s in live else None for o, s in zip(optimised, self.state, strict=True)]
        nvme: list[Value] = ["nvme" if n is not None and str(n)[:4] == "nvme" else None for n in self.names]
        values: dict[str, list[Value]] = {
            "host": [self.host] * count,
            "device": spread(1),
            "protocol": nvme,
            "hctl": self.hctl,
            "path_name": self.names,
            "hba": self.hba,
            "target": self.target,
            "lun": self.lun,
            "state": self.state,
            "state_text": self.text,
            "optimised": optimised,
            "group_state": spread(4),
            "priority": spread(2),
            "path_group": spread(3),
            "plugin": ["dm-multipath"] * count,
        }
        self.out.extend("path", self.lines, values)


def _product(text: str) -> tuple[str | None, str | None]:
    vendor, _, model = text.partition(",")
    vendor, model = vendor.strip(), model.strip()
    return (None if vendor in _NO_PRODUCT else vendor, None if model in _NO_PRODUCT else model)
