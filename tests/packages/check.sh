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
dead=$(cd "$scratch/usr/share/doc/headroom-doc/html" &&
    grep -roE '(href|src)="[^":#]+' --include='*.html' . | sort -u | while IFS=: read -r page link; do
        [[ -e "$(dirname "$page")/${link#*\"}" ]] || echo "$page: ${link#*\"}"
    done)
[[ -z "$dead" ]] || { say "$dead"; exit 1; }
say "wheel"
/usr/bin/python3 -m zipfile -l "$packages"/headroom-*-py3-none-any.whl | grep -q 'headroom/py.typed'

if ((EUID == 0)); then
    bash "$here/bare_root.sh" "$packages" "$scratch/root"
else
    say "Left out, as it needs root: the engine in a root of its own"
fi
say "The packages are in order."
