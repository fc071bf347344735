"""The attributes of the kernel's FC transport classes, written as initiators and remote ports.

``fc_host/hostN`` is a port of the host, ``fc_remote_ports/rport-H:C-R`` a port it sees, and
``fc_transport/targetH:C:T`` the same port under its SCSI target number. The R of a remote port is not its target number;
that is its ``scsi_target_id`` (-1 for a port that is not a SCSI target).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import word_list

Attributes = Mapping[str, tuple[int, str]]
"""Line and value by attribute name."""

_PCI_ADDRESS = re.compile(r"/([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])(?=/)")
_PARENT_PORT = re.compile(r"/(host[0-9]+)/vport-[0-9]+:[0-9]+-[0-9]+/")
_EMULEX = re.compile(r"Emulex (\S+) FV(\S+) DV(\S+)")
_QLOGIC = re.compile(r"(\S+) FW:v?(\S+) DVR:v?(\S+)")
_HOST_NAME = re.compile(r"\bHN:([A-Za-z0-9][A-Za-z0-9._-]{0,62}?)\.?(?=\s|\Z)")
_RPORT = re.compile(r"rport-([0-9]{1,6}):([0-9]{1,6})-[0-9]{1,9}\Z")
_TARGET = re.compile(r"(?:target)?([0-9]{1,6}):([0-9]{1,6}):([0-9]{1,6})\Z")

_NO_NAMES: Mapping[str, str] = {}

INITIATOR_COLUMNS = word_list("""
    host hba initiator_wwpn wwnn protocol port_state speed_gbps max_speed_gbps fabric_wwn fcid port_type symbolic_name
    model firmware_version driver_version pci_address dev_loss_seconds npiv_parent_wwpn
""")  # fmt: skip
REMOTE_PORT_COLUMNS = word_list("""
    host hba target_wwpn target_wwnn scsi_target port_state roles fcid dev_loss_seconds fast_io_fail
""")  # fmt: skip


def host_name_in(text: str) -> str | None:
    """Return the host name that its FC ports state: ``system_hostname``, or ``HN:`` in the symbolic name."""
    match = re.search(r"system_hostname\s*[=:]\s*\"?([A-Za-z0-9][A-Za-z0-9._-]{0,62})\"?[ \t]*$", text, re.MULTILINE)
    if match:
        return match.group(1)
    match = _HOST_NAME.search(text)
    return match.group(1) if match else None


def fc_host(
    name: str,
    found: Attributes,
    host: str,
    out: Writer,
    *,
    path: str | None = None,
    names: Mapping[str, str] = _NO_NAMES,
) -> None:
    """Write the initiator ``name`` (host3); ``path`` is its device path and ``names`` the port names by host number."""
    line = min(at for at, _ in found.values())
    names_place = ("initiator", f"{host} {name}")
    symbolic = _value(found, "symbolic_name")
    match = _EMULEX.search(symbolic or "") or _QLOGIC.search(symbolic or "")
    speeds = [normalise.speed_gbps(part) for part in (_value(found, "supported_speeds") or "").split(",")]
    pci = _PCI_ADDRESS.findall((path or "").partition("/host")[0] + "/")
    parent = _PARENT_PORT.search(path or "")
    state = _value(found, "port_state")
    # Mainframes also name the physical port of a virtual one.
    physical = _value(found, "permanent_port_name") if "NPIV" in (_value(found, "port_type") or "").upper() else None
    out.add(
        "initiator", line, host=host, hba=name,
        initiator_wwpn=_wwn(found, "port_name", "initiator_wwpn", names_place, out),
        wwnn=_wwn(found, "node_name", "wwnn", names_place, out), protocol="fcp",
        port_state=state.lower() if state else None, speed_gbps=normalise.speed_gbps(_value(found, "speed")),
        max_speed_gbps=max((speed for speed in speeds if speed), default=None),
        fabric_wwn=_wwn(found, "fabric_name", "fabric_wwn", names_place, out),
        fcid=normalise.fcid(_value(found, "port_id")), port_type=_value(found, "port_type"), symbolic_name=symbolic,
        model=match.group(1) if match else None, firmware_version=match.group(2) if match else None,
        driver_version=match.group(3) if match else None, pci_address=pci[-1] if pci else None,
        dev_loss_seconds=normalise.integer(_value(found, "dev_loss_tmo")),
        npiv_parent_wwpn=normalise.wwn(names.get(parent.group(1)) if parent else physical),
    )  # fmt: skip


def remote_port(name: str, found: Attributes, host: str, out: Writer) -> None:
    """Write the remote port ``name``: rport-3:0-1, or target3:0:1 of the fc_transport class.

    Ports whose roles don't include a target (other initiators, fabric services) are skipped.
    """
    line = min(at for at, _ in found.values())
    rport, target = _RPORT.match(name), _TARGET.match(name)
    roles = _value(found, "roles")
    if rport:
        adapter = f"host{int(rport.group(1))}"
        number = normalise.integer(_value(found, "scsi_target_id"))
        scsi = f"{rport.group(1)}:{rport.group(2)}:{number}" if number is not None and number >= 0 else None
    elif target:
        adapter, scsi = f"host{int(target.group(1))}", ":".join(target.groups())
    else:
        return
    if roles is not None and "target" not in roles.lower() and (scsi is None or target):
        return
    names_place = ("remote_port", f"{host} {name}")
    wwpn = _wwn(found, "port_name", "target_wwpn", names_place, out)
    if wwpn is None and scsi is None:
        return
    state = _value(found, "port_state")
    out.add(
        "remote_port", line, host=host, hba=adapter, target_wwpn=wwpn,
        target_wwnn=_wwn(found, "node_name", "target_wwnn", names_place, out), scsi_target=scsi,
        port_state=state.lower() if state else None, roles=roles, fcid=normalise.fcid(_value(found, "port_id")),
        dev_loss_seconds=normalise.integer(_value(found, "dev_loss_tmo")),
        fast_io_fail=_value(found, "fast_io_fail_tmo"),
    )  # fmt: skip


def _value(found: Attributes, name: str) -> str | None:
    text = found[name][1].strip() if name in found else ""
    return text if text and not text.startswith("<") else None


def _wwn(found: Attributes, name: str, fact: str, place: tuple[str, str], out: Writer) -> str | None:
    return out.wwn(_value(found, name), found[name][0], place[0], fact, place[1]) if name in found else None
