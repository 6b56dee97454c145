"""Evenings in files: an export verified as `tablee verify` does, or brought in as a table; what a page keeps."""

from __future__ import annotations

import io
import zipfile

from fastapi import APIRouter, Depends, Request, Response

from tablee.errors import BadInput, BadRecord
from tablee.table.importing import Lines
from tablee.table.service import House
from tablee.table.verdict import NOT_VERIFIED, told_of
from tablee.table.verifying import verified
from tablee.text import Text
from tablee.web.facilities import GUESTS, offered
from tablee.web.pages.answering import go, page
from tablee.web.pages.entrance.home import seats_of, tables_of
from tablee.web.pictures import form_with_file
from tablee.web.problems import NOT_FOUND, Failure
from tablee.web.seat_request import count_opening, off, seated
from tablee.web.serving.bulk import Bulk
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

NO_FILE = Text(fr="Choisissez d'abord un fichier (.jsonl).", en="Choose a file first (.jsonl).")
NO_TEXT = Text(
    fr="Ce fichier n'est pas l'export d'une soirée : il ne contient pas de texte.",
    en="This file is not the export of an evening: it holds no text.",
)


@router.get("/soirees")
async def evenings(request: Request) -> Response:
    """Where an evening that was taken away in a file is verified, or brought in."""
    return page(request, "entrance/evenings.html")


@router.post("/soirees/verifier")
async def verify(request: Request) -> Response:
    """What `tablee verify` would say of a file."""
    lang = reader(request)
    try:
        file = await _file(request)
        bulk: Bulk = request.app.state.bulk
        told = await bulk.read(lambda: list(told_of(verified(_text(file)), lang)))
    except BadRecord as wrong:
        return page(request, "entrance/evenings.html", 422, refusal=NOT_VERIFIED.say(lang, why=wrong.say(lang)))
    except BadInput as wrong:
        return page(request, "entrance/evenings.html", 422, refusal=wrong.say(lang))
    return page(request, "entrance/evenings.html", found=told)


@router.post("/soirees/reprendre")
async def bring(request: Request) -> Response:
    """Make a table of a file, and sit down at it as its MJ."""
    house: House = request.app.state.house
    try:
        file = await _file(request)
        count_opening(request)
        bulk: Bulk = request.app.state.bulk
        table, token = await bulk.read(house.import_log, Lines(file))
    except (Failure, BadInput) as wrong:
        status = wrong.status if isinstance(wrong, Failure) else 422
        return page(request, "entrance/evenings.html", status, refusal=wrong.say(reader(request)))
    response = go(url("/t/{}", table))
    seated(response, request, table, token)
    return response


async def _file(request: Request) -> bytes:
    _fields, file = await form_with_file(request, "file")
    if not file:
        raise BadInput(NO_FILE)
    return file


def _text(file: bytes) -> str:
    try:
        return file.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(NO_TEXT) from None


async def in_page() -> None:
    """A condition of addresses: they are there in a house inside a page, and nowhere else."""
    if offered(GUESTS):
        raise Failure(404, NOT_FOUND)


@router.get("/ici", dependencies=[Depends(in_page)])
async def here(request: Request) -> Response:
    """What a house inside a page keeps on this device, and the two ways out: taken along, or wiped."""
    tables, _gone = await off(tables_of, request.app.state.house, seats_of(request), reader(request))
    return page(request, "entrance/here.html", tables=tables)


@router.get("/ici/tout.zip", dependencies=[Depends(in_page)])
async def everything(request: Request) -> Response:
    """Every table of this device in one file, each as its ordinary export."""
    house: House = request.app.state.house

    def packed() -> bytes:
        into = io.BytesIO()
        with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
            for table, token in seats_of(request).items():
                try:
                    lines = house.exported(table, house.seat(table, token), token)
                except BadInput:  # it is gone
                    continue
                archive.writestr(f"{table}.jsonl", "".join(f"{line}\n" for line in lines))
        return into.getvalue()

    named = {"content-disposition": 'attachment; filename="tablee.zip"'}
    return Response(await off(packed), media_type="application/zip", headers=named)
