"""The predicted floor of another variant."""
TAG = 'reduction'
WORDS = 'predicted_floor'
BASE = 'small'


def forge(record):
    record.reduction(0, 'predicted_floor')['value'] = 1.66e-3
