"""What the documentation site adds to MkDocs: pages from outside docs/, and links that work in both places.

The documents are written for the repository's own page, with links relative to their files. Here some files of the
repository become pages under another address (`PAGES`), a linked source file becomes a page that shows it, and every
link follows. A link to a folder without a page becomes plain text.
"""

import re
import sys
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))  # MkDocs loads a hook as a file, not as part of a package

from rules_page import LANGUAGES, drawings, rules_page  # noqa: E402

from sanssouci.looks.colours import NAMED  # noqa: E402

RULES: Final = {f"src/sanssouci/texts/rules/{language}.md": f"play/rules-{language}.md" for language in LANGUAGES}
PAGES: Final = {  # from their place in the repository to their place in the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "web/README.md": "web-client.md",
    **{f"src/sanssouci/{name}/README.md": f"inside/{name}.md" for name in ("judge", "arena", "study", "server")},
    "docs/adr": "adr/README.md",
    **RULES,
}
CARRIED: Final = {  # files that are copied unchanged
    "docs/site/iframe-worker.js": "assets/iframe-worker.js",
    "docs/site/site.css": "assets/site.css",
    "examples/drawing.ipynb": "source/examples/drawing.ipynb",
    "web/src/fonts/eb-garamond.woff2": "assets/eb-garamond.woff2",
    "web/src/icon.svg": "assets/icon.svg",
    "web/src/styles/tokens.css": "assets/tokens.css",
}
SHOWN: Final = {
    ".json": "json",
    ".py": "python",
    ".toml": "toml",
    "": "text",
}  # the language of each kind of file that becomes a page, by its ending
FENCE: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
RULE: Final = re.compile(r"^(- )\*\*([A-Z]\d+)\*\*", re.MULTILINE)  # in docs/rules.md: each gets an address
LINK: Final = re.compile(
    r"(?P<text>!?\[(?:[^\[\]]|\[[^\[\]]*\])*\])\((?P<target>[^)\s]+)\)|(?P<attribute>src=\")(?P<source>[^\"]+)(?=\")"
)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the decisions in the navigation, so that a new one needs no entry there."""
    (project,) = (section["Project"] for section in config.nav or [] if "Project" in section)
    decisions = sorted(page.name for page in (ROOT / "docs" / "adr").glob("0*.md"))
    project.append({"Decisions": ["adr/README.md", *(f"adr/{name}" for name in decisions)]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add files from elsewhere in the repository, and the rules with their pictures."""
    pages = {
        uri: (ROOT / place).read_text(encoding="utf-8") for place, uri in PAGES.items() if (ROOT / place).is_file()
    }
    pages |= {f"play/rules-{language}.md": rules_page(language) for language in LANGUAGES}
    pages["index.md"] = "---\nhide: [navigation]\n---\n" + pages["index.md"]
    sources = {_source_uri(place): _source_page(place) for place in _linked_sources()}
    for uri, content in (pages | sources).items():
        in_navigation = uri not in sources and (uri not in RULES.values() or uri.endswith("-en.md"))
        level = InclusionLevel.INCLUDED if in_navigation else InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, uri, content=content, inclusion=level))
    for name, svg in drawings().items():
        files.append(File.generated(config, f"play/drawn/{name}.svg", content=svg))
    files.append(File.generated(config, "assets/colours.css", content=_colours()))
    for place, uri in CARRIED.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / place)))
    return files


def _colours() -> str:
    """The colours that pictures, terminal and web client share, as variables with their names."""
    pairs = ((name, f"light-dark({', '.join(s)})" if isinstance(s, list) else s) for name, s in NAMED.items())
    return ":root {\n" + "".join(f"  --{name}: {value};\n" for name, value in pairs) + "}\n"


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Point every relative link at its target's place in the site."""
    uri = page.file.src_uri
    place = next((place for place, moved in PAGES.items() if moved == uri), f"docs/{uri}")
    if uri in RULES.values() or uri.startswith("source/"):
        return markdown

    def led(link: re.Match[str]) -> str:
        address = _address(place, uri, link["target"] or link["source"])
        if link["attribute"]:
            return f"{link['attribute']}{address}"
        return link["text"].strip("[]") if address is None else f"{link['text']}({address})"

    if uri == "rules.md":
        markdown = RULE.sub(r"\1**\2**{ #\2 }", markdown)
    parts = FENCE.split(markdown)
    return "".join(part if index % 2 else LINK.sub(led, part) for index, part in enumerate(parts))


def _address(place: str, uri: str, target: str) -> str | None:
    """A link's target as the page at `uri` must write it; None if the site has no page for it."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, _, anchor = target.partition("#")
    linked = normpath(join(dirname(place), path))
    if linked in PAGES | CARRIED:
        moved = (PAGES | CARRIED)[linked]
    elif _is_source(linked):
        moved = _source_uri(linked)
    elif linked.startswith("docs/"):
        moved = linked.removeprefix("docs/")
    else:
        return None
    return relpath(moved, dirname(uri) or ".") + (f"#{anchor}" if anchor else "")


# ── source files ───────────────────────────────────────────────────────────────────────────────────


def _is_source(place: str) -> bool:
    return (ROOT / place).is_file() and Path(place).suffix in SHOWN


def _source_uri(place: str) -> str:
    return f"source/{place}.md"


def _source_page(place: str) -> str:
    language = SHOWN[Path(place).suffix]
    text = (ROOT / place).read_text(encoding="utf-8")
    return f"---\ntitle: {place}\nsearch: {{exclude: true}}\n---\n# `{place}`\n\n````{language}\n{text}````\n"


def _linked_sources() -> set[str]:
    """The source files that some document links to."""
    documents = [ROOT / place for place in PAGES if place.endswith(".md")] + sorted((ROOT / "docs").rglob("*.md"))
    found = set()
    for document in documents:
        folder = document.parent.relative_to(ROOT).as_posix()
        for link in LINK.finditer(document.read_text(encoding="utf-8")):
            place = normpath(join(folder, (link["target"] or link["source"]).partition("#")[0]))
            if _is_source(place):
                found.add(place)
    return found
