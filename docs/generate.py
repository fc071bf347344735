"""Makes the documents that follow from the program: formats from the readers, coverage of sources from the rules.

Usage: ``python docs/generate.py [--check]``; with ``--check`` nothing is written, and the exit code is 1 if a document is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

from checker.readers.registry import readers

FORMATS = Path(__file__).parent / "formats.md"
_HEAD = """# Formats

Made from the readers by `python docs/generate.py`; do not edit.

Every export that sanlint reads, by platform. Nothing needs to be named by format: each file is recognised by its content,
and `sanlint formats --detect FILE` says why it is taken for what. A reader that is *not verified* was written from documentation
or other programs' code; no outside sample of the format was seen. Send one, made anonymous, if you have it.
"""
_NOT_READ = """## Not read, and why

A layout that no public source shows is not guessed. Send an export, made anonymous, if you have one.

| command or document | why |
|---|---|
| IBM XIV and A9000 `xcli` | programs that call it show names of some columns, none shows what it prints |
| SANnav exports as CSV | no sample found; switches, ports, logins and zones are in `supportshow`, FOS REST and BNA REST |
| `show process creditmon slowport-monitor-events`, `show logging onboard slowport-monitor-events` and `txwait` of NX-OS | guides name their columns, no text that could be found shows their lines; the same waiting for credits is in `show interface` and `show interface counters` |
| `bottleneckmon --show` of FOS before 8 | no sample found; `portstatsshow` and `mapsdb --show` tell the ports that wait for credits |
| `symqos list` | no sample found; limits of storage groups come from Unisphere REST |
| `showvolgrp` of DS8000 | no sample found; `showfbvol` names the volume groups of a volume |
| `show lun_group lun` of OceanStor | its columns go over several lines; `show lun general` has them in one |
| paths of RVTools' vMultiPath where all eight columns are filled | the table has no room for more, so eight may not be all; the ports they join are read |
| performance logs of Windows in languages other than English, German, French and Spanish | names of their counters are not known |
"""


def formats_page() -> str:
    """Return the page of formats as Markdown."""
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
_COVERAGE_HEAD = """# What the sources say, and what checks it

Made from `docs/sources.yaml` and the rules by `python docs/generate.py`; do not edit.

The rules grew out of five documents. Each of their statements stands here with the rules that check it, or with the reason why
nothing can. A rule in *italics* is not built yet.
"""


def coverage_page() -> str:
    """Return the page that sets statements of the source documents against rules, as Markdown."""
    from ruamel.yaml import YAML

    from checker.resources import rules_folder

    folder = rules_folder()
    files = {path.name.split("-")[0]: path for path in sorted(folder.glob("*/*.yaml"))}
    seeds = YAML(typ="safe").load(SOURCES.read_text(encoding="utf-8"))
    named = {rule for seed in seeds for one in seed["statements"] for rule in one.get("rules", ())}
    built = named & set(files)
    lines = [_COVERAGE_HEAD, f"{len(built)} of the {len(named)} rules named here are built.\n"]
    for seed in seeds:
        lines += [f"## Source {seed['seed']}\n", "| statement | rules, or why not |", "|---|---|"]
        for one in seed["statements"]:
            rules = [
                f"[{rule}](../{files[rule].relative_to(folder.parent).as_posix()})" if rule in files else f"*{rule}*"
                for rule in one.get("rules", ())
            ]
            told = "; ".join(part for part in (", ".join(rules), one.get("note", "")) if part)
            lines.append(f"| {one['statement']} | {told} |".replace("\n", " "))
        lines.append("")
    return "\n".join(lines)


PAGES = {FORMATS: formats_page, COVERAGE: coverage_page}


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    stale = 0
    for path, made in PAGES.items():
        page = made()
        if "--check" not in arguments:
            path.write_text(page, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != page:
            sys.stderr.write(f"docs/{path.name} is stale: run python docs/generate.py\n")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
