#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Usage: bench/run.sh [BUILD [ROUNDS]]. Measures and prints Markdown tables; asserts nothing about time.
exec python3 "$(dirname "$0")/tables.py" "${1:-build}" "${2:-3}"
