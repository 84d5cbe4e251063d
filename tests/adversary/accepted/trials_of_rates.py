"""Attacks on rates: all checks are asked, with flags in all, and in none."""
from toolkit import checker

BASE = 'trials'
STATUS = 0
TEXTS = {
    'gemm.f32.n4.trial_clock_0.seen_flags': '100.000 %',
    'hbm_triad.f32.n1024.trial_neighbour_64.seen_flags': '0.000 %',
}


def forge(record):
    record.rename_trial('clock', lambda entry: entry['trial'].update(size=0))
    record.rename_trial('best_of', lambda entry: entry['trial'].update(word='neighbour', size=64))
    record.trials('clock')['seen'] = [
        {'check': check, 'trials': 'f8'} for check in checker.WORDS['checks']
        if check not in checker.PAIR_CHECKS]
    record.trials('neighbour')['seen'] = [{'check': 'flags', 'trials': '0'}]
    record.recompute()
