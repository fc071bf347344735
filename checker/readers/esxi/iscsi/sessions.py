"""``esxcli iscsi session connection list`` and ``esxcli iscsi networkportal list`` (ESXi 5 to 8).

    vmhba64,iqn.2001-05.com.example:array-1.a,00023d000001,0
       Adapter: vmhba64
       Target: iqn.2001-05.com.example:array-1.a
       ISID: 00023d000001
       CID: 0
       …
       ConnectionAddress: 192.0.2.10
       RemoteAddress: 192.0.2.11
       LocalAddress: 192.0.2.101
       State: logged_in

A target may redirect a login: ``RemoteAddress`` is the portal that the session ends at, ``ConnectionAddress`` the one
that was asked. Adapters without port binding have no network portal; the second command prints nothing then.
"""

from __future__ import annotations

import re

from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts, Named
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import flag, lower, owner, text

SESSION_KEYS = (
    "adapter", "target", "isid", "cid", "datadigest", "headerdigest", "ifmarker", "ifmarkerinterval",
    "maxrecvdatasegmentlength", "maxtransmitdatasegmentlength", "ofmarker", "ofmarkerinterval", "connectionaddress",
    "remoteaddress", "localaddress", "sessioncreatetime", "connectioncreatetime", "connectionstarttime", "state",
)  # fmt: skip
PORTAL_KEYS = (
    "adapter", "vmknic", "mac address", "mac address valid", "ipv4", "ipv4 subnet mask", "ipv6", "mtu", "vlan supported",
    "vlan id", "reserved ports", "toe", "tso", "tcp checksum", "link up", "current speed", "rx packets", "tx packets",
    "nic driver", "nic driver version", "nic firmware version", "compliant status", "noncompliant message",
    "noncompliant remedy", "vswitch", "portgroup", "vswitchuuid", "portgroupkey", "portkey", "duplex", "path status",
)  # fmt: skip
_SESSION = re.compile(r"vmhba\d+,(?:iqn|eui|naa)\.[^,\s]+,[0-9a-fA-F]{12},\d+\Z")
_ADAPTER = re.compile(r"vmhba\d+:?\Z")


def _session_name(line: str) -> str | None:
    text = line.strip()
    return text if _SESSION.match(text) else None


def _adapter_name(line: str) -> str | None:
    text = line.strip()
    return text.removesuffix(":") if _ADAPTER.match(text) else None


def _session(record: Record) -> str | None:
    isid, cid = record.text("isid"), record.text("cid")
    return f"{isid} {cid}" if isid and cid else None


SESSIONS = (
    Named(
        lambda record: record.text("target") and _session(record), "skipped an iSCSI connection without target and ISID",
        HOST,
        Facts(
            "iscsi_session", host=owner, hba="adapter", iscsi_target="target", session=_session,
            portal_address=text("remoteaddress", "connectionaddress"), local_address="localaddress",
            state=lower("state"),
        ),
    ),
)  # fmt: skip
PORTALS = (
    Named(
        lambda record: record.text("vmknic"), "skipped a network portal without VMkernel interface",
        HOST,
        Facts(
            "iscsi_portal", host=owner, hba="adapter", vmknic="vmknic", ip_address="ipv4", netmask="ipv4 subnet mask",
            vswitch="vswitch", port_group="portgroup", link_up=flag("link up"),
        ),
    ),
)  # fmt: skip
READERS = (
    Family("esxi", listing.records(SESSION_KEYS, _session_name, ("target", "isid", "state"))).reader(
        "esxi-iscsi-session-connection-list", "esxcli iscsi session connection list",
        listing.by_keys("records with ISID, RemoteAddress and LocalAddress", "localaddress", SESSION_KEYS, _session_name),
        *SESSIONS, needles=("ISID:", "LocalAddress:"),
    ),
    Family("esxi", listing.records(PORTAL_KEYS, _adapter_name, ("adapter", "vmknic", "path status"))).reader(
        "esxi-iscsi-networkportal-list", "esxcli iscsi networkportal list",
        listing.by_keys("records with Vmknic, IPv4 and Path Status", "vmknic", PORTAL_KEYS, _adapter_name),
        *PORTALS, needles=("Vmknic:", "IPv4 Subnet Mask:"),
    ),
)  # fmt: skip
