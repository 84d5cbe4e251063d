"""A thousand trials, one of them seen."""
BASE = 'trials'
STATUS = 0
TEXTS = {
    'gemm.fp16.n4.trial_nan.trials': '1000',
    'gemm.fp16.n4.trial_nan.seen_any': '0.100 %',
    'gemm.fp16.n4.trial_nan.seen_any_low': '0.018 %',
    'gemm.fp16.n4.trial_nan.seen_any_high': '0.564 %',
}


def forge(record):
    record.plan()['items'][record.trial('nan')]['repeats'] = 1000
    record.trials('nan')['seen'] = [{'check': 'any', 'trials': '0' * 249 + '1'}]
    record.recompute()
