"""The evidence is a symbolic link to a file of a newer format: a link has no last line."""
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


    record.root()['format'] = 'witnessmark/1.2'
    record.edit_folder = edit
