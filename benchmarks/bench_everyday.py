"""Benchmark of whole runs, as ratios: this program, that of an earlier commit and other programs, all measured in one run.

Usage: ``python benchmarks/bench_everyday.py [--quick]``; writes ``RESULTS.md`` and ``sizes.svg`` next to it. Each program is installed as a wheel
in an environment of its own (``build/bench``), with its modules compiled. What counts is processor time with all children, the least of several alternating runs:
wall time says nothing on a busy machine. ``--quick`` leaves out the large inputs.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench_multipath import text as multipath_text
from support.measure import Use, least
from support.plot import plot
from support.programs import BASELINE, ROOT, Program, baseline, peers, this_program
from support.results import machine, write_section
from support.ten_rules import REGO, paths_of

from fixtures.generate.sans.inventories import tiny_san
from fixtures.generate.sans.many_hosts import write_san

HERE = Path(__file__).resolve().parent
DEMO = ROOT / "fixtures" / "demo"
SAMPLES = ROOT / "tests" / "readers" / "samples"
CAPTURES = (
    "esxi-core-path-list", "linux-multipath-topology", "brocade-cfgshow", "brocade-switchshow", "nxos-show-flogi-database",
    "vplex-ll-storage-views", "aix-lspath", "clariion-storagegroup-list", "powerpath-display-dev", "windows-mpclaim",
)  # fmt: skip
SIZES = (1_000, 10_000, 100_000, 1_000_000)
RUNS = 3


@dataclass(frozen=True)
class Row:
    """One comparison: seconds here, seconds there, and the ratio that is aimed at."""

    what: str
    here: Use
    there: Use
    against: str
    target: float

    @property
    def text(self) -> str:
        ratio = self.here.seconds / self.there.seconds
        verdict = "yes" if ratio <= self.target else "**no**"
        return f"| {self.what} | {self.here.seconds:.2f} | {self.against} {self.there.seconds:.2f} | {ratio:.2f} | {self.target:g} | {verdict} |"


class Bench:
    """The programs, a folder for inputs, and the rows so far."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.rows, self.memory = folder, list[Row](), dict[int, tuple[float, float]]()
        self.this, self.base, self.peers = this_program(), baseline(), peers()

    def add(self, *rows: Row) -> None:
        self.rows += rows
        for row in rows:
            print(row.text, flush=True)

    def run(
        self, runs: int = RUNS, *, forget: bool = False, **commands: tuple[Program, Sequence[str]]
    ) -> dict[str, Use]:
        """Measure commands of programs in turn; with ``forget``, without the answers of earlier runs."""
        given = {
            name: ((program.tool(words[0]), *words[1:]), program.environment)
            for name, (program, words) in commands.items()
        }
        return least(given, str(ROOT), runs, forget=forget)

    def against_baseline(self, what: str, words: Sequence[str], target: float, runs: int = RUNS) -> tuple[Use, Use]:
        """Measure a command without remembered answers against the earlier commit."""
        command = ("sanlint", *words)
        used = self.run(runs, forget=True, here=(self.this, command), there=(self.base, command))
        self.add(Row(what, used["here"], used["there"], BASELINE, target))
        return used["here"], used["there"]


def demo(*words: str) -> tuple[str, ...]:
    return (*words[:1], "--config", str(DEMO / "sanlint.yaml"), str(DEMO / "exports"), *words[1:])


def cold_and_warm(bench: Bench) -> None:
    check = demo("check", "--exit-zero", "--as-of", "2026-11-02")
    _, old = bench.against_baseline("demonstration, cold", check, 0.3)
    page = str(bench.folder / "page.html")
    report = bench.folder / "report.json"
    bench.run(1, first=(bench.this, ("sanlint", *check, "-o", str(report))))
    fingerprint = json.loads(report.read_text())["findings"][0]["fingerprint"]
    commands = {
        "check again": check,
        "explain a finding": ("explain", fingerprint, *demo("")[1:]),
        "fix": demo("fix", "--dry-run", "--as-of", "2026-11-02"),
        "HTML": (*check, "-o", page),
        "estimate": demo("estimate"),
        "topology": demo("topology"),
    }  # fmt: skip
    for what, words in commands.items():
        used = bench.run(here=(bench.this, ("sanlint", *words)))
        bench.add(Row(f"demonstration, warm: {what}", used["here"], old, f"{BASELINE}, cold", 0.08))


def small_files(bench: Bench) -> None:
    schema, data = bench.folder / "schema.json", bench.folder / "data.json"
    schema.write_text(json.dumps({"type": "object", "properties": {"a": {"type": "integer"}}}))
    data.write_text(json.dumps({"a": 1, "b": ["x" * 70] * 100}))
    page = bench.folder / "data.yaml"
    page.write_text("---\na: 1\n")
    used = bench.run(
        json=(bench.peers, ("check-jsonschema", "--schemafile", str(schema), str(data))),
        yaml=(bench.peers, ("yamllint", str(page))),
        version=(bench.peers, ("yamllint", "--version")),
        ours=(bench.this, ("sanlint", "--version")),
    )
    bench.add(Row("--version", used["ours"], used["version"], "yamllint", 0.5))
    inventory_file = bench.folder / "san.yaml"
    inventory_file.write_text(tiny_san("esx01"))
    for path in (*(SAMPLES / f"{name}.txt" for name in CAPTURES), inventory_file):
        what = "inventory" if path == inventory_file else path.name.partition(".")[0]
        here, _ = bench.against_baseline(f"one file: {what}", ("check", "--isolated", "--exit-zero", str(path)), 0.5)
        bench.add(Row(f"one file: {what}", here, used["json"], "check-jsonschema", 2.5))


def parsers(bench: Bench) -> None:
    """Compare whole audits of one large output with parsing it alone."""
    multipath, flogi = bench.folder / "multipath.txt", bench.folder / "flogi.txt"
    multipath.write_text("mpath01# multipath -ll\n" + multipath_text())
    rows = (
        f"fc1/{number % 48 + 1}  {number // 48 % 4000 + 1}  0x{number:06x}  10:00:00:00:c9:{number >> 16:02x}:"
        f"{number >> 8 & 255:02x}:{number & 255:02x}  20:00:00:00:c9:{number >> 16:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"
        for number in range(20_000)
    )
    heading = "INTERFACE  VSAN  FCID  PORT NAME  NODE NAME\n" + "-" * 70
    flogi.write_text(
        "\n".join(["sw1# show flogi database", heading, *rows, "", "Total number of flogi = 20000."]) + "\n"
    )
    scripts = {
        "insights-core": (
            multipath,
            "from insights.parsers.multipath_v4_ll import MultipathDevices; from insights.tests import context_wrap; "
            "MultipathDevices(context_wrap(text))",
        ),
        "ntc-templates": (
            flogi,
            "from ntc_templates.parse import parse_output; "
            "parse_output(platform='cisco_nxos', command='show flogi database', data=text)",
        ),
    }
    for name, (path, script) in scripts.items():
        whole = f"import sys; text = open(sys.argv[1]).read().partition('\\n')[2]; {script}"
        used = bench.run(
            1,
            forget=True,
            ours=(bench.this, ("sanlint", "check", "--isolated", "--exit-zero", str(path))),
            theirs=(bench.peers, ("python", "-c", whole, str(path))),
        )
        bench.add(Row(f"audit of 20,000 {path.stem} rows", used["ours"], used["theirs"], f"{name}, parsing only", 1.0))


def ten_rules(bench: Bench) -> None:
    """Compare an audit with ten rules in a script that is written for one output, and in opa, if the machine has it."""
    text, values, policy = (bench.folder / name for name in ("multipath.txt", "multipath.json", "paths.rego"))
    script = HERE / "support" / "ten_rules.py"
    policy.write_text(REGO)
    values.write_text(json.dumps({"paths": paths_of(text.read_text())}))
    peers_: dict[str, Sequence[str]] = {"ten rules in Python": ("python", str(script), str(text))}
    if shutil.which("opa"):
        peers_["ten rules in opa, from JSON"] = ("opa", "eval", "-d", str(policy), "-i", str(values), "data.paths.deny")
    for name, words in peers_.items():
        used = bench.run(
            1,
            forget=True,
            ours=(bench.this, ("sanlint", "check", "--isolated", "--exit-zero", str(text))),
            theirs=(bench.peers, words),
        )
        bench.add(Row("audit of 20,000 multipath rows", used["ours"], used["theirs"], name, 1.0))


def one_changed(bench: Bench) -> None:
    folder = bench.folder / "hosts"
    text = (SAMPLES / "esxi-core-path-list.txt").read_text()
    for number in range(500):
        (folder / f"esx{number:03}").mkdir(parents=True)
        (folder / f"esx{number:03}" / "core-path-list.txt").write_text(text)
    words = ("check", "--isolated", "--exit-zero", str(folder))
    cold = bench.run(1, forget=True, cold=(bench.this, ("sanlint", *words)))["cold"]
    # A path that comes back: findings change, so no part of the report can be that of the run before.
    (folder / "esx007" / "core-path-list.txt").write_text(text.replace("State: dead", "State: active"))
    command = {"changed": ((bench.this.tool("sanlint"), *words), bench.this.environment)}
    changed = least(command, str(ROOT), 1, warm=False)["changed"]
    bench.add(Row("one changed file of 500", changed, cold, "cold", 0.15))


def large(bench: Bench, sizes: Sequence[int]) -> dict[str, dict[int, float]]:
    found: dict[str, dict[int, float]] = {"this version": {}, BASELINE: {}}
    for size in sizes:
        folder = bench.folder / f"san-{size}"
        write_san(folder, size)
        words = ("check", "--isolated", "--exit-zero", str(folder))
        target = {100_000: 0.6, 1_000_000: 0.5}.get(size, 1.0)
        here, there = bench.against_baseline(
            f"{size:,} paths of raw text", words, target, 1 if size > 500_000 else RUNS
        )
        found["this version"][size], found[BASELINE][size] = here.seconds, there.seconds
        bench.memory[size] = here.mib, there.mib
        shutil.rmtree(folder)
    return found


def estimates(bench: Bench) -> None:
    san = ROOT / "fixtures" / "bases" / "vplex-metro.yaml"
    load = bench.folder / "workload.yaml"
    load.write_text('sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 8000}\n')
    words = ("estimate", "--isolated", "--exit-zero", "--workload", str(load), str(san))
    bench.against_baseline("estimate of the Metro in fixtures/bases", words, 0.1, 1)
    check = demo("check", "--exit-zero")
    used = bench.run(
        2,
        forget=True,
        alone=(bench.this, ("sanlint", *check)),
        load=(bench.this, ("sanlint", *check, "--workload", str(load))),
    )
    bench.add(Row("demonstration with a workload", used["load"], used["alone"], "without", 1.2))


HEAD = """{remark}Processor seconds of the whole process with its children, the least of {runs} alternating runs (one for the largest input), of installed wheels with compiled modules. `{base}` is
an earlier commit of sanlint. Only ratios of one run compare: seconds depend on the machine. Without *warm*, no answer is remembered between
runs. insights-core and ntc-templates only parse what is audited here. opa is compared with if the machine has it; conftest, which evaluates
the same policies, could not be installed. What is missed is explained by a profile in [ADR 21](../docs/adr/0021-a-cold-audit-takes-a-second.md).

| what | s | compared with, s | ratio | target | reached |
|---|---|---|---|---|---|
"""


def growth(bench: Bench, series: dict[str, dict[int, float]]) -> str:
    """Return the rows about size: how time grows from 100,000 to 1,000,000 paths, and the memory of the largest process."""
    rows = ["| what | value | at most | reached |", "|---|---|---|---|"]
    here = series["this version"]
    if {100_000, 1_000_000} <= here.keys():
        times = here[1_000_000] / here[100_000]
        rows.append(
            f"| time of 1,000,000 paths / time of 100,000 | {times:.1f} | 10 | {'yes' if times <= 10 else '**no**'} |"
        )
    for size, (mib, old) in bench.memory.items():
        reached = "yes" if mib <= 2048 else "**no**"
        rows.append(
            f"| memory of the largest process, {size:,} paths ({BASELINE}: {old:,.0f} MiB) | {mib:,.0f} MiB | 2,048 MiB | {reached} |"
        )
    return "\n".join(rows)


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="sanlint-bench-") as name:
        bench = Bench(Path(name))
        where = machine()
        parts: list[Callable[[Bench], None]] = [cold_and_warm, small_files, parsers, ten_rules, one_changed, estimates]
        for part in parts:
            part(bench)
        series = large(bench, SIZES[:2] if quick else SIZES)
    head = HEAD.format(base=BASELINE, runs=RUNS, remark="Large inputs were left out. " if quick else "")
    rows = "\n".join(row.text for row in bench.rows)
    write_section(
        "Whole runs", Path(__file__).name, where, f"{head}{rows}\n\n![processor time against size](sizes.svg)"
    )
    write_section("Large inputs", Path(__file__).name, where, growth(bench, series))
    (HERE / "sizes.svg").write_text(plot(series))


if __name__ == "__main__":
    main()
