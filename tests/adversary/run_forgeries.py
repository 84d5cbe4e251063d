#!/usr/bin/env python3
"""Runs every checker on every forgery: each must refuse it, with the tag and words of the forgery.

    run_forgeries.py [--build DIR] [--flips N] [--shipped] [NAME...]

A forgery is a file of forgeries/. Its docstring says what is wrong. TAG is the tag of the broken
rule, or several tags if record.md allows each. WORDS must be in the output of the project's own
checkers; of an accepted record, in that of every checker. ABSENT must be in no output for an
accepted record. SEES = 'folder': a checker that reads only the named files cannot find it. SEES =
'program': the third checker may also say that it cannot check. STATUS is the exit status if it is
not 1; VERDICT the first word for status 3, if it is not the tag. generated.py makes more forgeries
from the table of fields.

The files of accepted/ make records at the edge of the rules, with STATUS 0: every checker must
accept them and the unforged records. With --shipped also those of records/; those of an older
format are older. TEXTS gives the text of claims that the record must have, by their names. Records
with a single changed byte must be refused.
"""
import argparse
import contextlib
import functools
import glob
import importlib.util
import io
import json
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

import generated
import toolkit
import continue_record

BASES = ('full', 'small') + tuple(toolkit.make_record.PARTS) + generated.BASES + (
    'x', 'one', 'failed', 'wide', 'continued', 'slopes', 'narrowed', 'light', 'thirteen',
    'exact_trials')
LINKED_BASES = ('first', 'linked', 'alike', 'lost', 'differential', 'enrolled', 'recalled', 'moved',
                'apart', 'chained', 'slim', 'grown')
FORGERIES = os.path.join(toolkit.HERE, 'forgeries')
ACCEPTED = os.path.join(toolkit.HERE, 'accepted')


class Program:
    """A checker that is a program of its own.

    lists: it finds extra files in the folder. own: its words are the project's and are compared.
    options: it takes --root.
    """

    def __init__(self, name, command, lists=True, own=True, options=True):
        self.name, self.command = name, command
        self.lists, self.own, self.options = lists, own, options

    def answer(self, folder, arguments=()):
        done = subprocess.run(self.command + list(arguments) + [folder], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode('utf-8', 'replace')


class Server:
    """A checker that judges many folders in one process; see judge_each of third_checker.pl."""
    lists, own, options = True, False, False

    def __init__(self, name, command):
        self.name, self.command, self.running = name, command, None

    def answer(self, folder, arguments=()):
        if self.running is None:
            self.running = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE)
        self.running.stdin.write(os.fsencode(folder) + b'\n')
        self.running.stdin.flush()
        status, length = map(int, self.running.stdout.readline().split())
        return status, self.running.stdout.read(length).decode('utf-8', 'replace')


class InProcess:
    """The Python checker, called in this process."""
    name, lists, own, options = 'code/verify_graph.py', True, True, True

    def answer(self, folder, arguments=()):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = toolkit.checker.main(list(arguments) + [folder])
        return status, out.getvalue()


def find_checkers(build):
    """The checkers that are available, and a line for each that is not."""
    return checkers_of_process(build, os.getpid())


@functools.lru_cache(maxsize=None)
def checkers_of_process(build, _):
    program, verify = os.path.join(build, 'witnessmark'), os.path.join(build, 'code', 'verify')
    third = os.path.join(toolkit.REPOSITORY, 'tests', 'conformance', 'third_checker.pl')
    found, missing = [InProcess()], []
    for path, checker in (
            (program, Program('witnessmark audit', [program, 'audit', '-v'])),
            (verify, Program('code/verify', [verify], lists=False, options=False)),
            (third, Server('third checker', ['perl', third, '--each']))):
        if os.path.exists(path) and shutil.which(checker.command[0]):
            found.append(checker)
        else:
            missing.append('SKIP %s is not available' % checker.name)
    return found, missing


def load(name, bases):
    if name.startswith(generated.PREFIX):
        return generated.forgeries(bases)[name]
    path = os.path.join(toolkit.HERE, name + '.py') if '/' in name \
        else os.path.join(FORGERIES, name + '.py')
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_tuple(value):
    return (value,) if isinstance(value, str) else tuple(value)


def missing_words(words, answer):
    for word in as_tuple(words):
        if word not in answer:
            return 'the output does not contain "%s"' % word
    return None


def judge(forgery, checker, status, answer):
    """The error in a checker's output for a forgery, or None."""
    wanted = getattr(forgery, 'STATUS', 1)
    if status != wanted:
        return 'exit status %d, not %d' % (status, wanted)
    if wanted == 0:
        if not answer.startswith('valid '):
            return 'the answer does not begin with "valid"'
        for word in as_tuple(getattr(forgery, 'ABSENT', ())):
            if word in answer:
                return 'the output contains "%s"' % word
        return missing_words(getattr(forgery, 'WORDS', ()), answer)
    tags = as_tuple(forgery.TAG)
    verdict = getattr(forgery, 'VERDICT', tags[0]) if wanted == 3 else 'invalid'
    found = re.match(verdict + r' ([^ :]+)(:[0-9]+)?: \[([a-z]+)\] ', answer)
    if not found:
        return 'the output is not "%s FILE:LINE: [tag] words"' % verdict
    if found.group(3) not in tags:
        return 'tag %s, not %s' % (found.group(3), ' or '.join(tags))
    return missing_words(forgery.WORDS, answer) if checker.own else None


def wrong_texts(forgery, path):
    """The error in the claims of an accepted record, or None."""
    wanted, texts = getattr(forgery, 'TEXTS', {}), {}
    if wanted:
        with open(os.path.join(path, toolkit.checker.EVIDENCE), 'rb') as stream:
            claims = [json.loads(line) for line in stream if b'"type":"claim"' in line]
        texts = {claim['name']: claim['text'] for claim in claims if claim['name'] in wanted}
    return None if texts == wanted else 'texts %s, not %s' % (texts, wanted)


def write_forgery(name, bases, folder):
    """Writes a forged record; returns the forgery, what to audit and the arguments for it.

    The folder above it belongs to the forgery; links may lead there. A forgery with ALONE is an
    evidence.jsonl without its folder.
    """
    shutil.rmtree(os.path.dirname(folder), ignore_errors=True)
    forgery = load(name, bases)
    record = toolkit.Record(os.path.join(bases, getattr(forgery, 'BASE', 'full')))
    forgery.forge(record)
    if not getattr(forgery, 'ALONE', False):
        record.write(folder)
        return forgery, folder, record.arguments
    os.makedirs(folder)
    path = os.path.join(folder, toolkit.checker.EVIDENCE)
    with open(path, 'wb') as stream:
        stream.write(b''.join(record.lines()))
    return forgery, path, record.arguments


def try_forgery(job):
    """The failures of all checkers on one forgery."""
    name, bases, build, work = job
    folder, failures = os.path.join(work, name, 'record'), []
    try:
        forgery, path, arguments = write_forgery(name, bases, folder)
    except Exception as error:
        return ['%s: cannot be forged: %r' % (name, error)]
    wrong = wrong_texts(forgery, path)
    if wrong:
        failures.append('%s: %s' % (name, wrong))
    for checker in find_checkers(build)[0]:
        sees = getattr(forgery, 'SEES', '')
        if sees and not checker.lists or sees == 'program' and not checker.own:
            continue
        if arguments and not checker.options:
            continue
        status, answer = checker.answer(path, arguments)
        wrong = judge(forgery, checker, status, answer)
        if wrong:
            failures.append('%s: %s: %s\n    %s' % (name, checker.name, wrong,
                                                    answer.split('\n')[0][:300]))
    shutil.rmtree(os.path.dirname(folder))
    return failures


def try_base(base, bases, checkers):
    """Demands that every checker accepts an unforged record, with equal root and findings.

    The program alone shows the warnings from before a run, which are no findings.
    """
    answers = set()
    for checker in checkers:
        status, answer = checker.answer(os.path.join(bases, base))
        lines = [
            line for line in answer.split('\n')
            if not line.startswith(('checkers', 'next:', 'plan:', 'root:', 'WARNING', ' '))
        ]
        answers.add((status, '\n'.join(lines)))
        if status != 0:
            return '%s: %s: exit status %d\n    %s' % (base, checker.name, status, answer[:300])
    if len(answers) != 1:
        return '%s: the outputs of the checkers differ:\n%s' % (base, '\n'.join(map(str, answers)))
    return None


def is_older(folder):
    """Whether a valid record has another format than today's."""
    with open(os.path.join(folder, toolkit.checker.EVIDENCE), 'rb') as stream:
        root = stream.read().splitlines()[-1]
    return json.loads(root)['format'] != toolkit.checker.FORMAT_NAME


def try_older(folder, checkers):
    """Demands that every checker calls a record of an older format older."""
    for checker in checkers:
        status, answer = checker.answer(folder)
        if status != 3 or not answer.startswith('older evidence.jsonl:'):
            return '%s: %s: exit status %d, not 3\n    %s' % (folder, checker.name, status,
                                                             answer[:300])
    return None


# ----------------------------------------------------------------------------------------------
# Single changed bytes.

def flip_places(folder, count, rng):
    """(path, offset, new byte): all of the manifest and of the root, and samples of the rest."""
    places = []
    for path in ('manifest.sha256', 'evidence.jsonl') + toolkit.checker.CHECKERS:
        data = toolkit.make_record.read(os.path.join(folder, path))
        every = range(len(data))
        if path == 'evidence.jsonl':
            root = data[:-1].rfind(b'\n') + 1
            every = sorted(rng.sample(range(root), min(root, count)))
            every += range(root, len(data))
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
            # Every checker reads all of the small files; each sample of the evidence goes to one.
            if path == 'evidence.jsonl' and count % len(checkers) != index:
                continue
            status, answer = checker.answer(folder)
            newer = status == 3 and b'"witnessmark/' in toolkit.make_record.read(place)[at - 20:at]
            # If two files disagree, either may be named; a changed manifest may refuse any file.
            named = re.match(r'(invalid|older|newer) (%s|manifest.sha256)(:[0-9]+)?: '
                             % re.escape(path), answer) or \
                path == 'manifest.sha256' and answer.startswith('invalid ')
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


def shipped_records(work):
    """Unpacks the records of records/."""
    folder = os.path.join(work, 'records')
    for archive in glob.glob(os.path.join(toolkit.REPOSITORY, 'records', '*.tar.xz')):
        with tarfile.open(archive) as tar:
            tar.extractall(folder)
    return tuple(sorted(glob.glob(os.path.join(folder, '*'))))


def make_bases(folder, build):
    verify_c = os.path.join(build, 'code', 'verify.c')
    source = toolkit.make_record.read(verify_c) if os.path.exists(verify_c) else b'int x;\n'
    python = toolkit.make_record.read(os.path.join(toolkit.REPOSITORY, toolkit.checker.CHECKERS[1]))
    for base in BASES:
        toolkit.make_record.make(os.path.join(folder, base), 1, base, source, python)
    make_linked_bases(folder, build)


def make_linked_bases(folder, build):
    """first, linked, alike and lost (which continue it), differential (of first and linked),
    recalled (which continues enrolled), apart (of first and moved), chained (which names linked),
    and grown (which continues slim, a light record)."""
    seal = os.path.join(build, 'tests', 'tools', 'seal_lines')
    at = {name: os.path.join(folder, name)
          for name in LINKED_BASES}
    evidence = [os.path.join(at[name], 'evidence.jsonl') for name in ('first', 'linked')]
    continue_record.write(at['first'], 'first', [], seal)
    continue_record.write(at['linked'], 'near', evidence[:1], seal)
    continue_record.write(at['alike'], 'alike', evidence[:1], seal)
    continue_record.write(at['lost'], 'lost', evidence[:1], seal)
    continue_record.write_differential(at['differential'], evidence, seal)
    continue_record.write(at['enrolled'], 'enrolled', [], seal)
    continue_record.write(at['recalled'], 'recalled',
                          [os.path.join(at['enrolled'], 'evidence.jsonl')], seal)
    continue_record.write(at['moved'], 'moved', [], seal)
    continue_record.write_differential(
        at['apart'], [evidence[0], os.path.join(at['moved'], 'evidence.jsonl')], seal)
    continue_record.write_differential(at['chained'], evidence[1:], seal)
    continue_record.write(at['slim'], 'slim', [], seal)
    continue_record.write(at['grown'], 'grown', [os.path.join(at['slim'], 'evidence.jsonl')], seal)


def forgery_names(bases):
    """The forgeries written by hand, and those generated from the table of fields."""
    written = sorted(name[:-3] for name in os.listdir(FORGERIES) if name.endswith('.py'))
    return written + list(generated.forgeries(bases))


def accepted_names():
    return sorted('accepted/' + name[:-3] for name in os.listdir(ACCEPTED) if name.endswith('.py'))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('names', nargs='*')
    parser.add_argument('--build', default=os.path.join(toolkit.REPOSITORY, 'build'))
    parser.add_argument('--flips', type=int, default=2000, help='sampled bytes of the evidence')
    parser.add_argument('--shipped', action='store_true', help='also the records of records/')
    options = parser.parse_args()
    checkers, missing = find_checkers(options.build)
    print('checkers: %s' % ', '.join(checker.name for checker in checkers))
    print(''.join(line + '\n' for line in missing), end='')
    failures, passed, skipped = [], 0, len(missing)
    with tempfile.TemporaryDirectory() as work:
        bases = os.path.join(work, 'bases')
        make_bases(bases, options.build)
        names = options.names or forgery_names(bases) + accepted_names()
        shipped = shipped_records(work) if options.shipped else ()
        for base in BASES + LINKED_BASES + shipped:
            wrong = (try_older(base, checkers) if os.path.isabs(base) and is_older(base) else
                     try_base(base, bases, checkers))
            failures += [wrong] if wrong else []
            passed += not wrong
        with multiprocessing.Pool() as pool:
            jobs = [(name, bases, options.build, work) for name in names]
            for some in pool.imap_unordered(try_forgery, jobs):
                failures += some
                passed += not some
            if not options.names and options.flips:
                some, passes = run_flips(pool, bases, options.build, work, options.flips)
                print('%d audits of changed bytes' % (passes + len(some)))
                failures += some
                passed += not some
    for failure in failures:
        print('FAIL ' + failure)
    print('%d passed, %d failed, %d skipped' % (passed, len(failures), skipped))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
