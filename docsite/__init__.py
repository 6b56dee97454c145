"""The documentation site: `make docs` gathers docs/, writes what the code tells of itself, and builds pages offline."""
