# make demo    a comparison under two delays, and its page: report/index.html
# make build   the program and the library           build/release/banker
# make test    build, and run the tests: what a newcomer runs; of long ones a light form
# make check   the rest of what decides whether a change lands: long tests in full, packaging, all of the browser's; then sanitizers for
#              addresses, undefined behaviour and threads, and some seconds of every fuzzer
# make soak    hours: every file compiled alone, the server killed 200 times under load, 200 power cuts, packages in an empty Debian,
#              fuzzers, and a busy machine
# make python  the Python package                     build/python/banker
# make package Debian packages, a tarball for any Linux, a wheel: build/package
# make docs    these pages with search, and the reference of C++ and Python: build/docs/index.html
# make fuzz    fuzz for FUZZ_SECONDS (default 600) each
# make arm64   the golden logs on an emulated arm64 machine: the same bytes
# make serve   the decision server with simulated traffic: http://127.0.0.1:8080
# make tour    the pictures of docs/tour.md and docs/dashboard.md: six minutes
# make web     the pages of reports and of the dashboard, from web/src into web/dist: after changes there
# make linear  the same problem as arms, as a list of actions and as a body: a minute or two
# make routes  route choice on road speeds, if DATA=folder with them is there
# make experiments  published experiments and the tables of docs/experiments.md: two minutes
# make results the suites, and their tables into docs/results.md: half an hour of two cores; goes on where it was stopped
# make bench   time per ask and tell: by arms and open rounds (banker bench, two minutes), by body and dimension
# make format  the one code style
# make clean   throw build/ away
# Each target installs the Debian packages it misses when run as root, and names them otherwise.

BUILD_PACKAGES = g++ cmake ninja-build ccache nlohmann-json3-dev librandom123-dev libcli11-dev zlib1g-dev libhwy-dev \
  libboost-dev libsqlite3-dev libssl-dev
TEST_PACKAGES = $(BUILD_PACKAGES) libgtest-dev librapidcheck-dev clang-format
PYTHON_PACKAGES = $(BUILD_PACKAGES) python3-dev python3-numpy pybind11-dev
PYTHON_TEST_PACKAGES = $(PYTHON_PACKAGES) python3-pybind11 python3-setuptools python3-wheel python3-venv python3-pytest python3-pandas \
  python3-matplotlib python3-tqdm mypy curl sqlite3 openssl
PACKAGE_PACKAGES = $(PYTHON_PACKAGES) python3-pybind11 python3-setuptools python3-wheel dpkg-dev file
PACKAGE_TEST_PACKAGES = $(PACKAGE_PACKAGES) python3-venv systemd man-db zsh fish
DOCS_PACKAGES = doxygen doxygen-awesome-css mkdocs mkdocs-material
CLANG_PACKAGES = $(TEST_PACKAGES) clang clang-tidy libclang-rt-14-dev
# Node and its npm may be there without a package of Debian.
WEB_PACKAGES = $(shell command -v node >/dev/null || echo nodejs) $(shell command -v npm >/dev/null || echo npm) \
  $(shell command -v chromium >/dev/null || echo chromium) fonts-dejavu-core
FUZZ_SECONDS ?= 600
# Debian's own, which has numpy and pybind11 as packages; another one may come first on PATH.
PYTHON ?= /usr/bin/python3
WITH_PYTHON = -DBANKER_BUILD_PYTHON=ON -DPython_EXECUTABLE=$(PYTHON)
DATA ?= ../shared/data/road_speeds
TRIALS ?= ../shared/data/clinical_trials
STOCKS ?= ../shared/data/stock_returns

# ccache needs a home to write to.
ifneq ($(shell test -w "$$HOME" && echo yes),yes)
export CCACHE_DISABLE = 1
endif

.PHONY: build python package docs test check soak fuzz arm64 demo serve tour web linear routes experiments results bench format clean
.DEFAULT_GOAL := build

build:
	@tools/need.sh $(BUILD_PACKAGES)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target banker_command

python:
	@tools/need.sh $(PYTHON_PACKAGES)
	@cmake --preset release $(WITH_PYTHON) >/dev/null
	@cmake --build --preset release --target banker_python
	@echo "Now: PYTHONPATH=build/python $(PYTHON) python/examples/hello.py"

package:
	@tools/need.sh $(PACKAGE_PACKAGES)
	@cmake --preset release $(WITH_PYTHON) >/dev/null
	@cmake --build --preset release --target packages
	@echo "They are in build/package: docs/install.md"

docs:
	@tools/need.sh $(DOCS_PACKAGES)
	@tools/docs.sh
	@echo "Open build/docs/index.html in a browser"

test:
	@tools/need.sh $(TEST_PACKAGES) $(PYTHON_TEST_PACKAGES) $(WEB_PACKAGES)
	@tools/web.sh install
	@cmake --preset release -DBANKER_BUILD_TESTS=ON $(WITH_PYTHON) >/dev/null
	@cmake --build --preset release
	@ctest --preset release

check:
	@tools/need.sh $(TEST_PACKAGES) $(PYTHON_TEST_PACKAGES) $(PACKAGE_TEST_PACKAGES) $(DOCS_PACKAGES) $(WEB_PACKAGES) $(CLANG_PACKAGES)
	@tools/web.sh install
	@cmake --preset release -DBANKER_BUILD_TESTS=ON $(WITH_PYTHON) >/dev/null
	@cmake --build --preset release --target all benches packages
	@ctest --preset check
	@cmake --preset asan -DBANKER_BUILD_TESTS=ON $(WITH_PYTHON) >/dev/null
	@cmake --build --preset asan
	@ctest --preset asan
	@cmake --preset tsan -DBANKER_BUILD_TESTS=ON >/dev/null
	@cmake --build --preset tsan
	@ctest --preset tsan

soak:
	@tools/need.sh $(TEST_PACKAGES) $(PYTHON_TEST_PACKAGES) $(PACKAGE_PACKAGES) $(WEB_PACKAGES) $(CLANG_PACKAGES) debootstrap
	@tools/web.sh install
	@cmake --preset dev -DBANKER_BUILD_TESTS=ON >/dev/null
	@cmake --build --preset dev
	@ctest --preset dev
	@cmake --preset release -DBANKER_BUILD_TESTS=ON $(WITH_PYTHON) >/dev/null
	@cmake --build --preset release --target all packages
	@tools/soak.sh
	@$(MAKE) --no-print-directory fuzz
	@tools/busy.sh 6 3 ctest --test-dir build/release --output-on-failure -j 3 -L server
	@tools/busy.sh 6 3 ctest --preset asan -R _fuzz

fuzz:
	@tools/need.sh $(CLANG_PACKAGES)
	@cmake --preset asan -DBANKER_BUILD_TESTS=ON >/dev/null
	@cmake --build --preset asan --target fuzzers
	@tools/fuzz.sh $(FUZZ_SECONDS)

arm64:
	@tools/need.sh $(BUILD_PACKAGES) g++-aarch64-linux-gnu qemu-user
	@tools/check_arm64.sh

demo:
	@echo "make demo: builds the engine (some two minutes on two cores, the first time), plays five agents under two kinds of delay (some"
	@echo "ten seconds), and leaves a page with what happened: report/index.html"
	@tools/need.sh $(BUILD_PACKAGES)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target banker_demo
	@build/release/demo examples/demo.json report
	@echo "Open report/index.html in a browser. For the whole command: make build"

serve: build
	@build/release/banker serve --demo

tour: web build
	@tools/tour.sh

web:
	@tools/need.sh $(WEB_PACKAGES)
	@tools/web.sh install
	@tools/web.sh build

linear:
	@tools/need.sh $(BUILD_PACKAGES)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target linear
	@build/release/examples/linear

routes:
	@tools/need.sh $(BUILD_PACKAGES)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target routes
	@build/release/examples/routes $(DATA) || test $$? = 77

experiments:
	@tools/need.sh $(BUILD_PACKAGES)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target banker_command stroke
	@tools/experiments.sh $(STOCKS) $(TRIALS)

results:
	@tools/need.sh $(BUILD_PACKAGES)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target banker_command
	@tools/results.sh

bench:
	@tools/need.sh $(BUILD_PACKAGES)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target banker_command bench_linear bench_lab
	@build/release/banker bench
	@build/release/bench/linear
	@build/release/bench/lab

format:
	@tools/need.sh clang-format
	@find include src apps examples bench tests python -name '*.hpp' -o -name '*.cpp' | xargs clang-format -i

clean:
	@rm -rf build
