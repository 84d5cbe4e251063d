"""What an attack cost is not claimed."""
TAG = 'claim'
WORDS = 'attack_cost'
BASE = 'trials'


def forge(record):
    claim = record.claim(record.trial('probe_search'), 'attack_cost')
    record.remove(claim, record.node(claim['asserts']))
