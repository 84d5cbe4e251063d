"""The table's digest under a nonce is a copy: a finding."""
import toolkit

WORDS = tuple('finding: gemm.bf16_exact.m96n160k128 repeat %d has the digest of the right output '
              'for another nonce' % repeat for repeat in (0, 1))
ABSENT = ('not the digest of the right output', 'fp16_exact.n128 repeat')
BASE = 'digests'
STATUS = 0


def forge(record):
    record.make_light()  # openings depend on the nonce
    record.plan()['nonce'] = 'ab'
    right = toolkit.checker.EXACT['bf16_exact', 96, 160, 128]
    for node in record.all(item=0):
        if 'output_digest' in node:
            node['output_digest'] = right
    record.recompute()
