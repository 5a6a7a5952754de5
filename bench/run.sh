#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Usage: bench/run.sh [BUILD [ROUNDS]]. Prints measured times as Markdown tables; no time is an error.
exec python3 "$(dirname "$0")/tables.py" "${1:-build}" "${2:-3}"
