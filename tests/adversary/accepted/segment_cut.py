"""A segment that was cut has its time, which the times of the record have too."""
STATUS = 0
BASE = 'forms'


def forge(record):
    segment = next(node for node in record.all(kind='stress', status='failed'))
    before = [node for node in record.nodes[:record.nodes.index(segment)]
              if node.get('status') == 'ok' and 'seconds' in node][-1]
    end = int(before['started_at']) + int(before['seconds'] * 1e9)
    segment.update(seconds=1e-6, started_at=str(end + 1))
    record.recompute()
