"""REST API of Configuration Manager, of Ops Center and of the arrays: ``GET /ConfigurationManager/v1/objects/…``.

::

    {"data": [{"portId": "CL1-A", "portType": "FIBRE", "portAttributes": ["TAR"], "portSpeed": "AUT", "fabricMode": true,
               "portConnection": "PtoP", "lunSecuritySetting": true, "wwn": "50060e8008ab0100"}]}

    {"ldevId": 397, "emulationType": "OPEN-V-CVS", "blockCapacity": 41943040, "attributes": ["CVS", "HDP"], "label": "data01",
     "status": "NML", "poolId": 0, "naaId": "60060e8008ab01000050ab010000018d",
     "ports": [{"portId": "CL1-A", "hostGroupNumber": 1, "hostGroupName": "lin01", "lun": 17}]}

Read are storages, ports (with ``detailInfoType=logins``), host-groups, host-wwns, host-iscsis, luns, ldevs and pools; one object, or
a list in ``data``. Only the list of storages names the array. A volume has its ``naaId`` when it is asked for alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from checker.readers.hitachi.names import BLOCK_BYTES, THIN, VENDOR, port_name, role_of, view_name
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Part, Source
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    iscsi_name,
    number,
    owner,
    speed,
    unless_wwn,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import Claims, JsonFamily, by_texts, listed, type_by
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of

_type_of = type_by(
    (
        ("storage", "storageDeviceId serialNumber"),
        ("port", "portId portType"),
        ("host_group", "hostGroupId hostGroupName"),
        ("host_wwn", "hostWwnId hostWwn"),
        ("host_iscsi", "hostIscsiId iscsiName"),
        ("lun", "lunId ldevId"),
        ("ldev", "ldevId emulationType"),
        ("ldev", "ldevId label"),
        ("pool", "poolId poolStatus"),
        ("pool", "poolId poolName"),
    )
)
_MEBIBYTE = 1 << 20


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    for item, place in listed(value, line):
        if isinstance(item.get("data"), list):
            yield from _objects(item["data"], line_of(item["data"], place))
        else:
            yield JsonObject(_type_of(item), item, place)


def _texts(item: JsonObject, key: str) -> list[str]:
    value = item.values.get(key)
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _name(key: str) -> Callable[[JsonObject], str | None]:
    """Source: a number that names something."""

    def get(item: JsonObject) -> str | None:
        value = item.number(key)
        return None if value is None or value < 0 else str(value)

    return get


def _port(item: JsonObject) -> str | None:
    return port_name(item.text("portId"))


def _view(item: JsonObject) -> str | None:
    return view_name(item.text("portId"), item.number("hostGroupNumber"))


def _is_fc(item: JsonObject) -> bool:
    return (item.text("portType") or "").lower() in _FIBRE_CHANNEL


def _is_volume(item: JsonObject) -> bool:
    return item.text("emulationType") != "NOT DEFINED"


def _own_number(item: JsonObject) -> bool | None:
    """Return whether hosts see the number of this array; unknown outside of resource group 0, which is of no virtual array."""
    if item.number("virtualLdevId") not in (None, item.number("ldevId")):
        return False
    return True if item.number("resourceGroupId") == 0 else None


def _block_size(item: JsonObject) -> int | None:
    blocks = item.number("blockCapacity")
    return None if blocks is None else blocks * BLOCK_BYTES


def _provision_type(item: JsonObject) -> str | None:
    if any(attribute in THIN for attribute in _texts(item, "attributes")):
        return "thin"
    return "thick" if _texts(item, "parityGroupIds") else None


def _options(item: JsonObject) -> str | None:
    """Return the host mode options as CCI prints them; none if all are off."""
    value = item.values.get("hostModeOptions")
    if not isinstance(value, list) or not all(isinstance(one, int) for one in value):
        return None
    return " ".join(map(str, value)) or "none"


def _onoff(key: str) -> Callable[[JsonObject], str | None]:
    """Source: a truth value in the words of CCI."""
    return lambda item: None if (value := item.flag(key)) is None else "Y" if value else "N"


def _pool_size(item: JsonObject) -> int | None:
    total = item.number("totalPoolCapacity")
    return None if total is None else total * _MEBIBYTE


def _pool_used(item: JsonObject) -> int | None:
    total, free = item.number("totalPoolCapacity"), item.number("availableVolumeCapacity")
    return None if total is None or free is None or free > total else (total - free) * _MEBIBYTE


def _logins(port: JsonObject) -> Iterator[JsonObject]:
    for entry in port.items("logins"):
        if "loginWwn" in entry:
            yield port.inside(entry, line_of(entry, port.line), portId="portId")


def _logged_in(item: JsonObject) -> bool | None:
    """Return whether an initiator is logged in; some releases write the truth value as text."""
    for key in ("isLoggedIn", "isLogin"):
        value = item.values.get(key)
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
    return None


def _volume_paths(volume: JsonObject) -> Iterator[JsonObject]:
    for entry in volume.items("ports"):
        yield volume.inside(entry, line_of(entry, volume.line), ldevId="ldevId")


def _setting(setting: str, scope: Source[JsonObject], value: Source[JsonObject], key: str) -> Facts:
    return Facts(
        "array_setting", needs=("scope", "value"), line=key, storage_array=owner, scope=scope, setting=const(setting),
        value=value,
    )  # fmt: skip


_FIBRE_CHANNEL = {"fibre": "fc", "fcoe": "fc"}
_GROUP_VIEW = (
    Facts("mask_view", needs="view", storage_array=owner, view=_view, initiator_group="hostGroupName", port_group=_port),
    Facts("mask_port", needs=("view", "port_name"), distinct=True, storage_array=owner, view=_view, port_name=_port),
)  # fmt: skip
_MASKED = Facts(
    "mask_volume", needs=("view", "volume_name"), storage_array=owner, view=_view, volume_name=_name("ldevId"), lun=number("lun"),
)  # fmt: skip
TYPES: dict[str, tuple[Part[JsonObject], ...]] = {
    "port": (
        Facts(
            "target_port", when=_is_fc, needs="port_name", place="portId", storage_array=owner, port_name=_port, port=_port,
            target_wwpn=wwn("wwn"), role=lambda port: role_of(_texts(port, "portAttributes")),
            protocol=words("portType", _FIBRE_CHANNEL), speed_gbps=speed("portSpeed"),
        ),
        _setting("LUN security", _port, _onoff("lunSecuritySetting"), "lunSecuritySetting"),
        _setting("topology", _port, "portConnection", "portConnection"),
        Each(
            _logins,
            Facts(
                "array_login", needs=("initiator_wwpn", "port_name"), place="portId", storage_array=owner,
                initiator_wwpn=wwn("loginWwn"), port_name=_port, logged_in=_logged_in,
            ),
        ),
    ),
    "host_group": (
        *_GROUP_VIEW,
        _setting("host mode", _view, "hostMode", "hostMode"),
        _setting("host mode options", _view, _options, "hostModeOptions"),
    ),
    "host_wwn": (
        *_GROUP_VIEW,
        Facts(
            "registered_initiator", distinct=True, needs="initiator_wwpn", place=_view, storage_array=owner,
            initiator_wwpn=wwn("hostWwn"), registered=True,
        ),
        Facts(
            "mask_initiator", needs="view", storage_array=owner, view=_view, initiator_wwpn=wwn("hostWwn", report=False),
            initiator_name=unless_wwn("hostWwn"),
        ),
        _setting(
            "nickname", "hostWwn", lambda item: None if item.text("wwnNickname") == "-" else item.text("wwnNickname"), "wwnNickname"
        ),
    ),
    "host_iscsi": (
        *_GROUP_VIEW,
        Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view=_view, initiator_name=iscsi_name("iscsiName")),
    ),
    "lun": (*_GROUP_VIEW, _MASKED, _setting("host mode", _view, "hostMode", "hostMode")),
    "ldev": (
        Facts(
            "storage_volume", when=_is_volume, needs="storage_volume", place=_name("ldevId"), storage_array=owner,
            storage_volume=_name("ldevId"), device=device_id("naaId"), size_bytes=_block_size, label="label",
            operational_status="status", provision_type=_provision_type, pool=_name("poolId"),
            own_number=_own_number,
        ),
        Each(_volume_paths, *_GROUP_VIEW, _MASKED),
    ),
    "pool": (
        Facts(
            "pool", needs="pool", storage_array=owner, pool=_name("poolId"), label="poolName", size_bytes=_pool_size, used_bytes=_pool_used,
            thin=lambda pool: True if pool.text("poolType") in THIN else None, operational_status="poolStatus",
        ),
    ),
}  # fmt: skip


def _serial(item: JsonObject) -> str | None:
    return item.text("serialNumber") or _name("serialNumber")(item)


STORAGE = Facts(
    "storage_array", VENDOR, needs="storage_array", storage_array=_serial, serial=_serial, model="model",
    array_version="dkcMicroVersion",
)  # fmt: skip
_CERTAIN: Claims = (
    ("ports of a VSP", ('"portId"', '"portType"', '"portAttributes"')),
    ("initiators of a VSP", ('"hostWwnId"', '"hostWwn"')),
    ("iSCSI initiators of a VSP", ('"hostIscsiId"', '"iscsiName"')),
    ("LU paths of a VSP", ('"lunId"', '"ldevId"', '"hostGroupNumber"')),
    ("volumes of a VSP", ('"ldevId"', '"emulationType"')),
    ("host groups of a VSP", ('"hostGroupId"', '"hostGroupNumber"')),
    ("pools of a VSP", ('"poolId"', '"poolStatus"', '"totalPoolCapacity"')),
)
_SERIAL = re.compile(r'"serialNumber"\s*:\s*"?([0-9]{5,6})\b')
_claimed = by_texts(94, _CERTAIN)
_STORAGE = ('"storageDeviceId"', '"serialNumber"')


def _detect(capture: Capture) -> Detection | None:
    return None if all(text in capture.head for text in _STORAGE) else _claimed(capture)


_storage = by_texts(95, (("arrays that Configuration Manager knows", _STORAGE),))


def _detect_storage(capture: Capture) -> Detection | None:
    return None if '"portId"' in capture.head else _storage(capture)


def _owner(text: str) -> str | None:
    found = set(_SERIAL.findall(text[:262_144]))
    return found.pop() if len(found) == 1 else None


# The list of arrays is a format of its own, because it alone names them.
READERS = (
    JsonFamily("hitachi", _objects, TYPES, once=Facts("storage_array", VENDOR, storage_array=owner)).reader(
        "hitachi-rest", "GET /ConfigurationManager/v1/objects/TYPE", _detect
    ),
    JsonFamily("hitachi", _objects, {"storage": (STORAGE,)}).reader(
        "hitachi-rest-storages", "GET /ConfigurationManager/v1/objects/storages", _detect_storage, owner_in=_owner
    ),
)  # fmt: skip
