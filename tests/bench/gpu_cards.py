#!/usr/bin/env python3
"""Compares the GPUs of one host, and finds a faulty one by disagreement.

usage: gpu_cards.py PROGRAM OUT [--devices UUID,UUID...] [--plan FILE] [--bent LIBRARY]
                    [--no-faults]
PROGRAM is build/cuda/witnessmark. OUT must not exist; it gets every record.

1. `run --device all` at once and in turn. Every output of a deterministic item must be identical on
   all cards in all passes, and every floor equal. Prints the ratio of rates, with its interval, of
   each item, card, pass and mode.
2. A fault on one card only (a library that bends products, tests/fakes/bent_cublas.c), on each of
   the first two cards in turn. A huge element: its own check rejects, the other card's accepts, and
   the link says `different`. A flipped last bit: no check of one card sees it, the link does.

The last line counts the checks; exit status 1 if one failed.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CHANCE = ('scatter_add.atomic', 'index_add.atomic')  # sums in an order left to chance
PLAN = {'name': 'cards', 'repeat_seconds': 0.05, 'repeats': 8, 'items': [
    {'workload': 'gemm', 'variant': variant, 'shape': {'n': n}} for variant, n in (
        ('fp16', 8192), ('bf16', 8192), ('tf32', 4096), ('f32', 4096), ('f64', 4096),
        ('int8', 4096), ('fp8', 8192))] + [
    {'workload': 'hbm_triad', 'variant': 'f32', 'shape': {'n': 1 << 27}},
    {'workload': 'attention', 'variant': 'bf16', 'shape': {'b': 4, 'h': 16, 's': 4096, 'd': 128}},
    {'workload': 'reduction', 'variant': 'default', 'shape': {'n': 1 << 26}},
    {'workload': 'scatter_add', 'variant': 'atomic', 'shape': {'n': 1 << 24, 'buckets': 1 << 12}},
    {'workload': 'scatter_add', 'variant': 'fixed', 'shape': {'n': 1 << 24, 'buckets': 1 << 12}}]}
BEND_PLAN = {'name': 'bend', 'repeat_seconds': 0.02, 'repeats': 2, 'items': [
    {'workload': 'gemm', 'variant': 'fp16', 'shape': {'n': 1024}},
    {'workload': 'gemm', 'variant': 'bf16', 'shape': {'n': 1024}}]}

counts = {True: 0, False: 0}


def check(is_right, words):
    counts[bool(is_right)] += 1
    if not is_right:
        print('FAILED: %s' % words)


def run(words, wanted, variables=None):
    """Runs a command that prints one object; the exit status must be one of `wanted`."""
    print('$ %s' % ' '.join(words), flush=True)
    environment = dict(os.environ, **(variables or {}))
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment, stdin=subprocess.DEVNULL)
    check(done.returncode in wanted, 'exit %d, not one of %s' % (done.returncode, wanted))
    if done.returncode not in wanted:
        print(done.stderr[-3000:])
    return json.loads(done.stdout) if done.stdout.startswith('{') else None


def claims(record):
    """The claims of a record: name -> value."""
    with open(os.path.join(record, 'evidence.jsonl'), encoding='utf-8') as lines:
        nodes = [json.loads(line) for line in lines if '"type":"claim"' in line]
    return {node['name']: node['value'] for node in nodes}


def is_chance(label):
    return label.startswith(CHANCE)


def compare(program, mode, words, out, plan):
    """Runs all cards in one mode, and checks every link."""
    folder = os.path.join(out, mode)
    extra = ['--in-turn'] if mode == 'turn' else []
    answer = run([program, 'run', *words, '--plan', plan, '-o', folder, '--json', *extra], (0,))
    if answer is None:
        return
    for item in answer['items']:
        if item['card'] == answer['cards'][0]['card']:
            continue
        passes = item['passes']
        ratios = ['%.4f (%.4f .. %.4f)' % tuple(one[name] if one[name] is not None else
                                               float('nan') for name in (
                                                   'rate_ratio', 'rate_ratio_low',
                                                   'rate_ratio_high')) for one in passes]
        print('%-4s %-42s %s  %s  %s  %s' % (mode, item['item'], item['card'], *ratios,
                                             item['difference']))
        for number, one in enumerate(passes, 1):
            if not is_chance(item['item']):
                check(one['agreement'] == 'identical', '%s, pass %d, %s on %s: %s, methods %s' % (
                    mode, number, item['item'], item['card'], one['agreement'], one['methods']))
    for number in (1, 2):
        differential = os.path.join(folder, 'pass%d' % number, 'differential')
        for name, value in claims(differential).items():
            if name.endswith('.floor_ratio') and value is not None and \
                    not is_chance(name.split('.', 2)[2]):
                check(value == 1, '%s, pass %d: %s is %r' % (mode, number, name, value))


def check_different(record):
    """Every link of the record says `different`. Returns their number."""
    found = [(name, value) for name, value in claims(record).items() if name.endswith('.agreement')]
    for name, value in found:
        check(value == 'different', '%s: %s is %s' % (record, name, value))
    return len(found)


def disagree(program, out, uuids, library, plan):
    """A fault on the first card, then on the second; each is compared in both orders."""
    for bad, good in (uuids, uuids[::-1]):
        records = {}
        for how in ('none', 'high', 'low'):
            uuid = good if how == 'none' else bad
            records[how] = os.path.join(out, '%s-%s' % (uuid[:12], how if uuid == bad else
                                                        'beside-' + bad[:12]))
            variables = {} if how == 'none' else {'LD_PRELOAD': library, 'WM_BEND': how}
            # The faulty card continues the other one: it takes the recorded methods, which the
            # search could else choose differently. The link says `different`, so it exits with 1.
            asked = ['--plan', plan] if how == 'none' else ['--continue', records['none']]
            run([program, 'run', '--backend', 'cuda', '--device', uuid, *asked, '-o',
                 records[how], '--json'], (0,) if how == 'none' else (1,), variables)
            check_different(records[how])
        for how in ('high', 'low'):
            for order in ((how, 'none'), ('none', how)):
                differential = os.path.join(out, '%s-%s-%s' % (bad[:12], *order))
                run([program, 'differential', records[order[0]], records[order[1]], '-o',
                     differential, '--json'], (1,))
                check(check_different(differential) > 0, '%s: no link' % differential)
            for name, value in claims(records[how]).items():
                if name.endswith('.verified'):
                    check((value == 'PASS') == (how == 'low'), '%s: %s is %s' % (
                        records[how], name, value))
        for name, value in claims(records['none']).items():
            if name.endswith('.verified'):
                check(value == 'PASS', '%s: %s is %s' % (records['none'], name, value))


def devices(program):
    """The UUIDs of the GPUs that can be used."""
    listed = json.loads(subprocess.run([program, 'list', '--json'], stdout=subprocess.PIPE,
                                       check=True).stdout)
    return [device['uuid'] for backend in listed['backends'] if backend['name'] == 'cuda'
            for device in backend['devices'] if 'reason' not in device]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('out')
    parser.add_argument('--devices', help='the value of --device, without --backend cuda')
    parser.add_argument('--plan', help='a plan in place of the built-in one')
    parser.add_argument('--bent', help='bent_cublas.so; else it is compiled')
    parser.add_argument('--no-faults', action='store_true', help='only part 1')
    options = parser.parse_args()
    os.makedirs(options.out)
    with tempfile.TemporaryDirectory() as folder:
        plans = {}
        for name, plan in (('cards', PLAN), ('bend', BEND_PLAN)):
            plans[name] = os.path.join(folder, name + '.json')
            with open(plans[name], 'w', encoding='utf-8') as file:
                json.dump(plan, file)
        words = ['--device', options.devices] if options.devices else [
            '--backend', 'cuda', '--device', 'all']
        for mode in ('once', 'turn'):
            compare(options.program, mode, words, options.out, options.plan or plans['cards'])
        if not options.no_faults:
            library = options.bent or os.path.join(folder, 'bent_cublas.so')
            if not options.bent:
                subprocess.run(['cc', '-shared', '-fPIC', '-O1', '-D_GNU_SOURCE', '-o', library,
                                os.path.join(ROOT, 'tests/fakes/bent_cublas.c'), '-ldl'],
                               check=True)
            disagree(options.program, options.out, devices(options.program)[:2], library,
                     plans['bend'])
    print('%d checks hold, %d do not' % (counts[True], counts[False]))
    return 1 if counts[False] else 0


sys.exit(main())
