"""Generate the inventory schema and the vocabulary page from the declarations. ``--check`` fails if one is stale."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from checker.facts.inventory.shape import inventory_schema
from checker.facts.kinds import kinds
from checker.facts.store.store import entity_ddl

ROOT = Path(__file__).resolve().parents[2]


def vocabulary() -> str:
    """Return the vocabulary page: every kind with its keys and columns, in Markdown."""
    lines = [
        "# Vocabulary",
        "",
        "Made from `checker/facts/kinds/` by `python -m checker.facts.generate`; do not edit.",
        "",
        "Every kind is a table of entities and, before merging, a table `obs_<kind>` of observations with export and line.",
        "Columns that must agree between sources are marked *same*: a difference is recorded as a contradiction; "
        "where they are marked *once*, two values in one export are.",
        "",
    ]
    group = ""
    for kind in kinds().values():
        if kind.group != group:
            group = kind.group
            lines += [f"## {group.capitalize()}", ""]
        keys = "; else ".join(", ".join(key) for key in kind.keys)
        lines += [
            f"### {kind.name}",
            "",
            kind.meaning,
            "",
            f"Key: {keys}.",
            "",
            "| column | type | unit | meaning |",
            "|---|---|---|---|",
        ]
        for column in kind.columns:
            values = f" One of {', '.join(column.values)}." if column.values else ""
            same = f" *{column.combine}*" if column.combine in ("same", "once") else ""
            meaning = f"{column.meaning}.{values}{same}".replace("|", "\\|")
            lines.append(f"| `{column.name}` | {column.type} | {column.unit} | {meaning} |")
        lines.append("")
    return "\n".join(lines)


def generated_files() -> Mapping[Path, str]:
    """Return every generated file with its content."""
    ddl = ";\n".join(entity_ddl(kind) for kind in kinds().values())
    return {
        ROOT / "schemas" / "inventory.schema.json": json.dumps(inventory_schema(), indent=1, ensure_ascii=False) + "\n",
        ROOT / "schemas" / "entities.sql": f"-- Made by python -m checker.facts.generate; do not edit.\n{ddl};\n",
        ROOT / "docs" / "vocabulary.md": vocabulary(),
    }


def main(arguments: list[str]) -> int:
    """Write the generated files, or with ``--check`` list the stale ones and return 1."""
    stale = [path for path, text in generated_files().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            sys.stderr.write(f"{path.relative_to(ROOT)} is stale: run python -m checker.facts.generate\n")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(generated_files()[path], "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
