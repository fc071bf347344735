"""Words of paths that name no machine: of commands and formats, general ones, dates."""

from __future__ import annotations

import re
from functools import cache

from checker.readers.toolkit.base import word_list

SUFFIXES = word_list("txt log out csv ndjson jsonl json xml yaml yml cfg conf dump lst gz text bak orig old prev save")
"""Ends of names of files that say nothing about the machine."""
SUFFIX = re.compile(rf"(?:\.(?:{'|'.join(SUFFIXES)})){{1,8}}$", re.IGNORECASE)
DAY = re.compile(
    r"(?<![0-9])(?P<year>20\d\d)(?P<dash>[-_.]?)(?P<month>0[1-9]|1[0-2])(?P=dash)(?P<day>0[1-9]|[12]\d|3[01])"
    r"(?:[T_\- ]{0,2}(?P<hour>[01]\d|2[0-3])[-:.]?(?P<minute>[0-5]\d)(?:[-:.]?(?P<second>[0-5]\d))?(?:Z|(?![0-9])))?(?![0-9])"
)
DAY_FIRST = re.compile(
    r"(?<![0-9.])(?P<day>0[1-9]|[12]\d|3[01])\.(?P<month>0[1-9]|1[0-2])\.(?P<year>20\d\d|2\d)(?![0-9]|\.\d)"
)
"""A date with the day first, as in German: 24.11.2026."""
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_MONTH_AND_DAY = r"(?-i:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[-_ ]?(?:0[1-9]|[12]\d|3[01]))"
"""A day without a year: Jan02. A machine may be called dec01."""
_NOISE = re.compile(
    r"(?<![^\W_])(?:(?:case|inc|incident|sr|chg|change|req|ritm|prb|task|ticket|rfc|issue|upload|attachment|download)[-_# ]?\d{5,}|(?:ticket|case|incident)[-_# ]\d{3,4}"
    r"|20\d\d[-_]?(?:w|kw)[-_]?\d\d|(?:w|kw)\d\d[-_]?20\d\d"
    rf"|\d{{1,2}}[-_. ]?{_MONTH}[-_. ]?20\d\d|{_MONTH_AND_DAY}|\d{{1,2}}\.\d{{1,2}}\.20\d\d|\d{{1,2}}h\d\d|page[-_ ]?\d{{1,6}}|1[6-9]\d{{8}})(?![^\W_])",
    re.IGNORECASE,
)
_PHASE = re.compile(
    r"(?:pre|post|before|after|during)(?:[-_ ]?(?:upgrade|update|migration|change|maintenance|reboot|test))?"
    r"|(?:run|pass|round|attempt|step|section|task|chunk|day|week|rc|exit|out|output|result|part)[-_ ]?\d{1,3}"
    # With a blank, as names of machines have none: mail 1, New folder (2).
    r"|(?:(?:e-?)?mail|message|msg|attachment|new folder|folder|ticket|case|upload|download|zip) \(?\d{1,3}\)?",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:dc|rz|cpd|data ?cent(?:er|re)|site|campus|building|bldg|floor|hall|room|row|rack|cage|aisle)[-_ ]?\d{1,3}",
    re.IGNORECASE,
)
GENERIC = frozenset(
    word_list("""
    output outputs export exports capture captures session sessions command commands cmd cmds show list display dump get
    print all info detail details txt log logs raw result results report config configuration cfg settings status
    summary version json xml csv cli shell ssh out stdout stdin of on von for from the and final latest full complete copy
    curl wget http https request response responses answer reply body query instances download page before after during
    name names vplexcli xmcli uemcli naviseccli navicli symcli esxcli pstcli purecli dscli smcli xcli racadm putty
    delim nohdr
""")
)
"""Words of file names that describe no command and name no machine."""
_COMMON = GENERIC | frozenset(
    word_list("""
    data active storage san fc paths path mpath multipathing port ports zone zones zoning zoneset alias aliases device
    devices disk disks partition partitions lun luns hba hbas initiator initiators target targets volume volumes view
    views cluster clusters director directors engine engines hosts switches arrays host switch array fabric inventory
    rest api v1 v2 types xms rebuild transfer size sizes versions sys class block queue ll ls ns flogi fcns database
    errors error map maps nsshow sympd
""")
)

FOLDERS = frozenset(
    word_list("tmp var opt usr etc home root mnt proc sos_commands collected files archive upload uploads")
)
"""Folders of systems and of collectors, which name no machine; files may be named so."""
ASIDE = frozenset(
    word_list("old new prev previous current today yesterday backup backups bak ticket tickets case cases misc temp")
)
"""Folders into which exports are put aside, of one machine or of several."""
ARRAY_OBJECTS = frozenset(
    word_list("""
    fc iscsi sas eth ethernet nvme fibre channel host lun vdisk volume vol initiator target port group map mapping masking mask view node
    controller director processor sp system cluster appliance pool disk drive hardware software snap snapshot replication session metric
    canister performance path link agent bundle config info instance type rest api json ldev wwn affinity fru hba enclosure raid aggregate igroup
    interface network hw server storage srdf rdf remote connection member license alert event user
""")
)
"""What arrays consist of or know. A file of an array that is named after such a thing alone has no name."""
_DISKS = ARRAY_OBJECTS | frozenset(word_list("data dev device part partition mpath dg vg lv pv fs"))
PURPOSES = frozenset(
    word_list("""
    left right top bottom upper lower north south east west front rear inner outer first second primary secondary main
    prod production live test tests testing dev devel development qa uat int stage staging preprod lab demo sandbox dr
    good bad broken failed failing healthy normal slow fast ok nok customer client vendor support sample example mine yours
""")
)
"""Words for sides, environments, conditions and people, which say what a file is for."""
SYSTEMS = frozenset(word_list("array storage san system site host server cluster"))
"""General words for an array as a whole: a letter after one of them names it."""
MACHINES = SYSTEMS | {"node"}
"""What a number names (node-1); other things that an array has are counted by it (luns-1)."""
TOP_LEVEL = frozenset(
    word_list("com net org int info dev io be cc fm ht ie lu pe sg site services systems local lan internal")
)
"""Ends of domain names that are words of commands, too, or may become so."""


@cache
def command_words() -> frozenset[str]:
    """Return the words of all command and format names, in lower case; they are not names of owners."""
    from checker.readers.registry import cards

    words = set(_COMMON)
    for card in cards():
        for text in (card.command, card.name, *card.also):
            words.update(word for word in re.split(r"[^A-Za-z0-9]+", text.lower()) if word)
    # A platform may be the only name in a path ("vplex/views.txt"), so platforms count as names.
    platforms = {card.platform for card in cards()} | {"mds", "vmax", "powermax", "vnx"}
    # Win32_OperatingSystem is a class of WMI, win32 the host after win31.
    return frozenset(words - platforms - {"", "win32"})


def without_noise(text: str) -> str:
    """Return a name of a file or folder without dates, times and numbers of tickets: CASE-00123456, INC0042317."""
    return _NOISE.sub(" ", DAY_FIRST.sub(" ", DAY.sub(" ", text))).strip(" _-.")


def is_place(folder: str) -> bool:
    """Whether a folder is named after a place with a number, such as rack 3, or with a letter alone."""
    return (len(folder) == 1 and folder.isalpha()) or _PLACE.fullmatch(folder) is not None


def is_phase(folder: str) -> bool:
    """Whether a folder is named after a phase of work or counts its results: before, post-upgrade, run-2, output-01."""
    return _PHASE.fullmatch(folder) is not None


def is_time(folder: str) -> bool:
    """Whether a folder may be named after a time of day, or a day in any order: 0915, 091530, 03-04-2026."""
    return (
        re.fullmatch(r"(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?|\d{1,2}[-_. ]\d{1,2}[-_. ](?:20)?\d\d", folder) is not None
    )


def is_numbered(name: str) -> bool:
    """Whether a name ends with a number after a word for a machine: db07, but not data1, which is a disk."""
    last = re.search(r"([^\W\d_]+)[-_.]?\d+\Z", name)
    return last is not None and last[1].lower() not in _DISKS


def are_things(text: str) -> bool:
    """Whether a name consists of words for what arrays have (ldevs, host-groups), without a number."""
    return not re.search(r"\d", text) and all(word in ARRAY_OBJECTS for word in singular(text))


def singular(text: str) -> list[str]:
    """Return the words of a text, each without a plural's last letter: host-groups is host and group."""
    return [word.removesuffix("s") if len(word) > 3 else word for word in re.findall(r"[^\W\d_]+", text)]
