#!/usr/bin/env python3
"""Shows every forgery to every checker: each must refuse it, with the tag and the words of the forgery.

    run_forgeries.py [--build DIR] [--flips N] [NAME...]

A forgery is a file of forgeries/: its docstring says what is wrong; TAG, or several where the pages
let a checker choose, is the tag of the rule broken; WORDS must be in the answer of the project's own
checkers; SEES = 'folder' marks what a checker cannot see that reads the named files alone; STATUS is
the exit status if it is not 1. Beside them the unforged records must pass, and single changed bytes
must not.
"""
import argparse
import contextlib
import importlib.util
import io
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import toolkit

BASES = ('full', 'small', 'x')
FORGERIES = os.path.join(toolkit.HERE, 'forgeries')


class Program:
    """A checker that is a program of its own."""

    def __init__(self, name, command, sees_folder, own=True):
        self.name, self.command, self.sees_folder, self.own = name, command, sees_folder, own

    def answer(self, folder, arguments=()):
        done = subprocess.run(self.command + list(arguments) + [folder], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=60)
        return done.returncode, done.stdout.decode('utf-8', 'replace')


class InProcess:
    """The Python checker, called without a process of its own."""
    name, sees_folder, own = 'code/verify_graph.py', True, True

    def answer(self, folder, arguments=()):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = toolkit.checker.main(list(arguments) + [folder])
        return status, out.getvalue()


def find_checkers(build):
    """The checkers that are there, and a line for each that is not."""
    found, missing = [InProcess()], []
    third = os.path.join(toolkit.REPOSITORY, 'tests', 'conformance', 'third_checker.pl')
    for name, command, path, sees_folder, own in (
            ('witnessmark audit', [os.path.join(build, 'witnessmark'), 'audit'],
             os.path.join(build, 'witnessmark'), True, True),
            ('code/verify', [os.path.join(build, 'code', 'verify')],
             os.path.join(build, 'code', 'verify'), False, True),
            ('third checker', ['perl', third], third, True, False)):
        if os.path.exists(path) and (command[0] != 'perl' or shutil.which('perl')):
            found.append(Program(name, command, sees_folder, own))
        else:
            missing.append('SKIP %s: no %s' % (name, os.path.relpath(path, toolkit.REPOSITORY)))
    return found, missing


def load(name):
    path = os.path.join(FORGERIES, name + '.py')
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_tuple(value):
    return (value,) if isinstance(value, str) else tuple(value)


def judge(forgery, checker, status, answer):
    """What is wrong with a checker's answer to a forgery, or None."""
    wanted = getattr(forgery, 'STATUS', 1)
    if status != wanted:
        return 'exit status %d, not %d' % (status, wanted)
    tags = as_tuple(forgery.TAG)
    verdict = 'newer' if wanted == 3 else 'invalid'
    found = re.match(verdict + r' ([^ :]+)(:[0-9]+)?: \[([a-z]+)\] ', answer)
    if not found:
        return 'the answer has not the form "%s FILE:LINE: [tag] words"' % verdict
    if found.group(3) not in tags:
        return 'tag %s, not %s' % (found.group(3), ' or '.join(tags))
    if checker.own:
        for word in as_tuple(forgery.WORDS):
            if word not in answer:
                return 'the answer does not say "%s"' % word
    return None


def try_forgery(job):
    """(name, list of failures, number of passes, skips) of one forgery before all checkers."""
    name, bases, build, work = job
    checkers, _ = find_checkers(build)
    forgery, folder = load(name), os.path.join(work, name)
    record = toolkit.Record(os.path.join(bases, getattr(forgery, 'BASE', 'full')))
    try:
        forgery.forge(record)
        record.write(folder)
    except Exception as error:
        return name, ['%s: it cannot be forged: %r' % (name, error)], 0, 0
    failures, passes, skips = [], 0, 0
    for checker in checkers:
        if getattr(forgery, 'SEES', '') == 'folder' and not checker.sees_folder:
            skips += 1
            continue
        if record.arguments and not checker.own:
            skips += 1
            continue
        if getattr(forgery, 'SEES', '') == 'folder' and checker.name in getattr(forgery, 'BLIND', ()):
            skips += 1
            continue
        status, answer = checker.answer(folder, record.arguments)
        wrong = judge(forgery, checker, status, answer)
        if wrong:
            failures.append('%s: %s: %s\n    %s' % (name, checker.name, wrong,
                                                    answer.split('\n')[0][:300]))
        else:
            passes += 1
    shutil.rmtree(folder)
    return name, failures, passes, skips


def try_base(base, bases, checkers):
    """The unforged record passes before every checker, with one root and the same findings."""
    answers = set()
    for checker in checkers:
        status, answer = checker.answer(os.path.join(bases, base))
        lines = [line for line in answer.split('\n') if not line.startswith('checkers')]
        answers.add((status, '\n'.join(lines)))
        if status != 0:
            return '%s: %s: exit status %d\n    %s' % (base, checker.name, status, answer[:300])
    if len(answers) != 1:
        return '%s: the checkers do not say the same:\n%s' % (base, '\n'.join(map(str, answers)))
    return None


# ----------------------------------------------------------------------------------------------
# Single changed bytes.

def flip_places(folder, count, rng):
    """(path, offset, new byte): all of the manifest and the root line, and samples of the rest."""
    places = []
    for path in ('manifest.sha256', 'evidence.jsonl') + toolkit.checker.CHECKERS:
        data = toolkit.make_record.read(os.path.join(folder, path))
        every = range(len(data))
        if path == 'evidence.jsonl':
            root = data[:-1].rfind(b'\n') + 1
            every = sorted(rng.sample(range(root), min(root, count))) + list(range(root, len(data)))
        elif path != 'manifest.sha256':
            every = sorted(rng.sample(every, min(len(data), 50)))
        for at in every:
            places.append((path, at, data[at] ^ (1 << rng.randrange(8))))
    return places


def try_flips(job):
    """(failures, passes) of a share of the changed bytes in a copy of a record."""
    folder, places, build, number = job
    checkers = [c for c in find_checkers(build)[0] if c.own]
    failures, passes = [], 0
    for count, (path, at, byte) in enumerate(places):
        place = os.path.join(folder, path)
        with open(place, 'r+b') as stream:
            stream.seek(at)
            old = stream.read(1)
            stream.seek(at)
            stream.write(bytes([byte]))
        for index, checker in enumerate(checkers):
            # Every checker sees all of the small files; the evidence's samples are dealt out.
            if path == 'evidence.jsonl' and count % len(checkers) != index:
                continue
            status, answer = checker.answer(folder)
            newer = status == 3 and b'"witnessmark/' in toolkit.make_record.read(place)[at - 20:at]
            # Two files that disagree are both named well; a changed manifest may accuse any file.
            named = re.match(r'(invalid|newer) (%s|manifest.sha256)(:[0-9]+)?: ' % re.escape(path),
                             answer) or path == 'manifest.sha256' and answer.startswith('invalid ')
            if (status == 1 or newer) and named:
                passes += 1
            else:
                failures.append('byte %d of %s: %s: exit status %d\n    %s' % (
                    at, path, checker.name, status, answer.split('\n')[0][:300]))
        with open(place, 'r+b') as stream:
            stream.seek(at)
            stream.write(old)
    return failures, passes


def run_flips(pool, bases, build, work, count):
    rng = random.Random(1)
    jobs, processes = [], os.cpu_count() or 1
    places = flip_places(os.path.join(bases, 'small'), count, rng)
    for share in range(processes):
        folder = os.path.join(work, 'flips-%d' % share)
        shutil.copytree(os.path.join(bases, 'small'), folder)
        jobs.append((folder, places[share::processes], build, share))
    failures, passes = [], 0
    for some, good in pool.imap_unordered(try_flips, jobs):
        failures += some
        passes += good
    return failures, passes


def make_bases(folder, build):
    verify_c = os.path.join(build, 'code', 'verify.c')
    source = toolkit.make_record.read(verify_c) if os.path.exists(verify_c) else b'int x;\n'
    python = toolkit.make_record.read(os.path.join(toolkit.REPOSITORY, toolkit.checker.CHECKERS[1]))
    for base in BASES:
        toolkit.make_record.make(os.path.join(folder, base), 1, base, source, python)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('names', nargs='*')
    parser.add_argument('--build', default=os.path.join(toolkit.REPOSITORY, 'build'))
    parser.add_argument('--flips', type=int, default=2000, help='sampled bytes of the evidence')
    options = parser.parse_args()
    checkers, missing = find_checkers(options.build)
    print('\n'.join(missing) if missing else 'all checkers are there')
    names = options.names or sorted(f[:-3] for f in os.listdir(FORGERIES) if f.endswith('.py'))
    failures, passed, skipped = [], 0, len(missing)
    with tempfile.TemporaryDirectory() as work:
        bases = os.path.join(work, 'bases')
        make_bases(bases, options.build)
        for base in BASES:
            wrong = try_base(base, bases, checkers)
            failures += [wrong] if wrong else []
            passed += not wrong
        with multiprocessing.Pool() as pool:
            jobs = [(name, bases, options.build, work) for name in names]
            for _, some, passes, skips in pool.imap_unordered(try_forgery, jobs):
                failures += some
                passed += not some
            if not options.names and options.flips:
                some, passes = run_flips(pool, bases, options.build, work, options.flips)
                print('%d answers to changed bytes' % (passes + len(some)))
                failures += some
                passed += not some
    for failure in failures:
        print('FAIL ' + failure)
    print('%d passed, %d failed, %d skipped' % (passed, len(failures), skipped))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
