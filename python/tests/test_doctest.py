"""Every public name has a docstring, and every example in one runs; those of the server's client in test_connect.py."""

import doctest
import importlib
import inspect
import pkgutil
import re
import types

import numpy as np
import pytest

import banker

MODULES = [banker] + [
    importlib.import_module(info.name)
    for info in pkgutil.walk_packages(banker.__path__, "banker.")
    if not info.name.endswith("_banker")
]
FLAGS = doctest.NORMALIZE_WHITESPACE


def public():
    """(name, object) of everything that `from banker import *` gives, and of the methods of its classes."""
    for name in banker.__all__:
        thing = getattr(banker, name)
        if isinstance(thing, (str, types.ModuleType)):
            continue
        yield f"banker.{name}", thing
        for method, value in inspect.getmembers(thing) if inspect.isclass(thing) else []:
            if not method.startswith("_") and not hasattr(tuple, method) and not hasattr(dict, method):
                yield f"banker.{name}.{method}", value


PUBLIC = dict(public())


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_everything_public_is_documented(name):
    thing = PUBLIC[name]
    if inspect.isroutine(thing) or inspect.isclass(thing) or isinstance(thing, property):
        assert inspect.getdoc(thing), name


def is_remote(name):
    """Whether an example is of what needs a server."""
    return re.match(r"banker\.(_?connect|Server\b|Remote)", name) is not None


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True, recurse=True)
    found = {}
    for module in MODULES:
        for test in finder.find(module, module.__name__, extraglobs={"banker": banker, "np": np}):
            if test.examples and not is_remote(test.name):
                found[test.name] = test
    parser = doctest.DocTestParser()
    for name, thing in PUBLIC.items():  # methods in C++, which the finder does not see
        doc = inspect.getdoc(thing) or ""
        if ">>>" in doc and not inspect.isclass(thing) and not is_remote(name):
            test = parser.get_doctest(doc, {"banker": banker, "np": np}, name, None, None)
            found.setdefault(name.replace("banker.Bandit.", "banker.bandit.Bandit."), test)
    return found


EXAMPLES = examples()


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples_run(name):
    report = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(EXAMPLES[name], out=report.append)
    assert runner.failures == 0, "".join(report)


@pytest.mark.parametrize("method", ["ask", "tell", "drop", "ask_many", "tell_many", "save", "load", "from_spec"])
def test_the_methods_one_uses_have_examples(method):
    assert ">>>" in inspect.getdoc(getattr(banker.Bandit, method))
