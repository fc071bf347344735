-- Comparisons of spans STRUCT(lo, hi): TRUE or FALSE only where every possible count agrees, else NULL.
CREATE OR REPLACE MACRO below(x, n) AS CASE WHEN x.hi < n THEN TRUE WHEN x.lo >= n THEN FALSE END;
CREATE OR REPLACE MACRO above(x, n) AS CASE WHEN x.lo > n THEN TRUE WHEN x.hi <= n THEN FALSE END;
CREATE OR REPLACE MACRO exactly(x, n) AS CASE WHEN x.lo = n AND x.hi = n THEN TRUE WHEN x.hi < n OR x.lo > n THEN FALSE END;
CREATE OR REPLACE MACRO differ(x, y) AS CASE WHEN x.hi < y.lo OR y.hi < x.lo THEN TRUE WHEN x.lo = x.hi AND y.lo = y.hi AND x.lo = y.lo THEN FALSE END;
-- The bounds of a size that is exact, or rounded and known by its bounds.
CREATE OR REPLACE MACRO bounds(exact, low, high) AS CASE WHEN exact IS NOT NULL THEN {'lo': exact, 'hi': exact} WHEN low IS NOT NULL AND high IS NOT NULL THEN {'lo': low, 'hi': high} END;
-- A required set of texts against a known set and the number of members whose value is unknown.
CREATE OR REPLACE MACRO lacks(required, known, unknown_count) AS CASE WHEN required IS NULL OR known IS NULL OR unknown_count IS NULL THEN NULL WHEN len(list_filter(required, lambda item: NOT list_contains(known, item))) = 0 THEN FALSE WHEN len(list_filter(required, lambda item: NOT list_contains(known, item))) > unknown_count THEN TRUE END;
-- A world wide name as people write it.
CREATE OR REPLACE MACRO colons(wwn) AS array_to_string(regexp_extract_all(wwn, '..'), ':');
-- A zone member as NX-OS configures it; NULL if that is unknown. Device aliases have no VSAN (''), an fcalias is of one, without a role.
CREATE OR REPLACE MACRO nxos_member(kind, name, wwn, vsan, alias_vsans, role) AS CASE WHEN kind = 'wwpn' THEN 'pwwn ' || colons(wwn) WHEN kind = 'alias' AND list_contains(alias_vsans, '') THEN 'device-alias ' || name WHEN kind = 'alias' AND list_contains(alias_vsans, vsan) AND role IS NULL THEN 'fcalias ' || name END || CASE role WHEN 'initiator' THEN ' init' WHEN 'target' THEN ' target' WHEN 'both' THEN ' both' ELSE '' END;
-- A part in a sentence: its name, preceded by its kind unless the name contains it.
CREATE OR REPLACE MACRO kind_word(kind) AS CASE lower(kind) WHEN 'psu' THEN 'power supply' WHEN 'bbu' THEN 'battery' WHEN 'ups' THEN 'UPS' ELSE replace(replace(kind, '_', ' '), '-', ' ') END;
CREATE OR REPLACE MACRO part_label(kind, part) AS CASE WHEN contains(lower(part), lower(kind_word(kind))) OR contains(lower(part), lower(kind)) THEN part ELSE kind_word(kind) || ' ' || part END;
-- A pool for messages: its number and its name, where an array has both.
CREATE OR REPLACE MACRO pool_label(pool, label) AS part_label('pool', pool) || CASE WHEN label <> pool THEN ' (' || label || ')' ELSE '' END;
-- A VSAN for messages: empty if the name of the fabric ends with it.
CREATE OR REPLACE MACRO vsan_label(fabric, vsan) AS CASE WHEN ends_with(fabric, 'VSAN ' || vsan) THEN '' ELSE vsan END;
-- An NVMe namespace; SCSI volumes may have EUI-64 names, too.
CREATE OR REPLACE MACRO is_nvme(device, transport, handler) AS CASE WHEN starts_with(device, 'uuid.') OR starts_with(device, 't10.NVMe') THEN TRUE WHEN NOT starts_with(device, 'eui.') THEN FALSE WHEN lower(transport) IN ('fc', 'fcoe', 'iscsi', 'sas') OR contains(handler, 'alua') THEN FALSE WHEN transport IS NOT NULL THEN TRUE END;
-- An error counter in a sentence.
CREATE OR REPLACE MACRO counter_text(counter) AS CASE counter WHEN 'class3_timeout_tx' THEN 'transmit timeouts' WHEN 'class3_timeout_rx' THEN 'receive timeouts' WHEN 'link_failure' THEN 'link failures' WHEN 'loss_sync' THEN 'losses of sync' WHEN 'loss_signal' THEN 'losses of signal' WHEN 'link_reset_in' THEN 'received link resets' WHEN 'link_reset_out' THEN 'sent link resets' ELSE replace(counter, '_', ' ') END;
-- Whole multiples, and texts in a list parameter.
CREATE OR REPLACE MACRO is_multiple(value, unit) AS CASE WHEN unit > 0 THEN value % unit = 0 END;
CREATE OR REPLACE MACRO aligned(x, unit) AS CASE WHEN x.hi % nullif(unit, 0) > x.hi - x.lo THEN FALSE WHEN x.hi = x.lo THEN TRUE END;
-- Bytes a second of one TCP connection with loss, by the estimator's formula (checker.estimate.network.wan.tcp_throughput); a test compares the two.
CREATE OR REPLACE MACRO tcp_bytes(loss, rtt_ms) AS CASE WHEN loss > 0 AND loss < 1 AND rtt_ms > 0 THEN 1460 / (rtt_ms / 1000 * sqrt(4 * loss / 3) + 12 * rtt_ms / 1000 * sqrt(0.75 * loss) * loss * (1 + 32 * loss * loss)) END;
-- Buffer credits that keep a link busy with frames of 2,048 bytes of data, likewise (checker.estimate.network.links.buffer_credits).
CREATE OR REPLACE MACRO credits_needed(km, gbps) AS floor(10 * km * gbps / (2108 / 106.25)) + 1;
-- State words of parts and volumes, as arrays print them: 'failed', 'impaired', 'fine', or NULL if the meaning is unknown.
CREATE OR REPLACE MACRO state_word(text) AS trim(lower(replace(replace(text, '_', '-'), ' ', '-')));
CREATE OR REPLACE MACRO state_class(word) AS CASE
    WHEN word IN ('failed', 'faulted', 'fault', 'error', 'critical', 'critical-failure', 'major', 'major-failure', 'non-recoverable', 'non-recoverable-error', 'lost-communication', 'lost', 'removed', 'missing', 'empty-fault', 'dead',
        'faulty', 'broken', 'failed-usable', 'not-operational', 'not-in-cluster', 'pole', 'pols', 'alarm', 'active-down', 'active-failed', 'no-input') THEN 'failed'
    WHEN word IN ('degraded', 'degraded-paths', 'degraded-ports', 'minor', 'minor-failure', 'stressed', 'warning', 'predictive-failure', 'on-battery', 'not-charged', 'low-battery',
        'needsattn', 'unhealthy', 'psue', 'pfus', 'exposed', 'exposed-rebuild', 'crit', 'stale', 'solo', 'failed-over', 'failover-pending', 'failback-pending', 'pre-fail', 'partially-damaged', 'partial-fault', 'needs-attention', 'fixing') THEN 'impaired'
    WHEN word IN ('ok', 'online', 'running', 'healthy', 'good', 'normal', 'optimal', 'up', 'active', 'ready', 'present', 'charged', 'fully-charged', 'enabled', 'connected', 'on', 'starting', 'charging',
        'available', 'operational', 'operating-normally', 'reachable', 'configured', 'poln', 'pair', 'ok-but', 'no-link', 'stopped', 'offline', 'down', 'disabled', 'empty', 'standby', 'unconfigured', 'idle', 'healthy-but', 'not-installed', 'unused') THEN 'fine' END;
-- Whether the words for a topology mean an arbitrated loop: FCAL, NLPort (fabric via loop), L-port; NULL for words that mean neither a loop nor a fabric.
CREATE OR REPLACE MACRO is_loop(topology) AS CASE WHEN regexp_matches(regexp_replace(lower(topology), '[^a-z]', '', 'g'), 'loop|^fcal$|^nlport|^lport|^al$') THEN TRUE
    WHEN regexp_matches(regexp_replace(lower(topology), '[^a-z]', '', 'g'), 'fabric|ptop|^ptp$|pttopt|pointtopoint|^nport|^point$|^switch') THEN FALSE END;
-- Whether the state of a port or link says that it has no link (checker.topology.routes.reasons.DOWN); NULL if it is unknown.
CREATE OR REPLACE MACRO no_link(state) AS state_word(state) IN ('down', 'link-down', 'linkdown', 'no-link', 'offline', 'disabled', 'bypassed', 'disconnected', 'not-present');
-- Whether a network link or VPN works by its state; NULL if the meaning of the word is unknown.
CREATE OR REPLACE MACRO link_works(state) AS CASE
    WHEN no_link(state) OR state_word(state) IN ('none', 'not-connected', 'unreachable', 'partial') OR state_class(state_word(state)) IN ('failed', 'impaired') THEN FALSE
    WHEN state_word(state) IN ('ok', 'up', 'online', 'connected', 'established', 'healthy', 'full', 'active') THEN TRUE END;
-- A VPLEX port as director and port: '/engines/engine-1-1/directors/director-1-1-A/hardware/ports/A2-FC01' is director-1-1-A A2-FC01.
CREATE OR REPLACE MACRO com_port(place) AS coalesce(nullif(regexp_replace(regexp_extract(place, 'directors/.*'), 'directors/([^/]+)/hardware/ports/([^/]+)', '\1 \2'), ''), place);
-- A tag with which an administrator says that a part or volume need not work.
CREATE OR REPLACE MACRO is_excuse(tag) AS lower(replace(tag, '_', '-')) IN ('spare', 'maintenance', 'not-in-use', 'unused', 'decommissioned');
-- A policy of PowerPath that uses one path at a time: BasicFailover, which it falls back to without a licence, and NoRedirect.
CREATE OR REPLACE MACRO without_balancing(policy) AS lower(trim(policy)) IN ('basicfailover', 'bf', 'noredirect', 'nr', 'noredir');
-- Operating systems as people write them.
CREATE OR REPLACE MACRO system_name(platform) AS CASE platform WHEN 'esxi' THEN 'ESXi' WHEN 'linux' THEN 'Linux' WHEN 'windows' THEN 'Windows' WHEN 'aix' THEN 'AIX' WHEN 'solaris' THEN 'Solaris' WHEN 'hpux' THEN 'HP-UX' ELSE platform END;
-- How many objects a system has: as many as its exports list, or as its totals (least, most) say; objects of unknown systems (loose) may be its own.
-- Without complete exports or totals there is no upper bound; a total above what complete exports list leaves the number unknown.
CREATE OR REPLACE MACRO listed_or_printed(n, loose, least, most, complete) AS CASE WHEN complete AND least > n + loose THEN NULL
    ELSE {'lo': CASE WHEN least > n THEN least ELSE n END, 'hi': CASE WHEN complete THEN n + loose WHEN most >= n THEN most END} END;
