"""Headings of machines in one file: which forms are recognised, above which formats, and what is no heading of a machine."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_text
from tests.folders import SAMPLES
from tests.thorough import sample

FORMS = [
    "=== {} ===", "# {}", "## {} ##", "### {}", "#{}", "Host: {}", "hostname: {}", "Hostname = {}", "Server: {}", "host {}", "{}:", "{} :",
    "----- {} -----", "---- {} ----------------------------------", "-- {} --", "--- {}", "[{}]", ">>> {}", ">> {} <<", "<<< {} >>>", "*** {} ***",
    "==> {} <==", "::: {} :::", "~~~ {} ~~~", "@@ {}", "+ ssh {}", "Output of {}:", "{}", "{} | CHANGED | rc=0 >>",
    "---------------\n{}\n---------------", "[1] 10:00:00 [SUCCESS] {}",
]  # fmt: skip
FORMATS = [
    "linux-multipath-topology.txt", "linux-lsblk.txt", "linux-lsscsi.txt", "linux-multipathd-json.json", "linux-sysctl.txt", "linux-parted.txt",
    "esxi-core-path-list.txt", "esxi-nmp-device-list.txt", "esxi-satp-list.txt", "esxi-psp-roundrobin-formatted.csv", "windows-mpclaim.txt",
    "powerpath-display-dev.txt", "aix-lspath.txt", "solaris-mpathadm-list.txt", "hpux-fcmsutil.txt", "veritas-listctlr.txt",
    "brocade-porterrshow.txt", "brocade-sfpshow.txt", "nxos-show-vsan.txt", "dothill-ports.txt",
]  # fmt: skip


def owners(text: str) -> set[str]:
    return {str(one.owner) for one in read_text(text, "all.txt", ("all.txt",), 0, Observations()) if one.format}


def below(form: str, name: str, text: str) -> str:
    return f"{form.format(name)}\n{text.rstrip()}\n"


@pytest.mark.parametrize(("form", "file"), sample([(form, file) for form in FORMS for file in FORMATS], 7))
def test_two_machines_are_two_and_one_is_one(form: str, file: str) -> None:
    text = (SAMPLES / file).read_text()
    assert owners(below(form, "db01", text) + below(form, "db02", text)) == {"db01", "db02"}
    both = below(form, "db01", text) + below(form, "db01", text)
    assert owners(both) <= owners(text) | {"db01"}
    assert owners(below(form, "db01", text)) <= owners(text) | {"db01"}


@pytest.mark.parametrize("file", FORMATS)
def test_salt_indents_the_output_of_each_machine(file: str) -> None:
    text = (SAMPLES / file).read_text()
    indented = "".join(f"    {line}\n" if line else "\n" for line in text.split("\n"))
    found = Observations()
    read_text(f"db01:\n{indented}db02:\n{indented}", "all.txt", ("all.txt",), 0, found)
    plain = Observations()
    read_text(below("# {}", "db01", text) + below("# {}", "db02", text), "all.txt", ("all.txt",), 0, plain)
    counts = [{chunk.kind: len(chunk.line) for chunk in one.chunks()} for one in (found, plain)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("names", [
    ("multipath -ll", "lsblk"), ("Paths", "Disks"), ("before", "after"), ("sdb", "sdc"), ("mpatha", "mpathb"), ("vsan10", "vsan20"), ("vmhba2", "vmhba3"),
    ("naa.6000144000000010aa00000000000001", "naa.6000144000000010aa00000000000002"), ("2026-01-02", "2026-01-03"), ("port1", "port2"), ("SP-A", "SP-B"),
    ("1", "2"), ("hba0", "hba1"), ("multipath", "lsblk"),
])  # fmt: skip
@pytest.mark.parametrize("form", ["# {}", "{}:", "=== {} ===", "[{}]", ">>> {}", "{}", "Output of {}:"])
def test_parts_commands_and_dates_name_no_machine(form: str, names: tuple[str, str]) -> None:
    text = (SAMPLES / "linux-multipath-topology.txt").read_text()
    alone = owners(text)
    assert not {owner.lower() for owner in owners("".join(below(form, name, text) for name in names))} & {
        n.lower() for n in names
    }
    assert all(owner.startswith("unknown host (") for owner in alone)


@pytest.mark.parametrize("file", [
    "netapp-fcp-adapter-show.txt", "vplex-cluster-status.txt", "puppet-zone-configuration.yaml", "esxi-nmp-device-list.txt", "netapp-node-show.txt",
    "brocade-cfgshow.txt", "aix-lspath.txt", "unity-uemcli.port.txt", "linux-multipath-conf.txt", "windows-get-disk.txt",
])  # fmt: skip
def test_lines_of_a_format_are_no_headings(file: str) -> None:
    text = (SAMPLES / file).read_text()
    assert owners(f"{text}\n{text}") == owners(text)


@pytest.mark.parametrize("form", ["Host: {}", "hostname: {}", "Server: {}", "# host {}", "Switch: {}"])
@pytest.mark.parametrize("file", ["linux-multipath-topology.txt", "brocade-porterrshow.txt"])
def test_a_letter_or_a_word_of_a_command_is_a_machine_if_the_heading_says_so(form: str, file: str) -> None:
    text = (SAMPLES / file).read_text()
    assert owners(below(form, "x", text) + below(form, "y", text)) == {"x", "y"}
    assert owners(below(form, "node", text) + below(form, "data", text)) == {"node", "data"}


def test_a_letter_names_no_array_and_no_machine_without_a_word_for_it() -> None:
    ports = (SAMPLES / "dothill-ports.txt").read_text()
    assert not owners(below("Server: {}", "a", ports) + below("Server: {}", "b", ports)) & {"a", "b"}
    text = (SAMPLES / "linux-multipath-topology.txt").read_text()
    assert not owners(below("=== {} ===", "a", text) + below("=== {} ===", "b", text)) & {"a", "b"}


def test_parts_of_a_director_are_no_switches() -> None:
    parts = [("CHASSIS", 6), ("CP0", 7), ("CP1", 8)]
    text = "".join(
        f"{part}\nEthernet IP Address: 192.0.2.{last}\nEthernet Subnetmask: 255.255.255.0\nGateway IP Address: 192.0.2.1\n\n"
        for part, last in parts
    )
    assert owners(text) == {"unknown switch (all.txt)"}
    hosts = (SAMPLES / "linux-multipath-topology.txt").read_text()
    assert owners(below("{}", "cp0", hosts) + below("{}", "cp1", hosts)) == {"cp0", "cp1"}


def test_a_sentence_without_blanks_names_no_machine() -> None:
    text = (SAMPLES / "linux-multipath-topology.txt").read_text()
    assert owners(below("# {}", "LUN追加前", text) + below("# {}", "LUN追加後", text)) == {"unknown host (all.txt)"}


TITLES = [
    "### {0} {1} ###", "--- {0} {1}",
    "=== {1} ({0}) ===", "#### {1} on {0} ####", "Output of {1} from {0}:", "{1} on {0}:", "{0}: {1}", "{0} - {1}", "2026-11-01 10:00:00 {0}: {1}",
    "Host: {0}, Command: {1}", "[{0}] {1}", "==== {0} - {1} ====", "h2. {0}", "=== BEGIN {0} ===", "this is {0}:", "Subject: {0}", "{0}", "--- {0} ---",
]  # fmt: skip
NAMES = [("db01", "db02"), ("192.0.2.11", "192.0.2.12"), ("db-a.one.example", "db-b.one.example")]
PAIRS = [
    ("lsblk", "linux-lsblk.txt", "multipath -ll", "linux-multipath-topology.txt"),
    ("porterrshow", "brocade-porterrshow.txt", "nsshow", "brocade-nsshow.txt"),
    ("show ports", "dothill-ports.txt", "show volumes", "dothill-volumes.txt"),
    ("lsportfc", "svc-lsportfc.txt", "lsvdisk", "svc-lsvdisk.txt"),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[1])
@pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0])
@pytest.mark.parametrize("title", TITLES)
def test_titles_with_a_command_or_an_address_name_the_machine(
    title: str, names: tuple[str, str], pair: tuple[str, ...]
) -> None:
    outputs = [(pair[0], (SAMPLES / pair[1]).read_text()), (pair[2], (SAMPLES / pair[3]).read_text())]
    text = "".join(f"{title.format(name, command)}\n{output}\n" for name in names for command, output in outputs)
    assert owners(text) == set(names)


@pytest.mark.parametrize("names", [("db01", "db02"), ("192.0.2.11", "192.0.2.12"), ("db01.one.example", "db02.one.example")], ids=lambda names: names[0])  # fmt: skip
@pytest.mark.parametrize("title", ["=== {0} ===", "--- {0} ---", "==== {0} - {1} ====", "{1} on {0}:", "Host: {0}"])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[1])
def test_titles_name_machines_of_which_each_has_another_command(
    title: str, names: tuple[str, str], pair: tuple[str, ...]
) -> None:
    text = "".join(
        f"{title.format(name, command)}\n{(SAMPLES / file).read_text()}\n"
        for name, command, file in zip(names, pair[::2], pair[1::2], strict=True)
    )
    assert owners(text) == set(names)


@pytest.mark.parametrize("title", ["=== {}: lsblk ===", "Host: {}", "{} - lsblk"])
def test_one_title_names_the_machine_if_it_says_that_it_is_about_one(title: str) -> None:
    text = (SAMPLES / "linux-lsblk.txt").read_text()
    assert owners(below(title, "db07", text)) == {"db07"}
    assert owners(below(title, "step1", text)) == owners(below(title, "disks", text)) == {"unknown host (all.txt)"}


def test_an_array_may_be_called_like_a_view_that_it_exports() -> None:
    views = (SAMPLES / "vplex-ll-storage-views.txt").read_text()
    name = next(word for line in views.split("\n")[3:] for word in line.split()[:1])
    assert owners(below("=== {} ===", name, views) + below("=== {} ===", "other01", views)) == {name, "other01"}


def test_the_first_line_of_an_output_is_no_heading_of_the_outputs_below_it() -> None:
    prompt = "PS C:\\Windows\\system32> "
    systeminfo, mpclaim = ((SAMPLES / f"windows-{name}.txt").read_text() for name in ("systeminfo", "mpclaim"))
    log = f"{prompt}systeminfo\n{systeminfo}{prompt}mpclaim -s -d\n{mpclaim}"
    found = read_text(log, "win31.log", ("win31.log",), 0, Observations())
    assert [one.format for one in found] == ["windows-systeminfo", "windows-mpclaim"]


def test_a_line_of_an_output_that_begins_above_it_is_no_heading() -> None:
    """``getagent`` prints the node of each SP in its fourth line."""
    agent, crus = ((SAMPLES / f"clariion-{name}.txt").read_text() for name in ("getagent", "getcrus"))
    outputs = [
        f"C:\\> naviseccli -h 192.0.2.{number} getagent\n{agent.replace('A-APM', f'{side}-APM')}\n"
        f"C:\\> naviseccli -h 192.0.2.{number} getcrus\n{crus}\n"
        for number, side in ((1, "A"), (2, "B"))
    ]
    records = read_text("".join(outputs), "all.txt", ("all.txt",), 0, Observations())
    assert [one.format for one in records] == ["clariion-getagent", "clariion-getcrus"] * 2
