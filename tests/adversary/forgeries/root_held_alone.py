"""The evidence of a continuation alone has another root than the one held, by its first digits."""
TAG = 'root'
WORDS = '00000000'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    record.arguments = ['--root', '00000000']
