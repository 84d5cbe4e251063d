"""A light record of 13 items."""
TAG = 'light'
WORDS = 'items of a light record: found 13, expected at most 12'
BASE = 'thirteen'


def forge(record):
    record.make_light()
