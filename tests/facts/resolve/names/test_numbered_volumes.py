"""Volumes that an array lists by number, joined to the LUNs of hosts whose names contain that number."""

from __future__ import annotations

import json

import pytest

from checker.facts.store.store import Store
from tests.support import store_of


def ldev(serial: str, number: int, *, group: str = "0", virtual: str = "") -> str:
    return (
        f"Serial#  : {serial}\nLDEV : {number}{virtual}\nSL : 0\nCL : 0\nVOL_TYPE : OPEN-V-CVS\nVOL_Capacity(BLK) : 41943040\n"
        f"NUM_PORT : 1\nPORTs : CL1-A-1 0 lin31\nVOL_ATTR : CVS : HDP\nSTS : NML\nRSGID : {group}\n\n"
    )


def multipath(*digits: str) -> str:
    return "".join(
        f"mpath{number} (3{name}) dm-{number} HITACHI,OPEN-V\nsize=20G features='0' hwhandler='0' wp=rw\n"
        f"`-+- policy='service-time 0' prio=1 status=active\n  `- 1:0:0:{number} sd{'bcdefg'[number]} 8:{16 + 16 * number} active ready running\n"
        for number, name in enumerate(digits)
    )


def volumes(store: Store) -> list[tuple[str, str, str | None]]:
    return store.rows("SELECT storage_array, storage_volume, device FROM storage_volume ORDER BY ALL")


def joined(serial: str, *names: str, **options: str) -> str | None:
    """Return the identity of volume 397 of an array, next to a host that shows LUNs of these names."""
    store = store_of({"vsp1/ldev.txt": ldev(serial, 397, **options), "lin31/multipath.txt": multipath(*names)})
    return volumes(store)[0][2]


@pytest.mark.parametrize(
    ("serial", "name"),
    [
        ("53038", "60060e8006cf2e000000cf2e00000001"),
        ("71234", "60060e80161642000001164200000001"),
        ("350147", "60060e8007c3e3000030c3e300000001"),
        ("540014", "60060e80089c4e0000509c4e00000001"),
        ("411039", "60060e80122b1f0050402b1f00000001"),
        ("470454", "60060e80221336005041133600000001"),
        ("611032", "60060e80212b180050602b1800000001"),
        ("810050", "60060e80282742005080274200000001"),
    ],
)
def test_the_name_of_one_lun_names_the_volumes_of_its_array(serial: str, name: str) -> None:
    assert joined(serial, name) == f"naa.{name[:28]}018d"


def test_masked_volumes_are_joined_to_the_luns_of_hosts() -> None:
    name = "60060e80122b1f0050402b1f0000018d"
    store = store_of(
        {"vsp1/ldev.txt": ldev("411039", 397) + ldev("411039", 398), "lin31/multipath.txt": multipath(name)}
    )
    assert store.rows("SELECT volume_name, device FROM mask_volume ORDER BY ALL") == [
        ("397", f"naa.{name}"),
        ("398", f"naa.{name[:-1]}e"),
    ]


def test_arrays_whose_serial_numbers_end_alike_keep_their_own_volumes() -> None:
    # 410001 and 475537 differ by 65536, which the first four digits of the name cannot show; 540001 ends like 440001.
    fronts = {
        "410001": "60060e8012271100504027110000",
        "475537": "60060e8022271100504127110000",
        "440001": "60060e80129c410050409c410000",
        "540001": "60060e80089c410000509c410000",
    }
    files = {f"a{serial}/ldev.txt": ldev(serial, 397) for serial in fronts}
    store = store_of({**files, "lin31/multipath.txt": multipath(*(f"{front}0001" for front in fronts.values()))})
    assert volumes(store) == [(serial, "397", f"naa.{front}018d") for serial, front in sorted(fronts.items())]


@pytest.mark.parametrize(
    "name",
    [
        "60060e80122b200050402b2000000001",  # another array
        "60060e80122b1f0050402b2000000001",  # two serial numbers in one name
        "60060e80132b1f0050202b1f00000001",  # a model whose layout is not known
        "60060e80222b1f0050412b1f00000001",  # 476575
        "60060e80122b1f0050402b1f00010001",  # not a volume number of four digits
        "600507680c80000000000000002b1f01",
    ],
)
def test_other_names_join_nothing(name: str) -> None:
    assert joined("411039", name) is None


@pytest.mark.parametrize(
    ("group", "virtual"), [("1", ""), ("0", " VIR_LDEV : 17"), ("0", " VIR_LDEV : 65534"), ("", "")]
)
def test_volumes_that_may_have_the_number_of_a_virtual_array_are_not_joined(group: str, virtual: str) -> None:
    assert joined("411039", "60060e80122b1f0050402b1f00000001", group=group, virtual=virtual) is None


def test_a_virtual_number_that_is_the_own_one_changes_nothing() -> None:
    assert joined("411039", "60060e80122b1f0050402b1f00000001", virtual=" VIR_LDEV : 397") is not None


def test_two_kinds_of_names_of_one_array_join_nothing() -> None:
    names = ("60060e80089c4e0000509c4e00000001", "60060e80069c4e0000009c4e00000001")
    assert joined("540014", *names) == "naa.60060e80089c4e0000509c4e0000018d"
    assert joined("40014", *names) == "naa.60060e80069c4e0000009c4e0000018d"


def test_an_array_that_prints_other_identities_is_not_joined() -> None:
    scan = (
        "PORT# /ALPA/C,TID#, LU#.Num(LDEV#....)...P/S, Status,Fence, LDEV#,LUN-WWN\n"
        "CL1-A-1 /e1/ 4, 28,   1.1(397)...........SMPL  ----  ------ -----,60060e80122b20005040 2b200000018d\n"
    ).replace("5040 2b", "50402b")
    store = store_of({
        "vsp1/ldev.txt": ldev("411039", 397) + ldev("411039", 398),
        "vsp1/scan.txt": scan,
        "lin31/multipath.txt": multipath("60060e80122b1f0050402b1f00000001"),
    })  # fmt: skip
    assert [device for _, volume, device in volumes(store) if volume == "398"] == [None]


def test_short_serial_numbers_of_the_rest_api_need_the_model() -> None:
    volume = {
        "ldevId": 397,
        "emulationType": "OPEN-V-CVS",
        "blockCapacity": 41943040,
        "status": "NML",
        "resourceGroupId": 0,
    }
    hosts = {"lin31/multipath.txt": multipath("60060e80089c4e0000509c4e00000001")}

    def device(model: str) -> str | None:
        array = {"storageDeviceId": "900000040014", "model": model, "serialNumber": 40014}
        files = {
            "40014/storages.json": json.dumps({"data": [array]}),
            "40014/ldevs.json": json.dumps({"data": [volume]}),
        }
        return volumes(store_of({**files, **hosts}))[0][2]

    assert device("VSP 5200") == "naa.60060e80089c4e0000509c4e0000018d"
    assert device("VSP") is None
