#!/usr/bin/env bash
# Asks the completion for bash what it would offer: completion.sh FILE.
set -uo pipefail # outside of a completion compopt fails
source "$1"
cd "$(mktemp -d)" || exit 1
mkdir folder
touch a.headroom a.txt

# offers WORDS... WANTED: the last of the words is completed; WANTED is among the offers.
offers() {
    COMP_WORDS=(headroom-engine "${@:1:$#-1}")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _headroom_engine
    [[ " ${COMPREPLY[*]} " == *" ${!#} "* ]] || {
        echo "completion of \"${COMP_WORDS[*]}\" lacks ${!#}: ${COMPREPLY[*]}" >&2
        exit 1
    }
}
offers sim simulate
offers --v --version
offers simulate --dur --duration
offers study a.headroom --executor s slurm
offers study --design o 'one\ at\ a\ time'
offers simulate a a.headroom
offers simulate '' folder
offers import a a.txt
COMP_WORDS=(headroom-engine simulate a.t) COMP_CWORD=2
_headroom_engine
[[ ${#COMPREPLY[@]} == 0 ]] || { echo "a file that is no project is offered as one" >&2; exit 1; }
rm -r "$PWD"
