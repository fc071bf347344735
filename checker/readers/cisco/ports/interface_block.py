"""One block of ``show interface`` or ``show interface counters``: its sentences and its counters.

Counters are named as in ``counter_sample``; a counter without a common name keeps Cisco's name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from checker.facts import normalise
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.numbers import whole

# "N name, N name": each number precedes its name.
_COUNT = re.compile(r"(\d{1,20})\s+((?:2\.5us )?[A-Za-z][\w/\- ]{0,60}?)\s*(?=,|\Z)")
_DIRECTION = re.compile(r"(\d+) frames (input|output)\b", re.IGNORECASE)
_BOTH = {
    "crc": "crc_err", "crc/fcs": "crc_err", "invalid crc": "crc_err", "invalid crc/fcs": "crc_err",
    "unknown class": "unknown_class", "too long": "too_long", "too short": "too_short",
    "timeout discards": "class3_timeout_tx", "credit loss": "credit_loss", "link failures": "link_failure",
    "link failure": "link_failure", "sync losses": "loss_sync", "sync loss": "loss_sync",
    "signal losses": "loss_signal", "signal loss": "loss_signal",
    "transmit b2b credit transitions to zero": "credit_zero",
    "transmit b2b credit transitions from zero": "credit_zero",
    "receive b2b credit transitions to zero": "credit_zero_rx",
    "receive b2b credit transitions from zero": "credit_zero_rx",
    "waits due to lack of transmit credits": "credit_waits", "invalid transmission words": "invalid_words",
    "address id errors": "address_errors", "delimiter errors": "delimiter_errors",
    "2.5us txwait due to lack of transmit credits": "txwait_2_5us",
}  # fmt: skip
_SIDED = {"discards": "discards", "errors": "errors", "frames": "frames", "bytes": "bytes"}
_SIGNALS = {"ols": "ols", "lrr": "link_reset", "nos": "nos", "loop inits": "loop_inits"}
_SIGNAL_LINE = re.compile(r"\d+ (input|output) OLS\b", re.IGNORECASE)
_MEMBER = re.compile(r"Member\[\d{1,3}\]\s*:\s*(\S{3,20})(?:\s+\[(\w+)\])?(?:\s*(\*))?\s*\Z", re.IGNORECASE)
_PERCENT = re.compile(
    # Some releases omit "not available".
    r"Percentage (?:Tx credits|TxWait)(?: not available)? for last 1s/1m/1h/72h:\s*(\d{1,3})%/(\d{1,3})%/(\d{1,3})%/(\d{1,3})%",
    re.IGNORECASE,
)
_CLEARED = re.compile(r"last clearing of .{0,30}counters\s*:?\s*(?P<when>\S.{0,40})\Z", re.IGNORECASE)
_AGE = re.compile(r"(?:(\d{1,3})y)?(?:(\d{1,3})w)?(?:(\d{1,4})d)?(?:(\d{1,3})h)?(?:(\d{1,3})m)?\Z")
_CLOCK = re.compile(r"(\d{1,3}):(\d\d):(\d\d)\Z")
_PERCENTS = ("txwait_percent_1s", "txwait_percent_1m", "txwait_percent_1h", "txwait_percent_72h")
_IGNORED = re.compile(
    r"(?:Hardware is|snmp link|Rate mode|Receive data field|Receive B2B Credit perf|Beacon is|Transmit B2B|B2B State|Interface last changed"
    r"|\d+ (?:minutes?|seconds?) (?:input|output) rate|last clearing|Bound interface|admin fec|Logical type"
    r"|Fabric|FCID|Priority|\d+ (?:receive|transmit|low priority|high priority)|Percentage|Vsan is|service-policy"
    r"|Port is|Switchport monitor|Port flow-control|FEC |Credit loss|Ignoring|Buffer|class-|Speed negot"
    r"|Isolated|Using|Member\[|Member\(s\)|fcot|B2B|Received|oper fec|Oper |\d+ class-[23f] frames|Encap|Slot|TX |RX"
    r"|Port-channel|Current|FCSP|Binding|Write acc|Tape acc|IP Comp|Peer I|Selective|Special|Maximum|QOS|Keepalive|TCP"
    r"|Local |Remote |Path MTU|Round trip|Advertized|Peer receive|Congestion|Sack|Send |Minimum|\d+ Active TCP"
    r"|\d+ Attempts|Transceiver|Transmission|Rx |Tx |Encryption|B2B|Admin |Rate |Auto|Licen[cs]e|Interface |Serial |Cisco |Temperature|Voltage|Optical|\\d+ percent)",
    re.IGNORECASE,
)
_TRUNK = re.compile(
    r"Trunk vsans \((?P<state>admin allowed and active|up|isolated|initializing)\)\s*+\(?(?P<vsans>[\d,\- ]*)\)?\Z",
    re.IGNORECASE,
)
_TRUNK_REST = re.compile(r"(?P<vsans>\d[\d,\- ]*)\)?\Z")
_SPEED = re.compile(r"(?:Operating )?Speed is (.+)\Z", re.IGNORECASE)
_ADMIN_SPEED = re.compile(r"Admin Speed is (.+)\Z", re.IGNORECASE)
_MODE = re.compile(r"Port mode is (\w+)(?:,\s*FCID is (0x[0-9a-f]{6}))?", re.IGNORECASE)
_BELONGS = re.compile(r"Belongs to ((?:san-)?port-channel ?\d+)", re.IGNORECASE)
_MEDIA = re.compile(r"SFP is (.+)\Z", re.IGNORECASE)


@dataclass
class Block:
    """What one interface block states: columns of ``switch_port``, counters, and the other end of a link."""

    line: int
    port: str
    facts: dict[str, Value] = field(default_factory=dict)
    counters: list[tuple[int, str, int]] = field(default_factory=list)
    wwns: dict[str, tuple[int, str]] = field(default_factory=dict)
    trunk_vsans: dict[str, tuple[int, str | None]] = field(default_factory=dict)
    """The VSANs of a trunking port, each with the line that states its state, and the state."""
    members: list[tuple[int, str, bool]] = field(default_factory=list)
    complete: bool = False
    cleared: datetime | timedelta | None = None
    _side: str = ""
    _vsan_list: str | None = None

    @property
    def counts_both_ways(self) -> bool:
        """Return whether the last line of counters, of link resets sent, was read."""
        return any(counter == "ols_tx" for _, counter, _ in self.counters)

    def cleared_at(self, captured_at: datetime | None) -> datetime | None:
        """Return when the counters were last cleared: the printed time, or the capture time minus the printed age."""
        if isinstance(self.cleared, timedelta):
            return None if captured_at is None else captured_at - self.cleared
        return self.cleared

    def clear_age(self, captured_at: datetime | None) -> int | None:
        """Return the printed age of the counters in seconds where no capture time makes a time of it."""
        if captured_at is None and isinstance(self.cleared, timedelta):
            return self.cleared // timedelta(seconds=1)
        return None

    def take(self, number: int, line: str) -> bool:
        """Read one stripped line of the block; FALSE if it is unknown."""
        return (
            self._sentence(number, line)
            or self._share(number, line)
            or self._count(number, line)
            or bool(_IGNORED.match(line))
            or self.port.startswith("fcip")  # many TCP details that no rule uses
        )

    def _sentence(self, number: int, line: str) -> bool:
        lower = line.lower()
        facts = self.facts
        if lower.startswith("port wwn is "):
            self.wwns["port_wwn"] = (number, line[12:].strip())
        elif lower.startswith("peer port wwn is "):
            self.wwns["attached_wwn"] = (number, line[17:].strip())
        elif lower.startswith("port description is "):
            facts["description"] = line[20:].strip() or None
        elif lower.startswith("port vsan is "):
            vsan = line[13:].strip()
            facts["port_vsan"] = nxos.vsan_number(vsan) if vsan.isdecimal() else None
        elif lower.startswith("last clearing"):
            self.complete = True
            self.cleared = _cleared(line)
        elif lower.startswith("receive b2b credit is "):
            facts["buffer_credits"] = normalise.integer(line[22:].partition(" ")[0])
        elif lower.startswith("oper fec state is "):
            facts["fec"] = {"up": True, "down": False}.get(lower[18:].strip())
        elif self._trunk(number, line) or lower.startswith("admin port mode is "):
            return True
        elif lower.startswith("member["):
            member = _MEMBER.match(line)
            port = nxos.port_name(member.group(1)) if member else None
            if member is None or port is None:
                return False
            self.members.append((number, port, member.group(3) is not None))
        else:
            return self._more(line)
        return True

    def _more(self, line: str) -> bool:
        facts = self.facts
        mode, speed, admin_speed = _MODE.match(line), _SPEED.match(line), _ADMIN_SPEED.match(line)
        belongs, media = _BELONGS.match(line), _MEDIA.search(line)
        if mode:
            facts["port_type"] = mode.group(1).upper()
            facts["fcid"] = normalise.fcid(mode.group(2))
        elif admin_speed:
            facts["speed_mode"] = "auto" if admin_speed.group(1).lower().startswith("auto") else "fixed"
        elif speed:
            facts["speed_gbps"] = nxos.speed_of(speed.group(1).strip())
        elif belongs:
            facts["port_channel"] = nxos.port_name(belongs.group(1))
        elif line.startswith("Hardware is") and media:
            facts["media"] = media.group(1).strip()
            facts["sfp_present"] = True
        else:
            return False
        return True

    def _trunk(self, number: int, line: str) -> bool:
        """Read a list of VSANs on a trunk; a long list is continued on the next lines."""
        listed, rest = _TRUNK.match(line), _TRUNK_REST.match(line)
        if listed:
            self._vsan_list, text = listed.group("state").lower(), listed.group("vsans")
        elif rest and self._vsan_list is not None:
            text = rest.group("vsans")
        else:
            self._vsan_list = None
            return False
        state = None if self._vsan_list.startswith("admin") else self._vsan_list
        for vsan in nxos.vsans_of(text):
            if state is not None or vsan not in self.trunk_vsans:
                self.trunk_vsans[vsan] = (number, state)
        if line.endswith(")"):
            self._vsan_list = None
        return True

    def _share(self, number: int, line: str) -> bool:
        """Read the percentages of time without transmit credits."""
        shares = _PERCENT.match(line)
        if shares is None:
            return False
        self.counters.extend(
            (number, name, whole(value)) for name, value in zip(_PERCENTS, shares.groups(), strict=True)
        )
        return True

    def _count(self, number: int, line: str) -> bool:
        if " rate " in line or line.startswith("Percentage") or " class-" in line[:24]:
            return False
        direction = _DIRECTION.match(line)
        if direction:
            self._side = "rx" if direction.group(2).lower() == "input" else "tx"
            line = f"{direction.group(1)} frames{line[direction.end() :]}"
        signals = _SIGNAL_LINE.match(line)
        known = False
        for digits, name in _COUNT.findall(line):
            counter = self._counter_name(" ".join(name.lower().split()), signals)
            value = normalise.integer(digits)
            if counter is None or value is None:
                continue
            known = True
            self.counters.append((number, counter, value))
        return known

    def _counter_name(self, name: str, signals: re.Match[str] | None) -> str | None:
        if signals:
            side = "rx" if signals.group(1).lower() == "input" else "tx"
            short = _SIGNALS.get(name.removeprefix("input ").removeprefix("output "))
            return f"{short}_{side}" if short else None
        if name in _SIDED:
            return f"{_SIDED[name]}_{self._side}" if self._side else None
        return _BOTH.get(name)


def _cleared(line: str) -> datetime | timedelta | None:
    match = _CLEARED.match(line)
    text = match.group("when").strip() if match else ""
    clock, age = _CLOCK.match(text), _AGE.match(text)
    if clock:
        hours, minutes, seconds = (whole(part) for part in clock.groups())
        return timedelta(hours=hours, minutes=minutes, seconds=seconds)
    if age and text:
        years, weeks, days, hours, minutes = (whole(part or 0) for part in age.groups())
        return timedelta(days=years * 365 + weeks * 7 + days, hours=hours, minutes=minutes)
    try:
        return datetime.strptime(" ".join(text.split()), "%a %b %d %H:%M:%S %Y")
    except ValueError:
        return None
