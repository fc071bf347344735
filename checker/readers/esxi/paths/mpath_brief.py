"""``esxcfg-mpath -b``: one line per device, then one line per path.

    naa.6000144000000010aa00000000000001 : EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
       vmhba2:C0:T0:L1 LUN:1 state:active fc Adapter: WWNN: 20:00:00:10:aa:00:00:01 WWPN: 10:00:00:10:aa:00:00:01  Target: WWNN: 50:00:14:40:00:aa:00:01 WWPN: 50:00:14:40:10:aa:00:01

Whole path lines are read in columns, all others line by line. Grammar: formats-hosts.md section 1.4.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.esxi import listing, names
from checker.readers.esxi.paths import path_rows
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.numbers import whole as number_of

# Characters per piece: the matches of a piece should fit into the CPU cache.
_PIECE = 200_000
_LINE = re.compile(
    r" *+((vmhba[0-9]++:C[0-9]++:T[0-9]++):L([0-9]++)) LUN:\3 state:(\S++) (\S++) (Adapter:[^T\n]*+Target:[^\n]*+)\n"
    r"|([^\n]++\n?|\n)"
)
_LOOSE = re.compile(
    r"((vmhba\d+):C\d+:T\d+:L\d+)\s+LUN:\s?(\d+)\s+state:\s?(\S+(?: unoptimi[sz]ed)?)(?:\s+(\S+)(?:\s+(Adapter:.*))?)?\Z"
)
_HEADER = re.compile(r"((?:naa|eui|t10|mpx|uuid|vml)\.\S+?)\s*:(?:\s+(.*))?\Z", re.IGNORECASE)
_HEADER_THEN_BLANK = re.compile(r"^ *(?:naa|eui|t10|mpx|uuid)\.\S{1,300} *:[^\n]*\n *\n", re.IGNORECASE | re.MULTILINE)
_PATH_START = re.compile(r"^ *vmhba\d+:C\d+:T\d+:L\d+ +LUN: ?\d+ +state: ?\w", re.MULTILINE)
_CONNECTION_FACTS = word_list("initiator_wwpn target_wwpn hba target state state_text optimised transport")  # fmt: skip
_COLUMNS = ("host", "device", "protocol", *_CONNECTION_FACTS, "hctl", "lun")
_NO_DEVICE: tuple[str | None, str | None] = (None, None)


class _Brief:
    def __init__(self, capture: Capture, out: Writer) -> None:
        self._text = capture.text
        self._host = capture.owner
        self._out = out
        self._line = capture.first_line
        self._side = path_rows.SideFacts()
        self._connections: dict[tuple[str, ...], tuple[Value, ...]] = {}
        self._device = _NO_DEVICE
        self._protocols: dict[tuple[tuple[str | None, str | None], str | None], str | None] = {}
        self._orphans_noted = False
        # A blank line ends a device, except in copied pages with a blank line after every line.
        self._blank_ends_device = not _HEADER_THEN_BLANK.search(capture.head)
        self._pending: tuple[int, str] | None = None
        self._without_paths: int | None = None

    def read(self) -> None:
        start, end = 0, len(self._text)
        while start < end:
            stop = end if end - start <= _PIECE else self._text.find("\n", start + _PIECE) + 1 or end
            self._piece(_LINE.findall(self._text, start, stop))
            start = stop
        if self._pending is not None:
            self._finish()
        self._lone_device()
        self._side.write(self._out, self._host)

    def _piece(self, found: list[tuple[str, ...]]) -> None:
        """Read one piece of text: runs of whole path lines of one device, and the lines between them."""
        others = [index for index, match in enumerate(found) if match[-1]]
        devices: list[tuple[str | None, str | None]] = []
        next_line = 0
        for index in [*others, len(found)]:
            if index > next_line:
                if self._pending is not None:
                    self._flush()
                self._orphans(self._line + next_line)
                devices.extend([self._device] * (index - next_line))
            if index < len(found):
                self._other(self._line + index, found[index][-1].strip())
            next_line = index + 1
        lines = [line for line, match in enumerate(found, self._line) if not match[-1]]
        self._line += len(found)
        if lines:
            self._columns([match for match in found if not match[-1]], lines, devices)

    def _columns(
        self, found: list[tuple[str, ...]], lines: Sequence[int], devices: list[tuple[str | None, str | None]]
    ) -> None:
        hctl, scsi_targets, luns, states, transports, tails, _ = zip(*found, strict=True)
        known = self._connections
        connections = [
            known.get(key) or known.setdefault(key, self._connection(key, line))
            for key, line in zip(zip(scsi_targets, states, transports, tails, strict=True), lines, strict=True)
        ]
        protocol_of = self._protocols
        protocols: list[Value] = [
            protocol_of[key] if key in protocol_of else self._of_device(key, line)
            for key, line in zip(zip(devices, transports, strict=True), lines, strict=True)
        ]
        self._side.seen(lines[0])
        numbers = {text: number_of(text) if len(text) < 19 else None for text in set(luns)}
        columns: dict[str, Sequence[Value]] = {
            "host": [self._host] * len(lines),
            "device": [device for device, _ in devices],
            "protocol": protocols,
        }
        columns.update(zip(_CONNECTION_FACTS, zip(*connections, strict=True), strict=True))
        columns["hctl"] = hctl
        columns["lun"] = [numbers[text] for text in luns]
        self._out.extend("path", lines, columns)

    def _of_device(self, key: tuple[tuple[str | None, str | None], str | None], line: int) -> str | None:
        """Remember the transport of the device; return the protocol of the path."""
        (device, shown), transport = key
        self._side.device(line, device, None, transport, shown)
        protocol = self._protocols[key] = path_rows.protocol_of(transport, shown, device)
        return protocol

    def _connection(self, key: tuple[str, ...], line: int) -> tuple[Value, ...]:
        """Return the facts that all paths from one adapter to one target in one state share."""
        scsi_target, state_text, transport, tail = key
        hba = scsi_target.partition(":")[0]
        state, optimised = names.path_state(state_text)
        wwpn = wwnn = target_wwpn = target_wwnn = None
        adapter, _, target = tail.partition("Target:")
        if transport in names.FC_TRANSPORTS:
            ends = names.split_details(adapter), names.split_details(target)
            if ends[0]:
                wwpn = self._out.wwn(ends[0][1], line, "path", "initiator_wwpn", hba)
                wwnn = self._out.wwn(ends[0][0], line, "initiator", "wwnn", hba)
            if ends[1]:
                target_wwpn = self._out.wwn(ends[1][1], line, "path", "target_wwpn", scsi_target)
                target_wwnn = self._out.wwn(ends[1][0], line, "remote_port", "target_wwnn", scsi_target)
        self._side.initiator(line, hba, wwpn, wwnn, transport)
        self._side.remote_port(line, hba, scsi_target, target_wwpn, target_wwnn)
        return wwpn, target_wwpn, hba, scsi_target, state, state_text or None, optimised, transport or None

    def _other(self, line: int, text: str) -> None:
        """Read a line that is not a whole path line: a device, the rest of a wrapped path, or something else."""
        if not text:
            if self._blank_ends_device:
                self._flush()
                self._lone_device()
                self._device = _NO_DEVICE
            return
        if text.startswith("vmhba"):
            self._flush()
            self._pending = (line, text)
            return
        header = _HEADER.match(text)
        if header:
            self._flush()
            self._lone_device()
            self._side.seen(line)
            shown = header.group(2)
            device = self._out.device_id(header.group(1), line, "device")
            self._device = (device, shown)
            self._without_paths = line
            return
        if self._pending is not None and ("WW" in text or text.startswith("Target:")):
            self._pending = (self._pending[0], f"{self._pending[1]} {text}")
            return
        if " : " in text or text.lower().startswith("no associated device"):
            self._flush()
            self._lone_device()
            self._device = _NO_DEVICE
        if not listing.is_noise(text):
            self._out.unread(line)

    def _flush(self) -> None:
        """Write the path line that was held back because it might continue on the next line."""
        if self._pending is None:
            return
        line, text = self._pending
        self._pending = None
        found = _LOOSE.match(text)
        if not found:
            self._out.unread(line)
            return
        hctl, hba, lun, state, transport, tail = found.groups()
        scsi_target = hctl.rpartition(":")[0]
        connection = self._connection((scsi_target, state, transport or "", tail or ""), line)
        self._orphans(line)
        self._side.seen(line)
        facts: dict[str, Value] = dict(zip(_CONNECTION_FACTS, connection, strict=True))
        facts.update(host=self._host, device=self._device[0], hctl=hctl, hba=hba, lun=normalise.integer(lun))
        facts["protocol"] = self._of_device((self._device, transport), line)
        self._out.add("path", line, **{column: facts[column] for column in _COLUMNS})

    def _finish(self) -> None:
        """Write the last path line, unless the text ends inside it."""
        if self._pending is None:
            return
        line, text = self._pending
        found = _LOOSE.match(text)
        target = (found.group(6) or "").partition("Target:")[2].strip() if found else ""
        fc = found is not None and found.group(5) in names.FC_TRANSPORTS
        details = names.split_details(target)
        whole = bool(details and normalise.wwn(details[1])) if fc else bool(target)
        if whole or self._text.endswith("\n"):
            self._flush()
            return
        self._out.ends_inside_record = True
        self._out.note(line, f"truncated: the path {text[:60]} is incomplete and was skipped")

    def _lone_device(self) -> None:
        """Remember a device without paths."""
        if self._without_paths is not None:
            self._side.device(self._without_paths, self._device[0], None, None, self._device[1])
            self._without_paths = None

    def _orphans(self, line: int) -> None:
        """Add one note about paths without a device; called before the paths of the current device are added."""
        self._without_paths = None
        if self._device is _NO_DEVICE and not self._orphans_noted:
            self._orphans_noted = True
            self._out.note(line, "the device of these paths is unknown: the device line before them is missing")


def _read(capture: Capture, out: Writer) -> None:
    _Brief(capture, out).read()


READERS = (
    Reader(
        name="esxi-mpath-brief", platform="esxi", command="esxcfg-mpath -b",
        provides={
            "host": ("host", "platform"), "path": _COLUMNS, "initiator": ("host", *path_rows.INITIATOR_COLUMNS),
            "remote_port": ("host", *path_rows.REMOTE_PORT_COLUMNS),
            "device": word_list("host device transport vendor alias is_local"),
        },
        detect=listing.by_share(
            "path lines with LUN: and state:", _LOOSE, _HEADER, needs=_PATH_START, claims=((0.6, 95), (0.3, 60))
        ),
        read=_read, needles=("vmhba", "LUN:", "state:"),
    ),
)  # fmt: skip
