-- view: estimated_loss
-- meaning: One row per part whose loss was tried under the workload of the audit: how busy the rest becomes.
-- grain: part_kind, part
-- spine: estimated_failure
-- column part_kind text: fabric, switch, director, target_port or initiator
-- column part text: its name
-- column resource text: the resource that becomes busiest among those that take over
-- column utilisation float: share of the capacity of that resource, typical [estimated_failure.utilisation]
-- column utilisation_before float: the same with everything up [estimated_failure.utilisation_before]
SELECT about_kind AS part_kind, about_key AS part, resource, utilisation, utilisation_before FROM estimated_failure
