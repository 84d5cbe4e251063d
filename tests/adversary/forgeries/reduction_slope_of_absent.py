"""A clock that was not read passes for one that did not vary."""
TAG = 'reduction'
WORDS = 'clock absent'
BASE = 'slopes'


def forge(record):
    item = record.item('reduction', 'deterministic', n=2)
    for node in (record.reduction(item, 'clock_slope'), record.claim(item, 'clock_slope')):
        node['reason'] = 'clock constant'
