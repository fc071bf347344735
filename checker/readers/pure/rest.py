"""FlashArray REST answers: 1.x (``GET /api/1.17/port``, ``/host?all``, ``/volume``) and 2.x (``GET /api/2.4/ports``).

::

    [{"name": "CT0.FC0", "wwn": "524A937A00000000", "iqn": null, "nqn": null, "portal": null, "failover": null},
     {"name": "CT1.FC0", "wwn": "524A937A00000010", "iqn": null, "nqn": null, "portal": null, "failover": null}]

    {"continuation_token": null, "more_items_remaining": false,
     "items": [{"name": "esx01", "wwns": ["10:00:00:00:C9:00:00:01"], "host_group": {"name": "esx"}, "personality": "esxi"}]}

A host is a view, and a host group is a view named ``hgroup <name>``, because both may have the same name. From REST 2.36
on, each object names the array as its ``context``; one request can ask several arrays of a fleet.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.pure import access, parts
from checker.readers.pure.objects import objects
from checker.readers.toolkit.base import Capture, Detection, UnreadableError
from checker.readers.toolkit.declarations.json_family import JsonFamily

_CERTAIN: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("hosts of a FlashArray", 92, ('"wwn"', '"iqn"', '"hgroup"')),
    ("hosts of a FlashArray", 92, ('"wwns"', '"iqns"')),
    ("ports of a FlashArray", 92, ('"portal"', '"wwn"', '"failover"')),
    ("logins of a FlashArray", 92, ('"target_wwn"', '"target_portal"')),
    ("ports of a FlashArray", 91, ('"portal"', '"wwn"', '"nqn"')),
    ("controllers of a FlashArray", 92, ('"mode"', '"array_controller"')),
    ("controllers of a FlashArray", 91, ('"mode"', '"model"', '"FA-')),
    ("a FlashArray", 92, ('"array_name"', '"revision"')),
    ("a FlashArray", 92, ('"Purity//FA"',)),
    ("space of a FlashArray", 90, ('"hostname"', '"thin_provisioning"', '"shared_space"')),
    ("volumes of a FlashArray", 90, ('"thin_provisioning"', '"total_reduction"')),
    ("volumes of a FlashArray", 90, ('"serial"', '"created"', '"source"', '"size"')),
    ("volumes of a FlashArray", 90, ('"serial"', '"provisioned"', '"subtype"')),
    ("connections of a FlashArray", 90, ('"vol"', '"lun"', '"name"')),
    ("connections of a FlashArray", 90, ('"host_group"', '"volume"', '"lun"')),
    ("load of a FlashArray", 90, ('"reads_per_sec"', '"usec_per_read_op"')),
    ("network ports of a FlashArray", 90, ('"services"', '"wwn"', '"netmask"')),
    ("host groups of a FlashArray", 90, ('"host_count"', '"connection_count"', '"more_items_remaining"')),
    ("members of host groups of a FlashArray", 90, ('"group"', '"member"', '"more_items_remaining"')),
    ("network ports of a FlashArray", 90, ('"interface_type"', '"services"', '"speed"')),
)
_PERSONALITIES = re.compile(
    r'\{\s*(?:"name"\s*:\s*"[^"]{1,200}"\s*,\s*"personality"|"personality"\s*:\s*(?:null|"[^"]{1,40}")\s*,\s*"name")\s*:'
)
_GROUPS = re.compile(
    r'\{\s*(?:"hosts"\s*:\s*\[\s*(?:\]|"[^"]{1,200}"[\s",\w.\-]{0,2000}\])\s*,\s*"name"\s*:\s*"[^"]{1,200}"\s*\}'
    r'|"name"\s*:\s*"[^"]{1,200}"\s*,\s*"hosts"\s*:\s*\[\s*(?:\]|"))'
)
_HARDWARE = re.compile(r'"name"\s*:\s*"(?:CT[0-9O]|SH[0-9]|CH[0-9])(?:\.[A-Z]{2,6}[0-9]{1,2})?"')
_NAME = re.compile(r'"(?:array_name|hostname)"\s*:\s*"([^"\\]{1,100})"')
_NAME_V2 = re.compile(r'"name"\s*:\s*"([^"\\]{1,100})"')
_CONTEXT = re.compile(r'"context"\s*:\s*\{([^{}]{0,400})\}')


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.match(r"\s*[\[{]", head) or '"@base"' in head or '"appliance_id"' in head or '"svm"' in head:
        return None
    for reason, score, words in _CERTAIN:
        if all(word in head for word in words):
            return Detection(score, reason)
    if '"initiator"' in head and '"target"' in head and '"portal"' in head:
        return Detection(90, "logins of a FlashArray")
    if _HARDWARE.search(head) and '"status"' in head:
        return Detection(85, "hardware of a FlashArray")
    if _PERSONALITIES.search(head[:4_000]):
        return Detection(85, "personalities of the hosts of a FlashArray")
    if _GROUPS.search(head[:4_000]):
        return Detection(75, "host groups of a FlashArray")
    return None


def _contexts(text: str) -> dict[str, int]:
    """Return the arrays that objects name as their context, each with the position where it does so first."""
    found: dict[str, int] = {}
    for context in _CONTEXT.finditer(text):
        if (name := _NAME_V2.search(context.group(1))) and '"fleets"' not in context.group(1):
            found.setdefault(name.group(1), context.start())
    return found


def _owner(text: str) -> str | None:
    """Return the name of the array, if the answer is the array or names it as context."""
    head = text[:8_000]
    if contexts := _contexts(text):
        return next(iter(contexts)) if len(contexts) == 1 else None
    found: set[str] = set(_NAME.findall(head))
    if not found and '"Purity//FA"' in head:
        found = set(_NAME_V2.findall(head))
    return found.pop() if len(found) == 1 else None


_PURE = JsonFamily(
    "pure",
    objects,
    {**parts.TYPES, **access.TYPES},
    once=parts.ONCE,
    indexes=(access.DEVICES, access.SIZES),
)


def _read(capture: Capture, out: Writer) -> None:
    """Read an answer of one array; objects of several must not become one array's."""
    contexts = _contexts(capture.text)
    if len(contexts) > 1:
        line = capture.first_line + capture.text.count("\n", 0, [*contexts.values()][1])
        raise UnreadableError(line, f"objects of several arrays: {', '.join(contexts)}; export each array separately")
    _PURE.read(capture, out)


READERS = (
    _PURE.reader(
        "pure-rest",
        "GET /api/2.4/TYPE: arrays, controllers, ports, network-interfaces, hosts, host-groups, connections, volumes",
        _detect,
        read=_read,
        owner_in=_owner,
    ),
)
