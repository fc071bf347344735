"""Output of ESXi and Linux commands about a host with two paths to one volume."""

from __future__ import annotations

NAA = "naa.60000970000192600123533030304131"
I1, I2 = "10000000c9aa0001", "10000000c9aa0002"
T1, T2 = "50000972081234a1", "50000972081234a5"


def pairs(wwn: str) -> str:
    return ":".join(wwn[i : i + 2] for i in range(0, 16, 2))


def core_path(initiator: str, target: str, runtime: str, state: str = "active") -> str:
    adapter, channel, number, lun = runtime.split(":")
    uid = f"fc.20000000c9aa0001:{initiator}-fc.5000097208123400:{target}-{NAA}"
    return f"""{uid}
   UID: {uid}
   Runtime Name: {runtime}
   Device: {NAA}
   Device Display Name: EMC Fibre Channel Disk ({NAA})
   Adapter: {adapter}
   Channel: {channel[1:]}
   Target: {number[1:]}
   LUN: {lun[1:]}
   Plugin: NMP
   State: {state}
   Transport: fc
   Adapter Identifier: fc.20000000c9aa0001:{initiator}
   Target Identifier: fc.5000097208123400:{target}
   Adapter Transport Details: WWNN: 20:00:00:00:c9:aa:00:01 WWPN: {pairs(initiator)}
   Target Transport Details: WWNN: 50:00:09:72:08:12:34:00 WWPN: {pairs(target)}
   Maximum IO Size: 33553920

"""


def nmp_path(initiator: str, target: str, runtime: str) -> str:
    return f"""fc.20000000c9aa0001:{initiator}-fc.5000097208123400:{target}-{NAA}
   Runtime Name: {runtime}
   Device: {NAA}
   Device Display Name: EMC Fibre Channel Disk ({NAA})
   Group State: active
   Array Priority: 0
   Storage Array Type Path Config: SATP VMW_SATP_SYMM does not support path configuration.
   Path Selection Policy Path Config: {{current: yes; preferred: yes}}

"""


def mpath_brief(paths: list[tuple[str, str, str]]) -> str:
    head = f"{NAA} : EMC Fibre Channel Disk ({NAA})\n"
    rows = "".join(
        f"   {runtime} LUN:{runtime.rpartition('L')[2]} state:active fc Adapter: WWNN: 20:00:00:00:c9:aa:00:01 WWPN: {pairs(i)}"
        f"  Target: WWNN: 50:00:09:72:08:12:34:00 WWPN: {pairs(t)}\n"
        for i, t, runtime in paths
    )
    return head + rows


PATHS = [(I1, T1, "vmhba2:C0:T0:L1"), (I2, T2, "vmhba3:C0:T0:L1")]

MULTIPATH = """mpatha (360000970000192600123533030304131) dm-2 EMC,SYMMETRIX
size=100G features='0' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 3:0:0:1 sdb 8:16 active ready running
  `- 4:0:1:1 sdc 8:32 active ready running
"""
