"""A file in a folder nested so deep that a walk might not reach it."""
import os

TAG = 'extra'
WORDS = 'd/d/d'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        place = os.path.join(folder, *['d'] * 40)
        os.makedirs(place)
        with open(os.path.join(place, 'notes.txt'), 'w') as stream:
            stream.write('fast')

    record.edit_folder = edit
