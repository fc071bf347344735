"""Commands that answer a question about the SAN instead of checking it: topology, ports, failures, routes, response times."""
