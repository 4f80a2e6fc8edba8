"""The example clients, as processes, with a real server."""
