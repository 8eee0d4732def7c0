"""The pages of the reference: of the Python package from its text, of C++ from the tag file of doxygen."""

import ast
import inspect
import re
import xml.etree.ElementTree as xml


def signature(node, name):
    """A function as one writes it, without self; a long one with a line for each argument."""
    given = node.args
    both = given.posonlyargs + given.args
    defaults = [None] * (len(both) - len(given.defaults)) + given.defaults
    parts = [argument(each, default) for each, default in zip(both, defaults) if each.arg not in ("self", "cls")]
    if given.vararg or given.kwonlyargs:
        parts.append("*" + (argument(given.vararg, None) if given.vararg else ""))
    parts += [argument(each, default) for each, default in zip(given.kwonlyargs, given.kw_defaults)]
    if given.kwarg:
        parts.append("**" + argument(given.kwarg, None))
    answer = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    line = f"{name}({', '.join(parts)}){answer}"
    return line if len(line) <= 90 else f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){answer}"


def argument(each, default):
    kind = f": {ast.unparse(each.annotation)}" if each.annotation else ""
    return each.arg + kind + ("" if default is None else f" = {ast.unparse(default)}" if kind else f"={ast.unparse(default)}")


def prose(text):
    """A docstring as Markdown: examples are blocks of code."""
    out = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(text or "")):
        out.append(f"```pycon\n{part}\n```" if part.startswith(">>>") else part)
    return "\n\n".join(out)


class Package:
    def __init__(self, root):
        self.root = root / "banker"
        made = (root / "src/agent.cpp").read_text(encoding="utf-8")
        said = (root / "src/agent_docs.hpp").read_text(encoding="utf-8")
        texts = {name: raw.partition("--\n\n")[2] or raw or short for name, raw, short in re.findall(
            r'\* (k\w+) =\s*(?:R"\((.*?)\)"|"(.*?)");', said, re.DOTALL)}
        defined = re.split(r"\.def(?:_property_readonly)?\(", made)
        self.engine = {}  # what is written in C++: name -> docstring
        for part in defined:
            name, key = re.match(r'\s*"(\w+)"', part), re.search(r"docs::(k\w+)", part)
            if name and key:
                self.engine[name[1]] = texts[key[1]]

    def tree(self, module):
        paths = [self.root / f"{module}.py", self.root / f"{module}.pyi", self.root / module / "__init__.py"]
        return ast.parse(next(path for path in paths if path.exists()).read_text(encoding="utf-8"))

    def find(self, module, name):
        for node in self.tree(module).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
                return node
        return None

    def names(self, module):
        for node in self.tree(module).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                return ast.literal_eval(node.value)
        return [n.name for n in self.tree(module).body
                if isinstance(n, (ast.ClassDef, ast.FunctionDef)) and not n.name.startswith("_")]

    def origins(self):
        """Where the package takes its names from."""
        return {alias.name: node.module for node in self.tree("__init__").body if isinstance(node, ast.ImportFrom)
                for alias in node.names if node.level == 1}


def member(node, owner, engine, out):
    kinds = [ast.unparse(mark) for mark in node.decorator_list]
    is_value = any("property" in kind for kind in kinds)
    text = ast.get_docstring(node) or engine.get(node.name)
    if node.name == "__init__" or node.name.startswith("_") or any("setter" in kind or "overload" in kind for kind in kinds):
        return
    out.append(f"### {owner}.{node.name}\n")
    kind = f": {ast.unparse(node.returns)}" if node.returns else ""
    out.append(f"```python\n{node.name}{kind}\n```\n" if is_value else f"```python\n{signature(node, node.name)}\n```\n")
    out.append(prose(text) + "\n")


def thing(package, module, name, prefix, out):
    node = package.find(module, name)
    if node is None:
        return
    out.append(f"## {prefix}{name}\n")
    if isinstance(node, ast.FunctionDef):
        out.append(f"```python\n{signature(node, prefix + name)}\n```\n\n{prose(ast.get_docstring(node))}\n")
        return
    members = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
    start = members.get("__init__")
    if start and not any(ast.unparse(kind) == "final" for kind in node.decorator_list):
        out.append(f"```python\n{signature(start, prefix + name)}\n```\n")
    out.append(prose(ast.get_docstring(node)) + "\n")
    engine = {}
    if any(ast.unparse(base) == "_banker.Agent" for base in node.bases):
        engine = package.engine
        agent = package.find("_banker", "Agent")
        members = {**{each.name: each for each in agent.body if isinstance(each, ast.FunctionDef)}, **members}
    for each in members.values():
        member(each, name, engine, out)


def python(root):
    package = Package(root)
    origins = package.origins()
    out = ["# Python reference\n", prose(ast.get_docstring(package.tree("__init__"))) + "\n",
           "[Banker in Python](../python.md) is the page to learn it from; `help(banker.Bandit)` says the same as this one.\n"]
    for name in package.names("__init__"):
        if name in origins and origins[name]:
            thing(package, origins[name], name, "banker.", out)
    for module in sorted(name for name, origin in origins.items() if origin is None):
        out.append(f"## banker.{module}\n\n{prose(ast.get_docstring(package.tree(module)))}\n")
        for name in package.names(module):
            thing(package, module, name, f"banker.{module}.", out)
    return "\n".join(out)


def cpp(tags):
    """Headers by layer, with the classes and functions of each."""
    compounds = xml.parse(tags).getroot().findall("compound")
    pages = {each.findtext("name"): each.findtext("filename") for each in compounds if each.get("kind") in ("class", "struct")}
    out = ["# C++ reference\n", "`#include <banker/banker.hpp>` is all that most programs need; [using an agent](../using.md) is the page to learn it from.",
           "The [reference](../cpp/annotated.html) is made from the headers by doxygen, with [an index](../cpp/classes.html) and",
           "[the headers themselves](../cpp/files.html).\n"]
    layers = {}
    for each in compounds:
        if each.get("kind") == "file":
            path = each.findtext("path") + each.findtext("name")
            path = path[path.index("banker/"):]
            layer = path.split("/")[1] if path.count("/") > 1 else ""
            layers.setdefault(layer, []).append((path, each))
    for layer in sorted(layers):
        out.append(f"## {layer or 'banker'}\n\n| header | |\n|---|---|")
        for path, each in sorted(layers[layer], key=lambda pair: pair[0]):
            names = [each_class.text for each_class in each.findall("class") if each_class.text.count("<") == 0]
            links = [f"[{name.removeprefix('banker::')}](../cpp/{pages[name]})" for name in names
                     if name in pages and "detail" not in name]
            out.append(f"| [{path}](../cpp/{each.findtext('filename')}) | {', '.join(links)} |")
        out.append("")
    return "\n".join(out)
