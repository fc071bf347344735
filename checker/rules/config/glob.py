"""Name patterns, as used in overrides: ``*`` any text, ``?`` one character, ``[ab]``, ``[a-f]`` and ``[!ab]``.

Patterns are case-sensitive. Each is parsed into tokens, from which come the SQL form (RE2, linear)
and the Python form (never more than pattern × value steps).
"""

from __future__ import annotations

import re
from functools import lru_cache

_CLASS = re.compile(r"\[(!?)(\]?[^\]]*)\]", re.DOTALL)
_STAR = None
# One character: the ranges it must be in (with the flag: must not be in). An empty tuple with the flag is any character.
_Token = tuple[bool, tuple[tuple[str, str], ...]] | None
_END: _Token = (False, ())


def matches(pattern: str, value: str) -> bool:
    """Whether the pattern matches the whole value."""
    tokens = _tokens(pattern)
    at_token = at_value = 0
    star, resume = -1, 0
    while at_value < len(value):
        token = tokens[at_token] if at_token < len(tokens) else _END
        if token is _STAR:
            star, resume = at_token, at_value
            at_token += 1
        elif token is not _END and _accepts(token, value[at_value]):
            at_token += 1
            at_value += 1
        elif star >= 0:
            resume += 1
            at_token, at_value = star + 1, resume
        else:
            return False
    return all(token is _STAR for token in tokens[at_token:])


def escape(value: str) -> str:
    """Return the pattern that matches exactly this value."""
    return re.sub(r"[*?\[]", lambda found: f"[{found.group()}]", value)


def to_sql(pattern: str, column: str) -> str:
    """Return a SQL condition: TRUE if the text column (already quoted) matches, NULL if it is unknown."""
    body = pattern.strip("*")
    if re.search(r"[*?\[]", body):
        return f"regexp_full_match({column}, {_text(_regex(_tokens(pattern)))})"
    leading, trailing = pattern.startswith("*"), pattern.endswith("*")
    if leading and trailing:
        return f"contains({column}, {_text(body)})"
    if leading:
        return f"suffix({column}, {_text(body)})"
    return f"starts_with({column}, {_text(body)})" if trailing else f"{column} = {_text(body)}"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


@lru_cache(maxsize=4096)
def _tokens(pattern: str) -> tuple[_Token, ...]:
    tokens: list[_Token] = []
    position = 0
    while position < len(pattern):
        char = pattern[position]
        chars = _CLASS.match(pattern, position) if char == "[" else None
        if chars and chars.group(2):
            tokens.append((bool(chars.group(1)), _ranges(chars.group(2))))
            position = chars.end()
            continue
        if char == "*":
            if not tokens or tokens[-1] is not _STAR:
                tokens.append(_STAR)
        else:
            tokens.append((True, ()) if char == "?" else (False, ((char, char),)))
        position += 1
    return tuple(tokens)


def _ranges(members: str) -> tuple[tuple[str, str], ...]:
    ranges: list[tuple[str, str]] = []
    position = 0
    while position < len(members):
        low = members[position]
        if position + 2 < len(members) and members[position + 1] == "-" and low <= members[position + 2]:
            ranges.append((low, members[position + 2]))
            position += 3
        else:
            ranges.append((low, low))
            position += 1
    return tuple(ranges)


def _accepts(token: _Token, char: str) -> bool:
    assert token is not None
    negated, ranges = token
    return negated != any(low <= char <= high for low, high in ranges)


def _regex(tokens: tuple[_Token, ...]) -> str:
    parts = ["(?s)"]
    for token in tokens:
        if token is None:
            parts.append(".*")
        elif not token[1]:
            parts.append(".")
        else:
            members = "".join(_code(low) if low == high else f"{_code(low)}-{_code(high)}" for low, high in token[1])
            parts.append(f"[{'^' if token[0] else ''}{members}]")
    return "".join(parts)


def _code(char: str) -> str:
    return f"\\x{{{ord(char):x}}}"
