"""The transcript has a smaller residual than its product."""
TAG = 'witness'
WORDS = 'residual'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['residual']['difference_max'] = 0
    record.recompute()
