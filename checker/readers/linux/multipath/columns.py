"""The topology of dm-multipath, collected in columns: maps, path groups and paths.

Facts of groups and maps are kept once and copied to the paths at the end: several times faster than repeating them at
each line (performance.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, compress, pairwise, repeat
from typing import Any

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.multipath.fields import (
    Group,
    Known,
    Product,
    Settings,
    host_adapter,
    is_plain_name,
    read_product,
    read_settings,
)
from checker.readers.linux.multipath.native import NativeMaps
from checker.readers.linux.multipath.path_list import Rows
from checker.readers.linux.multipath.states import alua_optimised, path_state
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.numbers import whole

_MANY_MAPS = 500
_NO_SETTINGS: Settings = (None, None, None, None, None, None, None, False)
NO_GROUP: Group = (None, None, None)
# line, device, alias, dm name, "vendor,product", settings if printed, index of the first group
MapRow = tuple[int, str | None, str | None, str | None, str, Settings | None, int]
# number of the first path, device, number of the group in its map, facts; 0 numbers the paths whose group line is lost
GroupRow = tuple[int, str | None, int, Group]
DEVICE_COLUMNS = word_list("""
    device alias kernel_name vendor model size_bytes size_low_bytes size_high_bytes multipath_features queue_if_no_path read_only hardware_handler policy
""")  # fmt: skip
PATH_COLUMNS = word_list("""
    host device protocol hctl path_name hba target lun state state_text optimised group_state priority path_group plugin
""")  # fmt: skip


class Topology:
    """Columns collected so far; the last map and the last path group are the current ones.

    Each map has at least one group. Callers may extend the columns of paths, all by the same number of values.
    """

    def __init__(self, out: Writer, host: str) -> None:
        self.out = out
        self.host = host
        self.in_map = False
        self.in_list = False
        self.listed: Rows | None = None
        self.waiting: tuple[int, str] | None = None
        self.missing = 0
        self.known_settings: Known[Settings] = Known(read_settings)
        self.known_products: Known[Product] = Known(read_product)
        self.known_states: Known[tuple[str | None, str | None, bool]] = Known(path_state)
        self.maps: list[MapRow] = []
        self.groups: list[GroupRow] = []
        self.all_plain = True
        self.native = NativeMaps(out, host)
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
        """TRUE if the current map has a path group."""
        return bool(self.groups) and self.groups[-1][2] > 0

    @property
    def settings(self) -> Settings | None:
        """Settings of the current map, if printed."""
        return self.maps[-1][5]

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.maps[-1] = (*self.maps[-1][:5], settings, self.maps[-1][6])

    def begin_map(self, line: int, wwid: str, alias: str | None, kernel_name: str | None, product: str) -> None:
        """Begin the map named on this line; ``product`` is the text ``vendor,product`` after its dm name."""
        self.in_map, self.in_list, self.missing = True, False, 0
        self.native.end()
        device = map_identity(wwid, alias, kernel_name, line, self.out)
        self.maps.append((line, device, alias, kernel_name, product, None, len(self.groups)))
        self.groups.append((len(self.lines), device, 0, NO_GROUP))

    def begin_group(self, facts: Group) -> None:
        """Begin a path group of the current map; the next paths belong to it."""
        _, device, number, _ = self.groups[-1]
        self.groups.append((len(self.lines), device, number + 1, facts))

    def add_path(self, line: int, hctl: str, target: str, lun: str, name: str, states: str) -> None:
        """Add one path; the numbers of NVMe paths and of paths without a name are not the SCSI address of a host port."""
        state, text, _ = self.known_states[states]
        plain = is_plain_name(name)
        self.all_plain = self.all_plain and plain
        self.lines.append(line)
        self.hctl.append(hctl)
        self.names.append(None if name == "-" else name)
        self.hba.append(host_adapter(target) if plain else None)
        self.target.append(target if plain else None)
        self.lun.append(whole(lun))
        self.state.append(state)
        self.text.append(text)

    def add_stale_path(self, line: int, name: str, states: str) -> None:
        """Add a path whose SCSI device is gone; only its states are printed."""
        self.missing += 1
        self.all_plain = False
        state, text, _ = path_state(states)
        self.lines.append(line)
        self.names.append(f"#{self.missing}" if name == "-" else name)
        for column in (self.hctl, self.hba, self.target, self.lun):
            column.append(None)
        self.state.append(state)
        self.text.append(text)

    def write_complete(self) -> None:
        """Write all maps but the last if there are many, so that a long output is not in memory as a whole."""
        if len(self.maps) < _MANY_MAPS:
            return
        last = self.maps[-1]
        first_group = last[-1]
        first_path = self.groups[first_group][0]
        groups = [
            (begin - first_path, device, number, facts) for begin, device, number, facts in self.groups[first_group:]
        ]
        columns: tuple[list[Any], ...] = (
            self.lines, self.hctl, self.names, self.hba, self.target, self.lun, self.state, self.text,
        )  # fmt: skip
        paths = [column[first_path:] for column in columns]
        del self.maps[-1], self.groups[first_group:]
        for column in columns:
            del column[first_path:]
        self.write()
        self.maps[:], self.groups[:] = [(*last[:-1], 0)], groups
        for column, values in zip(columns, paths, strict=True):
            column[:] = values

    def write(self) -> None:
        """Write all rows; the paths of a map with unknown identity are written without it."""
        if not self.maps:
            return
        lines, devices, aliases, kernel_names, products, settings, firsts = zip(*self.maps, strict=True)
        known = [each or _NO_SETTINGS for each in settings]
        # for each map its first real group and the end of its groups
        bounds = [
            (first if self.groups[first][2] else first + 1, end) for first, end in pairwise((*firsts, len(self.groups)))
        ]
        columns: tuple[Sequence[Value], ...] = (
            devices, aliases, kernel_names, *zip(*map(self.known_products.__getitem__, products), strict=True),
            *list(zip(*known, strict=True))[:7],
            [self.groups[first][3][0] if first < end else None for first, end in bounds],
        )  # fmt: skip
        host = [self.host] * len(lines)
        owner = ["dm-multipath"] * len(lines)
        stated = dict(zip(DEVICE_COLUMNS, columns, strict=True))
        self.out.extend("device", lines, {"host": host, **stated, "multipath_owner": owner})
        if None in devices:
            lines = tuple(line for line, device in zip(lines, devices, strict=True) if device is not None)
            devices = tuple(device for device in devices if device is not None)
        owners = {"host": host[: len(lines)], "device": devices, "multipath_owner": owner[: len(lines)]}
        self.out.extend("device_owner", lines, owners)
        self._write_paths([bound for bound, each in zip(bounds, known, strict=True) if each[7]])

    def _write_paths(self, alua_maps: list[tuple[int, int]]) -> None:
        count = len(self.lines)
        starts, devices, group_numbers, facts = zip(*self.groups, strict=True)
        sizes = [end - start for start, end in pairwise((*starts, count))]
        filled = [size for size in sizes if size]

        def spread(column: Iterable[Value]) -> list[Value]:
            return list(chain.from_iterable(map(repeat, compress(column, sizes), filled)))

        optimised: list[Value] = [None] * count
        if alua_maps:
            # A dead path has no ALUA state.
            live = ("active", "standby")
            spread_groups = spread(self._optimised_groups(alua_maps, (*starts, count)))
            optimised = [o if s in live else None for o, s in zip(spread_groups, self.state, strict=True)]
        nvme: list[Value] = [None] * count
        if not self.all_plain:
            nvme = ["nvme" if n is not None and str(n)[:4] == "nvme" else None for n in self.names]
        values: dict[str, Sequence[Value]] = {
            "host": [self.host] * count, "device": spread(devices), "protocol": nvme, "hctl": self.hctl,
            "path_name": self.names, "hba": self.hba, "target": self.target, "lun": self.lun, "state": self.state,
            "state_text": self.text, "optimised": optimised, "group_state": spread([each[2] for each in facts]),
            "priority": spread(self._priorities(starts, [priority for _, priority, _ in facts])),
            "path_group": spread([str(number) if number else None for number in group_numbers]),
            "plugin": ["dm-multipath"] * count,
        }  # fmt: skip
        self.out.extend("path", self.lines, values)

    def _priorities(self, starts: Sequence[int], printed: Sequence[int | None]) -> list[int | None]:
        """Return the priorities of the groups; ``multipath -l`` asks no device, and prints 0 and the state ``undef``."""
        ends = (*starts[1:], len(self.text))
        asked = [
            priority != 0 or not all("undef" in str(text) for text in self.text[start:end])
            for priority, start, end in zip(printed, starts, ends, strict=True)
        ]
        return [p if p is not None and p >= 0 and known else None for p, known in zip(printed, asked, strict=True)]

    def _optimised_groups(self, alua_maps: list[tuple[int, int]], starts: Sequence[int]) -> list[Value]:
        """Return for every path group whether its paths are optimised; None for maps without ALUA."""
        found: list[Value] = [None] * len(self.groups)
        known: dict[tuple[tuple[int | None, ...], tuple[int, ...]], list[bool | None]] = {}
        for first, end in alua_maps:
            priorities = tuple([group[3][1] for group in self.groups[first:end]])
            live = tuple([self.state[starts[i] : starts[i + 1]].count("active") for i in range(first, end)])
            of_groups = known.get((priorities, live))
            if of_groups is None:
                of_groups = known[priorities, live] = alua_optimised(list(priorities), list(live))
            found[first:end] = of_groups
        return found
