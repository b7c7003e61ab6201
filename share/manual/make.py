#!/usr/bin/python3
"""Writes the manual as HTML: make.py SOURCES REFERENCE OUT.

The pages are those of the repository in Markdown, and the reference that `headroom-engine reference` wrote. cmark-gfm
converts them. Links between them stay links; of one that leads to a file that is not among them, the text stays.
"""

import html
import re
import shutil
import subprocess
import sys
from pathlib import Path

STYLE = """body { max-width: 60em; margin: 2em auto; padding: 0 1em; font: 1rem/1.5 sans-serif; }
table { border-collapse: collapse; } td, th { border: 1px solid #b8bec5; padding: .3em .6em; vertical-align: top; }
pre { overflow-x: auto; background: #f2f4f6; padding: .8em; } img { max-width: 100%; }
"""


def pages(sources: Path, reference: Path) -> dict[str, Path]:
    """The files by their places in the manual, without the ending."""
    found = {f"manual/{page.stem}": page for page in sorted((sources / "app/manual").glob("*.md"))}
    found |= {f"reference/{page.relative_to(reference).with_suffix('')}": page
              for page in sorted(reference.rglob("*.md"))}
    texts = ["README.md", "app/README.md", "engine/cli/README.md", "engine/project/FORMAT.md", "engine/record/RESULT.md",
             "engine/record/STREAM.md", "engine/study/STUDY.md", "engine/study/README.md", "libraries/README.md",
             "tests/accuracy/README.md", "tests/accuracy/RESULTS.md"]
    texts += [str(page.relative_to(sources)) for page in sorted((sources / "projects").rglob("*.md"))]
    return found | {text.removesuffix(".md"): sources / text for text in texts if (sources / text).exists()}


def title(text: str) -> str:
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    return heading.group(1) if heading else "Headroom"


def index(found: dict[str, Path]) -> str:
    """The first page: a list of all, by parts."""
    parts = {"The studio": "manual/", "Blocks and fields": "reference/", "Projects": "projects/",
             "Accuracy": "tests/", "Formats and commands": ""}
    rows, left = ["# Headroom\n"], dict(found)
    for part, begin in parts.items():
        rows.append(f"\n## {part}\n")
        for place in [place for place in left if place.startswith(begin)]:
            rows.append(f"- [{title(left.pop(place).read_text())}]({place}.md)")
    return "\n".join(rows) + "\n"


def converted(text: str, place: str, files: dict[Path, str], source: Path, out: Path) -> str:
    body = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink"], input=text, text=True,
                          capture_output=True, check=True).stdout
    body = re.sub(r"<(h[1-6])>(.*?)</\1>", lambda m: f'<{m[1]} id="{anchor(m[2])}">{m[2]}</{m[1]}>', body)
    up = "../" * place.count("/")

    def link(match: re.Match[str]) -> str:
        target, _, fragment = html.unescape(match[1]).partition("#")
        if re.match(r"[a-z]+:", target) or not target:
            return match[0]
        path = (source.parent / target).resolve()
        if path not in files:
            return match[2]
        href = up + files[path] + ".html" + ("#" + fragment if fragment else "")
        return f'<a href="{html.escape(href)}">{match[2]}</a>'

    def picture(match: re.Match[str]) -> str:
        path = (source.parent / html.unescape(match[1])).resolve()
        copy = out / "pictures" / path.name
        if source.parent.name != "app" and path.is_file():
            copy = out / "pictures" / f"{source.parent.name}-{path.name}"
        if not path.is_file():
            return ""
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        return f'<img src="{up}pictures/{html.escape(copy.name)}"{match[2]}>'

    body = re.sub(r'<a href="([^"]*)">(.*?)</a>', link, body, flags=re.DOTALL)
    body = re.sub(r'<img src="([^"]*)"([^>]*)>', picture, body)
    home = "" if place == "index" else f'<p><a href="{up}index.html">Headroom</a></p>\n'
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{html.escape(title(text))}</title>\n'
            f'<link rel="stylesheet" href="{up}style.css">\n</head>\n<body>\n{home}{body}</body>\n</html>\n')


def anchor(heading: str) -> str:
    """The name by which others refer to a heading, as repositories show them."""
    words = re.sub(r"<[^>]*>", "", html.unescape(heading)).lower()
    return re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")


def main() -> None:
    sources, reference, out = (Path(argument).resolve() for argument in sys.argv[1:4])
    found = pages(sources, reference)
    files = {page.resolve(): place for place, page in found.items()}
    files |= {page.resolve().parent: place for place, page in found.items() if page.name == "README.md"}
    first = out / "index.md"
    out.mkdir(parents=True, exist_ok=True)
    texts = {place: (page.read_text(), page) for place, page in found.items()} | {"index": (index(found), first)}
    here = files | {(out / f"{place}.md").resolve(): place for place in found}
    for place, (text, page) in texts.items():
        file = out / f"{place}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(converted(text, place, here, page, out))
    (out / "style.css").write_text(STYLE)
    print(f"{len(texts)} pages in {out}")


if __name__ == "__main__":
    main()
