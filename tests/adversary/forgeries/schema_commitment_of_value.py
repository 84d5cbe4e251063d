"""A fact has a value and the commitment to a withheld one."""
TAG = 'schema'
WORDS = 'commitment'
BASE = 'small'


def forge(record):
    record.environment()['facts'][0]['commitment'] = '5' * 64
