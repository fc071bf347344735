"""The words of vdbench's parameters: each may be abbreviated to its first letters, and some have two names.

An ambiguous abbreviation means the first parameter in vdbench's own order (SD_entry, WD_entry, FsdEntry, FwdEntry,
RD_entry and For_loop of version 5.04).
"""

from __future__ import annotations

_WORDS = {
    "sd": "host lun count size threads hitarea offset align kstat instance replay journal resetlun resetbus openflags range streams",
    "wd": "skew xfersize readpct rdpct writepct wrpct range hotband seekpct stride priority iorate rhpct whpct host openflags "
    "threads streams",
    "fsd": "anchor journal host width depth sizes shared wss workingsetsize total_size totalsize files distribution cleanup "
    "openflags count",
    "fwd": "readpct rdpct stopafter operation fileselect fileio xfersizes skew threads target host openflags",
    "rd": "forxfersize forthreads forrdpct forrhpct forwhpct forseekpct forhitarea forcompratio forcompression fordepth "
    "forwidth forfiles forsizes fortotalsize forwss forworkingsetsize foroperations foriorate xfersize threads rdpct rhpct whpct "
    "seekpct hitarea compratio compression depth width files sizes totalsize wss workingsetsize iorate skew curve stopcurve "
    "elapsed interval warmup pause distribution startcmd endcmd fwdrate operations format openflags mount",
}
_KEYWORDS = {kind: tuple(words.split()) for kind, words in _WORDS.items()}
_EXACT = frozenset(["sd", "wd", "rd", "fsd", "fwd", "hd", "maxdata", "maxdataread", "maxdatawritten"])
_SHORTEST = 2
_SAME = {
    "readpct": "rdpct", "writepct": "wrpct", "xfersizes": "xfersize", "sizes": "size", "operations": "operation",
}  # fmt: skip
# Parameters of a run apply to all its workloads, with and without the prefix ``for``.
_LOOPS = {"xfersize": "forxfersize", "seekpct": "forseekpct"}


def keyword(kind: str, written: str) -> str:
    """Return the name of a parameter of an ``sd``, ``wd``, ``fsd``, ``fwd`` or ``rd`` line, or the word itself."""
    known = _KEYWORDS.get(kind, ())
    word = written
    if written not in known and written not in _EXACT and len(written) >= _SHORTEST:
        word = next((each for each in known if each.startswith(written)), written)
    if kind == "rd":
        return _LOOPS.get(word, word)
    return _SAME.get(word, word)
