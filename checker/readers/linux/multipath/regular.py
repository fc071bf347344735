r"""The topology of dm-multipath as multipath prints it, matched by one regular expression for the whole text.

A match is a path, a path group, a map with its size line (and the first group, if it follows directly), or one line
of another kind. Such lines, and paths outside a map, are read by the line-wise reader. Its results are the reference;
reading in columns is several times faster and must return the same facts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import islice

from checker.facts.values import Value
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.multipath.columns import NO_GROUP, Topology
from checker.readers.linux.multipath.fields import Group, Known, host_adapter, is_plain_name, read_group
from checker.readers.linux.multipath.lines import read_line
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.numbers import whole

# Characters per piece: the matches of a piece must fit into the CPU cache; pieces of 4 MB took 20 % longer.
_PIECE = 50_000
_GROUP = (
    r"[ |`+-]*+policy='[^'\n]*+'[^\n]*+"
    r"|\\_ [a-z][a-z-]{2,30} [0-9]{1,6} \[prio=-?[0-9]{1,9}\]\[\w{1,30}\]"
)
_GROUP_LINE = re.compile(rf"(?:{_GROUP})\n")
_LINES = re.compile(
    # path: H:C:T:L, H:C:T, L, name, states
    r"[ |`\\_+-]*+(([0-9]{1,9}+:[0-9]{1,9}+:[0-9]{1,9}+):([0-9]{1,18}+)) ++(\S++) ++[0-9#]{1,9}+:[0-9#]{1,9}+(?: ++([^\n]*+))?+\n"
    # map: alias, NAA digits of a WWID of 33 digits or else the WWID, dm name, product; its settings; its first group.
    # Without alias, a product with a comma distinguishes a map from other lines; it never contains an equals sign.
    r"|(?:([0-9A-Za-z][\w.-]*+) \()?+(?:3(6[0-9a-f]{31})(?![\w.+-])|([\w.+]{1,300}+))(?(6)\)|(?=[^\n,]*+,)) (dm-[0-9]{1,9}+) ([^\n=]*+)\n"
    rf"(\[?size=[^\n]*+)\n({_GROUP_LINE.pattern})?+"
    r"|([^\n]*+\n|[^\n]++)"
)
_Match = tuple[str, ...]


class RegularReader:
    """Reads one capture into a topology."""

    def __init__(self, capture: Capture, topology: Topology) -> None:
        self._capture = capture
        self._topology = topology
        self._line = capture.first_line
        self._groups: dict[str, Group] = {}
        self._states = Known(lambda text: topology.known_states[text][0])
        self._shown = Known(lambda text: topology.known_states[text][1])
        self._adapters = Known(host_adapter)
        self._numbers = Known(whole)
        self._columns: tuple[Sequence[Value], ...] = ()
        self._handed_over = 0

    @cached_property
    def _lines(self) -> list[str]:
        return self._capture.text.split("\n")

    def read(self) -> None:
        """Read the text in pieces that end at line ends."""
        text = self._capture.text
        start, end = 0, len(text)
        while start < end:
            stop = end if end - start <= _PIECE else text.find("\n", start + _PIECE) + 1 or end
            found = _LINES.findall(text, start, stop)
            self._take_paths([match for match in found if match[0]])
            self._piece(found)
            self._topology.write_complete()
            start = stop

    def _piece(self, found: list[_Match]) -> None:
        """Assign the paths of a piece to maps and groups, and read the other lines."""
        topology, line = self._topology, self._line
        # Local names: this loop runs once per map, and attributes and calls would take half of its time.
        lines, known_groups, known_settings = topology.lines, self._groups, topology.known_settings
        maps, map_groups = topology.maps, topology.groups
        passed = position = 0
        breaks = [index for index, match in enumerate(found) if not match[0]]
        breaks.append(len(found))
        for index in breaks:
            count = index - position
            if count:
                if not topology.in_map:
                    outside = self._outside(passed, line, count)
                    passed, line, count = passed + outside, line + outside, count - outside
                lines.extend(range(line, line + count))
                passed += count
                line += count
            if index == len(found):
                break
            _, _, _, _, _, alias, digits, wwid, kernel_name, product, size, group, other = found[index]
            if size:
                device = (
                    "naa." + digits if digits else map_identity(wwid, alias or None, kernel_name, line, topology.out)
                )
                maps.append((line, device, alias or None, kernel_name, product, known_settings[size], len(map_groups)))
                line += 2
                first = (known_groups.get(group) or self._group(group)) if group else None
                if first:
                    map_groups.append((len(lines), device, 1, first))
                    line += 1
                else:
                    map_groups.append((len(lines), device, 0, NO_GROUP))
                topology.in_map, topology.in_list, topology.missing = True, False, 0
                if topology.waiting is not None:
                    topology.out.unread(topology.waiting[0])
                    topology.waiting = None
            elif topology.in_map and (facts := known_groups.get(other) or self._group(other)):
                topology.begin_group(facts)
                line += 1
            else:
                if other != "\n":
                    self._hand_over(passed)
                    read_line(topology, line, other.rstrip("\n"))
                line += 1
            position = index + 1
        self._hand_over(passed)
        self._line = line

    def _group(self, line: str) -> Group | None:
        """Read and cache the line of a path group, including its line end; None for other lines."""
        group = read_group(line.strip()) if _GROUP_LINE.fullmatch(line) else None
        if group is not None:
            self._groups[line] = group
        return group

    def _outside(self, passed: int, line: int, count: int) -> int:
        """Read paths without a map line by line, until a line begins a map; return how many."""
        self._hand_over(passed)
        taken = 0
        while taken < count and not self._topology.in_map:
            read_line(self._topology, line + taken, self._lines[line + taken - self._capture.first_line])
            taken += 1
        self._handed_over += taken
        return taken

    def _take_paths(self, paths: list[_Match]) -> None:
        """Compute the columns of all paths of a piece."""
        self._handed_over = 0
        if not paths:
            self._columns = ()
            return
        hctl, targets, luns, names, states = islice(zip(*paths, strict=True), 5)
        hba: Sequence[Value] = list(map(self._adapters.__getitem__, targets))
        name: Sequence[Value] = names
        target: Sequence[Value] = targets
        joined = "\n".join(("", *names, ""))
        if "\nnvme" in joined or "\n-\n" in joined:
            self._topology.all_plain = False
            plain = [is_plain_name(text) for text in names]
            name = [None if text == "-" else text for text in names]
            target = [text if good else None for text, good in zip(targets, plain, strict=True)]
            hba = [text if good else None for text, good in zip(hba, plain, strict=True)]
        self._columns = (
            hctl, name, hba, target, list(map(self._numbers.__getitem__, luns)),
            list(map(self._states.__getitem__, states)), list(map(self._shown.__getitem__, states)),
        )  # fmt: skip

    def _hand_over(self, end: int) -> None:
        """Append the paths of the piece before ``end`` to the topology, except those already appended."""
        begin = self._handed_over
        if end > begin:
            t = self._topology
            lists = (t.hctl, t.names, t.hba, t.target, t.lun, t.state, t.text)
            for column, values in zip(lists, self._columns, strict=True):
                column.extend(values[begin:end])
            self._handed_over = end
