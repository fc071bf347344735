"""Read exports of Hitachi VSP and HPE XP: the REST API of Configuration Manager and the output of CCI. Start with ``rest`` and ``raidcom``."""
