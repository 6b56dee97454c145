"""The lists a table plays with: characteristics, skills, gear; ours (`lists.toml`), or a file of the table's own."""
