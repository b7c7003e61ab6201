#!/usr/bin/env bash
# Installs the packages in a bare Debian, runs the sample, removes them, and looks for what is left behind:
# install.sh PACKAGES ROOT [SUITE]. Needs root and a network; ROOT is made by debootstrap if it is not there.
set -euo pipefail
packages=$(readlink -f "$1")
root=$(readlink -m "$2")
suite=${3:-bookworm}
say() { printf '%s\n' "$*" >&2; }
[[ -x "$root/usr/bin/apt-get" ]] || debootstrap --variant=minbase "$suite" "$root"
inside() {
    unshare --mount bash -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && root=$0 && exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/user DEBIAN_FRONTEND=noninteractive "$@"' "$root" "$@"
}
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir -p "$root/opt/headroom" "$root/tmp/user" # what the programs write there is the user's own
cp "$packages"/*.deb "$root/opt/headroom/"
inside apt-get update -qq
listed() { (cd "$root" && find . -xdev \( -path ./opt -o -path ./proc -o -path ./dev -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log -o -path ./tmp \) -prune -o -print | sort); }

# What other packages leave is theirs: they are installed before it is looked.
inside sh -c 'apt-get install -y -qq --no-install-recommends $(for package in /opt/headroom/*.deb; do dpkg-deb -f $package Depends; done | tr , "\n" | sed -E "s/^ *([^ |(]+).*/\1/" | grep -v ^headroom | sort -u)' >/dev/null
listed >"$packages/before.txt"
if [[ -x "$root/usr/bin/g++" || -x "$root/usr/bin/cc" ]]; then say "There is a compiler"; exit 1; fi
begun=$(date +%s)
inside sh -c 'apt-get install -y -qq --no-install-recommends /opt/headroom/*.deb' >/dev/null
inside sh -c 'cd && headroom-engine simulate /usr/share/headroom/projects/first-steps'
say "From the packages to the first figures: $(($(date +%s) - begun)) s"
inside sh -c 'cd && headroom-engine study /usr/share/headroom/projects/first-queue --vary CUSTOMERS=1..20/20 --vary THREADS=1..4/4 --design sobol --points 8 --duration 6s' | tail -5
[[ ! -x "$root/usr/bin/headroom-studio" ]] || inside sh -c 'cd && QT_QPA_PLATFORM=offscreen headroom-studio --version && headroom-studio --drawing drawing.svg /usr/share/headroom/projects/first-steps && test -s drawing.svg'
inside sh -c 'apt-get purge -y -qq "headroom*"' >/dev/null
listed >"$packages/after.txt"
left=$(comm -13 "$packages/before.txt" "$packages/after.txt")
rm "$packages"/{before,after}.txt
[[ -z "$left" ]] || { say "Left behind:"; say "$left"; exit 1; }
say "Installed, used and removed; nothing is left behind."
