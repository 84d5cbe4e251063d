"""The evidence is missing."""
import os

TAG = 'files'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.edit_folder = lambda folder: os.remove(os.path.join(folder, 'evidence.jsonl'))
