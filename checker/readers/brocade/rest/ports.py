"""Ports, transceivers, counters and logins in FOS REST records."""

from __future__ import annotations

from datetime import UTC, datetime

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.brocade.rest.documents import Record

_PORT_TYPES = {7: "E", 10: "G", 11: "U", 15: "F", 16: "L", 19: "EX", 20: "D", 22: "AF", 23: "AE", 25: "VE", 30: "N"}
_LONG_DISTANCE = {0: "L0", 1: "L0", 2: "L1", 3: "L2", 4: "LE", 5: "L0.5", 6: "LD", 7: "LS"}
_LINK_KINDS = {"E": "isl", "VE": "fcip", "EX": "fcr", "VEX": "fcr"}
_STATES = {2: "online", 3: "offline", 5: "faulty", 6: "testing"}
COUNTERS = {
    "in-frames": "frames_rx", "out-frames": "frames_tx", "crc-errors": "crc_err",
    "encoding-errors-outside-frame": "enc_out", "class-3-discards": "class3_discard",
    "class3-in-discards": "class3_timeout_rx", "class3-out-discards": "class3_timeout_tx",
    "link-failures": "link_failure", "loss-of-sync": "loss_sync", "loss-of-signal": "loss_signal",
    "bb-credit-zero": "credit_zero", "invalid-transmission-words": "invalid_words", "truncated-frames": "too_short",
    "frames-too-long": "too_long", "bad-eofs-received": "bad_eof", "f-rjt-frames": "frjt", "f-busy-frames": "fbsy",
    "in-link-resets": "link_reset_in", "out-link-resets": "link_reset_out",
    "in-offline-sequences": "offline_sequence_in", "out-offline-sequences": "offline_sequence_out",
    "primitive-sequence-protocol-error": "protocol_err", "pcs-block-errors": "pcs_err",
}  # fmt: skip
_FASTEST = 1_000
"""Gbit/s that no port reaches; larger values are in another unit."""
_EARLIEST = 10**9
"""Seconds since 1970; earlier time stamps are not the time of a real sample."""


def port_of(name: str | None) -> tuple[str, str | None] | None:
    """Return port and slot of ``0/16`` or ``fc/2/5``; slot 0 means a switch without slots."""
    parts = (name or "").split("/")
    numbers = parts[1:] if parts[0] in ("fc", "ve", "ge") else parts
    if len(numbers) == 1 and numbers[0].isdigit():
        return numbers[0], None
    if len(numbers) != 2 or not all(part.isdigit() for part in numbers):
        return None
    return (numbers[1], None) if numbers[0] == "0" else (f"{numbers[0]}/{numbers[1]}", numbers[0])


def _port_type(record: Record) -> str | None:
    words = (record.text("port-type-string") or "").lower()
    if words in ("", "unknown", "unknown-port"):
        number = record.integer("port-type")
        words = "" if number is not None else (record.text("port-type") or "").lower()
        if number is not None:
            return _PORT_TYPES.get(number)
    name = words.removesuffix("-port").upper()
    return name if name and name.isalpha() and len(name) < 4 else None


def _max_speed(record: Record) -> float | None:
    """Return ``max-speed`` in Gbit/s; it is printed in bit/s, small numbers in Gbit/s."""
    speed = record.number("max-speed")
    if not speed or speed < 0:
        return None
    return speed / 10**9 if speed >= 10**9 else (speed if speed < _FASTEST else None)


def _speed(record: Record) -> float | None:
    bits = record.integer("speed")
    if bits is not None and bits >= 10**9:
        return bits / 10**9
    words = record.text("protocol-speed", "link-speed")
    return normalise.speed_gbps(words.replace("-gfc", "G")) if words else None


def write_port(record: Record, out: Writer, switch: str) -> None:
    """Write one ``brocade-interface/fibrechannel``: the port and the devices attached to it."""
    named = port_of(record.text("name"))
    if named is None:
        out.note(record.line, "skipped a port without a valid name")
        return
    port, slot = named
    index = record.integer("index", "default-index")
    kind = _port_type(record)
    status = record.integer("operational-status")
    state = record.text("physical-state") or (_STATES.get(status) if status is not None else None)
    online = state == "online" if state is not None else None
    place = f"{switch} port {port}"
    wwns = [
        (out.wwn(text, line, "switch_port", "attached_wwn", place), line)
        for text, line in record.texts("neighbor", "wwn")
    ]
    known = [(wwn, line) for wwn, line in wwns if wwn]
    distance = record.integer("long-distance")
    negotiated = record.flag("auto-negotiate")
    fcid = record.text("fcid-hex")
    facts: dict[str, Value] = {
        "port_index": index,
        "slot": slot,
        "fcid": normalise.fcid(fcid) if fcid else None,
        "port_state": state,
        "port_type": kind,
        "speed_gbps": _speed(record) if online else None,
        "speed_mode": None if negotiated is None else ("auto" if negotiated else "fixed"),
        "max_speed_gbps": _max_speed(record),
        "port_wwn": out.wwn(record.text("wwn"), record.line, "switch_port", "port_wwn", place),
        "attached_wwn": known[0][0] if len(known) == 1 else None,
        "description": record.text("user-friendly-name"),
        "long_distance": _LONG_DISTANCE.get(distance) if distance is not None else None,
        "buffer_credits": record.integer("current-buffer-usage"),
        "fec": record.flag("fec-active"),
        "persistently_disabled": record.flag("persistent-disable", "is-persistent-disable"),
    }
    if state == "no_module":
        facts["sfp_present"] = False
    out.add("switch_port", record.line, switch=switch, port=port, **facts)
    if kind in _LINK_KINDS:
        if known and online is not False:
            _write_link(record, known[0][0], kind, facts, out, switch, port)
    elif kind in (None, "F", "FL"):
        for wwn, line in known:
            out.add("login", line, switch=switch, vsan="", wwpn=wwn, port=port, port_index=index, local=True)


def _write_link(
    record: Record, neighbour: str, kind: str, facts: dict[str, Value], out: Writer, switch: str, port: str
) -> None:
    node = out.wwn(record.text("neighbor-node-wwn"), record.line, "isl", "peer_wwn", switch)
    # The neighbour may be a port of the other switch (20:05:…); WWNs of switches begin with 10:00.
    peer = node or (neighbour if neighbour.startswith("1000") else None)
    out.add(
        "isl", record.lines.get("neighbor", record.line), switch=switch, port=port, port_index=facts["port_index"],
        vsan="", peer_wwn=peer, speed_gbps=facts["speed_gbps"], link_kind=_LINK_KINDS[kind],
    )  # fmt: skip


def write_counters(record: Record, out: Writer, switch: str, captured_at: datetime | None) -> None:
    """Write one ``fibrechannel-statistics``; ``time-generated`` is the time of the sample, in seconds since 1970."""
    named = port_of(record.text("name"))
    if named is None:
        out.note(record.line, "skipped counters without a valid port name")
        return
    seconds = record.integer("time-generated")
    if seconds is not None and _EARLIEST < seconds < 10**10:
        captured_at = datetime.fromtimestamp(seconds, UTC)
    for leaf, counter in COUNTERS.items():
        value = record.integer(leaf)
        if value is not None and value >= 0:
            out.add(
                "counter_sample", record.lines.get(leaf, record.line), switch=switch, port=named[0], counter=counter,
                value=value, rounded=False, captured_at=captured_at,
            )  # fmt: skip


def write_transceiver(record: Record, out: Writer, switch: str) -> None:
    """Write one ``media-rdp``; powers are in microwatts."""
    named = port_of(record.text("name"))
    if named is None:
        out.note(record.line, "skipped a transceiver without a valid port name")
        return
    speeds = [int(text) for text, _ in record.texts("media-speed-capability", "speed") if text.isdigit()]
    wavelength = record.integer("wavelength")
    facts: dict[str, Value] = {
        "vendor": record.text("vendor-name"),
        "part_number": record.text("part-number"),
        "serial": record.text("serial-number"),
        "max_speed_gbps": float(max(speeds)) if speeds else None,
        "wavelength": str(wavelength) if wavelength else None,
        "tx_power_uw": record.number("tx-power"),
        "rx_power_uw": record.number("rx-power"),
        "temperature_c": record.number("temperature"),
    }
    if any(value is not None for value in facts.values()):
        out.add("sfp", record.line, switch=switch, port=named[0], **facts)


def _role(record: Record) -> str | None:
    kind = (record.text("name-server-device-type") or "").lower()
    text = kind if kind and "unknown" not in kind else (record.text("fc4-features") or "").lower()
    found = ("initiator" in text, "target" in text)
    return {(True, True): "both", (True, False): "initiator", (False, True): "target"}.get(found)


def _symbol(text: str | None) -> str | None:
    if text and text.startswith("["):
        text = text.partition("]")[2]
    name = (text or "").strip(' "\x00')
    return name if name.strip(". ") else None


def write_login(record: Record, out: Writer, switch: str, domain: int | None) -> None:
    """Write one ``fibrechannel-name-server``. It lists devices of the whole fabric; the domain identifies the switch."""
    place = f"{switch} {record.text('port-id') or ''}".strip()
    identity = record.text("port-id")
    fcid = normalise.fcid(identity)
    if identity is not None and fcid is None:
        out.bad_value("login", "fcid", identity, record.lines.get("port-id", record.line), place)
    local = int(fcid[:2], 16) == domain if fcid is not None and domain is not None else None

    def wwn(leaf: str, fact: str) -> str | None:
        return out.wwn(record.text(leaf), record.lines.get(leaf, record.line), "login", fact, place)

    out.add(
        "login",
        record.line,
        switch=switch,
        vsan="",
        wwpn=wwn("port-name", "wwpn"),
        wwnn=wwn("node-name", "wwnn"),
        fcid=fcid,
        port_index=record.integer("port-index") if local else None,
        symbolic_name=_symbol(record.text("port-symbolic-name")),
        node_symbolic_name=_symbol(record.text("node-symbolic-name")),
        fc4_role=_role(record),
        device_type=record.text("name-server-device-type"),
        local=local,
        permanent_port_wwn=wwn("permanent-port-name", "permanent_port_wwn"),
        quarantined=record.flag("slow-drain-device-quarantine"),
    )


def write_registered_port(record: Record, out: Writer, switch: str, domain: int | None) -> None:
    """Write one ``brocade-fdmi/port``: an HBA port registered with the fabric."""
    identity = record.text("port-id")
    at = record.integer("domain-id")
    out.add(
        "login",
        record.line,
        switch=switch,
        vsan="",
        wwpn=out.wwn(record.text("port-name"), record.lines.get("port-name", record.line), "login", "wwpn", switch),
        wwnn=out.wwn(record.text("node-name"), record.lines.get("node-name", record.line), "login", "wwnn", switch),
        fcid=normalise.fcid(identity) if identity else None,
        symbolic_name=_symbol(record.text("port-symbolic-name")),
        local=at == domain if at is not None and domain is not None else None,
    )
