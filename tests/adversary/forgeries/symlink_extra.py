"""A symbolic link beside the files."""
import toolkit

TAG = 'symlink'
WORDS = 'latest'
BASE = 'small'
SEES = 'folder'


def forge(record):
    record.edit_folder = toolkit.link('latest', 'evidence.jsonl')
