"""Names of people, characters and tables: which can be read, which look alike, and whom a name stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import category, combining, normalize

from tablee.rules.fields import MAX_NAME
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import Character, State
from tablee.text import Text

TOO_LONG = Text(
    fr="« {name}… » est trop long pour un nom : {most} signes au plus.",
    en="“{name}…” is too long for a name: {most} signs at most.",
)
NO_NAME = Text(fr="Il manque un nom.", en="A name is missing.")
UNSEEN_SIGN = Text(
    fr="Un nom s'écrit avec des signes qui se voient : « {name} » contient {sign}.",
    en="A name is written with signs that can be seen: “{name}” holds {sign}.",
)
TAKEN = Text(
    fr="Quelqu'un s'appelle déjà « {name} » à cette table, ou presque : choisissez un autre nom.",
    en="Somebody is called “{name}” at this table already, or nearly so: choose another name.",
)
AMBIGUOUS = Text(
    fr="À qui ? Ce nom peut désigner {who}. Mettez-le entre guillemets (/w \"Ana\" …), ou l'identifiant d'une place.",
    en='To whom? This name may stand for {who}. Put it in quotation marks (/w "Ana" …), or the id of a seat.',
)
NO_ONE_HERE = Text(
    fr="Il n'y a personne nommé « {name} » à la table.", en="There is nobody called “{name}” at the table."
)
NO_WORDS = Text(fr="Il manque ce que vous voulez dire.", en="What you want to say is missing.")

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # controls, zero-width and direction marks, no character
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\U000e0000-\U000e0fff]")
MAX_MARKS = 3  # accents on one letter
MAX_WORDS = 40  # of a name
EMOJI = re.compile("[\ufe0e\ufe0f]")  # « as a picture »: seen, but not a sign of its own
QUOTED = re.compile(r"[\"«“]([^\"»”]+)[\"»”](.*)", re.DOTALL)


def _alike(latin: str, others: str) -> dict[int, str]:
    """Signs that look like Latin letters, each under the letter in the same place."""
    return {ord(other): letter for letter, other in zip(latin, others, strict=True)}


CAPITALS = {  # those whose small letters look like something else
    **_alike("abekmhopctyxijs", "АВЕКМНОРСТУХІЈЅ"),  # Cyrillic
    **_alike("abezhikmnoptyx", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"),  # Greek
    **_alike("abcdeghijklmprstvwz", "ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ"),  # Cherokee
}
SMALL = {
    **_alike("abekmhopctyxijsdqwhrnlvg", "авекмнорстухіјѕԁԛԝһгпӏѵԍ"),  # Cyrillic
    **_alike("abeniknoptuxvyuw", "αβεηικηορτυχνγμω"),  # Greek
    **_alike("onuhgq", "օոսհցզ"),  # Armenian
    **_alike("abcdeghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ"),  # small capitals
    **_alike("agiollll", "ɑɡıο1iǀ|"),
    **_alike("o''''''------", "0’‘ʼ′`´‐‑‒–—−"),
}


def written(name: str) -> str:
    """A name as it is kept: composed characters, single spaces."""
    return " ".join(normalize("NFC", name).split())


def shown(name: str) -> str:
    """A name in which signs that cannot be seen are spelt out: « Ana⟨U+200B⟩ »."""
    return "".join(f"⟨{_code(sign)}⟩" if _unseen(sign) else sign for sign in name)


def _unseen(sign: str) -> bool:
    return category(sign) in UNSEEN or BLANK.match(sign) is not None


def _code(sign: str) -> str:
    return f"U+{ord(sign):04X}"


def unreadable(name: str, needed: bool = True) -> Refusal | None:
    """Why a name cannot be read, if so: nothing there, too much, a sign that is not seen, accents piled up."""
    if needed and not name.strip():
        return Refusal(NO_NAME)
    if len(name) > MAX_NAME:
        return Refusal(TOO_LONG, {"name": shown(name[:20]), "most": MAX_NAME})
    marks = 0
    for sign in normalize("NFD", name):
        marks = marks + 1 if combining(sign) else 0
        if _unseen(sign) or marks > MAX_MARKS:
            return Refusal(UNSEEN_SIGN, {"name": shown(name)[:80], "sign": _code(sign)})
    return None


def folded(name: str) -> str:
    """A name as it is compared with one that a seat typed: capitals, spaces and forms of a letter aside."""
    return " ".join(normalize("NFKC", normalize("NFKC", EMOJI.sub("", name)).casefold()).split())


def skeleton(name: str) -> str:
    """What a name looks like: two that are easily taken for each other have the same, whatever their spaces and
    punctuation (« Ana. », « A-na ») if there is anything else.
    """
    looks = normalize("NFKD", normalize("NFKC", EMOJI.sub("", name)).translate(CAPITALS).casefold()).translate(SMALL)
    bare = "".join(sign for sign in looks if category(sign)[0] not in "PZ")
    return (bare or looks).replace("rn", "m").replace("vv", "w")


THE_MJ = ("MJ", "le MJ", "meneur", "le meneur", "meneur de jeu", "maître du jeu", "GM", "the GM", "game master")


def taken(state: State, seat: str, wanted: Iterable[str]) -> Refusal | None:
    """Why the person or a character of a seat may not bear these names, if so: one looks like the name of the person of
    another seat, or like a word for the MJ.
    """
    looks = {skeleton(name): name for name in wanted if name}
    for id, other in state.seats.items():
        if id != seat and other.token:
            for name in (id, other.called, *(THE_MJ if other.role == "mj" else ())):
                if skeleton(name) in looks:
                    return Refusal(TAKEN, {"name": looks[skeleton(name)]})
    return None


def taken_by_character(state: State, seat: str, wanted: Iterable[str], unowned: bool) -> Refusal | None:
    """Why the person or a character of a seat may not bear these names, if so: a character of another seat has one that
    looks the same, or will have it once its dice are placed.

    Characters that no seat plays, the MJ's, count if `unowned`.
    """
    looks = {skeleton(name): name for name in wanted if name}
    for pending in state.pendings.values():
        name = skeleton(str(pending.asked.params.get("name", "")))
        if pending.asked.creator not in ("", seat) and name in looks:
            return Refusal(TAKEN, {"name": looks[name]})
    for who, character in state.cast.items():
        if character.owner != seat and (character.owner or unowned) and not character.retired:
            for name in (who, *names_of(character)):
                if skeleton(name) in looks:
                    return Refusal(TAKEN, {"name": looks[skeleton(name)]})
    return None


def taken_at_table(state: State, seat: str, called: str) -> Refusal | None:
    """Why the person of a seat may not be called so, if so: another person, or a character whom one plays, is."""
    return taken(state, seat, [called]) or taken_by_character(state, seat, [called], unowned=False)


def names_of(character: Character) -> tuple[str, ...]:
    """What a character is called in each language."""
    name = character.sheet.get("name") or {}
    return tuple(str(name[lang]) for lang in ("fr", "en") if name.get(lang))


def _seats_called(state: State) -> Iterator[tuple[str, str]]:
    """Every name that stands for a person at the table (theirs or a character's), as compared, with their seat."""
    for id, seat in state.seats.items():
        if seat.token:
            yield folded(id), id
            yield folded(seat.called), id
    for who, character in state.cast.items():
        owner = state.seats.get(character.owner)
        if owner and owner.token:
            for name in (who, *names_of(character)):
                yield folded(name), character.owner


def addressed(state: State, text: str) -> tuple[str, str] | Refusal:
    """The seat that « name and words » is for, and the words.

    The name is a person's, a seat's id, or that of a character the person plays: whole words at the beginning, or in
    quotation marks. Where several readings lead to several people nobody is told anything: to be called « Ana says »
    is no way to hear what is said to Ana.
    """
    called: dict[str, set[str]] = {}
    for name, seat in _seats_called(state):
        called.setdefault(name, set()).add(seat)
    quoted = QUOTED.fullmatch(text)
    found: list[tuple[str, set[str], str]] = []  # name, seats, words
    if quoted and folded(quoted[1]) in called:
        found = [(quoted[1], called[folded(quoted[1])], quoted[2].strip())]
    elif not quoted:
        ends = [match.end() for match in re.finditer(r"\S+", text)][:MAX_WORDS]
        heads = [(text[:end], text[end:].strip()) for end in ends]
        found = [(head, called[folded(head)], rest) for head, rest in heads if folded(head) in called]
    if not found:
        return Refusal(NO_ONE_HERE, {"name": shown((quoted[1].strip() if quoted else text.split()[0])[:40])})
    seats = sorted(set().union(*(who for _, who, _ in found)))
    if len(seats) > 1:
        who = tuple(f"{state.seats[seat].called or seat} ({seat})" for seat in seats)
        return Refusal(AMBIGUOUS, {"who": who})
    words = found[-1][2]  # the longest name
    return (seats[0], words) if words else Refusal(NO_WORDS)
