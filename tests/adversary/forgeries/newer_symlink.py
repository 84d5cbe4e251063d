"""A record of a newer format with a symbolic link: the format comes first."""
import os

TAG = 'newer'
STATUS = 3
WORDS = 'witnessmark/1.3'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/1.3'
    record.edit_folder = lambda folder: os.symlink('nothing', os.path.join(folder, 'link'))
