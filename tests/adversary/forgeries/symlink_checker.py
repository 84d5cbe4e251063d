"""A checker that is a symbolic link to a copy elsewhere."""
import toolkit

TAG = 'symlink'
WORDS = 'code/verify.c'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.edit_folder = lambda folder: toolkit.move_out(folder, 'code/verify.c')
