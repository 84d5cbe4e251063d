"""A repaired output of an exact item that is not that of its right repeats is a finding."""
WORDS = 'finding: gemm.bf16_exact.n4 stage 3 has another output than repeat 0'
BASE = 'integers'
STATUS = 0


def forge(record):
    first, _, third = record.repeats(record.item('gemm', 'bf16_exact'))
    first['output_digest'] = third['output_digest'] = 'ab' * 32
    record.recompute()
