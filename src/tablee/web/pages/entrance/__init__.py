"""The way in: home, doors of tables by link, code or QR, one's own place there, what is kept and how to leave."""
