"""The acquired digest is not that of the product."""
TAG = 'stage'
WORDS = 'output_digest'
BASE = 'small'


def forge(record):
    for stage in record.stages(1)[:2]:
        stage['output_digest'] = '0' * 64
