"""Read exports of Dell SC (Compellent): the answers of the REST API of Dell Storage Manager."""
