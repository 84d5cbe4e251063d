#!/usr/bin/env python3
"""Compares the module of bindings/js with code/verify.c: each answer, byte for byte.

    compare_js.py --build DIR --wasm FILE [--shipped] [NAME...]

Compared are the records of run_forgeries.py, whole and their evidence alone, and its forgeries and
accepted records. NAMEs are forgeries to compare instead. With --shipped also the records of
records/, which the module unpacks itself, as they are and as today's format has them. A forgery
that verify.c cannot see must be refused by its tag, if all of it are plain files.
"""
import argparse
import functools
import glob
import multiprocessing
import os
import stat
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, 'tests', 'adversary'))
import run_forgeries  # noqa: E402


@functools.lru_cache(maxsize=None)
def module_of_process(wasm, _):
    return run_forgeries.Server('bindings/js', [
        'node', os.path.join(HERE, 'js_answers.mjs'), os.path.join(REPOSITORY, 'bindings', 'js'),
        wasm])


def has_only_plain_files(folder):
    """Whether a Map of path -> bytes is all of a folder."""
    for at, folders, files in os.walk(folder):
        paths = [os.path.join(at, name) for name in folders + files]
        if not paths or not all(stat.S_ISREG(mode) or stat.S_ISDIR(mode)
                                for mode in (os.lstat(path).st_mode for path in paths)):
            return False
    return True


def verify_answer(build, path):
    """(status, output) of verify.c, which says its errors by the name `verify`."""
    done = subprocess.run([os.path.join(build, 'code', 'verify'), path], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode('utf-8', 'replace')


def compare(name, path, expected, wasm):
    """A line if the answers about a path differ, else None."""
    answer = module_of_process(wasm, os.getpid()).answer(path)
    return None if answer == expected else '%s: %r, not %r' % (name, answer, expected)


def compare_forgery(job):
    """(what was compared, what is wrong) for one forgery."""
    name, bases, build, wasm, work = job
    forgery, path, arguments = run_forgeries.write_forgery(
        name, bases, os.path.join(work, name, 'record'))
    if arguments:
        return 'with a given root', None
    sees = getattr(forgery, 'SEES', '')
    if not sees:
        return 'forgeries', compare(name, path, verify_answer(build, path), wasm)
    if sees == 'program' or not has_only_plain_files(path):
        return 'of other than plain files', None
    module = module_of_process(wasm, os.getpid())
    status, answer = module.answer(path)
    wrong = run_forgeries.judge(forgery, module, status, answer)
    return 'forgeries that verify.c cannot see', wrong and '%s: %s: %s' % (name, wrong, answer)


def compare_records(bases, build, wasm):
    for base in run_forgeries.BASES + run_forgeries.LINKED_BASES:
        for path in (os.path.join(bases, base), os.path.join(bases, base, 'evidence.jsonl')):
            yield 'records', compare(base, path, verify_answer(build, path), wasm)


def packed(folder):
    """The folder as an archive of gzip, the one that the module reads."""
    with tarfile.open(folder + '.tar.gz', 'w:gz') as tar:
        tar.add(folder, os.path.basename(folder))
    return folder + '.tar.gz'


def compare_shipped(build, wasm, work):
    for archive in sorted(glob.glob(os.path.join(REPOSITORY, 'records', '**', '*.tar.xz'),
                                    recursive=True)):
        place = tempfile.mkdtemp(dir=work)
        with tarfile.open(archive) as tar:
            tar.extractall(place)
        folders = [os.path.dirname(path) for path in
                   glob.glob(os.path.join(place, '**', 'evidence.jsonl'), recursive=True)]
        for folder in folders:
            yield 'shipped archives', compare(archive, packed(folder),
                                              verify_answer(build, folder), wasm)
        folder = folders[0]
        if len(folders) > 1 or not run_forgeries.is_older(folder) \
                or os.path.isdir(os.path.join(folder, 'prior')):
            continue
        today = os.path.join(place, 'today')  # in today's format
        subprocess.run([sys.executable, os.path.join(HERE, 'restate_record.py'), archive, today,
                        '--seal', os.path.join(build, 'tests', 'tools', 'seal_lines')], check=True)
        yield 'restated archives', compare(archive, packed(today), verify_answer(build, today),
                                           wasm)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('names', nargs='*')
    parser.add_argument('--build', default=os.path.join(REPOSITORY, 'build'))
    parser.add_argument('--wasm', required=True)
    parser.add_argument('--shipped', action='store_true')
    options = parser.parse_args()
    counts, failures = {}, []

    def take(results):
        for what, wrong in results:
            counts[what] = counts.get(what, 0) + 1
            failures.extend([wrong] if wrong else [])

    with tempfile.TemporaryDirectory() as work:
        bases = os.path.join(work, 'bases')
        run_forgeries.make_bases(bases, options.build)
        names = options.names or (run_forgeries.forgery_names(bases)
                                  + run_forgeries.accepted_names())
        if not options.names:
            take(compare_records(bases, options.build, options.wasm))
        if options.shipped:
            take(compare_shipped(options.build, options.wasm, work))
        with multiprocessing.Pool() as pool:
            take(pool.imap_unordered(compare_forgery, [
                (name, bases, options.build, options.wasm, work) for name in names], 16))
    for failure in failures:
        print('FAIL ' + failure[:1000])
    print('compared: %s' % ', '.join('%d %s' % (count, what)
                                     for what, count in sorted(counts.items())))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
