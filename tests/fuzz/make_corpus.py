#!/usr/bin/env python3
"""Writes the corpus of evidence, synthetic records in which @N is the id of line N, and that of
matrices.

    make_corpus.py     runs in any folder; writes the folders of corpus/ that hold these
"""
import gzip
import io
import json
import lzma
import os
import re
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'support'))
import make_record  # noqa: E402
import record_plans  # noqa: E402

checker = make_record.checker
PLANS = {
    'failed': make_record.PLANS['failed'],
    'x': (),
    'gemm': (record_plans.gemm('fp16', 1, 1, 1, 1),),
    'reject': (record_plans.gemm('f32', 2, 1, 1, 1, wrong=(0,), clock='absent'),),
    'triad': (('hbm_triad', 'f32', {'n': 8}, 2, {'clock': 'absent', 'covariates': False}),),
    'repaired': (('attention', 'bf16', {'b': 1, 'h': 1, 's': 4, 'd': 3}, 1,
                  {'fault': ('row', 'transcript'), 'repair': True}),),
    'classes': (('scatter_add', 'atomic', {'n': 8, 'buckets': 4}, 8, {'outputs': 'differ'}),),
}


def template(lines, verify):
    """The lines, with tokens for ids and for values that depend on the build."""
    ids = {}
    for number, line in enumerate(lines, 1):
        text = re.sub('[0-9a-f]{64}', lambda m: ids.get(m.group(), m.group()), line.decode())
        if '"type":"root"' in text:
            text = re.sub('"merkle_root":"[^"]*"', '"merkle_root":"@m"', text)
            text = re.sub('"claim_count":[0-9]+', '"claim_count":@n', text)
            for digest, token in verify.items():
                text = text.replace(digest, token)
        ids[make_record.hashlib.sha256(line).hexdigest()] = '@%d' % number
        yield text


def proven(lines):
    """The lines of a record that the proof of its first claim has, in their order."""
    nodes = [json.loads(line) for line in lines]
    ids = [make_record.hashlib.sha256(line).hexdigest() for line in lines]
    claims = [node for node in nodes if node['type'] == 'claim']
    label = claims[0]['name'].rsplit('.', 1)[0]
    if claims[0]['name'].startswith('x.'):
        wanted = {claims[0]['name']}
    else:
        inputs = nodes[ids.index(claims[0]['asserts'])]['inputs']
        wanted = {claim['name'] for claim in claims if claim['name'].rsplit('.', 1)[0] == label}
        wanted |= {claims[0]['asserts'], *inputs}
    return [line for line, node, id in zip(lines, nodes, ids)
            if {id, node.get('name'), node.get('kind')} & (wanted | {'plan'})
            or node['type'] == 'root']


def write(folder, name, lines):
    path = os.path.join(HERE, 'corpus', folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as stream:
        stream.write(''.join(lines))


def wrapped(lines):
    """The observations of a wrapped command, with the environment of lines."""
    about, plan = json.loads(lines[0]), json.loads(lines[1])
    facts = {'argument.000': '/bin/true', 'executable': '/bin/true', 'executable.sha256': '0' * 64,
             'failures': 'absent', 'kind': 'program', 'repeats': 7}
    for name, value in facts.items():
        about['facts'].append({'name': 'wrap.' + name, 'value': value})
    for name in ('metric', 'prepare', 'redacted', 'timeout'):
        about['facts'].append({'name': 'wrap.' + name, 'reason': 'not given', 'value': None})
    about['facts'].sort(key=lambda fact: fact['name'])
    plan['name'] = 'wrap'
    nodes = [about, plan]
    for index in range(7):
        values = {'elapsed_seconds': 0.5 + index / 64, 'exit_status': 0, 'failed': 0,
                  'max_rss_bytes': 4096, 'max_rss_floor_bytes': 1024, 'pressure': 0.9,
                  'system_seconds': 0, 'user_seconds': 0.25, 'wall_seconds': 0.5 + index / 64}
        nodes.append({'environment': '@1', 'index': index, 'kind': 'external', 'plan': '@2',
                      'series': 'wrap', 'type': 'observation', 'values': values})
    return [checker.jcs(node) + '\n' for node in nodes]


def write_archives():
    """Records as tar: one, one with a name that may not be there, and those of two devices."""
    folder = os.path.join(HERE, 'corpus', 'archive')
    os.makedirs(folder, exist_ok=True)
    one = ('r/evidence.jsonl', 'r/manifest.sha256')
    for name, paths in (('plain', one + ('r/code/verify.c',)), ('strange', one + ('r/../outside',)),
                        ('several', ('n/r/evidence.jsonl', 'n/s/evidence.jsonl',
                                     'n/.t.partial/evidence.jsonl'))):
        with tarfile.open(os.path.join(folder, name), 'w', format=tarfile.USTAR_FORMAT) as archive:
            for path in paths:
                data = ('{"type":"root"}\n' if path.endswith('l') else '# text\n').encode()
                about = tarfile.TarInfo(path)
                about.size = len(data)
                archive.addfile(about, io.BytesIO(data))
        with open(os.path.join(folder, name), 'rb') as stream:
            data = stream.read().rstrip(b'\0') + bytes(1024)
        for tail, packed in (('.gz', gzip.compress(data, mtime=0)), ('.xz', lzma.compress(data))):
            with open(os.path.join(folder, name + tail), 'wb') as stream:
                stream.write(packed)
        os.remove(os.path.join(folder, name))


def write_matrices():
    """Files of matrices behind four bytes: format, batch and transposition, rows, columns."""
    def npy(descr, order, shape, data, version=1):
        head = f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"
        size = 10 if version == 1 else 12
        head += ' ' * (-(len(head) + size + 1) % 64) + '\n'
        length = len(head).to_bytes(2 if version == 1 else 4, 'little')
        return b'\x93NUMPY' + bytes([version, 0]) + length + head.encode() + data

    numbers = bytes(range(96))
    folder = os.path.join(HERE, 'corpus', 'matrix')
    os.makedirs(folder, exist_ok=True)
    for name, choices, data in (
            ('raw', (2, 0, 3, 5), numbers),
            ('raw_batch', (1, 2, 3, 5), numbers),
            ('raw_short', (2, 0, 3, 5), numbers[:-1]),
            ('rows', (2, 0, 3, 5), npy("'<f4'", 'False', '(4, 6)', numbers)),
            ('columns', (0, 1, 7, 5), npy("'<f2'", 'True', '(6, 8)', numbers, 2)),
            ('batch', (5, 2, 1, 5), npy("'<i4'", 'False', '(2, 2, 6)', numbers)),
            ('batch_columns', (6, 3, 5, 7), npy("'|u1'", 'True', '(2, 8, 6)', numbers, 3)),
            ('flat', (3, 0, 0, 11), npy("'<f8'", 'False', '(12,)', numbers)),
            ('big_endian', (3, 0, 0, 11), npy("'>f8'", 'False', '(12,)', numbers)),
            ('fields', (4, 0, 0, 11), npy("[('x', '|i1')]", 'False', '(12,)', numbers)),
            ('large', (1, 0, 0, 11), npy("'|V2'", 'False', '(4294967296, 4294967296)', numbers)),
            ('none', (1, 0, 0, 0), npy("'<u2'", 'False', '(0, 3)', b''))):
        with open(os.path.join(folder, name), 'wb') as stream:
            stream.write(bytes(choices) + data)


def main():
    verify = {make_record.hashlib.sha256(data).hexdigest(): token
              for data, token in ((b'c', '@v'), (b'python', '@p'))}
    make_record.PLANS.update(PLANS)
    together = []
    for name in PLANS:
        with tempfile.TemporaryDirectory() as work:
            make_record.make(work, 1, name, b'c', b'python')
            with open(os.path.join(work, 'evidence.jsonl'), 'rb') as stream:
                evidence = list(stream)
            lines = list(template(evidence, verify))
        write('audit', name, lines)
        observations = [line for line in lines if '"type":"observation"' in line]
        write('graph', name, observations)
        together.append(observations)
        if name == 'x':
            write('graph', 'wrap', wrapped(observations))
        write('proof', name, template(proven(evidence), verify))
    for number, observations in enumerate(together):
        write('lineage', str(number), observations + ['%\n'] + together[number - 1])
        following = [line.replace('"continues":[]', '"continues":["@q"]') for line in observations]
        write('prior', str(number), observations + ['%\n'] + following)
    write('lineage', 'same', 2 * (together[2] + ['%\n']))
    write_archives()
    write_matrices()


if __name__ == '__main__':
    main()
