"""A paper set from its template: what typst makes of a template and its data, as PDF.

`paper.pdf` runs this file in a process of its own, which is given so much memory and time and no more: typst keeps what
it has laid out, and whatever a sheet does to it, it does it here. The data come in by the standard input as JSON; out
comes the PDF. The exit status says that there is none.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

MEMORY = 1 << 30  # bytes of address space: several times a booklet
SECONDS = 20  # of a processor


def set_page(template: Path, data: str) -> bytes:
    """The PDF of a template filled with these data (JSON)."""
    import typst  # loaded by those who set pages alone: it is large

    compiler = typst.Compiler(root=str(template.parent))
    inputs, path = {"data": data}, str(template)
    try:
        made = compiler.compile(input=path, sys_inputs=inputs, pdf_standards="ua-1")  # for screen readers
    except typst.TypstError:  # a sign that no font here has, which PDF/UA forbids: tagged all the same
        made = compiler.compile(input=path, sys_inputs=inputs)
    return cast(bytes, made)


def main(template: str) -> int:
    """Set the data at the standard input on this template, onto the standard output; the exit status."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(set_page(Path(template), sys.stdin.buffer.read().decode()))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
