"""A named pipe among the files, on which a careless reader would wait."""
import os

TAG = 'symlink'
WORDS = 'pipe'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.edit_folder = lambda folder: os.mkfifo(os.path.join(folder, 'pipe'))
