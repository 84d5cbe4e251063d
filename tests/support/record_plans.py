"""The plans of make_record.py: rows of (workload, variant, shape, repeats, scenario).

A scenario lists what differs from QUIET in record_items.py.
"""


def gemm(variant, m, n, k, repeats, **scenario):
    return ('gemm', variant, {'m': m, 'n': n, 'k': k}, repeats, scenario)


FULL = (
    gemm('fp16', 11, 1100, 32, 9),
    gemm('bf16', 16, 16, 16, 8, outputs='differ', clock='against', steal=True),
    gemm('tf32', 5, 7, 9, 6, calibration='off', clock='constant'),
    gemm('tf32', 70, 70, 70, 2, calibration='off'),
    gemm('fp16', 65, 70, 80, 8, coarse=(3,), repair=True, starved=True),
    gemm('fp8', 8, 8, 8, 3, wrong=(1,), repair=True, covariates=False),
    gemm('f32', 10, 20, 30, 9, clock='absent', memory=False, later=False),
    gemm('f64', 4, 600, 8, 4, null_residual=(2,)),
    gemm('int8', 6, 6, 6, 2, failed=(1,)),
    gemm('fp16', 12, 12, 12, 1, calibration='failed'),
    gemm('bf16', 3, 40, 5, 5, calibration='null', throttled=True, gap=True),
    gemm('int8', 9, 3, 4, 7, null_residual=(0,), repair=True, calibration='failed'),
    ('hbm_triad', 'f32', {'n': 300000}, 8, {'steal': True, 'clock': 'constant'}),
    ('attention', 'bf16', {'b': 1, 'h': 2, 's': 16, 'd': 8}, 3,
     {'fault': ('tile', 'transcript'), 'repair': True}),
    ('reduction', 'default', {'n': 100000}, 10,
     {'outputs': 'differ', 'clock': 'against', 'ecc': True}),
    ('reduction', 'deterministic', {'n': 100000}, 4, {'failed': (0,)}),
    ('scatter_add', 'atomic', {'n': 65536, 'buckets': 1024}, 9,
     {'spread': 0.3, 'clock': 'against'}),
    ('scatter_add', 'fixed', {'n': 100, 'buckets': 1000}, 2, {'fault': ('stale', 'transcript')}),
    ('index_add', 'atomic', {'rows': 4096, 'columns': 32, 'buckets': 64}, 1, {'wrong': (0,)}),
    # just not thin, and thin in one dimension
    gemm('bf16', 64, 5, 64, 2, clocks_differ=True),
    gemm('fp16', 2, 900, 64, 9, implausible=True),
    gemm('bf16', 64, 5, 63, 2),
    gemm('f32', 63, 5, 64, 2),
    gemm('f32', 64, 5, 64, 2),
    gemm('f64', 64, 1, 64, 2),
    gemm('fp16', 4, 4, 4, 3, fault=('bit', 'transcript'), element=True),
    gemm('fp16', 4, 4, 4, 3, point=('soak', 8)),
    gemm('fp16', 4, 4, 4, 3, point=('cold', None)),
    gemm('fp16', 4, 4, 4, 2, fault=('element', 'repeats'), wrong=(0, 1), repair=True),
    gemm('fp8_fast', 4, 4, 256, 2),
    gemm('fp8_fast', 64, 4, 1024, 2, wrong=(1,)),
    ('scatter_add', 'fixed', {'n': 100, 'buckets': 1000}, 2, {'fault': ('precision', 'repeats')}),
    ('random_access', 'latency', {'n': 1048576, 'lanes': 1, 'steps': 65536}, 3, {}),
    ('random_access', 'bandwidth', {'n': 1048576, 'lanes': 300000, 'steps': 16}, 2,
     {'wrong': (1,)}),
    # points and their base, and profiles
    gemm('fp16', 4, 4, 4, 7),
    gemm('fp16', 4, 4, 4, 6, point=('bursts', None), errors=3),
    gemm('fp16', 4, 4, 4, 2, point=('full', 2), throttled=True, lost=(0,)),
    gemm('fp16', 4, 4, 4, 2, point=('bursts', 1), failed=(0,)),
    ('hbm_triad', 'f32', {'n': 300000}, 7, {'point': ('full', None), 'covariates': False}),
    ('random_access', 'latency_lines', {'n': 4096, 'lanes': 1, 'steps': 64}, 6, {}),
    ('random_access', 'latency_lines', {'n': 65536, 'lanes': 1, 'steps': 64}, 7, {}),
    ('random_access', 'latency_lines', {'n': 1000000, 'lanes': 2, 'steps': 64}, 2, {}),
    ('random_access', 'latency_lines', {'n': 32768, 'lanes': 1, 'steps': 64}, 6, {}),
    ('random_access', 'latency_lines', {'n': 8192, 'lanes': 1, 'steps': 64}, 6,
     {'point': ('soak', None)}),
    ('random_access', 'bandwidth_lines', {'n': 65536, 'lanes': 8, 'steps': 4}, 6,
     {'fault': ('stale', 'transcript')}),
    ('random_access', 'bandwidth_lines', {'n': 65537, 'lanes': 8, 'steps': 4}, 6, {}),
    ('profile', 'l2', {'steps': 4096}, 3, {}),
    ('profile', 'l2', {'steps': 64}, 1, {}),
    ('profile', 'cores', {'steps': 1000}, 2, {'noise': 5, 'part': 'two'}),
    ('profile', 'cores', {'steps': 64}, 2, {'failed': (1,)}),
)
SMALL = (
    gemm('fp16', 4, 12, 8, 3),
    ('hbm_triad', 'f32', {'n': 1024}, 2, {'clock': 'absent'}),
)
FORMS = (
    ('hbm_triad', 'f32', {'n': 1024}, 2, {'null_residual': (1,), 'covariates': False}),
    ('reduction', 'default', {'n': 1}, 1, {'failed': (0,)}),
    ('reduction', 'deterministic', {'n': 1}, 1, {'memory': False}),
    ('hbm_copy', 'f32', {'n': 300000}, 2, {}),
    ('hbm_copy', 'f32', {'n': 300000}, 2, {'point': ('bursts', 2), 'lost': (1,)}),
    ('profile', 'l2', {'steps': 16}, 2, {}),
    ('profile', 'l2', {'steps': 32}, 1, {'failed': (0,)}),
)
FORMS_OF_GEMM = (
    gemm('fp16', 4, 4, 4, 2, fault=('bit', 'transcript'), repair=True, element=True,
         point=('soak', 8)),
    gemm('fp16', 1, 1, 1, 1, calibration='failed'),
    gemm('fp16', 1, 1, 2, 1, calibration='null'),
)
# A plan as `quick`: a good item, a fault in its transcript, and outputs that are wrong on purpose.
# `missed`: the check accepts one of them.
WRONG = tuple(range(8))
MEANT = (
    gemm('bf16', 16, 16, 16, 8),
    gemm('bf16', 16, 16, 16, 8, fault=('bit', 'transcript')),
    ('attention', 'bf16', {'b': 1, 'h': 2, 's': 16, 'd': 8}, 8,
     {'fault': ('operand', 'repeats'), 'wrong': WRONG, 'alike': True}),
    ('scatter_add', 'atomic', {'n': 65536, 'buckets': 1024}, 8,
     {'fault': ('element', 'repeats'), 'place': (0, 2), 'wrong': WRONG, 'alike': True,
      'repair': True}),
)
MISSED = MEANT[:3] + (MEANT[3][:4] + ({'fault': ('element', 'repeats'), 'place': (0, 2)},),)
# An item that is measured, and trials of faults and attacks: with and without a size, in numbers
# that fill no hex digit, with nulls, and failed ones.
TRIALS = (
    gemm('fp16', 4, 4, 4, 3),
    gemm('fp16', 4, 4, 4, 5, trial=('nan', 0), seen={'paper_1': (0, 4), 'any': (1, 2, 3)}),
    gemm('fp16', 4, 4, 4, 8, trial=('bit', 13),
         seen={'paper_8': range(8), 'largest': (0, 7), 'rows': (), 'rounding': (3,),
               'openings': (2,), 'any': (0, 2, 3, 7)}),
    gemm('bf16', 4, 12, 8, 6, trial=('null_space', 0), attack=(0.5, 2, 0.001, None),
         seen={'paper_1': (), 'paper_2': (5,), 'paper_4': (), 'digest': range(6)}),
    ('attention', 'bf16', {'b': 1, 'h': 2, 's': 16, 'd': 8}, 2,
     {'trial': ('probe_search', 63), 'attack': (0.25, 130.5, 0, 1e6),
      'seen': {'any': (0, 1), 'digest': (1,)}}),
    gemm('fp16', 4, 4, 4, 3, trial=('replay', 0), failed=(0,)),
    ('scatter_add', 'fixed', {'n': 100, 'buckets': 1000}, 1,
     {'trial': ('order', 0), 'seen': {'digest': ()}}),
    gemm('f32', 4, 4, 4, 5, trial=('clock', 100), attack=(0.0101, 1, 0.25, 0.5),
         seen={'paper_8': (), 'any': (), 'flags': (0, 1, 2, 4)}),
    ('hbm_triad', 'f32', {'n': 1024}, 3,
     {'trial': ('best_of', 1000), 'attack': (0, 1000, None, None), 'seen': {'any': ()}}),
    gemm('tf32', 4, 4, 4, 6, trial=('disagree', 23), attack=(0.02, 1, 40, 2.5),
         pair=(0, 0.159, 0.0001, 0.4, 0.0002),
         seen={'paper_8': range(5), 'any': range(5), 'digest': range(5), 'before': (),
               'honest_paper': (), 'honest': (5,)}),
    ('hbm_triad', 'f32', {'n': 1024}, 2,
     {'trial': ('disagree', 30), 'attack': (None, 1, None, None),
      'pair': (None, None, None, None, 0), 'seen': {'digest': (0, 1), 'before': (1,)}}),
)
# Items with as many repeats as a slope needs, and one fewer: the rate follows the clock, or goes
# against it, in blocks of unequal sizes; the clock varies too little, in one block alone, not at
# all, or is not known; a repeat failed; a point.
SLOPES = (
    ('hbm_triad', 'f32', {'n': 1024}, 64, {'spread': 0.02}),
    ('hbm_triad', 'f32', {'n': 2048}, 63, {'spread': 0.02}),
    ('hbm_copy', 'f32', {'n': 1024}, 71, {'spread': 0.05, 'clock': 'against'}),
    ('hbm_copy', 'f32', {'n': 2048}, 64, {'spread': 0.001}),
    ('hbm_copy', 'f32', {'n': 3072}, 64, {'clock': 'early', 'spread': 0.05}),
    ('reduction', 'deterministic', {'n': 1}, 64, {'clock': 'constant'}),
    ('reduction', 'deterministic', {'n': 2}, 64, {'clock': 'absent'}),
    ('reduction', 'deterministic', {'n': 3}, 64, {'failed': (63,)}),
    ('reduction', 'deterministic', {'n': 4}, 65, {'point': ('cold', None), 'spread': 0.03}),
)
# Attention without and with a mask.
ATTENTIONS = (
    ('attention', 'bf16', {'b': 1, 'h': 2, 's': 16, 'd': 8}, 3, {}),
    ('attention', 'bf16_causal', {'b': 1, 'h': 2, 's': 16, 'd': 8}, 8, {}),
    ('attention', 'bf16_causal', {'b': 2, 'h': 1, 's': 5, 'd': 24}, 2,
     {'fault': ('row', 'transcript'), 'repair': True}),
)
# Products of small integers: right; wrong in a repeat, and repaired; a fault in the transcript, and
# one in each repeat; at a point; with a failed repeat; with the largest k of two variants.
INTEGERS = (
    gemm('fp16_exact', 4, 600, 8, 8),
    gemm('bf16_exact', 4, 4, 4, 3, wrong=(1,), repair=True),
    gemm('fp8_exact', 5, 7, 9, 2, fault=('bit', 'transcript')),
    gemm('tf32_exact', 4, 4, 4, 2, fault=('element', 'repeats'), wrong=(0, 1), alike=True),
    gemm('f32_exact', 4, 4, 4, 3, point=('soak', None)),
    gemm('fp16_exact', 2, 2, 2, 2, failed=(1,)),
    gemm('fp8_fast_exact', 1, 1, 16384, 1),
    gemm('fp16_exact', 2, 2, 1 << 24, 1),
)
# Outputs of shapes in exact.tsv that are not the right ones, by a residual that says nothing of it,
# and by one that does; and with a fault in each repeat.
DIGESTS = (
    gemm('bf16_exact', 96, 160, 128, 2),
    gemm('fp16_exact', 128, 128, 128, 2, wrong=(0, 1)),
    gemm('fp8_exact', 128, 128, 128, 2, fault=('element', 'repeats')),
    gemm('fp8_exact', 128, 128, 64, 2),
)
# Products that are judged at the tolerance of another format too: one within it, one beyond it, one
# without a residual, and at a calibration that failed, a tolerance that G forbids, a failed repeat.
JUDGED = (
    gemm('fp16', 4, 12, 8, 3),
    gemm('fp8', 4, 12, 8, 3, tolerance_of='fp16'),
    gemm('f32', 4, 12, 8, 2, tolerance_of='fp8'),
    gemm('bf16', 4, 12, 8, 2, tolerance_of='f32', null_residual=(1,), repair=True),
    gemm('fp16', 1, 1, 1, 1, calibration='failed'),
    gemm('bf16', 1, 1, 1, 1, tolerance_of='fp16'),
    gemm('tf32', 70, 70, 70, 2, calibration='off'),
    gemm('fp16', 70, 70, 70, 2, tolerance_of='tf32'),
    gemm('fp16', 4, 4, 4, 2, failed=(1,)),
    gemm('bf16', 4, 4, 4, 2, tolerance_of='fp16'),
    gemm('bf16', 4, 4, 4, 2, point=('soak', None)),
)
# A light record of as many items as it may have, some with as many repeats: every exact workload,
# a reject, a repair, planned faults, points and a change.
LIGHT = (
    gemm('int8', 6, 6, 6, 8),
    gemm('int8', 9, 3, 4, 7, null_residual=(0,), repair=True, calibration='failed'),
    ('hbm_triad', 'f32', {'n': 300000}, 8, {'clock': 'constant'}),
    ('hbm_triad', 'f32', {'n': 300000}, 8, {'point': ('full', None)}),
    ('hbm_copy', 'f32', {'n': 1024}, 8, {'fault': ('element', 'repeats'), 'place': (0, 2),
                                         'wrong': WRONG, 'alike': True}),
    ('reduction', 'deterministic', {'n': 100000}, 4, {'failed': (0,)}),
    ('scatter_add', 'fixed', {'n': 100, 'buckets': 1000}, 2, {'fault': ('stale', 'transcript')}),
    ('random_access', 'latency', {'n': 1048576, 'lanes': 1, 'steps': 65536}, 3, {}),
    ('random_access', 'bandwidth', {'n': 1048576, 'lanes': 300000, 'steps': 16}, 2,
     {'wrong': (1,)}),
    ('random_access', 'latency_lines', {'n': 4096, 'lanes': 1, 'steps': 64}, 6, {}),
    ('random_access', 'latency_lines', {'n': 65536, 'lanes': 1, 'steps': 64}, 7, {}),
    ('random_access', 'bandwidth_lines', {'n': 65536, 'lanes': 8, 'steps': 4}, 1, {}),
)
# One item more; trials of exact variants.
THIRTEEN = LIGHT + (('hbm_copy', 'f32', {'n': 2048}, 1, {}),)
EXACT_TRIALS = (
    ('hbm_triad', 'f32', {'n': 1024}, 3,
     {'trial': ('best_of', 1000), 'attack': (0, 1000, None, None), 'seen': {'any': ()}}),
    ('scatter_add', 'fixed', {'n': 100, 'buckets': 1000}, 1,
     {'trial': ('order', 0), 'seen': {'digest': ()}}),
)
# Parts of FULL, for forgeries that need few items of it: every checker reads them sooner.
PARTS = {'products': FULL[:5], 'states': FULL[5:12], 'sums': FULL[12:19], 'shapes': FULL[19:26],
         'faults': FULL[26:32], 'sweeps': FULL[32:39], 'points': FULL[34:40],
         'profiles': FULL[44:], 'attentions': ATTENTIONS, 'integers': INTEGERS,
         'digests': DIGESTS, 'judged': JUDGED}
PLANS = {'full': FULL, 'small': SMALL, 'x': (), 'one': (gemm('fp16', 1, 1, 1, 1),),
         'failed': (gemm('fp16', 4, 4, 4, 1, failed=(0,)),), 'forms': FORMS, 'continued': (),
         'trials': TRIALS, 'slopes': SLOPES, 'light': LIGHT,
         'thirteen': THIRTEEN, 'exact_trials': EXACT_TRIALS,
         'forms_of_gemm': FORMS_OF_GEMM, 'meant': MEANT, 'missed': MISSED,
         # as many repeats as a percentile needs, and one fewer
         'many': (gemm('fp16', 4, 4, 4, 19), gemm('bf16', 4, 4, 4, 20, outputs='differ'),
                  gemm('f32', 4, 4, 4, 100, steal=True), gemm('f32', 4, 4, 8, 99)),
         # operands of fewer bits than binary32 has, by its G alone
         'narrowed': (gemm('f32', 64, 64, 64, 2, coarse=(1,), repair=True),),
         # more terms than a producer's sums can hold, which the audit does not judge
         'wide': (gemm('int8', 1, 1, 131072, 1),)}
PLANS.update(PARTS)
