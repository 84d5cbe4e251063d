"""A segment that was cut began before the end of the repeat before it."""
TAG = 'time'
WORDS = 'started_at'
BASE = 'forms'


def forge(record):
    segment = next(node for node in record.all(kind='stress', status='failed'))
    before = [node for node in record.nodes[:record.nodes.index(segment)]
              if node.get('status') == 'ok' and 'seconds' in node][-1]
    segment.update(seconds=1.5, started_at=before['started_at'])
    record.recompute()
