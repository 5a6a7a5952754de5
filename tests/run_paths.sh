#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks that no program or library in the build folder, an installation or the cache of models
# searches the current folder or the build folder for libraries: each entry of its RPATH and RUNPATH
# must be an absolute path outside the build folder, or begin with $ORIGIN. An empty entry means the
# current folder.
# usage: tests/run_paths.sh CMAKE BUILD_FOLDER; CMAKE is the cmake command
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=$(realpath "$2")

# usage: wrong FOLDER...: prints the wrong RPATH and RUNPATH entries of the files below these
# folders, each with its file. Models that are being built, in folders `*.build`, are skipped; they
# are read once they are cached.
wrong() {
  find "$@" -ignore_readdir_race -name '*.build' -prune -o \
    -type f ! -name '*.o' -size +0 -print | while read -r file; do
    IFS= read -r -N 4 magic 2>/dev/null <"$file" && [ "$magic" = $'\x7fELF' ] || continue
    readelf -d "$file" 2>/dev/null | sed -n 's/.*(\(RPATH\|RUNPATH\)).*\[\(.*\)\]$/\2/p' |
      sed 's/:/\n/g' | while IFS= read -r entry; do
      case $entry/ in
        "$build"/*) echo "$file: '$entry'" ;;
        /?* | '$ORIGIN'/* | '${ORIGIN}'/*) ;;
        *) echo "$file: '$entry'" ;;
      esac
    done
  done
}

# The check must find exactly the wrong entries.
echo 'int one;' >"$work/one.c"
mkdir "$work/made"
made() { cc -shared -fPIC "$work/one.c" -o "$work/made/one.so" "$@"; }
for path in '/usr/lib:' ':/usr/lib' 'lib' './lib' "$build/lib" '/usr/lib::/lib' "$build"; do
  made "-Wl,-rpath,$path"
  [ -n "$(wrong "$work/made")" ] || { echo "run_paths: '$path' is not found" >&2; exit 1; }
done
for path in '/usr/lib' '$ORIGIN/../lib:/usr/lib' "$build-more"; do
  made "-Wl,-rpath,$path"
  [ -z "$(wrong "$work/made")" ] || { echo "run_paths: '$path' is refused" >&2; exit 1; }
done

made "-Wl,-rpath,lib"
mkdir "$work/made/model.build"
mv "$work/made/one.so" "$work/made/model.build/"
[ -z "$(wrong "$work/made")" ] || { echo "run_paths: a model that is built is read" >&2; exit 1; }

"$1" --install "$build" --prefix "$work/installed" >"$work/log" || { cat "$work/log"; exit 1; }
cache=${ROMCAST_CACHE:-$build/models}
mkdir -p "$cache"
found=$(wrong "$build" "$work/installed" "$cache")
[ -z "$found" ] || { echo "libraries would be looked for in:" >&2; echo "$found" >&2; exit 1; }
echo "every run path is absolute, and outside the build folder"
