"""Settings of dm-multipath: ``/etc/multipath.conf``, ``multipathd show config [local]``, ``multipath -t``.

Sample::

    defaults {
            user_friendly_names yes
            path_selector "service-time 0"
    }
    devices {
            device {
                    vendor "EMC"
                    product "Invista"
                    path_grouping_policy multibus
                    no_path_retry 5
            }
    }

The commands print the active settings in the same grammar: the built-in table overridden by the file. They are
distinguished from the file by the command, else by their form: no comments, tab indents, nearly every default stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.linux.multipath.conf_lines import Word, words
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_SECTIONS = frozenset(word_list("""
    defaults blacklist blacklist_exceptions devnode_blacklist devnode_blacklist_exceptions devices overrides multipaths
"""))  # fmt: skip
_INNER = frozenset(("device", "multipath", "protocol"))
_OF_DEVICE = {"vendor": "vendor_pattern", "product": "product_pattern", "revision": "revision_pattern"}
_OF_MAP = {"wwid": "wwid", "alias": "alias"}
_SECRETS = frozenset(("reservation_key", "password", "passwd", "secret", "auth", "token", "key", "community"))
_SECTION_LINE = re.compile(
    r"^[ \t]*(?:defaults|blacklist|blacklist_exceptions|devnode_blacklist|devices|overrides|multipaths)[ \t]*\{",
    re.MULTILINE,
)
_KNOWN_LINE = re.compile(
    r"^[ \t{]*(?:user_friendly_names|find_multipaths|polling_interval|path_grouping_policy|path_selector|no_path_retry"
    r"|getuid_callout|devnode|wwid|alias|vendor|product|prio|failback|path_checker|rr_min_io|fast_io_fail_tmo|verbosity"
    r"|dev_loss_tmo|udev_dir|features|hardware_handler|property|protocol|max_fds|checker_timeout|device|multipath)\b"
    r"(?![ \t]*[=:])",
    re.MULTILINE,
)
_NOISE = re.compile(r"multipathd> ?|[\[\]\w@:~./ -]{0,80}[$>] |(?:sudo )?multipathd? |===> |(?:ok|success)\Z|-+\Z")
_EFFECTIVE_COMMAND = re.compile(r"\bshow config\b|\bmultipath\b.*\s-t\b|\bmultipathd?\b.*\s-[a-z]*k\S*show conf")
_EFFECTIVE_DEFAULTS = 15
_MOST_NOTES = 20


@dataclass
class _Section:
    line: int
    name: str
    inner: str | None = None
    settings: list[tuple[int, str, str]] = field(default_factory=list)

    def value(self, name: str) -> str | None:
        return next((value for _, key, value in reversed(self.settings) if key == name), None)


class _Parser:
    def __init__(self, out: Writer) -> None:
        self.out = out
        self.sections: list[_Section] = []
        self.open: list[_Section] = []
        self.seen: dict[str, int] = {}
        self.notes = 0
        self._texts: dict[str, str] = {}

    def note(self, line: int, text: str) -> None:
        self.notes += 1
        if self.notes <= _MOST_NOTES:
            self.out.note(line, text)

    def take(self, line: int, found: list[Word]) -> bool:
        """Read the words of one line; return FALSE if none of them was understood."""
        depth = len(self.open)
        opened_here = False
        index = 0
        understood = False
        while index < len(found):
            word = found[index]
            following = found[index + 1] if index + 1 < len(found) else None
            if word.brace:
                understood = self._close(line) if word.text == "}" else self._lone_brace(line)
                index += 1
            elif following is not None and following.brace and following.text == "{":
                self._open(line, word.text)
                understood = opened_here = True
                index += 2
            elif not self.open:
                return understood
            else:
                index = self._setting(line, found, index, opened_here or depth != len(self.open))
                understood = True
        return understood

    def _open(self, line: int, name: str) -> None:
        if name in _SECTIONS:
            if self.open:
                self.note(line, f"{name} begins inside {self.open[-1].name}: a closing brace is missing before it")
                self.open.clear()
            if name in self.seen:
                self.note(line, f"a second section {name}; the first begins at line {self.seen[name]}")
            self.seen.setdefault(name, line)
            section = _Section(line, name)
        elif self.open and name in _INNER:
            if self.open[-1].inner is not None:
                self.note(line, f"{name} begins inside {self.open[-1].inner}: a closing brace is missing before it")
                self.open.pop()
            section = _Section(line, self.open[-1].name if self.open else "", name)
        else:
            self.note(line, f"unknown section {name[:40]}; its settings were skipped")
            section = _Section(line, "", name)
        self.open.append(section)
        self.sections.append(section)

    def _close(self, line: int) -> bool:
        if not self.open:
            self.note(line, "a closing brace without an opening one")
        else:
            self.open.pop()
        return True

    def _lone_brace(self, line: int) -> bool:
        self.note(line, "an opening brace without a section name before it")
        return True

    def _misplaced(self, name: str) -> bool:
        section = self.open[-1]
        if section.inner is not None:
            return False
        blacklist = section.name.startswith(("blacklist", "devnode_blacklist"))
        return (
            section.name in ("devices", "multipaths")
            or name in ("vendor", "product", "type")
            or (name in ("wwid", "protocol") and not blacklist)
        )

    def _once(self, text: str) -> str:
        # A file has the same few names and values in hundreds of sections; each is stored once.
        return self._texts.setdefault(text, text)

    def _setting(self, line: int, found: list[Word], index: int, several: bool) -> int:
        """Read one setting and return the position of the next word; more settings may follow only next to a brace."""
        name = found[index].text
        value = found[index + 1] if index + 1 < len(found) and not found[index + 1].brace else None
        if value is None:
            self.note(line, f"{name[:40]} has no value")
            return index + 1
        if value.unclosed:
            self.note(line, f"the quotes of {name[:40]} are not closed")
        if self._misplaced(name):
            self.note(line, f"skipped {name[:40]}: it is outside the section it belongs to")
        elif self.open[-1].name and name not in _SECRETS:
            self.open[-1].settings.append((line, self._once(name), self._once(value.text)))
        after = index + 2
        if after < len(found) and not several and not any(found[place].brace for place in range(after, len(found))):
            self.note(line, f"{name[:40]} has more than one value without quotes; multipath uses the first")
            return len(found)
        return after


def _read(capture: Capture, out: Writer) -> None:
    parser = _Parser(out)
    comments = blank_indents = 0
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if text[0] in "#!":
            comments += 1
            continue
        blank_indents += line[0] == " "
        if not parser.take(number, words(line)) and not _NOISE.match(text):
            out.unread(number)
    if parser.open:
        out.ends_inside_record = True
        out.note(parser.open[-1].line, f"the section {parser.open[-1].inner or parser.open[-1].name} is not closed")
    origin = _origin(capture, parser.sections, plain=not comments and not blank_indents)
    if parser.sections:
        out.add("host", parser.sections[0].line, host=capture.owner, platform="linux")
    counts: dict[tuple[Value, ...], int] = {}
    for section in parser.sections:
        for place, facts in _rows(section):
            key = tuple(
                facts.get(name) for name in ("section", *_OF_DEVICE.values(), "wwid", "protocol_type", "setting")
            )
            counts[key] = counts.get(key, 0) + 1
            out.add("multipath_setting", place, host=capture.owner, origin=origin, value_index=counts[key], **facts)


def _rows(section: _Section) -> Iterator[tuple[int, dict[str, Value]]]:
    """Yield line and facts of each setting; every row repeats what identifies the object of its section."""
    if not section.name:
        return
    facts: dict[str, Value] = {"section": section.name}
    named: dict[str, str] = {}
    if section.inner == "device":
        named = _OF_DEVICE
    elif section.inner == "multipath":
        named = _OF_MAP
        facts["device"] = normalise.device_id(section.value("wwid"))
    elif section.inner == "protocol":
        facts["section"] = "protocol"
        facts["protocol_type"] = section.value("type")
    for name, column in named.items():
        facts[column] = section.value(name)
    further = [
        setting
        for setting in section.settings
        if setting[1] == "alias" or (setting[1] not in named and (section.inner, setting[1]) != ("protocol", "type"))
    ]
    if not further and named and any(facts[column] for column in named.values()):
        # A device without settings, as in a blacklist.
        yield section.line, {**facts, "setting": section.inner}
    for line, name, value in further:
        yield line, {**facts, "setting": name, "value": value}


def _origin(capture: Capture, sections: list[_Section], plain: bool) -> str:
    if capture.command and _EFFECTIVE_COMMAND.search(capture.command):
        return "effective"
    stated = [name for section in sections if section.name == "defaults" for _, name, _ in section.settings]
    printed = stated[:2] == ["verbosity", "polling_interval"] or len(set(stated)) >= _EFFECTIVE_DEFAULTS
    return "effective" if plain and printed else "file"


def _detect(capture: Capture) -> Detection | None:
    section = _SECTION_LINE.search(capture.head)
    if section and _KNOWN_LINE.search(capture.head, section.end()):
        return Detection(92, "sections and settings of multipath.conf")
    return None


READERS = (
    Reader(
        name="linux-multipath-conf", platform="linux", command="cat /etc/multipath.conf",
        provides={
            "host": ("host", "platform"),
            "multipath_setting": (
                "host", "origin", "section", "vendor_pattern", "product_pattern", "revision_pattern", "wwid", "device",
                "alias", "protocol_type", "setting", "value", "value_index",
            ),
        },
        detect=_detect, read=_read, needles=("{",),
    ),
)  # fmt: skip
