#!/usr/bin/env python3
"""read_crate.py EVIDENCE FOLDER: prints what is wrong with the RO-Crate metadata of a folder.

The demands are those of RO-Crate 1.2, and of docs/formats/document.md."""
import datetime
import hashlib
import json
import os
import sys

evidence, folder = sys.argv[1:]
METADATA = 'ro-crate-metadata.json'
sessions = []
with open(evidence, 'rb') as stream:
    for line in stream:
        node = json.loads(line)
        if node.get('kind') == 'session':
            sessions.append(int(node['started_at']))
files = sorted(os.path.relpath(os.path.join(at, name), folder)
               for at, _, names in os.walk(folder) for name in names)
if not sessions:
    if METADATA in files:
        print('metadata without a date')
    sys.exit()
crate = json.load(open(os.path.join(folder, METADATA), encoding='utf-8'))


def check(what, found, expected):
    if found != expected:
        print('%s: found %r, expected %r' % (what, found, expected))


check('members', set(crate), {'@context', '@graph'})
check('context', crate['@context'], 'https://w3id.org/ro/crate/1.2/context')
entities = {entity['@id']: entity for entity in crate['@graph']}
check('entities with one id', len(entities), len(crate['@graph']))
descriptor = entities[METADATA]
check('descriptor', descriptor, {'@id': METADATA, '@type': 'CreativeWork', 'about': {'@id': './'},
                                 'conformsTo': {'@id': 'https://w3id.org/ro/crate/1.2'}})
root = entities[descriptor['about']['@id']]
check('type of the root', root['@type'], 'Dataset')
start = datetime.datetime.fromtimestamp(sessions[0] // 10**9, datetime.timezone.utc)
check('date', root['datePublished'], start.strftime('%Y-%m-%d'))
for key in ('name', 'description'):
    if not isinstance(root.get(key), str) or not root[key]:
        print('the root has no', key)
license_of = root.get('license')
if isinstance(license_of, dict):
    check('type of the license', entities[license_of['@id']]['@type'], 'CreativeWork')
elif not isinstance(license_of, str) or not license_of:
    print('the root has no license')
parts = [part['@id'] for part in root['hasPart']]
check('parts', sorted(parts), [name for name in files if name != METADATA])
for name in parts:
    entity = entities.get(name, {})
    data = open(os.path.join(folder, name), 'rb').read()
    check('type of ' + name, entity.get('@type'), 'File')
    if not entity.get('encodingFormat') or not entity.get('name'):
        print(name, 'has no format or name')
    if name == 'anc/manifest.sha256':  # it has the hash of the metadata
        continue
    check('size of ' + name, entity.get('contentSize'), str(len(data)))
    check('hash of ' + name, entity.get('sha256'), hashlib.sha256(data).hexdigest())


def references(value):
    if isinstance(value, dict):
        if '@id' in value:
            yield value['@id']
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


for entity in crate['@graph']:
    for name in references({key: value for key, value in entity.items() if key != '@id'}):
        if name not in entities and not name.startswith('https://w3id.org/ro/crate/'):
            print('no entity', name)
run = entities['#run']
check('type of the run', run['@type'], 'CreateAction')
check('start', run['startTime'], start.strftime('%Y-%m-%dT%H:%M:%SZ'))
types = {'#producer': 'SoftwareApplication', '#device': 'IndividualProduct',
         '#witness': 'IndividualProduct'}
for instrument in run['instrument']:
    check('type of an instrument', entities[instrument['@id']]['@type'], types[instrument['@id']])
