"""A residual claimed without its class."""
TAG = 'schema'
WORDS = 'class'
BASE = 'small'


def forge(record):
    del record.claim(0, 'residual')['class']
