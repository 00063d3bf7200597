#!/bin/sh
# Writes every capture of this folder again: make.sh PATH-OF-ROCESCOPE
set -eu
prog=${1:?usage: make.sh PATH-OF-ROCESCOPE}
here=$(cd "$(dirname "$0")" && pwd)
"$prog" demo --scenario list | while read -r name _; do
	file=$name
	[ "$name" != loss-storm ] || file=storm
	"$prog" demo -q --scenario "$name" --seed 1 -o "$here/$file.pcapng"
done
