"""A file in a folder beside the checkers, at a depth that the record has."""
import os

TAG = 'extra'
WORDS = 'code/a'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        os.mkdir(os.path.join(folder, 'code', 'a'))
        with open(os.path.join(folder, 'code', 'a', 'notes'), 'w') as stream:
            stream.write('x')

    record.edit_folder = edit
