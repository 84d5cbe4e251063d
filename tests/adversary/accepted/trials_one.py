"""One trial: seen by the one check, not by the other."""
BASE = 'trials'
STATUS = 0
TEXTS = {
    'gemm.fp16.n4.trial_nan.seen_paper_1': '100.000 %',
    'gemm.fp16.n4.trial_nan.seen_paper_1_low': '20.655 %',
    'gemm.fp16.n4.trial_nan.seen_paper_1_high': '100.000 %',
    'gemm.fp16.n4.trial_nan.seen_any': '0.000 %',
    'gemm.fp16.n4.trial_nan.seen_any_high': '79.345 %',
}


def forge(record):
    record.plan()['items'][record.trial('nan')]['repeats'] = 1
    seen = record.trials('nan')['seen']
    seen[0]['trials'], seen[1]['trials'] = '8', '0'
    record.recompute()
