"""The page of a table: its cards, hand, odds, people and sheets, drawn from what a seat may see, and patched live."""
