"""Loads of measurements and of benchmark plans."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import NothingReadError, UsageError
from checker.estimate.workload.assign import assign
from checker.estimate.workload.model import HostVolume, LoadFile
from checker.estimate.workload.sources.load import load_workload
from tests import folders

SAMPLES = folders.SAMPLES


def sample(name: str) -> LoadFile:
    return load_workload(str(SAMPLES / name))


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_table_of_volumes() -> None:
    db, redo = sample("workload-lun-table.csv").loads
    assert (db.volumes, db.hosts, db.workload.iops, db.measured, db.origin.line) == (("db01",), (), 522.1, True, 2)
    # Reads as in the table, 99.6 %; 95 of 99 of them random; hits are reads that do not miss: 100 - 48.7 %.
    shares = {(one.read, one.random): one.share for one in db.workload.types}
    assert shares == pytest.approx({(True, True): 0.996 * 95 / 99, (True, False): 0.996 * 4 / 99, (False, True): 0.004})
    assert [one.hit_share for one in db.workload.types if one.read] == pytest.approx([0.513, 0.513])
    assert db.observed is not None
    assert (db.observed.read_ms, db.observed.write_ms) == (2.7, 0.8)
    assert redo.workload.read_share == pytest.approx(0.031)


def test_esxtop() -> None:
    (load,) = sample("workload-esxtop.csv").loads
    assert (load.hosts, load.volumes) == (("esx01",), ("naa.60000970000192601357533030304231",))
    assert (load.workload.iops, load.workload.read_share) == (2000, 0.75)
    assert load.observed is not None
    assert load.observed.latency_ms == 1.83


def test_an_identity_that_cannot_be_read_is_no_wrong_figure(tmp_path: Path) -> None:
    text = (SAMPLES / "workload-esxtop.csv").read_text()
    path = written(tmp_path, "esxtop.csv", text.replace("naa.60000970000192601357533030304231", "naa.zz(1)"))
    (load,) = load_workload(path).loads
    assert load.volumes == ("naa.zz(1)",)


def test_iostat_without_what_was_since_boot() -> None:
    file = sample("workload-iostat.txt")
    assert [(load.volumes, load.workload.iops) for load in file.loads] == [(("sdb",), 250), (("dm-3",), 250)]
    assert file.assumptions == (
        "loads are means over the samples of their captures; the 95th percentiles of the samples are 1.4 times as high "
        "(--what-if load=1.4)",
        "I/O is assumed to be random if the capture does not show it",
    )
    # The disk is one path of the volume, so its load is only a part; the load of the multipath device is used.
    pair = HostVolume("db01.example.net", "naa.1", names=("dm-3",), path_names=("sdb",))
    found = assign(file, [pair])
    assert found.loads["db01.example.net", "naa.1"].load.volumes == ("dm-3",)
    assert found.notes[0].endswith("txt:13: volume sdb not found; known: dm-3, naa.1")


def test_a_vplex_monitor_adds_up_its_directors(tmp_path: Path) -> None:
    text = (SAMPLES / "vplex-volume-monitor.csv").read_text()
    for director in "AB":
        written(tmp_path, f"director-1-1-{director}_VIRTUAL_VOLUMES_PERPETUAL_MONITOR.log.1", text)
    file = load_workload(str(tmp_path))
    load = next(load for load in file.loads if "dd_db01_vol" in load.volumes)
    # Both directors measured 180 in this sample.
    assert load.workload.iops == 360
    assert load.observed is not None
    assert load.observed.read_ms == pytest.approx(0.32)
    assert (
        "reads and writes are assumed to have the same size if only their total throughput was measured"
        in file.assumptions
    )


def test_a_plan_keeps_io_outstanding() -> None:
    (oltp,) = load_workload(str(SAMPLES / "workload-fio-job.fio#oltp")).loads
    # 16 of each of four jobs, shared by two volumes.
    assert (oltp.workload.outstanding, oltp.workload.iops, oltp.spread) == (64, None, "together")
    assert oltp.volumes == ("/dev/mapper/lun01", "/dev/mapper/lun02")
    (dss,) = load_workload(str(SAMPLES / "workload-fio-job.fio#dss")).loads
    assert (dss.workload.outstanding, dss.workload.iops) == (None, 2000)
    assert [(one.share, one.size_kib) for one in dss.workload.types] == [(0.75, 64), (0.25, 256)]


def test_runs_that_follow_one_another_are_not_one_workload() -> None:
    with pytest.raises(UsageError, match=r"select one, for example \S+fio#oltp; runs: oltp, dss"):
        sample("workload-fio-job.fio")
    with pytest.raises(UsageError, match="run olpt not found; runs: oltp, dss"):
        load_workload(str(SAMPLES / "workload-fio-job.fio#olpt"))


def test_jobs_of_fio_that_run_together_are_one_load_of_their_volume(tmp_path: Path) -> None:
    plan = written(
        tmp_path, "mixed.fio",
        "[global]\nioengine=libaio\nfilename=/dev/sdb\ndirect=1\n[fill]\nrw=write\nbs=1m\nfill_device=1\n"
        "[reads]\nstonewall\nrw=randread\nbs=8k\niodepth=30\n[log]\nrw=write\nbs=16k\niodepth=10\n",
    )  # fmt: skip
    (load,) = load_workload(plan).loads
    assert load.workload.outstanding == 40
    assert [(one.share, one.read, one.random, one.size_kib) for one in load.workload.types] == [
        (0.75, True, True, 8), (0.25, False, False, 16),
    ]  # fmt: skip


def test_a_plan_whose_host_is_not_named_must_fit_one(tmp_path: Path) -> None:
    plan = written(tmp_path, "x.fio", "[a]\nfilename=/dev/sdb\nrw=randread\nbs=8k\niodepth=4\nioengine=libaio\n")
    first, second = (HostVolume(host, "naa.1", names=("sdb",)) for host in ("h1", "h2"))
    assert assign(load_workload(plan), [first]).loads["h1", "naa.1"].workload.outstanding == 4
    with pytest.raises(
        UsageError,
        match=r"x.fio:1: matches volumes of several hosts: h1, h2; name the host with .host: NAME, plan: FILE. in",
    ):
        assign(load_workload(plan), [first, second])
    # The name of a path of the volume is as good as its own name.
    path = HostVolume("h1", "naa.1", path_names=("sdb",))
    assert assign(load_workload(plan), [path]).loads["h1", "naa.1"].workload.outstanding == 4


def test_vdbench() -> None:
    (load,) = load_workload(str(SAMPLES / "workload-vdbench-parm.2.vdb")).loads
    assert load.workload.outstanding == 64
    (planned_load,) = load_workload(str(SAMPLES / "workload-vdbench-parm.vdb#fixed")).loads
    assert (planned_load.workload.iops, planned_load.hosts) == (5000, ("load01.example.net",))


def test_results_report_missing_targets() -> None:
    with pytest.raises(UsageError, match="json:13: run oltp: names neither target nor host"):
        sample("workload-fio-json.json")


HEAD = "Name,Host IOs/sec,% Reads,% Writes,Avg I/O Size (KB),%RR,%SR,%RW,%SW\n"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a,100,70,40,8,70,0,30,0", "reads and writes add up to 110.0 %"),
        ("a,100,170,0,8,70,0,30,0", "invalid read_ratio '170'"),
        ("a,-5,70,30,8,70,0,30,0", "invalid iops '-5'"),
        ("a,100,70,30,8,70,20,30,0", "random and sequential reads and writes add up to 120.0 %"),
    ],
)
def test_figures_that_contradict_each_other_are_wrong(tmp_path: Path, row: str, message: str) -> None:
    path = written(tmp_path, "luns.csv", f"{HEAD}b,10,50,50,8,50,0,50,0\n{row}\n")
    with pytest.raises(UsageError) as caught:
        load_workload(path)
    assert f"{path}:3: " in str(caught.value)
    assert message in str(caught.value)


def test_measured_volumes_without_a_host_are_skipped_with_a_note(tmp_path: Path) -> None:
    path = written(tmp_path, "luns.csv", f"{HEAD}b,10,50,50,8,50,0,50,0\nc,20,50,50,8,50,0,50,0\n")
    found = assign(load_workload(path), [HostVolume("h", "naa.1", names=("c",))])
    assert list(found.loads) == [("h", "naa.1")]
    assert found.notes == (f"{path}:2: volume b not found; known: c, naa.1",)
    with pytest.raises(UsageError, match="no load matches a known volume"):
        assign(load_workload(path), [HostVolume("h", "naa.2")])


def test_means_of_samples_say_how_much_higher_peaks_are(tmp_path: Path) -> None:
    names = [
        f"\\\\esx01\\Physical Disk SCSI Device(naa.600601)\\{one}"
        for one in ("Commands/sec", "Reads/sec", "Writes/sec", "MBytes Read/sec", "MBytes Written/sec")
    ]
    rows = [["(PDH-CSV 4.0) (UTC)(0)", *names]]
    rows += [
        [f"01/15/2026 08:00:{5 * at:02}", str(iops), str(iops), "0", str(iops / 128), "0"]
        for at, iops in enumerate((100, 100, 100, 100, 600))
    ]
    text = "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
    file = load_workload(str(written(tmp_path, "esxtop.csv", text + "\n")))
    (load,) = file.loads
    assert load.workload.iops == pytest.approx(200)
    assert any(
        "95th percentiles of the samples are 3 times as high (--what-if load=3)" in one for one in file.assumptions
    )


def test_the_busiest_moment_of_all_volumes_together_counts(tmp_path: Path) -> None:
    head = '# sanlint: host=array1 command="load" captured_at={}\nName,Host IOs/sec,% Reads,Avg I/O Size (KB),Capacity (GB)\n'
    written(tmp_path, "a.csv", head.format("2026-01-15T08:00:00Z") + "v1,800,70,8,1\nv2,100,70,8,1\n")
    written(tmp_path, "b.csv", head.format("2026-01-15T09:00:00Z") + "v1,400,70,8,1\nv2,600,70,8,1\nv3,7,70,8,1\n")
    file = load_workload(str(tmp_path))
    assert {load.volumes[0]: load.workload.iops for load in file.loads} == {"v1": 400, "v2": 600, "v3": 7}
    assert (
        "there are captures of several times; those of the time with the highest total IOPS are used"
        in file.assumptions
    )


def test_duplicate_loads_in_a_second_file_are_skipped_with_a_note(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        written(tmp_path, name, HEAD + "v1,100,70,30,8,70,0,30,0\n")
    file = load_workload(str(tmp_path))
    assert [load.workload.iops for load in file.loads] == [100]
    assert file.notes == (f"{tmp_path}/b.csv:2: skipped: {tmp_path}/a.csv:2 already states the load of v1",)


@pytest.mark.parametrize(
    ("name", "text", "error", "message"),
    [
        (
            "x.yaml",
            "hosts: {}\n",
            UsageError,
            "x.yaml:1:1: neither a workload (which begins with sanlint_workload: 1) nor a known export",
        ),
        ("x.txt", "good morning\n", NothingReadError, "no usable data found; a workload is"),
        ("x.yaml", "sanlint_workload: 1\nloads: [{volume: \udcff}]", UsageError, "x.yaml:2: not UTF-8"),
        (
            "x.fio",
            "[fill]\nfilename=/dev/sdb\nrw=write\nbs=1m\nioengine=libaio\nfill_device=1\n",
            UsageError,
            "only fill",
        ),
    ],
)
def test_an_invalid_workload_is_reported(tmp_path: Path, name: str, text: str, error: type, message: str) -> None:
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(error) as caught:
        load_workload(str(tmp_path / name))
    assert message in str(caught.value)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(UsageError, match=r"nowhere\.csv: no such file"):
        load_workload("nowhere.csv")


def test_host_measurements_take_precedence_over_array_measurements(tmp_path: Path) -> None:
    written(tmp_path, "esxtop.csv", (SAMPLES / "workload-esxtop.csv").read_text())
    lun = "60000970000192601357533030304231"
    written(tmp_path, "luns.csv", f"{HEAD}{lun},1500,75,25,8,75,0,25,0\nlun02,10,50,50,64,50,0,50,0\n")
    file = load_workload(str(tmp_path))
    assert [(load.hosts, load.workload.iops) for load in file.loads] == [(("esx01",), 2000), ((), 10)]
    assert file.notes[-1] == f"{tmp_path}/luns.csv:2: skipped: load is known in more detail, or closer to the hosts"


def test_a_total_is_not_given_to_what_is_left_when_a_part_was_measured_elsewhere(tmp_path: Path) -> None:
    written(tmp_path, "esxtop.csv", (SAMPLES / "workload-esxtop.csv").read_text())
    # The array's name for the volume does not show that esx01 measured the same volume.
    written(tmp_path, "luns.csv", f"{HEAD}data01,9000,75,25,8,75,0,25,0\n")
    device = "naa.60000970000192601357533030304231"
    pairs = [HostVolume(host, device, names=("data01",)) for host in ("esx01", "esx02")]
    found = assign(load_workload(str(tmp_path)), pairs)
    assert {pair: one.workload.iops for pair, one in found.loads.items()} == {("esx01", device): 2000}
    assert found.notes[-1].startswith(
        f"{tmp_path}/luns.csv:2: some of the matching volumes already have a load, such as {device}"
    )


COARSE = """\
Linux 3.10.0 (lin01) \t11/30/2021 \t_x86_64_\t(1 CPU)

Device:         rrqm/s   wrqm/s     r/s     w/s    rMB/s    wMB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util
sda               0.00     0.02    {reads}    {writes}     {read_mb}     {write_mb}    {sectors}     0.00    0.88    0.53    1.29   0.52   0.01
"""


@pytest.mark.parametrize(
    ("figures", "sizes"),
    [
        # Throughput in hundredths of MB/s is too coarse for 0.13 reads per second; the mean of 52.51 sectors is not.
        (("0.13", "0.11", "0.01", "0.00", "52.51"), [26.255, 26.255]),
        # 200 reads of 64 KiB and 100 writes of 8 KiB: 90.67 sectors on average.
        (("200.00", "100.00", "12.50", "0.78", "90.67"), [64, 8]),
    ],
)
def test_sizes_from_coarsely_printed_throughput_fall_back_to_the_mean(
    tmp_path: Path, figures: tuple[str, ...], sizes: list[float]
) -> None:
    names = ("reads", "writes", "read_mb", "write_mb", "sectors")
    text = COARSE.format(**dict(zip(names, figures, strict=True)))
    file = load_workload(written(tmp_path, "iostat.txt", text))
    assert [one.size_kib for one in file.loads[0].workload.types] == pytest.approx(sizes, rel=0.01)
    coarse = "reads and writes are assumed to have the same size if their throughput is printed too coarsely"
    assert (coarse in file.assumptions) is (sizes[0] == sizes[1])
