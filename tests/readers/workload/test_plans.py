"""Benchmark plans: fio job files, vdbench parameter files, Iometer configurations."""

from __future__ import annotations

import pytest

from checker.readers.toolkit.base import Capture
from checker.readers.workload.fio import units as fio_units
from checker.readers.workload.fio.options import facts_of
from checker.readers.workload.measures import plan_name
from tests.readers.harness import best_reader, corpus_file, read, sample


def runs(reader: str, text: str) -> dict[object, dict[str, object]]:
    return {row["test_run"]: dict(row) for row in read(reader, text).observations.rows("test_run")}


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("4k", 1024, 4096),
        ("4K", 1024, 4096),
        ("4ki", 1024, 4000),
        ("4k", 1000, 4000),
        ("4kib", 1000, 4096),
        ("1.5g", 1024, 1610612736),
        ("0x1000", 1024, 4096),
        ("512b", 1024, 512),
        ("100%", 1024, None),
        ("${SIZE}", 1024, None),
        ("", 1024, None),
    ],
)
def test_sizes_have_the_prefixes_of_fio(text: str, base: int, expected: int | None) -> None:
    assert fio_units.size(text, base) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("30", 30.0), ("5m", 300.0), ("1h", 3600.0), ("500ms", 0.5), ("2d", 172800.0), ("soon", None)],
)
def test_durations_of_fio(text: str, expected: float | None) -> None:
    assert fio_units.seconds(text) == expected


def test_a_job_has_the_options_of_global_and_the_defaults_of_fio() -> None:
    found = runs("workload-fio-job", sample("workload-fio-job.fio"))
    oltp = found["oltp"]
    assert oltp["targets"] == "/dev/mapper/lun01 /dev/mapper/lun02"
    expected = {
        "target_count": 2,
        "runtime_seconds": 1800.0,
        "ramp_seconds": 300.0,
        "outstanding": 16,
        "workers": 4,
        "io_bytes": 8192,
        "read_ratio": 0.7,
        "pattern": "random",
        "direct": True,
        "block_align_bytes": 4096,
        "time_based": True,
        "no_random_map": True,
        "random_repeat": False,
        "group_reporting": True,
        "refill_buffers": True,
        "engine_name": "libaio",
        "waits": False,
        "loops": 1,
    }
    assert {name: oltp.get(name) for name in expected} == expected
    assert "working_set_bytes" not in oltp
    dss = found["dss"]
    assert (dss["io_size_mix"], dss["io_bytes"], dss["waits"]) == ("65536/75 262144/25", 114688, True)
    assert (dss["working_set_bytes"], dss["rate_iops"], dss["pattern"]) == (549755813888, 2000.0, "sequential")
    (plan,) = read("workload-fio-job", sample("workload-fio-job.fio")).observations.rows("test_plan")
    assert (plan["tool"], plan["objective"]) == ("fio", "latency at half load")


def test_a_later_global_section_applies_to_later_jobs_only_and_equal_names_stay_separate() -> None:
    text = "[global]\nrw=read\nioengine=sync\n[a]\niodepth=2\n[global]\niodepth=8\n[b]\n[b]\nrw=randwrite\n"
    found = runs("workload-fio-job", text)
    assert {name: (run["outstanding"], run["pattern"]) for name, run in found.items()} == {
        "a": (2, "sequential"),
        "b": (8, "sequential"),
        "b (2)": (8, "random"),
    }


def test_variables_and_included_files_make_facts_unknown() -> None:
    text = "[global]\ninclude common.inc\n[a]\nrw=randrw\nfilename=${DISK}\niodepth=4\n"
    result = read("workload-fio-job", text)
    (run,) = result.observations.rows("test_run")
    assert "targets" not in run
    assert "direct" not in run
    assert (run["outstanding"], run["read_ratio"]) == (4, 0.5)
    assert [note.line for note in result.notes] == [2, 5]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"rw": "randrw", "rwmixwrite": "30"}, {"read_ratio": 0.7, "pattern": "random"}),
        ({"rw": "randread", "percentage_random": "40"}, {"random_ratio": 0.4, "pattern": "mixed"}),
        ({"rw": "write:8"}, {"read_ratio": 0.0, "pattern": "sequential"}),
        ({"bs": "4k,64k"}, {"read_io_bytes": 4096, "write_io_bytes": 65536, "io_bytes": None}),
        ({"bs": "4k-16k"}, {"io_bytes": None, "io_size_mix": "4k-16k"}),
        ({"bssplit": "4k/50:8k/:16k/"}, {"io_size_mix": "4096/50 8192/25 16384/25", "io_bytes": 8192}),
        ({"buffered": "0"}, {"direct": True}),
        ({"buffer_compress_percentage": "50"}, {"compression_ratio": 2.0}),
        ({"filename": "D\\:\\bench:/dev/sdb"}, {"targets": "D:\\bench /dev/sdb", "target_count": 2}),
        ({"rate": "10m,5m", "rw": "randrw"}, {"rate_mbps": 15.72864}),
        ({"rw": "nonsense"}, {"read_ratio": None, "pattern": None}),
    ],
)
def test_options_of_fio(options: dict[str, str | None], expected: dict[str, object]) -> None:
    found = facts_of(options)
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        "[mysqld]\nport=3306\ndatadir=/var/lib/mysql\nsize=10\n",
        "[Unit]\nDescription=x\n[Service]\nType=simple\nDirectory=/x\n",
        "[section]\nfilename=a\nsize=1\n",
        "sd=1\nwd=2\n",
        "'comment\nvalue\n",
        "a,b,c\n1,2,3\n",
        "Name,Size,Type,Owner\nx,1,2,3\n",
        "host;cpu;memory;disk\na;1;2;3\n",
        "<html><pre>text</pre></html>",
        '"time","value"\n"1","2"\n',
        "device size\nsda 10\n",
    ],
)
def test_ordinary_files_are_not_claimed(text: str) -> None:
    assert not (best_reader(text) or "").startswith("workload-")


def test_runs_of_vdbench_take_up_workloads_and_storage() -> None:
    found = runs("workload-vdbench-parm", sample("workload-vdbench-parm.vdb"))
    curve = found["curve1"]
    expected = {
        "targets": "/dev/mapper/lun01 /dev/mapper/lun02 /dev/mapper/lun03",
        "working_set_bytes": 3 * 512 * 1024**3,
        "runtime_seconds": 1800.0,
        "ramp_seconds": 300.0,
        "direct": True,
        "block_align_bytes": 4096,
        # 75 % of the load reads 80 %, the rest 40 %.
        "read_ratio": 0.7,
        "random_ratio": 0.75,
        "io_size_mix": "8192, 65536/50 262144/50",
        "load_points": "curve 25 50 75 100",
        "outstanding": 16,
        "workers": 3,
        "host": "load01.example.net",
        "compression_ratio": 2.0,
        "dedupe_ratio": 1.5,
    }
    assert {name: curve.get(name) for name in expected} == expected
    fixed = found["fixed"]
    assert (fixed["read_ratio"], fixed["rate_iops"], fixed["outstanding_points"]) == (1.0, 5000.0, "1 8 32")
    assert (fixed["target_count"], fixed["io_bytes"]) == (2, 8192)


def test_file_system_workloads_of_vdbench() -> None:
    (run,) = runs("workload-vdbench-parm", sample("workload-vdbench-parm.2.vdb")).values()
    assert (run["targets"], run["outstanding"], run["io_bytes"], run["read_ratio"]) == ("/mnt/bench", 64, 1048576, 0.6)
    (plan,) = read("workload-vdbench-parm", sample("workload-vdbench-parm.2.vdb")).observations.rows("test_plan")
    assert plan["prefilled"] is True


@pytest.mark.parametrize(
    ("stated", "ratio"), [("fileio=random", 1.0), ("fileio=(sequential)", 0.0), ("fileselect=once", 0.0)]
)
def test_files_of_vdbench_are_read_in_order_unless_stated_otherwise(stated: str, ratio: float) -> None:
    text = (
        "fsd=fsd1,anchor=/mnt/b,depth=1,width=1,files=8,size=1g\n"
        f"fwd=fwd1,fsd=fsd1,operation=read,xfersize=64k,{stated}\n"
        "rd=rd1,fwd=fwd1,fwdrate=max,elapsed=60\n"
    )
    (run,) = runs("workload-vdbench-parm", text).values()
    assert run["random_ratio"] == ratio


def test_a_run_of_undefined_workloads_is_reported() -> None:
    text = "sd=sd1,lun=/dev/sdb\nwd=wd1,sd=sd9,rdpct=50\nrd=rd1,wd=wd1,iorate=max,elapsed=60\nrd=rd2,wd=nothing,elapsed=60\n"
    result = read("workload-vdbench-parm", text)
    assert [note.line for note in result.notes] == [2, 4]
    assert all("targets" not in row for row in result.observations.rows("test_run"))


def test_iometer_configurations_mix_lines_and_take_workers_together() -> None:
    (run,) = runs("workload-iometer-icf", sample("workload-iometer-icf.icf")).values()
    expected = {
        "test_run": "oltp 8k",
        "targets": "PHYSICALDRIVE:1 PHYSICALDRIVE:2",
        "runtime_seconds": 1800.0,
        "ramp_seconds": 300.0,
        "outstanding": 16,
        "workers": 1,
        "io_size_mix": "8192/80 65536/20",
        "io_bytes": 19661,
        "read_ratio": 0.66,
        "random_ratio": 0.8,
        "block_align_bytes": 512,
        "working_set_bytes": 2 * 41943040 * 512,
        "host": "LOAD01",
    }
    assert {name: run.get(name) for name in expected} == expected


def test_iometer_shares_that_do_not_add_up_are_reported() -> None:
    result = read("workload-iometer-icf", sample("workload-iometer-icf.icf").replace("65536,20,", "65536,30,"))
    assert [note.text for note in result.notes] == [
        "the shares of access specification oltp 8k add up to 110 %, not to 100 %"
    ]


def test_a_plan_has_the_name_of_its_file_and_folder() -> None:
    assert plan_name(Capture(text="", file="exports/db01/oltp.fio")) == "db01/oltp"
    assert plan_name(Capture(text="", file="oltp.fio")) == "oltp"


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fio-1-fio-rand-RW.fio", {"read_ratio": 0.6, "workers": 4, "direct": False, "working_set_bytes": 10737418240}),
        ("fio-13-example_latency_steadystate.fio", {"steady_state": "lat:5%", "steady_state_seconds": 300.0}),
        ("fio-4-iometer-file-access-server.fio", {"io_bytes": 11346, "outstanding": 64}),
        ("fio-5-latency-profile.fio", {"latency_target_ms": 500.0, "outstanding": 128}),
        ("fio-12-disk-zone-profile.fio", {"zone_mode": "zonemode=strided zonesize=256m zoneskip=2g"}),
        ("fiovisualizer-1.fio", {"rate_mbps": 12.8, "io_bytes": 8192, "runtime_seconds": 10.0}),
    ],
)
def test_job_files_of_the_corpus(name: str, expected: dict[str, object]) -> None:
    result = read("workload-fio-job", corpus_file(f"workload/fio-job/{name}"))
    assert (result.unread_lines, result.notes) == (0, [])
    row = result.observations.rows("test_run")[0]
    assert {column: row.get(column) for column in expected} == expected


@pytest.mark.corpus
def test_parameter_files_of_the_corpus() -> None:
    (run,) = runs("workload-vdbench-parm", corpus_file("workload/vdbench-parm/cloudanimal-1.vdb")).values()
    assert (run["targets"], run["outstanding"], run["read_ratio"]) == ("\\\\.\\PHYSICALDRIVE1", 512, 0.7)
    assert (run["runtime_seconds"], run["ramp_seconds"]) == (60.0, 15.0)
    (run,) = runs("workload-vdbench-parm", corpus_file("workload/vdbench-parm/cloudanimal-10.vdb")).values()
    assert (run["target_count"], run["workers"], run["outstanding"], run["read_ratio"]) == (32, 32, 16, 0.574)
    assert str(run["io_size_mix"]).startswith("4096/25.68 8192/26.31")
    (run,) = runs("workload-iometer-icf", corpus_file("workload/iometer-icf/preyers-1.icf")).values()
    assert (run["workers"], run["target_count"], run["outstanding"], run["block_align_bytes"]) == (8, 8, 16, 4096)
    assert run["targets"] == "sdb sdc sdd sde sdf sdg sdh sdi"


def test_parameters_of_vdbench_may_be_abbreviated_and_have_second_names() -> None:
    text = sample("workload-vdbench-parm.words.txt")
    result = read("workload-vdbench-parm", text)
    columns = ("test_run", "io_bytes", "read_ratio", "random_ratio", "runtime_seconds", "ramp_seconds", "outstanding")
    assert [tuple(row.get(column) for column in columns) for row in result.observations.rows("test_run")] == [
        ("rd1", 65536, 0.3, 0.0, 120.0, 30.0, 16),
        ("rd2", 16384, 0.75, 1.0, 60.0, None, 16),
    ]
    assert all(row["direct"] for row in result.observations.rows("test_run"))
