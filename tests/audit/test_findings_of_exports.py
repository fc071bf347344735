"""What findings say about raw exports: the line that shows the fault, and commands of the machines that are there."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, Session
from checker.rules.evaluate.finding import Finding

ADAPTER = """root@aixq:/ # lsattr -El {0}
attach       switch    How this adapter is CONNECTED         False
dyntrk       {1}       Dynamic Tracking of FC Devices        True
fc_err_recov {2} FC Fabric Event Error RECOVERY Policy True
scsi_id      0x10601   Adapter SCSI ID                       False
"""
DISK = """root@aixq:/ # lsattr -El hdisk{0}
PCM             PCM/friend/fcpother     Path Control Module              False
algorithm       shortest_queue          Algorithm                        True+
hcheck_interval 60                      Health Check Interval            True+
queue_depth     32                      Queue DEPTH                      True+
reserve_policy  no_reserve              Reserve Policy                   True+
unique_id       3321360050768028a0f0a800000000000001{0}04214503IBMfcp Unique device identifier False
"""
MPIO = """root@aixq:/ # lsmpio
name    path_id  status   path_status  parent  connection
===============================================================================
hdisk4  0        Enabled  Opt,Sel      fscsi0  500507680b110a01,0000000000000000
hdisk4  1        Enabled  Opt          fscsi1  500507680b120a01,0000000000000000
"""
CRUS = """DPE9 Bus 0 Enclosure 0
SP A State:                 Present
SP B State:                 Present
Bus 0 Enclosure 0 Power A State: Present
Bus 0 Enclosure 0 Power B State: Present
Bus 0 Enclosure 0 LCC A State: Removed
"""
STATUS = """{0}# show vsan 20
vsan 20 information
         name:PROD_B  state:active
         interoperability mode:default
         loadbalancing:src-id/dst-id/oxid
         operational state:up

{0}# show zone status vsan 20
VSAN: 20 default-zone: {1} distribute: full Interop: default
    mode: enhanced merge-control: allow
    session: none
    hard-zoning: enabled broadcast: unsupported
    smart-zoning: disabled
{0}# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            20      0x{2}0000  10:00:00:10:9b:7a:00:{2} 20:00:00:10:9b:7a:00:{2}

Total number of flogi = 1.

{0}# show topology vsan 20

FC Topology for VSAN 20 :
--------------------------------------------------------------------------------
       Interface  Peer Domain Peer Interface     Peer IP Address(Switch Name)
--------------------------------------------------------------------------------
          fc1/48 0x{3}({4})          fc1/48  192.0.2.7({5})
{0}#
"""


def findings(folder: Path, files: dict[str, str], rule: str) -> list[Finding]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    with Session.open([str(folder)], Options(isolated=True, jobs=1, threads=1, select=(rule,))) as san:
        return list(san.check().findings)


def line_of(finding: Finding, folder: Path) -> str:
    assert finding.location is not None
    text = Path(finding.location.file).read_text() if Path(finding.location.file).exists() else ""
    assert text or folder
    return text.splitlines()[finding.location.line - 1]


def test_a_setting_of_one_adapter_is_found_among_many_others(tmp_path: Path) -> None:
    disks = "".join(DISK.format(number) for number in range(4, 9))
    text = disks + MPIO + ADAPTER.format("fscsi0", "yes", "fast_fail") + ADAPTER.format("fscsi1", "no ", "delayed_fail")
    (finding,) = findings(tmp_path, {"aixq.log": text + "root@aixq:/ #\n"}, "HOST034")
    assert finding.location is not None
    assert finding.location.line > text[: text.index("lsattr -El fscsi1")].count("\n")


def test_an_open_default_zone_is_found_on_the_switch_that_has_it(tmp_path: Path) -> None:
    one = STATUS.format("mds-q1", "deny", "01", "02", 2, "mds-q2")
    other = STATUS.format("mds-q2", "permit", "02", "01", 1, "mds-q1")
    (finding,) = findings(tmp_path, {"mds-q1.log": one, "mds-q2.log": other}, "ZON006")
    assert finding.location is not None
    assert finding.location.file.endswith("mds-q2.log")
    assert "default-zone: permit" in line_of(finding, tmp_path)


def test_the_default_zone_of_enhanced_zoning_is_closed_on_one_switch(tmp_path: Path) -> None:
    """In enhanced mode the fabric distributes the policy; in basic mode each switch has its own."""
    one = STATUS.format("mds-q1", "permit", "01", "02", 2, "mds-q2")
    other = STATUS.format("mds-q2", "permit", "02", "01", 1, "mds-q1")
    for mode, switches in (("enhanced", ["mds-q1"]), ("basic", ["mds-q1", "mds-q2"])):
        files = {
            f"{mode}/{name}.log": text.replace("mode: enhanced", f"mode: {mode}")
            for name, text in (("mds-q1", one), ("mds-q2", other))
        }
        (tmp_path / mode).mkdir()
        (finding,) = findings(tmp_path / mode, files, "ZON006")
        changes = [step.on for step in finding.fix if step.run == "no zone default-zone permit vsan 20"]
        assert changes == [f"switch:{name}" for name in switches], mode
        assert "open on mds-q1 and mds-q2" in finding.message


def test_an_array_gets_no_commands_of_another_one(tmp_path: Path) -> None:
    files = {"vnxq/getcrus.txt": CRUS, "vnxq/arrayname.txt": "Array Name:             vnxq\n"}
    (finding,) = findings(tmp_path, files, "DIR014")
    assert "LCC A" in finding.message
    assert [step.platform for step in finding.fix] == []


IOSCAN = """# ioscan -m lun
Class     I  Lun H/W Path  Driver  S/W State   H/W Type     Health  Description
======================================================================
disk     14  64000/0xfa00/0x6   esdisk  CLAIMED     DEVICE       online       3PARdataVV
             0/0/0/3/0/0/0.0x20110002ac01e240.0x4003000000000000
                      /dev/disk/disk14      /dev/rdisk/disk14
#
"""


def test_a_disk_without_identity_is_called_as_on_its_host(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, {"hpq1/ioscan.txt": IOSCAN}, "PTH001")
    assert finding.message.startswith("hpq1 has only 1 live path to disk14")
    # Programs get the identity, which says that the name is valid on this host only.
    assert finding.object["volume"] == "block:disk14"


INITIATOR_PORTS = """InstanceName                     NodeAddress                PortAddress                ConnectionType
------------                     -----------                -----------                --------------
PCI\\VEN_10DF&DEV_E200&SUBSYS_... 20000090faab0001           10000090faab0001           Fibre Channel
PCI\\VEN_10DF&DEV_E200&SUBSYS_... 20000090faab0002           10000090faab0002           Fibre Channel
"""


def test_two_ports_without_names_are_distinguished_by_their_wwns(tmp_path: Path) -> None:
    (tmp_path / "winq").mkdir()
    (tmp_path / "winq" / "Get-InitiatorPort.txt").write_text(INITIATOR_PORTS)
    with Session.open([str(tmp_path)], Options(isolated=True, jobs=1, threads=1)) as san:
        (cables,) = san.rows(["cable"]).values()
    assert sorted(str(row["initiator"]) for row in cables) == [
        "winq 10:00:00:90:fa:ab:00:01",
        "winq 10:00:00:90:fa:ab:00:02",
    ]


def test_a_host_port_with_two_aliases_is_one_finding(tmp_path: Path) -> None:
    aliases = " alias:\tesx7_hba0\t10:00:00:90:fa:00:00:07\n alias:\tesx7_old\t10:00:00:90:fa:00:00:07\n alias:\tarr_p0\t50:06:01:60:3b:20:11:22\n"
    text = (
        f"sw1:admin> cfgshow\nDefined configuration:\n cfg:\tprod\tz_esx7\n zone:\tz_esx7\tesx7_hba0; arr_p0\n{aliases}\n"
        "Effective configuration:\n cfg:\tprod\n zone:\tz_esx7\t10:00:00:90:fa:00:00:07\n\t\t50:06:01:60:3b:20:11:22\n\n"
    )
    (finding,) = findings(tmp_path, {"sw1.txt": text}, "ZON012")
    assert finding.message == "Alias esx7_old on sw1 needs cleaning up; its port is also called esx7_hba0"


def test_the_place_of_a_windows_port_in_the_device_tree_is_not_its_name(tmp_path: Path) -> None:
    (tmp_path / "winq").mkdir()
    text = "".join(
        f"InstanceName       : PCI\\VEN_10DF&DEV_F400&SUBSYS_E3211137&REV_01\\4&2a9c11de&0&0{port}10_0\n"
        f"NodeAddress        : 20000090faab000{port}\nPortAddress        : 10000090faab000{port}\n"
        "ConnectionType     : Fibre Channel\n\n"
        for port in (1, 2)
    )
    (tmp_path / "winq" / "Get-InitiatorPort.txt").write_text(text)
    with Session.open([str(tmp_path)], Options(isolated=True, jobs=1, threads=1)) as san:
        (cables,) = san.rows(["cable"]).values()
    assert sorted(str(row["initiator"]) for row in cables) == [
        "winq 10:00:00:90:fa:ab:00:01",
        "winq 10:00:00:90:fa:ab:00:02",
    ]


DEAD_PATH = """\
sanlint: 1
observed: true
hosts:
  esx01:
    initiators:
      vmhba3: {initiator_wwpn: 10000000c9000001}
    devices:
      naa.60000970000192600123533030304131: {vendor: EMC, model: SYMMETRIX, size_bytes: 1099511627776}
    paths:
      - {device: naa.60000970000192600123533030304131, hba: vmhba3, initiator: 10000000c9000001, target: "5000097208123418", state: dead}
      - {device: naa.60000970000192600123533030304131, initiator: 10000000c9000002, target: "5000097208123419", state: dead}
      - {device: naa.60000970000192600123533030304131, initiator: 10000000c9000003, target: "500009720812341a", state: active}
"""


def test_a_dead_path_names_the_port_of_the_host_as_the_host_does(tmp_path: Path) -> None:
    messages = sorted(one.message for one in findings(tmp_path, {"san.yaml": DEAD_PATH}, "PTH014"))
    assert "from vmhba3 (10:00:00:00:c9:00:00:01) to 50:00:09:72:08:12:34:18" in messages[1]
    assert "from 10:00:00:00:c9:00:00:02 to 50:00:09:72:08:12:34:19" in messages[0]
