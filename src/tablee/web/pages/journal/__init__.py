"""The journal of a table: its lines again, filtered and searched, replayed, taken back, counted, taken away."""
