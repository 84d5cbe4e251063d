#!/usr/bin/env python3
"""Runs commands once for each allocation that they make, and lets that one fail.

    sweep_allocations.py --program FILE [--library FILE] [--each N] [--every K] [--rest] [CASE...]

--library is tests/fakes/failing_malloc.c, preloaded; without it the program has it linked in.
A point is an allocation. Those that the same calls lead to are one place; at most N of each place
fail, the first and others spread over the rest. --every takes each Kth of these points. With --rest
all later allocations fail too, as they do where memory is gone for good.

A point is good if the command ends by itself and
- exits with 2, and its only message says that memory ran out; or
- gives the answer of a run in which nothing fails: a library did without its memory.
What is under a final name is whole, and passes the audit. No temporary folder is left, and a
sanitizer has nothing to report. A record of `run` may lack what it could not look at if it says so.

Points where a library crashes by itself are skipped, if the crash is there. No caller can see it
before. OpenBLAS 0.3.21 on a processor with AVX-512: its kernels of small products write through the
null pointer that malloc gave them. libarchive 3.6.2:
- one of `pack` and of `publish`: archive_write_add_filter_gzip, or _xz, writes through the null
  pointer that calloc gave it;
- six where an archive by xz is read, which is opened twice: where liblzma has no memory for the
  start of its decoder, the filter is closed without its state.

Prints a line for each case, and "N passed, N failed, N skipped" for the points.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

HANG_SECONDS = 120
REPORTED = 99  # the exit status of a sanitizer's report
# A clause of a reason that stands or not as the machine is busy or idle.
TIMELY = re.compile(r'(clock_hz: measured every [0-9.]+ s at most|'
                    r'clock_[a-z]+: the repeat is too short to compare clocks|'
                    r'stops: looks at the processes below the command were [^;]*)(; )?')
MEMORY = re.compile('memory', re.IGNORECASE)
# Where the observations are that were made before.
SAVED = re.compile('saved in |Resume with: |the [0-9]+ observations? (is|are) in |'
                   'the record is sealed and complete')
FOREIGN = re.compile('/lib(gomp|gfortran|archive|openblas)[^/]*$')


@dataclasses.dataclass
class Case:
    """A command. makes: the final names; copies: what it changes; varies: two
    runs differ in times or in random digits."""
    arguments: list
    makes: tuple = ()
    copies: tuple = ()
    stdin: str = None
    varies: bool = False
    exits: int = 0


def cases(inputs):
    """All cases by name. `inputs` is the folder of prepare()."""
    def of(name):
        return os.path.join(inputs, name)

    run = ['run', '--threads', '1', '-o', 'new']
    return {
        'audit': Case(['audit', '-v', of('next')]),
        'audit-json': Case(['audit', '--json', of('rec')]),
        'audit-invalid': Case(['audit', of('invalid')], exits=1),
        'audit-unfinished': Case(['audit', of('.part.partial')], exits=3),
        'audit-many': Case(['audit', of('rec'), of('next'), of('rec.tar.gz')]),
        'audit-archive': Case(['audit', of('rec.tar.gz')]),
        'audit-archive-xz': Case(['audit', of('rec.tar.xz')]),
        'audit-input': Case(['audit', '-'], stdin=of('rec/evidence.jsonl')),
        'show': Case(['show', '-v', of('rec')]),
        'show-claim': Case(['show', of('rec'), 'gemm.int8.n32.rate']),
        'show-json': Case(['show', '--json', of('next')]),
        'show-markdown': Case(['show', '--markdown', of('next')]),
        'show-csv': Case(['show', '--csv', of('rec')]),
        'show-figure': Case(['show', of('rec'), '--figure', 'graph']),
        'show-figure-latex': Case(['show', of('next'), '--figure', 'devices', '--latex']),
        'show-figure-data': Case(['show', of('next'), '--figure', 'lineage', '--data']),
        'compare': Case(['compare', of('rec'), of('next')], exits=3),
        'compare-fleet': Case(['compare', of('rec'), of('second'), of('next')], exits=3),
        'lineage': Case(['lineage', of('rec'), of('next')]),
        'prove': Case(['prove', of('rec'), 'gemm.int8.n32.rate']),
        'check': Case(['check', of('proof')]),
        'pack': Case(['pack', of('rec'), '-o', 'new.tar.gz'], ('new.tar.gz',)),
        'pack-xz': Case(['pack', of('rec'), '-o', 'new.tar.xz'], ('new.tar.xz',)),
        'publish': Case(['publish', of('rec'), '-o', 'new'], ('new',)),
        'publish-document': Case(['publish', of('rec'), '--document', 'paper.pdf', '--sources',
                                  'paper.tex', '-o', 'new'], ('new',), ('paper.pdf', 'paper.tex')),
        'publish-archive': Case(['publish', of('rec'), '--document', 'paper.pdf', '-o',
                                 'new.tar.gz'], ('new.tar.gz',), ('paper.pdf',)),
        'audit-document': Case(['audit', of('sealed')]),
        'audit-document-archive': Case(['audit', of('sealed.tar.gz')]),
        'bind': Case(['bind', of('paper.tex'), of('rec')], exits=1),
        'pack-output': Case(['pack', of('rec'), '-o', '-']),
        'canon': Case(['canon', of('canon.json')]),
        'list': Case(['list']),
        'differential': Case(['differential', of('rec'), of('second'), '-o', 'new'], ('new',),
                             varies=True),
        'import': Case(['import', 'hyperfine', of('hyperfine.json'), '-o', 'new'], ('new',),
                       varies=True),
        'import-csv': Case(['import', 'csv', of('table.csv'), '-o', 'new'], ('new',), varies=True),
        'wrap': Case(['wrap', '--repeats', '2', '--metric', 'x=(.*)', '--unit', 's', '-o',
                      'new', '--', '/bin/echo', 'x=1.5'], ('new',), varies=True),
        'wrap-pairs': Case(['wrap', '--repeats', '6', '--scan', 'n=1,2', '--stdin', of('table.csv'),
                            '--input', of('plan.json'), '-o', 'new', '--', '/bin/echo', '{n}'],
                           ('new',), varies=True),
        'run': Case(run + ['-q', '--plan', of('plan.json')], ('new',), varies=True),
        'attack': Case(['attack', '-q', '--threads', '1', '--repeats', '1', '-o', 'new'] + [
            word for trial in TRIALS for word in ('--item', trial)], ('new',), varies=True),
        'attack-again': Case(['attack', '-q', '--threads', '1', '--again', of('trials'), '-o',
                              'new'], ('new',), varies=True),
        'run-resume': Case(run + ['-q', '--resume'], ('new',), ('.new.partial',), varies=True),
        'run-facts': Case(run + ['-q', '--plan', of('plan.json')] + HIDDEN, ('new', 'new.facts'),
                          varies=True),
        'run-resume-facts': Case(['run', '--threads', '1', '-o', 'late', '-q', '--resume'],
                                 ('late',), ('.late.partial', 'late.facts'), varies=True),
        'show-facts': Case(['show', of('hidden'), '--facts', of('hidden.facts')]),
        'wrap-facts': Case(['wrap', '--repeats', '1', '-o', 'new'] + HIDDEN + ['--', '/bin/true'],
                           ('new', 'new.facts'), varies=True),
        'run-continue': Case(run + ['-q', '--continue', of('rec')], ('new',), varies=True),
        'verify': Case(['verify', '--threads', '1', '--a', of('a.npy'), '--b', of('b.npy'), '--c',
                        of('wrong.npy'), '--format', 'f32'], exits=1),
        'verify-beside': Case(['verify', '--threads', '1', '--a', of('a.npy'), '--b', of('b.npy'),
                               '--c', of('right.npy'), '--format', 'f32', '--alpha', '0.5',
                               '--beta', '0.5', '--c0', of('right.npy'), '--bias', of('zeros.npy'),
                               '--calibrate']),
        'verify-json': Case(['verify', '--json', '--threads', '1', '--a', of('b.npy'),
                             '--transpose-a', '--b', of('a.npy'), '--transpose-b', '--c',
                             of('columns.npy'), '--format', 'f32']),
        'reverify': Case(['reverify', '--threads', '1', '--product', of('rec')]),
    }


TRIALS = ['gemm.fp16.n32.trial_' + trial for trial in (
    'none', 'bit_3', 'order', 'parts_2', 'terms_4', 'null_space', 'window', 'floor_20',
    'narrower', 'swap', 'opened_only')] + ['scatter_add.fixed.n64b8.trial_other']
HIDDEN = ['--fact', 'node=n17', '--fact', 'rack=r3', '--redact', 'node,rack']
PLAN = {'name': 'tiny', 'repeat_seconds': 0.001, 'repeats': 2, 'items': [
    {'workload': 'gemm', 'variant': 'int8', 'shape': {'m': 32, 'n': 32, 'k': 32}},
    {'workload': 'gemm', 'variant': 'f32', 'shape': {'m': 32, 'n': 32, 'k': 32}},
    {'workload': 'hbm_copy', 'variant': 'f32', 'shape': {'n': 64}}]}


def write_matrices(folder):
    """A product of 40 x 24 and 24 x 32 numbers that are no integers, in .npy files."""
    m, n, k = 40, 32, 24
    A = [[((7 * i + 3 * l) % 19 - 9) / 4 for l in range(k)] for i in range(m)]
    B = [[((5 * l + 11 * j) % 23 - 11) / 8 for j in range(n)] for l in range(k)]
    C = [[sum(x * y for x, y in zip(row, column)) for column in zip(*B)] for row in A]

    def write(name, rows):
        shape = (len(rows), len(rows[0]))
        head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % shape
        head += ' ' * (-(len(head) + 11) % 64) + '\n'
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(b'\x93NUMPY\1\0' + struct.pack('<H', len(head)) + head.encode() +
                       struct.pack('<%df' % (len(rows) * len(rows[0])),
                                   *(x for row in rows for x in row)))

    write('a.npy', A)
    write('b.npy', B)
    write('right.npy', C)
    write('columns.npy', list(zip(*C)))
    write('zeros.npy', [[0.0] * n])
    C[3][5] += 1
    write('wrong.npy', C)


def prepare(program, library, data, inputs):
    """Makes what the cases read, by a program that does not fail."""
    environment = dict(os.environ, **({'LD_PRELOAD': library} if library else {}))

    def call(*arguments):
        done = subprocess.run([program, *arguments], cwd=inputs, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        if done.returncode != 0:
            sys.exit('%s: exit %d: %s' % (' '.join(arguments), done.returncode,
                                          done.stderr.decode(errors='replace')))
        return done.stdout

    def write(name, text):
        with open(os.path.join(inputs, name), 'w', encoding='utf-8') as file:
            file.write(text)

    write('plan.json', json.dumps(PLAN))
    for name in ('rec', 'second'):
        call('run', '--threads', '1', '--plan', 'plan.json', '-o', name)
    call('run', '--threads', '1', '--continue', 'rec', '-o', 'next')
    call('attack', '--threads', '1', '--item', TRIALS[1], '--repeats', '1', '-o', 'trials')
    call('run', '--threads', '1', '--plan', 'plan.json', '-o', 'hidden', *HIDDEN)
    call('pack', 'rec')
    call('pack', 'rec', '-o', 'rec.tar.xz')
    with open(os.path.join(inputs, 'proof'), 'wb') as file:
        file.write(call('prove', 'rec', 'gemm.int8.n32.rate'))
    with open(os.path.join(inputs, 'rec/evidence.jsonl'), encoding='utf-8') as file:
        lines = file.readlines()
    shutil.copytree(os.path.join(inputs, 'rec'), os.path.join(inputs, 'invalid'))
    write('invalid/evidence.jsonl', ''.join(lines[:3] + lines[4:]))
    for name in ('.part.partial', '.new.partial'):
        os.mkdir(os.path.join(inputs, name))
        write(name + '/evidence.jsonl', ''.join(lines[:4]))
    with open(os.path.join(inputs, 'hidden/evidence.jsonl'), encoding='utf-8') as file:
        lines = file.readlines()
    os.mkdir(os.path.join(inputs, '.late.partial'))
    write('.late.partial/evidence.jsonl', ''.join(lines[:4]))
    shutil.copy(os.path.join(inputs, 'hidden.facts'), os.path.join(inputs, 'late.facts'))
    write('canon.json', json.dumps({'b': [1.5, None, {'x': 'y' * 40}], 'a': list(range(40))}))
    write('paper.pdf', '%PDF-1.5 not a real one\n')
    for name in ('sealed', 'sealed.tar.gz'):
        call('publish', 'rec', '--document', 'paper.pdf', '-o', name)
    write('paper.tex', 'We reach 5.5 TB/s. % bind: gemm.int8.n32.rate\n')
    write_matrices(inputs)
    shutil.copy(os.path.join(data, 'hyperfine.json'), inputs)
    shutil.copy(os.path.join(data, 'table.csv'), inputs)


def shape(folder):
    """What a record's lines are about, without their numbers: a set of texts."""
    def about(value, key=''):
        if isinstance(value, dict):
            return {name: about(member, name) for name, member in sorted(value.items())
                    if name not in ('id', 'parents', 'edges', 'ids', 'flags')}
        if isinstance(value, list):
            return [about(member) for member in value[:1]]
        if key == 'reason':
            return TIMELY.sub('', value).rstrip('; ')
        return value if key in ('type', 'kind', 'name', 'series', 'item', 'index') else ''

    with open(os.path.join(folder, 'evidence.jsonl'), encoding='utf-8') as file:
        return frozenset(json.dumps(about(json.loads(line))) for line in file)


@dataclasses.dataclass
class Outcome:
    """What one run of a command came to. status: None where it hung."""
    status: int
    out: str = ''
    err: str = ''
    failed: str = ''  # where an allocation failed; empty: none did
    calls: int = 0
    trace: list = dataclasses.field(default_factory=list)  # the place of each allocation
    wrong: list = dataclasses.field(default_factory=list)
    made: frozenset = frozenset()  # the final names that are there
    shape: frozenset = frozenset()  # of a record that was made


def read_lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return file.read().split()


class Sweep:
    """The points of one case."""

    def __init__(self, options, inputs, case):
        self.options, self.inputs, self.case = options, inputs, case

    def start(self, folder, variables):
        environment = dict(os.environ, TMPDIR=os.path.join(folder, 'tmp'), **variables)
        if self.options.library:
            environment['LD_PRELOAD'] = self.options.library
        os.mkdir(environment['TMPDIR'])
        for name in self.case.copies:
            source = os.path.join(self.inputs, name)
            copy = shutil.copytree if os.path.isdir(source) else shutil.copy
            copy(source, os.path.join(folder, name))
        with open(self.case.stdin or os.devnull, 'rb') as given:
            return subprocess.run([self.options.program, *self.case.arguments], cwd=folder,
                                  stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=environment, timeout=HANG_SECONDS)

    def attempt(self, variables):
        """Runs the command in a folder of its own."""
        with tempfile.TemporaryDirectory(prefix='witnessmark-sweep-') as folder:
            notes = os.path.join(folder, 'notes')
            try:
                done = self.start(folder, dict(
                    {name: value.replace('FOLDER', folder) for name, value in variables.items()},
                    WM_FAIL_FILE=notes))
                got = Outcome(done.returncode, done.stdout.decode(errors='replace'),
                              done.stderr.decode(errors='replace'))
            except subprocess.TimeoutExpired:
                got = Outcome(None)
            got.trace = read_lines(os.path.join(folder, 'trace'))
            if os.path.exists(notes):
                with open(notes, encoding='utf-8', errors='replace') as file:
                    for word, *rest in map(str.split, file):
                        if word == 'failed':
                            got.failed = ' '.join(rest)
                        else:
                            got.calls = int(rest[0])
            self.look(folder, got)
            return got

    def look(self, folder, got):
        """Looks at what a command left."""
        allowed = {'tmp', 'notes', 'trace', *self.case.makes, *self.case.copies}
        if self.case.varies:
            allowed |= {'.%s.partial' % name for name in self.case.makes}
        got.wrong += ['left: ' + name for name in sorted(set(os.listdir(folder)) - allowed)]
        got.wrong += ['left in TMPDIR: ' + name for name in os.listdir(folder + '/tmp')]
        got.made = frozenset(self.case.makes) & frozenset(os.listdir(folder))
        for name in got.made:
            path = os.path.join(folder, name)
            if name.endswith('.facts'):
                got.wrong += self.look_at_facts(folder, name)
                continue
            if os.path.exists(path + '/README.md'):  # of `publish`: its last file but one
                continue
            audit = subprocess.run([self.options.program, 'audit', path], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if audit.returncode != 0:
                got.wrong.append(name + ' is not valid: ' + audit.stdout.decode(errors='replace'))
            elif os.path.exists(path + '/evidence.jsonl'):
                got.shape = shape(path)

    @staticmethod
    def look_at_facts(folder, name):
        """The lines of hidden facts are whole, and beside a record or its beginning."""
        record = name[:-len('.facts')]
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            text = file.read()
        wrong = [] if text.count('\n') == 2 and text.endswith('}\n') else [name + ' is torn']
        if not {record, '.%s.partial' % record} & set(os.listdir(folder)):
            wrong.append(name + ' has no record')
        return wrong

    def prepare(self):
        """Runs the command with all its memory. Returns the places of its allocations."""
        runs = [self.attempt({}) for _ in range(4 if self.case.varies else 1)]
        self.good = runs[0]
        self.shapes = frozenset().union(*(one.shape for one in runs))
        for one in runs:
            if one.status != self.case.exits or one.wrong or one.failed or one.calls == 0:
                sys.exit('%s: without a failure: %s' % (' '.join(self.case.arguments), one))
        return self.attempt({'WM_FAIL_TRACE': 'FOLDER/trace'}).trace

    def judge(self, got):
        """What is wrong with an outcome; empty: nothing. Also whether the command refused."""
        wrong = list(got.wrong)
        if got.status is None:
            return wrong + ['it hangs'], False
        if got.status < 0 or got.status in (REPORTED, 134, 139):
            return wrong + ['it crashed'], False
        if got.status == 2:
            return wrong + self.judge_refusal(got), True
        if self.case.varies and any(MEMORY.search(line) for line in got.shape):
            return wrong, False  # the record says what could not be done
        if got.status == 3 and MEMORY.search(got.out):
            return wrong, False  # the answer says what could not be checked
        if got.status != self.case.exits:
            wrong.append('exit %d, not 2' % got.status)
        if got.made != self.good.made:
            wrong.append('it made %s' % (sorted(got.made) or 'nothing'))
        if self.case.varies:
            wrong += ['another line: ' + line for line in sorted(got.shape - self.shapes)]
        elif got.out != self.good.out or got.err != self.good.err:
            wrong.append('another answer')
        return wrong, False

    def judge_refusal(self, got):
        usual = set(self.good.err.splitlines())
        said = [line for line in got.err.splitlines() if line and line not in usual]
        said = [line for line in said if not SAVED.match(line)]
        if self.options.rest:  # items of a run have said before that they failed
            said = [line for line in said if line.startswith('witnessmark ')]
        if not said and len(self.case.arguments) > 3:  # several records: each has its line
            said = [line for line in got.out.splitlines() if MEMORY.search(line)]
            return [] if len(said) == 1 else ['not one line about memory']
        if FOREIGN.search(got.failed) and MEMORY.search(said[0] if said else ''):
            return []  # a library that ends the process has said why, in one line or in two
        if len(said) != 1 or not MEMORY.search(said[0]):
            return ['not one line about memory']
        if not said[0].startswith('witnessmark %s: ' % self.case.arguments[0]):
            return ['the line is not of the command']
        return []

    def points(self, trace):
        """The allocations that fail, counted from 1."""
        places = {}
        for number, place in enumerate(trace, 1):
            places.setdefault(place, []).append(number)
        chosen = []
        for same in places.values():
            step = max(1, len(same) // self.options.each)
            chosen += same[::step][:self.options.each]
        return len(places), sorted(chosen)[::self.options.every]

    def run_point(self, point):
        return point, self.attempt({'WM_FAIL_FROM' if self.options.rest else 'WM_FAIL_AT':
                                    str(point)})


def show(name, point, got, wrong):
    print('FAILED: %s at %d (%s): %s' % (name, point, got.failed, '; '.join(wrong)[:1500]))
    print('  exit %s' % got.status)
    for line in (got.out[-300:] + '\n' + got.err[-1500:]).splitlines():
        if line:
            print('  | ' + line[:300])


def is_known_crash(case, got, skipped):
    """Whether a library crashed as the head of this file says."""
    if got.status != -signal.SIGSEGV or got.wrong:
        return False
    if 'libopenblas' in got.failed:
        return True
    if 'liblzma' in got.failed:
        return case.arguments[-1].endswith('.tar.xz') and skipped['liblzma'] < 6
    return (case.arguments[0] in ('pack', 'publish') and 'libarchive' in got.failed and
            skipped['libarchive'] < 1)


def sweep(options, inputs, name, case, pool):
    """Returns how many points were good, how many were not, and how many were skipped."""
    one = Sweep(options, inputs, case)
    trace = one.prepare()
    places, points = one.points(trace)
    tried = refused = bad = 0
    skipped = {'libarchive': 0, 'liblzma': 0, 'libopenblas': 0}
    for point, got in pool.map(one.run_point, points):
        wrong, is_refusal = one.judge(got)
        if not got.failed:
            continue  # a thread asked for less this time
        tried += 1
        if is_known_crash(case, got, skipped):
            library = next(known for known in ('libopenblas', 'liblzma', 'libarchive')
                           if known in got.failed)
            skipped[library] += 1
            print('skipped: %s at %d: %s crashes without memory' % (name, point, library))
            continue
        refused += is_refusal
        if wrong:
            bad += 1
            show(name, point, got, wrong)
    print('%s: %d allocations in %d places, %d points: %d refused, %d done without'
          % (name, len(trace), places, tried, refused, tried - refused), flush=True)
    return tried - bad - sum(skipped.values()), bad, sum(skipped.values())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--program', required=True)
    parser.add_argument('--library')
    parser.add_argument('--data', required=True, help='tests/data/import')
    parser.add_argument('--each', type=int, default=1)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--rest', action='store_true')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('case', nargs='*')
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix='witnessmark-sweep-') as inputs:
        prepare(options.program, options.library, options.data, inputs)
        every = cases(inputs)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for name in options.case or every:
                good, bad, left = sweep(options, inputs, name, every[name], pool)
                passed, failed, skipped = passed + good, failed + bad, skipped + left
    print('%d passed, %d failed, %d skipped' % (passed, failed, skipped))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
