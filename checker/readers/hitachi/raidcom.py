"""Ports, host groups, initiators, LU paths and pools of a VSP.

From ``raidcom get port|host_grp|hba_wwn|hba_iscsi|lun|pool|dp_pool|resource`` and ``raidqry -l``.

::

    PORT   TYPE  ATTR   SPD  LPID  FAB  CONN  SSW   SL   Serial#  WWN               PHY_PORT
    CL1-A  FIBRE TAR    AUT    EF  Y    PtoP  Y      0    540001  50060e8008ab0100  -

    PORT   GID  GROUP_NAME                 HWWN              Serial#  NICK_NAME
    CL1-A    1  lin01                      10000000c9000001   540001  lin01_hba0

    PORT   GID  HMD            LUN  NUM     LDEV  CM    Serial#  HMO_BITs
    CL1-A    1  LINUX/IRIX       0    1      397   -     540001  2 22

``raidcom get port -port CL1-A`` lists the initiators that are logged in there. With ``-fx``, volume numbers are
hexadecimal. A port with several attributes has a row for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.hitachi.names import VENDOR, port_name, role_of, view_name
from checker.readers.hitachi.tables import ARRAY, ARRAY_NAME, header, listed, numbered, owner_in, rows
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts, Source, Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, iscsi_name, number, speed, unless_wwn, words, wwn
from checker.readers.toolkit.declarations.records import TextRow

_PORTS = header("PORT", "TYPE ATTR SPD Serial# WWN")
_LOGINS = header("PORT", "LOGIN_WWN Serial#")
_GROUPS = header("PORT", "GID GROUP_NAME Serial# HMD", "IQN")
_INITIATORS = header("PORT", "GID GROUP_NAME HWWN Serial#")
_ISCSI_INITIATORS = header("PORT", "GID GROUP_NAME IQN NICK_NAME Serial#")
_LUNS = header("PORT", "GID HMD LUN LDEV Serial#")
_POOLS = header("PID", "POLS Seq#")
_DP_POOLS = header("PID", "POLS AV_CAP(MB) TP_CAP(MB)")
_RESOURCES = header("RS_GROUP", "RGID Serial#")
_ARRAYS = header("No", "Group HORCM_ver Serial# Micro_ver")
_FIBRE_CHANNEL = {"fibre": "fc", "fcoe": "fc"}
_UNUSED = "-"


def _port(row: TextRow) -> str | None:
    return port_name(row.text("PORT"))


def _view(row: TextRow) -> str | None:
    return view_name(row.text("PORT"), row.text("GID"))


def _is_fc(row: TextRow) -> bool:
    return (row.text("TYPE") or "").lower() in _FIBRE_CHANNEL


def _ports(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield each port once, with its role by the attributes of all its rows."""
    found: dict[tuple[str, str], TextRow] = {}
    attributes: dict[tuple[str, str], list[str]] = {}
    for row in rows(_PORTS)(capture, out):
        key = (row.values["Serial#"], row.values["PORT"])
        found.setdefault(key, row)
        attributes.setdefault(key, []).append(row.values["ATTR"])
    for key, row in found.items():
        row.values["role"] = role_of(attributes[key]) or ""
        yield row


def _mebibytes(*names: str) -> Callable[[TextRow], int | None]:
    """Source: a capacity in MB, which are powers of 1024 here, in bytes."""

    def get(row: TextRow) -> int | None:
        value = normalise.integer(row.text(*names))
        return None if value is None else value << 20

    return get


def _used(row: TextRow) -> int | None:
    total, free = _mebibytes("Capacity(MB)", "TP_CAP(MB)")(row), _mebibytes("Available(MB)", "AV_CAP(MB)")(row)
    return None if total is None or free is None or free > total else total - free


def _pool(row: TextRow) -> str | None:
    """Return the number of a pool without leading zeros, as volumes name it."""
    value = normalise.integer(row.text("PID"))
    return None if value is None else str(value)


def _options(row: TextRow) -> str | None:
    """Return the host mode options, which ``-key detail`` separates by colons, separated by blanks; none if all are off."""
    return (row.text("HMO_BITs") or "none").replace(":", " ") if "HMO_BITs" in row.values else None


def _setting(setting: str, scope: Source[TextRow], value: Source[TextRow]) -> Facts[TextRow]:
    return Facts(
        "array_setting", needs=("scope", "value"), distinct=True, storage_array=ARRAY_NAME, scope=scope,
        setting=const(setting), value=value,
    )  # fmt: skip


_VIEW = Facts(
    "mask_view", needs="view", distinct=True, storage_array=ARRAY_NAME, view=_view, initiator_group="GROUP_NAME",
    port_group=_port,
)  # fmt: skip
_VIEW_PORT = Facts(
    "mask_port", needs=("view", "port_name"), distinct=True, storage_array=ARRAY_NAME, view=_view, port_name=_port
)
_WWPN: Source[TextRow] = wwn("HWWN", report=False)

READERS = (
    Family("hitachi", _ports).reader(
        "hitachi-raidcom-port", "raidcom get port", listed("ports of a VSP", _PORTS), ARRAY,
        Facts(
            "target_port", when=_is_fc, needs="port_name", place="PORT", storage_array=ARRAY_NAME, port_name=_port, port=_port,
            target_wwpn=wwn("WWN"), role="role", protocol=words("TYPE", _FIBRE_CHANNEL), speed_gbps=speed("SPD"),
        ),
        Where(_is_fc, _setting("LUN security", _port, "SSW"), _setting("topology", _port, "CONN")),
        needles=("PORT", "ATTR", "Serial#"), begins=r"^[ \t]*PORT[ \t]+TYPE[ \t]+ATTR\b", owner_in=owner_in,
    ),
    Family("hitachi", rows(_LOGINS)).reader(
        "hitachi-raidcom-port-login", "raidcom get port -port", listed("logins at a port of a VSP", _LOGINS), ARRAY,
        Facts(
            "array_login", needs=("initiator_wwpn", "port_name"), place="PORT", storage_array=ARRAY_NAME,
            initiator_wwpn=wwn("LOGIN_WWN"), port_name=_port, logged_in=True,
        ),
        needles=("LOGIN_WWN", "Serial#"), begins=r"^[ \t]*PORT[ \t]+LOGIN_WWN\b", owner_in=owner_in, verified=False,
    ),
    Family("hitachi", rows(_GROUPS)).reader(
        "hitachi-raidcom-host-grp", "raidcom get host_grp", listed("host groups of a VSP", _GROUPS), ARRAY,
        Where(
            lambda row: row.values["GROUP_NAME"] != _UNUSED, _VIEW, _VIEW_PORT, _setting("host mode", _view, "HMD"),
            _setting("host mode options", _view, _options),
        ),
        needles=("GROUP_NAME", "HMD"), begins=r"^[ \t]*PORT[ \t]+GID[ \t]+(?:RGID[ \t]+)?GROUP_NAME[ \t]+Serial#", owner_in=owner_in,
    ),
    Family("hitachi", rows(_INITIATORS)).reader(
        "hitachi-raidcom-hba-wwn", "raidcom get hba_wwn", listed("initiators of a VSP", _INITIATORS), ARRAY,
        _VIEW, _VIEW_PORT,
        Facts(
            "registered_initiator", distinct=True, needs="initiator_wwpn", place=_view, storage_array=ARRAY_NAME,
            initiator_wwpn=wwn("HWWN"), registered=True,
        ),
        Facts(
            "mask_initiator", needs="view", storage_array=ARRAY_NAME, view=_view, initiator_wwpn=_WWPN,
            initiator_name=unless_wwn("HWWN"),
        ),
        _setting("nickname", "HWWN", "NICK_NAME"),
        needles=("GROUP_NAME", "HWWN"), begins=r"^[ \t]*PORT[ \t]+GID[ \t]+GROUP_NAME[ \t]+HWWN\b", owner_in=owner_in, verified=False,
    ),
    Family("hitachi", rows(_ISCSI_INITIATORS)).reader(
        "hitachi-raidcom-hba-iscsi", "raidcom get hba_iscsi", listed("iSCSI initiators of a VSP", _ISCSI_INITIATORS), ARRAY,
        _VIEW, _VIEW_PORT,
        Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=ARRAY_NAME, view=_view, initiator_name=iscsi_name("IQN")),
        needles=("GROUP_NAME", "IQN"), begins=r"^[ \t]*PORT[ \t]+GID[ \t]+GROUP_NAME[ \t]+IQN[ \t]+Serial#", owner_in=owner_in, verified=False,
    ),
    Family("hitachi", numbered(rows(_LUNS), "LDEV")).reader(
        "hitachi-raidcom-lun", "raidcom get lun", listed("LU paths of a VSP", _LUNS), ARRAY,
        Facts("mask_view", needs="view", distinct=True, storage_array=ARRAY_NAME, view=_view, port_group=_port),
        _VIEW_PORT,
        Facts(
            "mask_volume", needs=("view", "volume_name"), storage_array=ARRAY_NAME, view=_view, volume_name="volume",
            lun=number("LUN"),
        ),
        _setting("host mode", _view, "HMD"),
        needles=("HMD", "LDEV", "Serial#"), begins=r"^[ \t]*PORT[ \t]+GID[ \t]+HMD[ \t]+LUN\b", owner_in=owner_in, verified=False,
    ),
    Family("hitachi", rows(_POOLS)).reader(
        "hitachi-raidcom-pool", "raidcom get pool -key basic", listed("pools of a VSP", _POOLS), ARRAY,
        Facts(
            "pool", needs="pool", storage_array=ARRAY_NAME, pool=_pool, label="POOL_NAME", size_bytes=_mebibytes("Capacity(MB)"), used_bytes=_used,
            thin=lambda row: True if row.text("PT") in ("HDP", "HDT") else None, operational_status="POLS",
        ),
        _setting("pool status", lambda row: (pool := _pool(row)) and f"pool {pool}", "POLS"),
        needles=("PID", "POLS", "Seq#"), begins=r"^[ \t]*PID[ \t]+POLS\b", owner_in=owner_in,
    ),
    # The list of dynamic provisioning pools has no serial number: its owner is that of the other exports.
    Family("hitachi", rows(_DP_POOLS)).reader(
        "hitachi-raidcom-dp-pool", "raidcom get dp_pool", listed("dynamic provisioning pools of a VSP", _DP_POOLS), ARRAY,
        Facts(
            "pool", needs="pool", storage_array=ARRAY_NAME, pool=_pool, size_bytes=_mebibytes("TP_CAP(MB)"), used_bytes=_used,
            thin=const(True), operational_status="POLS",
        ),
        _setting("pool status", lambda row: (pool := _pool(row)) and f"pool {pool}", "POLS"),
        needles=("PID", "POLS", "TP_CAP"), begins=r"^[ \t]*PID[ \t]+POLS\b", owner_in=owner_in,
    ),
    Family("hitachi", rows(_RESOURCES)).reader(
        "hitachi-raidcom-resource", "raidcom get resource", listed("resource groups of a VSP", _RESOURCES), ARRAY,
        _setting("virtual serial number", "RS_GROUP", "V_Serial#"),
        needles=("RS_GROUP", "RGID"), begins=r"^[ \t]*RS_GROUP[ \t]+RGID\b", owner_in=owner_in,
    ),
    Family("hitachi", rows(_ARRAYS)).reader(
        "hitachi-raidqry", "raidqry -l", listed("arrays that CCI manages", _ARRAYS),
        Facts(
            "storage_array", VENDOR, needs="serial", storage_array=ARRAY_NAME, serial="Serial#", array_version="Micro_ver"
        ),
        needles=("HORCM_ver", "Micro_ver"), begins=r"^[ \t]*No[ \t]+Group[ \t]+Hostname[ \t]+HORCM_ver\b", owner_in=owner_in,
    ),
)  # fmt: skip
