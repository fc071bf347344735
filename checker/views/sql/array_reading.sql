-- view: array_reading
-- meaning: One row per array or VPLEX of whose masking only a part was exported. Rules that conclude from the absence of a port or volume in a view need it.
-- grain: storage_array
-- owner: storage_array
-- spine: export
-- column storage_array text: array or VPLEX system
-- column masks_cut bool: an export of its views, groups or mappings ends inside a record, or a filter behind the command left lines out; always TRUE
SELECT DISTINCT owner AS storage_array, TRUE AS masks_cut FROM export
WHERE owner IS NOT NULL AND NOT coalesce(superseded, FALSE) AND (ends_inside_record OR filtered)
    AND regexp_matches(format, 'view|mask|symaccess|symcli|group|lun-map|mapping|vdiskmap|connection|host|vlun|portset|getall|port-list|fbvol|vplex-map|drill-down|configdump|7mode|separated|xml|rest|uemcli|xmcli')
