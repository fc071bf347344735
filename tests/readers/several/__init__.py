"""What readers of several families read alike: default zones, licences, rounded sizes, samples over time."""
