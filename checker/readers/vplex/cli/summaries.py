"""VPlexcli commands other than context listings: summaries, versions, transfer sizes, rebuilds and connectivity checks.

::

    VPlexcli:/> rebuild show-transfer-size --devices *
    device name      transfer-size
    ---------------  -------------
    dd_db_01         128K

    VPlexcli:/> export storage-view summary
    View health summary(cluster-1):
    view name  health-state  exported volumes  ports  registered initiators
    ---------  ------------  ----------------  -----  ---------------------
    db01       healthy       12                4      2
    Total 1 views, 1 healthy, 0 unhealthy.

    VPlexcli:/> cluster summary
    Clusters:
      Name       Cluster ID  TLA             Connected  Expelled  Operational Status  Health State
      ---------  ----------  --------------  ---------  --------  ------------------  ------------
      cluster-1  1           FNM00990000001  true       false     ok                  ok
"""

from __future__ import annotations

from collections.abc import Mapping

from checker.readers.toolkit.base import Reader, word_list
from checker.readers.vplex import hardware
from checker.readers.vplex.cli.detect import text_detector
from checker.readers.vplex.cli.health_lines import CHECK_LINE, CHECK_WORDS, NDU_LINE
from checker.readers.vplex.cli.lines import MAPPED_LINE
from checker.readers.vplex.cli.summary_lines import BATCH_LINE, COUNT_LINE, TITLE_LINE, VALIDATE_LINE
from checker.readers.vplex.cli.text import read_cli
from checker.readers.vplex.cli.trees import MAP_LINE, TREE_LINE

_FAMILY: Mapping[str, tuple[str, ...]] = {"storage_array": ("storage_array", "family", "vendor")}
_SETTING = ("storage_array", "scope", "setting", "value")
_TREE: Mapping[str, tuple[str, ...]] = {
    "virtual_volume": ("storage_array", "cluster", "virtual_volume", "vplex_device", "consistency_group", "locality"),
    "vplex_device": word_list("storage_array cluster vplex_device distributed top_level virtual_volume size_bytes"),
    "device_component": word_list("storage_array cluster vplex_device component component_type component_cluster"),
    "extent": ("storage_array", "cluster", "extent", "storage_volume", "used_by"),
    "storage_volume": ("device", "storage_array", "used_by_array", "used_by_cluster", "vplex_name"),
    "mask_view": ("storage_array", "cluster", "view"),
    "mask_volume": ("storage_array", "cluster", "view", "volume_name"),
    "consistency_group": ("storage_array", "cluster", "consistency_group"),
}  # fmt: skip
_LINK = ("storage_array", "wan_link", "operational_status")


def _summary(
    name: str,
    command: str,
    line: str,
    provides: Mapping[str, tuple[str, ...]],
    *,
    needle: str,
    ruler: bool = True,
    verified: bool = False,
    words: str | None = None,
    advised: bool = True,
) -> Reader:
    return Reader(
        name=f"vplex-{name}", platform="vplex", command=command, provides={**_FAMILY, **provides},
        detect=text_detector(name, line, ruler, words), read=read_cli, needles=(needle,), verified=verified, trust=50,
        advised=advised,
    )  # fmt: skip


READERS = (
    _summary(
        "cluster-summary", "cluster summary", r"Name[ \t]+Cluster ID[ \t]+TLA\b.*", hardware.PROVIDES["cluster"],
        needle="TLA",
    ),
    _summary(
        "cluster-status", "cluster status", r"Cluster \S+[ \t]*\n[ \t]+operational-status:.*",
        {
            "vplex_cluster": ("storage_array", "cluster", "operational_status", "health_state"),
            "array_setting": _SETTING,
        },
        ruler=False, needle="operational-status:",
    ),
    _summary(
        "storage-view-summary", "export storage-view summary", r"view name[ \t]+health-state[ \t].*",
        {"mask_view": ("storage_array", "cluster", "view", "health_state")}, needle="health-state",
    ),
    _summary(
        "transfer-size", "rebuild show-transfer-size --devices *", r"device name[ \t]+transfer-size",
        {"vplex_device": ("storage_array", "vplex_device", "transfer_size_bytes", "transfer_size_text")},
        needle="transfer-size",
    ),
    _summary(
        "rebuild-status", "rebuild status", r"device(?:[ _]name)?[ \t]+rebuild type[ \t].*",
        {
            "vplex_device": (
                "storage_array", "cluster", "vplex_device", "distributed", "rebuild_status", "rebuild_type",
                "rebuild_mbps", "rebuild_remaining_seconds",
            )
        },
        needle="rebuild type",
    ),
    _summary(
        "version", "version -a", r"What[ \t]+Version[ \t]+Info",
        {
            "storage_array": ("storage_array", "family", "vendor", "array_version"),
            "director": ("storage_array", "cluster", "engine", "director", "letter", "version"),
        },
        verified=True, needle="Version",
    ),
    _summary(
        "version-verbose", "version -a --verbose", r"What:[ \t]+\S.*\n[ \t]*Version:[ \t]+\S.*",
        {
            "storage_array": ("storage_array", "family", "vendor", "array_version"),
            "director": ("storage_array", "cluster", "engine", "director", "letter", "version"),
        },
        needle="What:", ruler=False,
    ),
    _summary(
        "connectivity", "connectivity validate-wan-com", r"connectivity:[ \t]*[A-Z]+",
        {"wan_link": _LINK, "array_setting": _SETTING}, ruler=False, verified=True, needle="connectivity:",
    ),
    _summary("ndu-pre-check", "ndu pre-check", NDU_LINE, {"array_setting": _SETTING}, ruler=False, needle="NDU"),
    _summary(
        "storage-view-map", "export storage-view map <view>", MAPPED_LINE,
        {
            "virtual_volume": ("storage_array", "device", "virtual_volume"),
            "mask_volume": ("storage_array", "view", "volume_name", "device"),
        },
        ruler=False, needle="VPD83T",
    ),
    _summary(
        "validate-be", "connectivity validate-be", COUNT_LINE,
        {"vplex_cluster": ("storage_array", "cluster"), "array_setting": _SETTING}, ruler=False, needle="which",
    ),
    _summary(
        "validate-system", "validate-system-configuration", VALIDATE_LINE,
        {"vplex_cluster": ("storage_array", "cluster"), "array_setting": _SETTING}, ruler=False, needle="Validate",
    ),
    _summary(
        "batch-migrate", "batch-migrate summary <file>", BATCH_LINE, {"array_setting": _SETTING}, ruler=False,
        needle="Processed",
    ),
    _summary(
        "capacity-summary", "storage-volume summary", TITLE_LINE, {"array_setting": _SETTING}, ruler=False,
        needle="apacity",
    ),
    _summary(
        "health-check", "health-check", rf"(?:{CHECK_LINE}|Product Version:[ \t]+\S.*\n[ \t]*Product Type:[ \t]+\S.*)",
        {
            "storage_array": ("storage_array", "family", "vendor", "array_version", "product_type", "hardware"),
            "vplex_cluster": (
                "storage_array", "cluster", "cluster_id", "assembly", "operational_status", "health_state", "connected",
            ),
            "system_volume": word_list("""
                storage_array cluster system_volume volume_type active health_state operational_status
            """),
            "witness": ("storage_array", "configured", "enabled"),
            "array_setting": _SETTING,
        },
        ruler=False, verified=True, needle=":", words=CHECK_WORDS,
    ),
    _summary("drill-down", "drill-down -v <virtual-volume>", TREE_LINE, _TREE, ruler=False, verified=True, needle=":"),
    _summary(
        "map", "map of /vplex/v2/map", MAP_LINE, {**_TREE, "storage_array": (*_FAMILY["storage_array"], "serial")},
        ruler=False, verified=True, needle="):", advised=False,
    ),
    _summary(
        "vpn-status", "vpn status",
        r"(?:Verifying the VPN status between the management server.*|IPSEC is (?:UP|DOWN)\b.*)",
        {"wan_link": (*_LINK, "management_vpn"), "witness": ("storage_array", "configured"), "array_setting": _SETTING},
        ruler=False, verified=True, needle="IPSEC",
    ),
)  # fmt: skip
