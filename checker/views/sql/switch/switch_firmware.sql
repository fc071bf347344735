-- view: switch_firmware
-- meaning: One row per switch: the firmware releases that are installed on it.
-- grain: switch
-- owner: switch
-- spine: switch
-- column switch text: name of the switch
-- column installed list: different releases in its partitions, on its control processors or of its images
-- column releases int: number of these releases [switch.installed_firmware]
SELECT switch, string_split(installed_firmware, ', ') AS installed, len(string_split(installed_firmware, ', ')) AS releases
FROM switch
