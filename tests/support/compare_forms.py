#!/usr/bin/env python3
"""Compares the output formats of `show` for one record.

usage: compare_forms.py RECORD. Reads the files formFORM in the current folder. Prints each
disagreement, and exits 1 if there is one.
"""
import csv
import json
import sys

failures = []


def same(what, left, right):
    if left != right:
        failures.append(f"{what}: {left!r} and {right!r}")


def markdown_tables(path):
    """The tables by title, each a list of rows of cells."""
    tables, title = {}, None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith(("#", "**")):
                title = line.strip("#* ")
            elif line.startswith("|") and not line.startswith("| ---"):
                cells = [cell.strip() for cell in line.strip("|").split("|")]
                tables.setdefault(title, []).append(cells)
    return {title: rows[1:] for title, rows in tables.items()}


def number(text):
    return None if text == "" else float(text)


def bare(cell):
    """A cell without its footnote mark; an absent value is a hyphen."""
    return cell.split("[")[0].replace("\\", "").strip("`* ")


with open("form--json", encoding="utf-8") as file:
    record = json.load(file)
with open("form--claims--json", encoding="utf-8") as file:
    claims = {claim["name"]: claim for claim in json.load(file)["claims"]}
with open("form--csv", encoding="utf-8", newline="") as file:
    rows = {row["item"]: row for row in csv.DictReader(file) if "item" in row}
with open("form--claims--csv", encoding="utf-8", newline="") as file:
    listed = {row["claim"]: row for row in csv.DictReader(file)}
tables = markdown_tables("form--markdown--transcripts")

# Values: JSON, CSV, and the listed claims in both.
same("names of claims", sorted(claims), sorted(listed))
measured = [label for label, row in rows.items() if row["workload"] != "profile"]
same("items", [item["item"] for item in record["items"]], measured)
profiles = [label for label in rows if label not in measured]
same("profiles", [item["profile"] for item in record["profiles"]], profiles)
for item in record["items"] + record.get("records", []):
    for name, quantity in item["quantities"].items():
        label = f"{item.get('item', 'record')}.{name}"
        claim, line = claims[label], listed[label]
        value = quantity["value"]
        is_word = isinstance(value, str)
        if "item" in item:
            cell = rows[item["item"]].get(name, "")
            same(f"{label} in --csv", (cell or None) if is_word else number(cell), value)
        same(f"{label} in --claims --json", claim["value"], value)
        same(f"{label}'s text in --claims --json", claim["text"], quantity["text"])
        same(f"{label} in --claims --csv",
             (line["value"] or None) if is_word else number(line["value"]), value)
        same(f"{label}'s text in --claims --csv", line["text"], quantity["text"])

# Checks: the tables have the texts of JSON.
COLUMNS = [
    "numerical_class", "divergence", "residual", "tolerance", "row_statistic", "row_threshold",
    "rounding", "verified", "transcript"
]
checks = {bare(row[0]): row[1:] for row in tables.get("Checks", [])}
same("items under Checks", sorted(checks), sorted(item["item"] for item in record["items"]))
for item in record["items"]:
    for name, cell in zip(COLUMNS, checks.get(item["item"], [])):
        quantity = item["quantities"].get(name)
        wanted = "-" if quantity is None or quantity["value"] is None else quantity["text"]
        same(f"{item['item']}.{name} in --markdown", bare(cell), wanted)

# Transcripts: every stage with its decision, in every form.
shown = [[bare(cell) for cell in row] for row in tables.get("Transcripts", [])]
stages = record["stages"]
same("number of stages", len(shown), len(stages))
for row, stage in zip(shown, stages):
    same(f"a stage of {stage['item']}", row[:2], [stage["item"], stage["stage"]])
    same(f"decision of {stage['item']} {stage['stage']}", row[3], stage["decision"])
    wanted = "-"
    if stage["residual"] is not None:
        wanted = "0" if stage["residual"] == 0 else f"{stage['residual']:.2e}"
    same(f"residual of {stage['item']} {stage['stage']}", row[2], wanted)
    if stage["decision"] not in ("accept", "reject", "undecided"):
        failures.append(f"{stage['item']} {stage['stage']} has the decision {stage['decision']!r}")
with open("form--transcripts", encoding="utf-8") as file:
    plain = [line.split() for line in file]
for stage in stages:
    if not any(words[:2] == [stage["item"], stage["stage"]] and stage["decision"] in words[3:4]
               for words in plain):
        failures.append(
            f"the plain table has no {stage['item']} {stage['stage']} {stage['decision']}")

# Injected faults.
faults = {bare(row[0]): bare(row[5]) for row in tables.get("Injected faults", [])}
wanted = {
    item["item"]: "yes" if item["fault"]["caught"] else "no"
    for item in record["items"] if item["fault"]
}
same("faults", faults, wanted)

for failure in failures:
    print(failure)
print(f"{sys.argv[1]}: {len(stages)} stages, {len(claims)} claims, {len(failures)} disagreements")
sys.exit(1 if failures else 0)
