"""The plan has another nonce than the draw of the openings."""
TAG = 'opening'
WORDS = 'opening'
BASE = 'small'


def forge(record):
    record.plan()['nonce'] = 'ff'
