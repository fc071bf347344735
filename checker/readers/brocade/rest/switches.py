"""Switches in FOS REST records: the switch with its parts and health, fabric members, logical switches, trunk links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from checker.readers.brocade.rest.documents import Record
from checker.readers.toolkit.declarations.declared import Each, Facts, Field, Index, Part
from checker.readers.toolkit.declarations.fields import const, first, flag, lower, number, owner, wwn
from checker.readers.toolkit.declarations.json_family import Joint
from checker.readers.toolkit.declarations.records import Context

_BROCADE, _NO_VSAN = const("brocade"), const("")
_NAME = first("user-friendly-name", owner)
_STATES = {2: "online", 3: "offline", 7: "testing"}
_AG_MODES = {0: "native", 1: "native", 3: "access gateway"}
_HEALTHS = frozenset({"healthy", "marginal", "down", "critical", "unknown"})
NAMES = Index[Record]("fibrechannel-switch", "name", "user-friendly-name")
"""Names of the switches of a capture, by WWN."""


def coded(leaf: str, meanings: Mapping[int, str]) -> Callable[[Record], str | None]:
    """Source: the meaning of the number in a leaf."""

    def get(record: Record) -> str | None:
        value = record.number(leaf)
        return None if value is None else meanings.get(value)

    return get


def fabric_id(leaf: str) -> Callable[[Record], str | None]:
    """Source: the id of a virtual fabric, which is positive."""

    def get(record: Record) -> str | None:
        value = record.number(leaf)
        return str(value) if value is not None and value > 0 else None

    return get


def _address(record: Record) -> str | None:
    return next((text for text, _ in record.texts("ip-address", "ip-address")), None)


def _states(report: Record) -> Iterator[Record]:
    """Yield the settings of a ``switch-status-policy-report``: the same as those of ``switchstatusshow``."""
    for leaf in report.leaves:
        state = report.text(leaf)
        if leaf == "switch-health":
            if state is not None and state.lower() in _HEALTHS:
                yield report.inside(report.at(leaf), setting="health", value=state.upper())
        elif leaf.endswith("-health") and state is not None:
            monitor = leaf.removesuffix("-health").replace("-", " ")
            yield report.inside(report.at(leaf), setting=f"state of {monitor} monitor", value=state.lower())


def _rule(violation: Record) -> str | None:
    name = violation.text("name")
    return None if name is None else f"MAPS rule broken: {name}"


def _time_and_object(violation: Record) -> str:
    objects = [text for text, _ in violation.texts("objects", "object")]
    return " ".join([violation.text("time-stamp") or "", *objects[:1]]).strip()


def _part(name: str, leaf: str, state: str) -> tuple[Part[Record], ...]:
    """Return the state of a part as a setting under the name that the CLI prints."""

    def setting(record: Record) -> str | None:
        value = record.text(leaf)
        return None if value is None or (record.text(state) or "").lower() == "vacant" else f"state of {name}{value}"

    return (
        Facts(
            "fabric_setting", needs=("setting", "value"), switch=owner, vsan=_NO_VSAN, setting=setting,
            value=lower(state),
        ),
    )  # fmt: skip


SWITCH = (
    Facts(
        "switch", place=_NAME, switch=_NAME, vendor=_BROCADE, switch_wwn=wwn("name"), model="model",
        firmware_version="firmware-version", domain_id="domain-id", switch_state=coded("operational-status", _STATES),
        switch_role=flag("principal", yes="principal", no="subordinate"), switch_mode=coded("ag-mode", _AG_MODES),
        fabric_id=fabric_id("vf-id"), ip_address=_address,
    ),
    Facts(
        "fabric_setting", when="fabric-user-friendly-name", switch=_NAME, vsan=_NO_VSAN, setting=const("fabric name"),
        value="fabric-user-friendly-name",
    ),
)  # fmt: skip
MEMBER = Facts[Record](
    "fabric_member", place=first("switch-user-friendly-name", owner), switch=owner, vsan=_NO_VSAN,
    member_wwn=wwn("name"), member_domain="domain-id", member_name="switch-user-friendly-name",
    principal=lambda record: record.flag("principal", "is-principal"),
)  # fmt: skip
TRUNK = Facts[Record](
    "trunk_member", needs="port_index", note="skipped a trunk link without a port", switch=owner, port="source-port",
    port_index=number("source-port"), trunk=lambda link: f"group {group}" if (group := link.text("group")) else None,
    peer_wwn=wwn("neighbor-wwn"), peer_port="destination-port", deskew=number("deskew"), is_master=flag("master"),
)  # fmt: skip
_LOGICAL: tuple[Part[Record], ...] = (
    Facts(
        "switch", place="own-name", switch="own-name", vendor=_BROCADE, switch_wwn=wwn("switch-wwn"),
        fabric_id="fabric-id",
    ),
    Facts("vsan", needs="ficon", switch="own-name", vsan=_NO_VSAN, ficon=flag("ficon-mode-enabled")),
)  # fmt: skip


def _write_logical(switches: Iterable[Record], context: Context) -> None:
    """Write logical switches; the name of a single one is that of the owner, and others without a name are skipped."""
    found = list(switches)
    named: Field[Record] = NAMES.of("switch-wwn")
    for record in found:
        name = named.get(record, context) or (context.owner if len(found) == 1 else None)
        if name is None:
            fabric = record.text("fabric-id")
            context.out.note(record.line, f"skipped logical switch {fabric}: its name is not in this file")
            continue
        for part in _LOGICAL:
            part.write(record.inside(record.line, **{"own-name": name}), context)


LOGICAL_SWITCHES = Joint(("fibrechannel-logical-switch",), _write_logical, _LOGICAL)
TYPES: Mapping[str, tuple[Part[Record], ...]] = {
    "fibrechannel-switch": SWITCH, "fabric-switch": (MEMBER,), "trunk": (TRUNK,),
    "chassis": (Facts("switch", needs="serial", switch=owner, vendor=_BROCADE, serial="serial-number"),),
    "power-supply": _part("Power Supply #", "unit-number", "operational-state"),
    "fan": _part("Fan ", "unit-number", "operational-state"), "blade": _part("slot ", "slot-number", "blade-state"),
    "switch-status-policy-report": (
        Each(_states, Facts("fabric_setting", switch=owner, vsan=_NO_VSAN, setting="setting", value="value")),
    ),
    "maps-policy": (
        Facts(
            "fabric_setting", when=lambda policy: policy.flag("is-active-policy"), needs="value", switch=owner,
            vsan=_NO_VSAN, setting=const("MAPS policy"), value="name",
        ),
    ),
    # The most recent violation of a rule comes first.
    "dashboard-rule": (
        Facts(
            "fabric_setting", needs="setting", distinct=True, switch=owner, vsan=_NO_VSAN, setting=_rule,
            value=_time_and_object,
        ),
    ),
}  # fmt: skip
