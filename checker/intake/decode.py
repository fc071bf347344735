"""Decode bytes to clean text: encodings, line ends, terminal control sequences."""

from __future__ import annotations

import re

from checker.intake.wrapping import unwrapped, without_pager

_ESCAPES = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    "|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)"  # OSC: titles, links
    "|\x1b[PX^_][^\x1b]*\x1b\\\\"  # strings
    "|\x1b[ -/]*[0-~]"
)
# ``less`` erases its prompt by returning to the beginning of the line and clearing it; what was there is gone.
_ERASED_LINES = re.compile(r"(?m)^(?:[^\n\r]{0,400}\r\x1b\[[02]?K)+")
# Colours as ``cat -v`` and a pager print them.
_SPELLED_COLOURS = re.compile(r"(?:\^\[|ESC)\[[0-9;]{0,20}[mK]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
_ASCII_CONTROLS = bytes([*range(9), 11, 12, *range(14, 32), 127])
_PIECE = 65_536
_BLANKS = str.maketrans({"\u00a0": " ", "\u2007": " ", "\u202f": " ", "\ufeff": "", "\u200b": ""})
# Word processors and mail programs replace all quotes of a text; a text that also has plain ones means these as letters.
_CURLY = {'"': "\u201c\u201d\u201e\u201f", "'": "\u2018\u2019\u201a\u201b"}

_MAGIC = (
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-zip archive"),
)
_TEXT_CONTROLS = frozenset(b"\0\t\n\f\r\x08\x1b")


def decode(data: bytes) -> str:
    """Return the text of an export: UTF-8, UTF-16 (with or without BOM) or Latin-1, LF line ends, no control sequences.

    Offsets change, line numbers do not: a carriage return ends a line only in a text without line feeds.
    """
    text = _decode_bytes(data)
    if "\x1b" in text:
        text = _ESCAPES.sub("", _ERASED_LINES.sub("", text))
    text = without_pager(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        text = text.replace("\r", "\n") if "\n" not in text else text.replace("\r", "")
    # Searching for a single character is ten times as fast as searching for a word.
    if "^" in text and "^M\n" in text:
        # Line ends of Windows as ``cat -v`` and editors show them.
        text = text.replace("^M\n", "\n").removesuffix("^M")
    if not text.isascii():
        text = _with_plain_quotes(text.translate(_BLANKS))
    if "[" in text and ("^[[" in text or "ESC[" in text):
        text = _SPELLED_COLOURS.sub("", text)
    if "\x08" in text:
        text = "\n".join(_typed(line) if "\x08" in line else line for line in text.split("\n"))
    # Most texts have none, and the check costs a tenth of the replacement.
    if not text.isascii() or _has_controls(text):
        text = _CONTROLS.sub("", text)
    return unwrapped(text)


def _with_plain_quotes(text: str) -> str:
    """Return a text of which all double or all single quotes are typographic with plain ones instead."""
    for plain, curly in _CURLY.items():
        if plain not in text:
            text = text.translate(dict.fromkeys(map(ord, curly), plain))
    return text


def _typed(line: str) -> str:
    """Return a line as a terminal shows it: each backspace removes the character before it."""
    kept: list[str] = []
    for character in line:
        if character != "\x08":
            kept.append(character)
        elif kept:
            kept.pop()
    return "".join(kept)


def _has_controls(text: str) -> bool:
    """Return whether ASCII text contains control characters; works in pieces to save memory."""
    for start in range(0, len(text), _PIECE):
        piece = text[start : start + _PIECE].encode("ascii")
        if len(piece.translate(None, _ASCII_CONTROLS)) != len(piece):
            return True
    return False


def _decode_bytes(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", errors="replace")
    if encoding := _utf_16(data[:4096]):
        return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _utf_16(sample: bytes) -> str | None:
    """Return the byte order of UTF-16 without a mark, in which NUL is every second byte of most characters, or None."""
    first, second = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if max(first, second) * 2 <= half or min(first, second) * 20 > half:
        return None
    return "utf-16-le" if second > first else "utf-16-be"


def instead_of_text(data: bytes) -> str | None:
    """Return what kind of non-text data this is, or None if it appears to be text."""
    archive = next((name for magic, name in _MAGIC if data.startswith(magic)), None)
    if archive is not None:
        return f"{archive} that cannot be unpacked"
    return "binary data, not text" if is_binary(data) else None


def is_binary(data: bytes) -> bool:
    """Return whether the first bytes show that data is not text in any encoding."""
    sample = data[:4096]
    # In UTF-16, every second byte may be NUL; the other control characters do not occur in text.
    controls = sum(byte < 32 and byte not in _TEXT_CONTROLS for byte in sample)
    return controls > len(sample) // 50 or sample.count(b"\0") * 5 > len(sample) * 3
