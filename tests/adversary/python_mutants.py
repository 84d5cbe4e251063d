#!/usr/bin/env python3
"""Finds for each refusal of code/verify_graph.py a forgery that needs it.

    python_mutants.py [--build DIR] [TAG...]

A refusal is a statement that calls require() or raises Refusal or Unjudged. Without it the checker
must give another answer to a forgery than run_forgeries.py wants: valid, another tag, or an error
of the program. A refusal without such a forgery is a failure, unless SHADOWED has its words.
"""
import argparse
import ast
import contextlib
import io
import multiprocessing
import os
import sys
import tempfile
import traceback
import types

import run_forgeries
import toolkit

CALLS = ('require', 'require_file')
# Another refusal of the same tag finds the same fault, or an earlier one of another rule. No file
# of a forgery changes while it is read.
SHADOWED = {
    'canonical': ('a number overflows binary64',),
    'line': ('the line has more than 1,048,576 bytes',),
    'schema': ('%s is not an object', 'status: found %s, expected ok or failed',
               'a key is not of [a-z0-9_]', 'field of the node cannot be reason',
               'name of the claim cannot be %s'),
    'opening': ('%s: found row %s, chunk %s, recomputed row %s, chunk %s',
                'the matrix_path of %s does not fit'),
    'order': ('line 1 is not an environment',),
    'edge': ('%s names no earlier line: %s',),
    'workload': ('repeats of %s when they are reduced: found %s, expected %s',
                 'repeats of %s: found %s, expected %s'),
    'calibration': ('%s has a failed repeat and a calibration', '%s has no calibration'),
    'stage': ('%s has a failed repeat and a transcript',),
    'reduction': ('the transcript of %s was reduced on an earlier line',
                  'the variant of %s has no %s'),
    'null': ('reason of %s: found %s, recomputed %s',),
    'claim': ('-',),
    'symlink': ('this is a symbolic link', 'this is not a plain file'),
    'manifest': ('the file is over 1 MiB',),
    'prior': ('the file changed while it was read',),
}
RAISED = ('Refusal', 'Unjudged')


def read_source():
    with open(toolkit.checker.__file__, encoding='utf-8') as stream:
        return stream.read()


def called(node):
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def is_refusal(node):
    return isinstance(node, ast.Expr) and called(node.value) in CALLS or \
        isinstance(node, ast.Raise) and called(node.exc) in RAISED


def words_of(node):
    """(tag, words) in the call of a refusal, each where it is a constant."""
    call = node.value if isinstance(node, ast.Expr) else node.exc
    texts = [argument.value for argument in call.args[:4] if isinstance(argument, ast.Constant)
             and isinstance(argument.value, str)]
    tags = [text for text in texts if text.isalpha()]
    return (tags or ['-'])[0], next((text for text in texts if text not in tags), '-')


def list_refusals(tree):
    """{line: (name of its function, tag, words)} of all refusals."""
    found = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name not in CALLS:
            for node in ast.walk(function):
                if is_refusal(node):
                    found[node.lineno] = (function.name,) + words_of(node)
    return found


class Remover(ast.NodeTransformer):
    def __init__(self, line):
        self.line = line

    def visit(self, node):
        if is_refusal(node) and node.lineno == self.line:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


def mutant(line):
    """The checker without the refusal of a line."""
    tree = Remover(line).visit(ast.parse(read_source()))
    module = types.ModuleType('mutant')
    exec(compile(tree, 'mutant', 'exec'), module.__dict__)
    return module


def answer(checker, path, arguments):
    """(exit status, output) of a checker."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = checker.main(list(arguments) + [path])
    return status, out.getvalue()


def refusing_line(checker, path, arguments):
    """The line that refuses a forgery, or None."""
    try:
        checker.audit(*checker.arguments(list(arguments) + [path]))
    except (checker.Refusal, checker.Unjudged) as refusal:
        frames = traceback.extract_tb(refusal.__traceback__)
        frame = next(frame for frame in reversed(frames) if frame.name not in CALLS)
        return frame.lineno
    return None


def find_refusal(job):
    """(forgery, the line that refuses it)."""
    name, bases, work = job
    try:
        _, path, arguments = run_forgeries.write_forgery(name, bases,
                                                         os.path.join(work, name, 'r'))
    except Exception as error:
        return name, 'cannot be forged: %r' % error
    return name, refusing_line(toolkit.checker, path, arguments)


def try_refusal(job):
    """(line, the first forgery that notices that a line is removed, or None)."""
    line, names, bases, work = job
    checker = mutant(line)
    for name in names:
        folder = os.path.join(work, '%d' % line, name, 'r')
        forgery, path, arguments = run_forgeries.write_forgery(name, bases, folder)
        if run_forgeries.judge(forgery, run_forgeries.InProcess, *answer(checker, path, arguments)):
            return line, name
    return line, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--build', default=os.path.join(toolkit.REPOSITORY, 'build'))
    parser.add_argument('tags', nargs='*')
    options = parser.parse_args()
    refusals = list_refusals(ast.parse(read_source()))
    with tempfile.TemporaryDirectory() as work, multiprocessing.Pool() as pool:
        bases = os.path.join(work, 'bases')
        run_forgeries.make_bases(bases, options.build)
        names = run_forgeries.forgery_names(bases)
        by_line = {}
        for name, line in pool.imap(find_refusal, [(name, bases, work) for name in names]):
            by_line.setdefault(line, []).append(name)
        wanted = sorted(line for line, (_, tag, _) in refusals.items()
                        if not options.tags or tag in options.tags)
        jobs = [(line, by_line.get(line, [])[:40], bases, work) for line in wanted]
        passed = dict(pool.imap_unordered(try_refusal, jobs))
    failures = ['%s: %s' % (name, line) for line, names in by_line.items()
                if isinstance(line, str) for name in names]
    missing = [line for line in wanted if passed[line] is None and
               refusals[line][2] not in SHADOWED.get(refusals[line][1], ())]
    for line in wanted:
        print('%5d %-22s %-12s %s' % ((line,) + refusals[line][:2] + (passed[line] or 'shadowed',)))
    failures += ['no forgery needs line %d (%s, [%s], "%s"); it refuses %d' % (
        (line,) + refusals[line] + (len(by_line.get(line, [])),)) for line in missing]
    for failure in failures:
        print('FAIL ' + failure)
    print('%d passed, %d failed, 0 skipped' % (len(wanted) - len(failures), len(failures)))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
