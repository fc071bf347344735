"""``esxcli storage nmp device list`` (ESXi 5 to 8) and ``esxcli nmp device list`` (4.x).

    naa.6000144000000010aa00000000000001
       Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)
       Storage Array Type: VMW_SATP_INV
       Storage Array Type Device Config: SATP VMW_SATP_INV does not support device configuration.
       Path Selection Policy: VMW_PSP_FIXED
       Path Selection Policy Device Config: {preferred=vmhba2:C0:T0:L1;current=vmhba2:C0:T0:L1}
       Path Selection Policy Device Custom Config:
       Working Paths: vmhba2:C0:T0:L1
       Is USB: false

Whole records as ESXi prints them are matched by one regular expression; all others, and always the last, are read line
by line. ``Working Paths`` is not the number of paths: Fixed and MRU print one, and round robin omits paths that are not
optimised (formats-hosts.md section 1.1). So no path rows are written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.esxi import listing, names
from checker.readers.toolkit.base import Capture, Reader, word_list

KEYS = frozenset(
    (
        "device display name", "storage array type", "storage array type device config", "path selection policy",
        "path selection policy device config", "path selection policy device custom config", "working paths", "is usb",
        "is local sas device", "is boot usb device", "is boot device",
    )
)  # fmt: skip
_NEEDED = ("storage array type", "path selection policy", "working paths")
_PATH = r"vmhba\d{1,5}:C\d{1,5}:T\d{1,5}:L\d{1,5}"
# Text is read in pieces so that the lists of matches stay small; the last record of a piece is read line by line.
_PIECE = 1_000_000
_RECORD = re.compile(
    r"((?:naa|eui)\.[0-9a-f]{16}(?:[0-9a-f]{16})?+)\n"
    r" *+Device Display Name: ([^\n]*+)\n"
    r" *+Storage Array Type: ([^\n]*+)\n"
    r" *+Storage Array Type Device Config: ([^\n]*+)\n"
    r" *+Path Selection Policy: ([^\n]*+)\n"
    r" *+Path Selection Policy Device Config: ([^\n]*+)\n"
    r" *+Path Selection Policy Device Custom Config:(?: [^\n]*+)?+\n"
    rf" *+Working Paths: ({_PATH}(?:, {_PATH})*+)\n"
    r"((?: *+Is Local SAS Device: (?:true|false)\n)?+(?: *+Is USB: (?:true|false)\n)?+"
    r"(?: *+Is Boot USB Device: (?:true|false)\n)?+(?: *+Is Boot Device: (?:true|false)\n)?+\n*+)"
    # A key after that still belongs to the record: only a name ends it.
    r"(?=(?:naa|eui|t10|mpx|uuid|vml)\.[^\s\"']{1,300}\n)"
    r"|([^\n]++\n?|\n)"
)
_RECORD_LINES = 8
_POLICY = re.compile(r"\bpolicy\s?=\s?(\w+)")
_IOPS = re.compile(r"\biops\s?=\s?([^,;}\s]+)")
_BYTES = re.compile(r"\bbytes\s?=\s?([^,;}\s]+)")
_USE_ANO = re.compile(r"\buseANO\s?=\s?([01])\b")
_PREFERRED = re.compile(r"\{\s?preferred\s?=\s?([^;}\s]*)")
_CURRENT_FIXED = re.compile(r";\s?current\s?=\s?([^;}\s]*)")
_CURRENT_RECENT = re.compile(r"\{?\s?Current Path\s?=\s?([^;}\s]*)", re.IGNORECASE)
# "default": the plug-in's own limits apply (`policy=rr`).
_LIMIT_TYPES = {"rr": "default", "iops": "iops", "bytes": "bytes", "latency": "latency"}
_COLUMNS = word_list("""
    host device alias vendor transport is_local multipath_owner satp satp_config psp psp_config rr_type rr_iops
    rr_iops_text rr_bytes rr_use_ano preferred_path current_path working_paths is_boot
""")  # fmt: skip


# Columns of a row of DeviceList: all but the two that are equal for all devices.
_FACTS = tuple(column for column in _COLUMNS if column not in ("host", "multipath_owner"))
# Longer configurations, which no policy prints, are not cached.
_LONGEST_KEPT = 1000


def _group(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text)
    return found.group(1) or None if found else None


def _names_path(text: str | None) -> bool:
    return text is not None and text.lower() not in ("none", "unset", "unknown")


def _damaged(text: str | None) -> bool:
    """Return TRUE for a damaged runtime name; other path names (UIDs) are kept as printed."""
    return text is not None and text.lower().startswith("vmhba") and not names.RUNTIME_NAME.match(text)


def _working_paths(out: Writer, record: listing.Record) -> int | None:
    if "working paths" not in record.values:
        return None
    texts = [text for text in re.split(r"[,\s]+", record.values["working paths"]) if text]
    # The last one may be cut at the end of the text; it still counts as a path.
    if any(not text.startswith("vmhba") and "-" not in text for text in texts):
        out.bad_value("device", "working_paths", record.values["working paths"], record.at("working paths"))
        return None
    return len(texts)


class DeviceList:
    """Collects the records of a device list and writes them in columns."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._text = capture.text
        self._host = capture.owner
        self._out = out
        self._line = capture.first_line
        self._slow = listing.RecordReader(out, KEYS, listing.device_name, _NEEDED, same_ending=False)
        self._lines: list[int] = []
        self._rows: list[tuple[Value, ...]] = []
        self._tails: dict[str, tuple[bool, bool | None]] = {}

    def read(self) -> None:
        """Read the whole text."""
        start, end = 0, len(self._text)
        while start < end:
            stop = end if end - start <= _PIECE else self._text.find("\n", start + _PIECE) + 1 or end
            self._piece(_RECORD.findall(self._text, start, stop))
            start = stop
        self.take(self._slow.finish(ends_cut=not self._text.endswith("\n")))
        self.finish()

    def _piece(self, found: list[tuple[str, ...]]) -> None:
        line = self._line
        for device, shown, satp, satp_config, psp, config, working, tail, other in found:
            if other:
                self.take(self._slow.feed(line, other))
                line += 1
                continue
            self.take(self._slow.close_before_whole())
            local, boot = self._tails.get(tail) or self._tail(tail)
            texts = (shown, satp, satp_config, psp, config)
            self._add(line, line + 5, device, texts, working.count(",") + 1, local, boot)
            line += _RECORD_LINES + tail.count("\n")
        self._line = line

    def _tail(self, tail: str) -> tuple[bool, bool | None]:
        boot = "Is Boot Device: true" in tail if "Is Boot Device:" in tail else None
        found = self._tails[tail] = ("Is Local SAS Device: true" in tail, boot)
        return found

    def take(self, record: listing.Record | None) -> None:
        """Add one record that was read line by line."""
        if record is None or not record.values:
            return
        get = record.values.get
        printed = record.name or names.device_in_display_name(record.text("device display name"))
        device = self._out.device_id(printed, record.line, "device")
        if printed is None:
            self._out.note(record.line, "skipped a device record without a device name")
            self._out.unread(record.line, len(record.values))
            return
        texts = (
            get("device display name", ""), get("storage array type", ""), get("storage array type device config", ""),
            get("path selection policy", ""), get("path selection policy device config", ""),
        )  # fmt: skip
        local = bool(normalise.yes_no(record.text("is local sas device")))
        boot = normalise.yes_no(record.text("is boot device"))
        paths = _working_paths(self._out, record)
        self._add(
            record.line, record.at("path selection policy device config"), device, texts, paths, local, boot, printed
        )

    def _add(
        self,
        line: int,
        config_line: int,
        device: str | None,
        texts: tuple[str, str, str, str, str],
        paths: int | None,
        local_sas: bool,
        boot: bool | None,
        printed: str = "",
    ) -> None:
        """Collect the row of a device."""
        shown, satp, satp_config, psp, config = texts
        name = names.display_name(shown)
        # Web pages print what they discuss in bold; ESXi itself prints no asterisk here.
        config, satp_config = config.replace("*", "").strip(), satp_config.replace("*", "")
        facts, damaged = _parse_config(config) if len(config) < _LONGEST_KEPT else _parse_config.__wrapped__(config)
        for fact, text in damaged:
            self._out.bad_value("device", fact, text, config_line, device or printed)
        self._lines.append(line)
        self._rows.append(
            (
                device, name.alias, name.vendor, name.transport, True if name.is_local or local_sas else None,
                satp.strip() or None, satp_config.strip() or None, psp.strip() or None, config or None, *facts, paths,
                boot,
            )
        )  # fmt: skip

    def finish(self) -> None:
        """Write all devices; call it once, after the last record."""
        lines = self._lines
        if not lines:
            return
        self._out.add("host", lines[0], host=self._host, platform="esxi")
        host = [self._host] * len(lines)
        columns: dict[str, Sequence[Value]] = dict(zip(_FACTS, zip(*self._rows, strict=True), strict=True))
        columns |= {"host": host, "multipath_owner": ["nmp"] * len(lines)}
        self._out.extend("device", lines, {column: columns[column] for column in _COLUMNS})
        # the first line of a device counts
        first = dict(zip(reversed(columns["device"]), reversed(lines), strict=True))
        first.pop(None, None)
        owned = dict.fromkeys(device for device in columns["device"] if device is not None)
        self._out.extend(
            "device_owner",
            [first[device] for device in owned],
            {"host": host[: len(owned)], "device": list(owned), "multipath_owner": ["nmp"] * len(owned)},
        )


@lru_cache(maxsize=4096)
def _parse_config(config: str) -> tuple[tuple[Value, ...], tuple[tuple[str, str], ...]]:
    """Parse the configuration of a path selection policy: rr_type to current_path, and damaged runtime names."""
    policy, use_ano, iops = _group(_POLICY, config), _group(_USE_ANO, config), _group(_IOPS, config)
    current = _group(_CURRENT_FIXED, config) if policy is None else None
    if current is None and policy is None:
        current = _group(_CURRENT_RECENT, config)
    stated = {"preferred_path": _group(_PREFERRED, config), "current_path": current}
    paths = {fact: text if _names_path(text) else None for fact, text in stated.items()}
    facts: tuple[Value, ...] = (
        _LIMIT_TYPES.get(policy.lower()) if policy else None, normalise.integer(iops), iops,
        normalise.integer(_group(_BYTES, config)), None if use_ano is None else use_ano == "1",
        *(None if _damaged(text) else text for text in paths.values()),
    )  # fmt: skip
    return facts, tuple((fact, text) for fact, text in paths.items() if text and _damaged(text))


READERS = (
    Reader(
        name="esxi-nmp-device-list", platform="esxi", command="esxcli storage nmp device list",
        provides={
            "host": ("host", "platform"), "device": _COLUMNS, "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=listing.by_keys(
            "records with Storage Array Type and Path Selection Policy", "path selection policy", KEYS,
            listing.device_name,
        ),
        read=lambda capture, out: DeviceList(capture, out).read(), needles=("Storage", "Array", "Selection"),
        begins=listing.DEVICE_LINE + r" *Device Display Name: [^\n]*\n *Storage Array Type: ",
    ),
)  # fmt: skip
