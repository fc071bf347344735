"""The files of a new plugin: small, complete, and proved by their tests."""

from __future__ import annotations

import re

from checker import __version__

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def files(name: str) -> dict[str, str]:
    """Return the text of each file of a plugin by its path; ``name`` is that of its distribution."""
    package = name.replace("-", "_")
    words = {"@NAME@": name, "@PACKAGE@": package, "@VERSION@": ".".join(__version__.split(".")[:2])}
    texts = {
        "pyproject.toml": _PROJECT,
        "README.md": _README,
        f"{package}/__init__.py": _INIT,
        f"{package}/readers.py": _READERS,
        f"{package}/report.py": _REPORT,
        f"{package}/rules/XPL001-retired-platform.yaml": _RULE,
        "tests/test_plugin.py": _TESTS,
    }
    pattern = re.compile("|".join(words))
    return {path: pattern.sub(lambda found: words[found.group()], text) for path, text in texts.items()}


_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "@NAME@"
version = "0.1.0"
description = "Reader, report and rule for sanlint"
requires-python = ">=3.11"
dependencies = ["sanlint>=@VERSION@"]

[project.entry-points."sanlint.readers"]
@NAME@ = "@PACKAGE@.readers:READERS"

[project.entry-points."sanlint.reports"]
@NAME@ = "@PACKAGE@.report:FORMAT"

[project.entry-points."sanlint.rules"]
@NAME@ = "@PACKAGE@:RULES"

[tool.hatch.build.targets.wheel]
packages = ["@PACKAGE@"]
"""

_README = """\
# @NAME@

A plugin for sanlint. `pip install -e . pytest` installs it, `pytest` proves it, `sanlint plugin list` shows it.

- `@PACKAGE@/readers.py` reads a format;
- `@PACKAGE@/report.py` writes a report: `sanlint check PATH --format @NAME@`;
- `@PACKAGE@/rules/` contains rules: `sanlint rules test --rules @PACKAGE@/rules` proves them by their examples.

Remove what you do not need, here and in `pyproject.toml`.
"""

_INIT = '''\
"""A plugin for sanlint; RULES is the folder of its rules."""

from pathlib import Path

RULES = Path(__file__).parent / "rules"
'''

_READERS = '''\
"""Read a list of hosts and their operating systems.

Sample::

    @NAME@ host list
    esx01 esxi
    old01 hpux
"""

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader

_HEAD = "@NAME@ host list"


def _detect(capture: Capture) -> Detection | None:
    return Detection(95, "its first line") if capture.head.startswith(_HEAD) else None


def _read(capture: Capture, out: Writer) -> None:
    for number, line in capture.lines():
        match line.split():
            case [] | [_, "host", "list"]:
                pass
            case [host, platform]:
                out.add("host", number, host=host, platform=platform)
            case _:
                # Nothing is dropped silently and nothing is invented.
                out.unread(number)


READERS = (
    Reader(
        name="@NAME@-hosts",
        platform="@NAME@",
        command="host list",
        provides={"host": ("host", "platform")},
        needles=(_HEAD,),
        detect=_detect,
        read=_read,
    ),
)
'''

_REPORT = '''\
"""Report the number of findings of each severity."""

from collections import Counter

from checker.report.base import Format, Presentation
from checker.rules.evaluate.finding import Report


def _render(report: Report, presentation: Presentation) -> str:
    counts = Counter(one.severity for one in report.findings if one.state != "suppressed")
    return "".join(f"{severity} {counts[severity]}\\n" for severity in ("error", "warning", "info"))


FORMAT = Format("@NAME@", "number of findings of each severity", _render)
'''

_RULE = """\
id: XPL001
name: retired-platform
severity: warning
summary: A host runs an operating system that is to be retired.
for: host_summary
violated: platform = 'hpux'
locate: [host]
message: '{host} runs HP-UX, which is to be retired'
why: The site supports no HP-UX any more, so faults of this host are not fixed.
fix:
  summary: Move its applications to a supported host.
sources:
  - {document: '@NAME@', says: our own convention}
since: '0.1'
tags: [hygiene]
examples:
  - name: one host with HP-UX
    base: vplex-one-engine
    change: [{set: {host: {host: esx01}, platform: hpux}}]
    finds: [{host: esx01}]
  - {name: hosts with ESXi, base: vplex-one-engine, silent: true}
  - {name: unknown platform, base: vplex-one-engine, change: [{hide: [host.platform]}], not_evaluated: true}
"""

_TESTS = '''\
"""What the plugin adds to sanlint, through its command line."""

import subprocess
import sys
from pathlib import Path

import pytest
from @PACKAGE@ import RULES

HOSTS = "@NAME@ host list\\nesx01 esxi\\nold01 hpux\\n"


def _sanlint(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from checker.cli.entry import main; sys.exit(main())"
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hosts.txt").write_text(HOSTS)
    return tmp_path


def test_the_reader_reads_the_format(folder: Path) -> None:
    shown = _sanlint(folder, "formats", "--detect", "hosts.txt")
    assert "@NAME@-hosts" in shown.stdout, shown.stdout + shown.stderr


def test_the_rule_fires_on_hosts_with_that_platform_only(folder: Path) -> None:
    shown = _sanlint(folder, "check", "hosts.txt", "--select", "XPL001", "--format", "concise")
    assert "hosts.txt:3: XPL001 warning old01 runs HP-UX" in shown.stdout, shown.stdout + shown.stderr
    assert "esx01" not in shown.stdout


def test_the_examples_of_the_rule_are_as_they_say(folder: Path) -> None:
    shown = _sanlint(folder, "rules", "test", "--rules", str(RULES), "--quick", "--alone", "XPL001")
    assert shown.returncode == 0, shown.stdout + shown.stderr


def test_the_report_counts_findings(folder: Path) -> None:
    shown = _sanlint(folder, "check", "hosts.txt", "--select", "XPL001", "--format", "@NAME@")
    assert shown.stdout == "error 0\\nwarning 1\\ninfo 0\\n", shown.stderr


def test_nothing_is_wrong_with_the_plugin(folder: Path) -> None:
    listed = _sanlint(folder, "plugin", "list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert listed.stdout.count("@NAME@") >= 3
'''
