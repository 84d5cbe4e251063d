"""An empty folder nested deeper than any file of a record."""
import os

TAG = ('extra', 'symlink')
WORDS = 'code/a/b'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.edit_folder = lambda folder: os.makedirs(os.path.join(folder, 'code', 'a', 'b'))
