"""A run that was interrupted: no root, no manifest."""
import os

TAG = 'unfinished'
WORDS = 'resume'
BASE = 'small'
STATUS = 3


def forge(record):
    record.nodes = record.nodes[:8]

    def remove(folder):
        os.remove(os.path.join(folder, 'manifest.sha256'))
    record.edit_folder = remove
