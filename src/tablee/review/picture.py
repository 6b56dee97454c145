"""The curve of a fight read again, as a picture for a file."""

from __future__ import annotations

from tablee.errors import Unknown
from tablee.lab.charts import course_svg
from tablee.review.seen import ReviewSeen
from tablee.text import Text

LINE = Text(fr="ligne du journal", en="line of the journal")
OURS = Text(fr="chances de notre camp", en="the chance of our side")
NO_CURVE = Text(fr="Ce combat n'a pas de courbe à montrer.", en="This fight has no curve to show.")


def review_svg(review: ReviewSeen, title: str, lang: str) -> str:
    """The curve as an SVG document; Unknown where there is none, or the seat may not read it."""
    points = [*review.points, *([review.end] if review.end else ())]
    if len(points) < 2:
        raise Unknown(NO_CURVE)
    drawn = [(str(one.n), one.chance, one.error, f"{one.said} · {one.told}") for one in points]
    return course_svg(drawn, f"{title} · {review.label}", LINE.say(lang), OURS.say(lang), lang)
