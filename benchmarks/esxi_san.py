"""A synthetic SAN as raw ESXi exports, reproducible by seed: hosts, a VPLEX with A and B directors, two fabrics, planted faults.

Usage: ``python benchmarks/esxi_san.py FOLDER PATHS [SEED]``. Each host has one file with ``esxcli storage core path list``
and one with ``esxcli storage nmp device list``. About 5 % of the host × volume pairs have a fault: a dead path, a
missing path, all paths on one fabric, or a fixed policy.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

DIRECTORS = 8
PATHS_PER_VOLUME = 4


def wwpn_pairs(digits: str) -> str:
    return ":".join(digits[i : i + 2] for i in range(0, 16, 2))


def director_port(director: int, fabric: int) -> str:
    """The WWPN of a front-end port, with the director pair and letter encoded as on VS2."""
    pair, letter = divmod(director, 2)
    return f"5000144{2}{6 + letter:x}{0x0124B + pair * 16:05x}{0:x}{fabric:x}"


def write_san(folder: Path, paths: int, seed: int = 1) -> int:
    """Write the exports and return the number of path records."""
    chance = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    per_host = min(400, max(40, paths // 10))
    volumes_per_host = per_host // PATHS_PER_VOLUME
    hosts = max(1, paths // per_host)
    written = 0
    for host in range(hosts):
        name = f"esx{host:04d}"
        initiators = [f"10000000c9{host:05x}{fabric:x}" for fabric in (0, 1)]
        first = 2 * (host % (DIRECTORS // 2))
        directors = (first, (first + 3) % DIRECTORS)
        records: list[str] = []
        devices: list[str] = []
        for volume in range(volumes_per_host):
            naa = f"naa.6000144000000010{host:08x}{volume:08x}"
            fault = chance.random() < 0.05 and chance.choice(("dead", "missing", "fabric", "fixed"))
            devices.append(_device(naa, "VMW_PSP_FIXED" if fault == "fixed" else "VMW_PSP_RR"))
            for index in range(PATHS_PER_VOLUME):
                fabric, which = divmod(index, 2)
                if fault == "missing" and index == 3:
                    continue
                if fault == "fabric":
                    fabric = 0
                target = director_port(directors[which], fabric)
                if fault == "fabric" and index > 1:
                    target = director_port((directors[which] + 4) % DIRECTORS, fabric)
                state = "dead" if fault == "dead" and index == 0 else "active"
                records.append(_path(initiators[fabric], target, naa, fabric, which + 2 * (index // 2), volume, state))
                written += 1
        (folder / f"{name}-core-path-list.txt").write_text("\n".join(records), "utf-8")
        (folder / f"{name}-nmp-device-list.txt").write_text("\n".join(devices), "utf-8")
    return written


def _path(initiator: str, target: str, naa: str, fabric: int, target_number: int, lun: int, state: str) -> str:
    uid = f"fc.2{initiator[1:]}:{initiator}-fc.5000144046e0124b:{target}-{naa}"
    return f"""{uid}
   UID: {uid}
   Runtime Name: vmhba{2 + fabric}:C0:T{target_number}:L{lun}
   Device: {naa}
   Device Display Name: EMC Fibre Channel Disk ({naa})
   Adapter: vmhba{2 + fabric}
   Channel: 0
   Target: {target_number}
   LUN: {lun}
   Plugin: NMP
   State: {state}
   Transport: fc
   Adapter Identifier: fc.2{initiator[1:]}:{initiator}
   Target Identifier: fc.5000144046e0124b:{target}
   Adapter Transport Details: WWNN: {wwpn_pairs("2" + initiator[1:])} WWPN: {wwpn_pairs(initiator)}
   Target Transport Details: WWNN: 50:00:14:40:46:e0:12:4b WWPN: {wwpn_pairs(target)}
   Maximum IO Size: 33553920
"""


def _device(naa: str, psp: str) -> str:
    return f"""{naa}
   Device Display Name: EMC Fibre Channel Disk ({naa})
   Storage Array Type: VMW_SATP_INV
   Storage Array Type Device Config: SATP VMW_SATP_INV does not support device configuration.
   Path Selection Policy: {psp}
   Path Selection Policy Device Config: {{policy=rr,iops=1000,bytes=10485760,useANO=0; lastPathIndex=0: NumIOsPending=0,numBytesPending=0}}
   Path Selection Policy Device Custom Config:
   Working Paths: vmhba2:C0:T0:L1, vmhba3:C0:T2:L1
   Is USB: false
"""


if __name__ == "__main__":
    count = write_san(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    print(f"{count} path records")
