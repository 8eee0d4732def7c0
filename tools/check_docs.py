#!/usr/bin/python3
"""check_docs.py SITE: every link of the site leads to a page and to a place on it, and no page needs the network.

What a reader may follow to elsewhere is not looked at; scripts, styles, fonts and pictures must be in the site.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.places, self.links, self.needs = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.places.update(named[key] for key in ("id", "name") if named.get(key))
        if named.get("href"):
            (self.links if tag == "a" else self.needs).append(named["href"])
        if named.get("src"):
            self.needs.append(named["src"])


def main():
    site = Path(sys.argv[1]).resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    wrong = []
    for path, page in pages.items():
        for target in page.links + page.needs:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.needs and parts.scheme not in ("data", "javascript"):
                    wrong.append(f"{path.relative_to(site)}: needs {target}")
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if there.is_dir():
                there /= "index.html"
            if not there.exists():
                wrong.append(f"{path.relative_to(site)}: {target} is not there")
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].places:
                wrong.append(f"{path.relative_to(site)}: {target} is no place on that page")
    for style in site.rglob("*.css"):
        for target in re.findall(r"(?:@import|url\()\s*['\"]?([^'\")\s]+)", style.read_text(encoding="utf-8")):
            if re.match(r"(https?:)?//", target):
                wrong.append(f"{style.relative_to(site)}: needs {target}")
    print("\n".join(wrong) if wrong else f"{len(pages)} pages: every link leads somewhere, and none needs the network")
    sys.exit(bool(wrong))


main()
