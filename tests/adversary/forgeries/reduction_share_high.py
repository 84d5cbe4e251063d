"""The high end of the interval of a check that saw nothing: 0, as its share is."""
TAG = 'reduction'
WORDS = 'seen_rows_high'
BASE = 'trials'


def forge(record):
    item = record.trial('bit')
    for node in (record.reduction(item, 'seen_rows_high'), record.claim(item, 'seen_rows_high')):
        node['value'] = 0
