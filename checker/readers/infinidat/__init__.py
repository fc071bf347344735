"""Read exports of Infinidat InfiniBox: the answers of its REST API."""
