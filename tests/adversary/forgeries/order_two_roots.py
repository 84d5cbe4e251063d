"""A second root after the root that the manifest names."""
import hashlib
import os

import toolkit

TAG = 'order'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    first = record.root()
    record.place(record.copy(first, continues='0' * 64), after=first)


    def edit(folder):
        lines = toolkit.make_record.read(os.path.join(folder, 'evidence.jsonl')).splitlines(True)
        root = hashlib.sha256(lines[-2]).hexdigest().encode()
        toolkit.change_file(folder, 'manifest.sha256', lambda data: b'# root ' + root + data[71:])


    record.edit_folder = edit
