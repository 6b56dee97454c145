"""Pictures over the network: brought by those who play, drawn again each in its turn, sent to those who may look."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import BaseModel
from starlette.datastructures import UploadFile

from tablee.adventures.picture import SUFFIX
from tablee.table.pictures import MEDIA_TYPE, ON_PAPER, PORTRAIT, NoPicture, Picture, Shape, redrawn
from tablee.text import Text
from tablee.web.facilities import PICTURES, needs
from tablee.web.pages.forms import MAX_FIELDS, Fields
from tablee.web.seat_request import At, SeatRequest, accepted, off, turn_at
from tablee.web.serving.guard import household_of, token_of

BUSY = Text(
    fr="Beaucoup d'images arrivent en ce moment : réessayez dans un instant.",
    en="Many pictures are coming in just now: try again in a moment.",
)
MAX_FIELD_BYTES = 64 * 1024  # of each field of a form beside its file
CHECKED = {"cache-control": "private, no-cache"}  # kept by a browser, and shown again only once we have said yes
FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}

router = APIRouter()


class PictureKept(BaseModel):
    """A picture that was brought: the id by which `say`, `revise` or `portray` show it, and its size in dots."""

    picture: str
    width: int
    height: int


@router.post("/api/tables/{table}/pictures", status_code=201, openapi_extra=FILE)
async def bring_picture(at: At, portrait: bool = False) -> PictureKept:
    """Bring a picture (JPEG, PNG, WebP, the first one of a GIF), small and square if it is a `portrait`: the body is
    its file.
    """
    accepted(await at.do(at.house.may_bring))
    picture = await drawn_again(at.request, await at.request.body(), PORTRAIT if portrait else ON_PAPER)
    return PictureKept(picture=await kept_picture(at, picture), width=picture.width, height=picture.height)


@router.get(
    "/api/tables/{table}/pictures/{picture}",
    response_class=Response,
    responses={200: {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}},
)
async def look_at_picture(
    at: At,
    picture: Annotated[str, Path(max_length=40)],
    if_none_match: Annotated[str | None, Header(max_length=200, include_in_schema=False)] = None,
) -> Response:
    """A picture that this seat may look at now, of a paper, a character or the adventure; nothing is there for others,
    nor once it is withdrawn.
    """
    headers = {**CHECKED, "etag": f'"{picture}"'}
    if if_none_match == headers["etag"] and not picture.endswith(SUFFIX):
        await at.do(at.house.may_look, picture)
        return Response(status_code=304, headers=headers)
    return sent(await at.do(at.house.picture, picture), picture)


def sent(file: bytes, id: str) -> Response:
    """A picture as it is sent; a browser keeps it, and asks each time whether it still may show it."""
    if id.endswith(SUFFIX):  # of an adventure: another one of the table may have a file of that name
        return Response(file, media_type="image/png", headers=CHECKED)
    return Response(file, media_type=MEDIA_TYPE, headers={**CHECKED, "etag": f'"{id}"'})


async def drawn_again(request: Request, file: bytes, shape: Shape = ON_PAPER) -> Picture:
    """The picture that a file shows, drawn again away from the streams; BadInput if there is none."""
    await needs(PICTURES)()
    token = token_of(request.headers, str(request.path_params.get("table", "")))

    def pays(dots: int) -> None:
        request.app.state.callers.drew(dots, token, household_of(request.scope))

    async with turn_at(request.app.state.easel, request, BUSY):
        try:
            picture = await off(redrawn, file, shape)
        except NoPicture as no:
            pays(no.dots)
            raise
    pays(picture.dots)
    return picture


async def kept_picture(at: SeatRequest, picture: Picture) -> str:
    """The id of a picture, once it is kept for the seat that asks."""
    return str(accepted(await at.do(at.house.keep_picture, picture)))


async def form_with_file(request: Request, name: str) -> tuple[Fields, bytes | None]:
    """The fields of a form that may have a file of this name, and that file; None if none was chosen."""
    fields: Fields = []
    file: bytes | None = None
    async with request.form(max_files=1, max_fields=MAX_FIELDS, max_part_size=MAX_FIELD_BYTES) as form:
        for key, value in form.multi_items():
            if not isinstance(value, UploadFile):
                fields.append((key, value))
            elif key == name and value.filename:
                file = await value.read()
    return fields, file
