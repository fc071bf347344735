"""What a FlashArray presents to hosts: hosts, host groups, personalities, logins, volumes and connections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from checker.readers.pure.objects import Facts, PureObject
from checker.readers.toolkit.declarations.declared import Each, Index, Part, Source
from checker.readers.toolkit.declarations.fields import checked, const, iscsi_name, number, owner, unless_wwn, wwn
from checker.readers.toolkit.rounded import Interval, columns, of_disk

_SERIAL = re.compile(r"[0-9A-Fa-f]{24}\Z")
_PREFIX = "naa.624a9370"
"""FlashArray volumes are named by Pure's vendor prefix and their serial number (Purity guides, "volume serial")."""


def _identity(serial: str) -> str | None:
    return _PREFIX + serial.lower() if _SERIAL.match(serial) else None


def _device(volume: PureObject) -> str | None:
    return _identity(volume.text("serial") or "")


def _size(volume: PureObject) -> int | None:
    return volume.number("size", "provisioned") if volume.text("serial") else None


def _group(name: str | None) -> str | None:
    return f"hgroup {name}" if name else None


def _group_view(item: PureObject) -> str | None:
    """Return the view of the group of a host."""
    return _group(item.text("hgroup", "host_group"))


def _initiators_of(host: PureObject, keys: Sequence[str]) -> Iterator[PureObject]:
    """Yield the initiators that the first of these attributes of a host lists."""
    line = host.at(next((key for key in keys if key in host.values), keys[0]))
    for name in host.texts(*keys) if host.text("name") else ():
        yield host.inside(
            {"initiator": name}, line, name="name", hgroup="hgroup", host_group="host_group", personality="personality"
        )


def _connection(item: PureObject) -> tuple[str | None, str | None]:
    """Return view and volume of a connection.

    ``host?connect`` names the host and, for a shared volume, its group; ``hgroup?connect`` has no key for a group, because
    ``name`` is the group; ``volume?connect`` names the volume and the host.
    """
    volume, host, group = item.text("volume", "vol"), item.text("host"), item.text("host_group", "hgroup")
    if volume is None:
        volume = item.text("name")
    elif "vol" in item.values and host is None:
        name = item.text("name")
        host, group = (name, group) if "hgroup" in item.values else (None, name)
    return _group(group) or host, volume


def _view(item: PureObject) -> str | None:
    return _connection(item)[0]


def _volume(item: PureObject) -> str | None:
    return _connection(item)[1]


def _login_wwn(login: PureObject) -> str | None:
    return login.inner("initiator", "wwn") or login.text("wwn")


def _target_wwn(login: PureObject) -> str | None:
    return login.inner("target", "wwn") or login.text("target_wwn")


def _target(login: PureObject) -> str | None:
    name = login.text("target")
    return name.upper() if name else None


DEVICES = Index[PureObject]("volume", "name", _device)
SIZES = Index[PureObject]("volume", "name", _size)
_WWPN: Source[PureObject] = wwn("initiator", report=False)
PERSONALITY = Facts(
    "array_setting", needs=("scope", "value"), line="personality", storage_array=owner, scope="name",
    setting=const("personality"), value="personality",
)  # fmt: skip
HOST: tuple[Part[PureObject], ...] = (
    Facts("mask_view", needs="view", storage_array=owner, view="name"),
    Facts("mask_view", when="name", needs="view", storage_array=owner, view=_group_view),
    Each(
        partial(_initiators_of, keys=("iqn", "iqns")),
        Facts("mask_iscsi", storage_array=owner, view="name", initiator_name=iscsi_name("initiator"), needs="initiator_name"),
        Facts("mask_iscsi", storage_array=owner, view=_group_view, initiator_name=iscsi_name("initiator"), needs=("view", "initiator_name")),
    ),
    Each(
        partial(_initiators_of, keys=("wwn", "wwns")),
        Facts(
            "registered_initiator", place="name", storage_array=owner, initiator_name=unless_wwn("initiator"),
            initiator_wwpn=wwn("initiator"), host="name", initiator_type="personality", registered=True,
        ),
        Facts(
            "mask_initiator", storage_array=owner, view="name", initiator_wwpn=_WWPN, initiator_name=unless_wwn("initiator"),
        ),
        Facts(
            "mask_initiator", needs="view", storage_array=owner, view=_group_view, initiator_wwpn=_WWPN,
            initiator_name=unless_wwn("initiator"),
        ),
    ),
    PERSONALITY,
    Facts(
        "array_setting", needs=("scope", "value"), line="port_connectivity", storage_array=owner, scope="name",
        setting=const("port connectivity"), value=lambda host: host.inner("port_connectivity", "details"),
    ),
)  # fmt: skip
# The hosts themselves name their group.
GROUP = Facts(
    "mask_view", needs="view", distinct=True, storage_array=owner, view=lambda item: _group(item.text("group", "name"))
)
LOGIN = Facts(
    "array_login", needs="initiator_wwpn", place="target", storage_array=owner, initiator_wwpn=wwn(of=_login_wwn),
    target_wwpn=wwn(of=_target_wwn), port_name=_target,
    logged_in=lambda login: _target_wwn(login) is not None or login.text("target") is not None,
)  # fmt: skip


def _bounds(volume: PureObject) -> Interval | None:
    """Return what a size can mean: the console prints ``2T``, REST the bytes."""
    exact = volume.number("size", "provisioned")
    return of_disk(volume.text("size")) if exact is None else (exact, exact)


# Every volume of a FlashArray is thin.
VOLUME = Facts(
    "storage_volume", columns("size", _bounds), needs="storage_volume", place="name", device=checked(_identity, "serial"), storage_array=owner,
    storage_volume="name", provision_type=const("thin"),
)  # fmt: skip
_CONNECTION: Mapping[str, Source[PureObject]] = {
    "storage_array": owner, "view": _view, "volume_name": _volume, "lun": number("lun"),
}  # fmt: skip
_CONNECTION_VIEW = Facts("mask_view", when=_volume, needs="view", storage_array=owner, view=_view)
CONSOLE_CONNECTION = (_CONNECTION_VIEW, Facts("mask_volume", _CONNECTION, needs=("view", "volume_name")))
CONNECTION = (
    _CONNECTION_VIEW,
    Facts(
        "mask_volume", _CONNECTION, needs=("view", "volume_name"), device=DEVICES.of(_volume),
        size_bytes=SIZES.of(_volume),
    ),
)  # fmt: skip
TYPES: Mapping[str, tuple[Part[PureObject], ...]] = {
    "host": HOST, "hgroup": (GROUP,), "member": (GROUP,), "personality": (PERSONALITY,), "login": (LOGIN,), "volume": (VOLUME,),
    "connection": CONNECTION,
}  # fmt: skip
