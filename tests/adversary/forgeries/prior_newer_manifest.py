"""A prior of a newer format, and a manifest that is broken: the prior comes first."""
import os

import toolkit

TAG = 'newer'
STATUS = 3
WORDS = 'prior/1.jsonl:'
BASE = 'linked'


def forge(record):
    record.priors[0] = record.priors[0].replace(b'"witnessmark/1.2"', b'"witnessmark/1.3"')
    record.plan()['continues'] = [toolkit.make_record.root_of(record.priors[0])]
    record.root()['continues'] = record.plan()['continues']
    record.edit_manifest = lambda manifest: manifest[:-1]
    record.edit_folder = lambda folder: os.makedirs(os.path.join(folder, *['d'] * 40 + ['e']))
