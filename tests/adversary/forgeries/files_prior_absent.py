"""A prior is missing."""
import os

TAG = ('files', 'manifest')
WORDS = 'prior/2.jsonl'
BASE = 'continued'


def forge(record):
    record.edit_folder = lambda folder: os.remove(os.path.join(folder, 'prior', '2.jsonl'))
