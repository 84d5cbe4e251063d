"""An empty folder."""
import os

TAG = 'symlink'
WORDS = 'empty'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.edit_folder = lambda folder: os.mkdir(os.path.join(folder, 'empty'))
