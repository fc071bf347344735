"""Kinds about zoning: aliases, zones and their members, zone sets, the default zone.

``vsan`` is as in :mod:`checker.facts.kinds.fabric`.
"""

from __future__ import annotations

from checker.facts.declare import Kind, flag, text
from checker.facts.kinds.fabric import SWITCH, VSAN

KINDS = (
    Kind(
        "alias",
        "One member of one alias (device alias, zone alias or fcalias).",
        (("switch", "vsan", "alias", "member"),),
        (
            SWITCH,
            VSAN,
            text("alias", "name of the alias"),
            text("member", "member as printed"),
            text("wwpn", "world wide port name, where the member is one"),
        ),
        "fabric",
        {"vsan": ""},
    ),
    Kind(
        "zone",
        "One zone of the active set, or of the defined database.",
        (("switch", "vsan", "active", "zone"),),
        (
            SWITCH,
            VSAN,
            flag("active", "TRUE for the active set, FALSE for the defined database"),
            text("zone", "name of the zone"),
            text("zone_set", "zone set or configuration it is in"),
            text("zone_type", "normal, peer, lsan, traffic-isolation, redirect …"),
            flag("smart", "smart zoning applies to it"),
        ),
        "fabric",
        {"vsan": ""},
    ),
    Kind(
        "zone_set",
        "A zone set or configuration and one of its zones.",
        (("switch", "vsan", "active", "zone_set", "zone"),),
        (
            SWITCH,
            VSAN,
            flag("active", "TRUE for the active set"),
            text("zone_set", "name"),
            text("zone", "name of the zone"),
        ),
        "fabric",
        {"vsan": ""},
    ),
    Kind(
        "default_zone_member",
        "A device that a switch lists in the default zone: it is logged in and in no active zone.",
        (("switch", "vsan", "wwpn"), ("switch", "vsan", "fcid")),
        (
            SWITCH,
            VSAN,
            text("wwpn", "world wide port name"),
            text("fcid", "FC address, 6 hex digits"),
        ),
        "fabric",
        {"vsan": ""},
    ),
    Kind(
        "zone_member",
        "One member of one zone, as written; aliases stay aliases here and are resolved in topology.",
        (("switch", "vsan", "active", "zone", "member"),),
        (
            SWITCH,
            VSAN,
            flag("active", "TRUE for the active set"),
            text("zone", "name of the zone"),
            text("member", "member as printed, normalised"),
            text(
                "member_type",
                "kind of member",
                values=("wwpn", "wwnn", "alias", "domain_port", "fcid", "interface", "property", "other"),
            ),
            text("wwpn", "world wide port name, where known"),
            text("alias", "alias, if the member is one or is printed next to it"),
            text(
                "member_role",
                "role in a peer or smart zone",
                values=("initiator", "target", "both", "principal", "peer"),
            ),
            flag("logged_in", "the switch marks it as logged in"),
            text("fcid", "FC address, 6 hex digits"),
        ),
        "fabric",
        {"vsan": ""},
    ),
)
