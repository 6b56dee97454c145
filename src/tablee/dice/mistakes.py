"""What is wrong with a text that should say dice: a sentence for each mistake, with its column and what to write."""

import re

from tablee.text import Text

EMPTY = Text(
    fr="Colonne {column} : il n'y a rien à lancer ; écrivez par exemple 3d6+2.",
    en="Column {column}: there is nothing to roll; write for example 3d6+2.",
)
NO_DICE = Text(
    fr="Colonne {column} : il n'y a aucun dé ; écrivez par exemple 3d6+2.",
    en="Column {column}: there are no dice; write for example 3d6+2.",
)
TOO_LONG = Text(
    fr="Colonne {column} : l'expression est trop longue ; écrivez au plus {most} caractères.",
    en="Column {column}: the expression is too long; write at most {most} characters.",
)
TOO_MANY_TERMS = Text(
    fr="Colonne {column} : il y a trop de termes ; écrivez-en au plus {most}.",
    en="Column {column}: there are too many terms; write at most {most}.",
)
UNFINISHED = Text(
    fr="Colonne {column} : il manque la suite ; écrivez par exemple 3d6+2 ou 3d6>10.",
    en="Column {column}: the rest is missing; write for example 3d6+2 or 3d6>10.",
)
NOT_A_TERM = Text(
    fr="Colonne {column} : « {found} » n'est ni des dés ni un nombre ; écrivez par exemple 3d6 ou 2.",
    en="Column {column}: “{found}” is neither dice nor a number; write for example 3d6 or 2.",
)
NOT_A_LINK = Text(
    fr="Colonne {column} : « {found} » n'est pas compris ; écrivez +, −, *, /, une comparaison comme >14, une note "
    "après #, ou une fois chacun, après des dés : r, !, mi, ma, kh, kl, dh, dl, c, f.",
    en="Column {column}: “{found}” is not understood; write +, −, *, /, a comparison like >14, a note after #, or "
    "once each after dice: r, !, mi, ma, kh, kl, dh, dl, c, f.",
)
NOT_CLOSED = Text(
    fr="Colonne {column} : la parenthèse ouverte n'est pas fermée ; écrivez-la, comme dans (2d6+1)*2 ou max(2d6, d10).",
    en="Column {column}: the parenthesis is not closed; write it, as in (2d6+1)*2 or max(2d6, d10).",
)
NOT_OPENED = Text(
    fr="Colonne {column} : après {found} il faut une parenthèse ; écrivez par exemple {found}(2d6, d10).",
    en="Column {column}: after {found} comes a parenthesis; write for example {found}(2d6, d10).",
)
ONE_PART = Text(
    fr="Colonne {column} : {found} porte sur un seul lancer ; écrivez par exemple {found}(2d6+1).",
    en="Column {column}: {found} is about a single throw; write for example {found}(2d6+1).",
)
TOO_DEEP = Text(
    fr="Colonne {column} : il y a trop de parenthèses les unes dans les autres ; écrivez-en au plus {most}.",
    en="Column {column}: there are too many parentheses within each other; write at most {most}.",
)
NOT_A_DIVISOR = Text(
    fr="Colonne {column} : on divise par un nombre entier d'au moins 1 ; écrivez par exemple 3d6/2.",
    en="Column {column}: one divides by a whole number of at least 1; write for example 3d6/2.",
)
TOTAL_TOO_BIG = Text(
    fr="Colonne {column} : le total dépasserait {most} ; multipliez par moins.",
    en="Column {column}: the total would be over {most}; multiply by less.",
)
NO_FACES = Text(
    fr="Colonne {column} : il manque le nombre de faces ; écrivez {dice}6, ou un D majuscule pour des d6.",
    en="Column {column}: the number of faces is missing; write {dice}6, or a capital D for d6s.",
)
BAD_COUNT = Text(
    fr="Colonne {column} : {found} dés ici, c'est {few:trop peu|trop} ; lancez de 1 à {most} dés en tout.",
    en="Column {column}: {found} dice here are too {few:few|many}; roll 1 to {most} dice in all.",
)
BAD_FACES = Text(
    fr="Colonne {column} : un dé à {found} faces, c'est impossible ; écrivez de 1 à {most} faces.",
    en="Column {column}: a die of {found} faces cannot be; write 1 to {most} faces.",
)
ENDLESS = Text(
    fr="Colonne {column} : un dé à une face se relancerait sans fin ; écrivez au moins d2 avant !.",
    en="Column {column}: a die of one face would be rolled again for ever; write at least d2 before !.",
)
HOW_MANY = Text(
    fr="Colonne {column} : {suffix} doit dire combien de dés ; écrivez par exemple {suffix}1.",
    en="Column {column}: {suffix} must say how many dice; write for example {suffix}1.",
)
CANNOT_KEEP = Text(
    fr="Colonne {column} : sur {n} dé{n:|s}, {suffix}{found} est impossible ; écrivez de {suffix}1 à {suffix}{most}.",
    en="Column {column}: of {n} {n:die|dice}, {suffix}{found} cannot be; write {suffix}1 to {suffix}{most}.",
)
WHICH_FACES = Text(
    fr="Colonne {column} : {suffix} doit dire de quelles faces il s'agit ; écrivez par exemple {suffix}{face} ou "
    "{suffix}{sign}{face}.",
    en="Column {column}: {suffix} must say which faces are meant; write for example {suffix}{face} or "
    "{suffix}{sign}{face}.",
)
NO_SUCH_FACE = Text(
    fr="Colonne {column} : sur un d{most}, {suffix}{found} est impossible ; nommez une face de 1 à {most}.",
    en="Column {column}: on a d{most}, {suffix}{found} cannot be; name a face from 1 to {most}.",
)
TOO_OFTEN = Text(
    fr="Colonne {column} : {suffix}{found} relancerait presque toujours ; laissez au moins une face sur dix, ou "
    "écrivez ro.",
    en="Column {column}: {suffix}{found} would nearly always roll again; leave at least one face in ten, or write ro.",
)
NEVER_ENDING = Text(
    fr="Colonne {column} : {suffix}{found} relancerait presque toujours ; laissez au moins une face sur dix, comme "
    "3d6!>=4.",
    en="Column {column}: {suffix}{found} would nearly always roll again; leave at least one face in ten, as in "
    "3d6!>=4.",
)
ONE_DIE = Text(
    fr="Colonne {column} : {suffix} double un seul dé ; écrivez par exemple d20{suffix}, ou {suffix}(2d6).",
    en="Column {column}: {suffix} doubles a single die; write for example d20{suffix}, or {suffix}(2d6).",
)
ONLY_DIE = Text(
    fr="Colonne {column} : le seul dé ne peut pas être écarté ; lancez-en au moins deux, comme 2d6{suffix}1.",
    en="Column {column}: the only die cannot be dropped; roll at least two, as in 2d6{suffix}1.",
)
CONSTANT_TOO_BIG = Text(
    fr="Colonne {column} : {found} est trop grand ; restez entre −{most} et {most}.",
    en="Column {column}: {found} is too big; stay between −{most} and {most}.",
)
ONE_COMPARISON = Text(
    fr="Colonne {column} : « {found} » ne peut pas suivre la comparaison ; finissez par une seule, comme 3d6>10, ou "
    "comptez des dés, comme 5d10c>=8f1.",
    en="Column {column}: “{found}” cannot follow the comparison; end with only one, as in 3d6>10, or count dice, as in "
    "5d10c>=8f1.",
)
NOT_ALIKE = Text(
    fr="Colonne {column} : {suffix} ne va pas avec ce qui précède ; écrivez d'abord 3d6{suffix}, sans {other}.",
    en="Column {column}: {suffix} does not go with what comes before; write 3d6{suffix} first, without {other}.",
)
NOT_COUNTED = Text(
    fr="Colonne {column} : {suffix} retire des dés à ceux que l'on compte ; écrivez par exemple 5d10c>=8{suffix}1.",
    en="Column {column}: {suffix} takes dice from those that are counted; write for example 5d10c>=8{suffix}1.",
)
NOT_ROUNDED = Text(
    fr="Colonne {column} : {found} arrondit une division ; écrivez par exemple {found}(3d6/2)+1.",
    en="Column {column}: {found} rounds a division; write for example {found}(3d6/2)+1.",
)
OWN_FACES = Text(
    fr="Colonne {column} : « {found} » n'est pas une liste de faces ; écrivez par exemple d{{1,1,2}} ou d{{0..3}}.",
    en="Column {column}: “{found}” is not a list of faces; write for example d{{1,1,2}} or d{{0..3}}.",
)
TOO_FEW_DICE = Text(
    fr="Colonne {column} : ces dés diraient d'en lancer moins que zéro ; écrivez par exemple (1d4)d6.",
    en="Column {column}: these dice might ask for fewer than no dice; write for example (1d4)d6.",
)
TOO_MANY_TIMES = Text(
    fr="Colonne {column} : on relance de 2 à {most} fois ; écrivez par exemple 6x4d6kh3.",
    en="Column {column}: one throws 2 to {most} times; write for example 6x4d6kh3.",
)
ONE_GROUP = Text(
    fr="Colonne {column} : un groupe garde des résultats entiers ; écrivez par exemple {{4d6, 2d8}}kh1, ou 6d6kh3 pour "
    "des dés.",
    en="Column {column}: a group keeps whole results; write for example {{4d6, 2d8}}kh1, or 6d6kh3 for dice.",
)
GROUP_COMPARED = Text(
    fr="Colonne {column} : comparer chaque résultat, ou leur somme ? Écrivez 3d20c>10 pour compter des dés, "
    "d20+2d6>10 pour la somme.",
    en="Column {column}: is each result compared, or their sum? Write 3d20c>10 to count dice, d20+2d6>10 for the sum.",
)
NOT_EQUAL = Text(
    fr="Colonne {column} : « != » relance ici et dit « différent » là ; écrivez {dice}={number}, la chance du "
    "contraire, ou {dice}!{most} pour relancer les {most}.",
    en="Column {column}: “!=” rolls again here and says “different” there; write {dice}={number}, the chance of the "
    "contrary, or {dice}!{most} to roll {most}s again.",
)
CONTRARY = Text(
    fr="Colonne {column} : « != » n'existe pas ; écrivez = pour la chance du contraire, comme d20+5=25.",
    en="Column {column}: there is no “!=”; write = for the chance of the contrary, as in d20+5=25.",
)
BOUND = Text(
    fr="Colonne {column} : après {suffix} vient un nombre, que les dés atteignent au {least:moins|plus} ; écrivez par "
    "exemple {suffix}2.",
    en="Column {column}: after {suffix} comes a number, which dice count as at {least:least|most}; write for example "
    "{suffix}2.",
)
COMPARED_WITHIN = Text(
    fr="Colonne {column} : une comparaison vient à la fin, comme 3d6>10 ; pour compter des dés, écrivez d6c>4+d8c>4.",
    en="Column {column}: a comparison comes at the end, as in 3d6>10; to count dice, write d6c>4+d8c>4.",
)
PROGRAM = Text(
    fr="Colonne {column} : « {found} » commence un programme ; écrivez un seul lancer, comme 3d6+2 ou 6x4d6kh3.",
    en="Column {column}: “{found}” begins a program; write a single roll, such as 3d6+2 or 6x4d6kh3.",
)
NO_DECIMALS = Text(
    fr="Colonne {column} : on ne compte ici qu'en entiers ; écrivez par exemple 2d6*3/2.",
    en="Column {column}: only whole numbers are counted here; write for example 2d6*3/2.",
)
ELSEWHERE = Text(
    fr="Colonne {column} : « {found} » s'écrit autrement ici ; pour garder : 4d6kh3, pour compter : 5d10c>=8, pour "
    "relancer : 2d6r1 ou 3d6!.",
    en="Column {column}: “{found}” is written otherwise here; to keep: 4d6kh3, to count: 5d10c>=8, to roll again: "
    "2d6r1 or 3d6!.",
)
OTHERWISE = Text(
    fr="Colonne {column} : « {found} » s'écrit autrement ici ; écrivez {instead}.",
    en="Column {column}: “{found}” is written otherwise here; write {instead}.",
)
NO_POWERS = Text(
    fr="Colonne {column} : il n'y a pas de puissances ; écrivez d6*d6, ou 2d6*2 pour doubler.",
    en="Column {column}: there are no powers; write d6*d6, or 2d6*2 to double.",
)
NO_SUCH_FUNCTION = Text(
    fr="Colonne {column} : « {found} » n'existe pas ; les fonctions sont max, min, adv, dis, floor, ceil, round, abs, "
    "comme dans ceil(3d6/2).",
    en="Column {column}: there is no “{found}”; the functions are max, min, adv, dis, floor, ceil, round, abs, as in "
    "ceil(3d6/2).",
)
UNKNOWN = (NOT_A_TERM, NOT_A_LINK, ONE_COMPARISON)
KNOWN = (  # what is not understood, but known for what it is
    (re.compile(r"\.[0-9]"), NO_DECIMALS),
    (re.compile("!="), CONTRARY),
    (re.compile(","), ONE_GROUP),
    (re.compile(r"&|\|"), COMPARED_WITHIN),
    (re.compile(r"\^|\*\*"), NO_POWERS),
    (re.compile(r"\.\.[0-9]"), OWN_FACES),
    (re.compile(r"[a-z_.]+\(", re.IGNORECASE), NO_SUCH_FUNCTION),
    (re.compile(r"(?:loop|set|function|if)\b|[a-z]+:", re.IGNORECASE), PROGRAM),
)
