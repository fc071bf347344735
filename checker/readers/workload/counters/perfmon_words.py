"""Names of Windows' performance counters for disks and processors, in the languages whose names are known.

Windows translates the names of objects and counters. German, French and Spanish names are those that public scripts and
logs of such systems use (a check_mk plug-in for German Hyper-V hosts, lists of ``Get-Counter``, a log of a Spanish
server); counters whose translated name is unknown are not read.
"""

from __future__ import annotations

import re

_OBJECTS = {
    **dict.fromkeys(
        ("physicaldisk", "physikalischer datenträger", "physischer datenträger", "disque physique", "disco físico"),
        "disk",
    ),
    **dict.fromkeys(("logicaldisk", "logischer datenträger", "disque logique", "disco lógico"), "volume"),
    **dict.fromkeys(
        (
            "processor", "processor information", "prozessor", "prozessorinformationen", "processeur", "procesador",
            "información del procesador",
        ),
        "cpu",
    ),
}  # fmt: skip
DISK = re.compile(
    r"\\(?:" + "|".join(re.escape(name) for name, kind in _OBJECTS.items() if kind != "cpu") + r")\(", re.IGNORECASE
)
"""The name of an object that is a disk, as in the name of a counter."""
_PROCESSOR_TIME = frozenset(
    ("% processor time", "prozessorzeit (%)", "% temps processeur", "% de tiempo de procesador")
)
_COUNTERS = {
    "disk transfers/sec": "iops", "disk reads/sec": "read_iops", "disk writes/sec": "write_iops",
    "disk bytes/sec": "rate", "disk read bytes/sec": "read_rate", "disk write bytes/sec": "write_rate",
    "avg. disk sec/transfer": "latency", "avg. disk sec/read": "read_latency", "avg. disk sec/write": "write_latency",
    "avg. disk bytes/transfer": "io_bytes", "avg. disk bytes/read": "read_io_bytes",
    "avg. disk bytes/write": "write_io_bytes", "avg. disk queue length": "outstanding",
    "current disk queue length": "queue_now", "% idle time": "idle",
    # German
    "übertragungen/s": "iops", "lesevorgänge/s": "read_iops", "schreibvorgänge/s": "write_iops", "bytes/s": "rate",
    "bytes gelesen/s": "read_rate", "bytes geschrieben/s": "write_rate", "mittlere sek./lesevorgänge": "read_latency",
    "mittlere sek./schreibvorgänge": "write_latency", "mittlere bytes/lesevorgang": "read_io_bytes",
    "mittlere bytes/schreibvorgang": "write_io_bytes", "aktuelle warteschlangenlänge": "queue_now",
    # French
    "transferts disque/s": "iops", "lectures disque/s": "read_iops", "écritures disque/s": "write_iops",
    "octets disque/s": "rate", "lectures disque, octets/s": "read_rate", "écritures disque, octets/s": "write_rate",
    "moyenne disque s/transfert": "latency", "moyenne disque s/lecture": "read_latency",
    "moyenne disque s/écriture": "write_latency", "moyenne disque, octets/transfert": "io_bytes",
    "moyenne disque, octets/lecture": "read_io_bytes", "moyenne disque, octets/écriture": "write_io_bytes",
    "longueur moyenne de file d'attente du disque": "outstanding",
    "taille de file d'attente du disque actuelle": "queue_now", "% d'inactivité": "idle",
    # Spanish
    "transferencias de disco/s": "iops", "bytes de lectura de disco/s": "read_rate",
    "bytes de escritura en disco/s": "write_rate", "promedio de segundos de disco/lectura": "read_latency",
    "promedio de segundos de disco/escritura": "write_latency", "promedio de bytes de disco/lectura": "read_io_bytes",
    "promedio de bytes de disco/escritura": "write_io_bytes",
}  # fmt: skip


def meaning(group: str, counter: str) -> tuple[str | None, str | None]:
    """Return the object of a counter (disk, volume or cpu) and its figure; None for counters that are not read."""
    kind = _OBJECTS.get(_plain(group))
    if kind is None:
        return None, None
    name = _plain(counter)
    if kind == "cpu":
        return ("cpu", "cpu") if name in _PROCESSOR_TIME else (None, None)
    return kind, _COUNTERS.get(name)


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
