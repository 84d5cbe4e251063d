"""A record that continues one prior twice."""
TAG = 'continues'
WORDS = 'roots 0 and 1'
BASE = 'continued'


def forge(record):
    record.priors = record.priors[:1] * 2
    for node in (record.plan(), record.root()):
        node['continues'] = node['continues'][:1] * 2
