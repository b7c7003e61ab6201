#!/usr/bin/env bash
# Checks the packages in a folder: check.sh FOLDER. Called by `./headroom package --check`.
set -euo pipefail
packages="$(readlink -f "$1")"
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf '%s\n' "$*" >&2; }

say "lintian"
lintian --fail-on error,warning --suppress-tags-from-file "$here/lintian-tags" "$packages"/*.deb

for package in "$packages"/*.deb; do
    dpkg-deb -x "$package" "$scratch"
done
say "desktop-file-validate"
desktop-file-validate "$scratch"/usr/share/applications/*.desktop
say "appstreamcli validate"
appstreamcli validate --no-net --no-color "$scratch"/usr/share/metainfo/*.xml
say "man"
for page in "$scratch"/usr/share/man/man1/*.gz; do
    said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    [[ -z "$said" ]] || { say "${page##*/}: $said"; exit 1; }
done
say "bash completion"
bash "$here/completion.sh" "$scratch/usr/share/bash-completion/completions/headroom-engine"
say "manual: each link leads to a page"
/usr/bin/python3 - "$scratch/usr/share/doc/headroom-doc/html" <<'EOF'
import re
import sys
from pathlib import Path

pages = {page.resolve(): page.read_text() for page in Path(sys.argv[1]).rglob("*.html")}
dead = []
for page, text in pages.items():
    for target, place in re.findall(r'(?:href|src)="([^":#]*)(?:#([^"]*))?"', text):
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or place and file in pages and f'id="{place}"' not in pages[file]:
            dead.append(f"{page.name}: {target}#{place}")
if len(pages) < 100 or dead:
    sys.exit("\n".join([f"{len(pages)} pages", *dead]))
EOF
say "wheel"
/usr/bin/python3 -m zipfile -l "$packages"/headroom-*-py3-none-any.whl | grep -q 'headroom/py.typed'

if ((EUID == 0)); then
    bash "$here/bare_root.sh" "$packages" "$scratch/root"
else
    say "Left out, as it needs root: the engine in a root of its own"
fi
say "The packages are in order."
