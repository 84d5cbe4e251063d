"""Folders nested so deep that their path is too long for the system."""
import os

TAG = ('extra', 'symlink')
WORDS = 'deep/deep-deep'
BASE = 'small'
SEES = 'program'


def forge(record):
    def edit(folder):
        # From the inside out, since no path may be that long.
        name = '-'.join(['deep'] * 30)
        inner, new = os.path.join(folder, name), os.path.join(folder, 'new')
        os.mkdir(inner)
        for _ in range(40):
            os.mkdir(new)
            os.rename(inner, os.path.join(new, name))
            os.rename(new, inner)

    record.edit_folder = edit
