"""A record without an ok repeat has no times."""
BASE = 'failed'
STATUS = 0


def forge(record):
    record.recompute()
