"""The kinds of facts, declared by family: inputs, hosts and their disks, fabric, arrays, volumes, other parts, load."""
