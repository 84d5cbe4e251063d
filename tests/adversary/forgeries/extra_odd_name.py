"""A file whose name holds an escape sequence, to paint the terminal."""
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
