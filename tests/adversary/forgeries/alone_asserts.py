"""Without its prior, a claim of a link that asserts another function."""
TAG = ('claim', 'value')
WORDS = 'asserts'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    claims = [record.find(type='claim', name='link.1.gemm.bf16.n16.' + name)
              for name in ('rate_ratio_low', 'rate_ratio_high')]
    claims[0]['asserts'], claims[1]['asserts'] = claims[1]['asserts'], claims[0]['asserts']
