#!/bin/sh
# check_types.sh PYTHON PACKAGES: the package's own types are right, and the stubs of the module are what the module has.
set -eu
cd "$(dirname "$0")/.."
export MYPYPATH="$2" PYTHONPATH="$2"
"$1" -m mypy --config-file pyproject.toml --cache-dir build/mypy -p banker
"$1" -m mypy.stubtest --concise --mypy-config-file pyproject.toml --allowlist python/stubtest.txt banker._banker
