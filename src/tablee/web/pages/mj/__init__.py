"""The MJ's screen: the scene, requests for rolls, people, papers, seats and house rules of a table, on one page."""
