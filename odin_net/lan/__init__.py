"""The local network: addresses of this computer, where a table is, and how one is found."""
