"""A light record that continues two others."""
TAG = 'light'
WORDS = 'continues of a light record: found 2, expected none'
BASE = 'continued'


def forge(record):
    record.make_light()
