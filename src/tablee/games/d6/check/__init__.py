"""Rolling a code: what a character rolls, against a threshold or against another character."""
