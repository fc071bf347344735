"""Words of a ticket: the pieces of its text, and the lists of words that mean something to triage."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from checker.triage.ticket.when.forms import read_forms
from checker.triage.ticket.when.ranges import one_form

MOST_CHARACTERS = 65_536
"""A longer text is a log, not a complaint; the rest is not read."""
STOPS = frozenset(".;!?\n")
_PIECE = re.compile(r"(?:[^\s<>\"'`()\[\]{}*|,;!?=“”„«»‚‘’…]|(?<=[0-9]),(?=[0-9]))+|[,;!?\n]")
_DATE = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}\.\Z")
_CLOCK_FOLLOWS = re.compile(r",?\s+(?:at\s+)?[0-9]")
_BRACKETS = re.compile(r"([\w.-]{1,60})\[([0-9]{1,8})-([0-9]{1,8})\]")
_LISTED = re.compile(r"([\w.-]{1,60})(?:\[([0-9]{1,8}(?:,[0-9]{1,8}){1,40})\]|\{([0-9]{1,8}(?:,[0-9]{1,8}){1,40})\})")
_GLOB = re.compile(r"(?<![\w*.-])([a-zA-Z][\w.-]*)\*(?![\w*])")
ANY = "\u2217"
"""Stands for the ``*`` of ``esx*``; other asterisks are markup."""
_BETWEEN = re.compile(r"(?<=[0-9])\s*[–—]\s*(?=\w)|(?<=\w)[–—](?=\w)")
_SHORT = re.compile(r"(?i)\b(is|was|were|are|does|do|has|had)n['’]t\b")
_OF_MONTH = re.compile(r"(?i)\b([0-9]{1,2}(?:st|nd|rd|th))\s+of\s+")
_POSSESSIVE = re.compile(r"(?i)['’]s\b")


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(words.split())


FINE = word_set("fine ok okay good fast normal healthy unaffected quick happy")
TROUBLE = word_set(
    "affected impacted impaired degraded problem problems issue issues complaint complaints complains complain trouble wrong slow"
)
"""Words that mean *fine* with a negation before them."""
SLOW = word_set(
    "slow slower hang hangs hanging lag lags sluggish bad high affected impacted impaired degraded timeout timeouts"
)
NOT = word_set("not no never nothing nobody none without")  # codespell:ignore nobody
AGAIN = FINE | word_set("gone resolved recovered fixed solved over better back")
"""Words before *since* that say that it was slow until then."""
AUXILIARY = word_set("has have been is are was it there any more anymore ever again longer")
"""Words that may stand between what is said and *since*."""
ARTICLES = word_set("the a an our your this that")
PLACES = word_set("on with at for from in of")
COMPARED = word_set("than vs")
TIMES_AS = word_set("twice times double half")
MORE = word_set("than above over beyond times twice double exceeds")
"""Words before *normal* that say that it is more."""
EARLIER = word_set("until till before earlier previously yesterday last")
"""Words after *was fine* that say that it is not any more."""
LIMITS = word_set("threshold thresholds sla slas slo slos limit target")
PERCENTILES = word_set("percentile percentiles p90 p95 p99 p99.9")
MAXIMA = word_set("max maximum peak peaks peaking spikes")
AVERAGES = word_set("avg average mean")
EXCEPT = word_set("except unlike not excluding")
NEITHER = word_set("neither nor")
ALL = word_set("all everything everyone everybody anything hosts servers volumes")
DURATION = word_set("for every last past within after each")
"""Words before a number of seconds that is not a latency."""
PEOPLE = word_set(
    "user users page pages login logins logon report reports query queries screen screens transaction transactions job jobs boot"
)
"""Words near a number of seconds that is what users wait for."""
PAST = word_set("was were been had")
BREAKS = word_set("but while whereas however although though")
JOINS = word_set("and or & + / ,")
READS = word_set("read reads reading")
WRITES = word_set("write writes writing written commit commits redo journal")
FORMER = word_set(
    "was were before normally normal usually usual previously former typically instead rather used baseline vs against"
)
AFTERWARDS = word_set("before normally usually previously typically earlier")
RISES = word_set("rose went increased jumped grew up climbed moved changed doubled tripled quadrupled")
KINDS = {
    "host": "host", "hosts": "host", "server": "host", "servers": "host", "esx": "host", "esxi": "host", "machine": "host",
    "volume": "volume", "volumes": "volume", "lun": "volume", "luns": "volume", "vol": "volume", "disk": "volume",
    "datastore": "volume", "datastores": "volume", "device": "volume", "array": "storage_array", "arrays": "storage_array",
    "storage": "storage_array", "switch": "switch", "switches": "switch",
}  # fmt: skip
"""Words before a name that say of what kind it is."""
COMMON = (
    word_set(
        "a all am an any are as at be by can day did do does for from had has have he her his how i if in into is it its "
        "last like me more most much my new no now of off on one only our out over per please same see she since so some "
        "still take takes than that the their them then there these they this to too until up us very via we what when "
        "where which who why will with you your after before between last night morning today yesterday latency ms "
        "seconds minutes hours time users user database app apps application down server log logs backup test prod "
        "production esx esxi fabric san vm vms"
    )
    | READS
    | WRITES
    | FINE
    | SLOW
    | NOT
    | PAST
    | BREAKS
    | FORMER
    | RISES
    | TROUBLE
    | PERCENTILES
    | word_set("p50")
    | frozenset(KINDS)
)
"""Words that are a name only if the word before them says so."""


@dataclass(frozen=True)
class Piece:
    """A word of the ticket as written and in lower case; ``.`` and other stops are pieces of their own."""

    shown: str
    word: str


def _expanded(match: re.Match[str]) -> str:
    """Return ``esx[01,03]`` as ``esx01/esx03``."""
    prefix, numbers = match.group(1), match.group(2) or match.group(3)
    return "/".join(f"{prefix}{number}" for number in numbers.split(","))


def words_before(text: Sequence[Piece], place: int, count: int = 1) -> list[str]:
    """Return the words before a piece in the same sentence, the nearest first."""
    found: list[str] = []
    for piece in reversed(text[max(0, place - count) : place]):
        if piece.word in STOPS:
            break
        found.append(piece.word)
    return found


def pieces(text: str) -> list[Piece]:
    """Return the words and stops of a text; markup and quotes separate words."""
    plain = unicodedata.normalize("NFKC", text[:MOST_CHARACTERS])
    plain = "".join(" " if one != "\n" and unicodedata.category(one) == "Cc" else one for one in plain)
    plain = "".join(one for one in plain if unicodedata.category(one) not in ("Cf", "Cs", "Co"))
    plain = _LISTED.sub(_expanded, _BRACKETS.sub(r"\1\2-\1\3", _BETWEEN.sub("-", plain)))
    plain = _GLOB.sub(rf"\1{ANY}", plain)
    plain = _OF_MONTH.sub(r"\1 ", one_form(read_forms(_POSSESSIVE.sub("", _SHORT.sub(r"\1 not", plain)))))
    found: list[Piece] = []
    for match in _PIECE.finditer(plain):
        shown = match.group()
        if shown == "\n" and found and found[-1].shown == "\n":
            # Blank lines say no more than the end of a line.
            continue
        dated = _DATE.match(shown) and _CLOCK_FOLLOWS.match(plain, match.end())
        bare = shown if dated else shown.rstrip(".:") or shown
        if bare.strip(".:-/_\\&+") or bare in JOINS or bare in STOPS or bare == "-":
            found.append(Piece(bare, bare.casefold()))
        if shown != bare and shown.endswith("."):
            found.append(Piece(".", "."))
    return found
