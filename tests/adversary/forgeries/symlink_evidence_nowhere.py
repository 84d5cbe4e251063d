"""A folder whose evidence is a link to nothing, and that has no manifest."""
import os

TAG = 'symlink'
WORDS = 'evidence.jsonl'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        os.remove(os.path.join(folder, 'manifest.sha256'))
        os.remove(os.path.join(folder, 'evidence.jsonl'))
        os.symlink(folder + '.absent', os.path.join(folder, 'evidence.jsonl'))
    record.edit_folder = edit
