#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches nextpnr-ecp5 and ecppack, which Debian 12 lacks, from Debian 13 into a folder of their own; nothing is
# installed. The tools run with a root directory in that folder (a mount namespace), since nextpnr-ecp5 looks for its
# chip databases at one absolute path. 22 MB are fetched; the folder needs 250 MB.
# usage: ecp5_tools.sh APT [FOLDER]  (APT = no: only lists missing tools; default FOLDER: romcast-ecp5 in the cache)
apt=$1
case ${XDG_CACHE_HOME:-} in
  /*) cache=$XDG_CACHE_HOME ;;
  *) cache=$HOME/.cache ;;
esac
folder=${2:-$cache/romcast-ecp5}
command -v nextpnr-ecp5 >/dev/null && command -v ecppack >/dev/null && exit 0
[ -x "$folder/bin/nextpnr-ecp5" ] && exit 0
leave() {
  echo "Went on without nextpnr-ecp5 and ecppack, which place and route for an ECP5: $1"
  exit 0
}
[ "$apt" != no ] || leave "APT is no"
for tool in apt-get dpkg-deb unshare; do
  command -v $tool >/dev/null || leave "there is no $tool"
done
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f $keys ] || leave "there is no $keys"

mkdir -p "$folder"
work=$(mktemp -d -p "$folder") || leave "$folder cannot be written"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
echo "Fetching nextpnr-ecp5 and ecppack of Debian 13 into $folder (22 MB, 250 MB unpacked; APT=no leaves it out)"
mkdir -p "$work/lists/partial" "$work/archives/partial" "$work/root/work" "$work/root/proc"
: >"$work/status"
echo "deb [signed-by=$keys] ${ROMCAST_DEBIAN:-http://deb.debian.org/debian} trixie main" >"$work/sources"
# apt with a separate state: packages installed on this machine neither count nor change.
fetch() {
  LC_ALL=C apt-get -qq -y -o Dir::State="$work" -o Dir::State::status="$work/status" -o Dir::Cache="$work" \
    -o Dir::Etc::sourcelist="$work/sources" -o Dir::Etc::sourceparts=/dev/null -o Debug::NoLocking=1 \
    -o APT::Sandbox::User="$(id -un)" "$@" >"$work/log" 2>&1 || leave "$(tail -n 1 "$work/log")"
}
fetch update
fetch install --no-install-recommends --download-only nextpnr-ecp5 fpga-trellis
for package in "$work"/archives/*.deb; do
  dpkg-deb -x "$package" "$work/root" || leave "$package cannot be unpacked"
done
for link in bin sbin lib lib64; do [ -e "$work/root/$link" ] || ln -s usr/$link "$work/root/$link"; done

mkdir "$work/bin"
for tool in nextpnr-ecp5 ecppack; do
  cat >"$work/bin/$tool" <<'END'
#!/bin/sh
# Made by ecp5_tools.sh. Sees the current folder and the root beside this one, no other files.
root=$(dirname "$(dirname "$(readlink -f "$0")")")/root
ids=
[ "$(id -u)" = 0 ] || ids=--map-root-user
LD_LIBRARY_PATH=/usr/lib/$(uname -m)-linux-gnu/trellis exec unshare $ids --mount -- sh -c \
  'root=$1 tool=$2; shift 2; mount --bind . "$root/work" && mount --rbind /proc "$root/proc" && exec unshare --root="$root" --wd=/work "/usr/bin/$tool" "$@"' \
  sh "$root" "${0##*/}" "$@"
END
  chmod +x "$work/bin/$tool"
done
mv "$work/root" "$folder/root" && mv "$work/bin" "$folder/bin"
