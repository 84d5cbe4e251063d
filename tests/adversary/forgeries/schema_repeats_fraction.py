"""Repeats that are no whole number."""
TAG = ('plan', 'schema')
WORDS = 'repeats'
BASE = 'small'


def forge(record):
    record.plan()['items'][0]['repeats'] = 3.5
