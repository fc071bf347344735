"""`esxcli --formatter=…`: the four forms state the same facts as the text."""

from __future__ import annotations

import json
import re

import pytest

from tests.readers import harness

PATH = "fc.20000010aa000001:10000010aa000001-fc.5000144000aa0001:5000144010aa0001-naa.6000144000000010aa00000000000001"
DEVICE = "naa.6000144000000010aa00000000000001"
SHOWN = f"EMC Fibre Channel Disk ({DEVICE})"
RECORDS: dict[str, dict[str, object]] = {
    "esxi-core-path-list": {
        "Adapter": "vmhba2", "AdapterIdentifier": "fc.20000010aa000001:10000010aa000001",
        "AdapterTransportDetails": "WWNN: 20:00:00:10:aa:00:00:01 WWPN: 10:00:00:10:aa:00:00:01", "Channel": 0,
        "Device": DEVICE, "DeviceDisplayName": SHOWN, "LUN": 1, "MaximumIOSize": 33553920, "Plugin": "NMP",
        "RuntimeName": "vmhba2:C0:T0:L1", "State": "active", "Target": 0,
        "TargetIdentifier": "fc.5000144000aa0001:5000144010aa0001",
        "TargetTransportDetails": "WWNN: 50:00:14:40:00:aa:00:01 WWPN: 50:00:14:40:10:aa:00:01", "Transport": "fc",
        "UID": PATH,
    },
    "esxi-nmp-path-list": {
        "ArrayPriority": 0, "Device": DEVICE, "DeviceDisplayName": SHOWN, "GroupState": "active",
        "PathSelectionPolicyPathConfig": "{current: yes; preferred: no}", "RuntimeName": "vmhba2:C0:T0:L1",
        "StorageArrayTypePathConfig": "{TPG_id=1,TPG_state=AO,RTP_id=1,RTP_health=UP}", "UID": PATH,
    },
    "esxi-nmp-device-list": {
        "Device": DEVICE, "DeviceDisplayName": SHOWN, "IsUSB": False, "PathSelectionPolicy": "VMW_PSP_RR",
        "PathSelectionPolicyDeviceConfig": "{policy=iops,iops=1,bytes=10485760,useANO=0; lastPathIndex=0: NumIOsPending=0,numBytesPending=0}",
        "PathSelectionPolicyDeviceCustomConfig": "", "StorageArrayType": "VMW_SATP_INV",
        "StorageArrayTypeDeviceConfig": "SATP VMW_SATP_INV does not support device configuration.",
        "WorkingPaths": ["vmhba2:C0:T0:L1", "vmhba3:C0:T0:L1"],
    },
    "esxi-core-device-list": {
        "Device": DEVICE, "DevfsPath": f"/vmfs/devices/disks/{DEVICE}", "DeviceMaxQueueDepth": 64,
        "DeviceType": "Direct-Access", "DisplayName": SHOWN, "IsBootDevice": False, "IsLocal": False, "IsVVOLPE": False,
        "Model": "Invista", "MultipathPlugin": "NMP", "NoofoutstandingIOswithcompetingworlds": 32,
        "OtherUIDs": ["vml.02000100006000144000000010aa00000000000001"], "QueueFullSampleSize": 32,
        "QueueFullThreshold": 8, "Revision": "6100", "Size": 102400, "Status": "on", "Vendor": "EMC",
    },
    "esxi-hpp-device-list": {
        "CurrentPath": "none", "Device": DEVICE, "DeviceDisplayName": SHOWN, "IsLocal": False, "IsSSD": True,
        "PathSelectionScheme": "LB-RR", "PathSelectionSchemeConfig": "{iops=1000,bytes=10485760;}",
        "Paths": ["vmhba2:C0:T0:L1", "vmhba3:C0:T0:L1"], "UseANO": False,
        "WorkingPathSet": ["vmhba2:C0:T0:L1", "vmhba3:C0:T0:L1"],
    },
    "esxi-psp-roundrobin": {
        "ByteLimit": 10485760, "Device": DEVICE, "IOOperationLimit": 1, "LimitType": "Iops",
        "UseActiveUnoptimizedPaths": False,
    },
    "esxi-satp-rule-list": {
        "ClaimOptions": "tpgs_on", "DefaultPSP": "VMW_PSP_RR", "Description": "Example arrays, all models",
        "Device": "", "Driver": "", "Model": "MODEL-1", "Name": "VMW_SATP_ALUA", "Options": "", "PSPOptions": "iops=1",
        "RuleGroup": "user", "Transport": "", "Vendor": "EXAMPLE",
    },
    "esxi-satp-list": {
        "DefaultPSP": "VMW_PSP_RR",
        "Description": "Supports EMC Symmetrix",
        "Name": "VMW_SATP_SYMM",
    },
    "esxi-claimrule-list": {
        "Class": "runtime", "Matches": "vendor=* model=*", "Plugin": "NMP", "Rule": 65535, "RuleClass": "MP",
        "Type": "vendor",
    },
    "esxi-core-adapter-list": {
        "Capabilities": "Second Level Lun ID", "Description": "(0000:04:00.0) Example 16Gb HBA", "Driver": "lpfc",
        "HBAName": "vmhba2", "LinkState": "link-up", "UID": "fc.20000010aa000001:10000010aa000001",
    },
    "esxi-san-fc-list": {
        "Adapter": "vmhba2", "DriverName": "lpfc", "DriverVersion": "14.0.0.1", "FirmwareVersion": "12.0.0.1",
        "ModelDescription": "Example 16Gb Fibre Channel Adapter", "NodeName": "20:00:00:10:aa:00:00:01",
        "PortID": "010300", "PortName": "10:00:00:10:aa:00:00:01", "PortState": "ONLINE", "PortType": "NPort",
        "Speed": "16 Gbps",
    },
    "esxi-vmfs-extent-list": {
        "DeviceName": DEVICE, "ExtentNumber": 0, "Partition": 1, "VMFSUUID": "53d60001-65f90001-0001-508700000001",
        "VolumeName": "datastore one",
    },
    "esxi-filesystem-list": {
        "Free": 53687091200, "MountPoint": "/vmfs/volumes/53d60001-65f90001-0001-508700000001", "Mounted": True,
        "Size": 107374182400, "Type": "VMFS-6", "UUID": "53d60001-65f90001-0001-508700000001",
        "VolumeName": "datastore one",
    },
    "esxi-advanced-settings": {
        "DefaultIntValue": 32767, "DefaultStringValue": "",
        "Description": "Max Disk READ/WRITE I/O size before splitting (in KB)", "IntValue": 4096, "MaxValue": 32767,
        "MinValue": 32, "Path": "/Disk/DiskMaxIOSize", "StringValue": "", "Type": "integer", "ValidCharacters": "",
    },
    "esxi-module-parameters": {
        "Description": "Max number of FCP commands", "Name": "lpfc_lun_queue_depth", "Type": "int", "Value": "64",
    },
    "esxi-system-version": {
        "Build": "Releasebuild-10000001", "Patch": "50", "Product": "VMware ESXi", "Update": "3", "Version": "7.0.3",
    },
    "esxi-system-hostname": {
        "DomainName": "lab.example",
        "FullyQualifiedDomainName": "esx01.lab.example",
        "HostName": "esx01",
    },
}  # fmt: skip
# Expected rows by the name of the record: kind, column and value.
STATED: dict[str, list[tuple[str, dict[str, object]]]] = {
    "esxi-core-path-list": [
        (
            "path",
            {"device": DEVICE, "initiator_wwpn": "10000010aa000001", "target_wwpn": "5000144010aa0001", "lun": 1}
            | {"state": "active", "hctl": "vmhba2:C0:T0:L1", "max_io_bytes": 33553920, "plugin": "NMP"},
        ),
        ("initiator", {"hba": "vmhba2", "wwnn": "20000010aa000001"}),
    ],
    "esxi-nmp-path-list": [
        (
            "path",
            {
                "target_wwpn": "5000144010aa0001", "current": True, "preferred": False, "optimised": True,
                "device": DEVICE,
            },
        ),
    ],
    "esxi-nmp-device-list": [
        (
            "device",
            {"device": DEVICE, "satp": "VMW_SATP_INV", "psp": "VMW_PSP_RR", "rr_iops": 1, "rr_type": "iops"}
            | {"working_paths": 2, "rr_use_ano": False, "vendor": "EMC"},
        ),
    ],
    "esxi-core-device-list": [
        (
            "device",
            {
                "device": DEVICE, "size_low_bytes": (102399 << 20) + 512, "outstanding_limit": 32, "queue_depth": 64,
                "model": "Invista",
            }
            | {"protocol_endpoint": False, "queue_full_sample_size": 32, "queue_full_threshold": 8, "is_boot": False},
        ),
    ],
    "esxi-hpp-device-list": [
        ("device", {"multipath_owner": "hpp", "policy": "LB-RR", "rr_iops": 1000, "printed_paths": 2, "is_ssd": True}),
    ],
    "esxi-psp-roundrobin": [("device", {"device": DEVICE, "rr_iops": 1, "rr_type": "iops", "rr_use_ano": False})],
    "esxi-satp-rule-list": [
        (
            "satp_rule",
            {"satp": "VMW_SATP_ALUA", "vendor": "EXAMPLE", "model": "MODEL-1", "psp_options": "iops=1"}
            | {"description": "Example arrays, all models", "rule_group": "user"},
        ),
    ],
    "esxi-satp-list": [("satp", {"satp": "VMW_SATP_SYMM", "default_psp": "VMW_PSP_RR", "loaded": True})],
    "esxi-claimrule-list": [
        ("claim_rule", {"rule": 65535, "rule_loaded_as": "runtime", "matches": "vendor=* model=*"})
    ],
    "esxi-core-adapter-list": [
        ("initiator", {"hba": "vmhba2", "initiator_wwpn": "10000010aa000001", "pci_address": "0000:04:00.0"}),
    ],
    "esxi-san-fc-list": [
        ("initiator", {"initiator_wwpn": "10000010aa000001", "speed_gbps": 16.0, "fcid": "010300", "driver": "lpfc"}),
    ],
    "esxi-vmfs-extent-list": [
        ("datastore", {"datastore": "datastore one", "device": DEVICE, "extent": 0, "partition": 1})
    ],
    "esxi-filesystem-list": [
        ("datastore", {"datastore": "datastore one", "vmfs_version": "6", "size_bytes": 107374182400}),
    ],
    "esxi-advanced-settings": [
        ("host_setting", {"scope": "Disk", "setting": "DiskMaxIOSize", "value": "4096", "unit": "KB"}),
    ],
    "esxi-module-parameters": [("host_setting", {"setting": "lpfc_lun_queue_depth", "value": "64"})],
    "esxi-system-version": [("host", {"os_version": "7.0.3", "kernel_version": "Releasebuild-10000001"})],
    "esxi-system-hostname": [("host_alias", {"alias": "esx01.lab.example", "basis": "fqdn"})],
}  # fmt: skip


def plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "".join(f"{item}," for item in value)
    return str(value)


def as_csv(record: dict[str, object]) -> str:
    def cell(text: str) -> str:
        return f'"{text}"' if "," in text else text

    names = "".join(f"{name}," for name in record)
    return f"{names}\n{''.join(cell(plain(value)) + ',' for value in record.values())}\n"


def as_json(record: dict[str, object]) -> str:
    return json.dumps([record], indent=3) + "\n"


def typed(value: object) -> str:
    return "boolean" if isinstance(value, bool) else "integer" if isinstance(value, int) else "string"


def as_key_values(record: dict[str, object]) -> str:
    rows = []
    for name, value in record.items():
        if isinstance(value, list):
            rows += [f"structure[0].Thing.{name}.string[{number}]={item}\n" for number, item in enumerate(value)]
        else:
            rows.append(f"structure[0].Thing.{name}.{typed(value)}={plain(value)}\n")
    return "".join(rows)


def as_xml(record: dict[str, object]) -> str:
    def element(value: object) -> str:
        if isinstance(value, list):
            return f'<list type="string">{"".join(element(item) for item in value)}</list>'
        return f"<{typed(value)}>{plain(value)}</{typed(value)}>"

    fields = "".join(
        f'         <field name="{name}">\n            {element(value)}\n         </field>\n'
        for name, value in record.items()
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<output xmlns="http://www.vmware.com/Products/ESX/5.0/esxcli">\n<root>\n'
        f'   <list type="structure">\n      <structure typeName="Thing">\n{fields}      </structure>\n   </list>\n</root>\n</output>\n'
    )


def as_export_csv(record: dict[str, object]) -> str:
    names = ";".join(f'"{name}"' for name in record)
    cells = ";".join('"' + plain(value).rstrip(",") + '"' for value in record.values())
    return f"#TYPE VMware.VimAutomation.ViCore.Impl.V1.EsxCli.EsxCliObjectImpl\n{names}\n{cells}\n"


def as_objects(record: dict[str, object]) -> str:
    def shown(value: object) -> str:
        return "{" + ", ".join(str(item) for item in value) + "}" if isinstance(value, list) else plain(value)

    width = max(len(name) for name in record)
    return "\n" + "".join(f"{name:<{width}} : {shown(value)}\n" for name, value in record.items()) + "\n\n"


FORMS = {
    "objects": as_objects, "csv": as_csv, "json": as_json, "keyvalue": as_key_values, "xml": as_xml,
    "export": as_export_csv,
}  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_every_command(name, form):
    text = FORMS[form](RECORDS[name])
    reader = f"{name}-formatted"
    assert harness.best_reader(text) == reader
    result = harness.read(reader, text)
    assert result.failure is None
    assert result.unread_lines == 0
    assert not result.ends_inside_record
    for kind, stated in STATED[name]:
        rows = result.observations.rows(kind)
        assert len(rows) == 1
        assert {key: rows[0].get(key) for key in stated} == stated
    assert not result.observations.rows("bad_value")
    harness.assert_robust(reader, text, seed=1)


@pytest.mark.parametrize("form", ["csv", "json", "keyvalue", "xml"])
def test_lines_and_several_records(form):
    first, second = dict(RECORDS["esxi-psp-roundrobin"]), dict(RECORDS["esxi-psp-roundrobin"])
    second["Device"], second["IOOperationLimit"] = DEVICE[:-1] + "2", 1000
    one, two = FORMS[form](first), FORMS[form](second)
    if form == "csv":
        text, line = one + two.split("\n", 1)[1], 3
    elif form == "json":
        text, line = one.rstrip()[:-1] + "," + two.lstrip()[1:], 10
    elif form == "keyvalue":
        text, line = one + two.replace("[0]", "[1]"), 6
    else:
        text, line = one + two, one.count("\n") + 5
    rows = harness.read("esxi-psp-roundrobin-formatted", text).observations.rows("device")
    assert [(row["device"], row["rr_iops"]) for row in rows] == [(DEVICE, 1), (DEVICE[:-1] + "2", 1000)]
    assert rows[1]["line"] == line


def test_commands_one_after_another_in_one_text():
    text = as_csv(RECORDS["esxi-psp-roundrobin"]) + "\n" + as_csv(RECORDS["esxi-claimrule-list"])
    result = harness.read("esxi-psp-roundrobin-formatted", text)
    assert len(result.observations.rows("claim_rule")) == 1
    assert len(result.observations.rows("device")) == 1
    assert result.unread_lines == 0


def test_the_host_of_each_row_of_an_export_of_objects():
    record = {"VMHost": "esx02.lab.example", **RECORDS["esxi-nmp-device-list"]}
    rows = harness.read("esxi-nmp-device-list-formatted", as_export_csv(record)).observations.rows("device")
    assert rows[0]["host"] == "esx02.lab.example"


@pytest.mark.parametrize("form", ["csv", "json", "xml"])
def test_truncated_text_is_reported(form):
    text = FORMS[form](RECORDS["esxi-core-path-list"])
    cut = text[: text.rindex("vmhba2:C0:T0:L1")]
    result = harness.read("esxi-core-path-list-formatted", cut)
    assert result.ends_inside_record
    assert not result.observations.rows("path")


def test_a_record_of_another_command_is_counted():
    text = (
        as_key_values(RECORDS["esxi-psp-roundrobin"])
        + "structure[0].Nic.Driver.string=ixgben\nstructure[0].Nic.MTU.integer=1500\n"
    )
    result = harness.read("esxi-psp-roundrobin-formatted", text)
    assert result.unread_lines == 2
    assert "driver" in result.notes[0].text


def test_xml_with_entities_is_refused():
    text = '<!DOCTYPE x [<!ENTITY a "b">]>\n' + re.sub(r"<\?xml.*\n", "", as_xml(RECORDS["esxi-satp-list"]))
    inside = text.replace("<root>", '<!DOCTYPE x [<!ENTITY a "b">]><root>')
    assert harness.best_reader(inside) is None
    result = harness.read("esxi-satp-list-formatted", inside)
    assert result.failure is None
    assert not result.observations.rows("satp")


def test_json_lists_inside_an_object():
    text = json.dumps({"host": {"name": "x"}, "value": [RECORDS["esxi-psp-roundrobin"]]}, indent=1)
    assert harness.best_reader(text) == "esxi-psp-roundrobin-formatted"
    result = harness.read("esxi-psp-roundrobin-formatted", text)
    assert [row["line"] for row in result.observations.rows("device")] == [6]
    assert result.unread_lines == 0


def test_wrapped_values_of_objects():
    text = as_objects(RECORDS["esxi-nmp-device-list"])
    wrapped = text.replace("bytes=10485760,", "bytes=10485760,\n" + " " * 41).replace(
        "lastPathIndex", "\n" + " " * 41 + "lastPathIndex"
    )
    result = harness.read("esxi-nmp-device-list-formatted", wrapped + text.replace(DEVICE, DEVICE[:-1] + "2"))
    first, second = result.observations.rows("device")
    assert (first["rr_iops"], first["rr_bytes"], first["working_paths"]) == (1, 10485760, 2)
    assert second["device"] == DEVICE[:-1] + "2"
    assert result.unread_lines == 0


def test_a_row_that_begins_with_an_empty_cell_is_no_comment():
    text = "ArrayPriority;GroupState;RuntimeName;UID\n;active;vmhba2:C0:T0:L1;" + PATH + "\n"
    assert len(harness.read("esxi-nmp-path-list-formatted", text).observations.rows("path")) == 1


def test_names_with_blanks_are_the_same_names():
    record = {
        re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name): value for name, value in RECORDS["esxi-nmp-device-list"].items()
    }
    result = harness.read("esxi-nmp-device-list-formatted", as_json(record))
    assert result.observations.rows("device")[0]["psp"] == "VMW_PSP_RR"


def test_a_csv_of_another_tool_is_not_claimed():
    assert harness.best_reader("Name,Type,Size,\na,b,1,\n") is None
    assert harness.best_reader('[{"product": "Example", "version": "1", "build": "2"}]') is None
