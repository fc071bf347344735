"""Resolution of observations into entities: one row per real object. Start with ``resolve.resolve``."""
