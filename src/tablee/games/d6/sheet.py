"""The character."""

from tablee.rules.fields import Annotated, Declared, Label
from tablee.text import Name


class Sheet(Declared):
    """A character of D6."""

    name: Annotated[Name, Label(fr="Nom", en="Name")]
