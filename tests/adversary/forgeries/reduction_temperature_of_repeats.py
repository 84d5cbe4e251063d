"""The lowest temperature of the repeats behind the segments is that of all repeats' medians."""
TAG = 'reduction'
WORDS = 'temperature_of_repeats'


def forge(record):
    record.reduction(record.point('cold'), 'temperature_of_repeats')['value'] = 40.5
