"""tablee fight, balance, advise, weigh: what the lab answers, in the terminal.

tablee fight undesix nicolas chloe vs 'brigand*3' --policy two=brutal
"""

from __future__ import annotations

import csv
import json
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.keyboard import show
from tablee.cli.language import Command, lang_of
from tablee.cli.odds_tables import aligned
from tablee.cli.progress import progress
from tablee.errors import BadInput
from tablee.rules.fields import fields_of
from tablee.rules.forms import in_words
from tablee.text import Text, margin, number, percent

if TYPE_CHECKING:
    from tablee.lab.best import Answer
    from tablee.lab.fights import Estimate, Fight, Result
    from tablee.lab.house import House
    from tablee.rules.action import Scene
    from tablee.rules.game import Game

FIGHT = Text(
    fr="Qui gagne un combat, en combien de rounds, qui tombe, ce qui reste : nicolas chloe contre brigand*3 ; ou "
    "plusieurs à la suite : … contre loup puis brigand.",
    en="Who wins a fight, in how many rounds, who falls, what is left: nicolas chloe vs brigand*3; or several in a row "
    "(… vs loup then brigand).",
)
BALANCE = Text(
    fr="Combien de gens d'une sorte pour un combat égal : nicolas chloe contre brigand.",
    en="How many people of a kind make an even fight: nicolas chloe vs brigand.",
)
ADVISE = Text(
    fr="Ce que vaut, jusqu'à la fin du combat, chaque choix de quelqu'un à son premier tour.",
    en="What each choice of somebody at their first turn is worth to the end of the fight.",
)
WEIGH = Text(
    fr="Ce qu'une règle de la table change aux duels et aux tests types d'un jeu ; sans nom, toutes, classées.",
    en="What a house rule changes in the standard duels and tests of a game; without a name, all of them, ranked.",
)
SIDES = Text(fr="QUI… contre QUI…", en="WHO… vs WHO…")
GAME, OPTION = Text(fr="JEU", en="GAME"), Text(fr="OPTION", en="OPTION")
POLICY = Text(
    fr="Comment joue un camp ou quelqu'un : one=brutal, brigand=lache, two=ma-facon.toml. Prêts : {known}.",
    en="How a side or somebody plays: one=brutal, brigand=coward, two=my-way.toml. Ready: {known}.",
)
FIGHTS = Text(fr="Combien de combats simuler, s'il le faut.", en="How many fights to simulate, if need be.")
MOST = Text(
    fr="Combien de situations un calcul exact peut compter ; 40 000 sinon.",
    en="How many situations an exact answer may count; else 40,000.",
)
PRECISION = Text(
    fr="La précision à atteindre, en points : 0.5 simule assez de combats pour ± 0,5.",
    en="The precision to reach, in points: 0.5 simulates enough fights for ± 0.5.",
)
SEED = Text(fr="Un nombre : le même donne les mêmes combats.", en="A number: the same gives the same fights.")
METHOD = Text(fr="auto, exact, bulk (en masse) ou loop (un à un).", en="auto, exact, bulk or loop (one by one).")
CAST = Text(fr="Un fichier de personnages, JSON ou TOML.", en="A file of characters, JSON or TOML.")
OPTIONS = Text(fr="Une règle de la table : nom=valeur.", en="A house rule: name=value.")
AS_JSON = Text(fr="En JSON.", en="As JSON.")
CSV = Text(fr="En CSV, pour un tableur.", en="As CSV, for a spreadsheet.")
SVG = Text(fr="Dessiner dans ce fichier SVG.", en="Draw into this SVG file.")
PNG = Text(fr="Dessiner dans ce fichier PNG.", en="Draw into this PNG file.")
AGAINST = Text(fr="{one} contre {two}", en="{one} against {two}")
FALLS = Text(fr="{who} tombe", en="{who} falls")
SIDE_WINS = Text(fr="{side} gagne{count:|nt}", en="{side} {count:wins|win}")
TIMES = Text(fr="{count} × {who}", en="{count} × {who}")
EVEN_TITLE = Text(fr="{one} : chances de gagner selon le nombre", en="{one}: chance to win by number")
ALL_WEIGHED = Text(
    fr="{game} : de combien chaque règle de la table déplace les chances, au plus",
    en="{game}: by how much each house rule moves the chances, at most",
)
POINTS_MOVED = Text(fr="le plus grand écart, en points de chances", en="the largest change, in points of chance")
NOT_A_POLICY = Text(
    fr="« {path} » ne se lit pas comme une manière de jouer : {why}",
    en="“{path}” cannot be read as a way of playing: {why}",
)
TARGET = Text(fr="La chance de gagner visée, en %.", en="The target chance to win, in %.")
OF_WHOM = Text(
    fr="De qui faire varier le nombre, dans l'un ou l'autre camp ; sinon, le premier du second.",
    en="Whose number varies, on either side; else the first of the second.",
)
WHO = Text(fr="Qui choisit ; sinon, le premier du premier camp.", en="Who chooses; else the first of the first side.")
NO_NUMPY = Text(
    fr='Le labo a besoin de NumPy : pip install "tablee[lab]".', en='The lab needs NumPy: pip install "tablee[lab]".'
)
NO_SIDES = Text(
    fr="Dites qui se bat contre qui : « nicolas chloe contre brigand*3 ».",
    en="Say who fights whom: “nicolas chloe vs brigand*3”.",
)
NOBODY_PLAYS = Text(
    fr="--policy {who}=… : « {who} » n'est pas dans ce combat. Écrivez one, two, ou quelqu'un : {known}.",
    en="--policy {who}=…: “{who}” is not in this fight. Write one, two, or somebody: {known}.",
)
NO_METHOD = Text(fr="« {text} » : auto, exact, bulk ou loop.", en="“{text}”: auto, exact, bulk or loop.")
NOT_A_NUMBER = Text(
    fr="« {text} » : écrivez un nombre entier, sans signe.", en="“{text}”: write a whole number, without a sign."
)
NOT_POINTS = Text(fr="« {text} » : écrivez des points, comme 0.5 ou 2.", en="“{text}”: write points, such as 0.5 or 2.")
EXACT = Text(fr="= exact ({states} situation{states:|s}{left})", en="= exact ({states} situation{states:|s}{left})")
ALL_TOLD = Text(
    fr=" ; moins d'un combat sur un million laissé sans fin",
    en="; less than one fight in a million left without an end",
)
THROWN = Text(
    fr="≈ {fights} combat{fights:|s} simulé{fights:|s} en masse, ± {error} points",
    en="≈ {fights} fight{fights:|s} simulated in bulk, ± {error} points",
)
ONE_BY_ONE = Text(
    fr="≈ {fights} combat{fights:|s} joué{fights:|s} un à un, ± {error} points",
    en="≈ {fights} fight{fights:|s} played one by one, ± {error} points",
)
STILL_UP = Text(
    fr="{side} : chances d'avoir gagné jusque-là, combat après combat",
    en="{side}: chance to have won so far, fight after fight",
)
ROW_THROWN = Text(fr="≈ {runs} suites de combats jouées", en="≈ {runs} rows of fights played")
TRIED = Text(
    fr="(plus de {most} situations pour un calcul exact : --most en permet plus)",
    en="(more than {most} situations for an exact answer: --most allows more)",
)
WINS = Text(fr="{side} : gagne{count:|nt} {chance}", en="{side}: {count:wins|win} {chance}")
NOBODY = Text(fr="personne ne reste debout : {chance}", en="nobody is left standing: {chance}")
LEFT = Text(fr="sans vainqueur quand on s'arrête : {chance}", en="no winner when we stop: {chance}")
NEVER_ENDS = Text(
    fr="Personne ne gagne ce combat : avec ces manières de jouer, aucun camp ne fait tomber l'autre. Changez-en une "
    "(--policy), ou les personnages.",
    en="Nobody wins this fight: played this way, neither side brings the other down. Change how one plays (--policy), "
    "or the characters.",
)
ROUNDS = Text(fr="{rounds} rounds en moyenne", en="{rounds} rounds on average")
PERSON = Text(fr="{who} tombe {chance}{left}", en="{who} falls {chance}{left}")
EVEN = Text(
    fr="{count} × {who} : {chance} de gagner, au plus près de {target}",
    en="{count} × {who}: {chance} to win, nearest to {target}",
)
UNSURE = Text(
    fr="Un nombre voisin pourrait faire aussi bien : demandez plus de combats (--fights).",
    en="A number next to it might do as well: ask for more fights (--fights).",
)
UNBOUNDED = Text(
    fr="Même {count} ne suffisent pas à rendre ce combat égal.", en="Even {count} are not enough to make it even."
)
ALREADY = Text(
    fr="Un seul, c'est déjà trop pour cette chance : mettez plus de monde en face, ou quelqu'un de plus faible.",
    en="A single one is already too many for that chance: put more people on the other side, or somebody weaker.",
)
BEST = Text(
    fr="Aussi ce que vaut le meilleur jeu, là où il se calcule.", en="Also the best play, where it can be solved."
)
POINTS = Text(fr="Aussi ce que vaut un point (héroïsme, réserve).", en="Also what a point is worth (heroism, reserve).")
BEST_PLAY = Text(fr="Au mieux : {chance}, en commençant par {action}", en="At best: {chance}, beginning with {action}")
ONE_POINT = Text(
    fr="{label} : {have}. Un de moins : {fewer} ; tels quels : {now} ; un de plus : {more}. "
    "Sans rien dépenser : {spared}.",
    en="{label}: {have}. One fewer: {fewer}; as it is: {now}; one more: {more}. Spending none: {spared}.",
)
ANSWERING = Text(fr="{question} {answer}", en="{question} {answer}")
ALL_OF_IT = Text(fr="tout ce qu'on peut", en="as much as one may")
PLANNED = Text(fr="(prévu)", en="(planned)")
ADVISED_EXACTLY = Text(fr="= exact, jusqu'à la fin du combat", en="= exact, to the end of the fight")
ADVISED_THROWN = Text(
    fr="≈ {fights} combat{fights:|s} simulé{fights:|s} pour chaque choix",
    en="≈ {fights} simulated fight{fights:|s} for each",
)
WEIGHED = Text(
    fr="{rule} : les chances du premier de gagner chaque duel, et de réussir chaque test",
    en="{rule}: the chance of the first to win each duel, and to succeed at each test",
)
DUEL = Text(fr="{one:Le} contre {two:le}", en="{one:The} against {two:the}")
SOME_THROWN = Text(
    fr="Avec un ±, le duel est simulé ; sans, il est exact.", en="With a ±, a duel is simulated; without, it is exact."
)
BY_BOOK = Text(fr="{value} (le livre)", en="{value} (the book)")
METHODS = ("auto", "exact", "bulk", "loop")
TOLD = 1e-6  # of fights without an end: more is told apart


def commands(lang: str) -> list[Command]:
    """The lab's commands, in one language."""
    game = click.Argument(["game"], metavar=GAME.say(lang))
    sides = click.Argument(["sides"], nargs=-1, metavar=SIDES.say(lang))
    known = "strike, natural, careful, brutal, coward"
    common: list[click.Parameter] = [
        click.Option(["--policy"], multiple=True, metavar="…", help=POLICY.say(lang, known=known)),
        click.Option(["--cast"], metavar="…", help=CAST.say(lang)),
        click.Option(["--option"], multiple=True, metavar="…", help=OPTIONS.say(lang)),
        click.Option(["--fights"], metavar="N", help=FIGHTS.say(lang)),
        click.Option(["--most"], metavar="N", help=MOST.say(lang)),
        click.Option(["--error"], metavar="±", help=PRECISION.say(lang)),
        click.Option(["--seed"], metavar="N", help=SEED.say(lang)),
        click.Option(["--method"], default="auto", metavar="…", help=METHOD.say(lang)),
    ]
    as_json = click.Option(["--json", "as_json"], is_flag=True, help=AS_JSON.say(lang))
    target = click.Option(["--target"], default="50", metavar="%", help=TARGET.say(lang))
    whom = click.Option(["--of", "who"], metavar="…", help=OF_WHOM.say(lang))
    who = click.Option(["--who"], metavar="…", help=WHO.say(lang))
    best = click.Option(["--best"], is_flag=True, help=BEST.say(lang))
    points = click.Option(["--points"], is_flag=True, help=POINTS.say(lang))
    option = click.Argument(["option"], required=False, metavar=f"[{OPTION.say(lang)}]")
    files: list[click.Parameter] = [
        click.Option(["--csv", "as_csv"], is_flag=True, help=CSV.say(lang)),
        click.Option(["--svg"], metavar="…", help=SVG.say(lang)),
        click.Option(["--png"], metavar="…", help=PNG.say(lang)),
    ]
    how = click.Option(["--policy"], default="strike", metavar="…", help=POLICY.say(lang, known=known))
    many = click.Option(["--fights"], metavar="N", help=FIGHTS.say(lang))
    fought = [game, sides, *common, as_json]
    return [
        Command("fight", params=[*fought, *files], callback=fight, help=FIGHT.say(lang)),
        Command("balance", params=[*fought, *files, target, whom], callback=balance, help=BALANCE.say(lang)),
        Command("advise", params=[*fought, who, best, points], callback=advise, help=ADVISE.say(lang)),
        Command("weigh", params=[game, option, how, many, as_json, *files], callback=weigh, help=WEIGH.say(lang)),
    ]


def _lang() -> str:
    return lang_of(click.get_current_context())


def needs_numpy() -> None:
    """BadInput if the lab's extra is not installed."""
    try:
        import tablee.lab.tables.facts  # noqa: F401
    except ModuleNotFoundError:
        raise BadInput(NO_NUMPY) from None


def whole(text: str | None, default: int) -> int:
    """A whole number as it was typed."""
    if text is None:
        return default
    if not text.isdecimal():
        raise BadInput(NOT_A_NUMBER, text=text)
    return int(text)


def points(text: str | None) -> float:
    """Percentage points as they were typed, 0.5 or 0,5; 0 where there are none."""
    written = (text or "0").replace(",", ".")
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", written):
        raise BadInput(NOT_POINTS, text=text)
    return float(written)


def sides_of(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`nicolas chloe contre brigand*3` → the people of both sides."""
    between = [at for at, word in enumerate(words) if word.lower() in ("vs", "contre")]
    if len(between) != 1:
        raise BadInput(NO_SIDES)
    from tablee.lab.setups import people_of

    one, two = (people_of(side) for side in (words[: between[0]], words[between[0] + 1 :]))
    if not one or not two:
        raise BadInput(NO_SIDES)
    return one, two


def asked_fight(game: str, sides: Sequence[str], given: Mapping[str, Any]) -> tuple[Game, Fight]:
    """The question as it was typed."""
    needs_numpy()
    from tablee.cli.actions import cast_of, house_rule, pair_of
    from tablee.lab.chain import MAX_STATES
    from tablee.lab.fights import Fight
    from tablee.rules.game import game_called
    from tablee.rules.playing import cast_json

    played = game_called(game)
    one, two = sides_of(sides)
    if given["method"] not in METHODS:
        raise BadInput(NO_METHOD, text=given["method"])
    policies = {who: policy_of(told) for who, told in map(pair_of, given["policy"])}
    for who in policies:
        if who not in ("one", "two") and who.partition("#")[0] not in (*one, *two):
            raise BadInput(NOBODY_PLAYS, who=who, known=tuple(dict.fromkeys((*one, *two))))
    options = dict(house_rule(played, text) for text in given["option"])
    cast = cast_json(cast_of(played, given["cast"])) if given["cast"] else {}
    count = None if given["fights"] is None else whole(given["fights"], 0)
    seed, most, error = whole(given["seed"], 1), whole(given["most"], MAX_STATES), points(given["error"]) / 100
    return played, Fight(game, one, two, policies, options, cast, count, seed, given["method"], most, error)


def policy_of(told: str) -> Any:
    """A ready policy by its name, as it is; one in a file (`.toml` or `.json`), read."""
    if not told.endswith((".toml", ".json")):
        return told
    from tablee.cli.typed_input import text_of
    from tablee.lab.policy import Policy
    from tablee.rules.fields import record_of

    text = text_of(told)
    try:
        read = tomllib.loads(text) if told.endswith(".toml") else json.loads(text)
        record_of(Policy, read)
    except BadInput as no:
        raise BadInput(NOT_A_POLICY, path=told, why=no.say(_lang())) from None
    except (ValueError, TypeError) as no:
        raise BadInput(NOT_A_POLICY, path=told, why=str(no)) from None
    return read


def print_json(data: Any) -> None:
    """Plain data, as JSON."""
    print(json.dumps(data, ensure_ascii=False, indent=1))


def fight(game: str, sides: Sequence[str], as_json: bool, **given: Any) -> None:
    """Print what comes of a fight, or draw it; of several in a row, where others follow (`then loup`)."""
    first, *then = _between(sides, ("then", "puis"))
    played, asked = asked_fight(game, first, given)
    shape, path = shape_of(as_json, given)
    if then:
        _in_a_row(played, asked, then, shape, path)
        return
    from tablee.lab.fights import fight as fought

    result, lang = fought(asked, progress), _lang()
    if shape == "json":
        print_json(result.to_json())
    elif shape == "csv":
        _csv(result)
    elif shape:
        title, rows = _fight_bars(played, asked, result, lang)
        draw(title, rows, path, shape, under=certainty(result, lang))
    else:
        print("\n".join(result_in_words(played, asked, result, lang)))


def _between(words: Sequence[str], marks: Sequence[str]) -> list[list[str]]:
    """The words between these, part by part."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word.lower() in marks:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _in_a_row(game: Game, asked: Fight, then: Sequence[Sequence[str]], shape: str, path: str) -> None:
    """Several fights in a row: how far the first side comes, and the law of what it has left."""
    from tablee.lab.in_a_row import in_a_row
    from tablee.lab.setups import people_of

    if not all(then):
        raise BadInput(NO_SIDES)
    found, lang = in_a_row(asked, [people_of(side) for side in then], progress), _lang()
    stages = [(f"{place}. {', '.join(one.foes)}", one.won) for place, one in enumerate(found.stages, 1)]
    if shape == "json":
        print_json(found.to_json())
    elif shape == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["who", "gauge", "value", "share"])
        for one in found.left:
            table.writerows([one.who, one.gauge, value, times / found.fights] for value, times in one.law.items())
    elif shape:
        title = f"{game.label.say(lang)} · {STILL_UP.say(lang, side=', '.join(asked.one))}"
        draw(title, [(label, won.value, won.error) for label, won in stages], path, shape)
    else:
        print(STILL_UP.say(lang, side=", ".join(asked.one)))
        print("\n".join(aligned([[label, _cell(won, lang)] for label, won in stages])))
        print(ROW_THROWN.say(lang, runs=found.fights) + "\n")
        scene: Any = first_scene(game, asked)
        for one in found.left:
            if len(one.law) > 1:
                label = next(entry.label.say(lang) for entry in game.watched(scene, one.who) if entry.id == one.gauge)
                shares = (f"{number(v, lang)} ({percent(n / found.fights, lang)})" for v, n in one.law.items())
                name = scene[one.who].name.say(lang)
                show(f"  {name[:1].upper() + name[1:]}, {label} {number(one.start, lang)} → {', '.join(shares)}")


def shape_of(as_json: bool, given: Mapping[str, Any]) -> tuple[str, str]:
    """How an answer is given (json, csv, svg, png, or "" for the terminal), and into which file."""
    from tablee.cli import curves

    return curves.shape_of(as_json, given["as_csv"], given["svg"], given["png"])


def draw(title: str, rows: Sequence[tuple[str, float, float]], path: str, shape: str, **more: Any) -> None:
    """Write shares as bars into a file."""
    from tablee.cli import curves
    from tablee.lab.charts import bars_svg

    curves.written(bars_svg(title, rows, _lang(), **more), path, shape, _lang())


def _fight_bars(game: Game, asked: Fight, result: Result, lang: str) -> tuple[str, list[tuple[str, float, float]]]:
    """The picture of a fight: its title, the chance of each side to win and of each person to fall."""
    cast: Any = first_scene(game, asked).cast
    names = {one.id: cast[one.id].name.say(lang) for one in result.people}
    sides = [[names[one.id] for one in result.people if one.side == side] for side in (0, 1)]
    rows = [
        (SIDE_WINS.say(lang, side=", ".join(side), count=len(side)), wins.value, wins.error)
        for side, wins in zip(sides, result.wins, strict=True)
    ]
    rows += [(FALLS.say(lang, who=names[one.id]), one.falls.value, one.falls.error) for one in result.people]
    one, two = (", ".join(side) for side in sides)
    return f"{game.label.say(lang)} · {AGAINST.say(lang, one=one, two=two)}", rows


def _csv(result: Result) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["id", "side", "side_wins", "falls", "error", "gauge", "start", "left", "left_error", "method"])
    for person in result.people:
        wins = result.wins[person.side].value
        own = [person.id, person.side + 1, wins, person.falls.value, person.falls.error]
        for gauge in person.gauges:
            table.writerow([*own, gauge.id, gauge.start, gauge.left.value, gauge.left.error, result.method])


def certainty(result: Result, lang: str) -> str:
    """« = exact » or « ≈ 20 000 combats, ± 0,6 »: how a result was found, with twice its standard error."""
    if result.method == "exact":
        return EXACT.say(lang, states=result.states, left=ALL_TOLD if result.unfinished <= TOLD else "")
    error = margin(max(one.error for one in result.wins), lang)
    said = (THROWN if result.method == "bulk" else ONE_BY_ONE).say(lang, fights=result.fights, error=error)
    return f"{said} {TRIED.say(lang, most=result.tried)}" if result.tried else said


def result_in_words(game: Game, asked: Fight, result: Result, lang: str) -> list[str]:
    """A result in words."""
    if result.unfinished > 0.999:
        return [NEVER_ENDS.say(lang), certainty(result, lang)]
    scene = first_scene(game, asked)
    cast: Any = scene.cast
    lines = []
    for side, wins in enumerate(result.wins):
        names = [cast[one.id].name.say(lang) for one in result.people if one.side == side]
        named, chance = ", ".join(names), percent(wins.value, lang)
        lines.append(WINS.say(lang, side=named[:1].upper() + named[1:], count=len(names), chance=chance))
    lines += [NOBODY.say(lang, chance=percent(result.nobody.value, lang))] if result.nobody.value else []
    lines += [LEFT.say(lang, chance=percent(result.unfinished, lang))] if result.unfinished > TOLD else []
    lines += [ROUNDS.say(lang, rounds=number(result.rounds.value, lang, 1)), certainty(result, lang), ""]
    for one in result.people:
        labels = {entry.id: entry.label.say(lang) for entry in game.watched(scene, one.id)}
        left = "".join(
            f"   {labels[gauge.id]} {number(gauge.start, lang)} → {number(gauge.left.value, lang, 1)}"
            for gauge in one.gauges
        )
        name = cast[one.id].name.say(lang)
        chance = percent(one.falls.value, lang)
        lines.append("  " + PERSON.say(lang, who=name[:1].upper() + name[1:], chance=chance, left=left))
    return lines


def first_scene(game: Game, asked: Fight, actor: str = "") -> Scene[Any]:
    """The people of a fight before it begins."""
    from tablee.lab.setups import staged

    brought = game.cast_from(asked.cast) if asked.cast else {}
    return game.scene(actor, staged(game, (asked.one, asked.two), brought).cast, asked.options)


def balance(game: str, sides: Sequence[str], as_json: bool, target: str, who: str | None, **given: Any) -> None:
    """Print how many foes make a fight even."""
    _, asked = asked_fight(game, sides, given)
    shape, path = shape_of(as_json, given)
    from tablee.lab.balance import balance as balanced

    found, lang = balanced(asked, who or asked.two[0], whole(target.rstrip(" %\u202f"), 50) / 100), _lang()
    if shape == "json":
        print_json(found.to_json())
        return
    rows = [(one.count, one.result.wins[0]) for one in found.tried]
    if shape == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["count", "chance", "error"])
        table.writerows([count, wins.value, wins.error] for count, wins in rows)
        return
    if shape:
        bars = [(TIMES.say(lang, count=count, who=found.who), wins.value, wins.error) for count, wins in rows]
        draw(EVEN_TITLE.say(lang, one=", ".join(asked.one)), bars, path, shape)
        return
    for one in found.tried:
        print(f"  {one.count:3}   {percent(one.result.wins[0].value, lang):>8}   {certainty(one.result, lang)}")
    best = next(one for one in found.tried if one.count == found.best)
    chance = percent(best.result.wins[0].value, lang)
    print(EVEN.say(lang, count=found.best, who=found.who, chance=chance, target=percent(found.target, lang)))
    if found.already:
        print(ALREADY.say(lang))
    elif not found.bounded:
        print(UNBOUNDED.say(lang, count=found.tried[-1].count))
    elif not found.sure:
        print(UNSURE.say(lang))


def advise(
    game: str, sides: Sequence[str], as_json: bool, who: str | None, best: bool, points: bool, **given: Any
) -> None:
    """Print what each choice is worth; if asked, the best play and what a point is worth."""
    played, asked = asked_fight(game, sides, given)
    from tablee.lab.advice import advise as advised
    from tablee.lab.best import NO_BEST
    from tablee.lab.points import worth_of_a_point

    chooser = who or asked.one[0]
    found, lang = advised(asked, chooser, best), _lang()
    point, no_point = None, ""
    if points:
        try:
            point = worth_of_a_point(asked, chooser)
        except BadInput as no:  # nothing to buy here: the rest is told all the same
            no_point = no.say(lang)
    if as_json:
        print_json({**found.to_json(), "points": point and point.to_json()})
        return
    scene = first_scene(played, asked, chooser)
    for words, choice in found.by_words(played, scene, lang).items():
        print(f"  {_cell(choice.wins, lang):>8}   {words}{f'  {PLANNED.say(lang)}' if choice.plan else ''}")
    print(ADVISED_EXACTLY.say(lang) if found.method == "exact" else ADVISED_THROWN.say(lang, fights=found.fights))
    if found.best:
        action = in_words(played, played.action(found.best.action), scene, found.best.params, lang, optional=True)
        print(BEST_PLAY.say(lang, chance=percent(found.best.wins.value, lang), action=action))
        _print_answers(found.best.answers, lang)
    elif best:
        print(NO_BEST.say(lang))
    if point:
        label = next(field.label for field in fields_of(played.sheet) if field.name == point.field)
        fewer = _cell(point.fewer, lang) if point.fewer else "—"
        chances = {name: _cell(getattr(point, name), lang) for name in ("now", "more", "spared")}
        print(ONE_POINT.say(lang, label=label, have=point.have, fewer=fewer, **chances))
        _print_answers(point.answers, lang)
    elif no_point:
        print(no_point)


def _print_answers(answers: Sequence[Answer], lang: str) -> None:
    for one in answers:
        print("  " + ANSWERING.say(lang, question=one.question, answer=(one.label or ALL_OF_IT).say(lang)))


def weigh(game: str, option: str | None, policy: str, fights: str | None, as_json: bool, **given: Any) -> None:
    """Print what a house rule changes; without a name, what each of them does, what moves most first."""
    needs_numpy()
    shape, path = shape_of(as_json, given)
    from tablee.lab.house import weigh as weighed
    from tablee.rules.game import game_called

    many = None if fights is None else whole(fights, 0)
    if not option:
        _weigh_all(game, policy, many, shape, path)
        return
    found = weighed(game, option, policy=policy, fights=many)
    if shape == "json":
        print_json(found.to_json())
        return
    lang = _lang()
    switch = next(one for one in game_called(game).options if one.id == option)
    if shape:
        _weighed_file(game, switch.label.say(lang), found, shape, path)
        return
    said = [switch.said(value, lang) for value in found.values]
    people: Any = game_called(game).ready()
    rows = [["", BY_BOOK.say(lang, value=said[0]), *said[1:]]]
    for duel in found.duels:
        one, two = people[duel.one].name, people[duel.two].name
        rows.append([DUEL.say(lang, one=one, two=two), *(_cell(result.wins[0], lang) for result in duel.results)])
    for test in found.tests:
        chances = ("—" if one is None else percent(one, lang) for one in test.chances)
        rows.append([test.words(game_called(game), lang), *chances])
    print("\n".join([WEIGHED.say(lang, rule=switch.label), "", *aligned(rows)]))
    if any(result.method != "exact" for duel in found.duels for result in duel.results):
        print(SOME_THROWN.say(lang))


def _weighed_file(game: str, title: str, found: House, shape: str, path: str) -> None:
    """What a house rule changes as CSV, or as bars."""
    from tablee.rules.game import game_called

    played, lang = game_called(game), _lang()
    people: Any = played.ready()
    switch = next(one for one in played.options if one.id == found.option)
    rows: list[tuple[str, str, float, float]] = []
    for duel in found.duels:
        what = DUEL.say(lang, one=people[duel.one].name, two=people[duel.two].name)
        for value, result in zip(found.values, duel.results, strict=True):
            rows.append((what, switch.said(value, lang), result.wins[0].value, result.wins[0].error))
    for test in found.tests:
        for value, chance in zip(found.values, test.chances, strict=True):
            if chance is not None:
                rows.append((test.words(played, lang), switch.said(value, lang), float(chance), 0.0))
    if shape == "csv":
        csv.writer(sys.stdout, lineterminator="\n").writerows([["what", "value", "chance", "error"], *rows])
    else:
        draw(title, [(f"{what} · {value}", chance, error) for what, value, chance, error in rows], path, shape)


def _weigh_all(game: str, policy: str, fights: int | None, shape: str, path: str) -> None:
    """Every house rule, what moves most first: in words, as JSON, as CSV or as bars."""
    from tablee.lab.house import weigh_all
    from tablee.rules.game import game_called

    played, lang = game_called(game), _lang()
    found = weigh_all(game, policy, fights, progress)
    labels = {one.id: one.label.say(lang) for one in played.options}
    if shape == "json":
        print_json([one.to_json() for one in found])
    elif shape == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["option", "most", "where"])
        table.writerows([one.option, one.most, one.where] for one in found)
    elif shape:
        title = ALL_WEIGHED.say(lang, game=played.label)
        draw(title, [(labels[one.option], one.most, 0.0) for one in found[:14]], path, shape, beside=POINTS_MOVED)
    else:
        told = [[labels[one.option], number(100 * one.most, lang, 1), one.option, one.where] for one in found]
        print("\n".join([ALL_WEIGHED.say(lang, game=played.label), "", *aligned(told)]))


def _cell(wins: Estimate, lang: str) -> str:
    return percent(wins.value, lang) + (f" ± {margin(wins.error, lang)}" if wins.error else "")
