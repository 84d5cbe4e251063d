"""All segments of a point failed, and the record says that some did."""
TAG = 'reduction'
WORDS = 'segments'


def forge(record):
    record.reduction(record.point('bursts', 1), 'segments')['value'] = 'some failed'
