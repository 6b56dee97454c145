"""Serving: between the network and the application: addresses, limits, connections, threads, turns, counts."""
