"""A hidden file in the code folder."""
import os

TAG = 'extra'
WORDS = 'code/.notes'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        with open(os.path.join(folder, 'code', '.notes'), 'w') as stream:
            stream.write('fast')


    record.edit_folder = edit
