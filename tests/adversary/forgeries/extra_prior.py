"""A prior of a record that continues none."""
import os

TAG = ('extra', 'files')
WORDS = 'prior'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def add(folder):
        os.mkdir(os.path.join(folder, 'prior'))
        with open(os.path.join(folder, 'prior', '1.jsonl'), 'w') as stream:
            stream.write('{}\n')
    record.edit_folder = add
