#!/bin/sh
# Collects what `headroom-engine adopt` reads: what hardware this machine has, and, if a command of the cluster is here,
# what the cluster says of itself. It only reads, needs no root, and sends nothing anywhere: look at the folder that it
# makes before you hand it on.
#
#   sh collect.sh [--anonymous] [FOLDER]     a folder (default: headroom-collected) with one folder for each machine
#   sh collect.sh [--anonymous] --tar        the same as a tar archive on standard output:
#       for h in node1 node2 node3; do ssh "$h" sh -s -- --tar < collect.sh > "$h.tar"; done
#
# Run it on one node of each kind and once where the cluster's own command works; then: headroom-engine adopt FOLDER *.tar
#
# --anonymous   replaces names of machines by m- and a checksum, in contents and names of files alike, so that the files of
#               several machines still fit together; addresses, serial numbers, and names of pools and topics as well.
#               A list of all names that the cluster has is needed where it runs: they are read from its own answers.
set -u
LC_ALL=C
export LC_ALL

anonymous=no
archive=no
folder=headroom-collected
for argument; do
    case $argument in
    --anonymous) anonymous=yes ;;
    --tar) archive=yes ;;
    -h | --help)
        sed -n '2,/^set -u/{/^set -u/d;s/^# \{0,1\}//;p;}' "$0"
        exit 0
        ;;
    -*)
        echo "collect.sh: there is no option $argument (see --help)" >&2
        exit 1
        ;;
    *) folder=$argument ;;
    esac
done

scratch=$(mktemp -d "${TMPDIR:-/tmp}/headroom-collect.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
machine=$(uname -n)
own=$scratch/out/$machine
mkdir -p "$own" || exit 1

# keep FILE COMMAND...: what a command says, if it is here and says something.
keep() {
    file=$1
    shift
    command -v "$1" >/dev/null 2>&1 || return 0
    if ! "$@" >"$own/$file" 2>/dev/null || ! [ -s "$own/$file" ]; then
        rm -f "$own/$file"
    fi
}

# --- this machine
keep lscpu.json lscpu -J
keep lsblk.json lsblk -J -b -O
[ -f "$own/lsblk.json" ] || keep lsblk.json lsblk -J -b -o NAME,SIZE,TYPE,ROTA,MODEL,VENDOR,TRAN,MOUNTPOINT
keep ip-address.json ip -j address
keep lshw.json lshw -json -quiet -class system -class processor -class memory -class disk -class storage -class network
sed -n '/^MemTotal:/p' /proc/meminfo >"$own/meminfo.txt" 2>/dev/null

# Rates of the ports, which anyone may read, in the words of ethtool; the adapters' names as lspci has them.
for port in /sys/class/net/*; do
    [ -e "$port/device" ] || continue # a bridge, a bond: no hardware
    name=${port##*/}
    speed=$(cat "$port/speed" 2>/dev/null) || speed=
    echo "Settings for $name:"
    address=$(readlink "$port/device") && address=${address##*/}
    if command -v lspci >/dev/null 2>&1; then
        model=$(lspci -s "$address" 2>/dev/null | sed 's/^[^ ]* [^:]*: //')
        [ -n "$model" ] && printf '\tAdapter: %s\n' "$model"
    fi
    case $speed in
    '' | -*) printf '\tSpeed: Unknown!\n' ;;
    *) printf '\tSpeed: %sMb/s\n' "$speed" ;;
    esac
    [ "$(cat "$port/carrier" 2>/dev/null)" = 1 ] && printf '\tLink detected: yes\n' || printf '\tLink detected: no\n'
done >"$own/ethtool.txt"
[ -s "$own/ethtool.txt" ] || rm -f "$own/ethtool.txt"

# Which of the servers of a cluster run here: names of programs only, without arguments.
{
    echo "# daemons"
    ps -e -o args= 2>/dev/null | tr ' /' '\n\n' | grep -E '^(ceph-(osd|mon|mgr|mds)|radosgw|swift-(proxy|object|container|account)-server|kafka\.Kafka)$' | sort | uniq
} >"$own/daemons.txt"

# --- the cluster, where its own command is at hand
if command -v ceph >/dev/null 2>&1; then
    for one in "report:report" "osd-pool-stats:osd pool stats" "config-dump:config dump" "df:df detail" "osd-df:osd df" \
        "osd-tree:osd tree" "osd-dump:osd dump" "osd-metadata:osd metadata"; do
        # The words of a command are its arguments.
        # shellcheck disable=SC2086
        keep "cluster-${one%%:*}.json" ceph --connect-timeout 20 ${one#*:} -f json
        # A report has the last three already.
        if [ "${one%%:*}" = osd-df ] && [ -f "$own/cluster-report.json" ]; then break; fi
    done
fi
for ring in /etc/swift/object.ring.gz /etc/swift/container.ring.gz /etc/swift/account.ring.gz; do
    [ -r "$ring" ] && cp "$ring" "$own/"
done
if command -v swift-recon >/dev/null 2>&1 && [ -r /etc/swift/object.ring.gz ]; then
    keep recon-diskusage.txt swift-recon object --diskusage --verbose
fi
properties=$(ps -e -o args= 2>/dev/null | grep 'kafka\.Kafka' | tr ' ' '\n' | grep '\.properties$' | head -1)
if [ -n "$properties" ] && [ -r "$properties" ]; then
    # Passwords, and paths and names of keys, stay where they are.
    grep -E '^ *(broker\.id|node\.id|process\.roles|listeners|advertised\.listeners|log\.dirs?|num\.|min\.insync|default\.replication|log\.flush|replica\.|zookeeper\.session|broker\.session)' \
        "$properties" >"$own/server.properties"
fi
for topics in kafka-topics kafka-topics.sh; do
    if command -v "$topics" >/dev/null 2>&1 && [ ! -f "$own/topics.txt" ]; then
        keep topics.txt "$topics" --bootstrap-server "${KAFKA_SERVER:-localhost:9092}" --describe
    fi
done

# --- names
# For each name a line of sed that replaces it as a whole word, the longest first; a name and the same with its domain
# become the same.
replace() {
    awk '{ print length($0), $0 }' | sort -rn | sed 's/^[0-9]* //' | while read -r name; do
        [ ${#name} -gt 1 ] || continue
        sum=$(printf '%s' "${name%%.*}" | cksum)
        escaped=$(printf '%s' "$name" | sed 's/[].[*^$\/]/\\&/g')
        printf 's/\\([^A-Za-z0-9_-]\\)%s\\([^A-Za-z0-9_-]\\)/\\1%s-%s\\2/g\n' "$escaped" "$1" "${sum%% *}"
    done
}
if [ "$anonymous" = yes ]; then
    sum=$(printf '%s' "${machine%%.*}" | cksum)
    instead=m-${sum%% *}
    {
        echo "$machine"
        echo "${machine%%.*}"
        # Names of hosts: "hostname" of daemons, and buckets of the type host in the hierarchy.
        cat "$own"/cluster-*.json 2>/dev/null | tr ',{}' '\n\n\n' | sed -n 's/^ *"hostname": *"\([^"]*\)".*/\1/p'
        cat "$own"/cluster-*.json 2>/dev/null | tr -d '\n' | tr '{}' '\n\n' | grep -E '"type(_name)?": *"host"' |
            sed -n 's/.*"name": *"\([^"~]*\).*/\1/p'
    } | sed '/^$/d' | sort -u | replace m >"$scratch/names.sed"
    {
        cat "$own"/cluster-*.json 2>/dev/null | tr ',{}' '\n\n\n' | sed -n 's/^ *"pool_name": *"\([^"]*\)".*/\1/p'
        sed -n 's/.*Topic: *\([^	 ]*\).*/\1/p' "$own/topics.txt" 2>/dev/null | grep -v '^__'
    } | sed '/^$/d' | sort -u | replace n >>"$scratch/names.sed"
    # Serial numbers, addresses, ids and labels that nobody needs.
    cat >>"$scratch/names.sed" <<RULES
s/\("serial"\|"wwn"\|"uuid"\|"partuuid"\|"ptuuid"\|"label"\|"partlabel"\|"fsid"\|"cluster_fingerprint"\|"address"\|"permaddr"\|"local"\): *"[^"]*"/\1:"-"/g
:again
s/\("device_ids": *"[^"]*_\)[A-Za-z0-9]\{2,\}\([,"]\)/\10\2/
t again
s/[0-9]\{1,3\}\.[0-9]\{1,3\}\.[0-9]\{1,3\}\.[0-9]\{1,3\}/0.0.0.0/g
s/\([0-9a-f][0-9a-f]:\)\{5\}[0-9a-f][0-9a-f]/00:00:00:00:00:00/g
s|://[^:,]*:|://$instead:|g
RULES
    for file in "$own"/*; do
        case $file in
        *.ring.gz)
            echo "collect.sh: ${file##*/} holds addresses, which cannot be replaced in it: it is left out" >&2
            rm -f "$file"
            ;;
        *)
            # Twice: neighbouring names share the character between them.
            sed -f "$scratch/names.sed" "$file" | sed -f "$scratch/names.sed" >"$scratch/file" && mv "$scratch/file" "$file"
            ;;
        esac
    done
    mv "$own" "$scratch/out/$instead"
fi

if [ "$archive" = yes ]; then
    (cd "$scratch/out" && tar cf - .)
else
    mkdir -p "$folder" && cp -R "$scratch/out/." "$folder/" || exit 1
    echo "Collected in $folder:"
    (cd "$scratch/out" && find . -type f | sed 's/^\.\//  /' | sort)
fi
