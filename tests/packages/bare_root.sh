#!/usr/bin/env bash
# Runs the packaged engine in a root that holds nothing but the package and what it depends on: bare_root.sh PACKAGES ROOT.
# The dependencies are those of this machine, so it works without a network. Needs root.
set -euo pipefail
packages=$1
root=$2

# Names of packages in a list of dependencies; of alternatives the first that is installed.
names_in() {
    tr ',' '\n' <<<"$1" | while IFS='|' read -ra alternatives; do
        for alternative in "${alternatives[@]}"; do
            name=$(sed -E 's/^ *([^ :(]+).*/\1/' <<<"$alternative")
            [[ -n "$name" ]] || continue
            if [[ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" == installed* ]]; then
                echo "$name"
                break
            fi
            provider=${provided[$name]:-}
            [[ -z "$provider" ]] || { echo "$provider"; break; }
        done
    done
}

declare -A provided known
while IFS=$'\t' read -r package provides; do
    for name in $(sed -E 's/\([^)]*\)//g; s/,/ /g' <<<"$provides"); do
        provided[$name]=$package
    done
done < <(dpkg-query -W -f='${Package}\t${Provides}\n')

wanted=$(names_in "$(for package in "$packages"/headroom-{engine,data}_*.deb; do dpkg-deb -f "$package" Depends && echo ,; done)")
while [[ -n "$wanted" ]]; do
    next=""
    for name in $wanted; do
        [[ -z "${known[$name]:-}" ]] || continue
        known[$name]=1
        next+=" $(names_in "$(dpkg-query -W -f='${Pre-Depends},${Depends}' "$name" | head -1)")"
    done
    wanted=$next
done

mkdir -p "$root"/usr/{bin,lib,lib64,sbin} "$root"/{proc,tmp,etc/alternatives}
for folder in bin lib lib64 sbin; do
    ln -s "usr/$folder" "$root/$folder"
done
dpkg -L "${!known[@]}" | grep -vE '^/usr/share/(doc|man|locale|lintian|info)/|^/etc/|^diverted' | sort -u |
    while read -r path; do [[ -d "$path" && ! -L "$path" ]] || echo "$path"; done |
    tar --ignore-failed-read -cf - -T - 2>/dev/null | tar -xf - -C "$root"
# Of libraries with alternatives one that is there is chosen, as the scripts of their packages do it.
for link in $(find /usr/lib/*-linux-gnu -maxdepth 1 -lname '/etc/alternatives/*'); do
    chosen=$(cd "$root" && find usr/lib -mindepth 3 -name "${link##*/}" -print -quit)
    [[ -z "$chosen" ]] || ln -s "/$chosen" "$root$link"
done
for compiler in cc c++ gcc g++ clang ld; do
    [[ ! -e "$root/usr/bin/$compiler" ]] || { echo "There is a compiler: $compiler" >&2; exit 1; }
done

begun=$(date +%s.%N)
for package in "$packages"/headroom-{engine,data}_*.deb; do
    dpkg-deb -x "$package" "$root"
done
inside() { # a namespace of its own for /proc, by which the engine finds its libraries
    unshare --mount bash -c 'mount -t proc proc "$0/proc" && root=$0 && shift 0 && exec chroot "$root" /usr/bin/env -i HOME=/tmp "$@"' "$root" "$@"
}
if ! unshare --mount mount -t proc proc "$root/proc" 2>/dev/null; then
    echo "Left out, as nothing can be mounted here: the engine in a root of its own" >&2
    exit 0
fi
if [[ ! -x "$root/usr/bin/env" ]]; then
    cp /usr/bin/env "$root/usr/bin/env"
fi
(cd "$root/tmp" && inside /usr/bin/headroom-engine simulate /usr/share/headroom/projects/first-steps --out /tmp/run.hrr)
ended=$(date +%s.%N)
# Sensitivities come from a program of their own, which is installed elsewhere.
inside /usr/bin/headroom-engine study /usr/share/headroom/projects/first-queue --vary CUSTOMERS=1..20/20 \
    --vary THREADS=1..4/4 --design sobol --points 8 --out /tmp/study.hrs --plan >/dev/null
[[ ! -e "$root/usr/share/headroom/projects/first-steps/results" ]] || { echo "results beside an installed project" >&2; exit 1; }
printf 'From %s packages and no compiler to the first figures: %.1f s\n' "${#known[@]}" \
    "$(awk -v a="$begun" -v b="$ended" 'BEGIN { print b - a }')" >&2
