"""A port of a director that some commands print by its index is the port that others print by its name."""

from __future__ import annotations

from tests.support import inventory, store_of

DIRECTOR = """switchName:     core-a1
switchType:     120.3
switchState:    Online
switchMode:     Native
switchRole:     Principal
switchDomain:   1
switchId:       fffc01
switchWwn:      10:00:00:05:33:aa:00:01
zoning:         OFF
LS Attributes:  [FID: 128, Base Switch: No, Default Switch: Yes, Address Mode 0]

Index Slot Port Address Media Speed State     Proto
===================================================
  84    3    4   015400   id    N8   Online      FC  F-Port  50:00:14:42:a0:00:00:00
  85    3    5   015500   id    N8   Online      FC  E-Port  10:00:00:05:33:aa:00:02 "edge-a1" (Trunk master)
  86    3    6   015600   id    N8   Online      FC  E-Port  (Trunk port, master is Slot  3 Port  5 )
"""
ISLS = "  1: 85->  4 10:00:00:05:33:aa:00:02   2 edge-a1         sp:  8.000G bw: 16.000G TRUNK\n"
TRUNKS = """  1: 85->  4 10:00:00:05:33:aa:00:02   2 deskew 15 MASTER
     86->  5 10:00:00:05:33:aa:00:02   2 deskew 16
"""
ERRORS = """          frames      enc    crc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy   c3timeout    pcs
       tx     rx      in    err    g_eof  shrt   long   eof     out   c3    fail    sync   sig                  tx    rx     err
 84:    1.2g   2.3g   0      3      0      0      0      0      0      0      0      0      0      0      0      0      0      0
"""
BUFFERS = """User    Port    Lx      Max/Resv    Avg Buffer Usage & FrameSize    Buffer  Needed    Link      Remaining
Port    Type    Mode    Buffers     Tx                Rx            Usage   Buffers   Distance  Buffers
----    ----    ----    -------     ----------------------------    ------  -------   --------- ---------
 85       E      LS        206        1(1244)           2( 980)       206      206       50km
"""


def test_index_and_name_are_one_port() -> None:
    store = store_of(
        {
            "core-a1/switchshow.txt": DIRECTOR,
            "core-a1/islshow.txt": ISLS,
            "core-a1/trunkshow.txt": TRUNKS,
            "core-a1/porterrshow.txt": ERRORS,
            "core-a1/portbuffershow.txt": BUFFERS,
        }
    )
    assert store.rows("SELECT port, long_distance, distance_km, buffer_credits FROM switch_port ORDER BY port") == [
        ("3/4", None, None, None),
        ("3/5", "LS", 50.0, 206),
        ("3/6", None, None, None),
    ]
    assert store.rows("SELECT port, peer_port, members FROM isl") == [("3/5", "4", 2)]
    assert store.rows("SELECT port, trunk FROM trunk_member ORDER BY port") == [("3/5", "3/5"), ("3/6", "3/5")]
    assert store.rows("SELECT DISTINCT port FROM counter_sample") == [("3/4",)]


def test_port_of_the_other_end_gets_its_name() -> None:
    body = """
fabrics:
  a:
    switches:
      core:
        switch_wwn: "10:00:00:05:33:aa:00:01"
        ports: {"3/5": {port_index: 85}}
      edge:
        isls: [{port: "7", peer_wwn: "10:00:00:05:33:aa:00:01", peer_port: "85"}]
"""
    store = store_of({"san.yaml": inventory(body)})
    assert store.rows("SELECT port, peer_port FROM isl") == [("7", "3/5")]


def test_name_of_another_port_is_no_index() -> None:
    """It is unknown which of the two is meant, so both stay unchanged."""
    body = """
fabrics:
  a:
    switches:
      core:
        ports: {"3/5": {port_index: 85}, "85": {port_index: 12}}
        isls: [{port: "85", peer_wwn: "10:00:00:05:33:aa:00:02"}]
"""
    store = store_of({"san.yaml": inventory(body)})
    assert store.rows("SELECT port FROM isl") == [("85",)]
    assert store.rows("SELECT port FROM switch_port ORDER BY port") == [("3/5",), ("85",)]


def test_fixed_switch_keeps_its_numbers() -> None:
    body = """
fabrics:
  a:
    switches:
      core:
        ports: {"5": {port_index: 5}, "6": {port_index: 6}}
        isls: [{port: "5", peer_wwn: "10:00:00:05:33:aa:00:02"}]
"""
    store = store_of({"san.yaml": inventory(body)})
    assert store.rows("SELECT port FROM isl") == [("5",)]
