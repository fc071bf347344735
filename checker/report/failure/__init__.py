"""The impact of failures and the routes to a volume, as terminal pages and as JSON; start with ``what_if``."""
