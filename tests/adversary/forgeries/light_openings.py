"""A light record with the openings that any other record has."""
TAG = 'schema'
WORDS = 'openings: found 1, expected'
BASE = 'wide'


def forge(record):
    record.make_light(keeps_openings=True)
