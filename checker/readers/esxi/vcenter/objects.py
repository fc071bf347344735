"""Hosts, devices, paths by name, policies and states in the lists of vCenter."""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.esxi import names
from checker.readers.esxi.paths import path_rows
from checker.readers.esxi.vcenter import rows
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Source
from checker.readers.toolkit.declarations.fields import const, device_id, text

POLICIES = {
    "roundrobin": "VMW_PSP_RR", "fixed": "VMW_PSP_FIXED", "mostrecentlyused": "VMW_PSP_MRU", "mru": "VMW_PSP_MRU",
    "rr": "VMW_PSP_RR",
}  # fmt: skip
PATH_COLUMNS = word_list("""
    host device protocol initiator_wwpn target_wwpn hctl hba target lun state state_text optimised preferred transport
""")  # fmt: skip
_TRANSPORTS = {"iqn": "iscsi", "eui": "iscsi", "nqn": "nvme"}


Facts = declared.Facts[rows.Row]
HOST_OF_ROW = text("host", "hostname")
HOST = Facts("host", needs="host", distinct=True, host=HOST_OF_ROW, platform=const("esxi"))
"""The host of a row, once for each capture."""


def policy(text: str | None) -> str | None:
    """Return the path selection policy under its ESXi name; RoundRobin is VMW_PSP_RR."""
    if text is None or text.lower() in ("unknown", "-"):
        return None
    return POLICIES.get(re.sub(r"[^a-z]", "", text.lower()), text)


def device_name(row: rows.Row, *titles: str) -> str | None:
    """Return the name of the device in a cell; a vml identifier contains it."""
    cell = row.text(*titles)
    return rows.naa_in_vml(cell) or cell


def device(*titles: str) -> Source[rows.Row]:
    """Source: the device named in a cell."""
    return device_id(of=lambda row: device_name(row, *titles))


def port_state(status: str) -> str | None:
    """Return the state of an adapter in lower case; None if it is unknown."""
    return None if status.lower() in ("unknown", "unbound") else status.lower()


def path_facts(
    out: Writer, line: int, host: str, name: str, known_device: str | None, state_text: str | None
) -> dict[str, Value] | None:
    """Return the facts in the name of a path, a UID (``fc.…-fc.…-naa.…``) or a runtime name; None for other texts."""
    runtime = names.RUNTIME_NAME.match(name)
    parts = names.split_fc_uid(name)
    if runtime is None and parts is None and "-" not in name:
        out.bad_value("path", "hctl", name, line, known_device or host)
        return None
    initiator = names.split_identifier(parts[0]) if parts else None
    target = names.split_identifier(parts[1]) if parts else None
    # Other transports print <adapter>-<target>-<device>, whose parts contain dashes themselves.
    in_name = parts[2] if parts else None
    found = path_rows.agreed_device(out, known_device, in_name, line) if known_device or in_name else None
    transport = initiator[0] if initiator else None
    if transport is None and runtime is None:
        word = name.partition(".")[0].lower()
        transport = _TRANSPORTS.get(word, word)
    state, optimised = names.path_state(state_text)
    return {
        "host": host, "device": found, "protocol": path_rows.protocol_of(transport, "", found),
        "initiator_wwpn": out.wwn(initiator[2], line, "path", "initiator_wwpn", host) if initiator else None,
        "target_wwpn": out.wwn(target[2], line, "path", "target_wwpn", host) if target else None,
        "hctl": name if runtime else None, "hba": runtime.group(2) if runtime else None,
        "target": runtime.group(1) if runtime else None,
        "lun": normalise.integer(runtime.group(3)) if runtime else None, "state": state, "state_text": state_text,
        "optimised": optimised, "preferred": None, "transport": transport,
    }  # fmt: skip
