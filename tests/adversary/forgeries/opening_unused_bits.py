"""Base64 whose unused bits are not zero: one chunk, two spellings."""
ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

TAG = ('opening', 'schema')
WORDS = 'opening 0'


def forge(record):
    for opening in record.find(stage='witness', item=record.item('gemm', 'tf32'))['openings']:
        body = opening['data'].rstrip('=')
        pad = opening['data'][len(body):]
        last = ALPHABET[ALPHABET.index(body[-1]) ^ 1]
        opening['data'] = body[:-1] + last + pad
