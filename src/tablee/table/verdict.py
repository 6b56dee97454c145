"""What verifying a log found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from tablee.dice.fair import Commit, Restart
from tablee.table.verifying import Verified
from tablee.text import Text

NOT_VERIFIED = Text(fr="Ce journal ne se vérifie pas. {why}", en="This log does not verify. {why}")
SEALED = Text(
    fr="Sceaux : aucune ligne n'a été changée, déplacée ni retirée depuis cet export ; {hidden} champ{hidden:|s} que "
    "cette place ne voit pas, ou plus tel{hidden:|s} quel{hidden:|s}, {hidden:est scellé|sont scellés}. Sceau de ce "
    "fichier, à comparer avec celui qui a été exporté : {head}",
    en="Seals: no line was changed, moved or removed since this export; {hidden} field{hidden:|s} that this seat does "
    "not see, or no longer as written, {hidden:is|are} sealed. Seal of this file, to compare with the one exported: "
    "{head}",
)
UNSEALED = Text(
    fr="Ce journal n'a pas de sceaux : qui a fait quoi, ce qui a été dit et les lignes sans dés sont crus sur parole.",
    en="This log has no seals: who did what, what was said and lines without dice are taken on trust.",
)
VERIFIED = Text(
    fr="Dés {secret:secrets|publics} : {verified} vérifié{verified:|s}, {unrevealed} dont la clé n'est pas révélée, "
    "{missing} qui ne sont pas dans ce journal, {physical} lancé{physical:|s} à la main.",
    en="{secret:Secret|Public} dice: {verified} verified, {unrevealed} whose key is not revealed, "
    "{missing} not in this log, {physical} thrown by hand.",
)
COMMITTED = Text(
    fr="Ligne {line}, engagement des dés {secret:secrets|publics}, à comparer avec celui vu en arrivant : {commitment}",
    en="Line {line}, commitment of the {secret:secret|public} dice, to compare with that seen on arrival: {commitment}",
)
RESULTS = Text(
    fr="Résultats : {replayed} rejoué{replayed:|s} d'après les règles, {only} dont ce journal ne montre pas tout.",
    en="Results: {replayed} played again by the rules, {only} of which this log does not show everything.",
)
OTHERWISE = Text(
    fr="Faces vérifiées ; {count} résultat{count:|s} {count:vient|viennent} {version} des règles : celle-ci en "
    "tirerait autre chose, ce qui n'accuse personne. Pour {count:le|les} rejouer, vérifiez avec cette version.",
    en="Faces verified; {count} result{count: was|s were} made by {version} of the rules: this one would make "
    "something else of them, which accuses nobody. To play {count:it|them} again, verify with that version.",
)
VERSION = Text(fr="de la version {edition}", en="version {edition}")
EARLIER = Text(fr="d'une version antérieure", en="an earlier version")
STRUCK = Text(
    fr="Les mots de {count} personne{count:|s} ont été retirés : leur effet sur les dés est pris comme il est noté.",
    en="The words of {count} {count:person|people} were removed: their effect on the dice is taken as it is written.",
)
LATE = Text(
    fr="Ligne {line} : les clés de cette soirée ont été engagées alors que les mots étaient connus.",
    en="Line {line}: the keys of this evening were committed when the words were known already.",
)
STEERED = Text(
    fr="Ligne {line} : ces mots sont venus après le premier dé d'une clé et ont compté aussitôt, comme dans les "
    "versions antérieures : qui connaissait la clé a pu les choisir.",
    en="Line {line}: these words came after the first die of a key and counted at once, as in earlier versions: "
    "whoever knew the key could have chosen them.",
)
RESTARTED = Text(
    fr="La table a changé de maison {count} fois : chaque fois, de nouvelles clés.",
    en="The table moved to another house {count} time{count:|s}: new keys each time.",
)


def told_of(found: Verified, lang: str) -> Iterator[str]:
    """What is known of a log that holds together, a sentence each: dice, results, seals, and what is taken on trust."""
    for stream, count in found.dice.items():
        yield VERIFIED.say(lang, secret=stream == "secret", **asdict(count))
    for line in found.lines:
        if isinstance(line, Commit):
            yield COMMITTED.say(lang, secret=line.stream == "secret", line=line.at, commitment=line.commitment)
    if found.replayed or found.dice_only:
        yield RESULTS.say(lang, replayed=found.replayed, only=found.dice_only)
    yield SEALED.say(lang, head=found.head, hidden=found.hidden) if found.head else UNSEALED.say(lang)
    for made_by, results in found.otherwise.items():
        version = VERSION.say(lang, edition=made_by) if made_by else EARLIER.say(lang)
        yield OTHERWISE.say(lang, count=results, version=version)
    if found.struck:
        yield STRUCK.say(lang, count=found.struck)
    for line in found.steered:
        yield STEERED.say(lang, line=line.at)
    for line in found.late:
        yield LATE.say(lang, line=line.at)
    restarts = sum(isinstance(line, Restart) for line in found.lines)
    if restarts:
        yield RESTARTED.say(lang, count=restarts)
