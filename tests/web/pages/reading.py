"""Reading: pages as a person meets them, for tests."""

from __future__ import annotations

from html.parser import HTMLParser

from fastapi.testclient import TestClient

FRENCH = {"accept-language": "fr", "accept": "text/html,*/*;q=0.8"}
"""What a browser sends whose person reads French."""


class Page(HTMLParser):
    """A page as somebody reads it: its text, its links, its forms with their fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(given["href"])
        if tag == "form":
            self.forms.append((given["action"], {}))
        off = given.get("type") in ("radio", "checkbox") and "checked" not in given
        if tag in ("input", "button", "textarea") and "name" in given and self.forms and not off:
            self.forms[-1][1][given["name"]] = given.get("value", "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def form(self, action: str, **wanted: str) -> dict[str, str]:
        """The fields of the form that goes to an address and holds these values."""
        (found,) = [fields for to, fields in self.forms if to == action and wanted.items() <= fields.items()]
        return found


def read(browser: TestClient, address: str, status: int = 200) -> Page:
    answer = browser.get(address)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("text/html")
    return Page(answer.text)
