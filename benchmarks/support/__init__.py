"""What several benchmarks use: measuring processes, the programs that are compared, and the page of results."""
