"""A planned size is missing, with all its claims."""
TAG = ('workload', 'claim', 'calibration', 'stage')
WORDS = 'hbm_triad.f32.n1024'
BASE = 'small'


def forge(record):
    record.remove_item(1)
