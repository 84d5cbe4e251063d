"""All trials seen, and a high end below 1."""
TAG = 'reduction'
WORDS = 'seen_paper_8_high'
BASE = 'trials'


def forge(record):
    item = record.trial('bit')
    for node in (record.reduction(item, 'seen_paper_8_high'),
                 record.claim(item, 'seen_paper_8_high')):
        node['value'] = 0.9999999999999999
