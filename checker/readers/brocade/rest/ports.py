"""Ports, transceivers, counters and logins in FOS REST records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from checker.facts import normalise
from checker.readers.brocade.rest.documents import Record
from checker.readers.brocade.rest.switches import coded
from checker.readers.toolkit import fdmi, numbers
from checker.readers.toolkit.declarations.declared import Each, Facts, Index, Part
from checker.readers.toolkit.declarations.fields import (
    checked,
    computed,
    const,
    decimal,
    fcid,
    flag,
    number,
    owner,
    parsed,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import Joint
from checker.readers.toolkit.declarations.records import Context

_NO_VSAN = const("")
_PORT_TYPES = {7: "E", 10: "G", 11: "U", 15: "F", 16: "L", 19: "EX", 20: "D", 22: "AF", 23: "AE", 25: "VE", 30: "N"}
_LONG_DISTANCE = {0: "L0", 1: "L0", 2: "L1", 3: "L2", 4: "LE", 5: "L0.5", 6: "LD", 7: "LS"}
_LINK_KINDS = {"E": "isl", "VE": "fcip", "EX": "fcr", "VEX": "fcr"}
_STATES = {2: "online", 3: "offline", 5: "faulty", 6: "testing"}
_COUNTERS = {
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


def _port_and_slot(record: Record) -> tuple[str | None, str | None]:
    """Return port and slot of ``0/16`` or ``fc/2/5``; slot 0 means a switch without slots."""
    parts = (record.text("name") or "").split("/")
    printed = parts[1:] if parts[0] in ("fc", "ve", "ge") else parts
    if not all(part.isdecimal() for part in printed) or len(printed) not in (1, 2):
        return None, None
    slot = printed[0] if len(printed) == 2 and printed[0] != "0" else None
    return (printed[-1] if slot is None else f"{slot}/{printed[-1]}"), slot


def _port(record: Record) -> str | None:
    return _port_and_slot(record)[0]


def _port_type(record: Record) -> str | None:
    words = (record.text("port-type-string") or "").lower()
    if words in ("", "unknown", "unknown-port"):
        if record.number("port-type") is not None:
            return coded("port-type", _PORT_TYPES)(record)
        words = (record.text("port-type") or "").lower()
    name = words.removesuffix("-port").upper()
    return name if name.isalpha() and len(name) < 4 else None


def _max_speed(record: Record) -> float | None:
    """Return ``max-speed`` in Gbit/s; it is printed in bit/s, small numbers in Gbit/s."""
    speed = record.decimal("max-speed")
    if not speed or speed < 0:
        return None
    return speed / 10**9 if speed >= 10**9 else (speed if speed < _FASTEST else None)


def _speed(record: Record) -> float | None:
    bits = record.number("speed")
    if record.text("state") != "online":
        return None
    if bits is not None and bits >= 10**9:
        return bits / 10**9
    words = record.text("protocol-speed", "link-speed")
    return normalise.speed_gbps(words.replace("-gfc", "G")) if words else None


def _peer(link: Record, context: Context) -> str | None:
    """Return the WWN of the other switch of a link.

    The neighbour may be a port of that switch (20:05:…); WWNs of switches begin with 10:00.
    """
    leaf = "neighbor-node-wwn"
    node = context.out.wwn(link.text(leaf), link.at(leaf), "isl", "peer_wwn", context.owner)
    neighbour = link.text("neighbour-wwn") or ""
    return node or (neighbour if neighbour.startswith("1000") else None)


_INDEX = number("index", "default-index")
PORT = Facts[Record](
    "switch_port", place=computed(lambda record, context: f"{context.owner} port {record.text('port')}"), switch=owner,
    port="port", slot="slot", port_index=_INDEX, fcid=fcid("fcid-hex"), port_state="state", port_type="kind",
    speed_gbps=_speed, speed_mode=flag("auto-negotiate", yes="auto", no="fixed"), max_speed_gbps=_max_speed,
    port_wwn=wwn("wwn"), attached_wwn="attached-wwn", description="user-friendly-name",
    long_distance=coded("long-distance", _LONG_DISTANCE), buffer_credits=number("current-buffer-usage"),
    fec=flag("fec-active"), persistently_disabled=lambda port: port.flag("persistent-disable", "is-persistent-disable"),
    sfp_present=lambda port: False if port.text("state") == "no_module" else None,
)  # fmt: skip
LINK = Facts[Record](
    "isl", switch=owner, port="port", port_index=_INDEX, vsan=_NO_VSAN, peer_wwn=computed(_peer), speed_gbps=_speed,
    link_kind=lambda link: _LINK_KINDS[link.text("kind") or ""],
)  # fmt: skip
DEVICE = Facts[Record](
    "login", switch=owner, vsan=_NO_VSAN, wwpn="neighbour-wwn", port="port", port_index=_INDEX, local=True
)


def _write_ports(ports: Iterable[Record], context: Context) -> None:
    """Write ports of ``brocade-interface/fibrechannel`` with their link, or the devices attached to them."""
    for record in ports:
        port, slot = _port_and_slot(record)
        if port is None:
            context.out.note(record.line, "skipped a port without a valid name")
            continue
        kind = _port_type(record)
        state = record.text("physical-state") or coded("operational-status", _STATES)(record)
        place = f"{context.owner} port {port}"
        neighbours = [
            (wwpn, line)
            for text, line in record.texts("neighbor", "wwn")
            if (wwpn := context.out.wwn(text, line, "switch_port", "attached_wwn", place))
        ]
        only = neighbours[0][0] if len(neighbours) == 1 else None
        whole = record.inside(record.line, port=port, slot=slot, kind=kind, state=state, **{"attached-wwn": only})
        PORT.write(whole, context)
        if kind in _LINK_KINDS:
            if neighbours and state in (None, "online"):
                first = {"neighbour-wwn": neighbours[0][0]}
                LINK.write(whole.inside(record.at("neighbor"), **first), context)
        elif kind in (None, "F", "FL"):
            for wwpn, line in neighbours:
                DEVICE.write(whole.inside(line, **{"neighbour-wwn": wwpn}), context)


def _sampled_at(statistics: Record, context: Context) -> datetime | None:
    """Return the time of a sample: ``time-generated``, in seconds since 1970."""
    seconds = statistics.number("time-generated")
    if seconds is not None and _EARLIEST < seconds < 10**10:
        return datetime.fromtimestamp(seconds, UTC)
    return context.capture.captured_at


COUNTER = Facts[Record](
    "counter_sample", switch=owner, port="port", counter="counter", value=number("value"), rounded=False,
    captured_at=computed(_sampled_at),
)  # fmt: skip


def _write_counters(found: Iterable[Record], context: Context) -> None:
    for record in found:
        port, _ = _port_and_slot(record)
        if port is None:
            context.out.note(record.line, "skipped counters without a valid port name")
            continue
        for leaf, counter in _COUNTERS.items():
            value = record.number(leaf)
            if value is not None and value >= 0:
                COUNTER.write(record.inside(record.at(leaf), port=port, counter=counter, value=value), context)


def _fastest(transceiver: Record) -> float | None:
    speeds = [
        numbers.whole(text) for text, _ in transceiver.texts("media-speed-capability", "speed") if text.isdecimal()
    ]
    return numbers.decimal(max(speeds)) if speeds else None


def _wavelength(transceiver: Record) -> str | None:
    value = transceiver.number("wavelength")
    return str(value) if value else None


_MEDIA_LEAVES = ("vendor-name", "part-number", "serial-number", "wavelength", "tx-power", "rx-power", "temperature")
TRANSCEIVER = Facts[Record](
    "sfp", when=lambda media: media.text(*_MEDIA_LEAVES) or _fastest(media), needs="port",
    note="skipped a transceiver without a valid port name", switch=owner, port=_port, vendor="vendor-name",
    part_number="part-number", serial="serial-number", max_speed_gbps=_fastest, wavelength=_wavelength,
    tx_power_uw=decimal("tx-power"), rx_power_uw=decimal("rx-power"), temperature_c=decimal("temperature"),
)  # fmt: skip


def _role(login: Record) -> str | None:
    kind = (login.text("name-server-device-type") or "").lower()
    text = kind if kind and "unknown" not in kind else (login.text("fc4-features") or "").lower()
    found = ("initiator" in text, "target" in text)
    return {(True, True): "both", (True, False): "initiator", (False, True): "target"}.get(found)


def _symbol(text: str) -> str | None:
    name = (text.partition("]")[2] if text.startswith("[") else text).strip(' "\x00')
    return name if name.strip(". ") else None


def _domain(record: Record) -> str:
    return record.text("domain-id") or "unknown"


DOMAINS = Index[Record]("fibrechannel-switch", _domain, _domain)
"""Domains of the switches of a capture."""


def _is_local(domain: int | None, context: Context) -> bool | None:
    """Return whether a domain is that of the switch; None if the capture does not contain exactly one switch."""
    known = context.indexes.get(DOMAINS, {})
    own = normalise.integer(next(iter(known))) if len(known) == 1 else None
    return None if domain is None or own is None else domain == own


def _local(login: Record, context: Context) -> bool | None:
    """Return whether a login of the whole fabric is at this switch: its FC address begins with the domain."""
    address = normalise.fcid(login.text("port-id"))
    return _is_local(numbers.whole(address[:2], 16) if address else None, context)


def _login_place(login: Record, context: Context) -> str:
    return f"{context.owner} {login.text('port-id') or ''}".strip()


LOGIN = Facts[Record](
    "login", place=computed(_login_place), switch=owner, vsan=_NO_VSAN, wwpn=wwn("port-name"), wwnn=wwn("node-name"),
    fcid=checked(normalise.fcid, "port-id"),
    port_index=computed(lambda login, context: login.number("port-index") if _local(login, context) else None),
    symbolic_name=parsed(_symbol, "port-symbolic-name"), node_symbolic_name=parsed(_symbol, "node-symbolic-name"),
    fc4_role=_role, device_type="name-server-device-type", local=computed(_local),
    permanent_port_wwn=wwn("permanent-port-name"), quarantined=flag("slow-drain-device-quarantine"),
)  # fmt: skip
REGISTERED_PORT = Facts[Record](
    "login", place=owner, switch=owner, vsan=_NO_VSAN, wwpn=wwn("port-name"), wwnn=wwn("node-name"),
    fcid=fcid("port-id"), symbolic_name=parsed(_symbol, "port-symbolic-name"),
    local=computed(lambda port, context: _is_local(port.number("domain-id"), context)),
)  # fmt: skip
PORT_HOST = Facts[Record](
    "registered_adapter", needs=("wwpn", "hostname"), place=owner, wwpn=wwn("port-name", report=False), switch=owner,
    hostname=parsed(fdmi.registered, "host-name"),
)  # fmt: skip


def _adapter_ports(adapter: Record) -> Iterator[Record]:
    """Yield the ports of an adapter that is registered with the fabric."""
    for wwpn, line in adapter.texts("hba-port-list", "wwn"):
        yield adapter.inside(line, **{"adapter-port": wwpn})


ADAPTER = Each(
    _adapter_ports,
    Facts[Record](
        "registered_adapter", needs="wwpn", place=owner, wwpn=wwn("adapter-port"), switch=owner,
        vendor=parsed(fdmi.registered, "manufacturer"), model=parsed(fdmi.registered, "model"),
        serial=parsed(fdmi.registered, "serial-number"), firmware_version=parsed(fdmi.registered, "firmware-version"),
        driver_version=parsed(fdmi.registered, "driver-version"), os_name=parsed(fdmi.registered, "os-name-and-version"),
        hostname=parsed(fdmi.registered, "host-name"),
    ),
)  # fmt: skip
JOINTS = (
    Joint(("fibrechannel",), _write_ports, (PORT, LINK, DEVICE)),
    Joint(("fibrechannel-statistics",), _write_counters, (COUNTER,)),
)
TYPES: Mapping[str, tuple[Part[Record], ...]] = {
    "media-rdp": (TRANSCEIVER,), "fibrechannel-name-server": (LOGIN,), "port": (REGISTERED_PORT, PORT_HOST),
    "hba": (ADAPTER,),
}  # fmt: skip
