"""Long evenings in a real Chromium, run before landing: `make evenings` (`python -m browser evenings`)."""
