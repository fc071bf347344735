"""ESXi readers on published exports; SANLINT_CORPUS names their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.readers import harness

pytestmark = pytest.mark.corpus
READER_OF = {
    "esxcli-nmp-device": "esxi-nmp-device-list", "esxcli-core-path": "esxi-core-path-list",
    "esxcli-nmp-path": "esxi-nmp-path-list", "esxcfg-mpath-b": "esxi-mpath-brief", "esxcli-satp-list": "esxi-satp-list",
    "esxcli-satp-rule": "esxi-satp-rule-list", "esxcli-psp-rr": "esxi-psp-roundrobin",
    "esxcli-core-device": "esxi-core-device-list", "partedutil": "esxi-partedutil",
    "esxcli-claimrule": "esxi-claimrule-list", "esxcli-filesystem": "esxi-filesystem-list",
    "esxcli-module-params": "esxi-module-parameters", "esxcli-san-fc": "esxi-san-fc-list",
    "esxcli-vmfs-extent": "esxi-vmfs-extent-list",
}  # fmt: skip


@pytest.mark.parametrize(("folder", "reader"), READER_OF.items())
def test_every_file_is_recognised_and_read(folder, reader):
    root = os.environ.get("SANLINT_CORPUS")
    if not root:
        pytest.skip("SANLINT_CORPUS is not set: the corpus of outside exports is not here")
    for path in sorted((Path(root) / "hosts" / folder).iterdir()):
        text = harness.corpus_file(f"hosts/{folder}/{path.name}")
        assert harness.best_reader(text) == reader, path.name
        result = harness.read(reader, text)
        assert result.failure is None, path.name
        assert not result.ends_inside_record, path.name
        assert result.unread_lines == 0, path.name


# File, reader, kind, number of rows, row, some of its values checked by eye.
SEEN = [
    (
        "esxcli-nmp-device/atos-dgc-1.txt", "esxi-nmp-device-list", "device", 1, 0,
        {"device": "naa.6006016018bf560094a52766e58eca2c", "satp": "VMW_SATP_ALUA_CX", "psp": "VMW_PSP_RR"}
        | {"rr_type": "default", "rr_iops": 1000, "rr_use_ano": False, "working_paths": 6, "vendor": "DGC"},
    ),
    (
        "esxcli-nmp-device/blockbridge-2.txt", "esxi-nmp-device-list", "device", 1, 0,
        {"rr_type": "iops", "rr_iops": 8, "vendor": "B*BRIDGE", "transport": "iscsi", "working_paths": 2},
    ),
    (
        "esxcli-nmp-device/elatov-vnx-1.txt", "esxi-nmp-device-list", "device", 1, 0,
        {"psp": "VMW_PSP_FIXED_AP", "preferred_path": "vmhba39:C0:T0:L12", "current_path": "vmhba39:C0:T4:L12"},
    ),
    (
        "esxcli-core-path/compellent-iscsi-1.txt", "esxi-core-path-list", "path", 1, 0,
        {"device": "naa.6000d31000771000000000000000000d", "hctl": "vmhba38:C0:T1:L1", "max_io_bytes": 131072}
        | {"transport": "iscsi", "state": "active", "lun": 1},
    ),
    (
        "esxcli-core-path/fujitsu-sas-1.txt", "esxi-core-path-list", "path", 1, 0,
        {"device": "naa.500000e01947e130", "hctl": "vmhba2:C0:T0:L0", "transport": "sas", "max_io_bytes": 4194304},
    ),
    (
        "esxcli-nmp-path/elatov-clariion-1.txt", "esxi-nmp-path-list", "path", 2, 1,
        {"initiator_wwpn": "10000000c96eb647", "target_wwpn": "500601643ea038b6", "optimised": False, "line": 9}
        | {"group_state": "active unoptimized", "current": False},
    ),
    (
        "esxcli-nmp-path/elatov-vnx-1.txt", "esxi-nmp-path-list", "path", 2, 0,
        {"hctl": "vmhba39:C0:T4:L12", "preferred": True, "current": False, "optimised": False, "line": 1},
    ),
    (
        "esxcfg-mpath-b/elatov-netapp-fc-1.txt", "esxi-mpath-brief", "path", 4, 3,
        {"initiator_wwpn": "20000025b50b000d", "target_wwpn": "500a09818f3f52ad", "hctl": "vmhba2:C0:T2:L1"}
        | {"state": "active", "device": "naa.60a9800064655a77524a6c4938685950", "line": 5},
    ),
    (
        "esxcfg-mpath-b/elatov-eql-1.txt", "esxi-mpath-brief", "path", 6, 5,
        {"hctl": "vmhba33:C0:T12:L0", "transport": "iscsi", "device": "naa.6090a088006f910fe8df241e1a01d012"},
    ),
    (
        "esxcli-satp-list/elatov-comstar-1.txt", "esxi-satp-list", "satp", 13, 8,
        {"satp": "VMW_SATP_SYMM", "default_psp": "VMW_PSP_RR", "loaded": False, "line": 11},
    ),
    (
        "esxcli-satp-list/nexenta-1.txt", "esxi-satp-list", "satp", 13, 0,
        {"satp": "VMW_SATP_ALUA", "default_psp": "VMW_PSP_MRU", "loaded": True, "line": 3},
    ),
    (
        "esxcli-psp-rr/elatov-comstar-loop-1.txt", "esxi-psp-roundrobin", "device", 4, 2,
        {"device": "naa.600144f009d4d2360000564773790001", "rr_iops": 1, "rr_type": "default", "line": 13},
    ),
    (
        "esxcli-psp-rr/blockbridge-1.txt", "esxi-psp-roundrobin", "device", 1, 0,
        {"rr_iops": 8, "rr_type": "iops", "rr_bytes": 10485760, "rr_use_ano": False},
    ),
    (
        "esxcli-core-device/elatov-hs22-1.txt", "esxi-core-device-list", "device", 1, 0,
        {"device_state": "degraded", "vendor": "LSILOGIC", "model": "Logical Volume", "size_low_bytes": 145998479872},
    ),
    (
        "esxcli-core-device/esxi55-cn-1.txt", "esxi-core-device-list", "device", 2, 1,
        {"model": "ST1000DM003-1SB1", "is_boot": True, "is_local": True, "outstanding_limit": 32, "line": 34},
    ),
    (
        "partedutil/dell-boot-1.txt", "esxi-partedutil", "partition", 5, 4,
        {"partition": 8, "start_sector": 268437504, "start_bytes": 137440002048, "role": "vmfs", "line": 7},
    ),
    (
        "partedutil/coraid-1.txt", "esxi-partedutil", "partition", 1, 0,
        {"start_bytes": 1048576, "role": "vmfs", "label_type": "gpt", "size_bytes": 1099505030144},
    ),
    (
        "esxcfg-scsidevs/elatov-ucs-1.txt", "esxi-scsidevs-adapters", "initiator", 2, 1,
        {"hba": "vmhba2", "initiator_wwpn": "20000025b50b0046", "wwnn": "20010025b5000046", "driver": "fnic"}
        | {"port_state": "online", "pci_address": "0:17:0.0", "line": 3},
    ),
    (
        "esxcfg-scsidevs/elatov-qla-1.txt", "esxi-scsidevs-adapters", "initiator", 1, 0,
        {"hba": "vmhba1", "initiator_wwpn": "2100001b320b9001", "driver": "qla2xxx"},
    ),
    (
        "esxcfg-scsidevs/elatov-netapp-c-1.txt", "esxi-scsidevs-compact", "device", 2, 1,
        {"device": "naa.60a980006467435a673469554f385770", "size_low_bytes": 1099510579712, "vendor": "NETAPP"},
    ),
    (
        "esxcli-satp-rule/elatov-comstar-1.txt", "esxi-satp-rule-list", "satp_rule", 1, 0,
        {
            "satp": "VMW_SATP_ALUA", "vendor": "SUN", "model": "COMSTAR", "rule_group": "user",
            "default_psp": "VMW_PSP_RR",
        }
        | {"psp_options": "iops=1", "description": "OmniOS Devices", "claim_options": None, "line": 2},
    ),
    (
        "esxcli-satp-rule/elatov-ift-1.txt", "esxi-satp-rule-list", "satp_rule", 2, 1,
        {"vendor": "IBM", "model": "2810XIV", "claim_options": "tpgs_on", "default_psp": "VMW_PSP_RR", "line": 3}
        | {"description": "IBM 2810XIV arrays with ALUA support", "rule_group": None},
    ),
    (
        "esxcli-claimrule/vmwaredocs67-1.txt", "esxi-claimrule-list", "claim_rule", 16, 7,
        {"rule": 101, "rule_loaded_as": "runtime", "plugin": "MASK_PATH", "rule_type": "vendor", "rule_class": "MP"}
        | {"matches": "vendor=DELL model=Universal Xport", "line": 9},
    ),
    (
        "esxcli-filesystem/kperry-ucsc-1.txt", "esxi-filesystem-list", "datastore", 2, 1,
        {"datastore": "ESX1VMFS1", "uuid": "53d58476-2724a720-198f-508789ad4756", "vmfs_version": "5", "line": 4}
        | {"size_bytes": 2087622541312, "free_bytes": 341421588480},
    ),
    (
        "esxcli-vmfs-extent/kperry-ucsc-1.txt", "esxi-vmfs-extent-list", "datastore", 2, 1,
        {"datastore": "ESX1VMFS1", "device": "naa.600605b008de55301b682ed0ba9120cb", "extent": 0, "partition": 3},
    ),
    (
        "esxcli-san-fc/atos-lpfc-1.txt", "esxi-san-fc-list", "initiator", 1, 0,
        {"hba": "vmhba2", "initiator_wwpn": "100000109b41725c", "wwnn": "200000109b41725c", "speed_gbps": 8.0}
        | {"fcid": "010300", "port_state": "online", "driver": "lpfc", "driver_version": "14.4.0.39"},
    ),
    (
        "esxcli-san-fc/onenote-qlnativefc-1.txt", "esxi-san-fc-list", "initiator", 1, 0,
        {"hba": "vmhba4", "initiator_wwpn": "2100f4e9d458ddb7", "firmware_version": "8.08.204 (d0d5)"}
        | {"driver": "qlnativefc", "driver_version": None, "speed_gbps": 16.0},
    ),
    (
        "esxcli-module-params/elatov-ixgbe-1.txt", "esxi-module-parameters", "host_setting", 1, 0,
        {"setting": "LRO", "value": "0", "line": 2},
    ),
    (
        "esxcli-module-params/elatov-ixgbe-2.txt", "esxi-module-parameters", "host_setting", 1, 0,
        {"setting": "IntMode", "value": "0"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("file", "reader", "kind", "count", "row", "values"), SEEN, ids=[seen[0] for seen in SEEN])
def test_values_read_by_eye(file, reader, kind, count, row, values):
    text = harness.corpus_file(f"hosts/{file}")
    assert harness.best_reader(text) == reader
    rows = harness.read(reader, text).observations.rows(kind)
    assert len(rows) == count
    assert {key: rows[row].get(key) for key in values} == values
