# SPDX-License-Identifier: BSD-2-Clause
# What tools/quickstart and tools/check share. Sourced with $root = the checkout.
: "${root:?the checkout}"

# Packages of the given groups that are not installed.
packages_missing() {
	for group in "$@"; do
		sed -n "s/^$group //p" "$root/tools/packages"
	done | while read -r package; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || echo "$package"
	done
}

# packages_install GROUP..: apt-get only where something is missing. Sets installed=1 if it had to.
packages_install() {
	installed=0
	if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
		echo "not a Debian system: please see to the packages of tools/packages yourself" >&2
		return 0
	fi
	missing=$(packages_missing "$@" | tr '\n' ' ')
	[ -n "$missing" ] || return 0
	if [ "$(id -u)" -eq 0 ]; then
		as_root=
	elif command -v sudo >/dev/null; then
		as_root=sudo
	else
		echo "these packages are missing, and neither root nor sudo is at hand: apt-get install $missing" >&2
		return 1
	fi
	echo "installing: $missing"
	# shellcheck disable=SC2086 # one word a package
	set -- $missing
	log=$(mktemp)
	# A repository that cannot be reached matters only if the packages are not to be had.
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update >"$log" 2>&1 || :
	if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >>"$log" 2>&1; then
		cat "$log" >&2
		rm -f "$log"
		echo "apt-get cannot install: $missing" >&2
		return 1
	fi
	rm -f "$log"
	installed=1
}

# build_setup FOLDER MESON-ARGUMENT..: configures build/FOLDER, again if packages have come since.
build_setup() {
	dir="$root/build/$1"
	shift
	if [ ! -f "$dir/build.ninja" ]; then
		rm -rf "$dir"
		meson setup "$dir" "$root" "$@"
	elif [ "${installed:-0}" -eq 1 ]; then
		meson setup --wipe "$dir" "$root" "$@"
	else
		meson setup --reconfigure "$dir" "$root" "$@"
	fi
}
