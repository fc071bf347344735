"""PowerStore REST answers: ``GET /api/rest/<type>?select=*`` and ``POST /api/rest/metrics/generate``.

::

    [{"appliance_id": "A1", "id": "090d75723f41", "is_link_up": true, "current_speed": "16_Gbps",
      "name": "BaseEnclosure-NodeA-IoModule0-FEPort2", "partner_id": "ed8e44cab948",
      "supported_speeds": ["Auto", "8_Gbps", "16_Gbps"], "wwn": "58:cc:f0:90:4d:22:00:01"}]

Objects refer to each other by id, which therefore names volumes and views here; a volume's name is its label. Ports name
their node: ``A1-NodeA`` is node A of appliance A1.
"""

from __future__ import annotations

import re

from checker.readers.powerstore import access, parts, replication
from checker.readers.powerstore.objects import Facts, objects
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.json_family import Claims, JsonFamily, by_texts

_CERTAIN: Claims = (
    ("FC ports of a PowerStore", ('"is_link_up"', '"partner_id"', '"wwn"')),
    ("ports of a PowerStore", ('"is_link_up"', '"appliance_id"')),
    ("hosts of a PowerStore", ('"host_initiators"', '"os_type"')),
    ("hosts of a PowerStore", ('"initiators"', '"os_type"', '"port_name"', '"port_type"')),
    ("mappings of a PowerStore", ('"logical_unit_number"', '"volume_id"', '"host_id"')),
    ("hardware of a PowerStore", ('"lifecycle_state"', '"appliance_id"')),
    ("measurements of a PowerStore", ('"response_definition"', '"entity"', "_metrics_by_")),
    ("the cluster of a PowerStore", ('"master_appliance_id"',)),
    ("the cluster of a PowerStore", ('"primary_appliance_id"',)),
    ("volumes of a PowerStore", ('"wwn"', "naa.68ccf098", '"size"')),
    ("appliances of a PowerStore", ('"drive_failure_tolerance_level"', '"service_tag"')),
    ("appliances of a PowerStore", ('"service_tag"', "PowerStore")),
    ("replication sessions of a PowerStore", ('"local_resource_id"', '"remote_resource_id"', '"remote_system_id"')),
    ("software of a PowerStore", ('"release_version"', '"build_version"')),
)
_claimed = by_texts(92, _CERTAIN)
_NODES = re.compile(r'\{[^{}]*"appliance_id"\s*:\s*"A[0-9]{1,3}"[^{}]*"id"\s*:\s*"N[0-9]{1,3}"[^{}]*\}')
_NODES_TURNED = re.compile(r'\{[^{}]*"id"\s*:\s*"N[0-9]{1,3}"[^{}]*"appliance_id"\s*:\s*"A[0-9]{1,3}"[^{}]*\}')
_GROUP = re.compile(r'"hosts"\s*:\s*\[\s*\{\s*"id"\s*:\s*"[0-9a-f]{8}-')
_CLUSTER = re.compile(r'"name"\s*:\s*"([^"\\]{1,100})"')


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not head.lstrip().startswith(("{", "[")):
        return None
    if (claim := _claimed(capture)) is not None:
        return claim
    short = head[:4_000]
    if _NODES.search(short) or _NODES_TURNED.search(short):
        return Detection(90, "nodes of a PowerStore")
    if _GROUP.search(short) and '"name"' in short:
        return Detection(80, "host groups of a PowerStore")
    if '"port_name"' in short and '"port_type"' in short and '"host_id"' in short:
        return Detection(85, "initiators of a PowerStore")
    return None


def _owner(text: str) -> str | None:
    """Return the cluster's name, where the answer is the cluster."""
    head = text[:4_000]
    if '"master_appliance_id"' not in head and '"primary_appliance_id"' not in head:
        return None
    found: set[str] = set(_CLUSTER.findall(head))
    return found.pop() if len(found) == 1 else None


_POWERSTORE = JsonFamily(
    "powerstore",
    objects,
    {**parts.TYPES, **access.TYPES, **replication.TYPES},
    once=Facts("storage_array", parts.ARRAY),
    indexes=(access.HOST_NAMES, access.DEVICES, access.SIZES),
    ignored=("eth_port", "sas_port"),
    joints=(parts.OVER_TIME, parts.REPEATS),
)
READERS = (_POWERSTORE.reader("powerstore-rest", "GET /api/rest/TYPE", _detect, owner_in=_owner),)
