"""Pages in a real Chromium: their tests (`pytest browser`), pictures (`python -m browser shots`), long evenings."""
