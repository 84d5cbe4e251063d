"""Repeats of an exact item with two outputs: one is wrong, whatever its check says."""
TEXTS = {'gemm.fp8_exact.m128n128k64.verified': 'FAIL',
         'gemm.fp8_exact.m128n128k64.transcript': 'accept',
         'gemm.bf16_exact.m96n160k128.verified': 'PASS'}
WORDS = 'finding: gemm.fp8_exact.m128n128k64.verified is FAIL'
BASE = 'digests'
STATUS = 0


def forge(record):
    record.repeats(record.item('gemm', 'fp8_exact', 1))[0]['output_digest'] = 'ab' * 32
    record.recompute()
