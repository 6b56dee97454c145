"""What a game keeps as data beside its code: tables, looks, openings and ends of fights, examples, rulings."""
