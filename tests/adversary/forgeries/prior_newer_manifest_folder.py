"""A prior of a newer format, and a folder in place of the manifest: the prior comes first."""
import os

import toolkit

TAG = 'newer'
STATUS = 3
WORDS = 'prior/1.jsonl:'
BASE = 'linked'


def put_folder(folder):
    place = os.path.join(folder, 'manifest.sha256')
    os.remove(place)
    os.mkdir(place)
    open(os.path.join(place, 'a'), 'w').close()


def forge(record):
    record.priors[0] = record.priors[0].replace(b'"witnessmark/1.2"', b'"witnessmark/1.3"')
    record.plan()['continues'] = [toolkit.make_record.root_of(record.priors[0])]
    record.root()['continues'] = record.plan()['continues']
    record.edit_folder = put_folder
