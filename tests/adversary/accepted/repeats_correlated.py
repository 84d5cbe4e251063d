"""Repeats whose rate rises steadily are a finding."""
WORDS = 'finding: reduction.default.n100000.independence is correlated, interval too narrow'
STATUS = 0
BASE = 'sums'


def forge(record):
    for number, node in enumerate(record.repeats(record.item('reduction', 'default'))):
        node['iterations'] *= 10 + number
    record.recompute()
