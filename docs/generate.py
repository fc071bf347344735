"""Generate the pages that derive from the program: formats from the readers, coverage of sources from the rules.

Usage: ``python docs/generate.py [--check]``; with ``--check`` nothing is written, and the exit code is 1 if a page is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from checker.readers.registry import readers

REFERENCE = Path(__file__).parent / "reference"
FORMATS = REFERENCE / "formats.md"
_HEAD = """# Formats

Generated from the readers by `python docs/generate.py`; do not edit.

All exports that sanlint reads, by platform. You don't have to state the format: each file is recognised by its content, and
`sanlint formats --detect PATH` explains how. A reader that is *not verified* was written from documentation or from the code of other
programs, without an outside sample of the format. If you have one, please contribute it in anonymised form.
"""
_NOT_READ = """## Formats that are not read

sanlint does not guess layouts that no public source shows. If you have such an export, please contribute it in anonymised form.

| command or document | reason |
|---|---|
| HPE Nimble command line (`vol --info`, `initiatorgrp --list`, `fc --list`, `array --info`, `disk --list`, `shelf --list`) | no sample found: public programs use names and counts of groups only; the REST answers contain ports, groups, disks and shelves |
| Dell SC text and CSV of CompCU (`mapping show`, `volume show`, `server showhba`) | public programs call the commands, but do not show their columns; the REST answers of Dell Storage Manager contain the mappings |
| `infinishell` and infinisdk of InfiniBox | no sample found; the REST answers contain the same objects |
| SANnav: exports as CSV, zoning and events | no sample found; the inventory over REST is read, and `supportshow`, FOS REST and BNA REST contain zones |
| lists of SAN Health, CSV of Storage Navigator, text of `HiCommandCLI` | no sample found; public programs call `HiCommandCLI`, but do not show its answers; the switches, and `raidcom` or the REST interface of the array, state the same |
| Cisco DCNM and NDFC: end ports, zones and links (`/fm/fmrest/inventory/endports`, `/fm/fmrest/zones/…`) | the documentation names the objects, but no sample of their values was found; the list of switches is read, and `show inventory`, `show flogi database`, `show fcns database detail` and `show zoneset` of the switches contain the rest |
| `show process creditmon slowport-monitor-events`, `show logging onboard slowport-monitor-events` and `txwait` of NX-OS | guides list their columns, but no sample of the output was found; `show interface` and `show interface counters` show the same credit waits |
| `qos statistics volume latency show` of ONTAP | recognised with a note: it prints no times, I/Os or LUNs, so nothing can be compared; `GET /api/storage/luns` with `metric` and `statistics` states the same of each LUN with its time |
| `srstatvv` without `-attime`, `lssystemstats` without `-history` | triage needs times; the means are read |
| `bottleneckmon --show` of FOS before 8 | no sample found; `portstatsshow` and `mapsdb --show` identify the ports that wait for credits |
| `ioscan -P health` of HP-UX | it states the health of a lunpath without its LUN; `scsimgr lun_map` has both |
| `symqos list` | no sample found; Unisphere REST contains the limits of storage groups |
| trunk VSANs in `show interface \\| json` of NX-OS | no sample found that has them; the text of `show interface` and `show interface trunk vsan` contain them |
| `lvs`, `vgs`, `lvdisplay`, `vgdisplay`, `bootinfo -s`, lists of ASM disks | they state nothing about the disks below that a rule uses; `pvs`, `pvdisplay`, `lsblk`, `lspv -u` and `lsattr -El` do |
| `license --show` of FOS 9 | no sample found; `licenseshow` is read, which FOS 9 still has |
| `showvolgrp` of DS8000 | no sample found; `showfbvol` contains the volume groups of a volume |
| `show lun_group lun` of OceanStor | its columns span several lines; `show lun general` has them on one |
| RVTools vMultiPath paths beyond the eighth | the table has only eight path columns; a device that fills all of them counts as having at least eight paths |
| performance logs of Windows in languages other than English, German, French and Spanish | the counter names are not known |
"""


FLEET = REFERENCE / "fleet-results.md"
_FLEET_HEAD = """# Results of a fleet

Generated from `checker/fleet/store/tables.py` by `python docs/generate.py`; do not edit.

The tables that `sanlint fleet run` writes, version {version}: `RESULTS/TABLE/month=MONTH/*.parquet`. Times are UTC. `sanlint fleet query`
adds the column `month`, the month of the exports, and `batch`, the file that a row is from.
"""


def fleet_page() -> str:
    """Return the page on the tables of a fleet as Markdown."""
    from checker.fleet.store.tables import TABLES, VERSION

    lines = [_FLEET_HEAD.format(version=VERSION)]
    for table in reversed(TABLES):
        lines += [f"## {table.name}\n", f"One row per {table.rows}.\n", "| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{column.name}` | {column.type} | {column.meaning} |" for column in table.columns]
        lines.append("")
    return "\n".join(lines)


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


COVERAGE = REFERENCE / "coverage-of-sources.md"
SOURCES = REFERENCE / "sources.yaml"
_COVERAGE_HEAD = """# Source documents and the rules that check them

Generated from `docs/reference/sources.yaml` and the rules by `python docs/generate.py`; do not edit.

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
                f"[{rule}](../../{files[rule].relative_to(folder.parent).as_posix()})" if rule in files else f"*{rule}*"
                for rule in one.get("rules", ())
            ]
            checked_by = "; ".join(part for part in (", ".join(rules), one.get("note", "")) if part)
            lines.append(f"| {one['statement']} | {checked_by} |".replace("\n", " "))
        lines.append("")
    return "\n".join(lines)


SCHEMAS = Path(__file__).parent.parent / "schemas"
LINE_SCHEMA = SCHEMAS / "report-line.schema.json"


THRESHOLDS = REFERENCE / "triage-thresholds.md"
_THRESHOLDS_HEAD = """# Thresholds of triage

Generated from `rules/data/triage.yaml` by `python docs/generate.py`; do not edit.

[`sanlint triage`](../guide/triage.md) compares measurements with these numbers.
"""


def thresholds_page() -> str:
    """Return the page with the thresholds of triage: those that a document states, and those that none does, as Markdown."""
    from checker.facts.reference import read_reference
    from checker.resources import tables_folder

    _, rows = read_reference(tables_folder() / "triage.yaml")
    lines = [_THRESHOLDS_HEAD]
    for title, column, confirmed in (
        ("Stated by a document", "source", True),
        ("Own choice: no document states a value", "meaning", False),
    ):
        some = [row for row in rows if row["confirmed"] is confirmed]
        lines += [
            f"## {title}\n",
            f"{len(some)} of {len(rows)}.\n",
            f"| threshold | value | {column} |",
            "|---|---|---|",
        ]
        for row in some:
            unit = "" if row["unit"] == "ratio" else f" {row['unit']}"
            text = str(row["source"]).removeprefix("own choice: ").removeprefix("own choice; ")
            lines.append(f"| `{row['parameter']}` | {row['value']:g}{unit} | {text} |")
        lines.append("")
    return "\n".join(lines)


def line_schema() -> str:
    """Return the schema of a line with the report's schema inside, so that it needs no other file."""
    schema = json.loads(LINE_SCHEMA.read_text(encoding="utf-8"))
    report = json.loads((SCHEMAS / "report.schema.json").read_text(encoding="utf-8"))
    schema["$defs"]["report"] = {**report, "$id": "report.schema.json"}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


LISTS_SCHEMA = SCHEMAS / "lists.schema.json"
_VIEW_OF_LIST = {
    "ports": "port_use",
    "storage": "storage_port_use",
    "switches": "switch_capacity",
    "versions": "version_use",
    "connections": "cable",
}
_TEXTS_OF_LIST = {
    "version-rules": ("rule", "name", "result", "text"),
    "unknown-ends": ("kind", "port", "wwpn", "state"),
}
_SPAN = {"lo": {"type": "integer"}, "hi": {"type": ["integer", "null"], "description": "null: any number more"}}
_JSON_TYPE: dict[str, dict[str, object]] = {
    "text": {"type": ["string", "null"]},
    "int": {"type": ["integer", "null"]},
    "float": {"type": ["number", "null"]},
    "bool": {"type": ["boolean", "null"]},
    "list": {"type": ["array", "null"], "items": {"type": "string"}},
    "span": {"type": ["object", "null"], "required": ["lo", "hi"], "properties": _SPAN},
}


def lists_schema() -> str:
    """Return the schema of the lists of ``sanlint ports`` and ``sanlint cabling``, from the columns of their views."""
    from checker.report.lists.cabling import LINK
    from checker.views.catalog import views

    rows: dict[str, dict[str, dict[str, object]]] = {
        name: {one.name: {"description": one.meaning, **_JSON_TYPE[one.type]} for one in views()[view].columns}
        for name, view in _VIEW_OF_LIST.items()
    }
    rows["links"] = {name: rows["ports"][name] for name in LINK}
    rows |= {name: dict.fromkeys(texts, _JSON_TYPE["text"]) for name, texts in _TEXTS_OF_LIST.items()}
    lists = {
        name: {"type": "array", "items": {"type": "object", "required": list(columns), "properties": columns}}
        for name, columns in sorted(rows.items())
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "sanlint ports and sanlint cabling, --format json, version 1",
        "description": "Generated by docs/generate.py. Fields may be added within a version, not renamed or removed. Null is unknown.",
        "type": "object",
        "required": ["version", "tool", "command", "lists", "unrecognised_files"],
        "properties": {
            "version": {"const": 1},
            "tool": {
                "type": "object",
                "required": ["name", "version"],
                "properties": {"name": {"const": "sanlint"}, "version": {"type": "string"}},
            },
            "command": {"enum": ["ports", "cabling"]},
            "lists": {"type": "object", "additionalProperties": False, "properties": lists},
            "unrecognised_files": {"type": "array", "items": {"type": "string"}},
        },
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


PAGES = {
    FORMATS: formats_page,
    COVERAGE: coverage_page,
    FLEET: fleet_page,
    THRESHOLDS: thresholds_page,
    LINE_SCHEMA: line_schema,
    LISTS_SCHEMA: lists_schema,
}


def main(arguments: list[str]) -> int:
    """Write the pages, or report which are stale."""
    stale = 0
    for path, generate in PAGES.items():
        page = generate()
        if "--check" not in arguments:
            path.write_text(page, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != page:
            sys.stderr.write(f"{path.parent.name}/{path.name} is stale: run python docs/generate.py\n")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
