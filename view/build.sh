#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Bundles the page: build.sh SOURCE_FOLDER OUTPUT_FOLDER. Succeeds even if npm is missing or bundling
# fails: then the outputs are missing, and the next build retries.
set -u
source=$1 output=$2
without() {
  echo "romcast view will not work: $1; install nodejs and npm, and build again" >&2
  rm -f "$output/page.html" "$output/ledger.js" "$output/figures.mjs"
  exit 0
}
command -v npm >/dev/null || without "there is no npm"
mkdir -p "$output/work" || exit 1
cp -r "$source/src" "$source/package.json" "$source/package-lock.json" "$source/build.mjs" \
  "$output/work" || exit 1
cd "$output/work" || exit 1
if ! cmp -s package-lock.json node_modules/.lock; then
  npm ci --cache "$output/npm" --ignore-scripts --no-audit --no-fund --fetch-retries=1 >"$output/log" 2>&1 ||
    without "npm could not fetch its packages (see $output/log)"
  cp package-lock.json node_modules/.lock
fi
node build.mjs "$output" >"$output/log" 2>&1 || without "it could not be bundled (see $output/log)"
touch "$output/done"
