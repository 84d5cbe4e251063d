#!/usr/bin/env python3
"""Packs forgeries for the tests of browsers: pack_forgeries.py BUILD FOLDER COUNT.

Writes COUNT forgeries, spread over all that code/verify.c sees: NAME.tar.gz, or NAME.jsonl of an
evidence.jsonl alone. expected.json: file name -> the first line that code/verify.c prints of it.
"""
import json
import os
import shutil
import sys
import tarfile
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'adversary'))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_forgeries  # noqa: E402
from compare_js import has_only_plain_files, verify_answer  # noqa: E402


def main():
    build, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    expected = {}
    with tempfile.TemporaryDirectory() as work:
        bases = os.path.join(work, 'bases')
        run_forgeries.make_bases(bases, build)
        names = run_forgeries.forgery_names(bases)
        for name in names[::max(1, len(names) // (2 * count))]:
            if len(expected) == count:
                break
            forgery, path, arguments = run_forgeries.write_forgery(
                name, bases, os.path.join(work, name, 'record'))
            if arguments or getattr(forgery, 'SEES', '') or not has_only_plain_files(path):
                continue
            packed = name + ('.jsonl' if os.path.isfile(path) else '.tar.gz')
            expected[packed] = verify_answer(build, path)[1].split('\n')[0]
            if os.path.isfile(path):
                shutil.copy(path, os.path.join(folder, packed))
                continue
            with tarfile.open(os.path.join(folder, packed), 'w:gz') as tar:
                for place, _, files in sorted(os.walk(path)):
                    for file in sorted(files):
                        at = os.path.join(place, file)
                        tar.add(at, 'record/' + os.path.relpath(at, path))
    with open(os.path.join(folder, 'expected.json'), 'w', encoding='utf-8') as file:
        json.dump(expected, file, indent=1)
    return 0 if len(expected) == count else 1


if __name__ == '__main__':
    sys.exit(main())
