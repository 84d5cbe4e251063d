"""All checks are asked, and each rejects all or none."""
from toolkit import checker

BASE = 'trials'
STATUS = 0
TEXTS = {
    'gemm.fp16.n4.trial_bit_13.seen_paper_1_low': '67.559 %',
    'gemm.fp16.n4.trial_bit_13.seen_digest_high': '32.441 %',
}


def forge(record):
    record.trials('bit')['seen'] = [{'check': check, 'trials': bits} for check, bits in zip(
        checker.WORDS['checks'], ('ff', '00') * 5)]
    record.recompute()
