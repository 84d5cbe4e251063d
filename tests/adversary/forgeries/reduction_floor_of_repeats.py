"""A floor over the repeats instead of the calibration."""
TAG = 'reduction'
WORDS = 'floor'
BASE = 'small'


def forge(record):
    record.reduction(0, 'floor')['inputs'] = [repeat.key for repeat in record.repeats(0)]
