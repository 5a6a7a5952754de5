#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the names of missing Debian packages and their total size, then installs the packages. With
# APT = no, or without apt-get, only prints the names. A package also counts as present if a command
# of any origin has the package's name or, for a name that ends in "js", the name without "js".
# usage: missing.sh APT PACKAGE...
apt=$1
shift
missing=
for package; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || command -v "${package%js}" >/dev/null ||
    missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$apt" = no ]; then
  echo "Went on without these Debian packages, since APT is no:$missing"
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "There is no apt here. Went on without these, in Debian's names:$missing"
  exit 0
fi
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
echo "Installing Debian packages (APT=no leaves that to you):$missing"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
$sudo apt-get update -qq
known= unknown=
shown=" $(apt-cache show $missing 2>/dev/null | sed -n 's/^Package: //p' | tr '\n' ' ')"  # one call for all, since every call reads all lists
for package in $missing; do
  case $shown in *" $package "*) known="$known $package" ;; *) unknown="$unknown $package" ;; esac
done
[ -z "$unknown" ] || echo "This release has no:$unknown"
[ -n "$known" ] || exit 0
apt-get install --assume-no --no-install-recommends $known 2>/dev/null | grep -E '^(Need to get|After this operation)'
$sudo apt-get install -y -qq --no-install-recommends $known >/dev/null ||
  echo "apt failed. Went on without:$known"
