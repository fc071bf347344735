"""Routes inside fabrics, and the route report from a host to a volume; start with ``routes``, then ``report``."""
