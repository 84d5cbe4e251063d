#!/usr/bin/env python3
"""Compares JSON answers with docs/json.tsv.

    json_fields.py TABLE [--without OBJECT.FIELD]... ANSWER...

Each field that an answer has must be in the table with its type, and some answer must have each
field of the table, but those given with --without. Prints each breach; exits 1 if there is one.
"""
import csv
import json
import sys

SIMPLE = {"string": str, "number": (int, float), "boolean": bool, "null": type(None)}


def read(path):
    objects = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]:
            objects.setdefault(row[0], {})[row[1]] = row[2]
    return objects


class Check:
    def __init__(self, objects):
        self.objects = objects
        self.seen = set()
        self.breaches = set()

    def is_of(self, value, kind):
        """Whether a value has a type; fields of objects are breaches of their own."""
        for lead in ("list of ", "map of "):
            if kind.startswith(lead):
                is_list = lead == "list of "
                if not isinstance(value, list if is_list else dict):
                    return False
                return all([self.is_of(one, kind[len(lead):])
                            for one in (value if is_list else value.values())])
        if " or " in kind:
            return any(self.is_of(value, one) for one in kind.split(" or "))
        if kind == "node":
            return isinstance(value, dict)
        if kind in SIMPLE:
            return isinstance(value, SIMPLE[kind]) and \
                (kind == "boolean" or not isinstance(value, bool))
        if isinstance(value, dict):
            self.take(kind, value)
        return isinstance(value, dict)

    def take(self, name, value):
        fields = self.objects[name]
        for key, one in value.items():
            if key.endswith("_bytes") and key[:-len("_bytes")] in value and key not in fields:
                continue
            if key not in fields:
                self.breaches.add(f"{name}.{key} is not on the page")
            elif not self.is_of(one, fields[key]):
                self.breaches.add(f"{name}.{key} is no {fields[key]}: {json.dumps(one)[:60]}")
            self.seen.add(f"{name}.{key}")

    def answer(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text == "":
            self.breaches.add(f"{path} is empty")
            return
        value = json.loads(text)
        name = value["schema"].split("/")[0][len("witnessmark-"):]
        self.take("trouble" if "error" in value else name, value)


def main():
    without, paths, at = set(), [], 2
    while at < len(sys.argv):
        if sys.argv[at] == "--without":
            at += 1
            without.add(sys.argv[at])
        else:
            paths.append(sys.argv[at])
        at += 1
    check = Check(read(sys.argv[1]))
    for path in paths:
        check.answer(path)
    for name, fields in check.objects.items():
        for field in fields:
            if f"{name}.{field}" not in check.seen | without:
                check.breaches.add(f"{name}.{field} is printed by no command")
    print("\n".join(sorted(check.breaches)))
    sys.exit(1 if check.breaches else 0)


if __name__ == "__main__":
    main()
