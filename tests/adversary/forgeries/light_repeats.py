"""Items of a light record that have 63 repeats and more."""
TAG = 'light'
WORDS = 'in a light record: found 64, expected at most 8'
BASE = 'slopes'


def forge(record):
    record.make_light()
