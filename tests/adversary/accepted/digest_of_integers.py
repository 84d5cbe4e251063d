"""A digest that no right output has is a finding, where the residual counts no wrong element."""
WORDS = tuple('finding: gemm.bf16_exact.m96n160k128 repeat %d has no wrong element, and not the '
              'digest of the right output' % repeat for repeat in (0, 1))
ABSENT = ('fp16_exact.n128 repeat', 'fp8_exact.n128.faulty_element repeat',
          'fp8_exact.m128n128k64 repeat')
BASE = 'digests'
STATUS = 0


def forge(record):
    record.recompute()
