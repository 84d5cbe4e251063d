"""The plan does not say that the record is light: openings and checkers are missing."""
TAG = 'schema', 'files'
WORDS = 'openings: found 0, expected'
BASE = 'light'


def forge(record):
    del record.plan()['extent']
