#!/bin/sh
# check_install.sh PYTHON BUILD: the package is installed by pip, without a network, and works away from the sources.
set -eu
cd "$(dirname "$0")/.."
rm -rf "$2/venv"
"$1" -m venv --system-site-packages "$2/venv"
"$2/venv/bin/pip" install --no-build-isolation --no-index --disable-pip-version-check --quiet .
cp python/examples/hello.py "$2/venv/"
cd "$2/venv"
env -u PYTHONPATH bin/python -c 'import banker, sys; assert banker.__file__.startswith(sys.prefix), banker.__file__'
env -u PYTHONPATH bin/python hello.py
