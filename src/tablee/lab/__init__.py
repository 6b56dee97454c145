"""The lab: questions about the rules, away from any table: curves of odds, what a fight or a choice is worth.

A fight here is the game's own actions, effects and order of play, many at a time; nothing is written a second time.
`fights.fight` answers a `Fight` with a `Result`; the others ask it many times. Fights need NumPy
(`pip install "tablee[lab]"`), which no room below this one knows; curves do not.
"""
