"""The mean power of a point is its largest reading."""
TAG = 'reduction'
WORDS = 'power_mean'


def forge(record):
    record.reduction(record.point('cold'), 'power_mean')['value'] = 120
