#!/usr/bin/env python3
"""Compares the Python module with the public header: structs, statuses and functions.

usage: python_layout.py witnessmark.h

A C program prints the size of each public struct, the offset and size of each member, and the
statuses. The module must have the same. Each function of the module must be in the header, with as
many parameters. Prints one line for each difference, then the numbers of what was compared. Exits 1
if there is a difference. WITNESSMARK_LIBRARY and PYTHONPATH are as for the module.
"""
import ctypes
import os
import re
import subprocess
import sys
import tempfile

import witnessmark._library as module

differences = []


def differ(words):
    differences.append(words)
    print(words)


def strip(text):
    """Comments and lines of the preprocessor."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    return re.sub(r"^[ \t]*#.*?(?<!\\)$", "", text, flags=re.DOTALL | re.MULTILINE)


def members_of(body):
    """Names of members, in order; those of a struct inside are `outer.inner`."""
    names = []
    while body.strip():
        inner = re.match(r"\s*struct\s*\{(.*?)\}\s*(\w+)\s*;", body, re.DOTALL)
        plain = re.match(r"[^;{]*?;", body, re.DOTALL)
        if inner:
            names.append(inner.group(2))
            names += [f"{inner.group(2)}.{name}" for name in members_of(inner.group(1))]
            body = body[inner.end():]
            continue
        if not plain:
            sys.exit(f"cannot read: {body[:80]!r}")
        words = plain.group()
        pointer = re.search(r"\(\*(\w+)\)", words)
        name = pointer or re.search(r"(\w+)\s*(?:\[[^]]*\])*\s*;$", words)
        names.append(name.group(1))
        body = body[plain.end():]
    return names


def structs_of(header):
    found = {}
    for match in re.finditer(r"typedef struct (\w+) \{(.*?)\n\} (\w+);", header, re.DOTALL):
        found[match.group(1)] = members_of(match.group(2))
    declared = set(re.findall(r"^typedef struct \w+ \{|^\} (wm_\w+);", header, re.MULTILINE))
    unread = {name for name in declared if name} - set(found)
    if unread - set(re.findall(r"typedef enum (\w+)", header)):
        sys.exit(f"structs that this script cannot read: {unread}")
    return found


def functions_of(header):
    """Each function's number of parameters."""
    found = {}
    for match in re.finditer(r"(?:^|\n)[^\n(){};]*?\b(wm_\w+)\(((?:[^()]|\([^()]*\))*)\);", header):
        words = re.sub(r"\([^()]*\)", "", match.group(2))
        found[match.group(1)] = 0 if words.strip() == "void" else words.count(",") + 1
    return found


def measured(path, structs, statuses):
    lines = ["#include <stdio.h>", "#include <witnessmark.h>", "int main(void) {"]
    for struct, names in structs.items():
        lines.append(f'printf("{struct} %zu\\n", sizeof({struct}));')
        for name in names:
            lines.append(f'printf("{struct}.{name} %zu %zu\\n", offsetof({struct}, {name}), '
                         f"sizeof((({struct} *)0)->{name}));")
    for status in statuses:
        lines.append(f'printf("{status} %d\\n", (int){status});')
    lines += ['printf("WM_STATUS_COUNT %d\\n", (int)WM_STATUS_COUNT);', "return 0; }", ""]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "layout.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        program = os.path.join(folder, "layout")
        compiler = os.environ.get("CC", "cc").split()
        subprocess.run([*compiler, "-I", os.path.dirname(path) or ".", "-o", program, source],
                       check=True)
        output = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[0]: tuple(map(int, line.split()[1:])) for line in output.splitlines()}


def own_layout(struct, names):
    """What ctypes has: sizes and offsets by the names that C gave."""
    layout = {struct.__name__: (ctypes.sizeof(struct),)}
    for name in names:
        at, kind = 0, struct
        for part in name.split("."):
            field = getattr(kind, part, None)
            if field is None:
                break
            at += field.offset
            size = field.size
            kind = dict(kind._fields_).get(part)
        else:
            layout[f"{struct.__name__}.{name}"] = (at, size)
    return layout


def flat(struct, prefix=""):
    """Names of the members of a ctypes struct, as members_of gives them."""
    names = []
    for name, kind in struct._fields_:
        names.append(prefix + name)
        if kind.__name__ == f"{struct.__name__}_{name}":
            names += flat(kind, f"{prefix}{name}.")
    return names


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        raw = file.read()
    header = strip(raw)
    structs = structs_of(header)
    statuses = re.findall(r"^    X\((WM_\w+), ", raw, re.MULTILINE)
    truth = measured(path, structs, statuses)
    for struct, names in structs.items():
        own = getattr(module, struct, None)
        if own is None:
            differ(f"{struct}: the module lacks this struct")
            continue
        if flat(own) != names:
            differ(f"{struct}: members are {flat(own)}, in C {names}")
        for key, value in own_layout(own, names).items():
            if truth[key] != value:
                differ(f"{key}: {value} in Python, {truth[key]} in C")
    for name in statuses + ["WM_STATUS_COUNT"]:
        short = re.sub("^WM_(E_)?", "", name)
        own = len(module.Status) if name == "WM_STATUS_COUNT" else getattr(module.Status, short, -1)
        if truth[name] != (own,):
            differ(f"{name}: {own} in Python, {truth[name][0]} in C")
    functions = functions_of(header)
    for name, (_result, parameters) in module.FUNCTIONS.items():
        if functions.get(name) != len(parameters):
            differ(f"{name}: {len(parameters)} parameters in Python, {functions.get(name)} in C")
    if not structs or not statuses or not functions:
        differ(f"{path} has no structs, statuses or functions")
    print(f"{len(structs)} structs, {sum(map(len, structs.values()))} members, "
          f"{len(statuses)} statuses, {len(module.FUNCTIONS)} of {len(functions)} functions")
    return 1 if differences else 0


sys.exit(main())
