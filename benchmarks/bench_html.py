"""Benchmark of the HTML report: its size, the time to write it and its speed in a browser, for 10 to 50,000 findings.

Usage: ``python benchmarks/bench_html.py [COUNT…]``. Targets for 10,000 findings in headless Chromium: first paint under 2 s, a
filter under 100 ms from the keystroke to the next frame. On a busy machine frames are delayed; use the CPU times there.
"""

from __future__ import annotations

import gzip
import importlib.util
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from checker.report.registry import formats
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.finding import FileCoverage, Finding, FixStep, Place, Report, RuleCoverage

COUNTS = (10, 1_000, 10_000, 50_000)
CHROMIUM = "/usr/bin/chromium"
RULES_USED = 60
RUNS = 5


def big_report(count: int, rules: list[Any], seed: int = 1) -> Report:
    """A report with ten findings per host, each of typical size: four volumes, three locations, two commands."""
    chance = random.Random(seed)
    findings = []
    for number in range(count):
        rule = chance.choice(rules)
        host = f"esx{number // 10:05d}"
        wwpn = f"10000090fa{number % 16777216:06x}"
        volumes = tuple({"host": host, "volume": f"naa.60001440000000{number:010x}{n:08x}"} for n in range(4))
        file = f"exports/{host}/storage_core_path_list.txt"
        findings.append(
            Finding(
                rule.id, rule.name, chance.choices(SEVERITIES, (1, 4, 2))[0],
                f"{host} has {number % 4} live paths of 4 to {volumes[0]['volume']} and 3 more through cluster-1; missing "
                f"are director-1-1-B on fabric-a and director-1-2-A on fabric-b from {wwpn}",
                {"host": host, "vplex_cluster": "cluster-1"}, volumes,
                {"live_paths": number % 4, "initiator_wwpn": wwpn, "missing_pairs": ["director-1-1-B on fabric-a"]},
                f"{number:016x}", location=Place(file, 17 * (number % 10) + 5, label="path"),
                related=(Place(file, 900 + number % 10, label="path"), Place(f"exports/{host}/nmp.txt", 12, label="device")),
                fix_summary="Zone each host port to one A and one B director port of its fabric, then rescan.",
                fix=(
                    FixStep("brocade", f'zoneadd "{host}_vplex", "vplex_b0_fc00"', f'zoneremove "{host}_vplex", "vplex_b0_fc00"'),
                    FixStep("esxi", "esxcli storage core adapter rescan --all"),
                ),
            )
        )  # fmt: skip
    files = tuple(
        FileCoverage(f"exports/esx{n:05d}/storage_core_path_list.txt", None, "esxi-core-path-list", f"esx{n:05d}", "header",
                     "2026-11-01T08:00:00+00:00", 1, 960, 48, 0)
        for n in range(count // 10 + 1)
    )  # fmt: skip
    coverage = tuple(RuleCoverage(rule.id, passed=900, failed=3) for rule in rules)
    order = {severity: place for place, severity in enumerate(SEVERITIES)}
    findings.sort(key=lambda finding: order[finding.severity])
    return Report(
        "2026-11-02T00:00:00+00:00", True, "0.1.0", "sanlint.yaml", tuple(findings), files, coverage, (), len(rules),
        counts={"hosts": count // 10 + 1, "paths": count * 4},
    )  # fmt: skip


# Returns the time in ms from the keystroke to the frame after next, when the list is complete.
TYPED = """async (text) => {
  const field = document.getElementById("text");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  const began = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await frame();
  await frame();
  return performance.now() - began;
}"""
CHOSEN = """async ([name, value]) => {
  const field = document.getElementById(name);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  const began = performance.now();
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await frame();
  await frame();
  return performance.now() - began;
}"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
PAINT = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
READY = "() => document.getElementById('controls') && document.getElementById('controls').dataset.rows"


def browse(page: Path) -> dict[str, str]:
    """Open the page ``RUNS`` times; return median times in ms (wall time unless labelled CPU)."""
    from playwright.sync_api import sync_playwright

    found: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for _ in range(RUNS):
            tab = browser.new_page()
            busy = _main_thread(tab)
            began = time.perf_counter()
            tab.goto(page.as_uri(), wait_until="commit")
            tab.wait_for_function(READY)
            found.setdefault("usable", []).append((time.perf_counter() - began) * 1000)
            tab.wait_for_function(PAINT)
            found.setdefault("first paint", []).append(tab.evaluate(PAINTED))
            # The first search may start before the page has built its index.
            for word in ("esx0000", "e", "es", "esx00", "director-1-2-a", "nothing has this"):
                name = "first filter" if word == "esx0000" else "filter"
                before = busy()
                found.setdefault(name, []).append(tab.evaluate(TYPED, word))
                found.setdefault(f"{name}, CPU", []).append(busy() - before)
            tab.evaluate(TYPED, "")
            for name, values in (("sort", ("rule", "object", "place")), ("group", ("rule", "category", "none"))):
                for value in values:
                    found.setdefault(name, []).append(tab.evaluate(CHOSEN, [name, value]))
            tab.close()
        browser.close()
    return {name: f"{sorted(times)[len(times) // 2]:.0f} (worst {max(times):.0f})" for name, times in found.items()}


def _main_thread(tab: Any) -> Callable[[], float]:
    """CPU time of the main thread of a page so far, in ms; unlike wall time, it does not depend on the load of the machine."""
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return float(metrics["TaskDuration"]) * 1000

    return worked


def main(counts: tuple[int, ...]) -> None:
    from checker.cli.support.library import Library

    library = Library.of_folders()
    rules = list(library.rules().values())[:: max(1, len(library.rules()) // RULES_USED)]
    presentation = replace(library.presentation(), run=(("Input", "exports"),))
    with_browser = shutil.which(CHROMIUM) is not None and importlib.util.find_spec("playwright") is not None
    folder = Path(tempfile.mkdtemp(prefix="sanlint-bench-html-"))
    try:
        for count in counts:
            report = big_report(count, rules)
            began = time.perf_counter()
            text = formats()["html"].render(report, presentation)
            took = time.perf_counter() - began
            page = folder / f"{count}.html"
            page.write_text(text, encoding="utf-8", newline="\n")
            size, packed = page.stat().st_size, len(gzip.compress(page.read_bytes(), 6))
            print(f"{count:>6,} findings: {size / 1e6:.2f} MB ({packed / 1e6:.2f} MB gzip), written in {took:.2f} s")
            if with_browser:
                print("        ms in Chromium: " + ", ".join(f"{name} {value}" for name, value in browse(page).items()))
    finally:
        shutil.rmtree(folder)
    if not with_browser:
        print("Chromium or Playwright is not installed: no browser measurements")


if __name__ == "__main__":
    main(tuple(int(argument) for argument in sys.argv[1:]) or COUNTS)
