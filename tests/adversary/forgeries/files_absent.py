"""A checker is missing from the folder."""
import os

TAG = ('files', 'manifest')
WORDS = 'code/verify.c'
BASE = 'small'


def forge(record):
    record.edit_folder = lambda folder: os.remove(os.path.join(folder, 'code', 'verify.c'))
