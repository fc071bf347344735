"""symcli XML: output of any symcli command with ``-output xml``, ``-output xml_element`` or SYMCLI_OUTPUT_MODE=XML.

Solutions Enabler 6 to 10. Sample (``symdev list -output xml_e``)::

    <?xml version="1.0" standalone="yes" ?>
    <SymCLI_ML>
      <Symmetrix>
        <Symm_Info><symid>000192601234</symid></Symm_Info>
        <Device>
          <Dev_Info><dev_name>000A1</dev_name><configuration>TDEV</configuration><status>Ready</status></Dev_Info>
          <Capacity><megabytes>512000</megabytes></Capacity>
        </Device>
      </Symmetrix>
    </SymCLI_ML>

The command does not matter: every record identifies its type, and several documents may follow each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, load, names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.symcli.text import Arrays, captured_in, is_noise
from checker.readers.symmetrix.xml import config, masking
from checker.readers.symmetrix.xml.load import TAGS as LOAD_TAGS
from checker.readers.symmetrix.xml.load import read as read_load
from checker.readers.symmetrix.xml.nodes import Broken, Node, documents, records
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_SYMID = re.compile(r"<(?:symid|Symid)>\s*([0-9A-Za-z*]{9,14})\s*<|\bsymid=\"([0-9A-Za-z*]{9,14})\"", re.IGNORECASE)
MAX_NOTES = 20
"""Broken documents of a text that are reported individually; the rest are counted."""
# Recognised records without facts of the model.
_SKIPPED = frozenset(word_list("""
    microcode_info symmwin times symcli symapi symapi_server powerpath flags srdfa auto_meta slo disk_group
    disk_group_summary_totals thindevs thindevs_total totals dg_info cg_info policy_info efficiency service_processor
    snapvx snapshot devicepool_totals timestamp
"""))  # fmt: skip


def owner_in(text: str) -> str | None:
    """Return the array of the document."""
    match = _SYMID.search(text)
    return (match.group(1) or match.group(2)) if match else None


def _detect(capture: Capture) -> Detection | None:
    if "<SymCLI_ML" in capture.head and not _lists_disks(capture.text):
        return Detection(98, "root element of symcli XML: SymCLI_ML")
    return None


def _detect_inquiry(capture: Capture) -> Detection | None:
    if "<SymCLI_ML" in capture.head and _lists_disks(capture.text):
        return Detection(99, "disks of a host in symcli XML: SymCLI_ML, Inquiry")
    return None


def _lists_disks(text: str) -> bool:
    """Whether a document lists the disks of the host that ran the command; it names their arrays, not the host."""
    return "<Inquiry" in text[:4_000]


def _read_group(node: Node, array: ArrayWriter) -> None:
    """Read a device group, storage group or composite group: its devices and its limits."""
    devices = [
        *node.all("device"), *node.all("devs_list", "device"), *node.all("devices", "device"),
        *node.all("sg_info", "devs_list", "device"),
    ]  # fmt: skip
    for device in devices:
        config.read_device(device, array)
    info = node.child("sg_info") or node
    name = info.get("name")
    if name is None:
        return
    if node.tag == "sg":
        for device in devices:
            if (volume := config.volume_of(device)) is not None:
                array.group_member(device.line, name, volume=volume)
        masking.read_related_groups(info, array, name)
        for sibling in [] if info is node else [child for child in node.children if child is not info]:
            masking.read_related_groups(sibling, array, name)
    for tag, setting in (
        ("hostiolimit_max_mb_sec", "host-io-limit-mbps"),
        ("hostiolimit_max_io_sec", "host-io-limit-iops"),
        ("slo_name", "service-level"),
    ):
        value = names.present(info.get(tag))
        if value is not None:
            array.setting(info.line_of(tag), name, setting, value)


_READ_BY_TAGS: tuple[tuple[str, Callable[[Node, ArrayWriter], None]], ...] = (
    ("director", config.read_director),
    ("device", config.read_device),
    ("dg sg cg", _read_group),
    ("masking_view view_info", masking.read_view),
    ("initiator_group port_group storage_group group_info", masking.read_group),
    ("devmask_login_record", masking.read_login_record),
    ("devmask_database db_record originator_port devmask_database_record", masking.read_database),
    ("rdfgroup", config.read_rdf_group),
    ("srp", config.read_srp),
    ("devicepool", config.read_pool),
    ("disk", config.read_disk),
)
_WRITERS = {tag: read for tags, read in _READ_BY_TAGS for tag in tags.split()}


class _Reading:
    """Dispatcher of records by their type; it remembers the array that the records belong to."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture, self._out = capture, out
        self._arrays = Arrays(capture, out)
        self._host_arrays: set[str] = set()
        self._unknown: dict[str, int] = {}
        self._load = load.Loads()
        self.count = 0

    def record(self, node: Node) -> None:
        """Read one record."""
        self.count += 1
        tag = node.tag
        if tag in ("symm_info", "enginuity"):
            self._array(node)
        elif tag == "symid":
            self._arrays.enter(node.text, node.line)
        elif tag == "inquiry":
            self._inquiry(node)
        elif tag not in ("microcode", "cache"):
            self._part(node, self._array_of(node))

    def _part(self, node: Node, array: ArrayWriter) -> None:
        tag = node.tag
        if (write := _WRITERS.get(tag)) is not None:
            write(node, array)
        elif tag in LOAD_TAGS:
            read_load(node, self._load, array.name)
        # The name of the record around the entries of a masking database depends on the version.
        elif node.child("db_record") is not None:
            masking.read_database(node, array)
        elif node.child("login") is not None:
            masking.read_login_record(node, array)
        elif tag not in _SKIPPED:
            self._unknown.setdefault(tag, node.line)

    def finish(self) -> None:
        """Write the load, and add a note for each type of record that is not read."""
        self._load.write(self._capture, self._out)
        for tag, line in self._unknown.items():
            self._out.note(line, f"symcli records of type {tag} are not read")

    def _array_of(self, node: Node) -> ArrayWriter:
        for holder in (node, *(node.child(tag) or node for tag in ("dg_info", "sg_info", "cg_info"))):
            if (found := names.present(holder.get("symid"))) is not None:
                self._arrays.enter(found, holder.line)
                break
        else:
            self._arrays.announce(node.line)
        return self._arrays

    def _array(self, node: Node) -> None:
        if node.tag == "symm_info":
            self._arrays.enter(node.get("symid"), node.line)
            version = names.present(node.get("microcode_version"))
            model = names.present(node.get("model", "product_model"))
            if version or model:
                self._arrays.add("storage_array", node.line, model=model, array_version=version)
        elif node.tag == "enginuity" and (level := names.present(node.get("patch_level"))) is not None:
            self._arrays.add("storage_array", node.line, array_version=level)

    def _inquiry(self, node: Node) -> None:
        # One record for each path, or one record around all paths (``syminq -pdevfile``).
        for path in node.all("device") or [node]:
            info = path.child("dev_info") or path
            found = names.present(info.get("symid") or path.get("symid"))
            if found is not None and found not in self._host_arrays:
                self._host_arrays.add(found)
                self._arrays.enter(found, path.line)
            config.read_inquiry(path, self._out, self._capture.owner)


def _read(capture: Capture, out: Writer) -> None:
    reading = _Reading(capture, out)
    broken_documents = 0
    for text, line, is_document in documents(capture.text, capture.first_line):
        if not is_document:
            for offset, row in enumerate(text.split("\n")):
                stripped = row.strip()
                if stripped and not stripped.startswith("<?xml") and not is_noise(stripped):
                    out.unread(line + offset)
            continue
        broken: Broken | None = records(text, line, reading.record)
        if broken is not None:
            out.ends_inside_record = True
            broken_documents += 1
            if broken_documents <= MAX_NOTES:
                out.note(broken.line, f"the document could not be read any further: {broken.reason}")
    if broken_documents > MAX_NOTES:
        out.note(capture.first_line, f"{broken_documents} documents in total could not be read to the end")
    reading.finish()


_PROLOG = r"^[ \t]*(?:<\?xml[^>\n]{0,80}\?>\s{0,20})?<SymCLI_ML"
_STORAGE_VOLUME = f"{facts.VOLUME} block_bytes label pool"
READERS = (
    Reader(
        name="symmetrix-symcli-xml", platform="symmetrix", command="symcli -output xml_element",
        provides=facts.provides(
            "engine director target_port array_setting array_login registered_initiator mask_view mask_initiator mask_iscsi"
            " mask_port mask_volume replication_link storage_group",
            storage_array="storage_array serial vendor family model array_version",
            storage_volume=_STORAGE_VOLUME,
            pool="storage_array pool size_bytes size_low_bytes size_high_bytes used_bytes used_low_bytes used_high_bytes subscribed_bytes subscribed_low_bytes subscribed_high_bytes thin raid_type drive_type",
            component="storage_array component_type component operational_status",
        )
        | load.COLUMNS,
        detect=_detect, read=_read, needles=("<SymCLI_ML",), begins=_PROLOG, owner_in=owner_in, captured_in=captured_in,
    ),
    Reader(
        name="symmetrix-syminq-xml", platform="symcli", command="syminq",
        provides=facts.provides(
            "", storage_volume=_STORAGE_VOLUME,
            device="host device vendor model revision array_serial array_device kernel_name",
            path="host device path_name protocol",
        ),
        detect=_detect_inquiry, read=_read, needles=("<SymCLI_ML",), begins=rf"{_PROLOG}[^>\n]{{0,80}}>\s{{0,20}}<Inquiry",
        captured_in=captured_in,
    ),
)  # fmt: skip
