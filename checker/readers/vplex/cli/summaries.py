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

from checker.readers.toolkit.base import Reader, columns
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.vplex import hardware
from checker.readers.vplex.cli.detect import text_detector
from checker.readers.vplex.cli.health_lines import CHECK_LINE, CHECK_WORDS, NDU_LINE
from checker.readers.vplex.cli.lines import MAPPED_LINE
from checker.readers.vplex.cli.summary_lines import BATCH_LINE, COUNT_LINE, TITLE_LINE, VALIDATE_LINE
from checker.readers.vplex.cli.text import read_cli
from checker.readers.vplex.cli.trees import MAP_LINE, TREE_LINE
from checker.readers.vplex.objects import FAMILY, SETTING

_TREE = columns(
    virtual_volume="storage_array cluster virtual_volume vplex_device consistency_group locality",
    vplex_device="storage_array cluster vplex_device distributed top_level virtual_volume size_bytes size_low_bytes size_high_bytes",
    device_component="storage_array cluster vplex_device component component_type component_cluster",
    extent="storage_array cluster extent storage_volume used_by",
    storage_volume="device storage_array used_by_array used_by_cluster vplex_name",
    mask_view="storage_array cluster view", mask_volume="storage_array cluster view volume_name",
    consistency_group="storage_array cluster consistency_group",
)  # fmt: skip
_VERSIONS = columns(
    storage_array="storage_array array_version", director="storage_array cluster engine director letter version"
)
_CHECKS = columns(vplex_cluster="storage_array cluster", array_setting=SETTING)


def _summary(
    name: str, command: str, line: str, needle: str, provides: Mapping[str, tuple[str, ...]], *, ruler: bool = False,
    verified: bool = False, words: str | None = None, advised: bool = True,
) -> Reader:  # fmt: skip
    return Reader(
        name=f"vplex-{name}", platform="vplex", command=command, provides=provided(FAMILY, provides),
        detect=text_detector(name, line, ruler, words), read=read_cli, needles=(needle,), verified=verified, trust=50,
        advised=advised,
    )  # fmt: skip


READERS = (
    _summary(
        "cluster-summary", "cluster summary", r"Name[ \t]+Cluster ID[ \t]+TLA\b.*", "TLA", hardware.PROVIDES["cluster"],
        ruler=True,
    ),
    _summary(
        "cluster-status", "cluster status", r"Cluster \S+[ \t]*\n[ \t]+operational-status:.*", "operational-status:",
        columns(vplex_cluster="storage_array cluster operational_status health_state", array_setting=SETTING),
    ),
    _summary(
        "storage-view-summary", "export storage-view summary", r"view name[ \t]+health-state[ \t].*", "health-state",
        columns(mask_view="storage_array cluster view health_state"), ruler=True,
    ),
    _summary(
        "transfer-size", "rebuild show-transfer-size --devices *", r"device name[ \t]+transfer-size", "transfer-size",
        columns(vplex_device="storage_array vplex_device transfer_size_bytes transfer_size_text"), ruler=True,
    ),
    _summary(
        "rebuild-status", "rebuild status", r"device(?:[ _]name)?[ \t]+rebuild type[ \t].*", "rebuild type",
        columns(
            vplex_device="storage_array cluster vplex_device distributed rebuild_status rebuild_type rebuild_mbps"
            " rebuild_remaining_seconds",
        ),
        ruler=True,
    ),
    _summary("version", "version -a", r"What[ \t]+Version[ \t]+Info", "Version", _VERSIONS, ruler=True, verified=True),
    _summary(
        "version-verbose", "version -a --verbose", r"What:[ \t]+\S.*\n[ \t]*Version:[ \t]+\S.*", "What:", _VERSIONS,
    ),
    _summary(
        "connectivity", "connectivity validate-wan-com", r"connectivity:[ \t]*[A-Z]+", "connectivity:",
        columns(wan_link="storage_array wan_link operational_status", array_setting=SETTING), verified=True,
    ),
    _summary("ndu-pre-check", "ndu pre-check", NDU_LINE, "NDU", columns(array_setting=SETTING)),
    _summary(
        "storage-view-map", "export storage-view map <view>", MAPPED_LINE, "VPD83T",
        columns(
            virtual_volume="storage_array device virtual_volume", mask_volume="storage_array view volume_name device"
        ),
    ),
    _summary("validate-be", "connectivity validate-be", COUNT_LINE, "which", _CHECKS),
    _summary("validate-system", "validate-system-configuration", VALIDATE_LINE, "Validate", _CHECKS),
    _summary("batch-migrate", "batch-migrate summary <file>", BATCH_LINE, "Processed", columns(array_setting=SETTING)),
    _summary("capacity-summary", "storage-volume summary", TITLE_LINE, "apacity", columns(array_setting=SETTING)),
    _summary(
        "health-check", "health-check", rf"(?:{CHECK_LINE}|Product Version:[ \t]+\S.*\n[ \t]*Product Type:[ \t]+\S.*)",
        ":",
        columns(
            storage_array="array_version product_type hardware",
            vplex_cluster="storage_array cluster cluster_id assembly operational_status health_state connected",
            system_volume="storage_array cluster system_volume volume_type active health_state operational_status",
            witness="storage_array configured enabled", array_setting=SETTING,
        ),
        verified=True, words=CHECK_WORDS,
    ),
    _summary("drill-down", "drill-down -v <virtual-volume>", TREE_LINE, ":", _TREE, verified=True),
    _summary(
        "map", "map of /vplex/v2/map", MAP_LINE, "):", {**_TREE, "storage_array": ("serial",)}, verified=True,
        advised=False,
    ),
    _summary(
        "vpn-status", "vpn status",
        r"(?:Verifying the VPN status between the management server.*|IPSEC is (?:UP|DOWN)\b.*)", "IPSEC",
        columns(
            wan_link="storage_array wan_link operational_status management_vpn", witness="storage_array configured",
            array_setting=SETTING,
        ),
        verified=True,
    ),
)  # fmt: skip
