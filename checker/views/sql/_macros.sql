-- Comparisons of spans STRUCT(lo, hi): TRUE or FALSE only where every possible count agrees, else NULL.
CREATE OR REPLACE MACRO below(x, n) AS CASE WHEN x.hi < n THEN TRUE WHEN x.lo >= n THEN FALSE END;
CREATE OR REPLACE MACRO above(x, n) AS CASE WHEN x.lo > n THEN TRUE WHEN x.hi <= n THEN FALSE END;
CREATE OR REPLACE MACRO exactly(x, n) AS CASE WHEN x.lo = n AND x.hi = n THEN TRUE WHEN x.hi < n OR x.lo > n THEN FALSE END;
CREATE OR REPLACE MACRO differ(x, y) AS CASE WHEN x.hi < y.lo OR y.hi < x.lo THEN TRUE WHEN x.lo = x.hi AND y.lo = y.hi AND x.lo = y.lo THEN FALSE END;
-- A required set of texts against a known set and the number of members whose value is unknown.
CREATE OR REPLACE MACRO lacks(required, known, unknown_count) AS CASE WHEN required IS NULL OR known IS NULL OR unknown_count IS NULL THEN NULL WHEN len(list_filter(required, lambda item: NOT list_contains(known, item))) = 0 THEN FALSE WHEN len(list_filter(required, lambda item: NOT list_contains(known, item))) > unknown_count THEN TRUE END;
-- Whole multiples, and texts in a list parameter.
CREATE OR REPLACE MACRO is_multiple(value, unit) AS CASE WHEN unit > 0 THEN value % unit = 0 END;
