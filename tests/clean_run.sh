#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that builds and tests change only their own folders. `begin` notes the time, the modes and
# owners of devices, and the entries of /. `end` lists, in 50 lines at most, each file that has changed
# since `begin` and each device or entry of / that differs from the notes, and fails if it lists any.
# `end` ignores temporary folders, caches of models and of compilers, the source's .git, /run, /var/log
# and files that a calling process has open (a log). `end` does not search folders of / outside
# the Filesystem Hierarchy Standard, except the source and $HOME, as other users may work there.
# usage: tests/clean_run.sh begin NOTES
#        tests/clean_run.sh end NOTES FOLDER...     FOLDER: may be changed (build folders)
# CLEAN_RUN_ROOT and CLEAN_RUN_DEVICES: the folders to search instead of / and /dev.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
from=${CLEAN_RUN_ROOT:-/} devices=${CLEAN_RUN_DEVICES:-/dev}
command=$1 notes=$2
shift 2

# Prints the folders of the Filesystem Hierarchy Standard 3.0 that exist and are not symbolic links,
# without /dev, /proc, /run, /sys and /tmp.
systems() {
  for folder in bin boot etc home lib lib32 lib64 libx32 media mnt opt root sbin srv usr var; do
    [ -d "${from%/}/$folder" ] && [ ! -L "${from%/}/$folder" ] && echo "${from%/}/$folder" || true
  done
}
tops() { find "$from" -mindepth 1 -maxdepth 1 -printf '%p\n' | sort; }
modes() { find "$devices" -xdev ! -type d ! -type l -printf '%M %u:%g %p\n' | sort -k 3; }

case $command in
  begin)
    mkdir -p "$notes"
    modes >"$notes/modes"
    tops >"$notes/tops"
    touch "$notes/begin"
    sleep 0.1  # later changes then get a later time, as file times have the kernel clock's resolution
    ;;
  end)
    theirs=("$(realpath -m "$notes")" "$root/.git" /run /var/log)
    # Caches of models, and of a compiler's results.
    for cache in ~/.cache/romcast ~/.cache/ccache "${ROMCAST_CACHE:-}" "${CCACHE_DIR:-}"; do
      [ -z "$cache" ] || theirs+=("$(realpath -m "$cache")")
    done
    [ "$from" = / ] && theirs+=("${TMPDIR:-/tmp}" /tmp /var/tmp /dev /proc /sys)
    for ((process = PPID; process > 1; process = $(sed -n "s/^PPid:\t//p" /proc/$process/status))); do
      for open in /proc/$process/fd/*; do
        file=$(readlink "$open") && [ -f "$file" ] && theirs+=("$file") || true
      done
    done
    for folder in "$@"; do theirs+=("$(realpath -m "$folder")"); done
    skip=(-false)
    for folder in "${theirs[@]}"; do skip+=(-o -path "$folder" -prune); done
    # Creating these folders changes the folders that contain them.
    for folder in "${theirs[@]}"; do
      while folder=${folder%/*} && [ -n "$folder" ]; do skip+=(-o -path "$folder" -type d); done
    done
    # -xdev: `find` stays in the file systems of `starts`. LC_ALL=C: `find` compares names as bytes.
    mapfile -t starts < <(systems)
    [ "$from" = / ] && starts+=("$root" "$HOME")
    changed=$(LC_ALL=C find "${starts[@]}" -xdev \( "${skip[@]}" \) -o -cnewer "$notes/begin" -print \
      2>/dev/null | sort -u) || true
    differ=$({ modes | diff "$notes/modes" - || true; tops | diff "$notes/tops" - || true; } | grep '^[<>]' || true)
    if [ -n "$changed$differ" ]; then
      echo "changed meanwhile outside the build folders, caches and temporary folders, by this or another program:" >&2
      printf '%s\n' "$changed" "$differ" | sed '/^$/d; s/^/  /' | head -n 50 >&2
      exit 1
    fi
    ;;
  *) echo "usage: $0 begin|end NOTES [FOLDER...]" >&2; exit 2 ;;
esac
