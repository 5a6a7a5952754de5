#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packages: lintian must find no error in the Debian packages. They are installed into a bare root, a minimal
# root file system of this machine's Debian release. There an unprivileged user must be able to run romcast,
# and to build and co-simulate programs that use the library.
# sources SUITE: in a bare root of the release SUITE the sources must build, `make check` must pass, a run must
# co-simulate, and all proofs of formal/ must hold. MPI's run time is installed there without MPI's headers.
# BUILD_FOLDER/debian keeps copies of the bare roots and the packages that apt downloads: 600 MB of `packages`,
# 900 MB of `sources`. The mounts are in a namespace of their own, so they end with the test.
# usage: tests/debian_test.sh packages CMAKE BUILD_FOLDER
#        tests/debian_test.sh sources SUITE BUILD_FOLDER
# Exit status 77: the test cannot be tried on this machine.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "debian_test: $*" >&2; exit 1; }
skip() { echo "debian_test: skipped, $*"; exit 77; }

# usage: make_root KEPT WORK SUITE MIRROR: makes a bare root in WORK/root. The folder KEPT keeps a copy of the
# bare root, and the packages that apt downloads.
make_root() {
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
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fast"  # unsafe is enough: the root is deleted after the test
  mkdir -m 777 "$root/try"
  mount -t proc proc "$root/proc"
  mount -t sysfs sysfs "$root/sys"
  mkdir -p "$root/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -sf pts/ptmx "$root/dev/ptmx"
  mkdir -p "$kept/$suite/partial"
  mount --bind "$kept/$suite" "$root/var/cache/apt/archives"
}

# usage: check_run FILE: FILE, the output of a co-simulated run, must report a pass.
check_run() { grep -q '^verdict *pass' "$1" || { cat "$1"; exit 1; }; }

# usage: sources KEPT WORK SUITE MIRROR: tests the sources in WORK/source.
sources() {
  local work=$2 root=$2/root
  make_root "$@"
  mv "$work/source" "$root/try/source"
  run() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/try ROMCAST_CACHE=/try/models "$@" >"$work/log" 2>&1 ||
      { tail -n 60 "$work/log"; fail "$*"; }
  }
  run sh -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends make openmpi-bin z3'
  run make -C /try/source check
  grep -q '^100% tests passed' "$work/log" || { tail -n 60 "$work/log"; fail "no tests"; }
  run /try/source/build/romcast run -n torus --dims 4x4 -c alltoall
  check_run "$work/log"
  run env JOBS="$(nproc)" bash /try/source/formal/run.sh
}

# usage: packages KEPT WORK SUITE MIRROR: tests the packages in WORK/packages.
packages() {
  local work=$2 root=$2/root
  make_root "$@"
  cp -r "$work/packages" "$here/library" "$root/"

  chroot "$root" sh -c 'apt-get update && cd packages && DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends ./romcast_*.deb ./libromcast*.deb ./python3-romcast_*.deb python3-networkx cmake make' >"$work/log" 2>&1 ||
    { tail -n 30 "$work/log"; fail "cannot be installed"; }
  [ -z "$(chroot "$root" dpkg --audit)" ] || fail "$(chroot "$root" dpkg --audit)"

  # usage: user COMMAND...: runs COMMAND in the root without privileges.
  user() {
    chroot --userspec=nobody:nogroup "$root" env -i PATH=/usr/bin:/bin HOME=/try ROMCAST_CACHE=/try/models "$@"
  }
  mkdir -m 777 "$root/try/work"
  user bash /library/consumer_runs.sh /try/work cmake
  # The preceding run has already built the model of this one.
  user sh -c 'cd /try && romcast run -n torus --dims 4x4 -c alltoall' >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
  check_run "$work/out"
  user sh -c 'cd /try && python3 -c "
import networkx, romcast
measured = romcast.plan(romcast.from_networkx(networkx.petersen_graph()), \"alltoall\").run()
print(\"passed\", measured.passed, measured.player().page[:15])
"' >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
  grep -qi '^passed True <!doctype html' "$work/out" || { cat "$work/out"; fail "the Python module"; }
  for file in man/man1/romcast.1.gz bash-completion/completions/romcast zsh/vendor-completions/_romcast \
    fish/vendor_completions.d/romcast.fish doc/romcast/copyright doc/romcast/changelog.gz \
    doc/libromcast-dev/copyright romcast/rtl/common/queue.v; do
    [ -s "$root/usr/share/$file" ] || fail "not installed: $file"
  done
  chroot "$root" sh -c 'dpkg --purge python3-romcast libromcast-dev libromcast0 libromcast-host0 romcast' >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "cannot be removed"; }
  left=$(find "$root/usr" "$root/etc" "$root/var/lib" -name '*romcast*')
  [ -z "$left" ] || fail "left after it was removed: $left"
}

if [ "$1" = in_namespace ]; then
  "${@:2}"
  exit
fi

what=$1 how=$2
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

kept=$(realpath "$3")/debian
mkdir -p "$kept"
work=$(mktemp -d -p "$kept")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
suite=$VERSION_CODENAME
[ "$what" = packages ] || suite=$how
timeout 60 /usr/lib/apt/apt-helper download-file "$mirror/dists/$suite/InRelease" "$work/release" \
  >"$work/log" 2>&1 || skip "no answer from $mirror"

if [ "$what" = packages ]; then
  "$(dirname "$how")/cpack" -G DEB --config "$3/CPackConfig.cmake" -B "$work/packages" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
  rm -r "$work/packages/_CPack_Packages"
  lintian --allow-root --fail-on error "$work"/packages/*.deb >"$work/log" 2>&1 || { cat "$work/log"; fail "lintian finds errors"; }
  if dpkg-deb -f "$work"/packages/romcast_*.deb Depends | grep mpi; then fail "romcast needs MPI"; fi
else
  mkdir "$work/source"
  git -C "$here/.." ls-files -z | tar -C "$here/.." --null -T - -cf - | tar -C "$work/source" -xf -
fi
unshare --mount --pid --fork --kill-child --mount-proc bash "$0" in_namespace "$what" "$kept" "$work" "$suite" "$mirror"
echo "tried in a bare Debian $suite: $what"
