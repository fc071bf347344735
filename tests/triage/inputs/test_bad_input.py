"""Bad or insufficient input: what triage answers, and that it names no cause for it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from checker.cli.support.run import run
from tests.triage.bundles import START, Bundle, Parts, during, slow_array
from tests.triage.test_bundles import ALL4, ARRAY, DRAIN, QUEUE
from tests.triage.test_evidence import COARSE, files
from tests.triage.verdicts import causes, segments, triage

HOSTS = tuple(f"{host}/esxtop.csv" for host in ALL4)
MONITOR = "flash1/purevol-monitor.txt"
SHORT = Bundle(during(30, 45, slow_array), hosts=("app05", "app06", "app07"), volumes=1, bins=60, far=())


def guards(document: dict[str, object]) -> dict[str, str]:
    found = document["guards"]
    assert isinstance(found, list)
    return {one["guard"]: one["text"] for one in found if not one["passed"]}


def test_only_counters_and_configuration(tmp_path: Path):
    files = {name: text for name, text in DRAIN.files().items() if not name.endswith(".csv") and name != MONITOR}
    document = triage(tmp_path, files)
    assert (document["verdict"], document["explanations"]) == ("no_evidence", [])
    assert document["needs"][0]["command"] == "esxtop -b -d 10 -n 180"
    assert "purevol monitor --interval 10 --repeat 180" in {one["command"] for one in document["needs"]}


def test_latency_of_the_array_only(tmp_path: Path):
    files = {name: text for name, text in ARRAY.files().items() if name not in HOSTS}
    assert triage(tmp_path, files)["verdict"] == "no_evidence"


def test_latency_of_hosts_only(tmp_path: Path):
    document = triage(tmp_path, replace(ARRAY, with_array=False).files())
    assert (document["verdict"], causes(document)) == ("undecided", [])
    assert segments(document) == {("S1",), ("S2", "S5")}


def test_exports_of_different_times(tmp_path: Path):
    files = ARRAY.files()
    files[MONITOR] = replace(ARRAY, start=ARRAY.start + timedelta(days=2)).files()[MONITOR]
    document = triage(tmp_path, files)
    assert (document["verdict"], causes(document)) == ("undecided", [])
    assert "flash1 are of another time (2026-03-06 07:00:00 to 2026-03-06 07:15:00 UTC)" in guards(document)["overlap"]


def test_a_host_with_samples_of_another_time_only_is_named_and_hides_nothing(tmp_path: Path):
    document = triage(tmp_path, replace(ARRAY, ahead={"app08": 7200}).files())
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert guards(document)["overlap"] == (
        "hosts that have samples of other times only, which are not compared: app08 2026-03-04 09:00:00 to 09:15:00 UTC"
    )


def test_an_array_that_was_measured_for_a_small_part_of_the_time(tmp_path: Path):
    long = Bundle(during(300, 320, slow_array, ALL4), bins=900)
    files = long.files()
    near = [long.start + timedelta(seconds=long.step * number) for number in range(280, 341)]
    lines = files[MONITOR].split("\n")
    shown = {f"{one:%Y-%m-%d %H:%M:%S}" for one in near}
    files[MONITOR] = "\n".join([*lines[:2], *(line for line in lines[2:] if line[10:30].strip() in shown)]) + "\n"
    document = triage(tmp_path, files)
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert {one["segments"][0]: one["budget_ms"] for one in document["segments"]}["S5"] < 0.5


def test_a_volume_of_which_the_array_was_measured_in_the_slow_time_only(tmp_path: Path):
    files = ARRAY.files()
    files[MONITOR] = re.sub(r"app08-v1 .*07:(?:0[0-5]|1[1-5]):.*\n", "", files[MONITOR])
    assert causes(triage(tmp_path, files)) == [("TRI009", ("storage_array flash1",))]


def test_a_capture_that_is_there_twice_counts_once(tmp_path: Path):
    files = ARRAY.files()
    once = triage(tmp_path / "once", files)
    lines = files[HOSTS[0]].split("\n")
    overlapping = "\n".join([lines[0], *lines[30:]])
    twice = triage(
        tmp_path / "twice", {**files, "copy/app05/esxtop.csv": files[HOSTS[0]], "later/app05/esxtop.csv": overlapping}
    )
    assert causes(twice) == causes(once)
    assert [flow["iops"] for flow in twice["flows"]] == [flow["iops"] for flow in once["flows"]]


def test_rows_that_are_there_twice_in_one_file_count_once(tmp_path: Path):
    files = ARRAY.files()
    once = triage(tmp_path / "once", files)
    rows = files[HOSTS[0]].rstrip("\n").split("\n")
    again = "\n".join([*rows, *rows[20:45]]) + "\n"
    twice = triage(tmp_path / "twice", {**files, HOSTS[0]: again})
    assert twice["flows"] == once["flows"]
    assert twice["segments"] == once["segments"]


def test_a_capture_that_is_cut(tmp_path: Path):
    files = ARRAY.files()
    cut = files[HOSTS[1]]
    files[HOSTS[1]] = cut[: round(len(cut) * 0.71)]
    document = triage(tmp_path, files)
    assert causes(document) == causes(triage(tmp_path / "whole", ARRAY.files()))


def test_a_queue_that_takes_longer_than_the_whole_is_not_used(tmp_path: Path):
    files = QUEUE.files()
    names, *rows = files[HOSTS[0]].strip().split("\n")
    columns = [place for place, name in enumerate(names.split(",")) if "Average Kernel MilliSec/Command" in name]
    broken = []
    for row in rows:
        cells = row.split(",")
        for place in columns:
            cells[place] = '"900.0"'
        broken.append(",".join(cells))
    files[HOSTS[0]] = "\n".join([names, *broken]) + "\n"
    document = triage(tmp_path, files)
    assert causes(document) == []
    assert "app05" in guards(document)["impossible"]
    assert not any(flow["host"] == "app05" for flow in document["flows"])


def test_the_larger_of_two_incidents(tmp_path: Path):
    def twice(host: str, _volume: int, _port: str, number: int, parts: Parts) -> Parts:
        slow = (10 <= number < 16) or (50 <= number < 70)
        return replace(parts, array=4.0) if slow else parts

    window = triage(tmp_path, Bundle(twice).files())["window"]
    assert (window["since"], window["until"]) == ("2026-03-04T07:08:20Z", "2026-03-04T07:11:40Z")
    assert [one["since"] for one in window["other_incidents"]] == ["2026-03-04T07:01:40Z"]
    until = ("--since", "07:01:40", "--until", "07:02:40")
    other = triage(tmp_path / "other", Bundle(twice).files(), *until)
    assert (other["window"]["since"], other["window"]["until"]) == ("2026-03-04T07:01:40Z", "2026-03-04T07:02:40Z")
    assert causes(other) == [("TRI009", ("storage_array flash1",))]


def test_several_days_with_one_incident(tmp_path: Path):
    files = Bundle(during(40, 60, lambda parts: replace(parts, array=5.0)), step=1800, array_step=1800).files()
    document = triage(tmp_path, files)
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert document["window"]["since"] == "2026-03-05T03:00:00Z"


def test_garbage_is_no_traceback(tmp_path: Path):
    files = ARRAY.files()
    files[HOSTS[0]] = re.sub(r'"[0-9.]+"', '"n/a"', files[HOSTS[0]])
    files[MONITOR] = files[MONITOR].replace(" UTC", " XYZ")
    document = triage(tmp_path, files)
    assert document["verdict"] in ("undecided", "ranked")
    assert run(["triage", "--isolated", "--quiet", str(tmp_path / "nothing")]) == 2


def test_two_incidents_are_not_each_others_reference(tmp_path: Path):
    def twice(_host: str, _volume: int, _port: str, number: int, parts: Parts) -> Parts:
        return slow_array(parts) if 10 <= number < 18 or 30 <= number < 45 else parts

    found = triage(tmp_path, replace(SHORT, scenario=twice).files())
    assert [one["since"] for one in found["window"]["other_incidents"]] == ["2026-03-04T07:01:40Z"]
    assert all(flow["reference_ms"] < 0.7 for flow in found["flows"] if flow["volume"])
    assert all(not ("07:01:40" <= part["since"][11:19] < "07:03:00") for part in found["window"]["quiet"])


def test_an_incident_is_no_reference_for_a_stated_time(tmp_path: Path):
    def twice(_host: str, _volume: int, _port: str, number: int, parts: Parts) -> Parts:
        factor = 6 if 8 <= number < 14 else 40 if 24 <= number < 44 else 1
        return replace(parts, array=parts.array * factor)

    found = triage(
        tmp_path,
        replace(SHORT, scenario=twice).files(),
        "--since",
        "2026-03-04T07:01:20Z",
        "--until",
        "2026-03-04T07:02:20Z",
    )
    assert causes(found) == [("TRI009", ("storage_array flash1",))]
    assert all(flow["reference_ms"] < 0.7 for flow in found["flows"] if flow["volume"])
    assert [one["since"] for one in found["window"]["other_incidents"]] == ["2026-03-04T07:04:00Z"]


def test_totals_of_old_errors_are_no_evidence(tmp_path: Path):
    session = "\n".join(
        f"north-e1:admin> date\n{at}\nnorth-e1:admin> portstatsshow 2\ner_crc              12400       Frames with CRC errors"
        for at in ("Wed Mar 04 07:05:00 UTC 2026", "Wed Mar 04 07:07:00 UTC 2026")
    )
    found = triage(tmp_path / "san", {**SHORT.files(), "north-e1/portstats.txt": session + "\nnorth-e1:admin> \n"})
    assert "north-e1 port 2: 12,400 CRC errors, none new in the window" in guards(found)["old"]
    only = triage(tmp_path / "only", {"north-e1/portstats.txt": session + "\n"})
    assert only["verdict"] == "no_evidence"
    assert "12,400 CRC errors, from when is unknown" in guards(only)["old"]


def test_identities_that_cannot_be_read_are_reported(tmp_path: Path):
    whole = ARRAY.files()
    cut = {name: text.replace(ARRAY.device("app05", 0), "naa.624a93705a6c2f3b1d") for name, text in whole.items()}
    document = triage(tmp_path / "one", whole | {"app05/esxtop.csv": cut["app05/esxtop.csv"]})
    assert guards(document)["unreadable"].endswith("are not used (app05 naa.624a93705a6c2f3b1d)")
    only = {name: re.sub(r"naa\.[0-9a-f]{32}", "naa.624a93705a6c2f3b1d", text) for name, text in whole.items()}
    document = triage(tmp_path / "all", {name: only[name] for name in HOSTS})
    assert (document["verdict"], document["reason"]) == (
        "no_evidence",
        "the latencies are of volumes whose identity cannot be read",
    )
    assert {one["owner"] for one in document["needs"]} == set(ALL4)


def test_errors_that_are_new_between_samples_are_not_called_old_where_no_latency_is_known(tmp_path: Path):
    head = "sw5:admin> porterrshow\n          frames      enc    crc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy  c3timeout    pcs   uncor\n       tx     rx      in    err    g_eof  shrt   long   eof     out   c3    fail    sync   sig                  tx    rx     err    err\n"
    row = "  2:    1.2g   2.1g   0    {0}    {0}      0      0      0      0      0      0      0      0      0      0      0      0      0      0\n"
    date = "sw5:admin> date\nTue Mar 10 10:{}:00 UTC 2026\n"
    only = {"sw5.txt": date.format("00") + head + row.format(1300) + date.format("30") + head + row.format(2300)}
    assert "2,300 CRC errors, 1,000 of them new between samples" in guards(triage(tmp_path, only))["old"]


def test_ten_thousand_volumes_of_which_most_are_idle(tmp_path: Path):
    """Idle volumes are counted, and a short incident is seen although every second sample is joined with the one before."""
    disks = [f"naa.624a93700000000000000000{number:08x}" for number in range(10_000)]
    counters = ("Commands/sec", "Average Guest MilliSec/Command")
    names = [f'"\\\\esx77\\Physical Disk SCSI Device({disk})\\{counter}"' for disk in disks for counter in counters]
    idle = '"2.00","0.500"'
    lines = [",".join(['"(PDH-CSV 4.0) (UTC)(0)"', *names])]
    for number in range(41):
        slow = '"200.00","9.000"' if 15 <= number < 25 else '"200.00","0.500"'
        cells = [*[slow] * 10, *['"200.00","0.500"'] * 30, *[idle] * 9_960]
        lines.append(",".join([f'"{START + timedelta(seconds=10 * number):%m/%d/%Y %H:%M:%S}"', *cells]))
    document = triage(tmp_path, {"esx77/esxtop.csv": "\n".join(lines) + "\n"})
    assert document["window"]["source"] == "found"
    slow_disks = [flow["volume"] for flow in document["flows"] if flow["state"] == "slow"]
    assert sorted(slow_disks) == disks[:10]
    assert [one["left_out"] for one in document["guards"] if one["guard"] == "too_few_ios"] == [9_960]


def test_answers_of_an_array_whose_owner_is_unknown_are_not_used_and_are_reported(tmp_path: Path):
    exports = files(COARSE, "netapp")
    answers = exports.pop("flash1/rest.json").splitlines()
    letters = "abcdefghijklmnopqrstuvwxyz"
    unnamed = {f"answer-{letters[n % 26]}{letters[n // 26]}x.json": text for n, text in enumerate(answers)}
    document = triage(tmp_path / "unnamed", {**exports, **unnamed})
    assert causes(document) == []
    (guard,) = (one for one in document["guards"] if one["guard"] == "unmatched")
    assert (guard["passed"], guard["left_out"]) == (False, len(answers))
    assert "exports of one array need the same owner" in guard["text"]
    numbered = {f"flash1/answer-{number:03d}.json": text for number, text in enumerate(answers)}
    assert causes(triage(tmp_path / "numbered", {**exports, **numbered})) == [("TRI009", ("storage_array flash1",))]
    whole = triage(tmp_path / "whole", files(COARSE, "netapp"))
    assert [one["passed"] for one in whole["guards"] if one["guard"] == "unmatched"] == [True]
