-- view: shared_name_pair
-- meaning: One row per pair of machines whose exports use one name.
-- grain: machine, other_machine
-- spine: shared_name
-- column machine text: name of the first machine in this audit
-- column other_machine text: name of the second machine in this audit
-- column about_kind text: host, switch or storage_array
-- column about_key text: the name that both use, and what differs
-- column fact text: name of the fact that identifies the machine
-- column value_a text: its value on the first machine [shared_name.value_a]
-- column value_b text: its value on the second machine [shared_name.value_b]
-- column place_a text: file and line of the first value
-- column place_b text: file and line of the second value
SELECT s.machine, s.other_machine, s.about_kind, s.about_key, s.fact, s.value_a, s.value_b, s.place_a, s.place_b
FROM shared_name s
