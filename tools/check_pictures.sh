#!/bin/sh
# check_pictures.sh DIKIN: the pictures of the documentation are what the programs that draw them print.
set -eu
cd "$(dirname "$0")/.."
"$1" | cmp - docs/pictures/dikin.svg
