r"""Remove what terminals, mail and automation add to an output: pager prompts, quote marks, timestamps, Ansible JSON.

Synthetic samples::

    --More--\r        \rfc1/7 is up        > switchName: sw1        [2026-01-02 10:11:12.123] Zoneset not present
    "stdout_lines": [ "switchName: sw1", …

Line numbers do not change, so findings still name the line of the file. A quote mark or timestamp is removed only if
every line has one, because formats print such text as well.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

# NX-OS and most pagers print the prompt and, after the answer, a carriage return, blanks and another carriage return;
# IOS begins with a blank, and `more` of Windows has two after the word, which it translates.
_PAGER = re.compile(
    r"(?m)(?:^[ ])?"
    r"(?:-{2,4} ?(?:More|Fortsetzung) {0,2}(?:\(\d{1,3}%\) ?)?-{2,4}(?: ?\(\d{1,3}%\))?|<-{1,3} ?More ?-{1,3}>"
    r"|Press <space> to page down, <return> for next line, or 'q' to quit\.{0,3}"
    r"|Type <CR> or <SPACE BAR> to continue, <q> to stop)"
    r"(?:[ ]?\r[ ]{0,200}\r|[ ]?\r(?!\n)|[ ]?\x08{1,200}(?:[ ]{1,200}\x08{1,200})?|[ ]{8})?"
)
_QUOTED = re.compile(r"(?m)^>[ ]?")
_STAMP = (
    r"\[(?:\d{4}-\d\d-\d\d[ T]|\d\d\.\d\d\.\d{4} |[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d )?\d\d:\d\d:\d\d(?:[.,]\d{1,6})?"
    r"(?: \d{4})?(?:Z|[+-]\d\d:?\d\d)?\][ ]?"
)
_FIRST_STAMP = re.compile(rf"\s*{_STAMP}")
_STAMPED = re.compile(rf"(?m)^{_STAMP}")
_UNLIKE_QUOTED = re.compile(r"(?m)^[^>\s]")
_UNLIKE_STAMPED = re.compile(rf"(?m)^(?!{_STAMP})(?=[^\n]*\S)")
# A page saved from a browser: outputs are in <pre>, with entities and coloured words.
_PAGE = re.compile(r"<pre(?:[ \t][^<>\n]{0,300})?>", re.IGNORECASE)
_TAG = (
    r"</?(?:pre|code|samp|tt|span|font|strong|em|b|i|u|a|p|br|div|html|body|head|blockquote)"
    r"(?:[ \t][^<>\n]{0,300})?+/?>"
)
_TAGS_ALONE = re.compile(rf"(?mi)^[ \t]*(?:{_TAG}[ \t]*+){{1,20}}$")
_TAGS = re.compile(_TAG, re.IGNORECASE)
_ENTITIES = re.compile(r"&(?:lt|gt|amp|quot|nbsp|apos|#39|#x27|#34);")
_DEEPEST = 5
_HEAD = 65_536
"""Characters searched for pager prompts and Ansible output, which occur early; large captures are not searched further."""
_STDOUT = 'stdout_lines": ['
_OPENS = re.compile(r'\s*"(?:[\w.\[\]\']{1,64}\.)?(?:stdout_lines|msg)"\s*:\s*\[\s*\Z')
# `ansible … -m raw` and `debug` in a playbook print the device above its answer.
_DEVICE = re.compile(
    r"(?:(?P<asked>[\w.\-]{1,64}) \| (?:SUCCESS|CHANGED|FAILED)|(?:ok|changed): \[(?P<played>[\w.\-]{1,64})\]) => \{\s*\Z"
)
DEVICE_LINE = re.compile(
    r"(?m)^(?P<host>[\w.\-]{1,64}) \| (?:(?:SUCCESS|CHANGED|FAILED)(?: \| rc=\d{1,3})? >>[ \t]*|(?:UNREACHABLE|FAILED)![ :][^\n]{0,4000})$"
)
"""The line that Ansible prints above the plain answer of a device, or about one that did not answer."""
_STRING = re.compile(r'\s*("(?:[^"\\]|\\.)*+")\s*+,?\s*+\Z')
_BRACKET = re.compile(r"\s*[\[\]]\s*+,?\s*+\Z")


def without_pager(text: str) -> str:
    """Remove pager prompts and the characters that erase them; call before carriage returns are removed."""
    head = text[:_HEAD]
    if any(word in head for word in ("More", "Fortsetzung", " to page down", "<SPACE BAR>")):
        return _PAGER.sub("", text)
    return text


def unwrapped(text: str) -> str:
    """Return the bare output of a text whose lines are all quoted or timestamped, or that is Ansible JSON or a web page."""
    start = text[:400].lstrip()
    for _ in range(_DEEPEST):
        if not start.startswith(">") or _UNLIKE_QUOTED.search(text):
            break
        text = _QUOTED.sub("", text)
        start = text[:400].lstrip()
    if start.startswith("[") and _FIRST_STAMP.match(text) and not _UNLIKE_STAMPED.search(text):
        return _STAMPED.sub("", text)
    if "<" in start and _PAGE.search(text, 0, _HEAD):
        return _of_page(text)
    if "&" in text and ("&gt;" in text or "&lt;" in text) and "<" not in text:
        return _of_source(text)
    if _STDOUT in text[:_HEAD] or (" => {" in text[:_HEAD] and '"msg": [' in text[:_HEAD]):
        return _of_ansible(text)
    return text


def _of_page(text: str) -> str:
    """Remove tags and decode entities; tags around a block become Markdown fences."""
    if not re.search("</pre", text, re.IGNORECASE):
        return text
    text = _TAGS_ALONE.sub(lambda tags: "```" if "pre" in tags.group().lower() else "", text)
    return _ENTITIES.sub(lambda entity: html.unescape(entity.group()).replace("\u00a0", " "), _TAGS.sub("", text))


def _of_source(text: str) -> str:
    """Decode the entities of a text that was copied from the source of a page, which has no angle brackets of its own."""
    quoted = '"' not in text

    def plain(entity: re.Match[str]) -> str:
        character = html.unescape(entity.group()).replace("\u00a0", " ")
        # In JSON, a decoded quote would end the string that it is in.
        return character if quoted or character != '"' else entity.group()

    return _ENTITIES.sub(plain, text)


def _of_ansible(text: str) -> str:
    """Keep the strings of ``stdout_lines``, one per line as in indented JSON, and blank all other lines.

    Text in another layout is returned unchanged.
    """
    kept: list[str] = []
    inside = found = False
    for line in text.split("\n"):
        string = _STRING.match(line) if inside else None
        if string:
            kept.append(_plain(string.group(1)))
            found = True
            continue
        device = _DEVICE.match(line)
        kept.append(f"{device['asked'] or device['played']} | SUCCESS | rc=0 >>" if device else "")
        if _OPENS.match(line):
            inside = True
        elif inside and not _BRACKET.match(line):
            inside = False
    return "\n".join(kept) if found else text


def _plain(literal: str) -> str:
    load: Callable[[str], object] = json.loads
    try:
        value = load(literal)
    except ValueError:
        return ""
    return str(value).replace("\r", "").replace("\n", " ")
