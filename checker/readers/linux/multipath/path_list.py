"""Rows of a list of paths: columns chosen by a line of headings, as multipathd and ``multipath -v3`` print them.

::

    ===== paths list =====
    uuid                              hcil    dev dev_t pri dm_st  chk_st  vend/prod/rev
    36000144000000010300aa00000000001 3:0:1:4 sdk 8:160 50  [undef][ready] EMC     ,Invista

A path that is in no map has the dm state ``undef``: it may be a local disk, so it does not belong to dm-multipath.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.multipath.fields import Product, host_adapter, is_plain_name, read_product
from checker.readers.linux.multipath.states import path_state

# Column headings of libmultipath's print.c, with the pattern of their cells. Headings of two words come first.
WORD = r"\S+"
FREE = r".{0,80}?"
# Each additional free-text column multiplies the ways to match a line that is not a row.
_MOST_FREE = 2
_LONGEST_ROW = 2000
PATH_COLUMNS = {
    "host adapter": r"\S+", "host WWNN": WORD, "target WWNN": WORD, "host WWPN": WORD, "target WWPN": WORD,
    "vpd page data": FREE, "LUN hex": WORD, "vend/prod/rev": FREE,
    "next_check": r"(?:[X.]{2,40}[ \t]+[0-9]{1,9}/[0-9]{1,9}|\[?orphan\]?|\S+|)",
    "chk_st": r"(?:\[?i/o (?:pending|timeout)\]?|\S+)", "hcil": r"(?:[0-9#]{1,9}(?::[0-9#]{1,18}){3}|-|\[undef\])", "dev_t": r"(?:[0-9#]{1,9}:[0-9#]{1,9}|-|\[undef\])", "dm_st": WORD, "dev_st": WORD,
    "init_st": WORD, "marginal_st": WORD, "checker": WORD, "multipath": WORD, "protocol": WORD, "failures": WORD,
    "foreign": WORD, "serial": FREE, "size": r"[0-9.]+ ?[KMGTP]?", "uuid": FREE, "pri": WORD, "dev": WORD,
}  # fmt: skip
PATH_HEADER = re.compile(
    r"^[ \t]*+(?=[^\n]{0,300}\b(?:hcil|dev)\b)(?=[^\n]{0,300}\b(?:dm_st|chk_st|dev_st|dev_t|uuid|host WWPN|target WWPN|pri)\b)"
    r"(?:(?:host adapter|(?:host|target) WW[NP]N|vpd page data|LUN hex|vend/prod/rev|next_check|chk_st|hcil|dev_t|dm_st"
    r"|dev_st|init_st|marginal_st|checker|multipath|protocol|failures|foreign|serial|size|uuid|pri|dev)(?=[ \t\n]|\Z)[ \t]*)"
    r"{2,30}$",
    re.MULTILINE,
)
_NOTHING = frozenset(("", "-", "[undef]", "[unknown]", "[orphan]", "undef", "##", "##,##", "[n/a]", "#:#:#:#"))


class Rows:
    """The rows below a line of headings: the names of the columns, and the pattern that cuts a row into cells."""

    def __init__(self, names: tuple[str, ...], pattern: re.Pattern[str]) -> None:
        self._names = names
        self._pattern = pattern

    def cells(self, line: str) -> dict[str, str] | None:
        """Return the cells of a row; None for other lines."""
        # Old versions print adjacent brackets; a blank between them separates the words. The first cell may be empty.
        match = self._pattern.match(" " + line.replace("][", "] [")) if len(line) < _LONGEST_ROW else None
        return {n: text.strip() for n, text in zip(self._names, match.groups(), strict=True)} if match else None


def rows_below(header: str, known: Mapping[str, str]) -> Rows | None:
    """Return the rows below a line of headings; None if it has an unknown heading."""
    names: list[str] = []
    rest = header.strip()
    while rest:
        name = next((name for name in known if rest == name or rest.startswith((name + " ", name + "\t"))), None)
        if name is None or name in names:
            return None
        names.append(name)
        rest = rest[len(name) :].lstrip()
    free = [name for name in names if known[name] == FREE][:_MOST_FREE]
    cells = [f"({known[name] if known[name] != FREE or name in free else WORD})" for name in names]
    return Rows(tuple(names), re.compile(r"\s*" + r"[ \t]+".join(cells) + r"\s*\Z"))


def cell(cells: Mapping[str, str], name: str) -> str | None:
    """Return a cell; None without a value."""
    text = cells.get(name)
    return None if text is None or text in _NOTHING else text


def product(text: str) -> Product:
    """Return vendor and product of ``vendor,product,revision``; old versions omit the revision."""
    return read_product(text.rpartition(",")[0] if text.count(",") > 1 else text)


def write_path(cells: Mapping[str, str], line: int, host: str, out: Writer) -> None:
    """Write the path of a row, and the LUN and its owner if the row has them; orphans are skipped."""
    if "orphan" in (cells.get("next_check", "").strip("[]"), cells.get("multipath", "").strip("[]")):
        return
    name, address, uuid, alias = (cell(cells, key) for key in ("dev", "hcil", "uuid", "multipath"))
    if name is None and address is None:
        return
    device = map_identity(uuid, alias if alias != uuid else None, None, line, out) if uuid else None
    if device is None and alias:
        device = normalise.device_id(alias) or f"block:mapper/{alias}"
    place = f"{host} {name or address}"
    owner = None if cells.get("dm_st", "").strip("[]") == "undef" else "dm-multipath"
    words = [cells.get(key, "") for key in ("dm_st", "chk_st", "dev_st")]
    facts: dict[str, Value] = {}
    if any(words[:2]):
        # Missing words must not shift the others: states are identified by position.
        path_status = path_state(" ".join(word.strip("[]") or "undef" for word in words))
        facts.update(state=path_status[0], state_text=" ".join(word for word in words if word).replace("] [", "]["))
    priority = normalise.integer(cells.get("pri"))
    scsi = address if address and re.fullmatch(r"[0-9]+(?::[0-9]+){3}", address) and is_plain_name(name or "") else None
    protocol = cells.get("protocol", "")
    initiator = out.wwn(cell(cells, "host WWPN"), line, "path", "initiator_wwpn", place)
    target = out.wwn(cell(cells, "target WWPN"), line, "path", "target_wwpn", place)
    if protocol.startswith("nvme") or (name or "").startswith("nvme"):
        facts["protocol"] = "nvme"
    elif protocol == "scsi:fcp" or (initiator and target):
        facts.update(protocol="fcp", transport="fc")
    elif protocol.startswith("scsi:"):
        facts["transport"] = protocol.removeprefix("scsi:")
    if "uuid" in cells and device is None and owner is None:
        # The listing does not know the identity of a disk outside maps; a local disk is not a path.
        if scsi and name:
            out.add("scsi_address", line, host=host, kernel_name=name, hctl=scsi)
        return
    out.add(
        "path", line, host=host, device=device, path_name=name, hctl=scsi, hba=host_adapter(scsi) if scsi else None,
        target=scsi.rpartition(":")[0] if scsi else None,
        lun=normalise.integer(scsi.rpartition(":")[2]) if scsi else None, initiator_wwpn=initiator, target_wwpn=target,
        priority=None if priority is None or priority < 0 else priority, plugin=owner, **facts,
    )  # fmt: skip
    if device is not None:
        vendor, model = product(cells.get("vend/prod/rev", ""))
        if owner:
            out.add("device_owner", line, host=host, device=device, multipath_owner=owner)
        known = {"alias": alias if alias != uuid else None, "vendor": vendor, "model": model}
        out.add("device", line, host=host, device=device, multipath_owner=owner, **known)
