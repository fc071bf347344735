"""``esxcli storage core path list`` (ESXi 5 to 8), also ``esxcfg-mpath -l`` and the copy in a vm-support bundle.

    fc.20000010aa000001:10000010aa000001-fc.5000144000aa0001:5000144010aa0001-naa.6000144000000010aa00000000000001
       UID: fc.20000010aa000001:10000010aa000001-fc.5000144000aa0001:5000144010aa0001-naa.6000144000000010aa00000000000001
       Runtime Name: vmhba2:C0:T0:L1
       Device: naa.6000144000000010aa00000000000001
       Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
       Adapter: vmhba2
       Channel: 0
       Target: 0
       LUN: 1
       Plugin: NMP
       State: active
       Transport: fc
       Adapter Identifier: fc.20000010aa000001:10000010aa000001
       Target Identifier: fc.5000144000aa0001:5000144010aa0001
       Adapter Transport Details: WWNN: 20:00:00:10:aa:00:00:01 WWPN: 10:00:00:10:aa:00:00:01
       Target Transport Details: WWNN: 50:00:14:40:00:aa:00:01 WWPN: 50:00:14:40:10:aa:00:01
       Maximum IO Size: 33553920

Whole, consistent FC records are read in columns by one regular expression; every other line is read by the line-wise
reader, so that damage costs time but no facts. Grammar: formats-hosts.md section 1.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, compress

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.esxi import listing, names
from checker.readers.esxi.paths import core_path_text, path_rows
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.numbers import whole

# Text is read in pieces so that the lists of groups stay small; pieces end between records if possible.
_PIECE = 4_000_000
_CONTROLLER = 10
"""Column of the line that only newer releases print."""
_CONNECTION_FACTS = word_list("""
    initiator_wwpn target_wwpn hba target state state_text optimised plugin transport max_io_bytes
""")  # fmt: skip
_DEVICE_FACTS = ("device", "protocol")

WwnKey = tuple[str, str]


def _read(capture: Capture, out: Writer) -> None:
    PathList(capture, out).read()


class PathList:
    """Writes the records of a path list: the paths, and the devices and ports that they state."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._text = capture.text
        self._host = capture.owner
        self._out = out
        self._side = path_rows.SideFacts()
        self._slow = listing.RecordReader(
            out, core_path_text.KEYS, listing.path_name, core_path_text.NEEDED, core_path_text.split_adapter_line
        )
        self._line = capture.first_line
        # Cache of WWPN and WWNN by (identifier, details): a capture repeats the same few ports.
        self._initiator_names: dict[WwnKey, tuple[str | None, str | None]] = {}
        self._target_names: dict[WwnKey, tuple[str | None, str | None]] = {}
        self._states: dict[str, tuple[str, str, str]] = {}
        self._connections: dict[tuple[str, ...], tuple[Value, ...]] = {}
        self._listed_devices: dict[tuple[str, ...], tuple[Value, ...]] = {}

    def read(self) -> None:
        """Read the whole text."""
        start, end = 0, len(self._text)
        while start < end:
            stop = end
            if end - start > _PIECE:
                cut = self._text.rfind("\n\n", start, start + _PIECE)
                stop = cut + 2 if cut >= start else self._text.find("\n", start + _PIECE) + 1 or end
            self._piece(core_path_text.RECORD.findall(self._text, start, stop))
            start = stop
        self.take(self._slow.finish(ends_cut=not self._text.endswith("\n")))
        self.finish()

    def finish(self) -> None:
        """Write the devices and ports that the paths stated; call it once, after the last record."""
        self._side.write(self._out, self._host)

    def _piece(self, found: list[tuple[str, ...]]) -> None:
        """Read one piece: regular records in columns, the lines between them line by line."""
        columns = list(zip(*found, strict=True))
        others = columns[-1]
        counts = [
            1 if other else core_path_text.RECORD_LINES + bool(controller) + len(trail)
            for other, controller, trail in zip(others, columns[_CONTROLLER], columns[-2], strict=True)
        ]
        lines = list(accumulate(counts, initial=self._line))
        self._line = lines.pop()
        if any(others):
            self._lines_between(others, lines)
            lines = list(compress(lines, [not other for other in others]))
            columns = list(zip(*[match for match in found if not match[-1]], strict=True))
        else:
            self.take(self._slow.close())
        if lines:
            self._slow.others_end(core_path_text.LAST, len(lines))
            self._columns(columns, lines)

    def _lines_between(self, others: Sequence[str], lines: Sequence[int]) -> None:
        for line, text in zip(lines, others, strict=True):
            # a regular record ends the record before it
            self.take(self._slow.feed(line, text) if text else self._slow.close())

    def _columns(self, found: list[tuple[str, ...]], lines: Sequence[int]) -> None:
        """Write regular records; the facts of a connection or device are computed once for all its paths."""
        adapters, targets, devices, hctl, scsi_targets, _, _, _, luns, shown, _, states, tails, _, _ = found
        known = self._connections
        connections = [
            known.get(key) or self._connection(key, line)
            for key, line in zip(zip(adapters, targets, scsi_targets, states, tails, strict=True), lines, strict=True)
        ]
        known_devices = self._listed_devices
        listed = [
            known_devices.get(key) or self._listed_device(key, line)
            for key, line in zip(zip(devices, shown, states, strict=True), lines, strict=True)
        ]
        numbers = {text: whole(text) if len(text) < 19 else None for text in set(luns)}
        self._side.seen(lines[0])
        columns: dict[str, Sequence[Value]] = {"host": [self._host] * len(lines)}
        columns.update(zip(_DEVICE_FACTS, zip(*listed, strict=True), strict=True))
        columns.update(zip(_CONNECTION_FACTS, zip(*connections, strict=True), strict=True))
        columns["hctl"] = hctl
        columns["lun"] = [numbers[text] for text in luns]
        self._out.extend("path", lines, {name: columns[name] for name in path_rows.PATH_COLUMNS})

    def _connection(self, key: tuple[str, ...], line: int) -> tuple[Value, ...]:
        """Return the facts that all paths from one adapter to one target in one state share."""
        adapter, target, scsi_target, state_lines, tail = key
        hba = scsi_target.partition(":")[0]
        plugin, state_text, transport = self._state_values(state_lines)
        adapter_details, target_details, max_io = core_path_text.values_of_lines(tail)
        wwpn, wwnn = self._initiator((adapter, adapter_details), line)
        target_wwpn, target_wwnn = self._target((target, target_details), line, scsi_target)
        self._side.initiator(line, hba, wwpn, wwnn, transport)
        self._side.remote_port(line, hba, scsi_target, target_wwpn, target_wwnn)
        state, optimised = names.path_state(state_text)
        facts = self._connections[key] = (
            wwpn, target_wwpn, hba, scsi_target, state, state_text or None, optimised, plugin or None,
            transport or None, normalise.integer(max_io),
        )  # fmt: skip
        return facts

    def _listed_device(self, key: tuple[str, ...], line: int) -> tuple[Value, ...]:
        text, shown, state_lines = key
        plugin, _, transport = self._state_values(state_lines)
        device = self._out.device_id(text, line, "path")
        self._side.device(line, device, names.multipath_owner(plugin), transport or None, shown)
        facts = self._listed_devices[key] = (device, path_rows.protocol_of(transport, shown, device))
        return facts

    def _state_values(self, state_lines: str) -> tuple[str, str, str]:
        found = self._states.get(state_lines)
        if found is None:
            found = self._states[state_lines] = core_path_text.values_of_lines(state_lines)
        return found

    def _initiator(self, key: WwnKey, line: int) -> tuple[str | None, str | None]:
        if key not in self._initiator_names:
            facts = ("path", "initiator_wwpn"), ("initiator", "wwnn")
            self._initiator_names[key] = self._names(key, line, facts, "")
        return self._initiator_names[key]

    def _target(self, key: WwnKey, line: int, place: str | None) -> tuple[str | None, str | None]:
        if key not in self._target_names:
            facts = ("path", "target_wwpn"), ("remote_port", "target_wwnn")
            self._target_names[key] = self._names(key, line, facts, place or "")
        return self._target_names[key]

    def _names(
        self, key: WwnKey, line: int, facts: tuple[tuple[str, str], tuple[str, str]], place: str
    ) -> tuple[str | None, str | None]:
        """Return WWPN and WWNN from the identifier and the transport details, both of which state them."""
        identifier = names.split_identifier(key[0])
        details = names.split_details(key[1])
        texts = (details[1] if details else None, identifier[2] if identifier else None)
        wwpn = names.agreed_wwn(self._out, texts, line, kind=facts[0][0], fact=facts[0][1], place=place)
        texts = (details[0] if details else None, identifier[1] if identifier else None)
        return wwpn, names.agreed_wwn(self._out, texts, line, kind=facts[1][0], fact=facts[1][1], place=place)

    def take(self, record: listing.Record | None) -> None:
        """Write one record that was not read in columns."""
        if record is None:
            return
        uid = record.get("uid") or record.name
        parts = names.split_fc_uid(uid)
        printed = record.get("device")
        device = path_rows.agreed_device(self._out, printed, parts[2] if parts else None, record.at("device"))
        hctl = record.get("runtime name")
        runtime = names.RUNTIME_NAME.match(hctl) if hctl else None
        if hctl and not runtime:
            self._out.bad_value("path", "hctl", hctl, record.at("runtime name"), printed or "")
        if device is None and runtime is None and not parts:
            self._out.note(record.line, "skipped a path record without device and path name")
            self._out.unread(record.line, len(record.values))
            return
        self._side.seen(record.line)
        hba = runtime.group(2) if runtime else record.get("adapter")
        scsi_target = runtime.group(1) if runtime else None
        lun = normalise.integer(runtime.group(3) if runtime else record.get("lun"))
        adapter_id = (parts[0] if parts else None) or record.get("adapter identifier") or ""
        target_id = (parts[1] if parts else None) or record.get("target identifier") or ""
        end = names.split_identifier(adapter_id)
        transport = (record.get("transport") or (end[0] if end else "")).lower() or None
        wwpn = wwnn = target_wwpn = target_wwnn = None
        if transport in names.FC_TRANSPORTS:
            adapter_key = (adapter_id, record.get("adapter transport details") or "")
            target_key = (target_id, record.get("target transport details") or "")
            wwpn, wwnn = self._initiator(adapter_key, record.at("adapter transport details"))
            target_wwpn, target_wwnn = self._target(target_key, record.at("target transport details"), scsi_target)
        owner = names.multipath_owner(record.get("plugin"))
        shown = record.get("device display name")
        self._side.initiator(record.line, hba, wwpn, wwnn, transport)
        self._side.remote_port(record.line, hba, scsi_target, target_wwpn, target_wwnn)
        self._side.device(record.line, device, owner, transport, shown)
        state, optimised = names.path_state(record.get("state"))
        values: tuple[Value, ...] = (
            self._host, device, path_rows.protocol_of(transport, shown, device), wwpn, target_wwpn,
            hctl if runtime else None, hba, scsi_target, lun, state, record.get("state"), optimised,
            record.get("plugin"), transport, normalise.integer(record.get("maximum io size")),
        )  # fmt: skip
        self._out.extend(
            "path",
            [record.line],
            {column: [value] for column, value in zip(path_rows.PATH_COLUMNS, values, strict=True)},
        )


READERS = (
    Reader(
        name="esxi-core-path-list", platform="esxi", command="esxcli storage core path list",
        provides=path_rows.provides(path_rows.PATH_COLUMNS), read=_read, also=("esxcfg-mpath -l",), needles=("Runtime", "Transport"),
        begins=r"^ *+\S{1,251}+[ \t]*+\n *UID: |^ *UID: \S+\n *Runtime Name: ",
        selects=listing.ONE_DEVICE, narrows=listing.ONE_PATH,
        detect=listing.by_keys(
            "records with Runtime Name, Plugin, State and Target Transport Details", "target transport details",
            core_path_text.KEYS,
            lambda line: listing.path_name(line) or (line if core_path_text.ADAPTER_LINE.match(line) else None),
        ),
    ),
)  # fmt: skip
