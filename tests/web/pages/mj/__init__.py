"""The MJ's screen, as browsers meet it."""
