"""The web side of the table: a JSON API and one live stream per seat. Draws views, never state."""
