"""A chart as a PNG picture: SVG drawn by typst, which brings its own fonts."""

from __future__ import annotations

SOURCE = b"""#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg")
"""
DOTS = 192.0  # per inch


def png(svg: str) -> bytes:
    """The picture of an SVG drawing."""
    import typst  # slow to load, and rarely needed

    picture: bytes = typst.compile(SOURCE, format="png", ppi=DOTS, sys_inputs={"svg": svg})
    return picture
