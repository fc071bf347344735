"""One machine that was captured several times is one machine if the times are known, and no second machine otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.audit.reading import build_store
from tests.folders import SAMPLES
from tests.intake.owners.test_naming import LSBLK, MULTIPATH, intake
from tests.intake.owners.test_sites import ERRORS, owners
from tests.intake.owners.test_sites import PORTS as NAMED


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


@pytest.mark.parametrize("layout", ["srv-{n}_{c}.txt", "{c}_srv_{n}.txt", "rack2/srv_{n}/{c}.txt"])
def test_machines_with_numbers_in_a_row_are_not_captured_every_minute(layout: str, tmp_path: Path) -> None:
    """1001, 1002 and 1003 may be read as times, but are numbers of hosts; 0915 and 1830 are times."""
    found = owners(tmp_path, _captures(*(layout.replace("{n}", number) for number in ("1001", "1002", "1003"))))
    names = set(found.values())
    assert len(names) == 3, found
    assert not any(name.startswith("unknown") for name in names), found


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
    ("v1", "v2"),
    ("0915", "1830"),
    ("failover", "normal"),
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


@pytest.mark.parametrize(
    ("layout", "times"),
    [
        ("{t}/{c}.txt", ("1", "2", "3")),
        ("x1a/{t}/{c}.txt", ("1", "2", "3")),
        ("{t}/x1a/{c}.txt", ("1", "2", "3")),
        ("{t}/{c}.txt", ("(1)", "(2)", "(3)")),
        ("x1a/{c} {t}.txt", ("(1)", "(2)", "(3)")),
        ("x1a_{c}{t}.txt", ("(1)", "(2)", "(3)")),
        ("{t}/{c}.txt", ("before", "after", "later")),
        ("alpha/{t}/{c}.txt", ("before", "after", "later")),
        ("{c}_{t}.txt", ("day1", "day2", "day3")),
        ("{t}/{c}.txt", ("v1", "v2", "v3")),
    ],
)
def test_captures_are_one_host_if_their_ports_are_equal_and_several_if_they_are_not(
    layout: str, times: tuple[str, ...], tmp_path: Path
) -> None:
    def files(*ports: str) -> dict[str, str]:
        texts = {"multipath": MULTIPATH.replace("{0}", "1"), "fc_host": PORTS}
        return {
            layout.format(t=time, c=command): text.replace("10000090", f"1000{port}090")
            for time, port in zip(times, ports, strict=True)
            for command, text in texts.items()
        }

    assert len(set(owners(tmp_path / "one", files("0", "0", "0")).values())) == 1
    assert len(set(owners(tmp_path / "three", files("0", "1", "2")).values())) == 3


@pytest.mark.parametrize("layout", ["san_{t}/{c}.txt", "san_{c}_{t}.txt", "{t}/san_{c}.txt"])
def test_switches_that_print_other_names_before_and_after_are_two(layout: str, tmp_path: Path) -> None:
    """What the name of a folder has in common is not the name of both."""
    files = {}
    for number, time in enumerate(("before", "after"), 1):
        files[layout.format(t=time, c="switchshow")] = NAMED.format(name=f"fc{number}", number=number)
        files[layout.format(t=time, c="porterrshow")] = ERRORS
    found = owners(tmp_path, files)
    assert len(set(found.values())) == 2, found
    same = {path: text.replace("fc2", "fc1").replace("00:02", "00:01") for path, text in files.items()}
    assert len(set(owners(tmp_path / "same", same).values())) == 1


@pytest.mark.parametrize("name", ["lsportfc_-delim_,", "lsportfc -delim ,", "lsportfc_delim"])
def test_the_option_for_a_separator_is_no_array(name: str, tmp_path: Path) -> None:
    files = {
        f"san1/{name}.txt": (SAMPLES / "svc-lsportfc.delim.txt").read_text(),
        "san1/lsvdisk.txt": (SAMPLES / "svc-lsvdisk.txt").read_text(),
    }
    assert set(owners(tmp_path, files).values()) == {"san1"}
    flat = {path.removeprefix("san1/"): text for path, text in files.items()}
    assert set(owners(tmp_path / "flat", flat).values()) == {"unknown array (svc)"}
