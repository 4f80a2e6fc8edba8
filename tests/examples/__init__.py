"""The example clients, as processes, against the real server."""
