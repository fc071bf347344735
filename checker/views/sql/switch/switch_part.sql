-- view: switch_part
-- meaning: One row per part of a switch whose state it reports: power supplies, fans, sensors, blades, control processors, monitors.
-- grain: switch, setting
-- owner: switch
-- spine: fabric_setting
-- column switch text: name of the switch
-- column setting text: the setting that states it
-- column part text: the part as the switch names it
-- column part_shown text: the part with its state
-- column part_state text: its state as printed [fabric_setting.value]
-- column failed bool: the state says that it does not work; NULL if the meaning of the word is unknown [fabric_setting.value]
-- column impaired bool: the state says that it works in part only [fabric_setting.value]
-- column repeats bool: another part in a bad state is the cause: sensors, monitors and the health of the switch repeat what parts report
-- column excused bool: tagged as spare, in maintenance or not in use
WITH stated AS (
    SELECT switch, setting, CASE WHEN setting = 'health' THEN 'switch' ELSE regexp_replace(setting, '^state of ', '') END AS part, min(value) AS part_state
    FROM fabric_setting WHERE switch IS NOT NULL AND value IS NOT NULL AND (setting = 'health' OR starts_with(setting, 'state of '))
    GROUP BY ALL
), words AS (
    SELECT *, state_word(part_state) AS word, lower(part) AS name FROM stated
), classes AS (
    SELECT *, CASE
            -- A part that is not there may never have been installed; so may the second control processor.
            WHEN word IN ('absent', 'vacant', 'not-present', 'not-available', 'inactive', 'powered-up', 'ha-standby', 'non-redundant', 'off', 'testing', 'loading')
                OR regexp_matches(word, '^init') THEN 'fine'
            WHEN regexp_matches(word, '^(faulty|failure|fail|err-|major)') OR word IN ('shutdown', 'not-ok', 'majalarm') THEN 'failed'
            WHEN regexp_matches(word, '^(below|above|predicting|minor|inserted)') OR word IN ('marginal', 'minalarm', 'powered-dn', 'powered-down', 'pwr-denied', 'ha-state-not-in-sync') THEN 'impaired'
            WHEN (name LIKE '% monitor' OR name = 'switch') AND word = 'down' THEN 'failed'
            WHEN word = 'disabled' THEN CASE WHEN name LIKE 'slot %' THEN 'impaired' ELSE 'fine' END
            ELSE state_class(word) END AS class,
        CASE WHEN name = 'switch' THEN 'switch' WHEN contains(name, 'power suppl') OR regexp_matches(name, '_ps[0-9]|ps-[0-9]') THEN 'power supply' WHEN contains(name, 'fan') THEN 'fan'
             WHEN contains(name, 'temperature') OR regexp_matches(name, '^sensor [0-9]+$') THEN 'temperature'
             WHEN regexp_matches(name, 'slot|blade|module') THEN 'module' WHEN regexp_matches(name, '^(cp|control processors)') THEN 'control processor' ELSE name END AS kind,
        CASE WHEN name = 'switch' THEN 4 WHEN name LIKE '% monitor' THEN 3 WHEN regexp_matches(name, '^sensor [0-9]+ [(]|_ps[0-9]|^control processors$') THEN 2 ELSE 1 END AS level
    FROM words
), bad AS (
    SELECT switch, kind, min(level) AS level FROM classes WHERE class IN ('failed', 'impaired') GROUP BY ALL
), excuses AS (
    SELECT DISTINCT lower(about_key) AS about_key FROM tag WHERE is_excuse(tag)
)
SELECT c.switch, c.setting, c.part, c.part || ' (' || c.part_state || ')' AS part_shown, c.part_state,
    CASE WHEN c.class IS NOT NULL THEN c.class = 'failed' END AS failed, CASE WHEN c.class IS NOT NULL THEN c.class = 'impaired' END AS impaired,
    c.class IN ('failed', 'impaired') AND EXISTS (SELECT 1 FROM bad b WHERE b.switch = c.switch AND b.level < c.level AND (b.kind = c.kind OR c.kind = 'switch')) AS repeats,
    e.about_key IS NOT NULL AS excused
FROM classes c LEFT JOIN excuses e ON e.about_key IN (c.name, lower(c.switch || ' ' || c.part))
