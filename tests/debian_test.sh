#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Debian packages: lintian finds no error; installed into a bare root of this release, the program
# runs, and programs of others build and co-simulate, all as a user without rights. The root and what is
# installed into it are kept in BUILD_FOLDER/debian, 600 MB. Mounts are made in a namespace of their
# own, so that they end with the test.
# usage: tests/debian_test.sh CMAKE BUILD_FOLDER     exit status 77: cannot be tried here
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "debian_test: $*" >&2; exit 1; }
skip() { echo "debian_test: skipped, $*"; exit 77; }

# usage: in_namespace KEPT WORK SUITE MIRROR: with the packages in WORK/packages.
in_namespace() {
  local kept=$1 work=$2 suite=$3 mirror=$4 root=$2/root
  mkdir "$root"
  if [ ! -e "$kept/$suite.tar" ]; then
    debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$work/log" || { tail "$work/log"; exit 1; }
    umount -q "$root/proc" "$root/sys" || true
    tar -C "$root" -cf "$work/root.tar" .
    mv "$work/root.tar" "$kept/$suite.tar"
  else
    tar -C "$root" -xf "$kept/$suite.tar"
  fi
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fast"  # a root that is thrown away
  mkdir -m 777 "$root/try"
  cp -r "$work/packages" "$here/library" "$root/"
  mount -t proc proc "$root/proc"
  mount --bind "$kept/archives" "$root/var/cache/apt/archives"

  chroot "$root" sh -c 'apt-get update && cd packages && DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends ./romcast_*.deb ./libromcast*.deb cmake make' >"$work/log" 2>&1 ||
    { tail -n 30 "$work/log"; fail "cannot be installed"; }
  [ -z "$(chroot "$root" dpkg --audit)" ] || fail "$(chroot "$root" dpkg --audit)"

  # usage: user COMMAND...: in the root, without rights.
  user() {
    chroot --userspec=nobody:nogroup "$root" env -i PATH=/usr/bin:/bin HOME=/try ROMCAST_CACHE=/try/models "$@"
  }
  mkdir -m 777 "$root/try/work"
  user bash /library/consumer_runs.sh /try/work cmake
  # The model of this run has been built for the one before.
  user sh -c 'cd /try && romcast run -n torus --dims 4x4 -c alltoall' >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
  grep -q '^verdict *pass' "$work/out" || { cat "$work/out"; exit 1; }
  for file in man/man1/romcast.1.gz bash-completion/completions/romcast zsh/vendor-completions/_romcast \
    fish/vendor_completions.d/romcast.fish doc/romcast/copyright doc/romcast/changelog.gz \
    doc/libromcast-dev/copyright romcast/rtl/common/queue.v; do
    [ -s "$root/usr/share/$file" ] || fail "not installed: $file"
  done
  chroot "$root" sh -c 'dpkg --purge libromcast-dev libromcast0 libromcast-host0 romcast' >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "cannot be removed"; }
  left=$(find "$root/usr" "$root/etc" "$root/var/lib" -name '*romcast*')
  [ -z "$left" ] || fail "left after it was removed: $left"
}

if [ "$1" = in_namespace ]; then
  "$@"
  exit
fi

[ "$(id -u)" = 0 ] || skip "only root makes a root of Debian"
for tool in debootstrap lintian unshare; do
  command -v $tool >/dev/null || skip "there is no $tool"
done
unshare --mount --pid --fork --mount-proc true 2>/dev/null || skip "no namespaces of mounts"
ID="" VERSION_CODENAME=""
. /etc/os-release
[ "$ID" = debian ] && [ -n "$VERSION_CODENAME" ] || skip "this is no Debian"
mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } |
  sed -nE 's!^(deb|URIs:) .*(https?://[^ ]*/debian)/?( .*)?$!\2!p' | sed -n 1p)
mirror=${mirror:-http://deb.debian.org/debian}

kept=$(realpath "$2")/debian
mkdir -p "$kept/archives/partial"
work=$(mktemp -d -p "$kept")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
timeout 60 /usr/lib/apt/apt-helper download-file "$mirror/dists/$VERSION_CODENAME/InRelease" "$work/release" \
  >"$work/log" 2>&1 || skip "no answer from $mirror"

"$(dirname "$1")/cpack" -G DEB --config "$2/CPackConfig.cmake" -B "$work/packages" >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
rm -r "$work/packages/_CPack_Packages"
lintian --allow-root --fail-on error "$work"/packages/*.deb >"$work/log" 2>&1 || { cat "$work/log"; fail "lintian finds errors"; }
if dpkg-deb -f "$work"/packages/romcast_*.deb Depends | grep mpi; then fail "romcast needs MPI"; fi
unshare --mount --pid --fork --kill-child --mount-proc bash "$0" in_namespace "$kept" "$work" "$VERSION_CODENAME" "$mirror"
echo "installed into a bare Debian $VERSION_CODENAME: planned, co-simulated, built against"
