-- view: replication_pair
-- meaning: One row per replication relation between two arrays: whether it runs and how it was tested.
-- grain: replication_link
-- spine: replication_link
-- column replication_link text: name of the relation
-- column source_array text: source
-- column target_array text: target
-- column tests list: recorded tests of the relation
-- column state text: states of its pairs as printed [replication_link.operational_status]
-- column stopped bool: a pair does not reach the other array; NULL if the meaning of a state is unknown [replication_link.operational_status]
-- column uneven bool: some pairs replicate while others are suspended or split; NULL if all are, which may be intended [replication_link.operational_status]
-- column halted bool: it is stopped as an error or an administrator stops it (SVC), while other relations of the two arrays run; NULL if none runs [replication_link.operational_status]
-- column tested_over_wan bool: a recorded test ran over the wide area network; NULL if no test is recorded [record.value, record.about_key, record.fact]
WITH tests AS (
    SELECT about_key, list_sort(list(DISTINCT value)) AS tests,
        CASE WHEN bool_or(lower(value) IN ('wan', 'remote', 'both')) THEN TRUE WHEN bool_and(lower(value) IN ('lan', 'local', 'staged')) AND count(value) = count(*) THEN FALSE END AS over_wan
    FROM record WHERE about_kind = 'replication_link' AND lower(record_type) = 'test' AND lower(fact) = 'network' GROUP BY 1
), words AS (
    SELECT replication_link, replace(state_word(trim(word)), '-', '') AS word
    FROM (SELECT replication_link, unnest(string_split(operational_status, ',')) AS word FROM replication_link WHERE operational_status IS NOT NULL)
), states AS (
    SELECT replication_link, bool_or(class = 'lost') AS lost, bool_or(class = 'runs') AS runs, bool_or(class = 'held') AS held, bool_and(class IS NOT NULL) AS known, bool_or(word IN ('consistentstopped', 'inconsistentstopped')) AS halted
    FROM (
        -- States of SRDF, of relationships and partnerships of SVC, of pairs of Hitachi arrays (SMPL is a volume without a pair), of MirrorView images, and of sessions of Unity and PowerStore.
        SELECT replication_link, word, CASE WHEN word IN ('partitioned', 'transidle', 'notpresent', 'psue', 'pfus', 'pdub', 'lostcommunication', 'lostsynccommunication', 'nonrecoverableerror', 'destinationpooloutofspace', 'destinationextendfailednotsyncing', 'fractured', 'systemfractured', 'systempaused', 'error') OR ends_with(word, 'disconnected') THEN 'lost'
            WHEN word IN ('synchronized', 'consistent', 'syncinprog', 'activeactive', 'activebias', 'consistentsynchronized', 'consistentcopying', 'inconsistentcopying', 'fullyconfigured', 'pair', 'copy', 'rcpy', 'pful', 'ok', 'idle', 'autosyncconfigured', 'active', 'syncing', 'manualsyncing', 'destinationextendinprogress', 'synchronizing', 'initializing', 'resuming', 'switchingtometrosync') THEN 'runs'
            WHEN word IN ('suspended', 'split', 'consistentstopped', 'inconsistentstopped', 'idling', 'fullyconfiguredstopped', 'partiallyconfiguredlocal', 'partiallyconfiguredlocalstopped', 'psus', 'ssus', 'ssws', 'smpl', 'administrativelyfractured', 'adminfractured', 'paused', 'pausedforndu', 'pausedformigration') THEN 'held' END AS class
        FROM words
    ) GROUP BY ALL
), running AS (
    -- Partnerships run, too, but are no copies of volumes.
    SELECT DISTINCT l.source_array, l.target_array FROM replication_link l JOIN states s ON s.replication_link = l.replication_link WHERE s.runs AND l.mode IS NOT NULL
)
SELECT l.replication_link, l.source_array, l.target_array, coalesce(t.tests, []) AS tests, l.operational_status AS state,
    CASE WHEN s.lost THEN TRUE WHEN s.known THEN FALSE END AS stopped, CASE WHEN s.held AND s.runs THEN TRUE WHEN s.known AND NOT s.held THEN FALSE END AS uneven,
    CASE WHEN s.halted AND r.source_array IS NOT NULL THEN TRUE WHEN s.known AND NOT s.halted THEN FALSE END AS halted,
    t.over_wan AS tested_over_wan
FROM replication_link l LEFT JOIN tests t ON t.about_key = l.replication_link LEFT JOIN states s ON s.replication_link = l.replication_link
LEFT JOIN running r ON r.source_array = l.source_array AND r.target_array = l.target_array
WHERE l.replication_link IS NOT NULL
