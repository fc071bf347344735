"""Credentials that span lines: keys in blocks, vaults, YAML scalars and lists, and JSON objects of a name and a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.anonymize.secrets.words import HARMLESS, REMOVED, SIGNS, WORD, keep_markup, keep_quotes

_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{3,60}-----\n(?:(?!-----)[^\n]{0,1000}\n){0,4000}?(?=-----END [A-Z0-9 ]{3,60}-----|\Z|[^\n]*[ :])"
)
_VAULT = re.compile(r"(\$ANSIBLE_VAULT;[^\n]{1,200}\n)((?:[ \t]*[0-9a-f]{8,400}[ \t]*(?:\n|\Z)){1,100000})")
_BODY = re.compile(r"[0-9a-f]{8,400}")
_TEXT = r"\"(?:[^\"\\\n]|\\.){0,8000}\""
_OF_NAME = r"\"(?:name|key|attribute|attr|property|option|parameter|field|variable|id)\""
_OF_VALUE = r"\"(?:value|values|current|val|content|data|text|default)\""
_NAMED = rf"\"[^\"\n]{{0,60}}?(?P<word>{WORD})[^\"\n]{{0,60}}\""
_OTHERS = rf"(?:\"[\w.\-]{{1,40}}\"\s{{0,200}}:\s{{0,200}}(?:{_TEXT}|[\w.\-]{{1,40}})\s{{0,200}},\s{{0,200}}){{0,4}}"
_NAME_FIRST = re.compile(
    rf"(?i)({_OF_NAME}\s{{0,200}}:\s{{0,200}}{_NAMED}\s{{0,200}},\s{{0,200}}{_OTHERS}{_OF_VALUE}\s{{0,200}}:\s{{0,200}}(?!{HARMLESS}))"
    rf"(?P<value>{_TEXT}|-?[0-9]{{1,40}})"
)
_VALUE_FIRST = re.compile(
    rf"(?i)({_OF_VALUE}\s{{0,200}}:\s{{0,200}}(?!{HARMLESS}))(?P<value>{_TEXT}|-?[0-9]{{1,40}})"
    rf"(?=\s{{0,200}},\s{{0,200}}{_OTHERS}{_OF_NAME}\s{{0,200}}:\s{{0,200}}{_NAMED})"
)
_LIST = re.compile(
    rf"(?i)(\"[^\"\n]{{0,60}}?{WORD}[^\"\n]{{0,60}}\"\s{{0,200}}:\s{{0,200}}\[)([^\[\]{{}}]{{1,8000}})(?=\])"
)
_NESTED = re.compile(
    rf"(?i)(\"[^\"\n]{{0,60}}?{WORD}[^\"\n]{{0,60}}\"\s{{0,200}}:\s{{0,200}}\{{\s{{0,200}}{_OTHERS}\"(?:text|value|data|content|plain|current|secret|[$#]text|_|\$)\"\s{{0,200}}:\s{{0,200}})"
    rf"(?P<value>{_TEXT})"
)
_IN_LIST = re.compile(_TEXT)
_FLOW_LIST = re.compile(
    rf"(?im)^([ \t]*(?:-[ ]+)?[\w.\-]{{0,60}}{WORD}[\w.\-]{{0,60}}[ \t]*:[ \t]*\[)[^\[\]\n]{{1,8000}}(?=\])"
)
# An account and its password as a list.
_AUTH_LIST = re.compile(
    r"(?im)^([ \t]*(?:-[ ]+)?[\w.\-]{0,60}auth[ \t]*:[ \t]*\[[^\[\],\n]{1,200},[ \t]*)(?=[^\[\]\n]{0,200}[0-9])[^\[\],\n]{1,400}(?=\])"
)
# The environment of a container: a name, and its value on the next line.
_NAME_ABOVE = re.compile(
    rf"(?im)^([ \t]*(?:-[ ]+)?(?:name|key|variable)[ \t]*:[ \t]*[\"']?[\w.\-]{{0,60}}?(?P<word>{WORD})[\w.\-]{{0,60}}[\"']?[ \t]*\n[ \t]+value[ \t]*:[ \t]*)"
    rf"(?!{HARMLESS})(?P<value>\"[^\"\n]{{1,4000}}\"|'[^'\n]{{1,4000}}'|[^\s|>&*{{\[\"'][^\n]{{0,4000}})"
)
_ATTRIBUTE = re.compile(
    rf"(?i)(\b(?:name|key|id)=[\"'][^\"'\n]{{0,60}}?(?P<word>{WORD})[^\"'\n]{{0,60}}[\"'][^<>]{{0,400}}?\bvalue=[\"'])(?P<value>[^\"'\n]{{1,8000}})"
)
_ELEMENT = re.compile(
    rf"(?i)(\b(?:name|key|id)=[\"'][^\"'\n]{{0,60}}?(?P<word>{WORD})[^\"'\n]{{0,60}}[\"'][^<>]{{0,400}}(?<!/)>\s{{0,200}}(?:<value[^<>]{{0,200}}>)?)"
    r"(?=[^<\s])(?P<value>[^<]{1,8000})(?=</)"
)
_YAML_KEY = re.compile(
    rf"(?im)^(?P<indent>[ \t]*(?:-[ ]+)?)[\"']?(?P<key>[\w.\-]{{0,60}}?{WORD}[\w.\-]{{0,60}})[\"']?[ \t]*:[ \t]*+(?:![\w\-]{{1,40}}[ \t]*+)?"
    r"(?P<scalar>[|>][\-+0-9]{0,3})?[ \t]*+(?:(?<=[ ])#[^\n]{0,400})?$"
)
_TITLE = re.compile(
    r"(?i)[ \t\"']*(?:[\w.\-]{1,40}[ _\-])?(?:pass(?:wd|word|phrase|code)?s?|pswd|pwd|secret|api[ _\-]?key|token|passwort|kennwort|community)[ \t\"']*"
)
_HEADING = re.compile(
    rf"(?im)^(?:[^\n|;,\t]{{0,200}}[|;,\t]){{0,30}}{_TITLE.pattern.removeprefix('(?i)')}(?:[|;,\t][^\n]{{0,4000}})?$"
)
_NO_VALUE = re.compile(rf"(?i){HARMLESS}|[\-=+: ]+|{REMOVED}")
_ITEM = re.compile(r"([ \t]*-[ ]+)(?![\w\"'.\-]{1,80}:(?:[ \t]|$))(\S.*)")
_ENTRY = re.compile(
    rf"([ \t]*(?:-[ ]+)?[\w.\-\"']{{1,80}}[ \t]*:[ \t]+)(?!{HARMLESS})(?![|>&*{{\[])(\S.*)", re.IGNORECASE
)
_OF_SECRETS = re.compile(r"(?i)secrets|passwords|passphrases|tokens")


def without_blocks(text: str) -> str:
    """Return a text with the credentials that span lines replaced; its lines stay the same."""
    if "-----BEGIN" in text:
        text = _BLOCK.sub(_without_block, text)
    if "$ANSIBLE_VAULT" in text:
        text = _VAULT.sub(lambda found: found.group(1) + _BODY.sub(REMOVED, found.group(2)), text)
    lower = text.lower()
    if not any(sign in lower for sign in SIGNS):
        return text
    if '"' in text and ":" in text:
        text = _NAME_FIRST.sub(keep_quotes, text)
        text = _VALUE_FIRST.sub(keep_quotes, text)
        text = _NESTED.sub(lambda found: f'{found.group(1)}"{REMOVED}"', text)
        text = _LIST.sub(lambda found: found.group(1) + _IN_LIST.sub(f'"{REMOVED}"', found.group(2)), text)
    if "=" in text and "<" in text:
        text = _ATTRIBUTE.sub(keep_markup, text)
        text = _ELEMENT.sub(keep_markup, text)
    if ":" in text:
        text = _AUTH_LIST.sub(lambda found: found.group(1) + REMOVED, text)
        text = _NAME_ABOVE.sub(keep_quotes, text)
        text = _FLOW_LIST.sub(lambda found: found.group(1) + REMOVED, text)
        text = _without_yaml(text)
    return _without_columns(text)


def _without_block(found: re.Match[str]) -> str:
    first, *inner = found.group().split("\n")
    return "\n".join([first, *(REMOVED if line else line for line in inner)])


def _without_columns(text: str) -> str:
    """Replace the cells below headings such as ``password`` in tables whose columns are divided by a character."""
    lines = text.split("\n")
    number = position = 0
    below = 0
    for found in _HEADING.finditer(text):
        number += text.count("\n", position, found.start())
        position = found.start()
        divider = _divider(found.group())
        cells = _cells(found.group(), divider)
        if number < below or len(cells) < 2:
            # A line inside a table is no heading; a table is read once.
            continue
        secret = {index for index, cell in enumerate(cells) if _TITLE.fullmatch(cell)}
        below = number + 1
        while below < len(lines) and len(row := _cells(lines[below], divider)) == len(cells):
            lines[below] = divider.join(_without_cell(cell) if one in secret else cell for one, cell in enumerate(row))
            below += 1
    return "\n".join(lines)


def _divider(line: str) -> str:
    return next((one for one in ("|", "\t", ";", ",") if one in line), ",")


def _cells(line: str, divider: str) -> list[str]:
    """Divide a line of a table; dividers in quotation marks are part of a cell."""
    cells = [""]
    quoted = False
    for part in line.split(divider):
        cells[-1] += f"{divider}{part}" if quoted else part
        quoted ^= part.count('"') % 2 == 1
        if not quoted:
            cells.append("")
    return cells[:-1] if not quoted else cells


def _without_cell(cell: str) -> str:
    value = cell.strip(" \t\"'\r")
    return cell if not value or _NO_VALUE.fullmatch(value) else cell.replace(value, REMOVED, 1)


def _without_yaml(text: str) -> str:
    keys = list(_YAML_KEY.finditer(text))
    if not keys:
        return text
    lines = text.split("\n")
    number = position = 0
    for found in keys:
        number += text.count("\n", position, found.start())
        position = found.start()
        inside = list(_inside(lines, number, len(found.group("indent"))))
        if found.group("scalar"):
            for index in inside:
                lines[index] = _indent(lines[index]) + REMOVED
            continue
        for index in inside:
            if (item := _ITEM.fullmatch(lines[index])) is not None:
                lines[index] = item.group(1) + REMOVED
            elif _OF_SECRETS.search(found.group("key")) and (entry := _ENTRY.fullmatch(lines[index])) is not None:
                lines[index] = entry.group(1) + REMOVED
    return "\n".join(lines)


def _inside(lines: list[str], number: int, column: int) -> Iterator[int]:
    """Yield the lines below a key: those indented more, and the items of a list, which may be indented like it."""
    for index in range(number + 1, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        indent = len(_indent(line))
        if indent < column or (indent == column and not line.startswith("- ", indent)):
            return
        yield index


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]
