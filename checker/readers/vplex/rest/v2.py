"""VPLEX REST v2 answers (GeoSynchrony 6.2, metro node): ``GET /vplex/v2/clusters/cluster-1/devices``.

::

    {"name": "db01", "operational_status": "ok",
     "initiators": ["/vplex/v2/clusters/cluster-1/exports/initiator_ports/db01_hba_a"],
     "ports": ["/vplex/v2/clusters/cluster-1/exports/ports/P0000000046C0A1B2-A0-FC00"],
     "virtual_volumes": [{"uri": "/vplex/v2/clusters/cluster-1/virtual_volumes/db01_vol", "lun": 0,
                          "vpd_id": "VPD83T3:6000144…", "capacity": 10737418240}]}

Lists are plain arrays, and objects do not contain their type. Output of Ansible modules wraps the same objects. The
cluster of an object comes from the URIs it contains; the cluster of a list, from the request if that is known.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.vplex import groups
from checker.readers.vplex.objects import add_system
from checker.readers.vplex.rest.v2_more import Context
from checker.readers.vplex.rest.v2_objects import list_kind, type_of
from checker.readers.vplex.rest.v2_write import PROVIDES, write_named, write_typed

_URI = re.compile(r'"/vplex/v2/[a-z_]+')
_REQUEST = re.compile(r"/vplex/v2/(\S*)")
_KEYS = [
    frozenset(names.split())
    for names in (
        "port_wwn target_ports", "port_wwn export_status", "rebuild_status geometry service_status",
        "rebuild_allowed geometry thin_capable", "supporting_device service_status",
        "auto_resume_at_loser operational_status", "detach_rule storage_at_clusters",
        "storage_volumetype underlying_storage_block_size", "storage_volumetype vendor_specific_name",
        "director_id communication_status", "island_id is_local", "engine_id wwn_seed",
        "alua_support active_aao_controller", "admin_state components private_ip_address", "product_type wan_type",
        "address director role status", "logical_unit_count connectivity_status", "expandable_capacity service_status",
        "rebuild_status rule_set_name", "volume_uuid operational_status active", "collecting_data bucket_count",
        "director_id director_family", "is_local top_level_assembly", "BackEndPorts StorageViews",
        "DistributedVirtualVolumes StorageViews",
    )
]  # fmt: skip
_KEY = re.compile(r'"([A-Za-z_]{3,40})"\s*:')
_WWN = '"0x5000144'
# The line before the answer of a module: ``ok: [localhost] => {``.
_ANSIBLE = re.compile(r"(?m)^(?:ok|changed|failed|fatal|included|skipping): \[[^\]\n]{1,100}\](?:: [A-Z]+!)?(?: =>)?")
_MAX_DEPTH = 12


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if "{" not in head[:2_000] and "[" not in head[:200]:
        return None
    keys = set(_KEY.findall(head))
    if '"attributes"' in head and '"context"' in head:
        return None
    if _URI.search(head) and keys:
        return Detection(95, "URIs of VPLEX REST v2")
    if any(needed <= keys for needed in _KEYS):
        return Detection(84, "attributes that only objects of VPLEX REST v2 have")
    if {"initiator", "target", "lun"} <= keys and _WWN in head and len(keys) <= 4:
        return Detection(82, "nexuses of VPLEX back-end ports (itls)")
    command = capture.command or ""
    if "/vplex/v2/" in command and keys:
        return Detection(90, "answer to a VPLEX REST v2 request")
    return None


def _read(capture: Capture, out: Writer) -> None:
    request = _REQUEST.search(capture.command or "")
    context = Context(out, capture.owner, None, request.group(1) if request else "")
    if context.request.startswith("clusters/") and len(parts := context.request.split("/")) > 1 and parts[1] != "*":
        context.cluster = parts[1] or None
    before = out.records
    text = _ANSIBLE.sub(lambda found: " " * len(found.group()), capture.text)
    for document in noted_documents(text, capture.first_line, out):
        if not _walk(document.value, document.line, context, 0):
            out.note(document.line, "this document contains no VPLEX object")
    if context.loose_paths is not None:
        text = "this list of back-end paths does not name the storage volume; only the ports were read"
        out.note(context.loose_paths, text)
    add_system(out, capture.first_line, capture.owner, before)


def _walk(value: object, line: int, context: Context, depth: int) -> bool:
    """Write every object found in lists and wrappers; return FALSE if none was found."""
    if depth > _MAX_DEPTH:
        context.out.note(line, "nested too deeply; this part was skipped")
        return True
    if isinstance(value, list):
        found = not value and depth == 0
        for item in value:
            found |= _walk(item, line_of(item, line), context, depth + 1)
        return found
    if not isinstance(value, LocatedDict):
        return False
    if kind := type_of(value):
        write_typed(value, kind, context)
        return True
    _take_cluster(value, context)
    found = False
    for key, item in value.items():
        # Module arguments may contain a password, and earlier output is obsolete.
        if key in ("invocation", "before", "diff"):
            continue
        line_here = value.key_lines.get(key, value.line)
        listed = list_kind(key)
        if listed is not None and isinstance(item, list):
            _names(item, listed, line_here, context, depth)
            found = True
        elif isinstance(item, (list, dict)):
            found |= _walk(item, line_of(item, line_here), context, depth + 1)
    return found


def _take_cluster(value: LocatedDict, context: Context) -> None:
    """Take the cluster from the arguments of a module; other arguments are not read."""
    invocation = value.get("invocation")
    arguments = invocation.get("module_args") if isinstance(invocation, dict) else None
    name = arguments.get("cluster_name") if isinstance(arguments, dict) else None
    if isinstance(name, str) and name:
        context.cluster = name


def _names(items: list[object], kind: str, line: int, context: Context, depth: int) -> None:
    places = getattr(items, "item_lines", None) or [line] * len(items)
    for item, place in zip(items, places, strict=False):
        if isinstance(item, str) and item.strip():
            write_named(item.strip(), {}, kind, place, context)
        elif isinstance(item, LocatedDict):
            if item_type := type_of(item):
                write_typed(item, item_type, context)
            elif isinstance(item.get("name"), str):
                write_named(item["name"], item, kind, item.line, context)
            else:
                _walk(item, item.line, context, depth + 1)


_PROVIDES = provided(*groups.PROVIDES.values(), PROVIDES)
# REST v2 does not report port speeds.
_PORT_COLUMNS = tuple(name for name in _PROVIDES["target_port"] if not name.endswith("speed_gbps"))
READERS = (
    Reader(
        name="vplex-rest-v2", platform="vplex", command="GET /vplex/v2/<objects>",
        provides={**_PROVIDES, "target_port": _PORT_COLUMNS},
        detect=_detect, read=_read, needles=('"',),
    ),
)  # fmt: skip
