"""Words of times, figures and judgements in other languages, as far as they have one meaning, in the English ones that are read.

German and French forms are read like English ones; of Spanish, Italian, Portuguese, Dutch and Polish *since*, ranges, parts of days, former figures,
reads and writes, and what is fine; of others *yesterday* only, because a clock without it would be one of today.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Form = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "today", "yesterday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
_GERMAN = dict(zip(("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "heute", "gestern"), _DAYS, strict=True)) | {"vorgestern": "the day before yesterday"}  # fmt: skip
_FRENCH = dict(zip(("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "aujourd'hui", "hier"), _DAYS, strict=True)) | {"avant-hier": "the day before yesterday"}  # fmt: skip
_ROMANCE_AND_DUTCH = (
    {
        name: day
        for names in (
            "lunes martes miércoles jueves viernes sábado domingo hoy ayer",
            "lunedì martedì mercoledì giovedì venerdì sabato domenica oggi ieri",
            "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag gisteren",
        )
        for name, day in zip(names.split(), _DAYS, strict=True)
    }
    | dict.fromkeys(("anteayer", "antes de ayer", "l'altro ieri", "eergisteren"), "the day before yesterday")
    | dict.fromkeys(("ontem", "wczoraj", "včera", "igår"), "yesterday")
    | dict.fromkeys(("hoje", "dziś", "dzisiaj"), "today")
)
_OTHER_MONTHS = {
    name: month
    for names in (
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    )
    for name, month in zip(names.split(), _MONTHS, strict=True)
} | {"jänner": "January", "okt": "October", "dez": "December", "mär": "March"}
_OPERATIONS = {
    name: operation
    for operation, names in (
        ("reads", "lecture lectures lectura lecturas lettura letture leitura leituras odczyt odczyty lesezugriff lesezugriffe leselatenz"),
        ("writes", "écriture écritures escritura escrituras scrittura scritture escrita escritas zapis zapisy schreibzugriff schreibzugriffe schreiblatenz"),
    )
    for name in names.split()
}  # fmt: skip
_NEGATED = "".join(rf"(?<!\b{word} )" for word in ("nicht", "pas", "no", "non", "não", "nao", "niet", "nie"))
_FINE = (
    r"l(?:äuft|aufen) (?:gut|normal)|unauffällig|in ordnung|(?:keine|ohne) probleme|(?:va|vont) bien|fonctionnent? (?:bien|normalement)|"
    r"(?:pas de|sans) problèmes?|est[áa]n? bien|va(?:n)? bien|funcionan? bien|sin problemas|va(?:nno)? bene|funziona(?:no)? bene|a posto|"
    r"(?:est[áa]|estão|estao|vai|vão) bem|funciona(?:m)? bem|sem problemas|(?:is|zijn) (?:goed|prima)|werk(?:t|en) (?:goed|prima)|geen problemen|"
    r"działa(?:ją)? (?:dobrze|normalnie)|w porządku|bez problemów"
)
"""Phrases that say that something is fine; with a negation before them they are not used."""
_HERE = re.compile(r"(?i)\bhier\b")
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


def _quarters(match: re.Match[str]) -> str:
    """Return the clock of *viertel nach 7* (7:15), *viertel vor 7* (6:45) and *halb 7* (6:30)."""
    words, hour = match.group(1).casefold(), int(match.group(2))
    if not 1 <= hour <= 24:
        return match.group()
    return f"at {hour % 24}:15" if words.endswith("nach") else f"at {hour - 1}:{'30' if words == 'halb' else '45'}"


FORMS: tuple[Form, ...] = (
    # In German it means here, in French yesterday.
    _form(r"(?s)\A(?=.*\b(?:ist|sind|seit|und|wir|nicht)\b).*\Z", lambda match: _HERE.sub("", match.group())),
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
    _form(r"\bayer\s+(?:por\s+la\s+)?noche\b|\bieri\s+sera\b|\bgisteravond\b|\bontem\s+à\s+noite\b|\bwczoraj\s+wieczorem\b", "yesterday evening"),
    _form(r"\b(?:la\s+noche\s+pasada|anoche|stanotte|vannacht|afgelopen\s+nacht)\b", "last night"),
    _form(r"\b(?:esta\s+mañana|stamattina|vanmorgen|vanochtend|esta\s+manhã|dziś\s+rano)\b", "this morning"),
    _form(r"(?<=[0-9])\s+(?:de\s+la\s+(?:tarde|noche)|d[ae]\s+(?:tarde|noite)|di\s+sera|del\s+pomeriggio)\b", " pm"),
    _form(r"(?<=[0-9])\s+(?:de\s+la\s+mañana|da\s+manhã|del\s+mattino|di\s+mattina)\b", " am"),
    _form(r"\b(?:um\s+)?(viertel\s+nach|viertel\s+vor|halb)\s+([0-9]{1,2})(?![\w:.,-])(?:\s+uhr\b)?", _quarters),
    _words(_GERMAN),
    _words(_FRENCH),
    _form(r"\bseit\s+(?:dem|der)\b|\bseit\b|\bdepuis\s+le\b|\bdepuis\b|\bab(?=\s+[0-9])", "since"),
    # Before a figure: a clock after these words is something else.
    _form(r"\b(?:vorher|zuvor|davor|sonst|normalerweise|auparavant|avant|d['’]habitude|normalement|antes|normalmente|prima|di\s+solito|eerder|normaal|voorheen)\s+(?=[0-9]+(?:[.,][0-9]+)?\s*[mµ]?s\b)", "previously "),
    _form(r"\b(?:jetzt|nun|maintenant|ahora|adesso)\s+(?=[0-9]+(?:[.,][0-9]+)?\s*[mµ]?s\b)", "now "),
    _form(r"\bde(?:l)?\s+(?=(?:antes de )?ayer\b)|\bdi\s+(?=ieri\b|l'altro\b)", ""),
    _words(_ROMANCE_AND_DUTCH),
    _form(r"(?<=[0-9])\s+uur\b", ""),
    _form(r"\bdesde\s+(?:las\s+|el\s+|[aà]s\s+)?|\bsinds\s+", "since "),
    _form(rf"\bod\s+({_CLOCK})\s+do\s+(?=[0-9])|\bd[aà]s\s+({_CLOCK})\s+[aà]s\s+(?=[0-9])", lambda match: f"from {next(filter(None, match.groups()))} to "),
    _form(rf"\bmiędzy\s+({_CLOCK})\s+a\s+(?=[0-9])|\bentre\s+[aà]s\s+({_CLOCK})\s+e\s+[aà]s\s+(?=[0-9])", lambda match: f"between {next(filter(None, match.groups()))} and "),
    _form(r"\b(?:entre\s+las|tra\s+le|tussen)\s+([0-9]{1,2})\s+(?:y\s+las|e\s+le|en)\s+(?=[0-9]{1,2}\b)", r"between \1 and "),
    _form(rf"\bod\s+(?={_CLOCK})", "since "),
    _form(rf"\bdalle\s+(?:ore\s+)?({_CLOCK})\s+alle\s+(?:ore\s+)?(?=[0-9])|\bde\s+({_CLOCK})\s+a\s+(?=[0-9])|\bvan\s+({_CLOCK})\s+tot\s+(?=[0-9])", lambda match: f"from {next(filter(None, match.groups()))} to "),
    _form(rf"\b(?:entre\s+las|tra\s+le|tussen)\s+({_CLOCK})\s+(?:y\s+las|e\s+le|en)\s+(?=[0-9])", r"between \1 and "),
    _form(rf"\b(?:dalle|dal)\s+(?:ore\s+)?(?={_CLOCK}|(?:{'|'.join(_DAYS)})\b)", "since "),
    _form(rf"\b(?:alle|a\s+las|om)\s+(?:ore\s+)?(?={_CLOCK})", "at "),
    _form(r"\binvece\s+di\b|\be[mn]\s+(?:vez|lugar)\s+de\b|\bin\s+plaats\s+van\b|\bipv\b|\bzamiast\b", "instead of "),
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
    _words(_OPERATIONS),
    _form(r"\bbeim\s+lesen\b|\blesen\s+(?=dauert\b)", "reads "),
    _form(r"\bbeim\s+schreiben\b|\bschreiben\s+(?=dauert\b)", "writes "),
    _form(rf"{_NEGATED}\b(?:{_FINE})(?!\w)", "fine"),
    _form(r"\bam\s+(?=[0-9]{1,2}[.\s])(?!\s*[0-9]{1,2}\s*[ap]\.?m)", "on "),
)  # fmt: skip
"""Patterns and what they are replaced by, in this order."""
