#!/usr/bin/env python3
"""Checks a figure against its records, without the program: check_figure.py RECORD... FIGURE.svg
FIGURE.csv

The SVG must be well-formed. Each row of the CSV must be found again in the evidence: its root, the
fields on its line, the name of its claim. Each point of the CSV must be drawn where the ticks of
its axes say. Prints what it checked; exit 1 with the first faults."""
import ast
import csv
import hashlib
import json
import math
import operator
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

FAULTS = []


def fault(words):
    FAULTS.append(words)


class Evidence:
    """The files of a record, by their paths."""

    def __init__(self, folder):
        self.folder = folder
        self.lines = {}

    def line(self, path, number):
        if path not in self.lines:
            with open(os.path.join(self.folder, path), "rb") as file:
                self.lines[path] = file.read().split(b"\n")[:-1]
        return self.lines[path][number - 1]

    def root(self, path="evidence.jsonl"):
        self.line(path, 1)
        return self.id(self.lines[path][-1])

    @staticmethod
    def id(line):
        return hashlib.sha256(line + b"\n").hexdigest()

    def file(self, path, field):
        with open(os.path.join(self.folder, path), "rb") as file:
            data = file.read()
        return len(data) if field == "size" else hashlib.sha256(data).hexdigest()


def take(node, path):
    """The value of a field: names and numbers with dots between them."""
    for part in path.split("."):
        if isinstance(node, list) and node and isinstance(node[0], dict) and "name" in node[0]:
            node = next(fact for fact in node if fact["name"] == part)["value"]
        elif isinstance(node, list):
            node = node[int(part)]
        else:
            node = node[part]
    return node


# Times are whole numbers of 19 digits; a product is one of binary64.
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub,
             ast.Mult: lambda a, b: float(a) * float(b),
             ast.Div: operator.truediv}


def number(value):
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"\d+", value) else float(value)
    return value


def compute(node, tree):
    """A field, or fields joined by + - * /."""
    if isinstance(tree, ast.Expression):
        return compute(node, tree.body)
    if isinstance(tree, ast.BinOp):
        return OPERATORS[type(tree.op)](compute(node, tree.left), compute(node, tree.right))
    if isinstance(tree, ast.Constant):
        return tree.value
    return number(node[tree.id])


def field_value(node, field, wants_number):
    names = {}

    def name(match):
        key = "f%d" % len(names)
        names[key] = take(node, match.group(0))
        return key

    if not wants_number:
        return take(node, field)
    text = re.sub(r"(?<![\w.])[a-z_][\w]*(\.[\w]+)*", name, field)
    return compute(names, ast.parse(text, mode="eval"))


def check_row(records, row):
    place = "%s:%s %s" % (row["file"], row["line"], row["field"])
    evidence = records.get(row["root"])
    if evidence is None:
        fault("%s: root %s" % (place, row["root"]))
        return
    if row["line"] == "":
        found = evidence.file(row["file"], row["field"])
    else:
        line = evidence.line(row["file"], int(row["line"]))
        node = json.loads(line)
        if row["claim"] and node.get("name") != row["claim"]:
            fault("%s: claim %s, not %s" % (place, node.get("name"), row["claim"]))
        if row["field"] == "id":
            found = evidence.id(line)
        else:
            found = field_value(node, row["field"], row["part"] != "text")
    if row["part"] == "text":
        if str(found) != row["value"]:
            fault("%s: %s, not %s" % (place, found, row["value"]))
    elif float(found) != float(row["value"]):
        fault("%s: %r, not %s" % (place, found, row["value"]))


# ---- the picture ----

def place_of(element):
    """Where a primitive draws its point: (x, y), and (x2, y2) of a range."""
    kind = element.tag.split("}")[1]
    get = lambda name: float(element.get(name))
    if kind == "circle":
        return get("cx"), get("cy"), None, None
    if kind == "path":
        return get("data-x"), get("data-y"), None, None
    if kind == "line":
        return get("x1"), get("y1"), get("x2"), get("y2")
    return get("x"), get("y"), get("x") + get("width"), get("y") + get("height")


def axes_of(tree):
    """For each panel and axis its ticks: values and places."""
    axes = {}
    for element in tree.iter():
        at = element.get("data-at", "")
        if at and at[-1] in "xy":
            x, y, _, _ = place_of(element)
            axes.setdefault(at, []).append((float(element.get("data-value")),
                                            x if at[-1] == "x" else y))
    return axes


def maps(ticks):
    """The two maps that an axis with these ticks can have: linear, and logarithmic."""
    if len(set(ticks)) < 2:
        return []
    (v1, p1), (v2, p2) = min(ticks), max(ticks)
    found = [lambda v: p1 + (v - v1) / (v2 - v1) * (p2 - p1)]
    if v1 > 0:
        found.append(lambda v: p1 + math.log(v / v1) / math.log(v2 / v1) * (p2 - p1)
                     if v > 0 else math.nan)
    return [one for one in found if all(abs(one(v) - p) < 0.06 for v, p in ticks)]


def check_place(axes, panel, axis, value, places):
    """Whether a value is at one of these places. None: the axis has too few ticks to tell."""
    ticks = axes.get("%d.%s" % (panel, axis), [])
    found = maps(ticks)
    if not found:
        return None
    return any(abs(one(value) - place) < 0.06 for one in found for place in places)


def check_picture(tree, rows):
    axes, drawn, checked = axes_of(tree), {}, 0
    for element in tree.iter():
        at = element.get("data-at", "")
        if at and at[-1] not in "xy" and not at.startswith("box."):
            drawn[at] = element
    for row in rows:
        if row["part"] == "text":
            continue
        at, part = row["at"], row["part"]
        element = drawn.get(at + ".range") if part in ("low", "high") else drawn.get(at)
        if element is None:
            element = drawn.get(at + ".range")
        if element is None:
            fault("%s: not drawn" % at)
            continue
        x1, y1, x2, y2 = place_of(element)
        xs, ys = [v for v in (x1, x2) if v is not None], [v for v in (y1, y2) if v is not None]
        panel = int(at.split(".")[0])
        if part in ("x", "y"):
            wanted = [(part, xs if part == "x" else ys)]
        else:
            wanted = [("x", xs), ("y", ys)]
        answers = [check_place(axes, panel, axis, float(row["value"]), places)
                   for axis, places in wanted]
        if None in answers and not any(answers):
            continue
        if not any(answers):
            fault("%s %s = %s is drawn at %s" % (at, part, row["value"], wanted))
        checked += 1
    return checked


def main():
    *folders, svg, table = sys.argv[1:]
    records = {evidence.root(): evidence for evidence in map(Evidence, folders)}
    tree = ElementTree.parse(svg).getroot()
    if tree.get("role") != "img" or tree.find("{http://www.w3.org/2000/svg}title") is None:
        fault("no role or title")
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        check_row(records, row)
    for root in set(records) - {row["root"] for row in rows}:
        fault("no number is of the record with root %s" % root)
    checked = check_picture(tree, rows)
    if not rows:
        fault("no rows")
    for words in FAULTS[:8]:
        print(words)
    print("%d rows, %d places" % (len(rows), checked))
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main())
