"""Writes `web/src/wire.ts`, the wire types of the client, from the folder `messages`.

    python -m sanssouci.server.typescript web/src/wire.ts

The sources are read as text, never imported: names, documentation and comments are copied as they are. What TypeScript
cannot express (lengths, patterns) is left out; the server checks it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("messages")
# In this order, which a reader of the types can follow.
_FILES: Final = (
    "words",
    "errors",
    "offers",
    "boxes",
    "tables",
    "lobby",
    "salons",
    "games",
    "accounts",
    "pushes",
    "views",
    "advice",
    "lessons",
    "puzzles",
    "companion",
    "replays",
    "same_luck",
    "reviews",
    "progress",
    "commands",
    "frames",
)
_HEAD: Final = "// Written by `make types` from src/sanssouci/server/messages/. Do not edit.\n"
_PLAIN: Final = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Any": "unknown",
}
_UNSET: Final = "UnsetType"
_BASES: Final = ("Request", "Reply")  # they only determine how a message is read, and have no fields


def source() -> str:
    """All messages, as one module."""
    return "\n".join((FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in _FILES)


def typescript(messages: str) -> str:
    """The types of a module of messages, as a TypeScript module."""
    lines = messages.splitlines()
    parts = []
    for statement in ast.parse(messages).body:
        if isinstance(statement, ast.ClassDef) and statement.name not in _BASES:
            parts.append(_interface(statement, lines))
        elif isinstance(statement, ast.Assign) and _is_type(statement.value):
            (target,) = statement.targets
            parts.append(f"export type {ast.unparse(target)} = {_type(statement.value)};\n")
    return "\n".join([_HEAD, *parts])


def _is_type(value: ast.expr) -> bool:
    """Whether an assignment at the top of the module names a type."""
    if isinstance(value, ast.Subscript):
        return ast.unparse(value.value) in ("Literal", "Annotated")
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)


def _interface(message: ast.ClassDef, lines: list[str]) -> str:
    text = "\n".join(f" * {line}".rstrip() for line in (ast.get_docstring(message) or "").splitlines())
    return f"/**\n{text}\n */\nexport interface {message.name} {{\n{''.join(_fields(message, lines))}}}\n"


def _fields(message: ast.ClassDef, lines: list[str]) -> Iterator[str]:
    for keyword in message.keywords:
        if keyword.arg == "tag":
            yield f"  type: {_type(keyword.value)};\n"
    asked = any(ast.unparse(base) == "Request" for base in message.bases)
    for field in message.body:
        if not isinstance(field, ast.AnnAssign):
            continue
        comment = lines[(field.end_lineno or field.lineno) - 1][field.end_col_offset or 0 :].strip()
        if comment.startswith("#"):
            yield f"  /** {comment.lstrip('# ')} */\n"
        # Fields with a default need not be sent; what the server sends is always complete.
        optional = "?" if (asked and field.value is not None) or _UNSET in ast.unparse(field.annotation) else ""
        yield f"  {ast.unparse(field.target)}{optional}: {_type(field.annotation)};\n"


def _type(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return '"' + node.value + '"' if isinstance(node.value, str) else _PLAIN[str(node.value)]
    if isinstance(node, ast.Name):
        return _PLAIN.get(node.id, node.id)
    if isinstance(node, ast.BinOp):
        return " | ".join(part for part in (_type(node.left), _type(node.right)) if part != _UNSET)
    assert isinstance(node, ast.Subscript), ast.unparse(node)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    match ast.unparse(node.value):
        case "Annotated":
            return _type(parts[0])
        case "Literal":
            return " | ".join(map(_type, parts))
        case "list":
            inner = _type(parts[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "dict":
            key, value = map(_type, parts)
            return f"Record<{key}, {value}>"
    raise TypeError(f"messages/ has a type that cannot be written in TypeScript yet: {ast.unparse(node)}")


def main() -> None:
    """Write the file that the command line names."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m sanssouci.server.typescript FILE")
    Path(sys.argv[1]).write_text(typescript(source()), encoding="utf-8")


if __name__ == "__main__":
    main()
