"""Base64 without its padding."""
TAG = ('opening', 'schema')
WORDS = 'opening 0'
BASE = 'products'


def forge(record):
    for opening in record.find(stage='witness', item=record.item('gemm', 'tf32'))['openings']:
        assert opening['data'].endswith('=')
        opening['data'] = opening['data'].rstrip('=')
