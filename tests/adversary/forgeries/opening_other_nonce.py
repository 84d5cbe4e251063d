"""The plan has another nonce than the openings were drawn with."""
TAG = 'opening'
WORDS = 'opening'
BASE = 'small'


def forge(record):
    record.plan()['nonce'] = 'ff'
