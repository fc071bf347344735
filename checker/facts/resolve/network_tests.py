"""Assign measurements of networks to WAN links by the addresses that are declared for the links.

What ping and mtr measured becomes the loss and round trip of the link, at the line of the measurement. A test of iperf3
loads the link, so its loss and delay are not those of the link.
"""

from __future__ import annotations

from checker.facts.store.store import Store

_MEASURED = ("rtt_ms", "jitter_ms", "loss_ratio", "probes")


def assign_network_tests(store: Store) -> None:
    """Set the link of each measurement to or from an address of exactly one link, and add its figures to that link."""
    if not store.has_rows("network_test") or "addresses" not in store.stated.get("wan_link", set()):
        return
    store.ensure_observations(["network_test", "wan_link"])
    store.execute(
        """
        CREATE OR REPLACE TEMP TABLE measured_link AS
        WITH ends AS (
            SELECT DISTINCT storage_array, wan_link, unnest(regexp_split_to_array(lower(trim(addresses)), '[\\s,;]+')) AS address
            FROM obs_wan_link WHERE addresses IS NOT NULL AND wan_link IS NOT NULL AND storage_array IS NOT NULL
        ), pairs AS (
            -- The other end decides; the source may be a host with a way to every link.
            SELECT DISTINCT t.export_id, t.seq, e.storage_array, e.wan_link FROM obs_network_test t
            JOIN ends e ON e.address IN (lower(t.destination), lower(t.destination_address))
        )
        SELECT export_id, seq, min(storage_array) AS storage_array, min(wan_link) AS wan_link FROM pairs GROUP BY ALL HAVING count(*) = 1
        """
    )
    store.execute(
        "UPDATE obs_network_test AS t SET storage_array = m.storage_array, wan_link = m.wan_link FROM measured_link m "
        "WHERE m.export_id = t.export_id AND m.seq = t.seq"
    )
    store.execute(
        """
        INSERT INTO obs_wan_link (storage_array, wan_link, rtt_ms, jitter_ms, loss_ratio, probes, export_id, line, seq)
        SELECT storage_array, wan_link, rtt_avg_ms, rtt_max_ms - rtt_min_ms, loss_ratio, sent, export_id, line, seq
        -- Without a single answer it is unknown whether probes are lost or filtered.
        FROM obs_network_test WHERE wan_link IS NOT NULL AND tool <> 'iperf3' AND received > 0
        """
    )
    store.execute("DROP TABLE measured_link")
    store.stated["network_test"] |= {"storage_array", "wan_link"}
    store.stated["wan_link"] |= set(_MEASURED)
