"""The hash of a checker in the root is not the file's."""
TAG = 'files'
WORDS = 'code/verify.c'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.root()['files'][0]['sha256'] = '0' * 64
