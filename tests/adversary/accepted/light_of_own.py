"""A light record without items: numbers from elsewhere."""
BASE = 'x'
STATUS = 0


def forge(record):
    record.make_light()
