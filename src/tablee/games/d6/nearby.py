"""The codes around a code, over which a curve of chances is drawn: whole dice, three fewer to three more."""

import re

CODE = re.compile(r"(\d+)D(?:\+\d)?")


def nearby(value: str) -> tuple[str, ...]:
    """The codes around one (`3D+1`); none for any other word.

    >>> nearby("2D+1")
    ('1D', '2D', '3D', '4D', '5D')
    """
    code = CODE.fullmatch(value)
    return tuple(f"{n}D" for n in range(max(1, int(code[1]) - 3), int(code[1]) + 4)) if code else ()
