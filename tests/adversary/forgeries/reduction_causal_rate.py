"""The rate of a causal item counts keys that no query sees."""
TAG = 'reduction'
WORDS = 'rate'
BASE = 'attentions'


def forge(record):
    item = record.item('attention', 'bf16_causal', s=16)
    rate = record.reduction(item, 'rate')
    rate['value'] *= 2 * 16 / (16 + 1)
