"""Port tables of NX-OS JSON: interfaces and their counters, transceivers, port channels, VSAN membership, topology."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.cisco.structured.tables import Row, Table
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.numbers import decimal, whole

_COUNTERS = {
    "rx_frames": "frames_rx", "tx_frames": "frames_tx", "rx_bytes": "bytes_rx", "tx_bytes": "bytes_tx",
    "rx_total_frames": "frames_rx", "tx_total_frames": "frames_tx",
    "rx_discard_frames": "discards_rx", "tx_discard_frames": "discards_tx",
    "rx_error_frames": "errors_rx", "tx_error_frames": "errors_tx",
    "rx_invalid_crc": "crc_err", "invalid_crc": "crc_err", "rx_crc_fcs": "crc_err", "rx_inv_crc": "crc_err",
    "rx_unknown_class_frames": "unknown_class", "rx_too_long_frames": "too_long", "rx_too_short_frames": "too_short",
    "rx_link_faliures": "link_failure", "rx_link_failures": "link_failure",
    "rx_sync_loss": "loss_sync", "rx_signal_loss": "loss_signal",
    "rx_ols": "ols_rx", "tx_ols": "ols_tx", "rx_lrr": "link_reset_rx", "tx_lrr": "link_reset_tx",
    "rx_nos": "nos_rx", "tx_nos": "nos_tx", "rx_loop_inits": "loop_inits_rx", "tx_loop_inits": "loop_inits_tx",
    "tx_timeout_discards": "class3_timeout_tx", "tx_credit_loss": "credit_loss",
    "tx_b2b_credit_to_zero": "credit_zero", "rx_b2b_credit_to_zero": "credit_zero_rx", "txwait": "txwait_2_5us",
    "txwait_percent_1s": "txwait_percent_1s", "txwait_percent_1m": "txwait_percent_1m",
    "txwait_percent_1hr": "txwait_percent_1h", "txwait_percent_72hr": "txwait_percent_72h",
    "rx_inv_trans_err": "invalid_words", "rx_delim_err": "delimiter_errors",
    "rx_fec_corrected": "fec_corrected", "rx_fec_uncorrected": "fec_uncorrected",
    "rx_c3_discard_frames": "class3_discard",
}  # fmt: skip
_FLAGS = {"temperature": "temp", "voltage": "volt", "current": "current", "tx_power": "tx_pwr", "rx_power": "rx_pwr"}
_MAX_SPEED = re.compile(r"Max speed\s*:?\s*(\d{3,6})", re.IGNORECASE)
_DECIBELS = re.compile(r"\s*([-+]?\d{1,3}(?:\.\d{1,3})?)\s*(?:dBm)?\s*\Z")
_NUMBER = re.compile(r"\s*([-+]?\d{1,3}(?:\.\d{1,3})?)")


def _port(row: Row) -> str | None:
    text = row.text("interface", "interface_fc", "interface_portchannel", "interface_vfc", "interface_sfp", "port")
    return nxos.port_name(text) if text is not None else None


def _ports(rows: Iterable[Row]) -> Iterator[tuple[Row, str]]:
    """Yield the rows of Fibre Channel ports, each with the name of its port."""
    for row in rows:
        port = _port(row)
        if port is not None:
            yield row, port


def _vsan(row: Row, *names: str) -> str | None:
    text = row.text(*names)
    return nxos.vsan_number(text) if text is not None and text.isdecimal() else None


def _state(status: str | None, reason: str | None = None) -> dict[str, Value]:
    if status is None:
        return {}
    lower = status.lower()
    if lower in ("up", "trunking"):
        return {"port_state": "up"}
    facts: dict[str, Value] = {"port_state": "down", "state_reason": reason or (None if lower == "down" else status)}
    if "sfp" in f"{lower} {reason or ''}".lower():
        facts["sfp_present"] = False
    return facts


def read_brief(table: Table, capture: Capture, out: Writer) -> None:
    """Read the tables of ``show interface brief``; Ethernet, management and internal ports are skipped."""
    for row, port in _ports(table.rows):
        facts = _state(row.text("status", "oper_status"))
        media, channel = row.text("fcot_info"), row.text("port_channel")
        if media is not None:
            facts["media"], facts["sfp_present"] = media, True
        if channel is not None:
            facts["port_channel"] = f"port-channel{whole(channel)}" if channel.isdecimal() else nxos.port_name(channel)
        out.add(
            "switch_port", row.line, switch=capture.owner, port=port, port_vsan=_vsan(row, "vsan", "vsan_brief"),
            port_type=row.text("oper_mode", "port_rate_mode"), speed_gbps=nxos.speed_of(row.text("oper_speed") or ""),
            **facts,
        )  # fmt: skip


def read_interfaces(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show interface`` and ``show interface counters``: facts of the port and its counters."""
    for row, port in _ports(table.rows):
        if row.text("port_wwn", "oper_port_state", "state", "description") is not None:
            _interface(row, port, capture, out)
        _counters(row, port, capture, out)
        for part in ("totals", "total", "link", "congestion", "others"):
            for inner in row.rows(part):
                _counters(inner, port, capture, out)


def _interface(row: Row, port: str, capture: Capture, out: Writer) -> None:
    facts = _state(row.text("oper_port_state", "state", "state_rsn"), row.text("state_rsn_desc", "reason"))
    admin = row.text("admin_speed")
    if admin is not None:
        facts["speed_mode"] = "auto" if admin.lower().startswith("auto") else "fixed"
    channel = row.text("bundle_if_index")
    out.add(
        "switch_port", row.line, switch=capture.owner, port=port,
        port_wwn=out.wwn(row.text("port_wwn"), row.at("port_wwn"), "switch_port", "port_wwn", port),
        attached_wwn=out.wwn(row.text("peer_port_wwn"), row.at("peer_port_wwn"), "switch_port", "attached_wwn", port),
        port_type=row.text("oper_mode"), port_vsan=_vsan(row, "port_vsan"),
        speed_gbps=nxos.speed_of(row.text("oper_speed", "bw") or ""), media=row.text("sfp"),
        description=row.text("description", "port_desc"), buffer_credits=row.number("oper_rxbbcredit"),
        port_channel=nxos.port_name(channel) if channel is not None else None, **facts,
    )  # fmt: skip


def _counters(row: Row, port: str, capture: Capture, out: Writer) -> None:
    for key, counter in _COUNTERS.items():
        value = row.number(key)
        if value is not None:
            out.add(
                "counter_sample", row.at(key), switch=capture.owner, port=port, counter=counter, value=value,
                rounded=False, captured_at=capture.captured_at,
            )  # fmt: skip


def read_transceivers(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show interface transceiver [details]``."""
    for row, port in _ports(table.rows):
        merged: dict[str, object] = {}
        for part in row.rows("calib"):
            merged.update(part.values)
            for calibration in part.rows("calibration"):
                for detail in calibration.rows("detail"):
                    merged.update(detail.values)
        facts = Row(merged, row.line)
        present = facts.text("sfp")
        if present is not None:
            out.add(
                "switch_port", row.line, switch=capture.owner, port=port,
                sfp_present="not present" not in present.lower(),
            )  # fmt: skip
        if facts.text("name", "partnum", "serialnum", "rx_pwr", "optical_rx_pwr") is None:
            continue
        speeds = _MAX_SPEED.search(facts.text("supported_speeds") or "")
        out.add(
            "sfp", row.line, switch=capture.owner, port=port, vendor=facts.text("name", "cisco_vendor_id"),
            part_number=facts.text("partnum"), serial=facts.text("serialnum"),
            max_speed_gbps=whole(speeds.group(1)) / 1000 if speeds else None, wavelength=facts.text("txcvr_type"),
            temperature_c=_decimal(facts.text("temperature")),
            tx_power_uw=_microwatts(facts.text("tx_pwr", "optical_tx_pwr")),
            rx_power_uw=_microwatts(facts.text("rx_pwr", "optical_rx_pwr")),
            rx_low_warning_uw=_microwatts(facts.text("rx_pwr_warn_lo")),
            voltage_v=_decimal(facts.text("voltage")), current_ma=_decimal(facts.text("current")),
            **{f"{name}_mark": _mark(facts, key) for name, key in _FLAGS.items()},
        )  # fmt: skip


def _decimal(text: str | None) -> float | None:
    found = _NUMBER.match(text or "")
    return decimal(found.group(1)) if found else None


def _mark(facts: Row, key: str) -> str | None:
    """Return the state of a reading: its flag, ``ok`` if the answer has an empty one, None if it has none."""
    # Row.text takes dashes for an empty value; here they are the flag.
    flag = facts.values.get(f"{key}_flag", 0)
    if flag is None:
        return "ok"
    return nxos.MARKS.get(flag.strip(), "ok") if isinstance(flag, str) else None


def _microwatts(text: str | None) -> float | None:
    match = _DECIBELS.match(text or "")
    return normalise.microwatts(decimal(match.group(1))) if match else None


def read_membership(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show vsan membership``."""
    for row in table.rows:
        vsan = _vsan(row, "vsan", "vsan_id")
        if vsan is None:
            out.unread(row.line)
            continue
        names = row.texts("interfaces") or [
            text for part in row.rows("interfaces") for text in part.texts("interfaces")
        ]
        for name in names:
            port = nxos.port_name(name)
            if port is not None:
                out.add("switch_port", row.at("interfaces"), switch=capture.owner, port=port, port_vsan=vsan)


def read_topology(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show topology``."""
    for of_vsan in table.rows:
        vsan = _vsan(of_vsan, "id", "vsan", "vsan_id") or ""
        for row in of_vsan.rows("topology"):
            port = _port(row)
            if port is None:
                out.unread(row.line)
                continue
            domain = nxos.domain_number((row.text("peer_domain") or "").replace(" ", ""))
            name, peer = row.text("peer_switch_name"), row.text("peer_interface")
            out.add(
                "isl", row.line, switch=capture.owner, port=port, vsan=vsan, peer_switch=name,
                peer_port=(nxos.port_name(peer) or peer) if peer else None, peer_domain=domain,
                is_trunk="port-channel" in port, link_kind="fcip" if port.startswith("fcip") else "isl",
            )  # fmt: skip
            if domain is not None:
                out.add(
                    "fabric_member", row.line, switch=capture.owner, vsan=vsan, member_domain=domain, member_name=name
                )


def read_channels(table: Table, capture: Capture, out: Writer) -> None:
    """Read ``show port-channel database [detail]``."""
    for row, channel in _ports(table.rows):
        for member, port in _ports(row.rows("port_channel_member", "port_channel_member_detail", "port")):
            state = (member.text("status", "port_status") or "").lower() or None
            out.add("trunk_member", member.line, switch=capture.owner, port=port, trunk=channel)
            out.add("switch_port", member.line, switch=capture.owner, port=port, port_channel=channel, port_state=state)
