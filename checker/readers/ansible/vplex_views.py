"""Ansible playbooks for VPLEX masking (collection ``dellemc.vplex``): storage views and initiators.

A synthetic sample::

    - name: Storage view of esx01
      dellemc.vplex.dellemc_vplex_storage_view:
        cluster_name: cluster-1
        storage_view_name: esx01_view
        ports: ["P0000000046E00001-A0-FC00"]
        port_state: present-in-view
        initiators: ["esx01_hba0"]
        virtual_volumes: ["dd_vol01_vol"]
        state: present

Logins (``vplexuser``, ``vplexpassword``) are never read. Objects that are ``absent`` are skipped.
"""

from __future__ import annotations

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.ansible import documents as playbook
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.documents.located_json import LocatedDict


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    for mapping in playbook.all_mappings(capture, out):
        if _is_absent(mapping, "state"):
            continue
        cluster = playbook.plain(mapping.get("cluster_name"))
        common: dict[str, Value] = {
            "storage_array": capture.owner,
            "cluster": "" if cluster is None or playbook.is_placeholder(cluster) else cluster,
        }
        before = out.records
        if "storage_view_name" in mapping:
            _view(out, mapping, common)
        elif "initiator_name" in mapping:
            _initiator(out, mapping, common)
        if out.records > before:
            first = first or mapping.line
    if first:
        out.add("storage_array", first, storage_array=capture.owner, family="vplex")


def _is_absent(mapping: LocatedDict, key: str) -> bool:
    return (playbook.plain(mapping.get(key)) or "").lower().startswith("absent")


def _view(out: Writer, mapping: LocatedDict, common: dict[str, Value]) -> None:
    view = playbook.name_of(mapping, "storage_view_name", out, "mask_view", "view")
    if view is None:
        return
    common["view"] = view
    out.add("mask_view", playbook.line_of(mapping, "storage_view_name"), **common)
    for key, state, kind, column in (
        ("ports", "port_state", "mask_port", "port_name"),
        ("initiators", "initiator_state", "mask_initiator", "initiator_name"),
        ("virtual_volumes", "virtual_volume_state", "mask_volume", "volume_name"),
    ):
        if _is_absent(mapping, state):
            continue
        for line, text in playbook.texts(mapping, key):
            if not playbook.is_placeholder(text):
                wwpn = normalise.wwn(text) if kind == "mask_initiator" else None
                out.add(kind, line, **common, **({"initiator_wwpn": wwpn} if wwpn else {column: text}))
            elif isinstance(mapping.get(key), list):
                # One placeholder for the whole list is a variable that is declared elsewhere.
                out.bad_value(kind, column, text, line, f"view {view}")


def _initiator(out: Writer, mapping: LocatedDict, common: dict[str, Value]) -> None:
    name = playbook.name_of(mapping, "initiator_name", out, "registered_initiator", "initiator_name")
    if name is None:
        return
    line, kind = playbook.line_of(mapping, "port_wwn"), playbook.plain(mapping.get("host_type"))
    out.add(
        "registered_initiator", playbook.line_of(mapping, "initiator_name"), **common, initiator_name=name,
        initiator_wwpn=out.wwn(
            playbook.plain(mapping.get("port_wwn")), line, "registered_initiator", "initiator_wwpn", name
        ),
        initiator_type=None if kind is None or playbook.is_placeholder(kind) else kind, registered=True,
    )  # fmt: skip


READERS = (
    Reader(
        name="ansible-vplex-views", platform="vplex", command="dellemc.vplex playbook (Ansible)",
        provides={
            "mask_view": ("storage_array", "cluster", "view"),
            "mask_port": ("storage_array", "cluster", "view", "port_name"),
            "mask_initiator": ("storage_array", "cluster", "view", "initiator_name", "initiator_wwpn"),
            "mask_volume": ("storage_array", "cluster", "view", "volume_name"),
            "registered_initiator": word_list(
                "storage_array cluster initiator_name initiator_wwpn initiator_type registered"
            ),
            "storage_array": ("storage_array", "family"),
        },
        detect=playbook.by_yaml(
            (
                93,
                "a task of a dellemc_vplex module",
                (playbook.key(r"(?:dellemc\.vplex\.)?(?:dellemc_)?vplex_\w{1,40}"),),
            )
        ),
        read=_read, needles=("vplex_",), intent=playbook.is_intent, verified=False, trust=40, advised=False,
    ),
)  # fmt: skip
