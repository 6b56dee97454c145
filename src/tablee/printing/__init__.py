"""Paper: sheets, booklets, an MJ's reference and cards as PDF, set by typst."""
