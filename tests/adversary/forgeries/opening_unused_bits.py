"""Base64 with unused bits that are not zero, so that one chunk has two texts."""
ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

TAG = ('opening', 'schema')
WORDS = 'opening 0'
BASE = 'products'


def forge(record):
    for opening in record.find(stage='witness', item=record.item('gemm', 'tf32'))['openings']:
        body = opening['data'].rstrip('=')
        pad = opening['data'][len(body):]
        last = ALPHABET[ALPHABET.index(body[-1]) ^ 1]
        opening['data'] = body[:-1] + last + pad
