"""A file whose name holds a control character of the second set and turns the line around."""
import os

TAG = 'extra'
WORDS = 'extra'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        with open(os.path.join(folder, '\x9b2J\u202edilav'), 'w') as stream:
            stream.write('fast')

    record.edit_folder = edit
