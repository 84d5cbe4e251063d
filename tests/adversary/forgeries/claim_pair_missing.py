"""How far the outputs of the pairs are apart is not claimed."""
TAG = 'claim'
WORDS = 'pair_divergence_most'
BASE = 'trials'


def forge(record):
    claim = record.claim(record.trial('disagree'), 'pair_divergence_most')
    record.remove(claim, record.node(claim['asserts']))
