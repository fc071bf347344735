"""Words that must stay: those that formats consist of, and those with the same meaning at every site.

The words that readers, views and rules compare texts with are constants in their code. These words are never replaced,
so a text means the same to them before and after anonymisation. Docstrings are ignored.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType

from checker.anonymize.columns import words_of
from checker.intake.owners.words.path_words import SUFFIXES

MIN_LETTERS = 3
"""Shorter runs of letters stay: sides and abbreviations such as sw, db, a."""
_RUN = re.compile(r"[^\W\d_]{3,}")
_ESCAPE = re.compile(r"\\[A-Za-z]")
_LITERAL = re.compile(r"'([^'\n]{1,200})'")
_CONDITION = re.compile(r"(?m)^(?:when|violated|rows|severity): [^\n]*(?:\n[ ]+[^\n]*)*")
_PACKAGES = ("checker.readers", "checker.facts", "checker.topology", "checker.views", "checker.resources")

_COMMON = words_of("""
about after again all also and any are been before but can could did does for from get had has have her here him his how
into its just let like made make may more most much must new next not now off old one only other our out over own per
please she should since some such than thank that the their them then there these they this those through too two under
until upon use used very via was way were what when where which while who why will with within would yes yet you your
com org net edu gov mil int biz info local lan intern internal corp home arpa example invalid localhost www http https ftp
sftp ssh tel mail email iqn eui naa uuid null none true false yes unknown default
jan feb mar apr jun jul aug sep oct nov dec mon tue wed thu fri sat sun utc gmt cet cest est edt pst pdt
january february march april june july august september october november december
admin root service sysadmin administrator maintenance guest manager operator user public private support tech nobody
""")

_TECHNICAL = words_of("""
alias aliases array arrays backup bay bkp blade boot brick brocade bus cabinet cascade cfg channel chassis cisco clariion
clone cluster compellent controller copy core crash data database datacenter dcx dell demo dev devel device dir director disk
disks drive drp edge emc emulex enc enclosure engine esx esxi extent fabric fab fas fcp fcs fds filer fuji fujitsu
gatekeeper gold group grp hba hbas hdd hitachi host hosts hpe hpux hus hyperv ibm init initiator initiators int iscsi
journal kvm lab ldev left leg linux log logging logs lpar lun luns mds meta metro mgmt migration mirror mpath msa multipath
netapp node nodes nexus old oracle ora path pool port ports powermax powerpath powerstore prd pre primary prod production pure
purestorage qlogic quorum rack raid rdf rdm red redo repl replica rhel right room row san scratch secondary server sfp
shelf side silver site slot snap snapshot solaris spa spb spare spine sql srv srvr ssd stage staging storage storwize sun svc
swap switch switches symm symmetrix sys system tape tapes target targets temp test tier tmp top unity unix uat vcenter
veritas view views vio vios virtual vmfs vmware vmax vmkernel vmnic vmhba vnx vol vols volume volumes vplex vsan vsp win
windows witness wwn wwnn wwpn xbrick xen xio xiv xms xtremio zone zones zoneset zoning zos
ethernet infiniband fibre fiber fibrechannel channel corporation lightpulse hewlett packard enterprise huawei lenovo
broadcom marvell cavium mellanox hgst seagate samsung micron intel toshiba kioxia oceanstor dorado infinibox nimble ultrium
enterprise red hat suse ubuntu debian centos release build patch vendor product revision
""")

NAME_PARTS = frozenset(
    words_of(
        "esx esxi srv server vmax vplex xio xtremio fab fabric hba lun vol symm prod prd test linux host zone cluster node "
        "alias disk data vnx brocade mds unity powerstore netapp purestorage storage switch datastore"
    )
)
"""Words that are often joined to others; the rest is treated as a separate word."""

SIDED = frozenset(
    words_of("fabric fab side san switch host node core edge vsan cluster zone zoneset cfg director hba site room rack")
)
"""Words that a letter for the side is joined to; such a pair stays, because the sides must remain distinguishable."""

_SIDES = frozenset("abcd")
# Names that kernels and multipath software assign, and masked names.
_GIVEN = re.compile(r"(?:sd|hd|vd|xvd|dasd|mpath|emcpower|vxvm)[a-z]{1,4}\Z|(.)\1+\Z")


def letter_runs(text: str) -> Iterator[str]:
    """Yield every run of letters that is long enough to be a word, in lower case."""
    for found in _RUN.finditer(text):
        yield found.group().lower()


@cache
def protected_words() -> frozenset[str]:
    """Return every word that is never replaced, in lower case."""
    words = {*_COMMON, *_TECHNICAL, *NAME_PARTS, *SIDED, *SUFFIXES, *_model_words()}
    for text in _constants():
        words.update(letter_runs(_ESCAPE.sub(" ", text)))
    for text in _resources():
        for literal in _LITERAL.findall(text):
            words.update(letter_runs(literal))
    return frozenset(words)


def _model_words() -> Iterator[str]:
    from checker.facts.kinds import kinds

    for kind in kinds().values():
        yield from letter_runs(kind.name.replace("_", " "))
        for column in kind.columns:
            yield from letter_runs(" ".join((column.name.replace("_", " "), *column.values)))


def _constants() -> Iterator[str]:
    import checker

    for module in pkgutil.walk_packages(checker.__path__, "checker."):
        if module.name.startswith(_PACKAGES):
            spec = module.module_finder.find_spec(module.name, None)
            if isinstance(spec, ModuleSpec) and spec.loader is not None and hasattr(spec.loader, "get_source"):
                yield from constants_of(spec.loader.get_source(module.name) or "")


def constants_of(source: str) -> Iterator[str]:
    """Yield every text constant of a module's source except docstrings."""
    # At this optimization level the compiler drops the docstrings of modules, classes and functions.
    yield from _texts_of(compile(source, "<constants>", "exec", dont_inherit=True, optimize=2))


def _texts_of(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _texts_of(constant)
        else:
            yield from _texts_in(constant)


def _texts_in(constant: object) -> Iterator[str]:
    if isinstance(constant, str):
        yield constant
    elif isinstance(constant, (tuple, frozenset)):
        for one in constant:
            yield from _texts_in(one)


def _resources() -> Iterator[str]:
    """Yield the SQL and rules whose quoted literals are compared with names."""
    from checker.resources import rules_folder

    package = Path(__file__).parents[1]
    for file in sorted(package.glob("views/sql/**/*.sql")):
        yield file.read_text(encoding="utf-8")
    for file in sorted(rules_folder().rglob("*.yaml")):
        yield "\n".join(_CONDITION.findall(file.read_text(encoding="utf-8")))


def pieces(word: str, protected: Iterable[str]) -> list[tuple[str, bool]]:
    """Split a run of letters (lower case) into parts, each with whether it is replaced.

    The split depends on the word alone, so that a name is replaced the same way everywhere.
    """
    known = protected if isinstance(protected, frozenset) else frozenset(protected)
    if len(word) < MIN_LETTERS or word in known or (word[:-1] in SIDED and word[-1] in _SIDES) or _GIVEN.match(word):
        return [(word, False)]
    for size in range(min(len(word) - MIN_LETTERS, 11), MIN_LETTERS - 1, -1):
        if word[:size] in NAME_PARTS:
            return [(word[:size], False), *pieces(word[size:], known)]
        if word[-size:] in NAME_PARTS:
            return [*pieces(word[:-size], known), (word[-size:], False)]
    return [(word, True)]
