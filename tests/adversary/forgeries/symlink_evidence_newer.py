"""The evidence is a symbolic link to a file of a newer format: a link has no last line."""
import toolkit

TAG = 'symlink'
WORDS = 'evidence.jsonl'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.root()['format'] = 'witnessmark/1.3'
    record.edit_folder = lambda folder: toolkit.move_out(folder, 'evidence.jsonl')
