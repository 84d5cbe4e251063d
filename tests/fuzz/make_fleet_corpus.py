#!/usr/bin/env python3
"""Writes corpus/fleet: small sweeps by `witnessmark fleet`, of records of one plan.

    make_fleet_corpus.py BUILD

Device and program are replaced, so that the seeds say nothing of the machine.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), 'adversary')]
import fleet_forgeries  # noqa: E402

PLAN = {'name': 'sweep', 'repeat_seconds': 0.002, 'items': [
    {'workload': 'gemm', 'variant': 'int8', 'shape': {'m': 48, 'n': 48, 'k': 48}, 'repeats': 8}]}


def write(name, path):
    with open(path, 'rb') as stream:
        sweep = fleet_forgeries.Sweep(stream.read())
    for number, line in enumerate(sweep.lines):
        node = json.loads(line)
        for one in [node] + node.get('records', []):
            for member, value in (('device', 'CPU'), ('program', 'witnessmark 0.1.0')):
                if member in one:
                    one[member] = value
        sweep.lines[number] = fleet_forgeries.line_of(node)
    sweep.close()
    os.makedirs(os.path.join(HERE, 'corpus', 'fleet'), exist_ok=True)
    with open(os.path.join(HERE, 'corpus', 'fleet', name), 'wb') as stream:
        stream.write(sweep.data())


def main():
    build = os.path.abspath(sys.argv[1])
    program, make = build + '/witnessmark', build + '/tests/tools/fleet_records'
    os.chdir(tempfile.mkdtemp())
    with open('plan.json', 'w', encoding='utf-8') as stream:
        json.dump(PLAN, stream)
    healthy = os.path.join(os.path.dirname(HERE), 'support', 'healthy_lines.py')
    for command in ([program, 'run', '-q', '--light', '--plan', 'plan.json', '-o', 'base'],
                    [sys.executable, healthy, 'base', 'lines'], ['mkdir', 'nodes'],
                    [make, 'lines', 'nodes', '1', '18'],
                    [program, 'fleet', 'nodes', '--expected', 'n[1-8]', '--make-baseline', 'rates'],
                    [make, 'lines', 'nodes', '3', '3', 'slow'],
                    [make, 'lines', 'nodes', '5', '5', 'altered']):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.copytree('nodes/n2', 'nodes/d/gpu0')
    shutil.copytree('nodes/n5', 'nodes/d/gpu1')
    os.remove('nodes/n9.exit')
    for name, more in (('odd', ['n[1-17],n19']), ('two', ['n1,n5']), ('three', ['n1,n2,n5,d']),
                       ('baseline', ['n3', '--baseline', 'rates'])):
        subprocess.run([program, 'fleet', 'nodes', '--expected'] + more + ['-q', '-o', name],
                       check=False, stdout=subprocess.DEVNULL)
        write(name, name + '/fleet.jsonl')
        for number in range(10, 19) if name == 'odd' else ():  # the others are small
            shutil.rmtree('nodes/n%d' % number)
            os.remove('nodes/n%d.exit' % number)
    shutil.rmtree(os.getcwd())


if __name__ == '__main__':
    main()
