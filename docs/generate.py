"""Generate the pages that derive from the program: formats from the readers, coverage of sources from the rules.

Usage: ``python docs/generate.py [--check]``; with ``--check`` nothing is written, and the exit code is 1 if a page is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

from checker.readers.registry import readers

FORMATS = Path(__file__).parent / "formats.md"
_HEAD = """# Formats

Generated from the readers by `python docs/generate.py`; do not edit.

All exports that sanlint reads, by platform. You don't have to state the format: each file is recognised by its content, and
`sanlint formats --detect FILE` explains how. A reader that is *not verified* was written from documentation or from the code of other
programs, without an outside sample of the format. If you have one, please contribute it in anonymised form.
"""
_NOT_READ = """## Formats that are not read

sanlint does not guess layouts that no public source shows. If you have such an export, please contribute it in anonymised form.

| command or document | reason |
|---|---|
| IBM XIV and A9000 `xcli` | the programs that call it show the names of some columns, but not the output |
| SANnav exports as CSV | no sample found; `supportshow`, FOS REST and BNA REST contain switches, ports, logins and zones |
| `show process creditmon slowport-monitor-events`, `show logging onboard slowport-monitor-events` and `txwait` of NX-OS | guides list their columns, but no sample of the output was found; `show interface` and `show interface counters` show the same credit waits |
| `bottleneckmon --show` of FOS before 8 | no sample found; `portstatsshow` and `mapsdb --show` identify the ports that wait for credits |
| `symqos list` | no sample found; Unisphere REST contains the limits of storage groups |
| `showvolgrp` of DS8000 | no sample found; `showfbvol` contains the volume groups of a volume |
| `show lun_group lun` of OceanStor | its columns span several lines; `show lun general` has them on one |
| RVTools vMultiPath paths beyond the eighth | the table has only eight path columns; a device that fills all of them counts as having at least eight paths |
| performance logs of Windows in languages other than English, German, French and Spanish | the counter names are not known |
"""


def formats_page() -> str:
    """Return the formats page as Markdown."""
    found = readers()
    lines = [_HEAD]
    verified = sum(reader.verified for reader in found)
    lines.append(f"{len(found)} formats, {verified} of them verified on an outside sample.\n")
    for platform in sorted({reader.platform for reader in found}):
        lines += [f"## {platform}\n", "| command or document | facts | verified | reader |", "|---|---|---|---|"]
        for reader in sorted(
            (one for one in found if one.platform == platform), key=lambda one: (one.command, one.name)
        ):
            command = reader.command.replace("|", "\\|")
            kinds = ", ".join(reader.provides)
            lines.append(f"| `{command}` | {kinds} | {'yes' if reader.verified else 'no'} | {reader.name} |")
        lines.append("")
    lines.append(_NOT_READ)
    return "\n".join(lines)


COVERAGE = Path(__file__).parent / "coverage-of-sources.md"
SOURCES = Path(__file__).parent / "sources.yaml"
_COVERAGE_HEAD = """# Source documents and the rules that check them

Generated from `docs/sources.yaml` and the rules by `python docs/generate.py`; do not edit.

The rules are based on five documents. This page lists each of their statements with the rules that check it, or with the reason why
it cannot be checked. Rules in *italics* are not implemented yet.
"""


def coverage_page() -> str:
    """Return the page with the statements of the source documents and the rules that check them, as Markdown."""
    from ruamel.yaml import YAML

    from checker.resources import rules_folder

    folder = rules_folder()
    files = {path.name.split("-")[0]: path for path in sorted(folder.glob("*/*.yaml"))}
    seeds = YAML(typ="safe").load(SOURCES.read_text(encoding="utf-8"))
    named = {rule for seed in seeds for one in seed["statements"] for rule in one.get("rules", ())}
    built = named & set(files)
    lines = [_COVERAGE_HEAD, f"{len(built)} of the {len(named)} rules named here are implemented.\n"]
    for seed in seeds:
        lines += [f"## Source {seed['seed']}\n", "| statement | rules, or reason |", "|---|---|"]
        for one in seed["statements"]:
            rules = [
                f"[{rule}](../{files[rule].relative_to(folder.parent).as_posix()})" if rule in files else f"*{rule}*"
                for rule in one.get("rules", ())
            ]
            checked_by = "; ".join(part for part in (", ".join(rules), one.get("note", "")) if part)
            lines.append(f"| {one['statement']} | {checked_by} |".replace("\n", " "))
        lines.append("")
    return "\n".join(lines)


PAGES = {FORMATS: formats_page, COVERAGE: coverage_page}


def main(arguments: list[str]) -> int:
    """Write the pages, or report which are stale."""
    stale = 0
    for path, generate in PAGES.items():
        page = generate()
        if "--check" not in arguments:
            path.write_text(page, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != page:
            sys.stderr.write(f"docs/{path.name} is stale: run python docs/generate.py\n")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
