"""A file name with a C1 control character and a mark that turns the line around."""
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
