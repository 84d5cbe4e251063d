"""A continuation without the claims of one link."""
TAG = 'claim'
WORDS = 'link.1.gemm.f32.m10n20k30.agreement'
BASE = 'linked'


def forge(record):
    claims = [node for node in record.all(type='claim')
              if node['name'].startswith('link.1.gemm.f32.')]
    record.remove(*[record.node(claim['asserts']) for claim in claims])
    record.remove(*claims)
