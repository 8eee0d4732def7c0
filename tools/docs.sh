#!/bin/sh
# docs.sh: the documentation as a site that needs no network, in build/docs; a warning is an error. Skipped with a message (status 77)
# where the tools are not there: make docs installs them.
set -eu
cd "$(dirname "$0")/.."
for tool in doxygen mkdocs; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not there, make docs installs it"; exit 77; }
done
cpp=build/docs-cpp
rm -rf $cpp
mkdir -p $cpp
BANKER_VERSION=$(sed -n 's/.*BANKER_VERSION "\(.*\)"/\1/p' include/banker/version.hpp)
export BANKER_VERSION PYTHONDONTWRITEBYTECODE=1
# The reference of C++ is light or dark as the site is, and its name leads back.
doxygen -w html $cpp/header.html $cpp/footer.html $cpp/plain.css
sed -i -e '/\$relpath^tabs.css/r tools/site/doxygen_head.html' \
  -e 's|<div id="projectname">$projectname|<div id="projectname"><a href="$relpath^../index.html">$projectname</a>|' $cpp/header.html
doxygen tools/site/Doxyfile
mkdocs build --quiet --strict --clean -f tools/site/mkdocs.yml
tools/check_docs.py build/docs
