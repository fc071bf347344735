"""Write the sources of the documentation site: the pages in docs/, and those generated from rules, commands and schemas.

Usage: ``python docs/site/build.py [FOLDER]``; the pages go to FOLDER (``build/site-source``), from which MkDocs builds the site.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

from command_pages import commands_page
from rule_pages import escape, rule_pages

ROOT = Path(__file__).parents[2]
_FROM_ROOT = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
}


def pages() -> dict[str, str]:
    """Return every page as Markdown, by its path within the site.

    Raises:
        SystemExit: a hand-written page and a generated page have the same name.
    """
    found = {_FROM_ROOT[name]: (ROOT / name).read_text(encoding="utf-8") for name in _FROM_ROOT}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        name = path.relative_to(ROOT / "docs")
        if name.parts[0] != "site":
            found[name.as_posix()] = path.read_text(encoding="utf-8")
    generated = {"commands.md": commands_page(), "schemas/index.md": _schemas(), **_rules()}
    clash = found.keys() & generated.keys()
    if clash:
        raise SystemExit(f"both written by hand and generated: {', '.join(sorted(clash))}")
    return {name: _linked(text, name) for name, text in found.items()} | generated


def write(folder: Path) -> None:
    """Write all pages, pictures and schemas to a folder; its previous content is deleted."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in pages().items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    for picture in (ROOT / "docs").glob("*.svg"):
        shutil.copy(picture, folder)
    for schema in (ROOT / "schemas").glob("*.json"):
        shutil.copy(schema, folder / "schemas")


def _rules() -> dict[str, str]:
    from checker.rules.book.book import built_in_book

    return rule_pages(built_in_book())


def _schemas() -> str:
    lines = [
        "# Schemas\n",
        "JSON Schemas of the files that sanlint reads and writes; editors with YAML schema support can use them.\n",
    ]
    for path in sorted((ROOT / "schemas").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        lines.append(f"- [{path.name}]({path.name}): {escape(schema.get('title') or schema.get('description', ''))}")
    return "\n".join(lines) + "\n"


def _linked(text: str, name: str) -> str:
    """Rewrite links for the site: the file of a rule becomes its page, and docs/ is the root."""
    up = "../" * name.count("/")
    for old, new in _FROM_ROOT.items():
        text = re.sub(rf"\]\((?:\.\./)*{re.escape(old)}(?=[#)])", f"]({up}{new}", text)
    if name in _FROM_ROOT.values():
        text = text.replace("](docs/", "](").replace("](adr/)", "](adr/README.md)")
    text = re.sub(r"\]\((?:\.\./)*rules/[a-z]+/([A-Z]+\d+)[^)]*\.yaml\)", rf"]({up}rules/\1.md)", text)
    return text.replace("](adr/)", "](adr/README.md)")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site-source")
