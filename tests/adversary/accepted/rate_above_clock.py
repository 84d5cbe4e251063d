"""More dependent reads than cycles: a finding."""
WORDS = 'has a rate above 1 read per lane and cycle'
STATUS = 0
BASE = 'sweeps'


def forge(record):
    record.repeats(record.item('random_access', 'latency'))[0]['iterations'] = 1000000
    record.recompute()
