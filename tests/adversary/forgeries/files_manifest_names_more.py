"""The manifest names a file that the root does not list."""
import hashlib
import os

TAG = ('files',)
WORDS = 'manifest.sha256:5'
BASE = 'small'


def forge(record):
    def edit(folder):
        with open(os.path.join(folder, 'notes.txt'), 'w') as stream:
            stream.write('fast')


    digest = hashlib.sha256(b'fast').hexdigest().encode()
    record.edit_manifest = lambda data: data + digest + b'  notes.txt\n'
    record.edit_folder = edit
