"""A reduction of a link with a prior that the record does not have."""
TAG = 'reduction'
WORDS = 'prior 2'
BASE = 'linked'


def forge(record):
    claim = record.find(type='claim', name='prior.1.rates_lost')
    reduction = record.node(claim['asserts'])
    twin = record.place(record.copy(reduction, prior=2), after=reduction)
    claim['asserts'] = twin.key
    record.remove(reduction)
