"""Ansible playbooks for VPLEX masking (collection ``dellemc.vplex``): storage views and initiators.

A made-up sample::

    - name: Storage view of esx01
      dellemc.vplex.dellemc_vplex_storage_view:
        cluster_name: cluster-1
        storage_view_name: esx01_view
        ports: ["P0000000046E00001-A0-FC00"]
        port_state: present-in-view
        initiators: ["esx01_hba0"]
        virtual_volumes: ["dd_vol01_vol"]
        state: present

Logins (``vplexuser``, ``vplexpassword``) are never read. What is ``absent`` is left out.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.ansible.documents import (
    documents,
    is_placeholder,
    line_of,
    looks_like_yaml,
    mappings,
    name_of,
    plain,
    texts,
)
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.located_json import LocatedDict

_MODULE = re.compile(r"^[ \t]*(?:-[ \t]+)?(?:dellemc\.vplex\.)?(?:dellemc_)?vplex_\w{1,40}[ \t]*:", re.MULTILINE)


def _detect(capture: Capture) -> Detection | None:
    if looks_like_yaml(capture.head) and _MODULE.search(capture.head):
        return Detection(93, "a task of a dellemc_vplex module")
    return None


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    for document in documents(capture, out):
        for mapping in mappings(document):
            state = (plain(mapping.get("state")) or "").lower()
            if state.startswith("absent"):
                continue
            before = out.records
            if "storage_view_name" in mapping:
                _view(capture, out, mapping)
            elif "initiator_name" in mapping:
                _initiator(capture, out, mapping)
            if out.records > before:
                first = first or mapping.line
    if first:
        out.add("storage_array", first, storage_array=capture.owner, family="vplex")


def _cluster(mapping: LocatedDict) -> str:
    cluster = plain(mapping.get("cluster_name"))
    return "" if cluster is None or is_placeholder(cluster) else cluster


def _view(capture: Capture, out: Writer, mapping: LocatedDict) -> None:
    view = name_of(mapping, "storage_view_name", out, "mask_view", "view")
    if view is None:
        return
    array, cluster = capture.owner, _cluster(mapping)
    out.add("mask_view", line_of(mapping, "storage_view_name"), storage_array=array, cluster=cluster, view=view)
    for key, state, kind, column in (
        ("ports", "port_state", "mask_port", "port_name"),
        ("initiators", "initiator_state", "mask_initiator", "initiator_name"),
        ("virtual_volumes", "virtual_volume_state", "mask_volume", "volume_name"),
    ):
        if (plain(mapping.get(state)) or "").lower().startswith("absent"):
            continue
        for line, text in texts(mapping, key):
            if is_placeholder(text):
                # one placeholder for the whole list names a variable that is declared elsewhere
                if isinstance(mapping.get(key), list):
                    out.bad_value(kind, column, text, line, f"view {view}")
                continue
            wwpn = normalise.wwn(text) if kind == "mask_initiator" else None
            if wwpn is not None:
                out.add(kind, line, storage_array=array, cluster=cluster, view=view, initiator_wwpn=wwpn)
            else:
                out.add(kind, line, **{"storage_array": array, "cluster": cluster, "view": view, column: text})


def _initiator(capture: Capture, out: Writer, mapping: LocatedDict) -> None:
    name = name_of(mapping, "initiator_name", out, "registered_initiator", "initiator_name")
    port = plain(mapping.get("port_wwn"))
    if name is None:
        return
    wwpn = None
    if port is not None:
        wwpn = out.wwn(port, line_of(mapping, "port_wwn"), "registered_initiator", "initiator_wwpn", name)
    kind = plain(mapping.get("host_type"))
    out.add(
        "registered_initiator",
        line_of(mapping, "initiator_name"),
        storage_array=capture.owner,
        cluster=_cluster(mapping),
        initiator_name=name,
        initiator_wwpn=wwpn,
        initiator_type=None if kind is None or is_placeholder(kind) else kind,
        registered=True,
    )


def _is_intent(_: str) -> bool:
    return True


READERS = (
    Reader(
        name="ansible-vplex-views",
        platform="vplex",
        command="dellemc.vplex playbook (Ansible)",
        provides={
            "mask_view": ("storage_array", "cluster", "view"),
            "mask_port": ("storage_array", "cluster", "view", "port_name"),
            "mask_initiator": ("storage_array", "cluster", "view", "initiator_name", "initiator_wwpn"),
            "mask_volume": ("storage_array", "cluster", "view", "volume_name"),
            "registered_initiator": (
                "storage_array", "cluster", "initiator_name", "initiator_wwpn", "initiator_type", "registered",
            ),
            "storage_array": ("storage_array", "family"),
        },
        detect=_detect,
        read=_read,
        intent=_is_intent,
        verified=False,
        trust=40,
    ),
)  # fmt: skip
