"""A segment that was cut has a length and no start, so its time is in no sum."""
TAG = 'point'
WORDS = 'started_at'
BASE = 'forms'


def forge(record):
    segment = next(node for node in record.all(kind='stress', status='failed'))
    segment['seconds'] = 1.5
    record.recompute()
