"""A light record with a checker beside its evidence, which no one names."""
import os

TAG = 'extra'
WORDS = 'code/verify.c'
BASE = 'light'
SEES = 'folder'


def add(folder):
    os.mkdir(os.path.join(folder, 'code'))
    with open(os.path.join(folder, 'code', 'verify.c'), 'wb') as stream:
        stream.write(b'int x;\n')


def forge(record):
    record.edit_folder = add
