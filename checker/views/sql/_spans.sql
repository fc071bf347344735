-- Counts over partly known things. lo is certain, hi is possible; a member is TRUE, FALSE or unknown.
CREATE OR REPLACE MACRO count_span(member) AS {'lo': count(*) FILTER (WHERE member), 'hi': count(*) FILTER (WHERE member IS NOT FALSE)};
-- Distinct values of members: an unknown value may be new or one of the known; a certain member makes at least one.
-- Lists, because DuckDB builds a table for each count(DISTINCT …) FILTER, which takes most of the time of a small audit.
CREATE OR REPLACE MACRO distinct_span(val, member) AS {
    'lo': greatest(list_unique(list(val) FILTER (WHERE member AND val IS NOT NULL))::BIGINT, (count(*) FILTER (WHERE member) > 0)::BIGINT),
    'hi': coalesce(list_unique(list(val) FILTER (WHERE member IS NOT FALSE AND val IS NOT NULL))::BIGINT, 0) + count(*) FILTER (WHERE member IS NOT FALSE AND val IS NULL)};
-- Names of the known values of certain members, in order.
CREATE OR REPLACE MACRO names_of(val, member) AS list_sort(coalesce(list_distinct(list(val) FILTER (WHERE member AND val IS NOT NULL)), []));
-- The same count where only a part of what is counted was exported: there may be any number more.
CREATE OR REPLACE MACRO opened(span, cut) AS CASE WHEN cut AND span IS NOT NULL THEN {'lo': span.lo, 'hi': NULL} ELSE span END;
