"""The manifest is missing."""
import os

TAG = 'files'
WORDS = 'manifest.sha256'
BASE = 'small'


def forge(record):
    record.edit_folder = lambda folder: os.remove(os.path.join(folder, 'manifest.sha256'))
