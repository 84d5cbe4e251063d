#!/usr/bin/env python3
"""vary_document.py HOW ...: changes sealed documents for tests.

changes FOLDER          makes sealed/ with one change each in FOLDER; prints a pattern for the line
                        of the audit, a tab, the path
reseal FOLDER           writes the metadata's hashes and the manifest anew, as a forger would
pack FOLDER ARCHIVE     packs a folder by tarfile, its files in reverse order
hostile FOLDER          makes archives in FOLDER that must be refused, from sealed/
"""
import hashlib
import io
import json
import os
import sys
import tarfile

MANIFEST, CRATE = 'anc/manifest.sha256', 'ro-crate-metadata.json'


def read(path):
    with open(path, 'rb') as stream:
        return stream.read()


def write(path, data):
    with open(path, 'wb') as stream:
        stream.write(data)


def members(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder)
                  for at, _, names in os.walk(folder) for name in names)


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def changed(folder, name, data):
    """Makes sealed/ in a folder, its files by links, but for one: data; None: it is not there."""
    for other in members('sealed'):
        path = os.path.join(folder, other)
        if other != name or data is not None:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        if other != name:
            os.link('sealed/' + other, path)
        elif data is not None:
            write(path, data)


def changes(folder):
    def make(label, name, data, answer, is_packed=True):
        path = '%s/%s' % (folder, label)
        changed(path, name, data)
        print('%s\t%s' % (answer.replace('PATH', path), path))
        if is_packed:
            pack(path, path + '.tar', 'w')
            print('%s\t%s.tar' % (answer.replace('PATH', path + '[.]tar'), path))

    for number, name in enumerate(members('sealed')):
        data, words = read('sealed/' + name), name.replace('+', '[+]')
        make('flip-%u' % number, name, flipped(data, len(data) // 2),
             '^invalid +PATH: ' + ('' if name.endswith('manifest.sha256') else words + '[: ]'))
        make('gone-%u' % number, name, None,
             '^invalid +PATH: %s: .files. the file is missing$' % words, name != MANIFEST)
    data = read('sealed/' + MANIFEST)
    for at in range(0, len(data), 37):
        make('byte-%u' % at, MANIFEST, flipped(data, at),
             '^(invalid +PATH: |newer +PATH: anc/manifest.sha256:2: )', False)


def reseal(folder):
    os.chdir(folder)
    head = [line for line in read(MANIFEST).decode().split('\n') if line.startswith('#')]
    root = hashlib.sha256(read('anc/record/evidence.jsonl').split(b'\n')[-2] + b'\n').hexdigest()
    head[0] = '# root ' + root
    if os.path.exists(CRATE):
        crate = json.loads(read(CRATE))
        for entity in crate['@graph']:
            if 'sha256' in entity and os.path.exists(entity['@id']):
                data = read(entity['@id'])
                entity['contentSize'] = str(len(data))
                entity['sha256'] = hashlib.sha256(data).hexdigest()
        text = json.dumps(crate, separators=(',', ':'), ensure_ascii=False)
        write(CRATE, text.encode() + b'\n')
    lines = ['%s  %s' % (hashlib.sha256(read(name)).hexdigest(), name)
             for name in sorted(members('.')) if name != MANIFEST]
    write(MANIFEST, '\n'.join(head + lines + ['']).encode())


def entry(name, data=b'', **more):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for key, value in more.items():
        setattr(info, key, value)
    return info, io.BytesIO(data)


def pack(folder, archive, mode='w:gz'):
    with tarfile.open(archive, mode) as tar:
        for name in reversed(members(folder)):
            tar.addfile(*entry(name, read(os.path.join(folder, name))))


def hostile(folder):
    honest = [entry(name, read('sealed/' + name)) for name in members('sealed')]
    cases = {
        'absolute': entry('/tmp/paper.tex', b'x'), 'above': entry('../paper.tex', b'x'),
        'inside': entry('figures/../../paper.tex', b'x'), 'empty-part': entry('a//b', b'x'),
        'link': entry('link.tex', type=tarfile.SYMTYPE, linkname='paper.tex'),
        'hard-link': entry('hard.tex', type=tarfile.LNKTYPE, linkname='paper.tex'),
        'device': entry('null', type=tarfile.CHRTYPE), 'pipe': entry('pipe', type=tarfile.FIFOTYPE),
        'twice': entry('paper.tex', b'x'),
        'twice-evidence': entry('anc/record/evidence.jsonl', b'x'),
        'bomb': entry('zeros', bytes(80 << 20)), 'long': entry('x' * 2000, b'x'),
    }
    os.mkdir(folder)
    for name, case in cases.items():
        with tarfile.open('%s/%s.tar.gz' % (folder, name), 'w:gz') as tar:
            for info, data in honest + [case]:
                data.seek(0)
                tar.addfile(info, data)
    with tarfile.open(folder + '/second-folder.tar.gz', 'w:gz') as tar:
        for info, data in honest:
            data.seek(0)
            tar.addfile(*entry('top/' + info.name, data.read()))
        tar.addfile(*entry('other/paper.tex', b'x'))
    with tarfile.open(folder + '/many.tar.gz', 'w:gz') as tar:
        for info, data in honest:
            data.seek(0)
            tar.addfile(info, data)
        for number in range(9000):
            tar.addfile(*entry('m%u' % number, b''))
    whole = read('sealed.tar.gz')
    write(folder + '/cut.tar.gz', whole[:len(whole) * 2 // 3])


globals()[sys.argv[1]](*sys.argv[2:])
