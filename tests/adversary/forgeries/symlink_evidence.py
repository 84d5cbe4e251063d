"""The evidence is a symbolic link."""
import toolkit

TAG = 'symlink'
WORDS = 'evidence.jsonl'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.edit_folder = lambda folder: toolkit.move_out(folder, 'evidence.jsonl')
