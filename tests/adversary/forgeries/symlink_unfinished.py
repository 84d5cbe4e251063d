"""An interrupted run whose evidence is a symbolic link."""
import os

TAG = 'symlink'
WORDS = 'evidence.jsonl'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.nodes = record.nodes[:8]

    def edit(folder):
        place = os.path.join(folder, 'evidence.jsonl')
        os.remove(os.path.join(folder, 'manifest.sha256'))
        os.rename(place, folder + '.evidence.jsonl')
        os.symlink(folder + '.evidence.jsonl', place)
    record.edit_folder = edit
