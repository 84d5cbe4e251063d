"""The residuals of an attack, exchanged."""
TAG = 'reduction'
WORDS = 'attack_committed'
BASE = 'trials'


def forge(record):
    item = record.trial('probe_search')
    record.reduction(item, 'attack_committed')['value'] = 1000000
