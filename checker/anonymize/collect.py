"""Find what to replace: read all exports once, take the names from the model, and the rest from the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from checker.anonymize.columns import content_of, words_of
from checker.anonymize.identifiers import wwns_in
from checker.anonymize.mentioned import machines_in, serials_in, users_in
from checker.anonymize.names import Names
from checker.anonymize.rewrite import KEPT_USERS
from checker.anonymize.secrets.remove import without_secrets
from checker.anonymize.vocabulary import letter_runs
from checker.facts import normalise, products
from checker.facts.kinds import kinds
from checker.facts.observations import Observations
from checker.intake.budget import Budget
from checker.intake.bundles.limits import Limits
from checker.intake.decode import decode
from checker.intake.read import read_file, read_inventory
from checker.intake.record import ExportRecord
from checker.intake.walk import SourceFile, read_bytes
from checker.topology.derive.links import PRINTED_LENGTH

if TYPE_CHECKING:
    from checker.rules.config.model import Config

Progress = Callable[[str, float], None]

_MACHINES = ("host", "hostname", "guest", "switch", "peer_switch", "member_name", "chassis", "storage_array", "xms")
_SYMBOLIC = ("symbolic_name", "node_symbolic_name")
_ACCOUNT = re.compile(r"(?<![\w.+\-])([\w.+\-]{1,64})@([\w.\-]{1,253})")
_TOP_LEVEL = (
    "com net org edu gov mil int biz info local lan internal intern intra corp home arpa example invalid test localdomain "
    "ad de at ch fr nl be lu uk ie it es pt dk se no fi pl cz sk hu ro bg gr tr ru ua us ca mx br ar cl au nz jp cn hk tw "
    "kr in sg my th id ph vn za ae sa il eu cloud dom domain"
)
_DOMAIN = re.compile(
    r"(?<![\w.\-/\\])((?:[A-Za-z0-9_][\w\-]{0,62}\.){1,8})(?:" + "|".join(_TOP_LEVEL.split()) + r")(?![\w\-]|\.[\w])",
    re.IGNORECASE,
)
_QUALIFIED_NAME = re.compile(r"\biqn\.[0-9]{4}-[0-9]{2}\.([\w.\-]{1,223}(?::[\w.\-:]{1,223})?)", re.IGNORECASE)
_VENDORS = frozenset(
    words_of(
        "emc dell vmware microsoft redhat suse debian ubuntu openiscsi xensource oracle sun netapp purestorage nimblestorage "
        "hitachi hds ibm hpe compellent equallogic cisco brocade broadcom qlogic emulex marvell intel lenovo huawei xtremio "
        "cloudera gnu linux kernel fedoraproject centos freebsd veritas symantec storsimple synology qnap w3 ietf iana dmtf "
        "snia java javax python apache json xml schemas storage array vcenter google github mozilla"
    )
)
_PERSONAL = re.compile(
    r"(?im)^[ \t#*!\"']{0,40}(?:snmp-server |callhome |sys(?:tem)?[ _.\-]?|switch\.|snmp\.\w{0,20}\.?|switchport |site[ _\-]?|street-|phone-)?"
    r"(?:contact|contact-name|location|address|customer(?:[ _\-]?(?:name|id))?|company|organi[sz]ation|department|description|descr|"
    r"(?:tele|mobile)?phone|contract[ _\-]?id|site[ _\-]?id)"
    r"(?:[ _\-]name)?[\"']?(?=[ \t]*[:= ])[ \t]*+[:=]?[ \t]*+(\S[^\n]{0,400})$"
)
_SERIAL = re.compile(
    r"(?i)(?:serial|sernum|serno|psnt|service[ _\-]?tag|asset[ _\-]?tag|\bs/?n(?![a-z]))[\w.\- #]{0,30}[\"']?[ \t]{0,30}[:=][ \t]{0,30}"
    r"[\"']?([a-z0-9][\w\-]{4,40})(?![\w\-.:])"
)
_LONG_HEX = re.compile("[0-9A-Fa-f]{16,}")
_PUNCTUATION = "()[]{}<>,;.:\"'"
_BANNER = re.compile(r"(?ims)^banner (?:motd|login|exec|incoming)[ \t]+(\S)(.{0,4000}?)\1")
_VERSION = re.compile(
    r"(?i)(?:version|firmware|driver|release|level|build|kernel|\brev(?:ision)?|\bfw|\bfv|\bdv|\bdvr|\bver|\bgeosynchrony|"
    r"\bfabos|\bcode)\w{0,10}[\"']?[ \t]{0,40}[:=]?[ \t]{0,40}[\"']?v?([0-9]{1,3}(?:\.[0-9]{1,3}){3})(?![\w.]*\.[0-9])"
)
_PRIVATE = re.compile(r"(?:10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.)")
_QUAD = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_DEVICE_NUMBER = re.compile(r"[0-9][0-9A-F]{3,4}\Z")
_NUMBERED = ("storage_volume", "volume_name", "array_device", "about_key")
_MODEL_LIKE = re.compile(r"[A-Za-z]{1,4}[0-9]{3,5}[\w\-]*\Z|v?[0-9][\w.\-]*\Z|[A-Z]{1,3}v?[0-9]+\.[\w.\-]*\Z")


@dataclass
class Collected:
    """The names found, the data that identifiers need, and the exports as they were read.

    ``truncated`` are names of switches as long as a table prints at most.
    """

    names: Names = field(default_factory=Names)
    wwns: set[str] = field(default_factory=set)
    directors: set[str] = field(default_factory=set)
    versions: set[str] = field(default_factory=set)
    occurring: set[str] = field(default_factory=set)
    truncated: set[str] = field(default_factory=set)
    records: list[tuple[SourceFile, list[ExportRecord]]] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)


def collect(sources: Sequence[SourceFile], config: Config, progress: Progress | None = None) -> Collected:
    """Read everything and return what to replace, including the names in the configuration."""
    found = Collected()
    budget = Budget(Limits.of(config.bundles))
    for number, source in enumerate(sources):
        observations = Observations()
        records = read_file(source, number, observations, config.sources, budget)
        found.records.append((source, records))
        if any(record.format for record in records):
            _from_model(observations, found)
            for record in records:
                if record.format is not None and record.owner:
                    found.names.add(record.owner)
                    # A file without a known owner is its own owner; a whole file name is not a machine name.
                    if record.owner not in source.inside:
                        found.names.machines.add(record.owner.lower())
            for part in source.inside:
                found.names.add_words(part)
            if source.owner:
                found.names.add(source.owner)
            # Without credentials: even the private map must not contain one.
            from_text(without_secrets(decode(read_bytes(source))), found)
        if progress:
            progress("reading", (number + 1) / max(1, len(sources)))
    if config.inventory:
        observations = Observations()
        read_inventory(config.inventory_text, config.path or "configuration", 0, observations)
        _from_model(observations, found)
    for hint in config.sources:
        if hint.owner:
            found.names.add(hint.owner)
    for name in sorted(found.truncated):
        # The last word of a truncated name is not a word of its own.
        if not any(machine.startswith(name.lower()) for machine in found.names.machines):
            found.names.add(name)
            found.names.machines.add(name.lower())
    found.names.finalize()
    return found


def _from_model(observations: Observations, found: Collected) -> None:
    for chunk in observations.chunks():
        kind = kinds()[chunk.kind]
        for column, values in zip(chunk.columns, chunk.values, strict=True):
            if kind.column(column).type != "text":
                continue
            for value in set(values):
                if isinstance(value, str) and value:
                    _take(chunk.kind, column, value, found)


def _take(kind: str, column: str, value: str, found: Collected) -> None:
    what = content_of(kind, column)
    if column in _NUMBERED and _DEVICE_NUMBER.match(value):
        # A hexadecimal number, such as a Symmetrix device number: its letters are not a word.
        return
    if column in _SYMBOLIC:
        for name in _names_in_symbolic(value):
            found.names.add(name)
    elif column == "peer_switch" and len(value) == PRINTED_LENGTH:
        found.truncated.add(value)
    elif what in ("name", "identifier"):
        digits = normalise.wwn(value)
        device = normalise.device_id(value) if digits is None else None
        if device is not None and device.startswith("naa."):
            found.wwns.add(device[4:])
        elif digits is not None:
            found.wwns.add(digits)
        elif column == "director_id":
            found.directors.add(value)
        elif what == "name" and device is None:
            found.names.add(value)
            if column in _MACHINES:
                found.names.machines.add(value.lower())
    elif what == "serial":
        found.names.add_serial(value)
    elif what == "technical":
        found.names.keep(value)
        found.versions.update(_QUAD.findall(value))


def _names_in_symbolic(text: str) -> Iterator[str]:
    """Yield the machine names in a symbolic name such as ``Emulex LPe16002 FV11.1.2 HN:esx07 OS:VMware``."""
    for token in re.split(r"[\s\"\[\]]+", text):
        label, colon, rest = token.partition(":")
        if colon and label.upper() in ("HN", "HOST", "HOSTNAME", "NODE"):
            yield rest
        elif token and not colon and not _MODEL_LIKE.match(token) and normalise.wwn(token) is None:
            yield token


@cache
def _symmetrix_volume() -> re.Pattern[str]:
    """Match the id of a Symmetrix volume, which contains the serial number of the array."""
    prefix, length = products.serial_layout("symmetrix")
    return re.compile(rf"(?i){prefix}([0-9]{{{length}}})[0-9a-f]{{12}}")


def from_text(text: str, found: Collected) -> None:
    """Collect from the text of an export what readers ignore: people, domains, contacts, banners."""
    names = found.names
    found.occurring.update(set(letter_runs(text)))
    found.wwns.update(wwns_in(text))
    found.versions.update(one for one in _VERSION.findall(text) if not _PRIVATE.match(one))
    for serial in set(_symmetrix_volume().findall(text)):
        names.add_serial(serial)
    for serial in set(_SERIAL.findall(text)):
        # The id of a LUN is its serial number as well; it keeps its own form.
        if not _LONG_HEX.fullmatch(serial):
            names.add_serial(serial)
    if "@" in text:
        for user, place in set(_ACCOUNT.findall(text)):
            if user.lower() not in KEPT_USERS:
                names.add(user)
            names.add(_without_top(place))
    for labels in set(_DOMAIN.findall(text)):
        _domain(labels, names)
    if "iqn." in text:
        for one in set(_QUALIFIED_NAME.findall(text)):
            labels, _, own = one.partition(":")
            _domain(labels, names)
            if own:
                # What follows the domain is usually the name of a host, and may consist of words that stay elsewhere.
                names.add(own)
                names.machines.add(own.lower())
    for user in users_in(text):
        if user.lower() not in KEPT_USERS:
            names.add(user)
    for machine in machines_in(text):
        if normalise.wwn(machine) is None:
            names.add(machine)
            names.machines.add(machine.lower())
    for serial in serials_in(text):
        names.add_serial(serial)
    for value in {*_PERSONAL.findall(text), *(value for _, value in _BANNER.findall(text))}:
        for token in (one.strip(_PUNCTUATION) for one in value.split()):
            # Possibly a telephone number.
            names.add_serial(token) if token.lstrip("+").isdigit() else names.add(token)


def _domain(labels: str, names: Names) -> None:
    parts = [part for part in labels.split(".") if part]
    if _VENDORS.isdisjoint(part.lower() for part in parts):
        names.add(".".join(parts))


def _without_top(place: str) -> str:
    head, dot, top = place.rpartition(".")
    return head if dot and top.isalpha() else place
