"""The audit of one bundle on a worker: the task, fetching, and the limited process with its rows."""
