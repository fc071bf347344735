"""One machine that was captured several times is one machine if the times are known, and no second machine otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.audit.reading import build_store
from tests.folders import SAMPLES
from tests.intake.owners.test_naming import LSBLK, MULTIPATH, intake
from tests.intake.owners.test_sites import owners


def _captures(*layouts: str) -> dict[str, str]:
    return {
        layout.format(c=command): text.replace("{0}", "1")
        for layout in layouts
        for command, text in (("multipath", MULTIPATH), ("lsblk", LSBLK))
    }


@pytest.mark.parametrize(
    "layouts",
    [
        ("x1a_04.03.2026_{c}.txt", "x1a_05.03.2026_{c}.txt"),
        ("x1a_04.03.26_{c}.txt", "x1a_05.03.26_{c}.txt"),
        ("x1a/04.03.26/{c}.txt", "x1a/05.03.26/{c}.txt"),
        ("x1a_{c}.log.1",),
    ],
)
def test_days_in_names_are_those_of_one_machine(layouts: tuple[str, ...], tmp_path: Path) -> None:
    assert set(owners(tmp_path, _captures(*layouts)).values()) == {"x1a"}


@pytest.mark.parametrize(
    "layouts",
    [
        ("x1a_{c}_1.txt", "x1a_{c}_2.txt"),
        ("x1a_{c}_0915.txt", "x1a_{c}_1830.txt"),
        ("x1a_{c}_run1.txt", "x1a_{c}_run2.txt"),
        ("node one_{c}_run1.txt", "node one_{c}_run2.txt"),
        ("x1a_{c}.log.1", "x1a_{c}.log.2"),
        ("x1a/{c}.1", "x1a/{c}.2"),
        ("x1a/0915/{c}.txt", "x1a/1830/{c}.txt"),
        ("alpha/0915/{c}.txt", "alpha/1830/{c}.txt"),
        ("alpha/03-04-2026/{c}.txt", "alpha/03-05-2026/{c}.txt"),
    ],
)
def test_numbers_that_count_captures_are_no_machines(layouts: tuple[str, ...], tmp_path: Path) -> None:
    """Which of them is newer is unknown, so that one must not hide what the other shows."""
    found = owners(tmp_path, _captures(*layouts))
    assert all(owner.startswith("unknown host (") for owner in found.values()), found


def test_a_day_with_the_day_first_is_the_time_of_a_capture(tmp_path: Path) -> None:
    """The newer capture of a day replaces the older one."""
    files = _captures("x1a_28.02.2026_{c}.txt", "x1a_01.03.2026_{c}.txt")
    store = build_store(intake(tmp_path, files), topology=False)
    days = store.rows("SELECT DISTINCT CAST(captured_at AS DATE) FROM export ORDER BY 1")
    assert [str(day) for (day,) in days] == ["2026-02-28", "2026-03-01"]


PORTS = "".join(
    f"/sys/class/fc_host/host{number}/port_name:0x10000090fa00000{number}\n"
    f"/sys/class/fc_host/host{number}/port_state:Online\n"
    for number in (1, 2)
)
LAYOUTS = [
    "x1a/{t}/{c}.txt", "{t}/x1a/{c}.txt", "x1a_{c}_{t}.txt", "x1a_{t}_{c}.txt", "{t}_x1a_{c}.txt", "{c}_x1a_{t}.txt", "x1a/{c}_{t}.txt",
    "x1a_{t}/{c}.txt", "x1a/{c}.txt.{t}",
]  # fmt: skip
TIMES = [
    ("mon", "tue"),
    ("morning", "evening"),
    ("old", "new"),
    ("Jan", "March"),
    ("kw47", "kw48"),
    ("yesterday", "today"),
    ("run1", "run2"),
    ("vorher", "nachher"),
]


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_words_for_times_name_no_machine(layout: str, times: tuple[str, str], tmp_path: Path) -> None:
    """The files of one time belong together; whether those of the other are of the same machine is unknown, unless their ports are equal."""
    texts = {"multipath": MULTIPATH.replace("{0}", "1"), "lsblk": LSBLK.replace("{0}", "1")}
    turn = TIMES.index(times) + LAYOUTS.index(layout)
    if turn % 2:
        texts["fc_host"] = PORTS if turn % 4 == 1 else PORTS[: len(PORTS) // 2]
    files = {layout.format(t=time, c=command): text for time in times for command, text in texts.items()}
    found = owners(tmp_path, files)
    if "fc_host" in texts:
        assert set(found.values()) == {"x1a"}
    else:
        assert set(found.values()) == {f"unknown host (x1a, {time.lower()})" for time in times}
        assert all(
            owner.endswith(f" {time.lower()})") for file, owner in found.items() for time in times if time in file
        )


@pytest.mark.parametrize(("names", "expected"), [
    (("x1a_{c}.txt", "x1a_{c}_new.txt"), {"x1a", "unknown host (x1a, new)"}),
    # Without another time next to it, such a word may be the name of a machine.
    (("mon/{c}.txt", "web/{c}.txt"), {"mon", "web"}),
    (("mon_{c}.txt", "web_{c}.txt"), {"mon", "web"}),
    (("sun1/{c}.txt", "sun2/{c}.txt"), {"sun1", "sun2"}),
    (("x1a_2026-01-02/{c}.txt", "x1a_2026-01-03/{c}.txt"), {"x1a"}),
])  # fmt: skip
def test_words_for_times_vary(names: tuple[str, ...], expected: set[str], tmp_path: Path) -> None:
    assert set(owners(tmp_path, _captures(*names)).values()) == expected


@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_machines_whose_files_are_named_after_times_stay_two(layout: str, tmp_path: Path) -> None:
    found = owners(
        tmp_path,
        {
            layout.format(t=time, c=command): text.replace("{0}", str(number))
            for number, time in enumerate(("mon", "tue"), 1)
            for command, text in (("multipath", MULTIPATH), ("fc_host", PORTS.replace("fa000", f"fa00{number}")))
        },
    )
    first, second = ({owner for file, owner in found.items() if time in file} for time in ("mon", "tue"))
    assert first
    assert not first & second


@pytest.mark.parametrize("layout", ["{c}_{t}.txt", "x1a_{c}_{t}.txt", "acme_{c}_{t}.txt", "{t}/{c}.txt"])
def test_captures_of_two_arrays_in_one_folder_stay_apart(layout: str, tmp_path: Path) -> None:
    """One file of each time names its array, another lists ports, and the third could be of either."""
    texts = {
        command: (SAMPLES / f"svc-{sample}.txt").read_text()
        for command, sample in (
            ("lssystem", "lssystem"),
            ("lsportfc_delim", "lsportfc.delim"),
            ("lshostvdiskmap", "lshostvdiskmap"),
        )
    }
    files = {
        layout.format(t=time, c=command): re.sub(
            r"(?<=[0-9A-F]{11})[0-9A-F](?=[0-9A-F]{4}\b)",
            "E" if number else r"\g<0>",
            text.replace("svc01", f"san{number}"),
        )
        for number, time in enumerate(("first", "second"))
        for command, text in texts.items()
    }
    found = owners(tmp_path, files)
    first, second = ({owner for file, owner in found.items() if time in file} for time in ("first", "second"))
    assert first
    assert not first & second
