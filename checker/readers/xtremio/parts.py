"""The XtremIO array itself: cluster, X-Bricks, storage controllers, management server and parts with a state."""

from __future__ import annotations

from collections.abc import Mapping

from checker.readers.toolkit.declarations.declared import Part
from checker.readers.toolkit.declarations.fields import const, lower, number, text
from checker.readers.xtremio.records import Facts, Record, array, named, reference, size_of


def _serial(cluster: Record) -> str | None:
    """Return the serial number on the product tag; a text with a blank says that there is none."""
    serial = cluster.text("sys-psnt-serial-number")
    return None if serial is None or " " in serial else serial


def _state(cluster: Record) -> str | None:
    """Return the state of a cluster; one that is active may still not be healthy."""
    health = cluster.text("sys-health-state")
    return (
        health if health and health.lower() != "healthy" else cluster.text("sys-state") or health or ""
    ).lower() or None


# The space of the cluster is in KB.
_CLUSTER = Facts(
    "storage_array", size_of("size", "ud-ssd-space"), size_of("used", "ud-ssd-space-in-use"), storage_array=array, serial=_serial, vendor=const("EMC"), family=const("xtremio"),
    model="size-and-capacity", array_version=text("sys-sw-version", "sw-version"),
    array_state=_state, controllers=number("num-of-nodes"),
)  # fmt: skip
_BRICK = Facts(
    "engine", storage_array=array, engine=lambda brick: brick.reference("brick-id") or brick.text("name"),
    operational_status=lower("brick-state"), ssds=number("num-of-ssds"),
)  # fmt: skip
_CONTROLLER = Facts(
    "director", storage_array=array, engine=reference("brick-id"), director=named("node-id"),
    operational_status=lower("node-state", "backend-storage-controller-state"), version="sw-version",
    health_state=lower("node-health-state", "current-health-state"), serial="serial-number",
)  # fmt: skip
_XMS = Facts(
    "xms", xms=lambda xms: xms.first_name("xms-id") or "xms", storage_array="sys-name",
    version=text("sw-version", "version"), clusters=number("num-of-systems"),
)  # fmt: skip
_NAME = named("ssd-id", "ups-id", "rg-id", "xenv-id", "ib-switch-id")
_SWITCH = Facts(
    "com_switch", needs="com_switch", storage_array=array, com_switch=_NAME, switch_type=const("infiniband"),
    operational_status=lower("ib-switch-state", "status", "fru-lifecycle-state"),
)  # fmt: skip


def _supply(kind: str, *states: str) -> Facts:
    return Facts(
        "power_supply", needs="power_supply", storage_array=array, power_supply=_NAME, supply_type=const(kind),
        operational_status=lower(*states), feed="power-feed",
    )  # fmt: skip


def _component(kind: str, state: str, health: str = "") -> Facts:
    return Facts(
        "component", needs="component", storage_array=array, component_type=const(kind), component=_NAME,
        operational_status=lower(state), health_state=lower(health),
    )  # fmt: skip


TYPES: Mapping[str, tuple[Part[Record], ...]] = {
    "clusters": (_CLUSTER,), "bricks": (_BRICK,), "storage-controllers": (_CONTROLLER,), "xms": (_XMS,),
    "bbus": (_supply("ups", "ups-status", "status", "fru-lifecycle-state"),), "infiniband-switches": (_SWITCH,),
    "storage-controller-psus": (_supply("psu", "status-led", "fru-lifecycle-state"),),
    "dae-psus": (_supply("psu", "status-led", "fru-lifecycle-state"),),
    "ssds": (_component("ssd", "ssd-rg-state", "fru-lifecycle-state"),),
    "data-protection-groups": (_component("data-protection-group", "protection-state"),),
    "xenvs": (_component("xenv", "xenv-state"),),
    "local-disks": (_component("local-disk", "local-disk-state", "fru-lifecycle-state"),),
    "dae-controllers": (_component("dae-controller", "fru-lifecycle-state"),),
    "daes": (_component("dae", "fru-lifecycle-state"),),
}  # fmt: skip
