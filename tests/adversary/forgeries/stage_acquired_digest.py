"""The acquired output is not the product's."""
TAG = 'stage'
WORDS = 'output_digest'
BASE = 'small'


def forge(record):
    for stage in record.stages(1)[:2]:
        stage['output_digest'] = '0' * 64
