"""The evidence is a symbolic link."""
import os

TAG = 'symlink'
WORDS = 'evidence.jsonl'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        place = os.path.join(folder, 'evidence.jsonl')
        os.rename(place, folder + '.evidence.jsonl')
        os.symlink(folder + '.evidence.jsonl', place)


    record.edit_folder = edit
