"""Measurements between sites: ping of all systems, mtr, WinMTR and iperf3."""

from __future__ import annotations

import pytest

from checker.facts.values import Value
from tests.readers.harness import best_reader, read, sample

WINDOWS = """\

Pinging dr-wan.example [10.2.2.1] with 1400 bytes of data:
Reply from 10.2.2.1: bytes=1400 time=4ms TTL=60
Reply from 10.1.1.254: Destination host unreachable.

Ping statistics for 10.2.2.1:
    Packets: Sent = 4, Received = {received}, Lost = 0 (0% loss),
"""
WINDOWS_TIMES = """\
Approximate round trip times in milli-seconds:
    Minimum = 4ms, Maximum = 9ms, Average = 6ms
"""
FRENCH = """\
Envoi d’une requête 'Ping'  10.2.2.1 avec 32 octets de données :
Réponse de 10.2.2.1 : octets=32 temps=4 ms TTL=60

Statistiques Ping pour 10.2.2.1:
    Paquets : envoyés = 4, reçus = 4, perdus = 0 (perte 0%),
Durée approximative des boucles en millisecondes :
    Minimum = 4ms, Maximum = 9ms, Moyenne = 6ms
"""
NXOS = """\
PING 10.2.2.1 (10.2.2.1): 56 data bytes
64 bytes from 10.2.2.1: icmp_seq=0 ttl=60 time=4.12 ms
Request 1 timed out

--- 10.2.2.1 ping statistics ---
5 packets transmitted, 4 packets received, 20.00% packet loss
round-trip min/avg/max = 4.1/4.4/4.8 ms
"""
IOS = """\
Type escape sequence to abort.
Sending 5, 100-byte ICMP Echos to 10.2.2.1, timeout is 2 seconds:
!!!!.
Success rate is 80 percent (4/5), round-trip min/avg/max = 1/2/4 ms
"""
SOLARIS = """\
PING 10.2.2.1: 56 data bytes
64 bytes from 10.2.2.1: icmp_seq=0. time=4.12 ms

----10.2.2.1 PING Statistics----
4 packets transmitted, 4 packets received, 0% packet loss
round-trip (ms)  min/avg/max/stddev = 4.10/4.40/4.80/0.20
"""


def row_of(text: str) -> dict[str, Value]:
    name = best_reader(text)
    assert name is not None
    result = read(name, text)
    assert result.unread_lines == 0
    (row,) = result.observations.rows("network_test")
    return row


@pytest.mark.parametrize(
    ("text", "sent", "received", "least", "mean", "most"),
    [
        (sample("network-ping.txt"), 1000, 998, 4.101, 4.412, 19.811),
        (sample("network-ping.windows.txt"), 4, 2, 4.0, 6.0, 9.0),
        (WINDOWS.format(received=4) + WINDOWS_TIMES, 4, 3, 4.0, 6.0, 9.0),
        (WINDOWS.format(received=2), 4, 0, None, None, None),
        (FRENCH, 4, 4, 4.0, 6.0, 9.0),
        (NXOS, 5, 4, 4.1, 4.4, 4.8),
        (IOS, 5, 4, 1.0, 2.0, 4.0),
        (SOLARIS, 4, 4, 4.1, 4.4, 4.8),
        (sample("network-mtr-report.txt"), 1000, 998, 4.1, 4.4, 19.8),
        (sample("network-mtr-csv.csv"), 1000, 998, 4.1, 4.42, 19.81),
        (sample("network-mtr-json.json"), 1000, 998, 4.1, 4.42, 19.81),
        (sample("network-winmtr.txt"), 1000, 998, 4.0, 5.0, 20.0),
    ],
)
def test_loss_and_round_trip(
    text: str, sent: int, received: int, least: float | None, mean: float | None, most: float | None
) -> None:
    row = row_of(text)
    assert "10.2.2.1" in (row["destination"], row.get("destination_address"))
    assert (row["sent"], row["received"]) == (sent, received)
    assert row["loss_ratio"] == round((sent - received) / sent, 6)
    assert [row.get(f"rtt_{name}_ms") for name in ("min", "avg", "max")] == [least, mean, most]


def test_ping_names_its_source_and_size() -> None:
    row = row_of(sample("network-ping.txt"))
    assert (row["source"], row["destination"], row["payload_bytes"]) == ("10.1.1.1", "dr-wan.example", 1472)
    assert (row["rtt_mdev_ms"], row["line"]) == (0.31, 6)


def test_several_pings_in_one_text() -> None:
    result = read("network-ping", NXOS + "\n" + NXOS.replace("10.2.2.1", "10.2.2.2") + SOLARIS)
    assert [row["destination"] for row in result.observations.rows("network_test")] == [
        "10.2.2.1", "10.2.2.2", "10.2.2.1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "command", ["ping -c 5 10.2.2.1", "$ ping -c 5 -s 1400 wan", "% /sbin/ping wan", "ping 10.2.2.1 -n 5", "#"]
)
def test_a_command_and_the_messages_between_the_answers_are_read(command: str) -> None:
    lost = """\
ping: sendto: No route to host
36 bytes from 10.1.1.254: Time to live exceeded
Vr HL TOS  Len   ID Flg  off TTL Pro  cks      Src      Dst
 4  5  00 5400 1b2c   0 0000  01  01 b1c2 10.1.1.7  10.2.2.1
"""
    result = read("network-ping", f"{command}\n{NXOS.replace('Request 1', lost + 'Request 1')}")
    assert result.unread_lines == 0, result.first_unread
    assert [row["received"] for row in result.observations.rows("network_test")] == [4]


@pytest.mark.parametrize(
    "error", ["ping: cannot resolve wan9: Unknown host", "Ping request could not find host wan9. Check the name."]
)
def test_a_ping_that_failed_is_reported(error: str) -> None:
    assert read("network-ping", f"{error}\n{NXOS}").unread_lines == 1


def test_a_ping_without_its_statistics_is_incomplete() -> None:
    result = read("network-ping", NXOS.partition("---")[0])
    assert result.observations.rows("network_test") == []
    assert result.ends_inside_record
    assert result.notes[0].text == "the statistics of the ping to 10.2.2.1 are missing"


def test_last_hop_without_an_answer_is_no_measurement() -> None:
    text = sample("network-mtr-report.txt").replace(
        "10.2.2.1                   0.2%", "???                      100.0%"
    )
    result = read("network-mtr-report", text)
    assert result.observations.rows("network_test") == []
    assert "did not answer" in result.notes[0].text


def test_iperf3_text_sums_streams_and_takes_what_arrived() -> None:
    row = row_of(sample("network-iperf3.txt"))
    assert (row["throughput_mbps"], row["retransmits"], row["streams"]) == (933.0, 12, 2)
    assert (row["protocol"], row["destination"], row["destination_address"]) == ("tcp", "dr-wan.example", "10.2.2.1")
    assert "loss_ratio" not in row


@pytest.mark.parametrize("name", ["network-iperf3.udp.txt", "network-iperf3-json.json"])
def test_iperf3_udp(name: str) -> None:
    row = row_of(sample(name))
    assert (row["protocol"], row["throughput_mbps"], row["jitter_ms"]) == ("udp", 990.0, 0.014)
    assert (row["sent"], row["received"], row["loss_ratio"]) == (863020, 854390, 0.01)
