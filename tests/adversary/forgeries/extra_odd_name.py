"""A file name with an escape sequence that controls a terminal."""
import os

TAG = 'extra'
WORDS = 'invalid'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        with open(os.path.join(folder, '\x1b[2Jvalid\n'), 'w') as stream:
            stream.write('fast')


    record.edit_folder = edit
