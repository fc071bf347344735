-- The same as in _spans.sql, for few rows: there a table of distinct values for each count takes most of the time.
CREATE OR REPLACE MACRO distinct_span(val, member) AS {
    'lo': greatest(coalesce(list_unique(list(val) FILTER (WHERE member))::BIGINT, 0), (count(*) FILTER (WHERE member) > 0)::BIGINT),
    'hi': coalesce(list_unique(list(val) FILTER (WHERE member IS NOT FALSE))::BIGINT, 0) + count(*) FILTER (WHERE member IS NOT FALSE AND val IS NULL)};
CREATE OR REPLACE MACRO names_of(val, member) AS list_sort(coalesce(list_distinct(list(val) FILTER (WHERE member AND val IS NOT NULL)), []));
