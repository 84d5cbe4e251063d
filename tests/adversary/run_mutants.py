#!/usr/bin/env python3
"""Finds for each rule of the auditor a forgery that passes when only that rule is switched off.

    run_mutants.py --mutate PROGRAM [--build DIR] [RULE...]

A finding has a switch too: without it an accepted record of accepted/ must lose its words.
A rule without such a forgery is a failure: if the rule were deleted, no test would notice. For a
forgery of another format or of an unfinished record, exit status 0 or 1 counts as a pass. PASSES of
a forgery is the exit status of a pass where it is not 0. PROGRAM
is the auditor with switches: `--list` names the rules, `--off RULE` audits without one.
"""
import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile

import generated
import run_forgeries
import toolkit


OTHER = ('newer', 'older', 'unfinished')


def list_rules(mutate):
    """[(name, tag)] of the auditor's rules."""
    done = subprocess.run([mutate, '--list'], stdout=subprocess.PIPE, check=True)
    return [tuple(line.split('\t')[:2]) for line in done.stdout.decode().splitlines()]


def status_of(mutate, folder, arguments, rule=None):
    off = ['--off', rule] if rule else []
    done = subprocess.run([mutate] + off + arguments + [folder], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    return done.returncode


def try_rules(job):
    """[(rule, forgery, exit status)] for the rules with a tag of the forgery; 0 is a pass."""
    name, bases, work, mutate, rules = job
    folder = os.path.join(work, name, 'record')
    forgery, path, arguments = run_forgeries.write_forgery(name, bases, folder)
    tags = run_forgeries.as_tuple(forgery.TAG)
    other = getattr(forgery, 'STATUS', 1) == 3
    answers = []
    for rule, tag in rules:
        if tag in tags or tag == '*':
            status = status_of(mutate, path, arguments, rule)
            passes = status in (0, 1) if other and tag in OTHER else \
                status == getattr(forgery, 'PASSES', 0)
            answers.append((rule, name, 0 if passes else status or 1))
    return answers


def try_finding(job):
    """[(rule, name, 0 if it noticed)] of an accepted record, for the switches of findings."""
    name, bases, work, mutate, rules = job
    folder = os.path.join(work, name, 'record')
    forgery, path, _ = run_forgeries.write_forgery(name, bases, folder)
    answers = []
    for rule, _ in rules if hasattr(forgery, 'WORDS') else ():
        done = subprocess.run([mutate, '--off', rule, path], stdout=subprocess.PIPE)
        lost = done.returncode == 0 and run_forgeries.missing_words(forgery.WORDS,
                                                                    done.stdout.decode())
        answers.append((rule, name, 0 if lost else done.returncode or 1))
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--build', default=os.path.join(toolkit.REPOSITORY, 'build'))
    parser.add_argument('--mutate', required=True)
    parser.add_argument('rules', nargs='*')
    options = parser.parse_args()
    rules = [r for r in list_rules(options.mutate) if not options.rules or r[0] in options.rules]
    passed, crashed = {}, []
    with tempfile.TemporaryDirectory() as work, multiprocessing.Pool() as pool:
        bases = os.path.join(work, 'bases')
        run_forgeries.make_bases(bases, options.build)
        names = run_forgeries.forgery_names(bases)
        written = [name for name in names if not name.startswith(generated.PREFIX)]
        # First the forgeries with the tag of a rule: the ones written by hand, then the generated
        # ones. Last, for rules still without a forgery, those of all tags.
        for tried, every in ((written, False), (names[len(written):], False), (names, True)):
            left = [(rule, '*' if every else tag) for rule, tag in rules
                    if rule not in passed and tag != 'finding']
            jobs = [(name, bases, work, options.mutate, left) for name in tried]
            for answers in pool.imap_unordered(try_rules, jobs if left else []):
                for rule, name, status in answers:
                    if status == 0:
                        passed.setdefault(rule, []).append(name)
                    elif status not in (1, 2, 3):
                        crashed.append((rule, name, status))
        jobs = [(name, bases, work, options.mutate, [r for r in rules if r[1] == 'finding'])
                for name in run_forgeries.accepted_names()]
        for answers in pool.imap_unordered(try_finding, jobs):
            for rule, name, status in answers:
                if status == 0:
                    passed.setdefault(rule, []).append(name)
    for rule, _ in rules:
        print('%-24s %s' % (rule, ' '.join(sorted(passed.get(rule, ['NONE']))[:4])))
    for crash in crashed:
        print('FAIL without %s the audit of %s ends with status %d' % crash)
    missing = [rule for rule, _ in rules if rule not in passed]
    for rule in missing:
        print('FAIL no forgery passes without %s' % rule)
    print('%d passed, %d failed, 0 skipped' % (len(rules) - len(missing),
                                               len(missing) + len(crashed)))
    return 1 if missing or crashed else 0


if __name__ == '__main__':
    sys.exit(main())
