"""Other ways in than our own protocol, on the same port. Each waits in `host.doorway` for its first bytes."""
