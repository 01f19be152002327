"""Reviews of many records, as work for a crew: one line each, in the order of the records."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sanssouci.arena.work import Work
from sanssouci.game.errors import RecordError
from sanssouci.game.replay import read_line
from sanssouci.study.document import document_of
from sanssouci.study.playouts import engine_version
from sanssouci.study.review import Depth, review
from sanssouci.thinking.thinker import thinker


class Recorded(NamedTuple):
    """A line of a file of records."""

    number: int  # of the line, from 1
    line: bytes


@dataclass(frozen=True)
class ManyReviews(Work[Recorded, bytes]):
    """Each task is a record, and its result a line: the review, or why there is none."""

    depth: Depth
    seed: int

    def prepare(self) -> None:
        """Compile what playouts run on."""
        thinker()

    def signature(self) -> str:
        """The version of the engine, which decides what a review says."""
        return f"{engine_version()} {self}"

    def heading(self, task: Recorded) -> dict[str, Any]:
        """How the line of a record begins: what it is about, and how it was made."""
        digest = hashlib.sha256(task.line.strip()).hexdigest()[:16]
        made = {"engine": engine_version(), "seed": self.seed, "depth": self.depth}
        return {"record": task.number, "digest": digest, **made}

    def do(self, task: Recorded) -> bytes:
        """Review a record."""
        content: dict[str, Any]
        try:
            content = {"review": document_of(review(read_line(task.line), depth=self.depth, seed=self.seed))}
        except RecordError as error:
            content = {"error": str(error)}
        return json.dumps({**self.heading(task), **content}).encode() + b"\n"
