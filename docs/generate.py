"""Makes the documents that follow from the program: ``docs/formats.md`` from the readers.

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
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    page = formats_page()
    if "--check" in arguments:
        if not FORMATS.exists() or FORMATS.read_text(encoding="utf-8") != page:
            sys.stderr.write("docs/formats.md is stale: run python docs/generate.py\n")
            return 1
        return 0
    FORMATS.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
