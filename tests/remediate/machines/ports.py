"""Ports and timeouts of switches: speed and long-distance mode of Fabric OS and NX-OS."""

from __future__ import annotations

import math
import re

from tests.remediate.machines.base import Row, Rows, UnknownCommandError


def fos(rows: Rows, switch: str, command: str) -> None:
    """Set the speed of a port, 0 to negotiate it, or its long-distance mode."""
    speed = re.fullmatch(r"portcfgspeed (\S+) (\d+)", command)
    distance = re.fullmatch(r"portcfglongdistance (\S+) (LS|LD) 1 (\d+)", command)
    if speed:
        port, gbps = speed.groups()
        set_speed(rows, switch, port, int(gbps))
    elif distance:
        port, mode, km = distance.groups()
        row = rows.one("switch_port", switch=switch, port=port)
        if mode == "LS" and row["long_distance"] == "LS":
            # A port in this mode gets half a credit for each kilometre and Gbit/s, and six more.
            row["buffer_credits"] = math.ceil(int(km) * row["speed_gbps"] / 2) + 6
        row.update(long_distance=mode, distance_km=row["distance_km"] and float(km))
    elif not command.startswith(("portshow", "portbuffershow")):
        raise UnknownCommandError(command)


def set_speed(rows: Rows, switch: str, port: str, gbps: int) -> None:
    """Fix the speed of a port, or (0) let it negotiate the fastest that both ends support."""
    row = rows.one("switch_port", switch=switch, port=port)
    row["speed_mode"] = "fixed" if gbps else "auto"
    row["speed_gbps"] = float(gbps) if gbps else min(_fastest(rows, row))


def _fastest(rows: Rows, port: Row) -> list[float]:
    """What the port, its transceiver and the device at the other end support."""
    (sfp,) = [one for one in rows.of("sfp") if (one["switch"], one["port"]) == (port["switch"], port["port"])]
    ends = [*rows.of("initiator"), *rows.of("target_port")]
    other = [one for one in ends if port["attached_wwn"] in (one.get("initiator_wwpn"), one.get("target_wwpn"))]
    return [float(one["max_speed_gbps"]) for one in (port, sfp, *other)]


def congestion_drop(rows: Rows, switch: str, milliseconds: str, kind: str) -> None:
    """Set how long frames wait on ports of devices (edge) or on links between switches (core) of an NX-OS switch."""
    setting = f"system timeout congestion-drop logical-type {kind}"
    rows.one("fabric_setting", switch=switch, setting=setting)["value"] = milliseconds
