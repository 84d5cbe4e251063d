"""A change of the rate is off."""
TAG = 'reduction'
WORDS = 'rate_change'
BASE = 'forms'


def forge(record):
    record.find(type='reduction', function='rate_change')['value'] = 1
