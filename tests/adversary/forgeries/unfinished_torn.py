"""A run that was interrupted within a line."""
import os

TAG = 'unfinished'
WORDS = 'resume'
BASE = 'small'
STATUS = 3


def forge(record):
    record.edit_evidence = lambda evidence: evidence[:-100]
    record.edit_folder = lambda folder: os.remove(os.path.join(folder, 'manifest.sha256'))
