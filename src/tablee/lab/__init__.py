"""The lab: questions about the rules as they are played, away from any table."""
