"""Performance logs of Windows as measured load."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.readers.registry import reader_named
from tests.readers.harness import assert_robust, best_reader, read, sample

TEXT = sample("workload-perfmon.csv")


def loads(text: str) -> dict[str, dict[str, object]]:
    rows = read("workload-perfmon", text, owner="win01").observations.rows("workload")
    return {str(row["about_key"]): row for row in rows}


def test_load_of_a_disk() -> None:
    found = loads(TEXT)
    assert sorted(found) == ["win01", "win01/0 C:", "win01/2 E:"]
    disk = found["win01/2 E:"]
    assert (disk["kernel_name"], disk["device"]) == ("PhysicalDrive2", "block:PhysicalDrive2")
    assert (disk["read_iops"], disk["write_iops"], disk["iops"], disk["read_ratio"]) == (200.0, 200.0, 400.0, 0.5)
    assert (disk["read_mbps"], disk["write_mbps"], disk["throughput_mbps"]) == (3.2, 1.6, 4.8)
    assert (disk["read_io_bytes"], disk["write_io_bytes"], disk["io_bytes"]) == (16000, 8000, 12000)
    # 100 reads took 1 ms each and 300 took 2 ms.
    assert (disk["read_ms"], disk["read_p95_ms"]) == (1.75, 2.0)
    assert (disk["write_ms"], disk["outstanding"], disk["busy_ratio"]) == (0.55, 0.45, 0.3)
    assert (disk["samples"], disk["seconds"], disk["tool"], disk["measured"]) == (3, 20.0, "perfmon", True)
    assert found["win01"]["cpu_ratio"] == 0.3


def test_volumes_count_where_no_disk_is_there() -> None:
    found = loads(TEXT.replace("PhysicalDisk", "Example"))
    assert [key for key in found if "/" in key] == ["win01/E:"]
    assert "device" not in found["win01/E:"]


def test_owner_and_time() -> None:
    reader = reader_named("workload-perfmon")
    assert reader.owner_in is not None
    assert reader.captured_in is not None
    assert reader.owner_in(TEXT) == "WIN01"
    # One hour ahead of UTC.
    assert reader.captured_in(TEXT) == datetime(2026, 1, 15, 7, 0, 0, tzinfo=UTC)


def test_the_last_line_of_typeperf_is_noise() -> None:
    text = '\n"(PDH-CSV 4.0)","\\\\WIN01\\PhysicalDisk(1)\\Disk Transfers/sec"\n"01/15/2026 08:00:00.123","7.000000"\n'
    text += "Exiting, please wait...\nThe command completed successfully.\n"
    assert best_reader(text) == "workload-perfmon"
    result = read("workload-perfmon", text)
    assert [row["iops"] for row in result.observations.rows("workload")] == [7.0]
    assert result.unread_lines == 0
    assert not result.ends_inside_record


def test_another_language_and_truncated_samples_are_reported() -> None:
    foreign = read("workload-perfmon", TEXT.replace("PhysicalDisk", "Fysisk disk").replace("LogicalDisk", "X"))
    assert "no disk counters with known names" in foreign.notes[-1].text
    cut = read("workload-perfmon", TEXT[:-40])
    assert cut.ends_inside_record
    assert cut.unread_lines == 1
    empty = read("workload-perfmon", TEXT.split("\n")[0])
    assert [note.text for note in empty.notes] == ["names of counters without samples"]


@pytest.mark.parametrize("seed", range(3))
def test_detection_and_damage(seed: int) -> None:
    assert best_reader(TEXT) == "workload-perfmon"
    assert_robust("workload-perfmon", TEXT, seed)


LANGUAGES = {
    "de": (
        "Physikalischer Datenträger",
        {
            "Lesevorgänge/s": 900,
            "Schreibvorgänge/s": 100,
            "Mittlere Sek./Lesevorgänge": 0.002,
            "Bytes gelesen/s": 7372800,
        },
    ),
    "fr": (
        "Disque physique",
        {
            "Lectures disque/s": 900,
            "Écritures disque/s": 100,
            "Moyenne disque s/lecture": 0.002,
            "Lectures disque, octets/s": 7372800,
        },
    ),
    "es": (
        "Disco físico",
        {
            "Transferencias de disco/s": 1000,
            "Promedio de segundos de disco/lectura": 0.002,
            "Bytes de lectura de disco/s": 7372800,
        },
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_other_languages(language: str) -> None:
    group, values = LANGUAGES[language]
    names = "".join(f',"\\\\WIN02\\{group}(2 E:)\\{name}"' for name in values)
    sample = "".join(f',"{value:.6f}"' for value in values.values())
    text = f'"(PDH-CSV 4.0) (x)(-60)"{names}\n"01/15/2026 08:00:05.123"{sample}\n"01/15/2026 08:00:10.123"{sample}\n'
    assert best_reader(text) == "workload-perfmon"
    result = read("workload-perfmon", text)
    (row,) = result.observations.rows("workload")
    assert (row["iops"], row["read_ms"], row["read_mbps"], row["device"]) == (1000, 2.0, 7.3728, "block:PhysicalDrive2")
    assert not result.notes
