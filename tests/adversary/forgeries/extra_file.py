"""A file that the manifest does not name."""
import os

TAG = 'extra'
WORDS = 'notes.txt'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        with open(os.path.join(folder, 'notes.txt'), 'w') as stream:
            stream.write('fast')


    record.edit_folder = edit
