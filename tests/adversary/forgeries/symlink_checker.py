"""A checker that is a symbolic link to a copy elsewhere."""
import os

TAG = 'symlink'
WORDS = 'code/verify.c'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        place = os.path.join(folder, 'code', 'verify.c')
        os.rename(place, folder + '.verify.c')
        os.symlink(folder + '.verify.c', place)


    record.edit_folder = edit
