"""What the topology of dm-multipath says, collected as columns: maps, path groups and paths.

Group and map facts are kept once and spread over the paths at the end: that is several times faster than repeating
them at each line (performance.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress, pairwise, repeat

from checker.facts.observations import Value, Writer
from checker.readers.linux.block_names import map_identity
from checker.readers.linux.multipath_fields import (
    Group,
    Known,
    Product,
    Settings,
    host_adapter,
    is_plain_name,
    read_product,
    read_settings,
)
from checker.readers.linux.multipath_states import alua_optimised, path_state

_NO_SETTINGS: Settings = (None, None, None, None, False)
NO_GROUP: Group = (None, None, None)
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
    """Columns collected so far; the last map and the last path group are the ones being read.

    The lists of maps, of groups and of paths may be extended from outside, all columns of one sort by as many values.
    Each map has an unnamed group first, for paths whose group line is lost.
    """

    def __init__(self, out: Writer, host: str) -> None:
        self.out = out
        self.host = host
        self.in_map = False
        self.in_list = False
        self.waiting: tuple[int, str] | None = None
        self.missing = 0
        self.known_settings: Known[Settings] = Known(read_settings)
        self.known_products: Known[Product] = Known(read_product)
        self.known_states: Known[tuple[str | None, str | None, bool]] = Known(path_state)
        # maps
        self.map_lines: list[int] = []
        self.devices: list[Value] = []
        self.aliases: list[Value] = []
        self.kernel_names: list[Value] = []
        self.products: list[Product] = []
        self.settings: list[Settings | None] = []
        self.first_groups: list[int] = []
        # path groups: the path they begin with, their map, and their number in the map
        self.group_starts: list[int] = []
        self.group_devices: list[Value] = []
        self.group_numbers: list[int] = []
        self.groups: list[Group] = []
        # paths
        self.lines: list[int] = []
        self.hctl: list[Value] = []
        self.names: list[Value] = []
        self.hba: list[Value] = []
        self.target: list[Value] = []
        self.lun: list[Value] = []
        self.state: list[Value] = []
        self.text: list[Value] = []

    @property
    def in_group(self) -> bool:
        """TRUE once the map being read has shown a path group."""
        return bool(self.group_numbers) and self.group_numbers[-1] > 0

    def begin_map(self, line: int, wwid: str, alias: str | None, kernel_name: str | None, product: str) -> None:
        """Begin the map named at this line; ``product`` is the text ``vendor,product`` behind its dm name."""
        device = map_identity(wwid, alias, kernel_name, line, self.out)
        self.append_map(line, device, alias, kernel_name, product, None)

    def append_map(
        self,
        line: int,
        device: str | None,
        alias: str | None,
        kernel_name: str | None,
        product: str,
        settings: Settings | None,
    ) -> None:
        """Begin a map whose identity and perhaps settings were worked out."""
        self.in_map, self.in_list, self.missing = True, False, 0
        self.map_lines.append(line)
        self.devices.append(device)
        self.aliases.append(alias)
        self.kernel_names.append(kernel_name)
        self.products.append(self.known_products[product])
        self.settings.append(settings)
        self.first_groups.append(len(self.groups))
        self.group_starts.append(len(self.lines))
        self.group_devices.append(device)
        self.group_numbers.append(0)
        self.groups.append(NO_GROUP)

    def begin_group(self, group: Group) -> None:
        """Begin a path group: the paths from here on are in it."""
        self.group_starts.append(len(self.lines))
        self.group_devices.append(self.devices[-1])
        self.group_numbers.append(self.group_numbers[-1] + 1)
        self.groups.append(group)

    def add_path(self, line: int, hctl: str, target: str, lun: str, name: str, states: str) -> None:
        """Add one path; the numbers of NVMe paths and of paths without a name are no SCSI address of a host port."""
        state, text, _ = self.known_states[states]
        plain = is_plain_name(name)
        self.lines.append(line)
        self.hctl.append(hctl)
        self.names.append(None if name == "-" else name)
        self.hba.append(host_adapter(target) if plain else None)
        self.target.append(target if plain else None)
        self.lun.append(int(lun))
        self.state.append(state)
        self.text.append(text)

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
        out, count = self.out, len(self.map_lines)
        host: list[Value] = [self.host] * count
        owner: list[Value] = ["dm-multipath"] * count
        bounds = list(pairwise([*self.first_groups, len(self.groups)]))
        policies = [self.groups[first + 1][0] if first + 1 < end else None for first, end in bounds]
        known = [settings or _NO_SETTINGS for settings in self.settings]
        columns: tuple[Sequence[Value], ...] = (
            self.devices,
            self.aliases,
            self.kernel_names,
            *([product[index] for product in self.products] for index in range(2)),
            *([settings[index] for settings in known] for index in range(4)),
            policies,
        )
        stated = dict(zip(DEVICE_COLUMNS, columns, strict=True))
        out.extend("device", self.map_lines, {"host": host, **stated, "multipath_owner": owner})
        named = [index for index, device in enumerate(self.devices) if device is not None]
        out.extend(
            "device_owner",
            [self.map_lines[index] for index in named],
            {
                "host": host[: len(named)],
                "device": [self.devices[index] for index in named],
                "multipath_owner": owner[: len(named)],
            },
        )
        self._write_paths([index for index, settings in enumerate(known) if settings[4]], bounds)

    def _write_paths(self, alua_maps: list[int], bounds: list[tuple[int, int]]) -> None:
        count = len(self.lines)
        starts = [*self.group_starts, count]
        sizes = [end - start for start, end in pairwise(starts)]
        filled = [size for size in sizes if size]

        def spread(column: Sequence[Value]) -> list[Value]:
            return list(chain.from_iterable(map(repeat, compress(column, sizes), filled)))

        optimised: list[Value] = [None] * count
        if alua_maps:
            # A dead path has no ALUA state of its own to speak of.
            live = ("active", "standby")
            told = spread(self._optimised_groups(alua_maps, bounds, starts))
            optimised = [o if s in live else None for o, s in zip(told, self.state, strict=True)]
        nvme: list[Value] = [None] * count
        if None in self.hba:
            nvme = ["nvme" if n is not None and str(n)[:4] == "nvme" else None for n in self.names]
        values: dict[str, Sequence[Value]] = {
            "host": [self.host] * count,
            "device": spread(self.group_devices),
            "protocol": nvme,
            "hctl": self.hctl,
            "path_name": self.names,
            "hba": self.hba,
            "target": self.target,
            "lun": self.lun,
            "state": self.state,
            "state_text": self.text,
            "optimised": optimised,
            "group_state": spread([group[2] for group in self.groups]),
            "priority": spread([None if p is None or p < 0 else p for _, p, _ in self.groups]),
            "path_group": spread([str(number) if number else None for number in self.group_numbers]),
            "plugin": ["dm-multipath"] * count,
        }
        self.out.extend("path", self.lines, values)

    def _optimised_groups(self, alua_maps: list[int], bounds: list[tuple[int, int]], starts: list[int]) -> list[Value]:
        """For every path group: whether its paths are optimised; told only of maps under ALUA."""
        found: list[Value] = [None] * len(self.groups)
        known: dict[tuple[tuple[int | None, ...], tuple[int, ...]], list[bool | None]] = {}
        for index in alua_maps:
            first, end = bounds[index][0] + 1, bounds[index][1]
            priorities = tuple([group[1] for group in self.groups[first:end]])
            live = tuple([self.state[starts[i] : starts[i + 1]].count("active") for i in range(first, end)])
            told = known.get((priorities, live))
            if told is None:
                told = known[priorities, live] = alua_optimised(list(priorities), list(live))
            found[first:end] = told
        return found
