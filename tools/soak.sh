#!/bin/sh
# tools/soak.sh [TIMES] [BUILD]: kills the server, and cuts the power of its disk, TIMES times (200) each, in the midst of
# requests; what was answered must be there afterwards. About two minutes for 200. Then installs the packages into an empty Debian.
set -eu
times=${1:-200}
build=${2:-build/release}
cd "$(dirname "$0")/.."
BANKER_KILLS=$times "$build/tests/http_tests" crash_test
BANKER_CUTS=$times "$build/tests/service_tests" service_power_test
BANKER_CUTS=$times "$build/tests/service_tests" service_faults_test
tools/check_debian.sh || [ $? -eq 77 ]
