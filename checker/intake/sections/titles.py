"""Forms of titles: where the name of a machine is in a line above its output, such as ``Output of lsblk on db01:``.

A form is taken from one line and matches the lines of the text that differ only in the name, in numbers and in the command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from checker.intake.sections.first_words import known_first_words

NAME = r"(?P<name>(?a:(?=[\w.\-]*[A-Za-z]|(?:\d{1,3}\.){3}\d{1,3}(?![\w.\-]))\w[\w.\-]{0,62}))(?!\w)"
"""A name of a machine, or its address: ASCII, because a sentence in Chinese or Japanese is one word."""
_DATE = r"(?:[A-Z][a-z]{2}[ \t]{1,2}[A-Z][a-z]{2}[ \t]{1,2}\d{1,2}[ \t]\d\d:\d\d:\d\d(?:[ \t][AP]M)?[ \t][A-Z]{2,5}[ \t]\d{4}[ \t]{1,4})?"
"""What the command ``date`` prints."""
_STAMP = r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?Z?\]?[ \t]{1,4}"
"""A time before the name."""
_SIGNS = r"(?![ \t])[^\w\n\"'{}(),;]{0,60}"
_MACHINE = r"host(?:[ _]?name)?|server|node|machine|switch|array|system"
_WORDS = rf"(?i:(?:output|results?|from|of|on|for|ssh|h[1-6]\.|subject|begin|start|this[ \t]+is|{_MACHINE})(?:[ \t]*[:=][ \t]*|[ \t]+)){{0,3}}"
_END = r"[^\w\n]{0,60}"
_BEFORE_MORE = r"(?![ \t])[\[(<=#*+>\-][^\w\n\"'{},;/\\]{0,60}"
_BETWEEN = r"[ \t]{0,4}[:|)\]][^\w\n\"']{0,20}(?:(?:root|admin)[^\w\n]{1,20})?|[ \t]{1,4}[(\-|][ \t]{0,4}"
_COMMAND = r"[ \t]{0,4}[:,|][ \t]{1,4}|[ \t]{1,4}-{1,2}[ \t]{1,4}"
_ANY_COMMAND = r"[a-z][a-z\-]{1,30}(?=[ \t]{1,4}[a-z\-]|[ \t]*$)"
_KEY = r"(?i:(?:command|cmd)[ \t]*[:=][ \t]*)"
_WORD = re.compile(r"[\w/<][^ \t:=)\]'\"]*")
"""What may be a command in a title: what follows a sign or blank, up to one of the signs that end a command."""
_ON = rf"[ \t]{{1,4}}(?i:on|from|of|for|at)(?i:[ \t]{{1,4}}(?:{_MACHINE}))?[ \t]{{1,4}}|[ \t]{{0,4}}[(\[@|][ \t]{{0,4}}|[ \t]{{1,4}}-+[ \t]{{1,4}}|:[ \t]{{1,4}}"


@dataclass(frozen=True)
class Form:
    """What the lines of a form have in common.

    Attributes:
        pattern: matches such a line; ``name`` is its group for the name, and ``command`` for the command.
        before: what is before the name and the command.
        with_command: whether the line contains a command, so that it is about an output.
        names_first: whether the name is before the command.
        is_bare: whether there is nothing but a name.
    """

    pattern: str
    before: str
    with_command: bool = False
    names_first: bool = False
    is_bare: bool = False


@cache
def _commands() -> str:
    words = "|".join(sorted((re.escape(word) for word in known_first_words()), key=len, reverse=True))
    return rf"(?:{words}|show-[a-z\-]{{2,40}})(?=[ \t:)\]'\"]|$)"


@cache
def _lines() -> tuple[tuple[str, bool], ...]:
    """Return the patterns of titles, each with whether it contains a command."""
    command = _commands()
    return (
        (rf"(?P<before>(?:{_STAMP})?{_SIGNS}{_DATE}{_WORDS}){NAME}(?P<after>{_END}?)[ \t]*\Z", False),
        (
            rf"(?P<before>(?:{_STAMP})?{_SIGNS}{_WORDS}){NAME}(?P<middle>{_COMMAND})(?P<more>{_KEY}\S|{command})",
            True,
        ),
        # "### db01 lsblk ###"; without a sign, the line may be a part of an output.
        (rf"(?P<before>{_BEFORE_MORE})(?!{command}){NAME}(?P<middle>[ \t]{{1,4}})(?P<more>{command})", True),
        (
            rf"(?P<before>(?:{_STAMP})?{_SIGNS}{_WORDS})(?P<more>{command}[^\n]{{0,200}}?)(?P<middle>{_ON}){NAME}(?P<after>{_END}?)[ \t]*\Z",
            True,
        ),
        (rf"(?P<before>{_BEFORE_MORE}){NAME}(?P<middle>{_BETWEEN})(?P<more>\S)", False),
        (rf"(?P<before>{_STAMP}){NAME}(?P<middle>{_COMMAND})(?P<more>\S)", False),
        (
            rf"(?P<before>{_BEFORE_MORE}|(?i:output|results?)[ \t]{{1,4}}(?i:of|from)[ \t]{{1,4}})"
            rf"(?P<more>\w[^\n]{{0,200}}?)(?P<middle>{_ON}){NAME}(?P<after>{_END}?)[ \t]*\Z",
            False,
        ),
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _may_contain_command(line: str) -> bool:
    """Return FALSE if no word of a line is a command, which most lines show; the patterns that find one have hundreds of alternatives."""
    for found in _WORD.findall(line):
        word = found.lstrip("/<")
        if (
            word.lower() in ("command", "cmd")
            or word.startswith("show-")
            or not known_first_words().isdisjoint((found, word))
        ):
            return True
    return False


def forms_of(line: str) -> Iterator[Form]:
    """Yield the forms that a line may have as a title, the most specific first."""
    may_contain_command = _may_contain_command(line)
    for pattern, with_command in _lines():
        if with_command and not may_contain_command:
            continue
        found = _compiled(pattern).match(line)
        if found is None:
            continue
        parts = found.groupdict(default="")
        before, middle, after = (_literal(parts.get(part, "")) for part in ("before", "middle", "after"))
        names_first = "more" not in parts or found.start("name") < found.start("more")
        rest = r"[^\n]{0,200}" if names_first else r"[^\n]{0,200}?"
        if not with_command:
            command = rf"\S{rest}"
        elif re.match(_KEY, parts["more"]):
            command = rf"{_KEY}(?P<command>\S{rest})"
        elif re.match(_STAMP, parts["before"]):
            # Below such a title of a known command, words after another time and name are a command, too.
            command = rf"(?P<command>(?:{_commands()}|{_ANY_COMMAND}){rest})"
        else:
            command = rf"(?P<command>{_commands()}{rest})"
        if "more" not in parts:
            form = rf"{before}{NAME}{after}"
        else:
            form = rf"{before}{NAME}{middle}{command}" if names_first else rf"{before}{command}{middle}{NAME}{after}"
        is_bare = not parts["before"] and not parts.get("after") and "more" not in parts
        yield Form(rf"^{form}[ \t]*$", parts["before"], with_command, names_first, is_bare)


def _literal(text: str) -> str:
    """Return the pattern of a text in which only numbers may differ."""
    return re.sub(r"\d+", r"\\d+", re.escape(text))


def command_in(title: re.Match[str]) -> str | None:
    """Return the command in a title, if any, without the signs after it: ``=== db01: lsblk ===``."""
    command = title.groupdict().get("command")
    return re.sub(r"(?:[ \t]+[=*#|<>)\]\-]{2,60}|[ \t]*:)*[ \t]*\Z", "", command) if command else None
