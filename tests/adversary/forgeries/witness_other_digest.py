"""The witness has another output than the acquired one."""
TAG = ('witness', 'opening')
WORDS = 'output_digest'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=1)['output_digest'] = '0' * 64
