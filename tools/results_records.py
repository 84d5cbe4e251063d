"""The shipped records that docs/results.md quotes, and the template that the page is made of."""
import atexit
import datetime
import functools
import glob
import hashlib
import json
import os
import re
import shutil
import sys
import tarfile
import tempfile
import textwrap

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TEMPLATE = os.path.join(ROOT, "docs", "results.md.in")
TABLE = re.compile(r"\{\{table ([a-z0-9-]+)\}\}\n")
CLAIM = re.compile(r"\{\{(?!table )([a-z0-9-]+) ([a-z0-9_.]+)\}\}")


@functools.lru_cache(maxsize=None)
def unpacked():
    """A folder with all records of all archives, until the program ends."""
    work = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, work)
    for path in glob.glob(os.path.join(ROOT, "records", "**", "*.tar.xz"), recursive=True):
        with tarfile.open(path) as tar:
            tar.extractall(work)
    return work


def folder(name):
    """The folder of a shipped record, unpacked until the program ends."""
    found = os.path.join(unpacked(), name)
    if not os.path.exists(os.path.join(found, "evidence.jsonl")):
        sys.exit(f"records/ has no archive with the record {name}")
    return found


class Record:
    """The claims of a shipped record, its environment, its repeats (by the number of the item, when
    each began and how long its loop took, in seconds), and its segments under load."""

    def __init__(self, name):
        self.name, self.claims, self.segments, self.repeats, began = name, {}, [], {}, []
        self.witnesses = set()  # how many devices pairs of witnesses had
        with open(os.path.join(folder(name), "evidence.jsonl"), "rb") as stream:
            lines = stream.read().splitlines(True)
        for line in lines:
            if b'"type":"claim"' in line:
                claim = json.loads(line)
                self.claims[claim["name"]] = claim
            elif b'"kind":"workload"' in line and b'"status":"ok"' in line:
                node = json.loads(line)
                self.repeats.setdefault(node["item"], []).append(
                    (int(node["started_at"]) / 1e9, node["seconds"]))
            elif b'"kind":"stress"' in line:
                self.segments.append(json.loads(line))
            elif b'"kind":"trials"' in line:
                self.witnesses.update(re.findall(rb"; witnesses: 2 processes, (\d+) dev", line))
            elif b'"kind":"session"' in line:
                began.append(int(json.loads(line)["started_at"]))
        environment, self.plan = json.loads(lines[0]), json.loads(lines[1])
        self.device, self.producer = environment["device"], environment["producer"]
        self.facts = {fact["name"]: fact["value"] for fact in environment["facts"]}
        self.root = hashlib.sha256(lines[-1]).hexdigest()
        self.format = json.loads(lines[-1])["format"].split("/")[1]
        self.date = datetime.datetime.fromtimestamp(
            min(began) / 1e9, datetime.timezone.utc).strftime("%Y-%m-%d")

    def part(self):
        """The part of a GPU, or the core of a CPU's BLAS."""
        return (self.facts.get("uuid") or self.facts.get("blas.core") or "no UUID")[:12]

    def text(self, name, absent="-"):
        claim = self.claims.get(name)
        if claim is None:
            return absent
        return f"{claim['text']} ({claim['reason']})" if claim["value"] is None else claim["text"]

    def value(self, name):
        return self.claims[name]["value"]

    def ratio(self, name, absent="-"):
        """A ratio of a link or a change, with its interval."""
        low, high = (self.text(f"{name}_{end}") for end in ("low", "high"))
        return f"{self.text(name)} ({low} .. {high})" if name in self.claims else absent


@functools.lru_cache(maxsize=None)
def record(name):
    return Record(name)


def quoted(match):
    """The text of the claim that {{RECORD CLAIM}} names, or how many claims the record has."""
    name, claim = match.groups()
    if claim == "claims":
        return str(len(record(name).claims))
    if claim not in record(name).claims:
        sys.exit(f"docs/results.md.in: {name} has no claim {claim}")
    return record(name).text(claim)


def filled(paragraph):
    """A paragraph, or items of a list, with its claims in place and lines of 100 columns."""
    if not CLAIM.search(paragraph):
        return paragraph
    items = re.split(r"\n(?=- )", CLAIM.sub(quoted, paragraph))
    return "\n".join(textwrap.fill(
        " ".join(item.split()), 100, subsequent_indent="  " * item.startswith("- "),
        break_long_words=False, break_on_hyphens=False) for item in items)


def page(tables):
    """The page: the template with each {{table NAME}} and each {{RECORD CLAIM}} filled."""
    with open(TEMPLATE, encoding="utf-8") as stream:
        text = stream.read()
    unknown = [name for name in TABLE.findall(text) if name not in tables]
    if unknown:
        sys.exit(f"docs/results.md.in: no table {unknown[0]}")
    text = "\n\n".join(map(filled, text.rstrip("\n").split("\n\n"))) + "\n"
    return TABLE.sub(lambda match: "\n".join(tables[match.group(1)]()).lstrip("\n") + "\n", text)
