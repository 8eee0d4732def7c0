#!/bin/sh
# check_pictures.sh DIKIN RESERVE: the pictures of the documentation are what the programs that draw them print.
set -eu
cd "$(dirname "$0")/.."
"$1" | cmp - docs/pictures/dikin.svg
"$2" learning | cmp - docs/pictures/reserve.svg
"$2" bank | cmp - docs/pictures/bank.svg
