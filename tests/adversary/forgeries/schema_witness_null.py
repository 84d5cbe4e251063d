"""Whether another device witnessed is left open."""
TAG = 'schema'
WORDS = 'witness'


def forge(record):
    record.environment().update(witness=None)
