"""The first blow that `tablee` shows to those who type nothing else."""

from tablee.rules.game import Welcome
from tablee.text import Text

WELCOME = Welcome(
    text=Text(
        fr="Chloé frappe Nicolas avec son espadon :",
        en="Chloé strikes Nicolas with her greatsword:",
    ),
    action="undesix.attack",
    actor="chloe",
    params={"target": "nicolas"},
    hopes=Text(fr="Ce qu'elle pouvait espérer, exactement :", en="What she could hope for, exactly:"),
)
