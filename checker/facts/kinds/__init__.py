"""The kinds of facts, declared by family: inputs, hosts, fabric, storage and load."""
