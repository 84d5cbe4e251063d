"""The root has a wrong hash for a checker."""
TAG = 'files'
WORDS = 'code/verify.c'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.root()['files'][0]['sha256'] = '0' * 64
