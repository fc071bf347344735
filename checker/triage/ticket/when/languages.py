"""German and French words of times and figures, as far as they have one meaning, in the English ones that are read."""

from __future__ import annotations

import re
from collections.abc import Callable

Form = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "today", "yesterday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
_GERMAN = dict(zip(("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "heute", "gestern"), _DAYS, strict=True)) | {"vorgestern": "the day before yesterday"}  # fmt: skip
_FRENCH = dict(zip(("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "aujourd'hui", "hier"), _DAYS, strict=True)) | {"avant-hier": "the day before yesterday"}  # fmt: skip
_OTHER_MONTHS = {
    name: month
    for names in (
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    )
    for name, month in zip(names.split(), _MONTHS, strict=True)
} | {"jänner": "January", "okt": "October", "dez": "December", "mär": "March"}
_CLOCK = r"[0-9]{1,2}(?:\s?h(?:[0-5][0-9])?|:[0-9]{2})"


def _form(pattern: str, replace: str | Callable[[re.Match[str]], str]) -> Form:
    return re.compile(f"(?i){pattern}"), replace


def _words(known: dict[str, str]) -> Form:
    # The longer words first: vorgestern is not gestern.
    every = "|".join(sorted((re.escape(word) for word in known), key=len, reverse=True))
    return _form(rf"(?<![\w-])({every})(?![\w-])", lambda match: known[match.group().casefold()])


def _dated(match: re.Match[str]) -> str:
    """Return ``14.10.26`` as a date: the day is first where dots separate it."""
    day, month, year = match.groups()
    return f"20{year}-{month}-{day}" if month <= "12" and day <= "31" else match.group()


FORMS: tuple[Form, ...] = (
    _form(r"(?<![\w:.])([0-9]{1,2})[.:]([0-9]{2})\s*Uhr\b", r"\1:\2"),
    _form(r"(?<![\w:.])([0-9]{1,2})\s*(?:-|bis|und)\s*([0-9]{1,2})\s*Uhr\b", r"\1:00-\2:00"),
    _form(r"(?<![\w:.])([0-9]{1,2})\s*Uhr\b", r"\1:00"),
    _form(r"(?<![\w.])([0-3][0-9])\.([01][0-9])\.([2-4][0-9])(?![\w.])", _dated),
    # Days and months, of which the day has a dot or none.
    _form(rf"(?<![\w.])([0-9]{{1,2}})\.?\s+({'|'.join(sorted(_OTHER_MONTHS, key=len, reverse=True))})\b\.?(?:\s+(20[0-9]{{2}}))?", lambda match: " ".join(filter(None, (match.group(1), _OTHER_MONTHS[match.group(2).casefold()], match.group(3))))),
    _form(r"\bheute\s+(?:morgen|früh|vormittag)\b|\bce\s+matin\b", "this morning"),
    _form(r"\bheute\s+nacht\b|\bgestern\s+nacht\b|\bla\s+nuit\s+dernière\b", "last night"),
    _form(r"\bheute\s+nachmittag\b|\bcet\s+après-midi\b", "this afternoon"),
    _form(r"\bgestern\s+abend\b|\bhier\s+soir\b", "yesterday evening"),
    _form(rf"\b({'|'.join(_FRENCH)})\s+([0-9]{{1,2}})\s?h(?!\w)", r"\1 \2:00"),
    _words(_GERMAN),
    _words(_FRENCH),
    _form(r"\bseit\s+(?:dem|der)\b|\bseit\b|\bdepuis\s+le\b|\bdepuis\b|\bab\s+(?=[0-9])", "since"),
    _form(r"\bstatt\b|\bau\s+lieu\s+d(?:e\s+|['’])", "instead of "),
    _form(r"(?<![\w:.])([0-9]{1,2})\s?h(?=\s+(?:à|et)\s+[0-9])", r"\1:00"),
    _form(r"\b(à|et)\s+([0-9]{1,2})\s?h(?!\w)", r"\1 \2:00"),
    _form(rf"\bentre\s+({_CLOCK})\s+et\s+(?=[0-9])", r"between \1 and "),
    _form(rf"\bde\s+({_CLOCK})\s+à\s+(?=[0-9])", r"from \1 to "),
    _form(rf"(?<=[0-9])\s+à\s+(?!{_CLOCK})(?=[0-9])", " to "),
    _form(r"(?<![\w.])([0-9]{1,2}\.[0-9]{1,2}\.)\s+um\s+(?=[0-9])", r"\1 "),
    _form(r"\bà\s+(?=[0-9])|\bum\s+(?=[0-9])", "at "),
    _form(r"\bjusqu['’]à\s+(?=[0-9])", "until "),
    _form(r"\bzwischen\s+(\S{1,20})\s+und\b", r"between \1 and"),
    _form(r"\bzwischen\s+(?=[0-9])", "between "),
    _form(r"\bvon\s+(?=[0-9])", "from "),
    _form(r"\bbis\s+(?=[0-9])", "to "),
    _form(r"\bam\s+(?=[0-9]{1,2}[.\s])(?!\s*[0-9]{1,2}\s*[ap]\.?m)", "on "),
)  # fmt: skip
"""Patterns and what they are replaced by, in this order."""
