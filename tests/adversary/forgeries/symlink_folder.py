"""The code folder is a symbolic link."""
import os

TAG = 'symlink'
WORDS = 'code'
BASE = 'small'
SEES = 'folder'


def forge(record):
    def edit(folder):
        os.rename(os.path.join(folder, 'code'), folder + '.code')
        os.symlink(folder + '.code', os.path.join(folder, 'code'))


    record.edit_folder = edit
