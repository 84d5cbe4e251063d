"""The commitment of a null fact has 63 digits."""
TAG = 'schema'
WORDS = 'commitment'
BASE = 'small'


def forge(record):
    fact = next(fact for fact in record.environment()['facts'] if fact['value'] is None)
    fact['commitment'] = '5' * 63
