-- view: array_reading
-- meaning: One row per array or VPLEX with a truncated or filtered export, and what may be missing from it. Needed by rules that conclude from absence.
-- grain: storage_array
-- owner: storage_array
-- spine: export
-- column storage_array text: array or VPLEX system
-- column masks_cut bool: TRUE where an export of its views, groups or mappings ends inside a record, or a filter after the command omitted lines; else NULL
-- column nexuses_cut bool: the same of an export of the back-end paths of a VPLEX
SELECT owner AS storage_array,
    CASE WHEN bool_or(regexp_matches(format, 'view|mask|symaccess|symcli|group|lun-map|mapping|vdiskmap|connection|host|vlun|portset|getall|port-list|fbvol|vplex-map|drill-down|configdump|7mode|separated|xml|rest|uemcli|xmcli')) THEN TRUE END AS masks_cut,
    CASE WHEN bool_or(regexp_matches(format, 'storage-volumes|vplex-rest')) THEN TRUE END AS nexuses_cut
FROM export WHERE owner IS NOT NULL AND NOT coalesce(superseded, FALSE) AND (ends_inside_record OR filtered)
GROUP BY owner
