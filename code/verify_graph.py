#!/usr/bin/env python3
"""Audits a record of the format witnessmark/1.2.

    python3 verify_graph.py RECORD_DIR | evidence.jsonl  [--root HEX]

This is the second implementation of the audit. Its formulas and rules are written from
docs/formats/record.md and docs/formats/inputs.md alone; its tables are rendered from
docs/formats/tables. It needs Python 3.8 or later, no more.
A folder is judged whole, its priors first; an evidence.jsonl alone is judged as nodes, without its
files. HEX is a root held from elsewhere: all 64 digits, or its first 8 or more.

Exit status: 0 valid, 1 invalid, 2 could not check, 3 the record or a prior is of an older or newer
format, the record is unfinished, or its priors are absent.
"""
import base64
import hashlib
import json
import math
import os
import re
import stat
import struct
import sys
from collections import OrderedDict, namedtuple

# ----------------------------------------------------------------------------------------------
# Constants of the format, and its closed tables.

FORMAT_NAME = 'witnessmark/1.2'
INT_LIMIT = 1 << 53
LATEST = (1 << 63) - 1  # of a time, and of a sum of times, ns
INT8_SQUARE = 29826902.25  # mean square of a product of two int8 elements: 5461.5^2
LEVEL, FAN = 16384, 256  # addends of a sum of level 0 of a reduction, and of the levels above
EVIDENCE, MANIFEST = 'evidence.jsonl', 'manifest.sha256'
CHECKERS = ('code/verify.c', 'code/verify_graph.py')

FIRST_WORDS = "integrity and arithmetic hold; times are the producer's word for good, " \
    'residuals and digests until re-verified'

# table python: rendered by tools/render-tables from docs/formats/tables; change the tables instead
LINE_BYTES = 1048576
DEPTH = 16
TEXT_BYTES = 4096
NAME_BYTES = 64
NONCE_DIGITS = 64
ITEMS = 1024
REPEATS = 1000
LIGHT_ITEMS = 12
LIGHT_REPEATS = 8
DIMENSION = 2147483647
LENGTH = 274877906944
PROBES = 21
PROBE_COLUMNS = 24
OPENINGS = 32
CHUNK_BYTES = 1024
INT8_DEPTH = 131071
VECTOR_ROW = 262144
MINUTES = 1440
UNITS = 2016
PROFILE_REPEATS = 64
SEGMENT_SECONDS = 60
CONTINUES = 8
VALUES = 64
TABLE_LINE_BYTES = 128
BESIDE = 16
UNIT_BYTES = 16

EPSILON = 1e-30  # added to a divisor
MARGIN = 3  # calibrated tolerance, in floors
THIN = 64  # rows m or terms k of a product below which its tolerance is wider
WIDENING = 4  # how many times wider
PREDICTED_MARGIN = 12  # tolerance without a verdict of G, in predicted floors
VERDICT_TERMS = 64  # least terms k of a product whose G has a verdict
SAMPLING_ERRORS = 5  # half the width of the band of G, in sampling errors
SAMPLING_MOST = 0.3  # most that this half may be for a verdict
INTERVAL = 0.05  # largest chance that the interval of the median misses
DISPERSION = 0.05  # largest relative_mad of class S1
CORRELATION = 2.326  # least `clock_correlation * sqrt(R - 1)` of class S2
CLASS_REPEATS = 8  # least repeats of a class, and of a lag correlation
CLASS_INTERVAL = 1.1  # largest rate_high of a class, in rate_low
CLASS_DISTANCE = 0.1  # distance of an outlier from the median, in medians
CLASS_OUTLIERS = 8  # of so many repeats of a class at most one is an outlier
CLASS_FAST = 1.25  # largest rate of a class, in median rates
LAG_LEAST = 0.4  # least lag_limit
LAG_DEVIATIONS = 3.2  # lag_limit, in standard deviations of lag_correlation
SLOPE_REPEATS = 64  # least repeats of an item with a slope
SLOPE_BLOCKS = 8  # blocks of repeats of a slope
SLOPE_QUANTILE = 2.3646242515927853  # half of its interval, in errors
SLOPE_LEAST = 0.005  # least clock variation without a block
GAP_SHARE = 0.8  # least share of the expected samples
SAMPLE_PERIOD = 0.02  # expected time between two samples, s
STEAL = 0.05  # median of `steal` above which a repeat is flagged
GAP_LONGEST = 0.2  # share of a repeat that may be a gap
GAP_FLOOR = 0.04  # time that may be a gap besides, s
STARVED = 0.1  # median of `run_delay` that is flagged
STOPPED = 0.1  # median of `stopped` that is flagged
SHARED_MEMORY = 67108864  # memory of others that is flagged, B
SHARED_UTILIZATION = 0.1  # share of an idle window that is flagged
CLOCK_DIFFERENCE = 0.001  # largest relative difference of two clocks
CLOCK_SLACK = 1.05  # most that a clock may be, in limits L
CLOCK_CEILING = 6.5e9  # largest limit L, and limit L without the fact, Hz
COVERAGE = 0.99  # least share of a repeat covered by gaps
COVERAGE_SAMPLES = 4  # gaps counted besides the samples
SLACK = 1.01  # factor on the upper limit of a covariate
REFERENCE_SHARE = 0.999  # least share of the least reference of a product
REFERENCE_SQUARE = 0.5625  # least square of an entry of X
FLOOR_LEAST = 0.5  # least floor_ratio of a floor that is recovered
FLOOR_MOST = 2  # largest floor_ratio of a floor that is recovered
RECALL = 16  # least spread of one layout, as a multiple of the distance
LATENCY_MOST = 1e9  # largest latency of a unit

# list: its words
WORDS = {
    'backends': ('cpu', 'cuda', 'none'),
    'when': ('transcript', 'repeats'),
    'points': ('cold', 'soak', 'bursts', 'full'),
    'extents': ('light',),
    'checks': ('paper_1', 'paper_2', 'paper_4', 'paper_8', 'largest', 'rows', 'rounding',
               'openings', 'any', 'digest', 'flags', 'before', 'honest_paper', 'honest'),
    'decisions': ('accept', 'reject', 'undecided'),
    'flags': ('clock_differs', 'clock_implausible', 'ecc', 'sampling_gap', 'shared', 'starved',
              'steal', 'stopped', 'throttled'),
    'required_facts': ('compiler', 'compiler.flags', 'cpu.model', 'kernel', 'memory.bytes',
                       'threads'),
    'faults': ('bit', 'bits', 'element', 'row', 'tile', 'nan', 'stale', 'operand', 'precision'),
    'stages': ('acquire', 'inject', 'witness', 'decide', 'repair'),
    'trial_words': ('none', 'bit', 'bits', 'warp', 'nan', 'infinity', 'zero', 'other', 'row',
                    'column', 'tile', 'terms', 'block', 'steps', 'order', 'parts', 'softmax',
                    'window', 'null_space', 'quorum', 'two', 'disagree', 'floor', 'probe_search',
                    'opening_search', 'replay', 'swap', 'narrower', 'opened_only', 'idle', 'stale',
                    'overwritten', 'best_of', 'neighbour', 'clock'),
    'functions': ('median_rate', 'rate_low', 'rate_high', 'relative_mad', 'median_clock',
                  'clock_correlation', 'lag_correlation', 'independence', 'performance_class',
                  'divergence', 'numerical_class', 'floor', 'predicted_floor',
                  'calibrated_rounding', 'basis', 'tolerance', 'residual', 'row_statistic',
                  'row_threshold', 'row_sum_error', 'row_sum_bound', 'wrong_elements', 'rounding',
                  'verified', 'transcript', 'first_wrong', 'median_power', 'median_temperature',
                  'peak_memory', 'temperature_of_repeats', 'clock_slope', 'clock_slope_low',
                  'clock_slope_high', 'clock_variation', 'products', 'errors', 'failed_segments',
                  'segments', 'load_time', 'load_rate', 'temperature_reached', 'temperature_lowest',
                  'power_mean', 'power_reached', 'power_window', 'throttle_reasons',
                  'stress_residual', 'stress_row_statistic', 'memory_free', 'units', 'latency',
                  'spread', 'within', 'discriminating', 'key', 'trials', 'seen_paper_1',
                  'seen_paper_1_low', 'seen_paper_1_high', 'seen_paper_2', 'seen_paper_2_low',
                  'seen_paper_2_high', 'seen_paper_4', 'seen_paper_4_low', 'seen_paper_4_high',
                  'seen_paper_8', 'seen_paper_8_low', 'seen_paper_8_high', 'seen_largest',
                  'seen_largest_low', 'seen_largest_high', 'seen_rows', 'seen_rows_low',
                  'seen_rows_high', 'seen_rounding', 'seen_rounding_low', 'seen_rounding_high',
                  'seen_openings', 'seen_openings_low', 'seen_openings_high', 'seen_any',
                  'seen_any_low', 'seen_any_high', 'seen_digest', 'seen_digest_low',
                  'seen_digest_high', 'seen_flags', 'seen_flags_low', 'seen_flags_high',
                  'seen_before', 'seen_before_low', 'seen_before_high', 'seen_honest_paper',
                  'seen_honest_paper_low', 'seen_honest_paper_high', 'seen_honest',
                  'seen_honest_low', 'seen_honest_high', 'attack_error', 'attack_cost',
                  'attack_committed', 'attack_derived', 'pair_divergence_least',
                  'pair_divergence_most', 'pair_faulty_residual', 'pair_honest_derived',
                  'pair_honest_residual', 'sessions', 'wall_time', 'timed_share', 'longest_gap',
                  'flagged_repeats', 'output_kept', 'rate_change', 'rate_change_low',
                  'rate_change_high', 'inflation', 'judged_residual', 'judged_tolerance',
                  'judged_decision', 'agreement', 'difference', 'difference_limit', 'methods',
                  'rate_ratio', 'rate_ratio_low', 'rate_ratio_high', 'floor_ratio', 'class_kept',
                  'numerical_class_kept', 'distance', 'recalled_key', 'recalled', 'links',
                  'identical', 'within_rounding', 'different', 'not_comparable', 'floor_ratio_low',
                  'floor_ratio_high', 'floors_recovered', 'floors', 'classes_recovered', 'classes',
                  'rates_lost', 'recoverable_fraction', 'recovered_of_measured',
                  'evidence_preserving', 'median_of', 'minimum_of', 'maximum_of', 'mean_of',
                  'standard_deviation_of', 'relative_mad_of'),
    'formats': ('si4', 'sci3', 'fixed0', 'fixed2', 'fixed4', 'signed2', 'percent3'),
}

# stage: the stages that it may follow
STAGES = {'acquire': (None,), 'inject': ('acquire',), 'witness': ('acquire', 'inject', 'repair'),
          'decide': ('witness',), 'repair': ('decide',)}

# fault: whether it begins at a place
FAULTS = {'bit': True, 'bits': True, 'element': True, 'row': True, 'tile': True, 'nan': True,
          'stale': False, 'operand': False, 'precision': False}

# trial: (whether it is an attack, one on a rate, a pair of witnesses,
#         least and largest size)
TRIALS = {'none': (False, False, False, 0, 0), 'bit': (False, False, False, 0, 63),
          'bits': (False, False, False, 2, 64), 'warp': (False, False, False, 0, 63),
          'nan': (False, False, False, 0, 0), 'infinity': (False, False, False, 0, 0),
          'zero': (False, False, False, 0, 0), 'other': (False, False, False, 0, 0),
          'row': (False, False, False, 1, 2147483647),
          'column': (False, False, False, 1, 2147483647),
          'tile': (False, False, False, 1, 2147483647),
          'terms': (False, False, False, 1, 2147483647),
          'block': (False, False, False, 1, 2147483647), 'steps': (False, False, False, 1, 1000000),
          'order': (False, False, False, 0, 0), 'parts': (False, False, False, 2, 65536),
          'softmax': (False, False, False, 20, 1000000), 'window': (True, False, False, 0, 0),
          'null_space': (True, False, False, 0, 0), 'quorum': (True, False, False, 0, 0),
          'two': (True, False, False, 0, 0), 'disagree': (True, False, True, 0, 63),
          'floor': (True, False, False, 1, 10000), 'probe_search': (True, False, False, 0, 63),
          'opening_search': (True, False, False, 0, 0), 'replay': (True, False, False, 0, 0),
          'swap': (True, False, False, 0, 0), 'narrower': (True, False, False, 0, 0),
          'opened_only': (True, False, False, 0, 0), 'idle': (True, False, False, 0, 0),
          'stale': (True, False, False, 0, 1), 'overwritten': (True, True, False, 1, 64),
          'best_of': (True, True, False, 2, 1000), 'neighbour': (True, True, False, 0, 64),
          'clock': (True, True, False, 0, 9999)}

# covariate: (whether every repeat has it, whether it is sampled all through it)
COVARIATES = {'clock': (True, False), 'clock_device': (False, False), 'clock_raw': (False, False),
              'clock_real': (False, False), 'clock_syscall': (False, False),
              'clock_tsc': (False, False), 'context_switches': (True, True),
              'ecc_corrected': (False, False), 'ecc_uncorrected': (False, False),
              'energy': (True, True), 'idle_utilization': (False, False),
              'kernel_clock': (False, False), 'memory': (True, True), 'memory_clock': (False, True),
              'other_memory': (False, False), 'other_processes': (False, False),
              'pcie_generation': (False, False), 'pcie_replays': (False, False),
              'pcie_width': (False, False), 'power': (True, True), 'power_reading': (False, False),
              'power_window': (False, False), 'pressure': (True, True), 'read_time': (False, True),
              'run_delay': (False, False), 'steal': (True, True), 'stopped': (False, False),
              'temperature': (True, True), 'throttle': (True, True),
              'throttle_reasons': (False, True)}

# function: (inputs, the trait or procedure of an item that has it)
FUNCTION_ROWS = {'median_rate': ('W', None), 'rate_low': ('W', None), 'rate_high': ('W', None),
                 'relative_mad': ('W', None), 'median_clock': ('W', None),
                 'clock_correlation': ('W', None), 'lag_correlation': ('W', None),
                 'independence': ('W', None), 'performance_class': ('W', None),
                 'divergence': ('W', None), 'numerical_class': ('W', None),
                 'floor': ('K', 'calibration'), 'predicted_floor': ('K', 'calibration'),
                 'calibrated_rounding': ('K', 'calibration'), 'basis': ('K', 'calibration'),
                 'tolerance': ('K|W', None), 'residual': ('W', None),
                 'row_statistic': ('W', 'rows'), 'row_threshold': ('K', 'rows'),
                 'row_sum_error': ('W', 'row_sums'), 'row_sum_bound': ('W', 'row_sums'),
                 'wrong_elements': ('W', 'integers'), 'rounding': ('W', 'calibration'),
                 'verified': ('WK|W', None), 'transcript': ('D', None),
                 'first_wrong': ('D', 'integers'), 'median_power': ('W', None),
                 'median_temperature': ('W', None), 'peak_memory': ('W', None),
                 'temperature_of_repeats': ('W', None), 'clock_slope': ('W', None),
                 'clock_slope_low': ('W', None), 'clock_slope_high': ('W', None),
                 'clock_variation': ('W', None), 'products': ('T', None), 'errors': ('T', None),
                 'failed_segments': ('T', None), 'segments': ('T', None), 'load_time': ('T', None),
                 'load_rate': ('T', None), 'temperature_reached': ('T', None),
                 'temperature_lowest': ('T', None), 'power_mean': ('T', None),
                 'power_reached': ('T', None), 'power_window': ('T', None),
                 'throttle_reasons': ('T', None), 'stress_residual': ('T', None),
                 'stress_row_statistic': ('T', 'rows'), 'memory_free': ('T', None),
                 'units': ('F', 'profile'), 'latency': ('F', 'profile'), 'spread': ('F', 'profile'),
                 'within': ('F', 'profile'), 'discriminating': ('F', 'profile'),
                 'key': ('F', 'profile'), 'trials': ('F', 'trials'),
                 'seen_paper_1': ('F', 'trials'), 'seen_paper_1_low': ('F', 'trials'),
                 'seen_paper_1_high': ('F', 'trials'), 'seen_paper_2': ('F', 'trials'),
                 'seen_paper_2_low': ('F', 'trials'), 'seen_paper_2_high': ('F', 'trials'),
                 'seen_paper_4': ('F', 'trials'), 'seen_paper_4_low': ('F', 'trials'),
                 'seen_paper_4_high': ('F', 'trials'), 'seen_paper_8': ('F', 'trials'),
                 'seen_paper_8_low': ('F', 'trials'), 'seen_paper_8_high': ('F', 'trials'),
                 'seen_largest': ('F', 'trials'), 'seen_largest_low': ('F', 'trials'),
                 'seen_largest_high': ('F', 'trials'), 'seen_rows': ('F', 'trials'),
                 'seen_rows_low': ('F', 'trials'), 'seen_rows_high': ('F', 'trials'),
                 'seen_rounding': ('F', 'trials'), 'seen_rounding_low': ('F', 'trials'),
                 'seen_rounding_high': ('F', 'trials'), 'seen_openings': ('F', 'trials'),
                 'seen_openings_low': ('F', 'trials'), 'seen_openings_high': ('F', 'trials'),
                 'seen_any': ('F', 'trials'), 'seen_any_low': ('F', 'trials'),
                 'seen_any_high': ('F', 'trials'), 'seen_digest': ('F', 'trials'),
                 'seen_digest_low': ('F', 'trials'), 'seen_digest_high': ('F', 'trials'),
                 'seen_flags': ('F', 'trials'), 'seen_flags_low': ('F', 'trials'),
                 'seen_flags_high': ('F', 'trials'), 'seen_before': ('F', 'trials'),
                 'seen_before_low': ('F', 'trials'), 'seen_before_high': ('F', 'trials'),
                 'seen_honest_paper': ('F', 'trials'), 'seen_honest_paper_low': ('F', 'trials'),
                 'seen_honest_paper_high': ('F', 'trials'), 'seen_honest': ('F', 'trials'),
                 'seen_honest_low': ('F', 'trials'), 'seen_honest_high': ('F', 'trials'),
                 'attack_error': ('F', 'trials'), 'attack_cost': ('F', 'trials'),
                 'attack_committed': ('F', 'trials'), 'attack_derived': ('F', 'trials'),
                 'pair_divergence_least': ('F', 'trials'), 'pair_divergence_most': ('F', 'trials'),
                 'pair_faulty_residual': ('F', 'trials'), 'pair_honest_derived': ('F', 'trials'),
                 'pair_honest_residual': ('F', 'trials'), 'sessions': ('P', None),
                 'wall_time': ('P', None), 'timed_share': ('P', None), 'longest_gap': ('P', None),
                 'flagged_repeats': ('P', None), 'output_kept': ('C', None),
                 'rate_change': ('C', None), 'rate_change_low': ('C', None),
                 'rate_change_high': ('C', None), 'inflation': ('C', 'calibration'),
                 'judged_residual': ('J', 'calibration'), 'judged_tolerance': ('J', 'calibration'),
                 'judged_decision': ('J', 'calibration'), 'agreement': ('L', None),
                 'difference': ('L', None), 'difference_limit': ('L', None), 'methods': ('L', None),
                 'rate_ratio': ('L', None), 'rate_ratio_low': ('L', None),
                 'rate_ratio_high': ('L', None), 'floor_ratio': ('L', 'calibration'),
                 'class_kept': ('L', None), 'numerical_class_kept': ('L', None),
                 'distance': ('L', 'profile'), 'recalled_key': ('L', 'profile'),
                 'recalled': ('L', 'profile'), 'links': ('R', None), 'identical': ('R', None),
                 'within_rounding': ('R', None), 'different': ('R', None),
                 'not_comparable': ('R', None), 'floor_ratio_low': ('R', None),
                 'floor_ratio_high': ('R', None), 'floors_recovered': ('R', None),
                 'floors': ('R', None), 'classes_recovered': ('R', None), 'classes': ('R', None),
                 'rates_lost': ('R', None), 'recoverable_fraction': ('R', None),
                 'recovered_of_measured': ('R', None), 'evidence_preserving': ('R', None),
                 'median_of': ('S', None), 'minimum_of': ('S', None), 'maximum_of': ('S', None),
                 'mean_of': ('S', None), 'standard_deviation_of': ('S', None),
                 'relative_mad_of': ('S', None)}

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
QUANTITIES = OrderedDict((
    ('rate', (None, 'median_rate', None, 'si4', 'performance_class', 'relative_mad', None, None)),
    ('rate_low', (None, 'rate_low', None, 'si4', None, None, None, None)),
    ('rate_high', (None, 'rate_high', None, 'si4', None, None, None, None)),
    ('dispersion', (None, 'relative_mad', '1', 'percent3', None, None, None, None)),
    ('clock', (None, 'median_clock', 'Hz', 'si4', None, None, None, None)),
    ('clock_correlation', (None, 'clock_correlation', '1', 'signed2', None, None, None, None)),
    ('lag_correlation', (None, 'lag_correlation', '1', 'signed2', None, None, None, None)),
    ('independence', (None, 'independence', 'class', 'word', None, None, None,
                      'correlated, interval too narrow')),
    ('performance_class', (None, 'performance_class', 'class', 'word', None, None, None, None)),
    ('divergence', (None, 'divergence', '1', 'sci3', None, None, None, None)),
    ('numerical_class', (None, 'numerical_class', 'class', 'word', None, 'divergence', None, None)),
    ('floor', ('calibration', 'floor', '1', 'sci3', None, None, None, None)),
    ('predicted_floor', ('calibration', 'predicted_floor', '1', 'sci3', None, None, None, None)),
    ('calibrated_rounding', ('calibration', 'calibrated_rounding', '1', 'fixed4', None, None, None,
                             None)),
    ('basis', ('calibration', 'basis', 'class', 'word', None, None, None, None)),
    ('tolerance', (None, 'tolerance', '1', 'sci3', None, None, None, None)),
    ('residual', (None, 'residual', '1', 'sci3', 'numerical_class', 'tolerance', None, None)),
    ('row_statistic', ('rows', 'row_statistic', '1', 'fixed2', None, None, None, None)),
    ('row_threshold', ('rows', 'row_threshold', '1', 'fixed2', None, None, None, None)),
    ('row_sum_error', ('row_sums', 'row_sum_error', '1', 'sci3', 'numerical_class', 'row_sum_bound',
                       None, None)),
    ('row_sum_bound', ('row_sums', 'row_sum_bound', '1', 'sci3', None, None, None, None)),
    ('rounding', ('calibration', 'rounding', '1', 'fixed4', None, None, None, None)),
    ('wrong_elements', ('integers', 'wrong_elements', '1', 'fixed0', 'numerical_class', None, None,
                        None)),
    ('verified', (None, 'verified', 'class', 'word', 'numerical_class', 'tolerance', 'PASS', None)),
    ('transcript', (None, 'transcript', 'class', 'word', None, None, 'accept', None)),
    ('first_wrong', ('integers', 'first_wrong', 'class', 'word', None, None, None, None)),
    ('power', (None, 'median_power', 'W', 'si4', None, None, None, None)),
    ('temperature', (None, 'median_temperature', 'degC', 'fixed2', None, None, None, None)),
    ('peak_memory', (None, 'peak_memory', 'B', 'si4', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
SLOPE_QUANTITIES = OrderedDict((
    ('clock_slope', (None, 'clock_slope', '1', 'fixed4', None, None, None, None)),
    ('clock_slope_low', (None, 'clock_slope_low', '1', 'fixed4', None, None, None, None)),
    ('clock_slope_high', (None, 'clock_slope_high', '1', 'fixed4', None, None, None, None)),
    ('clock_variation', (None, 'clock_variation', '1', 'percent3', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
POINT_QUANTITIES = OrderedDict((
    ('products', (None, 'products', '1', 'fixed0', None, None, None, None)),
    ('errors', (None, 'errors', '1', 'fixed0', None, None, '0', None)),
    ('failed_segments', (None, 'failed_segments', '1', 'fixed0', None, None, None, None)),
    ('segments', (None, 'segments', 'class', 'word', None, None, None, 'all failed')),
    ('load_time', (None, 'load_time', 's', 'si4', None, None, None, None)),
    ('load_rate', (None, 'load_rate', None, 'si4', None, None, None, None)),
    ('temperature_reached', (None, 'temperature_reached', 'degC', 'fixed2', None, None, None,
                             None)),
    ('temperature_lowest', (None, 'temperature_lowest', 'degC', 'fixed2', None, None, None, None)),
    ('temperature_of_repeats', (None, 'temperature_of_repeats', 'degC', 'fixed2', None, None, None,
                                None)),
    ('power_mean', (None, 'power_mean', 'W', 'si4', None, None, None, None)),
    ('power_reached', (None, 'power_reached', 'W', 'si4', None, None, None, None)),
    ('power_window', (None, 'power_window', 's', 'si4', None, None, None, None)),
    ('throttle_reasons', (None, 'throttle_reasons', 'bits', 'fixed0', None, None, None, None)),
    ('stress_residual', (None, 'stress_residual', '1', 'sci3', None, None, None, None)),
    ('stress_row_statistic', ('rows', 'stress_row_statistic', '1', 'fixed2', None, None, None,
                              None)),
    ('memory_free', (None, 'memory_free', 'B', 'si4', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
PROFILE_QUANTITIES = OrderedDict((
    ('units', (None, 'units', '1', 'fixed0', None, None, None, None)),
    ('latency', (None, 'latency', None, 'si4', None, None, None, None)),
    ('spread', (None, 'spread', None, 'si4', None, None, None, None)),
    ('within', (None, 'within', None, 'si4', None, None, None, None)),
    ('discriminating', (None, 'discriminating', 'class', 'word', None, None, None, None)),
    ('key', (None, 'key', 'class', 'word', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
TRIALS_QUANTITIES = OrderedDict((
    ('trials', (None, 'trials', '1', 'fixed0', None, None, None, None)),
    ('seen_paper_1', (None, 'seen_paper_1', '1', 'percent3', None, None, None, None)),
    ('seen_paper_1_low', (None, 'seen_paper_1_low', '1', 'percent3', None, None, None, None)),
    ('seen_paper_1_high', (None, 'seen_paper_1_high', '1', 'percent3', None, None, None, None)),
    ('seen_paper_2', (None, 'seen_paper_2', '1', 'percent3', None, None, None, None)),
    ('seen_paper_2_low', (None, 'seen_paper_2_low', '1', 'percent3', None, None, None, None)),
    ('seen_paper_2_high', (None, 'seen_paper_2_high', '1', 'percent3', None, None, None, None)),
    ('seen_paper_4', (None, 'seen_paper_4', '1', 'percent3', None, None, None, None)),
    ('seen_paper_4_low', (None, 'seen_paper_4_low', '1', 'percent3', None, None, None, None)),
    ('seen_paper_4_high', (None, 'seen_paper_4_high', '1', 'percent3', None, None, None, None)),
    ('seen_paper_8', (None, 'seen_paper_8', '1', 'percent3', None, None, None, None)),
    ('seen_paper_8_low', (None, 'seen_paper_8_low', '1', 'percent3', None, None, None, None)),
    ('seen_paper_8_high', (None, 'seen_paper_8_high', '1', 'percent3', None, None, None, None)),
    ('seen_largest', (None, 'seen_largest', '1', 'percent3', None, None, None, None)),
    ('seen_largest_low', (None, 'seen_largest_low', '1', 'percent3', None, None, None, None)),
    ('seen_largest_high', (None, 'seen_largest_high', '1', 'percent3', None, None, None, None)),
    ('seen_rows', (None, 'seen_rows', '1', 'percent3', None, None, None, None)),
    ('seen_rows_low', (None, 'seen_rows_low', '1', 'percent3', None, None, None, None)),
    ('seen_rows_high', (None, 'seen_rows_high', '1', 'percent3', None, None, None, None)),
    ('seen_rounding', (None, 'seen_rounding', '1', 'percent3', None, None, None, None)),
    ('seen_rounding_low', (None, 'seen_rounding_low', '1', 'percent3', None, None, None, None)),
    ('seen_rounding_high', (None, 'seen_rounding_high', '1', 'percent3', None, None, None, None)),
    ('seen_openings', (None, 'seen_openings', '1', 'percent3', None, None, None, None)),
    ('seen_openings_low', (None, 'seen_openings_low', '1', 'percent3', None, None, None, None)),
    ('seen_openings_high', (None, 'seen_openings_high', '1', 'percent3', None, None, None, None)),
    ('seen_any', (None, 'seen_any', '1', 'percent3', None, None, None, None)),
    ('seen_any_low', (None, 'seen_any_low', '1', 'percent3', None, None, None, None)),
    ('seen_any_high', (None, 'seen_any_high', '1', 'percent3', None, None, None, None)),
    ('seen_digest', (None, 'seen_digest', '1', 'percent3', None, None, None, None)),
    ('seen_digest_low', (None, 'seen_digest_low', '1', 'percent3', None, None, None, None)),
    ('seen_digest_high', (None, 'seen_digest_high', '1', 'percent3', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
ATTACK_QUANTITIES = OrderedDict((
    ('attack_error', (None, 'attack_error', '1', 'percent3', None, None, None, None)),
    ('attack_cost', (None, 'attack_cost', '1', 'sci3', None, None, None, None)),
    ('attack_committed', (None, 'attack_committed', '1', 'sci3', None, None, None, None)),
    ('attack_derived', (None, 'attack_derived', '1', 'sci3', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
RATE_ATTACK_QUANTITIES = OrderedDict((
    ('seen_flags', (None, 'seen_flags', '1', 'percent3', None, None, None, None)),
    ('seen_flags_low', (None, 'seen_flags_low', '1', 'percent3', None, None, None, None)),
    ('seen_flags_high', (None, 'seen_flags_high', '1', 'percent3', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
PAIR_QUANTITIES = OrderedDict((
    ('seen_before', (None, 'seen_before', '1', 'percent3', None, None, None, None)),
    ('seen_before_low', (None, 'seen_before_low', '1', 'percent3', None, None, None, None)),
    ('seen_before_high', (None, 'seen_before_high', '1', 'percent3', None, None, None, None)),
    ('seen_honest_paper', (None, 'seen_honest_paper', '1', 'percent3', None, None, None, None)),
    ('seen_honest_paper_low', (None, 'seen_honest_paper_low', '1', 'percent3', None, None, None,
                               None)),
    ('seen_honest_paper_high', (None, 'seen_honest_paper_high', '1', 'percent3', None, None, None,
                                None)),
    ('seen_honest', (None, 'seen_honest', '1', 'percent3', None, None, None, None)),
    ('seen_honest_low', (None, 'seen_honest_low', '1', 'percent3', None, None, None, None)),
    ('seen_honest_high', (None, 'seen_honest_high', '1', 'percent3', None, None, None, None)),
    ('pair_divergence_least', (None, 'pair_divergence_least', '1', 'sci3', None, None, None, None)),
    ('pair_divergence_most', (None, 'pair_divergence_most', '1', 'sci3', None, None, None, None)),
    ('pair_faulty_residual', (None, 'pair_faulty_residual', '1', 'sci3', None, None, None, None)),
    ('pair_honest_derived', (None, 'pair_honest_derived', '1', 'sci3', None, None, None, None)),
    ('pair_honest_residual', (None, 'pair_honest_residual', '1', 'sci3', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
RECORD_QUANTITIES = OrderedDict((
    ('sessions', (None, 'sessions', '1', 'fixed0', None, None, '1', None)),
    ('wall_time', (None, 'wall_time', 's', 'si4', None, None, None, None)),
    ('timed_share', (None, 'timed_share', '1', 'percent3', None, None, None, None)),
    ('longest_gap', (None, 'longest_gap', 's', 'si4', None, None, None, None)),
    ('flagged_repeats', (None, 'flagged_repeats', '1', 'fixed0', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
CHANGE_QUANTITIES = OrderedDict((
    ('output_kept', (None, 'output_kept', 'class', 'word', None, None, None, 'different')),
    ('rate_change', (None, 'rate_change', '1', 'fixed4', None, None, None, None)),
    ('rate_change_low', (None, 'rate_change_low', '1', 'fixed4', None, None, None, None)),
    ('rate_change_high', (None, 'rate_change_high', '1', 'fixed4', None, None, None, None)),
    ('inflation', ('calibration', 'inflation', '1', 'fixed4', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
JUDGED_QUANTITIES = OrderedDict((
    ('residual', ('calibration', 'judged_residual', '1', 'sci3', None, 'judged_tolerance', None,
                  None)),
    ('tolerance', ('calibration', 'judged_tolerance', '1', 'sci3', None, None, None, None)),
    ('decision', ('calibration', 'judged_decision', 'class', 'word', None, 'judged_tolerance', None,
                  None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
LINK_QUANTITIES = OrderedDict((
    ('agreement', (None, 'agreement', 'class', 'word', None, None, None, 'different')),
    ('difference', (None, 'difference', '1', 'sci3', None, 'difference_limit', None, None)),
    ('methods', (None, 'methods', 'class', 'word', None, None, None, None)),
    ('rate_ratio', (None, 'rate_ratio', '1', 'fixed4', None, None, None, None)),
    ('rate_ratio_low', (None, 'rate_ratio_low', '1', 'fixed4', None, None, None, None)),
    ('rate_ratio_high', (None, 'rate_ratio_high', '1', 'fixed4', None, None, None, None)),
    ('floor_ratio', ('calibration', 'floor_ratio', '1', 'fixed4', None, None, None, None)),
    ('class_kept', (None, 'class_kept', 'class', 'word', None, None, None, None)),
    ('numerical_class_kept', (None, 'numerical_class_kept', 'class', 'word', None, None, None,
                              'changed')),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
RECALL_QUANTITIES = OrderedDict((
    ('distance', (None, 'distance', None, 'si4', None, None, None, None)),
    ('recalled_key', (None, 'recalled_key', 'class', 'word', None, None, None, None)),
    ('recalled', (None, 'recalled', 'class', 'word', None, None, None, None)),
))

# quantity: (the trait of an item that has it, function, unit or None for the workload's,
#            text format, class, tolerance, the value without a finding,
#            the value that is a finding)
PRIOR_QUANTITIES = OrderedDict((
    ('links', (None, 'links', '1', 'fixed0', None, None, None, None)),
    ('identical', (None, 'identical', '1', 'fixed0', None, None, None, None)),
    ('within_rounding', (None, 'within_rounding', '1', 'fixed0', None, None, None, None)),
    ('different', (None, 'different', '1', 'fixed0', None, None, None, None)),
    ('not_comparable', (None, 'not_comparable', '1', 'fixed0', None, None, None, None)),
    ('floor_ratio_low', (None, 'floor_ratio_low', '1', 'fixed4', None, None, None, None)),
    ('floor_ratio_high', (None, 'floor_ratio_high', '1', 'fixed4', None, None, None, None)),
    ('floors_recovered', (None, 'floors_recovered', '1', 'fixed0', None, None, None, None)),
    ('floors', (None, 'floors', '1', 'fixed0', None, None, None, None)),
    ('classes_recovered', (None, 'classes_recovered', '1', 'fixed0', None, None, None, None)),
    ('classes', (None, 'classes', '1', 'fixed0', None, None, None, None)),
    ('rates_lost', (None, 'rates_lost', '1', 'fixed0', None, None, None, None)),
    ('recoverable_fraction', (None, 'recoverable_fraction', '1', 'percent3', None, None, None,
                              None)),
    ('recovered_of_measured', (None, 'recovered_of_measured', '1', 'percent3', None, None, None,
                               None)),
    ('evidence_preserving', (None, 'evidence_preserving', 'class', 'word', None, None, None, None)),
))

# covariate: (least, most, whether minimum and maximum are ints, whether minimum, median and
#             maximum are equal)
DOMAINS = {'clock': (1e6, 1e10, False, False), 'clock_device': (None, None, False, True),
           'clock_raw': (None, None, False, True), 'clock_real': (None, None, False, True),
           'clock_syscall': (None, None, False, True), 'clock_tsc': (None, None, False, True),
           'context_switches': (0, 1e9, False, False), 'ecc_corrected': (0, None, True, True),
           'ecc_uncorrected': (0, None, True, True), 'energy': (0, None, False, False),
           'idle_utilization': (0, 1, False, False), 'kernel_clock': (1e6, 1e10, False, False),
           'memory': (0, None, False, False), 'memory_clock': (1e6, 1e11, False, False),
           'other_memory': (0, None, False, False), 'other_processes': (0, None, True, False),
           'pcie_generation': (1, 16, True, False), 'pcie_replays': (0, None, True, True),
           'pcie_width': (1, 64, True, False), 'power': (0, 1e5, False, False),
           'power_reading': (0, 1e5, False, False), 'power_window': (0, None, False, True),
           'pressure': (0, 1, False, False), 'read_time': (0, None, False, False),
           'run_delay': (0, 1, False, True), 'steal': (0, 1, False, False),
           'stopped': (0, 1, False, True), 'temperature': (-60, 150, False, False),
           'throttle': (0, 1, True, False), 'throttle_reasons': (0, None, True, True)}

# unit: the rate above which a repeat is a finding
RATES = {'FLOP/s': 1e17, 'B/s': 1e15, 'element/s': 1e14, 'read/s': 1e14}

# bits of throttle_reasons that do not make throttle 1
HARMLESS_REASONS = 1 | 2 | 256

Variant = namedtuple('Variant', (
    'dimensions', 'work', 'unit', 'bound', 'terms', 'link', 'operands',
    'operand_format', 'output_format', 'layout', 'element_bytes',
    'predicted_floor', 'procedure', 'traits'))
# (workload, variant): its row; dimensions are (name, letter)
WORKLOADS = {
    ('gemm', 'fp16'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'none',
        None, 'half', ('A', 'B'), 'binary16', 'binary16', 'nn', 2, 2.07e-4,
        'repeats', ('calibration', 'rows', 'square', 'witness_f32')),
    ('gemm', 'bf16'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'none',
        None, 'bfloat', ('A', 'B'), 'bfloat16', 'bfloat16', 'nn', 2, 1.66e-3,
        'repeats', ('calibration', 'rows', 'square', 'witness_f32')),
    ('gemm', 'tf32'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'none',
        None, 'operands', ('A', 'B'), 'binary32', 'binary32', 'nn', 4, 2.94e-4,
        'repeats', ('calibration', 'rows', 'square', 'witness_f32')),
    ('gemm', 'fp8'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'none',
        None, 'eighth', ('A', 'B'), 'e4m3', 'bfloat16', 'tn', 2, 1.66e-3,
        'repeats', ('calibration', 'rows', 'square', 'witness_f32')),
    ('gemm', 'fp8_fast'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'fast',
        None, 'fast', ('A', 'B'), 'e4m3', 'bfloat16', 'tn', 2, None,
        'repeats', ('calibration', 'rows', 'square', 'witness_f32', 'growing')),
    ('gemm', 'f32'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'terms_f32',
        'depth', 'terms_f32', ('A', 'B'), 'binary32', 'binary32', 'nn', 4, None,
        'repeats', ('calibration', 'rows', 'square')),
    ('gemm', 'f64'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'terms_f64',
        'depth_and_columns', 'terms_f64', ('A', 'B'), 'binary64', 'binary64', 'nn', 8, None,
        'repeats', ('calibration', 'rows', 'square')),
    ('gemm', 'int8'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'terms_f64',
        'depth_and_columns', 'zero', ('A', 'B'), 'int8', 'int32', 'tn', 4, None,
        'repeats', ('calibration', 'rows', 'square', 'exact')),
    ('gemm', 'fp16_exact'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'zero',
        None, 'zero', ('A', 'B'), 'binary16', 'binary16', 'nn', 2, None,
        'repeats', ('square', 'exact', 'integers')),
    ('gemm', 'bf16_exact'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'zero',
        None, 'zero', ('A', 'B'), 'bfloat16', 'bfloat16', 'nn', 2, None,
        'repeats', ('square', 'exact', 'integers')),
    ('gemm', 'tf32_exact'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'zero',
        None, 'zero', ('A', 'B'), 'binary32', 'binary32', 'nn', 4, None,
        'repeats', ('square', 'exact', 'integers')),
    ('gemm', 'fp8_exact'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'zero',
        None, 'zero', ('A', 'B'), 'e4m3', 'bfloat16', 'tn', 2, None,
        'repeats', ('square', 'exact', 'integers')),
    ('gemm', 'fp8_fast_exact'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'zero',
        None, 'zero', ('A', 'B'), 'e4m3', 'bfloat16', 'tn', 2, None,
        'repeats', ('square', 'exact', 'integers')),
    ('gemm', 'f32_exact'): Variant(
        (('m', 'm'), ('n', 'n'), ('k', 'k')), 'gemm', 'FLOP/s', 'zero',
        None, 'zero', ('A', 'B'), 'binary32', 'binary32', 'nn', 4, None,
        'repeats', ('square', 'exact', 'integers')),
    ('hbm_triad', 'f32'): Variant(
        (('n', 'n'),), 'triad', 'B/s', 'zero',
        None, 'zero', ('b', 'c'), 'binary32', 'binary32', 'vector', 4, None,
        'repeats', ('exact', 'long')),
    ('hbm_copy', 'f32'): Variant(
        (('n', 'n'),), 'copy', 'B/s', 'zero',
        None, 'zero', ('a',), 'binary32', 'binary32', 'vector', 4, None,
        'repeats', ('exact', 'long')),
    ('attention', 'bf16'): Variant(
        (('b', 'b'), ('h', 'h'), ('s', 's'), ('d', 'd')), 'attention', 'FLOP/s', 'constant',
        None, 'attention', ('Q', 'K', 'V'), 'bfloat16', 'bfloat16', 'vector', 2, None,
        'repeats', ('row_sums',)),
    ('attention', 'bf16_causal'): Variant(
        (('b', 'b'), ('h', 'h'), ('s', 's'), ('d', 'd')), 'attention_causal', 'FLOP/s', 'constant',
        None, 'attention', ('Q', 'K', 'V'), 'bfloat16', 'bfloat16', 'vector', 2, None,
        'repeats', ('causal', 'row_sums')),
    ('reduction', 'default'): Variant(
        (('n', 'n'),), 'reduction', 'B/s', 'levels',
        None, 'levels', ('x',), 'binary32', 'binary32', 'vector', 4, None,
        'repeats', ('long',)),
    ('reduction', 'deterministic'): Variant(
        (('n', 'n'),), 'reduction', 'B/s', 'levels',
        None, 'zero', ('x',), 'binary32', 'binary32', 'vector', 4, None,
        'repeats', ('exact', 'deterministic', 'long')),
    ('scatter_add', 'atomic'): Variant(
        (('n', 'n'), ('buckets', 'b')), 'scatter', 'element/s', 'terms_f32',
        'hits', 'hits', ('src', 'index'), 'binary32', 'binary32', 'vector', 4, None,
        'repeats', ('chance',)),
    ('scatter_add', 'fixed'): Variant(
        (('n', 'n'), ('buckets', 'b')), 'scatter', 'element/s', 'terms_f32',
        'hits', 'zero', ('src', 'index'), 'binary32', 'binary32', 'vector', 4, None,
        'repeats', ('exact', 'fixed')),
    ('index_add', 'atomic'): Variant(
        (('rows', 'r'), ('columns', 'c'), ('buckets', 'b')), 'index', 'element/s', 'terms_f32',
        'row_hits', 'hits', ('src', 'index'), 'binary32', 'binary32', 'vector', 4, None,
        'repeats', ('chance',)),
    ('random_access', 'latency'): Variant(
        (('n', 'n'), ('lanes', 'l'), ('steps', 's')), 'access', 'read/s', 'zero',
        None, 'zero', ('table',), 'uint32', 'uint32', 'vector', 4, None,
        'repeats', ('exact', 'dependent', 'swept')),
    ('random_access', 'bandwidth'): Variant(
        (('n', 'n'), ('lanes', 'l'), ('steps', 's')), 'access', 'read/s', 'zero',
        None, 'zero', ('table',), 'uint32', 'uint32', 'vector', 4, None,
        'repeats', ('exact', 'swept')),
    ('random_access', 'latency_lines'): Variant(
        (('n', 'n'), ('lanes', 'l'), ('steps', 's')), 'access', 'read/s', 'zero',
        None, 'zero', ('table',), 'uint32', 'uint32', 'vector', 4, None,
        'repeats', ('exact', 'dependent', 'swept', 'lines')),
    ('random_access', 'bandwidth_lines'): Variant(
        (('n', 'n'), ('lanes', 'l'), ('steps', 's')), 'access', 'read/s', 'zero',
        None, 'zero', ('table',), 'uint32', 'uint32', 'vector', 4, None,
        'repeats', ('exact', 'swept', 'lines')),
    ('profile', 'l2'): Variant(
        (('steps', 's'),), 'steps', 'cycle', 'zero',
        None, 'zero', (), '-', '-', '-', 0, None,
        'profile', ()),
    ('profile', 'cores'): Variant(
        (('steps', 's'),), 'steps', 's', 'zero',
        None, 'zero', (), '-', '-', '-', 0, None,
        'profile', ()),
}

# variant of gemm: (what rounds, whether its G can have a verdict, centre, three terms of the
# excess, terms that widen the row threshold)
ROUNDINGS = {
    'fp16': ('output', True, 0.9995, 0, 0, 1.1641532182693481e-10, 0),
    'bf16': ('output', True, 0.9961, 0, 0, 3.637978807091713e-12, 0),
    'tf32': ('operands', True, 1, 0, 0, 4.656612873077393e-10, 160),
    'fp8': ('output', True, 0.9961, 0.03125, 0, 3.637978807091713e-12, 0),
    'fp8_fast': ('output', False, 1, 0, 0, 0, 0),
    'f32': ('output', True, 1, 0, 1, 0, 0),
    'f64': ('none', False, 0, 0, 0, 0, 0),
    'int8': ('none', False, 0, 0, 0, 0, 0),
}

# (variant of gemm, m, n, k): digest of its output, for the empty nonce
EXACT = {
    ('bf16_exact', 96, 160, 128):
        '29ef221587b546b95e91ab88fb1ed1ab64405bf30dae6ca8b746c072d85726ac',
    ('bf16_exact', 128, 128, 128):
        '0062a60cb0729df1a2589351bce37abc08cb47e91cae0188052286c1fa9e237e',
    ('bf16_exact', 512, 512, 512):
        'c9f6fc0bb70fd43ba06c6c7139cb41cd3e1090dcc195c0ae50dd9716447c416b',
    ('bf16_exact', 1024, 1024, 1024):
        '47bf68bd20717d9d65eb5dd95935e5fec6ad1eebf762c3ffff913a9fef6fbdec',
    ('bf16_exact', 2048, 2048, 2048):
        'a405c8f716f50d85d2e75cdedc4d81e56f28fedc9ba24bc9da31ac6ff56bc328',
    ('bf16_exact', 4096, 4096, 4096):
        '51683b19f7707e7abc4505a9fabf331c090f6d59f89487031fef075253810486',
    ('bf16_exact', 8192, 8192, 8192):
        '547e56b3abbe97163ff408b91a431b7da85395247660afdf9c9607b54d96da3e',
    ('bf16_exact', 16384, 16384, 16384):
        '2c9db78366af3c7ae2ad35272d77d628fa92e4d7cfe70bfbc57bbf85e96a0b6b',
    ('f32_exact', 128, 128, 128):
        '83f54fd1912eb87d438d302581712515a7d13ed7b33ee334ff65e1c55e2a05bb',
    ('f32_exact', 512, 512, 512):
        '81af44630a0ad0d85bb5e3cdf4ee29377184da63e38ff1b0de28a5767d0091b2',
    ('f32_exact', 1024, 1024, 1024):
        '7ba2a837b15cc0acf3f765afc65ce92e4e06c57e9f9776999b9735497c972960',
    ('f32_exact', 2048, 2048, 2048):
        '5877a7c711f5ce0cc6a0aa00c876bdaf2c613294bb397fdc19e47e0086a314e4',
    ('f32_exact', 4096, 4096, 4096):
        '71bf20dbc1f091205347e57f32e3304fe2825342236bc3b98403c19a0cab1a3e',
    ('f32_exact', 8192, 8192, 8192):
        '0e7a0b35b5404269a4d8e50679674b614f560d225fd739042c521bf2fa23717f',
    ('fp16_exact', 128, 128, 128):
        'c7897c3ede62316164922e3a8464af1993cd0bd01e428c1665a892512937aa81',
    ('fp16_exact', 512, 512, 512):
        'a9c2266bc249275fc64ca55d932733e01cec88b2b90a25c18fddc49332e57b7b',
    ('fp16_exact', 1024, 1024, 1024):
        'cc6e74be0f8e91466d512a1cbb2b1cac61e718f37469204a06869c05efe766e7',
    ('fp16_exact', 2048, 2048, 2048):
        '56cef8f5a6b0325c124d0e6a29adc3a18cde56ab3d6fd4de19bdb837bc69396b',
    ('fp16_exact', 4096, 4096, 4096):
        '070967017ba2f589878e334b66b2889d72c6217de5ec79915d6ec46db825f816',
    ('fp16_exact', 8192, 8192, 8192):
        '6df827705cc3eb0d156a05decfba16caecd0812a036ba7e50106eb3e30ca659b',
    ('fp16_exact', 16384, 16384, 16384):
        '9d3d2a5c3e32a54a2046dc042c43c73ca83969682d3fecf865bfacf347a1be66',
    ('fp8_exact', 128, 128, 128):
        'e1832487d6ec6b4c9414d09ea2d54c171efcf0932c350ac8f55d82fdc8fd51df',
    ('fp8_exact', 512, 512, 512):
        '18ee8af6db900ea7c364655b92b33e0fbd3edc630e58139d5e0cbdae0796a347',
    ('fp8_exact', 1024, 1024, 1024):
        '6cf78b6fce400c159783212ff04a2ef3f12e788163be2253ba1926f143178b3d',
    ('fp8_exact', 2048, 2048, 2048):
        '87d8ba70414b46cbfcc515b51e7f378a4863faf8a74abfbff37e612728dbe7df',
    ('fp8_exact', 4096, 4096, 4096):
        'abaedd929cd9209015dcab03736a368f8cb4aeb4808e5c38946c7de9769712c2',
    ('fp8_exact', 8192, 8192, 8192):
        'bae1ccb4bfcc3acd94cb1e86b3664d632de8b6313a7032212052fad3239f898d',
    ('fp8_exact', 16384, 16384, 16384):
        '1b0bad40389ec09c8a311b3ca53b7856e031e3d2dbda3e1164b3493f0834480c',
    ('fp8_fast_exact', 4096, 4096, 4096):
        'e176d6393017b51219d0ef8dfd6981e351a43909cf6ab146d04cd76c6ccbe2a8',
    ('fp8_fast_exact', 8192, 8192, 8192):
        'fe6ab6c824dd0396c15d5e6df9ebfa1b4f9be0f4dc194e8fd3d14b4e37c41304',
    ('fp8_fast_exact', 16384, 16384, 16384):
        '01cebfd9d29d8cb4c940907a7e62baafcd87335fb9e1736f56098ee224f431ec',
    ('tf32_exact', 128, 128, 128):
        '000cfb88e1594dee57763cd9cdbe14b2d91c3d9f2b6e51d05bfec4f435939d21',
    ('tf32_exact', 512, 512, 512):
        'fc8471f5409b2ddce1a2caebac31ea2ed424d85148ade94b8459c9ad98ca676e',
    ('tf32_exact', 1024, 1024, 1024):
        '0e5fb29abb75b94c459ddec1f45690c2541de06f87da173846fdcc2c63f36c20',
    ('tf32_exact', 2048, 2048, 2048):
        'ff5ec11ebcd7f0a9503561f85d9ea68259e60364e4cd39a112c9130f1786f256',
    ('tf32_exact', 4096, 4096, 4096):
        '7e53fe0b148534185fb4ee757586656c68bf4db497e1be6f5d3455e194d15ca7',
    ('tf32_exact', 8192, 8192, 8192):
        '3413db9e4c2d4ff32448238c3db01f4a8e13d0931d63a2dedaf44e7651d1a4d7',
    ('tf32_exact', 16384, 16384, 16384):
        'a07c104b6ccf554e7938cafb907686f7a964958024cfb06c90d32aa260cadf90',
}

# variant of gemm: (bits of its sums, largest element, largest finite output)
INTEGERS = {'fp16_exact': (24, 127, 65504), 'bf16_exact': (24, 127, None),
            'tf32_exact': (24, 127, None), 'fp8_exact': (24, 7, None),
            'fp8_fast_exact': (14, 7, None), 'f32_exact': (24, 127, None)}

# the row threshold's q by T
ROW_QUANTILES = (23.93, 25.27, 26.61, 27.95, 29.29, 30.63, 31.98, 33.33, 34.67, 36.02, 37.38, 38.73,
                 40.08, 41.44, 42.79, 44.15, 45.51, 46.86, 48.22, 49.58, 50.94, 52.30, 53.66, 55.03,
                 56.39, 57.75, 59.12, 60.48, 61.85, 63.21, 64.58, 65.94, 67.31, 68.67, 70.04, 71.41,
                 72.78)

# form: its fields, each "name type of null edge length"; a.b has those of a too
FORMS = {
    'producer': ('name text', 'source_revision text', 'version text'),
    'fact': ('commitment hex - optional', 'name name', 'reason reason', 'value value - yes'),
    'witness': ('backend word backends', 'device text', 'facts array fact'),
    'environment': ('backend word backends', 'device text', 'facts array fact',
                    'kind const environment', 'producer object producer', 'type const observation',
                    'witness object witness optional'),
    'fault': ('column count', 'kind word faults', 'row count', 'when word when'),
    'trial': ('size count', 'word word trial_words'),
    'item': ('fault object fault optional', 'minutes int - optional', 'point word points optional',
             'repeats int', 'shape shape', 'tolerance_of word - optional',
             'trial object trial optional', 'variant word', 'workload word'),
    'plan': ('continues array hex no - 0..8', 'environment id - no environment',
             'extent word extents optional', 'items array item no - 0..1024', 'kind const plan',
             'name text', 'nonce nonce', 'repeat_seconds duration', 'run hex',
             'type const observation'),
    'session': ('environment id - no environment', 'index count', 'kind const session',
                'plan id - no plan', 'started_at decimal', 'type const observation',
                'warnings array full optional - 0..16'),
    'residual': ('difference_max size - yes', 'reason reason', 'reference_max size - yes',
                 'row_sum_error size - optional'),
    'residual.rows': ('probe count', 'residual_squares size - yes', 'rounding_squares size - yes',
                      'row count', 'row_statistic size - yes'),
    'covariate.absent': ('reason full',),
    'covariate.present': ('longest_gap_s size', 'maximum number', 'median number', 'minimum number',
                          'samples positive'),
    'workload': ('environment id - no environment', 'item count', 'kind const workload',
                 'plan id - no plan', 'repeat count', 'shape shape', 'type const observation',
                 'variant word', 'workload word'),
    'workload.failed': ('reason full', 'status const failed'),
    'workload.ok': ('covariates covariates covariate', 'divergence size - yes', 'flags array word',
                    'iterations positive', 'method text', 'output_digest hex',
                    'peak_resident_bytes count - yes', 'reason reason', 'residual object residual',
                    'seconds duration', 'started_at decimal', 'status const ok'),
    'calibration': ('environment id - no environment', 'item count', 'kind const calibration',
                    'plan id - no plan', 'product id - no workload', 'type const observation'),
    'calibration.failed': ('reason full', 'status const failed'),
    'calibration.ok': ('difference_max array size no - 21..21', 'reason full - optional',
                       'reference_max array size no - 21..21',
                       'residual_squares array size no - 21..21',
                       'rounding_squares array size no - 21..21', 'status const ok'),
    'stage': ('environment id - no environment', 'index count', 'item count', 'kind const stage',
              'plan id - no plan', 'previous id - optional stage', 'type const observation'),
    'stage.acquire': ('output_digest hex', 'product id - no workload', 'stage const acquire'),
    'stage.inject': ('column count', 'fault word faults', 'output_digest hex', 'row count',
                     'stage const inject'),
    'stage.witness': ('element object element optional', 'openings array opening',
                      'output_digest hex', 'residual object residual', 'stage const witness'),
    'stage.witness_calibrated': ('calibration id - no calibration',
                                 'element object element optional', 'openings array opening',
                                 'output_digest hex', 'residual object residual',
                                 'stage const witness'),
    'stage.decide': ('decision word decisions', 'stage const decide'),
    'stage.repair': ('method text', 'output_digest hex', 'stage const repair'),
    'element': ('column count', 'expected nonce', 'found nonce', 'row count'),
    'opening': ('chunk count', 'data word', 'matrix_path array hex', 'row count',
                'row_path array hex'),
    'revisit': ('environment id - no environment', 'item count', 'kind const revisit',
                'openings array opening', 'plan id - no plan', 'prior positive',
                'product id - no workload', 'type const observation'),
    'stress': ('environment id - no environment', 'item count', 'index count', 'kind const stress',
               'plan id - no plan', 'type const observation'),
    'stress.failed': ('reason full', 'seconds duration - optional', 'started_at decimal - optional',
                      'status const failed'),
    'stress.ok': ('covariates covariates covariate', 'duty number - optional', 'errors count',
                  'flags array word', 'memory_free_bytes count - optional',
                  'period_s duration - optional', 'products count',
                  'residual object residual optional', 'seconds duration', 'started_at decimal',
                  'status const ok'),
    'profile': ('environment id - no environment', 'item count', 'kind const profile',
                'plan id - no plan', 'repeat count', 'type const observation'),
    'profile.failed': ('reason full', 'status const failed'),
    'profile.ok': ('allocation count', 'covariates covariates covariate', 'flags array word',
                   'latencies array size no - 1..2016', 'seconds duration', 'started_at decimal',
                   'status const ok'),
    'trials': ('environment id - no environment', 'item count', 'kind const trials',
               'plan id - no plan', 'type const observation'),
    'trials.failed': ('reason full', 'status const failed'),
    'trials.ok': ('attack object attack optional', 'method text', 'pair object pair optional',
                  'seconds duration', 'seed hex', 'seen array seen no - 1..14',
                  'started_at decimal', 'status const ok'),
    'seen': ('check word checks', 'trials text'),
    'attack': ('committed size - yes', 'cost size - yes', 'derived size - yes', 'error size - yes',
               'reason reason'),
    'pair': ('divergence_least size - yes', 'divergence_most size - yes',
             'faulty_residual size - yes', 'honest_derived size - yes',
             'honest_residual size - yes', 'reason reason'),
    'external': ('environment id - no environment', 'index count', 'kind const external',
                 'plan id - no plan', 'series name', 'type const observation', 'values values'),
    'reduction': ('function word functions', 'reason reason', 'type const reduction',
                  'value value - yes'),
    'reduction.item': ('inputs array id no workload|calibration|stage|stress|profile|trials 1..',),
    'reduction.record': ('inputs array id no plan 1..1',),
    'reduction.change': ('inputs array id no plan 1..1', 'item count'),
    'reduction.link': ('inputs array id no workload|profile|plan 1..', 'item count',
                       'prior positive'),
    'reduction.prior': ('inputs array id no plan 1..1', 'prior positive'),
    'reduction.series': ('field name', 'inputs array id no external 1..'),
    'claim': ('asserts id - no reduction', 'name word', 'reason reason', 'text text',
              'type const claim', 'unit text', 'value value - yes'),
    'claim.item': ('class word - yes', 'tolerance number - yes'),
    'claim.own': ('beside array id optional reduction 1..16', 'format word formats'),
    'file': ('path text', 'sha256 hex'),
    'root': ('checkers array file optional', 'claim_count count', 'continues array hex no - 0..8',
             'files array file', 'format word', 'merkle_root hex', 'plan id - no plan',
             'type const root'),
}
# end of tables


class Refusal(Exception):
    """A rule that does not hold: its tag, and words that name the place and the values."""

    def __init__(self, tag, words, line=None, file=EVIDENCE):
        super().__init__(tag, words)
        self.tag, self.words, self.line, self.file = tag, words, line, file


class Unjudged(Exception):
    """The record is not judged, or not whole; the argument is the first line of the answer."""


class Trouble(Exception):
    """The record could not be checked."""


def masked(text):
    """A text in printable ASCII, other characters as escapes; a byte that is not UTF-8 as \\xNN."""
    def escape(found):
        code = ord(found.group())
        if 0xdc80 <= code < 0xdd00:  # what os.fsdecode makes of a byte
            return '\\x%02x' % (code - 0xdc00)
        return ('\\U%08x' if code > 0xffff else '\\u%04x') % code
    return re.sub('[^ -~]', escape, text)


def shown(value):
    """A value in a message: short and printable. A text is quoted where its ends are not seen."""
    text = value if isinstance(value, str) else jcs(value)
    if len(text) > 90:
        text = text[:87] + '...'
    if isinstance(value, str) and text.strip(' ') != text or text == '':
        text = '`%s`' % text
    return masked(text)


def require(holds, tag, words, *parts):
    """Refuses unless holds; the words are put together only then, which is rare."""
    if not holds:
        raise Refusal(tag, words % tuple(map(shown, parts)) if parts else words)


# ----------------------------------------------------------------------------------------------
# RFC 8785: the canonical image.

quoted = json.encoder.encode_basestring  # what json.dumps calls without ensure_ascii


def number_text(x):
    """ECMAScript's form of a finite double. repr gives the same digits, placed by other rules."""
    if type(x) is int:
        return str(x)
    if x == 0:
        return '0'
    mantissa, _, exponent = repr(abs(x)).partition('e')
    whole, _, fraction = mantissa.partition('.')
    digits = whole + fraction
    significant = digits.lstrip('0')
    point = len(whole) + int(exponent or '0') - (len(digits) - len(significant))
    digits = significant.rstrip('0')
    count = len(digits)
    sign = '-' if x < 0 else ''
    if count <= point <= 21:
        return sign + digits + '0' * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + '.' + digits[point:]
    if -6 < point <= 0:
        return sign + '0.' + '0' * -point + digits
    power = point - 1
    fraction = '.' + digits[1:] if count > 1 else ''
    return '%s%s%se%s%d' % (sign, digits[0], fraction, '+' if power >= 0 else '-', abs(power))


def jcs(value):
    """The RFC 8785 image of a value whose keys are ASCII, without a newline."""
    kind = type(value)
    if kind is str:
        return quoted(value)
    if kind is dict:
        return '{' + ','.join([quoted(k) + ':' + jcs(value[k]) for k in sorted(value)]) + '}'
    if kind is list:
        return '[' + ','.join([jcs(v) for v in value]) + ']'
    if value is None:
        return 'null'
    if kind is bool:
        return 'true' if value else 'false'
    return number_text(value)


class Strict:
    """Reads a line by the letter of [line] and [canonical]; slow, the judge of the fast path."""

    SPACE = re.compile(r'[ \t\r\n]*')
    NUMBER = re.compile(r'-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?')
    PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
    HEX4 = re.compile(r'[0-9a-fA-F]{4}')
    KEY = re.compile(r'[a-z0-9_]+')
    ESCAPES = {'"': '"', '\\': '\\', '/': '/',
               'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
    WORDS = {'t': ('true', True), 'f': ('false', False), 'n': ('null', None)}

    def __init__(self, text):
        self.text, self.at, self.overflow = text, 0, False

    def object_of_line(self):
        """The object that the line is by [line], canonical or not."""
        self.space()
        require(self.text[self.at:self.at + 1] == '{', 'line', 'the line is not a JSON object')
        value = self.value(1)
        self.space()
        require(self.at == len(self.text), 'line', 'text after the object at character %s', self.at)
        return value

    def node(self):
        value = self.object_of_line()
        require(not self.overflow, 'canonical', 'a number overflows binary64')
        require(jcs(value) + '\n' == self.text, 'canonical', 'the line is not its canonical image')
        return value

    def fail(self, words):
        raise Refusal('line', '%s at character %d' % (words, self.at))

    def space(self):
        self.at = self.SPACE.match(self.text, self.at).end()

    def value(self, depth):
        first = self.text[self.at:self.at + 1]
        if first in '{[' and first:
            if depth > DEPTH:
                self.fail('nested more than %d deep' % DEPTH)
            return self.object(depth) if first == '{' else self.array(depth)
        if first == '"':
            return self.string()
        if first in self.WORDS:
            word, value = self.WORDS[first]
            if not self.text.startswith(word, self.at):
                self.fail('not JSON')
            self.at += len(word)
            return value
        return self.number()

    def number(self):
        found = self.NUMBER.match(self.text, self.at)
        if not found:
            self.fail('not JSON')
        self.at = found.end()
        value = float(found.group())
        if math.isinf(value):
            self.overflow = True
        return read_int(found.group()) if re.fullmatch('-?[0-9]+', found.group()) else value

    def array(self, depth):
        values, self.at = [], self.at + 1
        self.space()
        if self.text.startswith(']', self.at):
            self.at += 1
            return values
        while True:
            self.space()
            values.append(self.value(depth + 1))
            if self.after(']'):
                return values

    def object(self, depth):
        values, self.at = {}, self.at + 1
        self.space()
        if self.text.startswith('}', self.at):
            self.at += 1
            return values
        while True:
            self.space()
            if not self.text.startswith('"', self.at):
                self.fail('not JSON: a key is missing')
            key = self.string()
            if key in values:
                self.fail('the key %s is there twice' % shown(key))
            if not self.KEY.fullmatch(key):
                self.fail('the key %s is not made of [a-z0-9_]' % shown(key))
            self.space()
            if not self.text.startswith(':', self.at):
                self.fail('not JSON: no colon')
            self.at += 1
            self.space()
            values[key] = self.value(depth + 1)
            if self.after('}'):
                return values

    def after(self, close):
        self.space()
        mark, self.at = self.text[self.at:self.at + 1], self.at + 1
        if mark not in (close, ','):
            self.fail('not JSON: neither , nor ' + close)
        return mark == close

    def string(self):
        parts, self.at = [], self.at + 1
        while True:
            plain = self.PLAIN.match(self.text, self.at)
            parts.append(plain.group())
            self.at = plain.end()
            mark, self.at = self.text[self.at:self.at + 1], self.at + 1
            if mark == '"':
                return ''.join(parts)
            if mark != '\\':
                self.fail('a control character in a string, or no end of it')
            parts.append(self.escape())

    def escape(self):
        mark, self.at = self.text[self.at:self.at + 1], self.at + 1
        if mark in self.ESCAPES:
            return self.ESCAPES[mark]
        if mark != 'u':
            self.fail('an unknown escape')
        unit = self.hex4()
        if 0xd800 <= unit < 0xdc00 and self.text.startswith('\\u', self.at):
            self.at += 2
            low = self.hex4()
            if 0xdc00 <= low < 0xe000:
                return chr(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
            self.fail('a lone surrogate')
        if 0xd800 <= unit < 0xe000:
            self.fail('a lone surrogate')
        return chr(unit)

    def hex4(self):
        found = self.HEX4.match(self.text, self.at)
        if not found:
            self.fail('a bad \\u escape')
        self.at = found.end()
        return int(found.group(), 16)


def read_int(text):
    """A number without fraction and exponent: an int where the format calls it one, else a double.

    An int of thousands of digits never reaches int(), which is quadratic or refuses it.
    """
    if len(text) > 17:
        return float(text)
    value = int(text)
    return value if -INT_LIMIT < value < INT_LIMIT else float(text)


_scan = json.JSONDecoder(parse_int=read_int).scan_once
_dump = json.JSONEncoder(sort_keys=True, separators=(',', ':'), ensure_ascii=False,
                         check_circular=False, allow_nan=False).encode


def doubtful(text):
    """Whether repr and ECMAScript may differ in it, so that equality with _dump proves nothing."""
    return '.0,' in text or '.0}' in text or '.0]' in text or 'e-0' in text or 'e+' in text


def read_node(text):
    """Decodes a line that is its own canonical image; refuses any other.

    A text is canonical if a canonical writer makes it from the value that was read. jcs writes all
    values so, and json.dumps, which is faster, all but some numbers. The schema judges keys and
    depth; where it refuses the node, Strict judges them first.
    """
    try:
        node, end = _scan(text, 0)
        if type(node) is dict and end == len(text) - 1:
            if _dump(node) == text[:-1] and not doubtful(text):
                return node
            if jcs(node) + '\n' == text:
                return node
    except (ValueError, StopIteration, RecursionError, OverflowError):
        pass
    return Strict(text).node()


# ----------------------------------------------------------------------------------------------
# Types of fields (record.md section 2, [schema] and [null]).

HEX = re.compile(r'[0-9a-f]{64}')
NAME = re.compile(r'[a-z0-9_.]{1,%d}' % NAME_BYTES)
DECIMAL = re.compile(r'0|[1-9][0-9]{0,19}')
NONCE = re.compile(r'[0-9a-f]{0,%d}' % NONCE_DIGITS)
UNIT = re.compile(r'[A-Za-z0-9/%%]{1,%d}' % UNIT_BYTES)
FORMAT = re.compile(r'witnessmark/(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)')
FORMAT_BYTES = 63  # of a newer format's name


def is_number(v):
    return type(v) is float or type(v) is int


def is_size(v):
    return is_number(v) and v >= 0


def is_int(v):
    return type(v) is int


def is_count(v):
    return type(v) is int and v >= 0


def is_positive(v):
    return is_number(v) and v > 0


def is_one_or_more(v):
    return type(v) is int and v >= 1


def is_hex(v):
    return type(v) is str and HEX.fullmatch(v) is not None


def is_name(v):
    return type(v) is str and NAME.fullmatch(v) is not None


def is_decimal(v):
    return type(v) is str and DECIMAL.fullmatch(v) is not None


def is_nonce(v):
    return type(v) is str and NONCE.fullmatch(v) is not None


def is_text(v):
    return type(v) is str and \
        (len(v) <= TEXT_BYTES // 4 or len(v.encode('utf-8')) <= TEXT_BYTES)


def is_word(v):
    return is_text(v) and v != ''


def is_object(v):
    return type(v) is dict


def is_array(v):
    return type(v) is list


def or_null(test):
    return lambda v: v is None or test(v)


def is_value(v):
    return is_number(v) or is_text(v)


def is_string(v):
    return type(v) is str


def is_digest_list(v):
    return type(v) is list and all(map(is_hex, v))


def is_word_list(v):
    return type(v) is list and all(map(is_word, v))


def is_size_list(v):
    return type(v) is list and all(x is None or is_size(x) for x in v)


TYPES = {
    'word': is_string, 'text': is_text, 'full': is_word, 'name': is_name, 'decimal': is_decimal,
    'nonce': is_nonce, 'hex': is_hex, 'id': is_hex, 'int': is_int, 'count': is_count,
    'positive': is_one_or_more, 'number': is_number, 'size': is_size, 'duration': is_positive,
    'value': is_value, 'object': is_object, 'shape': is_object, 'covariates': is_object,
    'values': is_object, 'array': is_array,
}
LISTS = {'full': is_word_list, 'id': is_digest_list, 'hex': is_digest_list, 'size': is_size_list}


def field_test(kind, of, length):
    """The test of a field's value, from its row: type, word list or element, length."""
    if kind == 'const':
        return lambda v: v == of
    if kind == 'word' and of in WORDS:
        return lambda v: v in WORDS[of]
    if kind != 'array':
        return TYPES[kind]
    test = LISTS.get(of, is_array)
    if length == '-':
        return test
    least, _, most = length.partition('..')
    return lambda v: test(v) and int(least) <= len(v) <= int(most or len(v))


class Form:
    """The fields of a form of object.

    tests and optional: name -> test; nulls: the names that may be null, or an element of which may;
    edges: name -> the classes that an id there may name; reason: 'with null' if the object has a
    reason just where a field is null, 'own' if it is a field like others, else None.
    """

    def __init__(self, name):
        self.tests, self.optional, self.nulls, self.edges = {}, {}, [], {}
        self.reason = None
        rows = [row.split() for own, some in FORMS.items()
                if name == own or name.startswith(own + '.') for row in some]
        gappy = any(row[0] == 'reason' for row in rows)
        for row in rows:
            self.add(*row, gappy=gappy)

    def add(self, field, kind, of='-', null='no', edge='-', length='-', gappy=False):
        """Adds a field. An element of an array of sizes may be null in a gappy form."""
        if field == 'reason':
            self.reason = 'own' if kind == 'full' and null == 'no' else 'with null'
            if self.reason == 'with null':
                return
        test = field_test(kind, of, length)
        if kind == 'array' and of == 'size':
            if gappy:
                self.nulls.append(field)
            else:
                sizes = test
                test = lambda v: sizes(v) and None not in v
        if null == 'yes':
            self.nulls.append(field)
        if null == 'optional':
            self.optional[field] = test
        else:
            self.tests[field] = or_null(test) if null == 'yes' else test
        if edge != '-':
            self.edges[field] = edge.split('|')

    def without(self, *fields):
        """The form without some of its fields."""
        form = Form('')
        form.tests = {name: test for name, test in self.tests.items() if name not in fields}
        form.nulls = [name for name in self.nulls if name not in fields]
        form.edges, form.optional, form.reason = self.edges, self.optional, self.reason
        return form

    def has_null(self, node):
        for name in self.nulls:
            value = node[name]
            if value is None or type(value) is list and None in value:
                return True
        return False


def check_fields(node, form, where='the node'):
    """Exactly the fields of a form, each of its type, and a reason just where one is null."""
    require(is_object(node), 'schema', '%s is not an object', where)
    tests, optional = form.tests, form.optional
    for name in tests:
        require(name in node, 'schema', '%s lacks the field %s', where, name)
    for name in node:
        require(name in tests or name in optional or name == 'reason' and form.reason != 'own',
                'schema', '%s has the unknown field %s', where, name)
    for name, test in tests.items():
        require(test(node[name]), 'schema', '%s of %s cannot be %s', name, where, node[name])
    for name, test in optional.items():
        require(name not in node or test(node[name]), 'schema',
                '%s of %s cannot be %s', name, where, node.get(name))
    if form.reason != 'own':
        check_reason(node, form.reason is not None and form.has_null(node), where)


def check_reason(node, wanted, where):
    """An object has a reason if it has a null, and only then."""
    if wanted:
        require('reason' in node, 'null', '%s has a null and no reason', where)
        require(is_word(node['reason']), 'null', 'the reason of %s is not a text', where)
    else:
        require('reason' not in node, 'null', '%s has a reason and no null', where)


# ----------------------------------------------------------------------------------------------
# RFC 6962 trees, Philox and the challenges (inputs.md sections 1, 2, 5, 6).

def leaf_hash(data):
    return hashlib.sha256(b'\0' + data).digest()


def node_hash(left, right):
    return hashlib.sha256(b'\1' + left + right).digest()


class Tree:
    """An RFC 6962 tree hash over leaves as they come: one hash a level."""

    def __init__(self):
        self.count, self.stack = 0, []

    def add(self, data):
        self.stack.append(leaf_hash(data))
        self.count += 1
        joined = self.count
        while joined % 2 == 0:
            right = self.stack.pop()
            self.stack.append(node_hash(self.stack.pop(), right))
            joined //= 2

    def root(self):
        if not self.stack:
            return hashlib.sha256(b'').digest()
        value = self.stack[-1]
        for left in reversed(self.stack[:-1]):
            value = node_hash(left, value)
        return value


def path_root(leaf, index, count, path):
    """The root that an inclusion path leads to (RFC 9162, 2.1.3.2), or None if it does not fit."""
    if not index < count:
        return None
    last, value = count - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if index % 2 or index == last:
            value = node_hash(sibling, value)
            while index % 2 == 0 and index:
                index, last = index >> 1, last >> 1
        else:
            value = node_hash(value, sibling)
        index, last = index >> 1, last >> 1
    return value if last == 0 else None


WORD = 0xffffffff


def philox(counter, key):
    """Philox4x32-10: four words from four words and a key of two."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1 = (p1 >> 32) ^ c1 ^ k0, p1 & WORD
        c2, c3 = (p0 >> 32) ^ c3 ^ k1, p0 & WORD
        k0, k1 = (k0 + 0x9E3779B9) & WORD, (k1 + 0xBB67AE85) & WORD
    return c0, c1, c2, c3


def random_word(seed, number):
    """32-bit word number `number` of a seed of 32 bytes."""
    k0, k1, c2, c3 = struct.unpack('<4I', seed[:16])
    block = number // 4
    return philox((block & WORD, block >> 32, c2, c3), (k0, k1))[number % 4]


def operand_seed(item, operand, nonce):
    image = jcs({'workload': item.workload, 'variant': item.variant, 'shape': item.shape})
    text = 'witnessmark/1 input\n%s\n%s\n%s' % (image, operand, nonce)
    return hashlib.sha256(text.encode('ascii')).digest()


def drawn_openings(item, digest, nonce, roots=()):
    """The (row, chunk) of each opening of an output: those that its digest draws, the tail.

    roots are those of the records that this one continues.
    """
    row = item.row
    context = jcs({
        'layout': row.layout, 'nonce': nonce, 'operand_format': row.operand_format,
        'output_digest': digest, 'output_format': row.output_format, 'shape': item.shape,
        'variant': item.variant, 'workload': item.workload,
        'seeds': [operand_seed(item, operand, nonce).hex() for operand in row.operands]})
    text = '\n'.join(['witnessmark/1 opening', context] + list(roots))
    seed = hashlib.sha256(text.encode('ascii')).digest()
    chunks, places, taken = chunk_count(item, 0), [], []
    others = all_chunks(item) - tail_chunks(item)
    for t in range(min(OPENINGS, others)):
        number = random_word(seed, t) * (others - t) >> 32
        for former in taken:
            if former > number:
                break
            number += 1
        taken = sorted(taken + [number])
        places.append(number)
    places += range(others, all_chunks(item))
    return [(number // chunks, number % chunks) for number in places]


def level_sizes(addends):
    """How many sums each level of a reduction has, level 0 first."""
    sizes = [(addends + LEVEL - 1) // LEVEL]
    while sizes[-1] > 1:
        sizes.append((sizes[-1] + FAN - 1) // FAN)
    return sizes


def output_rows(item, row):
    """(rows of the output, elements of its row number `row`), as its digest cuts it."""
    shape, work_of = item.shape, item.row.work
    if work_of == 'gemm':
        return shape['m'], shape['n']
    if work_of in ('attention', 'attention_causal'):
        return shape['b'] * shape['h'] * shape['s'], shape['d']
    if work_of == 'index':
        return shape['buckets'], shape['columns']
    if work_of == 'reduction':
        length = sum(level_sizes(shape['n']))
    else:
        length = shape[{'triad': 'n', 'copy': 'n', 'access': 'lanes',
                        'scatter': 'buckets'}[work_of]]
    rows = (length + VECTOR_ROW - 1) // VECTOR_ROW
    return rows, min(VECTOR_ROW, length - VECTOR_ROW * row)


def check_planned_fault(item, where):
    kind, place = item.fault['kind'], (item.fault['row'], item.fault['column'])
    rows, columns = output_rows(item, place[0])
    require(place[0] < rows and place[1] < columns and (FAULTS[kind] or place == (0, 0)), 'plan',
            '%s: a fault %s cannot begin at row %s, column %s', where, kind, *place)
    require(kind != 'stale' or item.injected(), 'plan',
            '%s: a fault %s cannot be in repeats', where, kind)


def row_bytes(item, row):
    return output_rows(item, row)[1] * item.row.element_bytes


def chunk_count(item, row):
    return (row_bytes(item, row) + CHUNK_BYTES - 1) // CHUNK_BYTES


def largest_integer(item):
    """The r of an item of small integers, whose operands are in [-r, r]; 0: it has none."""
    m, n, k = (item.shape[name] for name in 'mnk')
    bits, most, finite = INTEGERS[item.variant]
    t = (m * n - 1).bit_length()
    for r in range(most, 0, -1):
        if k * r * r <= 1 << bits and (
                finite is None or
                7 * k * r ** 3 * (r + 1) * (41 + t) <= 15 * finite * finite):
            return r
    return 0


def all_chunks(item):
    rows = output_rows(item, 0)[0]
    return (rows - 1) * chunk_count(item, 0) + chunk_count(item, rows - 1)


def tail_chunks(item):
    """The chunks at the end of an output that are always opened: sums above level 0, at most 4."""
    if item.row.work != 'reduction':
        return 0
    return min(4, all_chunks(item) - level_sizes(item.shape['n'])[0] // (CHUNK_BYTES // 4))


def strict_base64(text):
    """The bytes of RFC 4648 base64 with padding and zero unused bits, or None."""
    try:
        data = base64.b64decode(text.encode('ascii'), validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode('ascii') == text else None


OPENING = Form('opening')


def check_openings(openings, item, digest, places, tag):
    """Every opening is at its place, and its paths lead from the chunk's bytes to the digest.

    The places are (row, chunk), or None where any place of the output will do.
    """
    count = min(OPENINGS, all_chunks(item) - tail_chunks(item)) + tail_chunks(item)
    require(len(openings) == count, 'schema', 'openings: found %s, expected %s', len(openings),
            count)
    for number, opening in enumerate(openings):
        where = 'opening %d' % number
        check_fields(opening, OPENING, where)
        row, chunk = opening['row'], opening['chunk']
        if places is None:
            require(row < output_rows(item, 0)[0] and chunk < chunk_count(item, row), tag,
                    '%s: found row %s, chunk %s, which the output does not have', where, row, chunk)
        else:
            require((row, chunk) == places[number], tag, '%s: found row %s, chunk %s, expected '
                    'row %s, chunk %s', where, row, chunk, *places[number])
        check_paths(opening, item, digest, where)


def check_paths(opening, item, digest, where):
    row, chunk = opening['row'], opening['chunk']
    data = strict_base64(opening['data'])
    require(data is not None, 'opening', 'the data of %s is not base64', where)
    length = min(CHUNK_BYTES, row_bytes(item, row) - CHUNK_BYTES * chunk)
    require(len(data) == length, 'opening',
            'bytes of the data of %s: found %s, expected %s', where, len(data), length)
    digest_of_row = path_root(leaf_hash(data), chunk, chunk_count(item, row),
                              [bytes.fromhex(h) for h in opening['row_path']])
    require(digest_of_row is not None, 'opening', 'the row_path of %s does not fit', where)
    root = path_root(leaf_hash(digest_of_row), row, output_rows(item, row)[0],
                     [bytes.fromhex(h) for h in opening['matrix_path']])
    require(root is not None, 'opening', 'the matrix_path of %s does not fit', where)
    require(root.hex() == digest, 'opening', 'the paths of %s: found %s, expected the '
            'output digest, %s', where, root.hex(), digest)


# ----------------------------------------------------------------------------------------------
# Pure functions (record.md section 4). Only + - * / sqrt and comparisons on doubles, in order.

def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def total(values):
    """Left to right from the first term: Python's own sum is compensated since 3.12."""
    result = values[0]
    for value in values[1:]:
        result = result + value
    return result


def divide(a, b):
    """IEEE division, which Python has for divisors other than zero only."""
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a)


def ratio(residual):
    """difference_max / (reference_max + 1e-30), or None where one is null."""
    difference, reference = residual['difference_max'], residual['reference_max']
    if difference is None or reference is None:
        return None
    return difference / (reference + EPSILON)


def interval_rank(count):
    """l of the interval x(l), x(count+1-l) that covers the median at 95 %, or 0."""
    t, s, p, rank, i = 1.0, 0.0, 2.0 ** count, 0, 0
    while True:
        s = s + t
        if not (2 * s) / p <= INTERVAL:
            return rank
        rank = i + 1
        t = (t * (count - i)) / (i + 1)
        i += 1


def ranks(values):
    ordered = sorted(values)
    first, last = {}, {}
    for place, value in enumerate(ordered):
        first.setdefault(value, place)
        last[value] = place
    return [first[v] + ((last[v] - first[v] + 1) + 1) / 2 for v in values]


def centred_ranks(values):
    m = (len(values) + 1) / 2
    return [rank - m for rank in ranks(values)]


def lag(values):
    """The rank correlation of each value with the next one."""
    a = centred_ranks(values)
    return total([x * y for x, y in zip(a, a[1:])]) / total([x * x for x in a])


def lag_limit(count):
    """The 99.9 % quantile of the lag of independent values, but at least LAG_LEAST."""
    variance = (5 * count * count - 24 * count + 9) / (
        5 * (count - 1) * (count - 1) * (count + 1))
    return max(LAG_LEAST, LAG_DEVIATIONS * math.sqrt(variance) - 1 / count)


def spearman(xs, ys):
    a, b = centred_ranks(xs), centred_ranks(ys)
    above = total([x * y for x, y in zip(a, b)])
    return above / math.sqrt(total([x * x for x in a]) * total([y * y for y in b]))


def relative_mad(values):
    m = median(values)
    return divide(median([abs(v - m) for v in values]), m)


def row_threshold(item):
    """The row statistic that an honest product exceeds with a chance of at most 1e-6."""
    cells, step = item.shape['m'] * min(item.shape['n'], PROBE_COLUMNS), 0
    while (1 << step) < cells:
        step += 1
    return ROW_QUANTILES[step] * (1 + ROUNDINGS[item.variant][6] / item.shape['k'])


def sampling_error(item, sets):
    """s: the sampling error of a G over a number of probe sets."""
    m, n, k = (float(item.shape[name]) for name in 'mnk')
    e = 1 - PROBE_COLUMNS / n if n > PROBE_COLUMNS else 0
    if ROUNDINGS[item.variant][0] == 'operands':
        return math.sqrt((((2 / m + 1 / k) * e) / (PROBE_COLUMNS * sets)
                          + (4 / k) * (1 / m + 1 / n)) + 3 / (m * n))
    return math.sqrt((2 * e) / ((PROBE_COLUMNS * sets) * m) + 3 / (m * n))


def rounding_holds(item, g, sets):
    """Whether a G over a number of probe sets is in its band; None: it has no verdict."""
    _, has_verdict, centre, excess, terms, square, _ = ROUNDINGS[item.variant]
    k = item.shape['k']
    if g is None or not has_verdict or k < VERDICT_TERMS:
        return None
    half = SAMPLING_ERRORS * sampling_error(item, sets)
    if not half <= SAMPLING_MOST:
        return None
    return centre - half <= g <= (centre + half) + ((excess + k * terms) + float(k * k) * square)


def rounding(item, residuals, roundings):
    """G of two lists of sums of squares."""
    if ROUNDINGS[item.variant][0] == 'none':
        raise Null('no rounding to measure')
    if None in residuals or None in roundings:
        raise Null('not finite')
    above, below = total(residuals), total(roundings)
    if above == 0 and below == 0:
        raise Null('no rounding seen')
    return divide(above, below)


def least_reference(item):
    """The least `reference_max` of a product, from the expected size of its rows."""
    square = INT8_SQUARE if item.variant == 'int8' else 1.0
    columns = (item.shape['n'] + PROBE_COLUMNS - 1) // PROBE_COLUMNS
    return REFERENCE_SHARE * math.sqrt((item.shape['k'] * square) * (REFERENCE_SQUARE * columns))


def work(item):
    """The work of one iteration, in the unit of the workload's rate times seconds."""
    shape = item.shape
    factors = {
        'gemm': lambda: (2, shape['m'], shape['n'], shape['k']),
        'triad': lambda: (12, shape['n']),
        'copy': lambda: (8, shape['n']),
        'attention': lambda: (4, shape['b'], shape['h'], shape['s'], shape['s'], shape['d']),
        'attention_causal': lambda: (2, shape['b'], shape['h'], shape['s'], shape['s'] + 1,
                                     shape['d']),
        'reduction': lambda: (4, shape['n']),
        'scatter': lambda: (shape['n'],),
        'index': lambda: (shape['rows'], shape['columns']),
        'access': lambda: (shape['lanes'], shape['steps']),
    }[item.row.work]()
    product = float(factors[0])
    for factor in factors[1:]:
        product = product * factor
    return product


def widening(item):
    """How many times wider a product's tolerance is for its few rows or its few terms."""
    return WIDENING if min(item.shape['m'], item.shape['k']) < THIN else 1.0


def terms(item):
    """How many roundings add up in the output of an item whose bound counts them."""
    shape = item.shape
    return {
        'depth': lambda: shape['k'],
        'depth_and_columns': lambda: shape['k'] + shape['n'],
        'hits': lambda: max(1.0, shape['n'] / shape['buckets']),
        'row_hits': lambda: max(1.0, shape['rows'] / shape['buckets']),
    }[item.row.terms]()


def a_priori(item):
    """The a-priori tolerance, for items without a predicted floor."""
    bound = {
        'zero': lambda: 0.0,
        'constant': lambda: 2.0 ** -7,
        'levels': lambda: 9 * 2.0 ** -24,
        'fast': lambda: 4 * math.sqrt(1.66e-3 * 1.66e-3 + item.shape['k'] * 2.0 ** -30),
        'terms_f32': lambda: (4 * math.sqrt(terms(item))) * 2.0 ** -24,
        'terms_f64': lambda: (4 * math.sqrt(terms(item))) * 2.0 ** -53,
    }[item.row.bound]()
    return widening(item) * bound if item.has('calibration') else bound


class Null(Exception):
    """A value that is null; its argument is the reason."""


def finished(compute):
    """(value, reason) of a computation, with the rules for what is not finite and for -0."""
    try:
        value = compute()
    except Null as null:
        return None, null.args[0]
    except OverflowError:
        return None, 'not finite'
    if isinstance(value, str):
        return value, None
    if not -math.inf < value < math.inf:
        return None, 'not finite'
    return value + 0.0, None


def output_rounding(item, residual):
    """(G, reason) of an output."""
    return finished(lambda: rounding(item, [residual['residual_squares']],
                                     [residual['rounding_squares']]))


class Repeat:
    """What later lines need of a workload observation; only ok ones have more than an id."""

    __slots__ = ('id', 'line', 'item', 'ok', 'seconds', 'iterations', 'digest', 'divergence',
                 'residual', 'clock', 'power', 'temperature', 'coldest', 'memory', 'flags',
                 'unshown', 'stopped', 'method')

    def __init__(self, ident, line, item, ok):
        self.id, self.line, self.item, self.ok = ident, line, item, ok


class Calibration:
    def __init__(self, ident, item, ok):
        self.id, self.item, self.ok = ident, item, ok
        self.ratios, self.residual_squares, self.rounding_squares = [], [], []


class Stage:
    def __init__(self, ident, line, place, item, name):
        self.id, self.line, self.item, self.name = ident, line, item, name
        self.place = place  # of its line in the file
        self.product = self.digest = self.residual = self.decision = None


class Segment:
    """What the functions of a point need of a stress observation; failed ones have no more."""

    __slots__ = ('id', 'item', 'ok', 'seconds', 'products', 'errors', 'residual', 'temperature',
                 'coldest', 'power', 'reading', 'window', 'reasons', 'memory')

    def __init__(self, ident, item, ok):
        self.id, self.item, self.ok = ident, item, ok


class ProfileRepeat:
    """A profile observation; a failed one has no latencies."""

    __slots__ = ('id', 'item', 'ok', 'latencies')

    def __init__(self, ident, item, ok):
        self.id, self.item, self.ok, self.latencies = ident, item, ok, ()


class Trials:
    """The trials of an item; failed ones have neither bits nor an attack."""

    __slots__ = ('id', 'item', 'ok', 'seen', 'attack', 'pair')

    def __init__(self, ident, item, ok):
        self.id, self.item, self.ok, self.seen, self.attack = ident, item, ok, {}, {}
        self.pair = {}


class Item:
    """A plan item with all that the record holds of it, and the functions over it.

    observed holds its workload observations, its profile observations, or its trials.
    """

    def __init__(self, number, entry):
        self.number, self.repeats = number, entry['repeats']
        self.workload, self.variant = entry['workload'], entry['variant']
        self.shape, self.fault = entry['shape'], entry.get('fault')
        self.point, self.minutes = entry.get('point'), entry.get('minutes')
        self.trial = entry.get('trial')
        self.row = WORKLOADS[self.workload, self.variant]
        self.procedure = 'trials' if self.trial else self.row.procedure
        self.tolerance_of, self.named = entry.get('tolerance_of'), None
        self.image = jcs({name: value for name, value in entry.items()
                          if name not in ('repeats', 'tolerance_of')})
        self.environment = self.last_line = None
        self.observed = []
        self.segments, self.base = [], None
        self.outputs = {}  # output digest -> residual
        self.calibration = None
        self.stages = []
        self.revisits = {}  # number of the prior -> its Difference, or None without the priors
        self.reductions = {}
        self.known = {}
        self.label = self.make_label()
        self.caught = False  # whether a claim says that its planned fault was caught

    def make_label(self):
        dimensions = self.row.dimensions
        sizes = [self.shape[name] for name, _ in dimensions]
        if self.has('square') and len(set(sizes)) == 1:
            shape = 'n%d' % sizes[0]
        else:
            shape = ''.join('%s%d' % (letter, size) for (_, letter), size in zip(dimensions, sizes))
        label = '%s.%s.%s' % (self.workload, self.variant, shape)
        if self.point is not None:
            label += '.' + self.point
        if self.minutes is not None:
            label += '_%dmin' % self.minutes
        if self.fault is not None:
            label += '.%s_%s' % ('injected' if self.injected() else 'faulty', self.fault['kind'])
        if self.trial is not None:
            label += '.trial_' + self.trial['word']
            if TRIALS[self.trial['word']][4] > 0:
                label += '_%d' % self.trial['size']
        return label

    def has(self, trait):
        """Whether an item has a trait of its variant or a procedure; every one has None."""
        return trait is None or trait in self.row.traits or trait == self.procedure

    def injected(self):
        """Whether the plan asks for an inject stage."""
        return self.fault is not None and self.fault['when'] == 'transcript'

    def is_caught(self, quantity, text):
        """Whether a finding with this text says that the planned fault was caught."""
        judge = 'transcript' if self.fault is None or self.injected() else 'verified'
        if self.fault is None or quantity not in (judge, 'transcript'):
            return False
        if quantity == judge and text in ('FAIL', 'injected reject', 'injected repaired'):
            self.caught = True
        return self.caught and text != 'n/a'

    def is_missed(self, quantity, text):
        """Whether this text says that the check missed a fault in every repeat."""
        return self.fault is not None and not self.injected() and \
            (quantity, text) == ('verified', 'PASS')

    def quantities(self):
        return [quantity for quantity, row in QUANTITIES.items() if self.has(row[0])]

    def has_output(self):
        return self.has('repeats')

    def has_slope(self):
        return self.has_output() and self.repeats >= SLOPE_REPEATS

    def complete(self):
        return len(self.observed) == (1 if self.has('trials') else self.repeats)

    def failed(self):
        return not all(repeat.ok for repeat in self.observed)

    def segment_count(self):
        """How many segments the item must have."""
        return 0 if self.point is None else self.minutes or 1

    def takes_repeats(self, function):
        """Whether the inputs of a function of this item are all its repeats, or begin with them."""
        takes = FUNCTION_ROWS[function][0]
        if takes in 'TF':
            return False
        return self.failed() or takes in ('W', 'WK|W') or \
            takes == 'K|W' and not self.has('calibration')

    def inputs(self, function):
        """Ids that a reduction of this item must have, or None where the record lacks one."""
        takes = FUNCTION_ROWS[function][0]
        if takes == 'T':
            return [segment.id for segment in self.segments] or None
        if (takes == 'F') == self.has_output():
            return None
        if takes == 'F':
            return [repeat.id for repeat in self.observed] or None
        repeats = [repeat.id for repeat in self.observed] if self.takes_repeats(function) else []
        if self.failed() or takes == 'W' or takes != 'D' and not self.has('calibration'):
            return repeats or None
        if takes == 'D':
            decided = [stage.id for stage in self.stages if stage.name == 'decide']
            return decided[-1:] or None
        return repeats + [self.calibration.id] if self.calibration else None

    def compute(self, function):
        """(value, reason) of a function of this item; its inputs must be there."""
        if function not in self.known:
            self.known[function] = self.compute_new(function)
        return self.known[function]

    def compute_new(self, function):
        takes = FUNCTION_ROWS[function][0]
        if takes == 'T':
            if not self.measured_segments() and function not in ('failed_segments', 'segments'):
                return None, 'no segment'
            return finished(lambda: POINT_FUNCTIONS[function](self))
        if self.failed():
            return None, 'repeat failed'
        if function in TRIALS_FUNCTIONS:
            return finished(lambda: TRIALS_FUNCTIONS[function](self))
        if self.has('calibration') and takes in ('K', 'K|W') and not self.calibration.ok:
            return None, 'calibration failed'
        return finished(lambda: FUNCTIONS[function](self))

    def value(self, function):
        """The value of another function; a null of it is a null of this, for the same reason."""
        value, reason = self.compute(function)
        if value is None:
            raise Null(reason)
        return value

    def rates(self):
        if 'rates' not in self.known:
            amount = work(self)
            self.known['rates'] = [(amount * r.iterations) / r.seconds for r in self.observed]
        return self.known['rates']

    def every(self, field, reason):
        values = [getattr(repeat, field) for repeat in self.observed]
        if any(value is None for value in values):
            raise Null(reason)
        return values

    def decide(self, residual):
        """The decision on a residual (record.md section 5)."""
        if None in residual.values():
            return 'reject'
        if self.has('rows') and not residual['row_statistic'] <= row_threshold(self):
            return 'reject'
        if self.has('row_sums') and not residual['row_sum_error'] <= self.row_sum_bound():
            return 'reject'
        tolerance = self.compute('tolerance')[0]
        if tolerance is None:
            return 'undecided'
        if self.has('calibration') and rounding_holds(self, output_rounding(self, residual)[0],
                                                      1) is False:
            return 'reject'
        return 'accept' if ratio(residual) <= tolerance else 'reject'

    # The functions of the first table, one method each.

    def rate_low(self):
        rank = self.rank()
        return sorted(self.rates())[rank - 1]

    def rate_high(self):
        rank = self.rank()
        return sorted(self.rates())[self.repeats - rank]

    def rank(self):
        rank = interval_rank(self.repeats)
        if rank == 0:
            raise Null('fewer than 6 repeats')
        return rank

    def clock_correlation(self):
        if self.repeats < 2:
            raise Null('fewer than 2 repeats')
        clocks, rates = self.every('clock', 'clock absent'), self.rates()
        if all(clock == clocks[0] for clock in clocks):
            raise Null('clock constant')
        if all(rate == rates[0] for rate in rates):
            raise Null('rate constant')
        return spearman(rates, clocks)

    def lag_correlation(self):
        if self.repeats < CLASS_REPEATS:
            raise Null('fewer than 8 repeats')
        rates = self.rates()
        if all(rate == rates[0] for rate in rates):
            raise Null('rate constant')
        return lag(rates)

    def independence(self):
        above = self.value('lag_correlation') > lag_limit(self.repeats)
        return 'correlated, interval too narrow' if above else 'independent'

    def performance_class(self):
        correlation, reason = self.compute('clock_correlation')
        if self.repeats < CLASS_REPEATS:
            return 'undetermined: fewer than 8 repeats'
        if reason == 'clock absent':
            return 'undetermined: clock absent'
        if any('shared' in repeat.flags for repeat in self.observed):
            return 'undetermined: shared'
        if any(repeat.unshown for repeat in self.observed):
            return 'undetermined: sharing unknown'
        if any('starved' in repeat.flags for repeat in self.observed):
            return 'undetermined: starved'
        stops = [repeat.stopped for repeat in self.observed]
        if any(share is not None and share > STOPPED for share in stops):
            return 'undetermined: stopped'
        if self.environment.backend == 'cpu' and None in stops:
            return 'undetermined: not known'
        why = self.scattered()
        if why is not None:
            return 'undetermined: ' + why
        if correlation is None or \
                not correlation * math.sqrt(self.repeats - 1) >= CORRELATION:
            return 'S1'
        if not self.corrected(correlation) >= CORRELATION:
            return 'undetermined: repeats correlated'
        return 'S2'

    def scattered(self):
        """Why the rates have no class, whatever the clock; None: they may have one."""
        spread = self.compute('relative_mad')[0]
        if spread is None or not spread <= DISPERSION:
            return 'spread'
        low, high = self.compute('rate_low')[0], self.compute('rate_high')[0]
        if low is None or high is None or not high <= CLASS_INTERVAL * low:
            return 'interval'
        rates = self.rates()
        m = median(rates)
        if CLASS_OUTLIERS * sum(abs(rate - m) > CLASS_DISTANCE * m for rate in rates) > len(rates):
            return 'outliers'
        return 'fast repeat' if max(rates) > CLASS_FAST * m else None

    def corrected(self, correlation):
        """zc: the significance of a correlation with the clock, correlated repeats counted less."""
        a, b = lag(self.rates()), lag(self.every('clock', 'clock absent'))
        u = a * b if a > 0 and b > 0 else 0
        effective = (self.repeats * (1 - u)) / (1 + u)
        return correlation * math.sqrt(effective - 1) if effective > 1 else 0

    def slope(self):
        """(the slope of the rate on the clock, half of its interval)."""
        clocks, rates = self.every('clock', 'clock absent'), self.rates()
        if all(clock == clocks[0] for clock in clocks):
            raise Null('clock constant')
        if all(rate == rates[0] for rate in rates):
            raise Null('rate constant')
        x = slope_blocks(clocks)
        blocks = list(zip(sums_of_products(x, x), sums_of_products(x, slope_blocks(rates))))
        parts = [[total(column) for column in zip(*(blocks[:k] + blocks[k + 1:]))]
                 for k in range(SLOPE_BLOCKS)]
        if not all(math.sqrt(squares / self.repeats) >= SLOPE_LEAST for squares, _ in parts):
            raise Null('clock varied too little')
        squares, products = [total(column) for column in zip(*blocks)]
        slope = products / squares
        errors = [part[1] / part[0] - slope for part in parts]
        spread = total([error * error for error in errors])
        return slope, SLOPE_QUANTILE * math.sqrt((SLOPE_BLOCKS - 1) * spread / SLOPE_BLOCKS)

    def clock_variation(self):
        clocks = self.every('clock', 'clock absent')
        if all(clock == clocks[0] for clock in clocks):
            raise Null('clock constant')
        x = slope_blocks(clocks)
        return math.sqrt(total(sums_of_products(x, x)) / self.repeats)

    def numerical_class(self):
        if self.repeats < 2:
            raise Null('fewer than 2 repeats')
        return 'S0' if all(r.digest == self.observed[0].digest for r in self.observed) else 'Snd'

    def floor(self):
        if any(value is None for value in self.calibration.ratios):
            raise Null('not finite')
        return median(self.calibration.ratios)

    def predicted_floor(self):
        predicted = self.row.predicted_floor
        if predicted is None:
            raise Null('no prediction')
        return predicted

    def calibrated_rounding(self):
        return rounding(self, self.calibration.residual_squares, self.calibration.rounding_squares)

    def rounding(self):
        if ROUNDINGS[self.variant][0] != 'none' and any(
                repeat.residual[name] is None for repeat in self.observed
                for name in ('residual_squares', 'rounding_squares')):
            raise Null('not finite')
        centre, farthest, most = ROUNDINGS[self.variant][2], None, -1
        for repeat in self.observed:
            g = rounding(self, [repeat.residual['residual_squares']],
                         [repeat.residual['rounding_squares']])
            if abs(g - centre) > most:
                farthest, most = g, abs(g - centre)
        return farthest

    def basis(self):
        measured = self.calibration
        if None in measured.ratios + measured.residual_squares + measured.rounding_squares:
            raise Null('not finite')
        if self.row.predicted_floor is None:
            return 'a priori'
        holds = rounding_holds(self, self.compute('calibrated_rounding')[0], PROBES)
        if holds is None:
            return 'predicted'
        return 'calibrated' if holds else 'off prediction'

    def tolerance(self):
        if not self.has('calibration'):
            return a_priori(self)
        basis = self.value('basis')
        if basis == 'a priori':
            return a_priori(self)
        if basis == 'off prediction':
            raise Null('G off its prediction')
        if basis == 'predicted':
            return PREDICTED_MARGIN * self.row.predicted_floor
        return widening(self) * (MARGIN * self.value('floor'))

    def largest_residual(self):
        ratios = [ratio(repeat.residual) for repeat in self.observed]
        if any(value is None for value in ratios):
            raise Null('not finite')
        return max(ratios)

    def row_statistic(self):
        values = [repeat.residual['row_statistic'] for repeat in self.observed]
        if any(value is None for value in values):
            raise Null('not finite')
        return max(values)

    def wrong_elements(self):
        return max(repeat.residual['difference_max'] for repeat in self.observed)

    def first_wrong(self):
        element = next(stage.element for stage in self.stages if stage.name == 'witness')
        return 'none' if element is None else 'row %d, column %d: found %s, expected %s' % (
            element['row'], element['column'], element['found'], element['expected'])

    def row_sum_error(self):
        values = [repeat.residual.get('row_sum_error') for repeat in self.observed]
        if None in values:
            raise Null('not finite')
        return max(values)

    def row_sum_bound(self):
        return 2.0 ** -24 * (2 * (self.shape['s'] / 8 + 64) + 3)

    def verified(self):
        if any(self.decide(repeat.residual) == 'reject' for repeat in self.observed) or \
                (self.has('exact') and len({repeat.digest for repeat in self.observed}) > 1):
            return 'FAIL'
        self.value('tolerance')
        return 'PASS'

    def decisions(self):
        return [stage.decision for stage in self.stages if stage.name == 'decide']

    def transcript(self):
        decisions = self.decisions()
        if decisions[-1] == 'undecided':
            self.value('tolerance')
        injected = any(stage.name == 'inject' for stage in self.stages)
        word = 'repaired' if decisions == ['reject', 'accept'] else decisions[-1]
        return 'injected ' + word if injected else word

    def output(self):
        """What the checks say of the output: wrong, not judged or correct."""
        verified, transcript = [self.compute(name)[0] for name in ('verified', 'transcript')]
        errors, failed = [self.compute(name)[0] if self.point else 0
                          for name in ('errors', 'failed_segments')]
        if self.fault and not self.injected():
            return 'correct' if verified == 'FAIL' else 'not judged'
        if verified == 'FAIL' or not self.fault and transcript not in ('accept', None) or errors:
            return 'wrong'
        if None in (verified, transcript) or failed or transcript == 'injected accept':
            return 'not judged'
        return 'correct'

    def first_number(self):
        """The number of the first repeat: that of a point is the first one behind its segments."""
        return 0 if self.point is None else 1

    def first_repeat(self):
        if len(self.observed) <= self.first_number():
            raise Null('not there')
        return self.observed[self.first_number()]

    def temperature_of_repeats(self):
        coldest = [repeat.coldest for repeat in self.observed[1:]]
        if None in coldest or not coldest:
            raise Null('temperature absent')
        return min(coldest)

    # The functions over the segments of an item with a point.

    def load_state(self):
        if not self.measured_segments():
            return 'all failed'
        return 'some failed' if len(self.measured_segments()) < len(self.segments) else 'complete'

    def power_mean(self):
        powers = self.every_segment('power', 'power absent')
        energy = total([power * segment.seconds
                        for power, segment in zip(powers, self.measured_segments())])
        return divide(energy, self.sum_of('seconds'))

    def measured_segments(self):
        return [segment for segment in self.segments if segment.ok]

    def sum_of(self, field):
        return total([float(getattr(segment, field)) for segment in self.measured_segments()])

    def every_segment(self, field, reason):
        values = [getattr(segment, field) for segment in self.measured_segments()]
        if None in values:
            raise Null(reason)
        return values

    def load_rate(self):
        products = self.sum_of('products')
        if products == 0:
            raise Null('no products')
        return divide(work(self) * products, self.sum_of('seconds'))

    def throttle_reasons(self):
        bits = 0
        for reasons in self.every_segment('reasons', 'throttle reasons absent'):
            bits |= reasons
        return float(bits)

    def largest_under_load(self, value_of):
        """The largest value of the segments' residuals."""
        if self.sum_of('products') == 0:
            raise Null('no products')
        values = [value_of(segment.residual) for segment in self.measured_segments()
                  if segment.residual is not None]
        if None in values:
            raise Null('not finite')
        return max(values)

    def memory_free(self):
        if self.point != 'full':
            raise Null('memory not filled')
        return min(segment.memory for segment in self.measured_segments())

    # The functions over the profile observations of an item.

    def centred(self):
        """c(r, u): the latencies of each repeat without their mean."""
        if 'centred' not in self.known:
            means = [mean(repeat.latencies) for repeat in self.observed]
            self.known['centred'] = [[x - m for x in repeat.latencies]
                                     for repeat, m in zip(self.observed, means)]
        return self.known['centred']

    def profile(self):
        """p(u): the median of c(r, u) over the repeats."""
        if 'profile' not in self.known:
            self.known['profile'] = [median(column) for column in zip(*self.centred())]
        return self.known['profile']

    def spread(self):
        return math.sqrt(mean([p * p for p in self.profile()]))

    def within(self):
        if self.repeats < 2:
            raise Null('fewer than 2 repeats')
        lists = self.centred()
        return max(distance(a, b) for number, b in enumerate(lists) for a in lists[:number])

    def discriminating(self):
        if self.repeats < 2:
            raise Null('fewer than 2 repeats')
        spread = self.value('spread')
        holds = spread > 0 and RECALL * self.value('within') <= spread
        return 'yes' if holds else 'not discriminating'

    def key(self):
        if self.value('discriminating') != 'yes':
            raise Null('not discriminating')
        pitch = self.value('spread')
        return profile_key([p / pitch for p in self.profile()])


# The functions of the slope of the rate on the clock.
SLOPE_FUNCTIONS = [row[1] for row in SLOPE_QUANTITIES.values()]

# The functions over an item; their inputs are in FUNCTION_ROWS.
FUNCTIONS = {
    'median_rate': lambda item: median(item.rates()),
    'rate_low': Item.rate_low,
    'rate_high': Item.rate_high,
    'relative_mad': lambda item: relative_mad(item.rates()),
    'median_clock': lambda item: median(item.every('clock', 'clock absent')),
    'clock_correlation': Item.clock_correlation,
    'lag_correlation': Item.lag_correlation,
    'independence': Item.independence,
    'performance_class': Item.performance_class,
    'clock_slope': lambda item: item.slope()[0],
    'clock_slope_low': lambda item: item.slope()[0] - item.slope()[1],
    'clock_slope_high': lambda item: item.slope()[0] + item.slope()[1],
    'clock_variation': Item.clock_variation,
    'temperature_of_repeats': Item.temperature_of_repeats,
    'divergence': lambda item: max(item.every('divergence', 'not finite')),
    'numerical_class': Item.numerical_class,
    'floor': Item.floor,
    'predicted_floor': Item.predicted_floor,
    'calibrated_rounding': Item.calibrated_rounding,
    'basis': Item.basis,
    'tolerance': Item.tolerance,
    'residual': Item.largest_residual,
    'row_statistic': Item.row_statistic,
    'wrong_elements': Item.wrong_elements,
    'first_wrong': Item.first_wrong,
    'row_sum_error': Item.row_sum_error,
    'row_sum_bound': Item.row_sum_bound,
    'row_threshold': row_threshold,
    'rounding': Item.rounding,
    'verified': Item.verified,
    'transcript': Item.transcript,
    'median_power': lambda item: median(item.every('power', 'power absent')),
    'median_temperature': lambda item: median(item.every('temperature', 'temperature absent')),
    'peak_memory': lambda item: max(item.every('memory', 'memory absent')),
    'units': lambda item: len(item.observed[0].latencies),
    'latency': lambda item: median([mean(repeat.latencies) for repeat in item.observed]),
    'spread': Item.spread,
    'within': Item.within,
    'discriminating': Item.discriminating,
    'key': Item.key,
}

# The functions over the segments of an item with a point.
POINT_FUNCTIONS = {
    'products': lambda item: item.sum_of('products'),
    'errors': lambda item: item.sum_of('errors'),
    'failed_segments': lambda item: len(item.segments) - len(item.measured_segments()),
    'segments': Item.load_state,
    'load_time': lambda item: item.sum_of('seconds'),
    'load_rate': Item.load_rate,
    'temperature_reached': lambda item: max(
        item.every_segment('temperature', 'temperature absent')),
    'temperature_lowest': lambda item: min(item.every_segment('coldest', 'temperature absent')),
    'power_mean': Item.power_mean,
    'power_reached': lambda item: max(item.every_segment('reading', 'no reading of a moment')),
    'power_window': lambda item: max(item.every_segment('window', 'window not known')),
    'throttle_reasons': Item.throttle_reasons,
    'stress_residual': lambda item: item.largest_under_load(ratio),
    'stress_row_statistic': lambda item: item.largest_under_load(
        lambda residual: residual['row_statistic']),
    'memory_free': Item.memory_free,
}


def mean(values):
    return total(values) / len(values)


def slope_blocks(values):
    """The values relative to their mean, in blocks that have neither mean nor trend."""
    count, m = len(values), mean(values)
    values = [divide(value, m) for value in values]
    return [without_trend(values[k * count // SLOPE_BLOCKS:(k + 1) * count // SLOPE_BLOCKS])
            for k in range(SLOPE_BLOCKS)]


def sums_of_products(xs, ys):
    """For each block the sum of the products of two series."""
    return [total([a * b for a, b in zip(x, y)]) for x, y in zip(xs, ys)]


def without_trend(values):
    middle, m = (len(values) - 1) / 2, mean(values)
    places = [i - middle for i in range(len(values))]
    trend = (total([t * (value - m) for t, value in zip(places, values)]) /
             total([t * t for t in places]))
    return [(value - m) - t * trend for t, value in zip(places, values)]


def distance(a, b):
    """The root of the mean square of the differences of two lists."""
    return math.sqrt(mean([(x - y) * (x - y) for x, y in zip(a, b)]))


def profile_key(places):
    """The key of the cells of a grid of pitch 1 that hold these places."""
    lines = ['witnessmark/1 profile'] + ['%d' % math.floor(place) for place in places]
    return hashlib.sha256(('\n'.join(lines) + '\n').encode('ascii')).hexdigest()


# Shares of trials.

def seen_in(item, check):
    """In how many trials the check rejected."""
    seen = item.observed[0].seen.get(check)
    if seen is None:
        raise Null('not checked')
    return seen


def wilson(seen, count, sign):
    """An end of the 95 % interval."""
    z = 1.959963984540054
    p, q = seen / count, (z * z) / count
    m, h = p + q / 2, math.sqrt((p * (1 - p)) / count + (q / 4) / count) * z
    return (m + sign * h) / (1 + q)


def seen_low(item, check):
    seen = seen_in(item, check)
    return wilson(seen, item.repeats, -1) if seen else 0


def seen_high(item, check):
    seen = seen_in(item, check)
    return wilson(seen, item.repeats, 1) if seen < item.repeats else 1


def of_pair(item, name):
    number = item.observed[0].pair[name]
    if number is None:
        raise Null('not measured')
    return number


def of_attack(item, name):
    number = item.observed[0].attack[name]
    if number is None:
        raise Null('not measured')
    return number


TRIALS_FUNCTIONS = {'trials': lambda item: item.repeats}
for _check in WORDS['checks']:
    TRIALS_FUNCTIONS['seen_' + _check] = (
        lambda item, check=_check: seen_in(item, check) / item.repeats)
    TRIALS_FUNCTIONS['seen_%s_low' % _check] = lambda item, check=_check: seen_low(item, check)
    TRIALS_FUNCTIONS['seen_%s_high' % _check] = lambda item, check=_check: seen_high(item, check)
for _name in ('error', 'cost', 'committed', 'derived'):
    TRIALS_FUNCTIONS['attack_' + _name] = lambda item, name=_name: of_attack(item, name)
for _name in ('divergence_least', 'divergence_most', 'faulty_residual', 'honest_derived',
              'honest_residual'):
    TRIALS_FUNCTIONS['pair_' + _name] = lambda item, name=_name: of_pair(item, name)
PAIR_CHECKS = ('before', 'honest_paper', 'honest')
PAIR_FUNCTIONS = tuple('seen_' + _name for _name in PAIR_CHECKS) + ('pair_',)


class Change:
    """An item and its base in the same record, and the functions over both."""

    def __init__(self, item):
        self.label, self.row = 'change.' + item.label, item.row
        self.item, self.base = item, item.base
        self.reductions = {}

    def compute(self, function):
        """(value, reason) of a function of a change."""
        if self.item.failed() or self.base.failed():
            return None, 'repeat failed'
        return finished(lambda: CHANGE_FUNCTIONS[function](self))

    def output_kept(self):
        if self.item.shape != self.base.shape:
            raise Null('other shape')
        kept = self.item.first_repeat().digest == self.base.first_repeat().digest
        return 'identical' if kept else 'different'

    def both(self, function, of_base, name):
        """A value of each side; name is what a null of it is called."""
        values = self.item.compute(function)[0], self.base.compute(of_base)[0]
        for value, side in zip(values, ('', ' of the base')):
            if value is None:
                raise Null('no ' + name + side if name else 'not finite')
        return values

    def inflation(self):
        floor, of_base = self.both('floor', 'floor', 'floor')
        return 1.0 if floor == 0 and of_base == 0 else divide(floor, of_base)


class Judgement(Change):
    """An item and the one whose tolerance it names, and the functions over both."""

    def __init__(self, item):
        super().__init__(item)
        self.label, self.base = 'at_%s.%s' % (item.tolerance_of, item.label), item.named

    def residual(self):
        return of_side(self.item, 'residual')

    def tolerance(self):
        return of_side(self.base, 'tolerance')

    def decision(self):
        tolerance, residual = self.tolerance(), self.item.compute('residual')[0]
        return 'accept' if residual is not None and residual <= tolerance else 'reject'


def of_side(item, function):
    value, reason = item.compute(function)
    if value is None:
        raise Null(reason)
    return value


# The functions over a change and over a judgement.
CHANGE_FUNCTIONS = {
    'output_kept': Change.output_kept,
    'rate_change': lambda of: divide(*of.both('median_rate', 'median_rate', None)),
    'rate_change_low': lambda of: divide(*of.both('rate_low', 'rate_high', 'interval')),
    'rate_change_high': lambda of: divide(*of.both('rate_high', 'rate_low', 'interval')),
    'inflation': Change.inflation,
    'judged_residual': Judgement.residual,
    'judged_tolerance': Judgement.tolerance,
    'judged_decision': Judgement.decision,
}


def find_named(item, items):
    """Gives an item with tolerance_of the earlier item that it names."""
    def plain(one):
        return one.has('calibration') and one.fault is None and one.point is None and \
            one.trial is None
    named = [one for one in items[:item.number]
             if plain(one) and (one.workload, one.variant) == (item.workload, item.tolerance_of)
             and one.shape == item.shape]
    require(plain(item) and named, 'plan',
            'item %s names the tolerance of %s, and no earlier item has it for this', item.number,
            item.tolerance_of)
    item.named = named[0]


def find_bases(items):
    """Gives each item that has one its base among the items of its plan."""
    by_image = {item.image: item for item in items}
    swept = {}  # what items of one sweep have in common -> them
    for item in items:
        if item.point is not None:
            entry = json.loads(item.image)
            entry.pop('point')
            entry.pop('minutes', None)
            item.base = by_image.get(jcs(entry))
        elif item.has('swept') and item.fault is None and item.trial is None:
            others = jcs({name: size for name, size in item.shape.items() if name != 'n'})
            swept.setdefault((item.workload, item.variant, others), []).append(item)
    for sweep in swept.values():
        sweep.sort(key=lambda item: item.shape['n'])
        for base, item in zip(sweep, sweep[1:]):
            item.base = base


def standard_deviation(values):
    if len(values) < 2:
        raise Null('fewer than 2 values')
    m = mean(values)
    return math.sqrt(total([(x - m) * (x - m) for x in values]) / (len(values) - 1))


def relative_mad_of(values):
    m = median(values)
    if m == 0:
        raise Null('median is zero')
    return divide(median([abs(x - m) for x in values]), abs(m))


EXTERNAL_FUNCTIONS = {
    'median_of': median, 'minimum_of': min, 'maximum_of': max, 'mean_of': mean,
    'standard_deviation_of': standard_deviation, 'relative_mad_of': relative_mad_of,
}


def compute_external(function, values):
    """(value, reason) of a function of the second table over doubles or None."""
    if any(value is None for value in values):
        return None, 'value absent'
    return finished(lambda: EXTERNAL_FUNCTIONS[function]([float(value) for value in values]))


class Session:
    def __init__(self, started_at):
        self.started_at = self.end = started_at  # the end of its last timed observation

    def overlaps(self, later):
        return later.started_at < max(self.started_at, self.end)


class Timeline:
    """The sessions of a record and its timed observations, exact integers in ns."""

    label = 'record'

    def __init__(self):
        self.sessions, self.reductions = [], {}
        self.count = self.flagged = self.timed = self.gap = self.end = 0
        self.last = None  # the end of the latest timed observation, or the first session's start

    def add_session(self, started_at):
        self.sessions.append(Session(started_at))
        if self.last is None:
            self.last = started_at

    def add(self, started_at, length, flagged):
        """Adds a timed observation to the latest session."""
        end = started_at + length
        self.count, self.flagged = self.count + 1, self.flagged + flagged
        self.timed += length
        self.gap = max(self.gap, started_at - self.last)
        self.end, self.last = max(self.end, end), end
        self.sessions[-1].end = end

    def wall(self):
        return self.end - min(session.started_at for session in self.sessions)

    def compute(self, function):
        """(value, reason) of a function of the third table."""
        if self.count == 0:
            return None, 'no repeats'
        return finished(lambda: float(RECORD_FUNCTIONS[function](self)))


# A quotient of two ints would be rounded once; each int becomes a double first.
RECORD_FUNCTIONS = {
    'sessions': lambda of: len(of.sessions),
    'wall_time': lambda of: float(of.wall()) / 1e9,
    'timed_share': lambda of: divide(float(of.timed), float(of.wall())),
    'longest_gap': lambda of: float(of.gap) / 1e9,
    'flagged_repeats': lambda of: of.flagged,
}


def read_time(text):
    """The int of a decimal."""
    return int(text) if is_decimal(text) else 0


def length_ns(seconds):
    """The time of an observation: the largest int that is not above seconds * 1e9."""
    product = seconds * 1e9
    return int(product) if product <= LATEST else LATEST + 1


# ----------------------------------------------------------------------------------------------
# Links and priors (record.md section 4, "Links").

# output format: the struct code of an element
ELEMENTS = {'binary16': '<%de', 'bfloat16': '<%dH', 'binary32': '<%df', 'binary64': '<%dd',
            'int32': '<%di', 'uint32': '<%dI'}
# The functions of an item that a link reads.
SIDE_FUNCTIONS = ('median_rate', 'rate_low', 'rate_high', 'performance_class', 'numerical_class')


def elements(item, openings):
    """The opened elements of an output, as doubles."""
    form, data = item.row.output_format, b''.join(
        base64.b64decode(opening['data']) for opening in openings)
    values = struct.unpack(ELEMENTS[form] % (len(data) // item.row.element_bytes), data)
    if form == 'bfloat16':  # the upper half of a binary32
        words = struct.pack('<%dI' % len(values), *[value << 16 for value in values])
        values = struct.unpack('<%df' % len(values), words)
    return [float(value) for value in values]


class Difference:
    """How far the opened elements x here and y there are apart."""

    def __init__(self, xs, ys):
        self.finite = all(map(math.isfinite, xs)) and all(map(math.isfinite, ys))
        if self.finite:
            self.most = max(abs(x - y) for x, y in zip(xs, ys))
            self.largest = max(max(map(abs, xs)), max(map(abs, ys)))


class Side:
    """What a link needs of an item, here or there; its Item need not be kept."""

    __slots__ = ('label', 'row', 'shape', 'image', 'ok', 'digest', 'method', 'device', 'values',
                 'acquired', 'witness', 'profile', 'procedure', 'output', 'repeats')

    def __init__(self, item, repeat_seconds):
        self.repeats = item.repeats, repeat_seconds
        self.label, self.row, self.shape, self.image = item.label, item.row, item.shape, item.image
        self.ok = item.complete() and not item.failed()
        self.acquired = self.witness = self.profile = None
        self.procedure, self.values = item.procedure, {}
        if item.has('profile'):
            self.profile = item.profile() if self.ok else []
            self.values = {function: item.compute(function)[0] for function in ('spread', 'key')}
        elif item.has_output():
            self.add_output(item)

    def add_output(self, item):
        """What a link needs that is no recall."""
        first = item.observed[0]
        self.digest, self.method = (first.digest, first.method) if first.ok else (None, None)
        self.device = item.environment.part()
        functions = SIDE_FUNCTIONS + (('floor',) if item.has('calibration') else ())
        self.values = {function: item.compute(function)[0] for function in functions}
        self.output = item.output()
        self.acquired = item.stages[0].digest if item.stages else None
        if len(item.stages) > 1 and item.stages[1].name == 'witness':
            self.witness = item.stages[1].place, item.stages[1].id  # of its line

    def has(self, trait):
        return trait is None or trait in self.row.traits or trait == self.procedure


class Link:
    """An item of a prior, the same item here if there is one, and the functions over both."""

    def __init__(self, number, here, there, same_nonce, difference):
        self.label = 'link.%d.%s' % (number, there.label)
        self.here, self.there, self.row = here, there, there.row
        self.same_nonce, self.difference_seen = same_nonce, difference
        self.reductions, self.known = {}, {}

    def compute(self, function):
        """(value, reason) of a function of the fourth table."""
        if function not in self.known:
            self.known[function] = finished(lambda: LINK_FUNCTIONS[function](self))
        return self.known[function]

    def need(self, nonce=False):
        """The conditions that most functions have."""
        if self.here is None:
            raise Null('not here')
        if nonce and not self.same_nonce:
            raise Null('other nonce')
        if not (self.here.ok and self.there.ok):
            raise Null('repeat failed')

    def both(self, here, there, name):
        """A value of each side."""
        self.need()
        values = self.here.values[here], self.there.values[there]
        for value, side in zip(values, ('here', 'there')):
            if value is None:
                raise Null('no %s %s' % (name, side) if name else 'not finite')
        return values

    def identical(self):
        return self.here.digest == self.there.digest

    def same_acquired(self):
        return self.here.acquired is not None and self.here.acquired == self.there.acquired

    def agreement(self):
        here, there = self.here, self.there
        if here is None:
            return 'not comparable: not here'
        if not self.same_nonce:
            return 'not comparable: other nonce'
        if here.digest is None or there.digest is None:
            return 'not comparable: repeat failed'
        if self.identical():
            return 'identical'
        if there.has('exact'):
            return 'different'
        if here.method == there.method and not there.has('chance') and \
                None not in here.device and here.device == there.device:
            return 'different'
        if self.difference_seen is None and not self.same_acquired():
            return 'not comparable: no common places'
        difference = self.compute('difference')[0]
        within = difference is not None and difference <= link_tolerance(there)
        return 'within rounding' if within else 'different'

    def difference(self):
        self.need(nonce=True)
        if self.identical() or self.same_acquired():
            return 0.0
        seen = self.difference_seen
        if seen is None:
            raise Null('no common places')
        if not seen.finite:
            raise Null('not finite')
        return seen.most / (seen.largest + EPSILON)

    def rates(self, here, there, name):
        self.need()
        if self.here.repeats != self.there.repeats:
            raise Null('unlike repeats')
        return divide(*self.both(here, there, name))

    def methods(self):
        self.need()
        return 'same' if self.here.method == self.there.method else 'other'

    def floor_ratio(self):
        here, there = self.both('floor', 'floor', 'floor')
        return 1.0 if here == 0 and there == 0 else divide(here, there)

    def class_kept(self):
        here, there = self.both('performance_class', 'performance_class', None)
        if here.startswith('undetermined') or there.startswith('undetermined'):
            return 'undetermined'
        return 'kept' if here == there else 'changed'

    def numerical_class_kept(self):
        here, there = self.both('numerical_class', 'numerical_class', 'class')
        if here == there:
            return 'kept'
        return 'left to chance' if self.there.has('chance') else 'changed'


class Recall(Link):
    """A link of two profiles, and the functions over it."""

    def both_profiles(self):
        self.need()
        if len(self.here.profile) != len(self.there.profile):
            raise Null('other units')
        return self.here.profile, self.there.profile

    def need_key(self):
        here, there = self.both_profiles()
        if self.there.values['key'] is None:
            raise Null('no key there')
        return here, there

    def recalled_key(self):
        here, there = self.need_key()
        pitch, places = self.there.values['spread'], []
        for x, y in zip(here, there):
            offset = (pitch / 2) - (y - (pitch * math.floor(y / pitch)))
            places.append((x + offset) / pitch)
        return profile_key(places)

    def recalled(self):
        self.need_key()
        near = RECALL * self.compute('distance')[0] <= self.there.values['spread']
        return 'yes' if near else 'no'


def link_tolerance(item):
    """The largest difference of two outputs of an item that rounding explains."""
    k = float(item.shape.get('k', 0))
    return {
        'half': lambda: 2.0 ** -10 + (k * 2.0 ** -25),
        'bfloat': lambda: 2.0 ** -7 + (k * 2.0 ** -25),
        'eighth': lambda: 2.0 ** -6 + (k * 2.0 ** -25),
        'fast': lambda: 8 * math.sqrt((1.66e-3 * 1.66e-3) + (k * 2.0 ** -30)),
        'operands': lambda: 2.0 ** -9,
        'terms_f32': lambda: (8 * math.sqrt(k)) * 2.0 ** -24,
        'terms_f64': lambda: (8 * math.sqrt(k)) * 2.0 ** -53,
        'zero': lambda: 0.0,
        'attention': lambda: 2.0 ** -6,
        'levels': lambda: 2.0 ** -16,
        'hits': lambda: (32 * math.sqrt(terms(item))) * 2.0 ** -24,
    }[item.row.link]()


# The functions of the fourth table, over a link.
LINK_FUNCTIONS = {
    'agreement': Link.agreement,
    'difference': Link.difference,
    'difference_limit': lambda link: link_tolerance(link.there),
    'methods': Link.methods,
    'rate_ratio': lambda link: link.rates('median_rate', 'median_rate', None),
    'rate_ratio_low': lambda link: link.rates('rate_low', 'rate_high', 'interval'),
    'rate_ratio_high': lambda link: link.rates('rate_high', 'rate_low', 'interval'),
    'floor_ratio': Link.floor_ratio,
    'class_kept': Link.class_kept,
    'numerical_class_kept': Link.numerical_class_kept,
    'distance': lambda recall: distance(*recall.both_profiles()),
    'recalled_key': Recall.recalled_key,
    'recalled': Recall.recalled,
}


class Links:
    """All links and recalls of a prior by its items, and the functions over the links."""

    def __init__(self, number, by_item):
        self.label, self.by_item = 'prior.%d' % number, by_item
        self.links = [link for link in by_item if link.there.has('repeats')]
        self.recalls = [link for link in by_item if isinstance(link, Recall)]
        self.reductions = {}

    def compute(self, function):
        """(value, reason) of a function of the fifth table."""
        return finished(lambda: PRIOR_FUNCTIONS[function](self))

    def agree(self, *words):
        return sum(link.compute('agreement')[0] in words for link in self.links)

    def not_comparable(self):
        return len(self.links) - self.agree('identical', 'within rounding', 'different')

    def floor_ratios(self):
        ratios = [link.compute('floor_ratio')[0] for link in self.links
                  if link.there.has('calibration')]
        return [value for value in ratios if value is not None]

    def some_floor_ratio(self, choose):
        if not self.floor_ratios():
            raise Null('no floors')
        return choose(self.floor_ratios())

    def floors_recovered(self):
        return sum(map(floor_recovered, self.floor_ratios()))

    def classes_recovered(self):
        return sum(link.compute('numerical_class_kept')[0] == 'kept' for link in self.links)

    def count(self, function):
        """How many items of the prior have a value of a function there."""
        return sum(link.there.values.get(function) is not None for link in self.links)

    def recoverable_fraction(self):
        there = self.count('floor') + self.count('numerical_class')
        if there == 0:
            raise Null('nothing to recover')
        return (self.floors_recovered() + self.classes_recovered()) / there

    def recovered_of_measured(self):
        both = len(self.floor_ratios()) + sum(
            link.compute('numerical_class_kept')[0] is not None for link in self.links)
        if both == 0:
            raise Null('nothing on both sides')
        return (self.floors_recovered() + self.classes_recovered()) / both

    def evidence_preserving(self):
        if self.not_comparable() == len(self.links):
            raise Null('nothing comparable')
        outputs = {side.output for link in self.links for side in (link.here, link.there) if side}
        numerical, classes = [{link.compute(function)[0] for link in self.links}
                              for function in ('numerical_class_kept', 'class_kept')]
        if self.agree('different') or not all(map(floor_recovered, self.floor_ratios())) or \
                'changed' in numerical or 'wrong' in outputs:
            return 'no'
        if self.not_comparable():
            return 'partial: not compared'
        if 'not judged' in outputs:
            return 'partial: not judged'
        if None in numerical | classes or 'undetermined' in classes:
            return 'partial: class undetermined'
        return 'yes'


def floor_recovered(value):
    return FLOOR_LEAST <= value <= FLOOR_MOST


# The functions of the fifth table, over all links of a prior.
PRIOR_FUNCTIONS = {
    'links': lambda of: len(of.links),
    'identical': lambda of: of.agree('identical'),
    'within_rounding': lambda of: of.agree('within rounding'),
    'different': lambda of: of.agree('different'),
    'not_comparable': Links.not_comparable,
    'floor_ratio_low': lambda of: of.some_floor_ratio(min),
    'floor_ratio_high': lambda of: of.some_floor_ratio(max),
    'floors_recovered': Links.floors_recovered,
    'floors': lambda of: of.count('floor'),
    'classes_recovered': Links.classes_recovered,
    'classes': lambda of: of.count('numerical_class'),
    'rates_lost': lambda of: of.count('median_rate'),
    'recoverable_fraction': Links.recoverable_fraction,
    'recovered_of_measured': Links.recovered_of_measured,
    'evidence_preserving': Links.evidence_preserving,
}


class Prior:
    """What is kept of the evidence of a prior that was judged; its stream stays open."""

    def __init__(self, path, stream, graph):
        self.path, self.stream, self.nonce = path, stream, graph.nonce
        self.is_light = graph.is_light
        self.sides = OrderedDict((item.image, Side(item, graph.repeat_seconds))
                                 for item in graph.items)
        self.run, self.starts, self.covered = graph.run_id, graph.starts, set(graph.covered)
        self.begin = min((one.started_at for one in graph.timeline.sessions), default=None)
        self.findings = sum(words.startswith('finding: ') for words in graph.findings)
        self.same_starts = self.same_covariates = 0  # observations of the record that have them

    def witness(self, side):
        """Stage 1 of an item, read again."""
        place, ident = side.witness
        self.stream.seek(place)
        line = self.stream.readline(LINE_BYTES)
        require_file(hashlib.sha256(line).hexdigest() == ident, 'prior', self.path,
                     'the file changed while it was read')
        return json.loads(line.decode('utf-8'), parse_int=read_int)


# ----------------------------------------------------------------------------------------------
# Texts (record.md section 6).

PREFIXES = ('n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E')
FIXED_FORMATS = {'fixed0': '%.0f', 'fixed2': '%.2f', 'fixed4': '%.4f', 'signed2': '%+.2f'}


def si4(value):
    """(digits, prefix) of a number to four digits with a prefix of a thousand's power."""
    if value == 0:
        return '0', ''
    digits, _, exponent = ('%.3e' % abs(value)).partition('e')
    power = int(exponent)
    if power < -9 or power > 20:
        return '%.3e' % value, ''
    third = power // 3
    digits = digits.replace('.', '')
    whole = 1 + power - 3 * third
    text = digits[:whole] + ('.' + digits[whole:] if whole < 4 else '')
    return ('-' if value < 0 else '') + text, PREFIXES[third + 3]


def percent3(value):
    """The value times 100, by moving the point of its text."""
    sign, digits = ('-', '%.5f' % -value) if value < 0 else ('', '%.5f' % value)
    whole, _, fraction = digits.partition('.')
    return '%s%s.%s %%' % (sign, (whole + fraction[:2]).lstrip('0') or '0', fraction[2:])


def is_finding(text, form, quiet, loud):
    """Whether a claim with this text is a finding. A null number is none."""
    if text == 'n/a' and form != 'word':
        return False
    return quiet is not None and text != quiet or loud is not None and text == loud


def claim_text(value, form, unit):
    if value is None:
        return 'n/a'
    if form == 'word':
        return value
    if form == 'percent3':
        return percent3(value)
    prefix = ''
    if form == 'si4':
        text, prefix = si4(value)
    elif form == 'sci3':
        text = '0' if value == 0 else '%.2e' % value
    else:
        text = FIXED_FORMATS[form] % value
    if unit in ('1', 'class') and not prefix:
        return text
    return text + ' ' + prefix + ('' if unit == '1' else unit)


# ----------------------------------------------------------------------------------------------
# The graph: one pass over the lines.

ENVIRONMENT, WITNESS, PRODUCER, FACT = map(Form, ('environment', 'witness', 'producer', 'fact'))
PLAN, PLAN_ITEM, FAULT = map(Form, ('plan', 'item', 'fault'))
WORKLOAD_OK, WORKLOAD_FAILED = Form('workload.ok'), Form('workload.failed')
RESIDUAL, RESIDUAL_ROWS = Form('residual'), Form('residual.rows')
PRESENT, ABSENT = Form('covariate.present'), Form('covariate.absent')
CALIBRATION_OK, CALIBRATION_FAILED = Form('calibration.ok'), Form('calibration.failed')
SESSION, ELEMENT, REVISIT = Form('session'), Form('element'), Form('revisit')
STRESS_OK, STRESS_FAILED = Form('stress.ok'), Form('stress.failed')
TRIALS_OK, TRIALS_FAILED = Form('trials.ok'), Form('trials.failed')
SEEN, ATTACK, TRIAL = Form('seen'), Form('attack'), Form('trial')
PAIR = Form('pair')
PROFILE_OK, PROFILE_FAILED = Form('profile.ok'), Form('profile.failed')
STAGE_FORMS = {name: Form('stage.' + name) for name in STAGES}
WITNESS_CALIBRATED = Form('stage.witness_calibrated')
EXTERNAL = Form('external')
EXTERNAL_KEYS = frozenset(EXTERNAL.tests)
REDUCTION_ITEM, REDUCTION_SERIES = Form('reduction.item'), Form('reduction.series')
REDUCTION_FORMS = {'S': REDUCTION_SERIES, 'P': Form('reduction.record'),
                   'C': Form('reduction.change'), 'J': Form('reduction.change'),
                   'L': Form('reduction.link'), 'R': Form('reduction.prior')}
CLAIM_ITEM, CLAIM_OWN = Form('claim.item'), Form('claim.own')
CLAIM_FORMS = {  # by whether it has a class and a tolerance
    (True, True): CLAIM_ITEM, (True, False): CLAIM_ITEM.without('tolerance'),
    (False, True): CLAIM_ITEM.without('class'),
    (False, False): CLAIM_ITEM.without('class', 'tolerance')}
FILE, ROOT = Form('file'), Form('root')
COVARIATES_FORM = Form('')
COVARIATES_FORM.reason = 'own'
COVARIATES_FORM.tests = {name: is_object for name, row in COVARIATES.items() if row[0]}
COVARIATES_FORM.optional = {name: is_object for name, row in COVARIATES.items() if not row[0]}


class Series:
    """The external observations of a series: ids, places, and values while recent."""

    def __init__(self, name):
        self.name, self.ids, self.places, self.closed, self.values = name, [], [], False, []


class Reduction:
    __slots__ = ('line', 'external', 'value', 'reason', 'claimed', 'of')

    def __init__(self, line, external, value, reason, of):
        self.line, self.external, self.value, self.reason = line, external, value, reason
        self.claimed = False
        self.of = of  # (function, number of the prior or None)


class Environment:
    def __init__(self, line, node):
        self.line, self.named, self.clock_limit = line, False, CLOCK_CEILING
        self.backend, self.device, self.model = node['backend'], node['device'], None
        for fact in node['facts']:
            if fact['name'] == 'clock.limit' and is_number(fact['value']):
                self.clock_limit = min(fact['value'], CLOCK_CEILING)
            if fact['name'] == 'cpu.model' and isinstance(fact['value'], str):
                self.model = fact['value']

    def part(self):
        """What tells one kind of device from another; None in it is equal to nothing."""
        return self.backend, self.model if self.backend == 'cpu' else self.device


class Claimed:
    """Marks a claim: no edge may name one."""


class Revisited:
    """Marks a revisit: no edge may name one."""


class Graph:
    """Reads evidence.jsonl once, in order; values of old external observations are read again.

    open_prior gives the path and the stream of a prior by its number, from 1. Without it a record
    that continues others is judged without its priors.
    """

    RECENT = 20000

    def __init__(self, stream, open_prior=None):
        self.stream, self.open_prior = stream, open_prior
        self.line, self.place, self.ident = 0, 0, None
        self.nodes = {}
        self.plan, self.items, self.nonce, self.repeat_seconds = None, [], '', None
        self.series, self.recent, self.held = {}, OrderedDict(), 0
        self.key_sets = set()
        self.expected, self.claims, self.names = None, Tree(), set()
        self.root, self.files, self.findings = None, None, []
        self.continues, self.timeline, self.is_light = [], Timeline(), False
        self.priors, self.whole = {}, False  # number -> Prior; whether all observations are there
        self.links, self.free_names = None, False  # number -> Links; whether names are unknown
        self.changes = {}  # number of the item -> Change
        self.judged = {}  # number of the item -> Judgement
        self.covered, self.copies, self.fast, self.starts = {}, [], [], set()
        self.inexact = []

    # Lines.

    def run(self):
        while True:
            raw = self.stream.readline(LINE_BYTES + 1)
            if not raw:
                break
            self.line += 1
            try:
                self.take(raw)
                if self.line == 2:
                    self.judge_priors()
            except Refusal as refusal:
                if refusal.line is None and refusal.file == EVIDENCE:
                    refusal.line = self.line
                raise
            self.place += len(raw)
        if self.root is None:
            raise Refusal('order', 'unfinished record: the last line is not a root' if self.line
                          else 'the file is empty', self.line or None)
        return self

    def take(self, raw):
        require(len(raw) <= LINE_BYTES, 'line', 'the line has more than 1,048,576 bytes')
        require(raw[-1:] == b'\n', 'line',
                'unfinished record: the last line does not end with a newline')
        require(raw != b'\n', 'line', 'the line is empty')
        try:
            text = raw.decode('utf-8')
        except UnicodeDecodeError as error:
            raise Refusal('line', 'the line is not UTF-8 at byte %d' % error.start)
        node = read_node(text)
        self.ident = hashlib.sha256(raw).hexdigest()
        try:
            require(self.ident not in self.nodes, 'duplicate',
                    'the line is equal to an earlier one')
            self.place_node(node, raw)
        except Refusal as refusal:
            if refusal.tag != 'duplicate':
                Strict(text).node()
            raise refusal

    def place_node(self, node, raw):
        """Hands a node to the reader of its type, in the order that the format demands."""
        kind, self.raw = node.get('type'), raw
        require(self.root is None, 'order', 'there is a line after the root')
        require(kind in ('observation', 'reduction', 'claim', 'root'), 'schema',
                'there is no type %s', kind)
        self.check_head(node)
        if kind == 'observation':
            self.observation(node)
        elif kind == 'reduction':
            require(self.expected is None, 'order', 'a reduction is among the claims')
            self.reduction(node)
        elif kind == 'claim':
            self.claim(node)
            self.claims.add(raw)
            self.nodes[self.ident] = Claimed
        else:
            self.take_root(node)

    def check_head(self, node):
        """The first two lines are an environment and the plan, which is nowhere else."""
        kind = node.get('kind') if node['type'] == 'observation' else None
        require(self.line != 1 or kind == 'environment', 'order', 'line 1 is not an environment')
        require(self.line != 2 or kind == 'plan', 'order', 'line 2 is not the plan')
        require(self.line == 2 or kind != 'plan', 'order', 'the plan is on line 2 and nowhere else')

    def edge(self, node, form, field):
        """The earlier node that an edge names, of a class that the form's table allows."""
        return self.edge_to(node[field], form, field)

    def edge_to(self, ident, form, field):
        node = self.nodes.get(ident)
        require(node is not None, 'edge', '%s names no earlier line: %s', field, ident)
        require(any(isinstance(node, CLASSES[name]) for name in form.edges[field]), 'edge',
                '%s names a node of another kind: %s', field, ident)
        return node

    def base_edges(self, node, form, item=None):
        environment = self.edge(node, form, 'environment')
        environment.named = True
        if 'plan' in node:
            self.plan_edge(node)
        if item is not None:
            item.environment = item.environment or environment
            item.last_line = self.line
            require(environment is item.environment, 'environment',
                    'environment of %s: found that of line %s, expected that of line %s',
                    item.label, environment.line, item.environment.line)

    def not_reduced(self, item):
        require(not item.reductions, 'order', '%s was reduced on an earlier line', item.label)
        require(not self.whole, 'order', 'a change or a link was reduced on an earlier line')

    def plan_edge(self, node):
        require(node['plan'] == self.plan, 'edge', 'plan: found %s, expected %s',
                node['plan'], self.plan)

    # Priors.

    def judge_priors(self):
        """Judges the priors in order, then that the plan may continue them."""
        if self.open_prior is not None:
            for number, root in enumerate(self.continues, 1):
                self.priors[number] = judge_prior(*self.open_prior(number), root)
        for number, root in enumerate(self.continues):
            require(root not in self.continues[:number], 'continues',
                    'continues: roots %s and %s are equal', self.continues.index(root), number)
        if not self.items or not self.priors:
            return
        first = self.priors[1]
        require(self.nonce == first.nonce, 'continues', 'nonce: found %s, expected that of prior '
                '1, %s', self.nonce, first.nonce)
        images = iter([side.image for side in first.sides.values()])
        for item in self.items:
            require(item.image in images, 'continues', 'item %s, %s, is not an item of prior 1 '
                    'after those of the items before it', item.number, item.label)

    def without_priors(self):
        return self.continues != [] and not self.priors

    def linked(self):
        """The numbers of the linked priors, by the observations so far."""
        if self.items:
            return range(1, len(self.continues) + 1)
        if len(self.continues) >= 2 and not self.series:
            return range(2, len(self.continues) + 1)
        return range(0)

    def wants_revisit(self, item, number):
        """Whether an item has a revisit of a prior; without the priors, whether it may have one."""
        if not item.complete() or item.failed() or item.injected() or not item.stages:
            return False
        if self.without_priors():
            return True
        prior = self.priors[number]
        there = prior.sides.get(item.image)
        return not prior.is_light and self.nonce == prior.nonce and there is not None and \
            there.ok and there.acquired != item.stages[0].digest

    def end_observations(self):
        """Every item has all of its observations; then there are links."""
        if self.whole:
            return
        for item in self.items:
            try:
                self.check_whole(item)
                for number in self.priors:
                    require(number in item.revisits or not self.wants_revisit(item, number),
                            'revisit', '%s has no revisit of prior %s', item.label, number)
            except Refusal as refusal:
                refusal.line = refusal.line or item.last_line
                raise
        self.whole = True

    def links_of(self, number):
        """The links of a linked prior; the observations are whole."""
        if self.links is None:
            sides = {item.image: Side(item, self.repeat_seconds) for item in self.items}
            nonce = self.nonce
            if not self.items:
                sides, nonce = self.priors[1].sides, self.priors[1].nonce
            revisits = {item.image: item.revisits for item in self.items}
            self.links = {p: Links(p, [
                (Recall if there.has('profile') else Link)(
                    p, sides.get(image), there, nonce == self.priors[p].nonce,
                    revisits.get(image, {}).get(p))
                for image, there in self.priors[p].sides.items()]) for p in self.linked()}
        return self.links[number]

    # Observations.

    def observation(self, node):
        kind = node.get('kind')
        require(self.expected is None, 'order', 'an observation is among the claims')
        reader = {'external': self.external, 'workload': self.workload, 'session': self.session,
                  'calibration': self.calibration, 'stage': self.stage, 'revisit': self.revisit,
                  'stress': self.stress, 'profile': self.profile, 'trials': self.trials,
                  'environment': self.environment, 'plan': self.take_plan}.get(kind) \
            if isinstance(kind, str) else None
        require(reader is not None, 'schema', 'there is no observation of kind %s', kind)
        reader(node)

    def environment(self, node):
        check_fields(node, ENVIRONMENT)
        check_fields(node['producer'], PRODUCER, 'producer')
        self.check_facts(node['facts'])
        if 'witness' in node:
            check_fields(node['witness'], WITNESS, 'the witness')
            self.check_facts(node['witness']['facts'])
        names = {fact['name'] for fact in node['facts']}
        for name in WORDS['required_facts']:
            require(name in names, 'schema', 'facts: %s is missing', name)
        self.nodes[self.ident] = Environment(self.line, node)

    @staticmethod
    def check_facts(facts):
        before = ''
        for number, fact in enumerate(facts):
            check_fields(fact, FACT, 'fact %d' % number)
            require('commitment' not in fact or fact['value'] is None, 'schema',
                    'the fact %s has a commitment and a value', fact['name'])
            require(before < fact['name'], 'schema', 'facts: %s is not after %s in their order',
                    fact['name'], before)
            before = fact['name']

    def take_plan(self, node):
        check_fields(node, PLAN)
        self.base_edges(node, PLAN)
        labels, self.is_light = set(), 'extent' in node
        if self.is_light:
            self.check_light(node)
        for number, entry in enumerate(node['items']):
            item = self.plan_item(number, entry)
            if self.is_light:
                self.check_light_item(item)
            require(item.label not in labels, 'plan', 'two items have the label %s', item.label)
            labels.add(item.label)
            self.items.append(item)
            if item.tolerance_of is not None:
                find_named(item, self.items)
        find_bases(self.items)
        self.changes = {item.number: Change(item) for item in self.items if item.base}
        self.judged = {item.number: Judgement(item) for item in self.items if item.named}
        self.plan, self.nonce, self.run_id = self.ident, node['nonce'], node['run']
        self.repeat_seconds, self.continues = node['repeat_seconds'], node['continues']
        self.nodes[self.ident] = self

    @staticmethod
    def check_light(node):
        require(len(node['items']) <= LIGHT_ITEMS, 'light',
                'items of a light record: found %s, expected at most 12', len(node['items']))
        require(node['continues'] == [], 'light',
                'continues of a light record: found %s, expected none', len(node['continues']))

    @staticmethod
    def check_light_item(item):
        require(item.repeats <= LIGHT_REPEATS, 'light',
                'repeats of %s in a light record: found %s, expected at most 8', item.label,
                item.repeats)
        require(item.has('exact'), 'light',
                '%s %s in a light record: expected a variant with the trait exact', item.workload,
                item.variant)
        require(item.trial is None, 'light', 'item %s of a light record has a trial', item.number)

    @staticmethod
    def plan_item(number, entry):
        where = 'item %d' % number
        check_fields(entry, PLAN_ITEM, where)
        faulty = 'fault' in entry
        if faulty:
            check_fields(entry['fault'], FAULT, where + ': the fault')
        if 'trial' in entry:
            check_fields(entry['trial'], TRIAL, where + ': the trial')
        row = WORKLOADS.get((entry['workload'], entry['variant']))
        require(row is not None, 'plan',
                '%s: there is no workload %s with a variant %s', where, entry['workload'],
                entry['variant'])
        require(1 <= entry['repeats'] <= REPEATS, 'plan',
                '%s: repeats: found %s, expected 1 to 1000', where, entry['repeats'])
        shape = entry['shape']
        require(set(shape) == {name for name, _ in row.dimensions}, 'plan',
                '%s: the dimensions are not those of %s', where, entry['workload'])
        most = LENGTH if 'long' in row.traits else DIMENSION
        for name, size in shape.items():
            require(is_int(size) and 1 <= size <= most, 'plan',
                    '%s: dimension %s: found %s, expected 1 to %s', where, name, size, most)
        require(1 <= entry.get('minutes', 1) <= MINUTES, 'plan',
                '%s: minutes: found %s, expected 1 to 1440', where, entry.get('minutes'))
        require('minutes' not in entry or 'point' in entry, 'plan',
                '%s: minutes: found %s, expected none without a point', where,
                entry.get('minutes'))
        item = Item(number, entry)
        require(item.point is None or not item.has('chance'), 'plan',
                '%s: a point does not go with %s %s', where, item.workload, item.variant)
        require(item.point is None or item.repeats >= 2, 'plan',
                '%s: repeats at a point: found %s, expected at least 2', where, item.repeats)
        if item.trial is not None:
            require(not faulty and item.point is None and row.procedure == 'repeats', 'plan',
                    '%s: a trial is of an output, and has neither fault nor point', where)
            least, most = TRIALS[item.trial['word']][3:]
            require(least <= item.trial['size'] <= most, 'plan',
                    '%s: size of a trial %s: found %s, expected %s to %s', where,
                    item.trial['word'], item.trial['size'], least, most)
        if item.has('profile'):
            require(not faulty and item.point is None, 'plan',
                    '%s: a profile has neither fault nor point', where)
            require(item.repeats <= PROFILE_REPEATS, 'plan',
                    '%s: repeats of a profile: found %s, expected 1 to 64', where, item.repeats)
            return item
        require(not item.has('integers') or largest_integer(item) > 0, 'plan',
                '%s: no integers of its variant suit this shape', item.label)
        require(all_chunks(item) <= 1 << 32, 'plan',
                '%s: the output has more than 2^32 chunks', where)
        if faulty:
            check_planned_fault(item, where)
        return item

    def item_of(self, node):
        tag = 'point' if node['kind'] == 'stress' else node['kind']
        require(node['item'] < len(self.items), tag, 'item: found %s, expected below %s',
                node['item'], len(self.items))
        return self.items[node['item']]

    def session(self, node):
        check_fields(node, SESSION)
        self.base_edges(node, SESSION)
        timeline, started_at = self.timeline, read_time(node['started_at'])
        require(node['index'] == len(timeline.sessions), 'session',
                'index of the session: found %s, expected %s', node['index'],
                len(timeline.sessions))
        require(not timeline.reductions, 'order', 'the record was reduced on an earlier line')
        require(started_at <= LATEST, 'time', 'started_at of the session is above 2^63-1')
        timeline.add_session(started_at)
        self.nodes[self.ident] = Session

    def in_session(self):
        require(self.timeline.sessions, 'session',
                'an observation of an item is before the first session')

    def read_measured(self, node, ok_form, failed_form):
        """(item, whether it is ok) of an observation that has a status."""
        status = node.get('status')
        require(status in ('ok', 'failed'), 'schema', 'status: found %s, expected ok or failed',
                status)
        form = ok_form if status == 'ok' else failed_form
        check_fields(node, form)
        item = self.item_of(node)
        self.base_edges(node, form, item)
        self.in_session()
        return item, status == 'ok'

    def workload(self, node):
        item, ok = self.read_measured(node, WORKLOAD_OK, WORKLOAD_FAILED)
        require(item.has_output(), 'workload', '%s has no repeats', item.label)
        require((node['workload'], node['variant'], jcs(node['shape']))
                == (item.workload, item.variant, jcs(item.shape)), 'workload',
                'workload, variant or shape are not those of item %s, %s', item.number, item.label)
        require(not item.complete(), 'workload',
                'repeat of %s: found %s, expected none after the last, %s',
                item.label, node['repeat'], item.repeats - 1)
        require(node['repeat'] == len(item.observed), 'workload',
                'repeat of %s: found %s, expected %s',
                item.label, node['repeat'], len(item.observed))
        self.not_reduced(item)
        repeat = Repeat(self.ident, self.line, item, ok)
        if ok:
            self.workload_ok(node, item, repeat)
        item.observed.append(repeat)
        self.nodes[self.ident] = repeat

    def workload_ok(self, node, item, repeat):
        require(node['seconds'] >= self.repeat_seconds, 'workload',
                'seconds of repeat %s of %s: found %s, expected at least %s', node['repeat'],
                item.label, node['seconds'], self.repeat_seconds)
        self.check_residual(node['residual'], item)
        self.check_output(item, node['output_digest'], node['residual'])
        check_covariates(node, item.environment.clock_limit)
        self.take_time(node, node['flags'] != [])
        repeat.seconds, repeat.iterations = node['seconds'], node['iterations']
        repeat.digest, repeat.divergence = node['output_digest'], node['divergence']
        repeat.residual, repeat.memory = node['residual'], node['peak_resident_bytes']
        repeat.method = None if item.observed else node['method']
        middle = {name: covariate.get('median') for name, covariate in node['covariates'].items()}
        repeat.clock, repeat.power = middle['clock'], middle['power']
        repeat.temperature, repeat.flags = middle['temperature'], tuple(node['flags'])
        repeat.coldest = node['covariates']['temperature'].get('minimum')
        # on a GPU, no covariate that would show another process
        repeat.unshown = item.environment.backend == 'cuda' and \
            all(middle.get(name) is None for name in SHARING)
        repeat.stopped = middle.get('stopped')
        first = item.observed[0] if item.observed else repeat
        require(not first.ok or first.digest != repeat.digest or repeat.divergence == 0, 'digest',
                'divergence of repeat %s of %s: found %s, expected 0, since the output is that of '
                'repeat 0', node['repeat'], item.label, repeat.divergence)
        require(first.ok or repeat.divergence is None, 'digest',
                'divergence of repeat %s of %s: found %s, expected null, since repeat 0 failed',
                node['repeat'], item.label, repeat.divergence)
        self.look_for_copy(item, node)
        self.look_for_limit(item, node)
        self.look_for_digest(item, node)

    def take_time(self, node, flagged=False):
        """A timed observation starts in its session, after the one before."""
        timeline, started_at = self.timeline, read_time(node['started_at'])
        length = length_ns(node['seconds'])
        require(started_at + length <= LATEST, 'time', 'the end of the repeat is above 2^63-1')
        require(timeline.timed + length <= LATEST, 'time',
                'the sum of the times of the repeats is above 2^63-1')
        session = timeline.sessions[-1] if timeline.sessions else None
        require(session is None or started_at >= session.end, 'time',
                'started_at of the repeat: found %s, expected at least %s, the end of the repeat '
                'before it or the start of its session', started_at, session and session.end)
        if session is not None:
            timeline.add(started_at, length, flagged)
            self.starts.add(started_at)
            for prior in self.priors.values():
                prior.same_starts += started_at in prior.starts

    def stress(self, node):
        item, ok = self.read_measured(node, STRESS_OK, STRESS_FAILED)
        require(node['index'] == len(item.segments) < item.segment_count(), 'point',
                'index of a segment of %s: found %s, expected %s of %s', item.label,
                node['index'], len(item.segments), item.segment_count())
        require(len(item.observed) == 1, 'point', 'a segment of %s is after %s repeats, expected 1',
                item.label, len(item.observed))
        self.not_reduced(item)
        segment = Segment(self.ident, item, ok)
        if ok:
            require(item.observed[0].ok, 'point', 'a segment of %s is ok and its repeat 0 failed',
                    item.label)
            self.check_load(node, item)
            self.stress_ok(node, item, segment)
        else:
            require(('seconds' in node) == ('started_at' in node), 'point',
                    'failed segment %s of %s has only one of started_at and seconds', node['index'],
                    item.label)
            if 'seconds' in node and 'started_at' in node:
                self.take_time(node)
        item.segments.append(segment)
        self.nodes[self.ident] = segment

    @staticmethod
    def check_load(node, item):
        """An ok segment has what its point asks for, and nothing else."""
        where = 'segment %d of %s' % (node['index'], item.label)
        products, errors = node['products'], node['errors']
        require(item.minutes is None or node['seconds'] >= SEGMENT_SECONDS, 'point',
                'seconds of %s: found %s, expected at least %s', where, node['seconds'],
                SEGMENT_SECONDS)
        require((products == 0) == (item.point == 'cold'), 'point',
                'products of %s: found %s, expected %s', where, products,
                '0' if item.point == 'cold' else 'at least 1')
        require(errors <= products, 'point', 'errors of %s: found %s, expected at most %s', where,
                errors, products)
        for field, wanted in (('residual', products != 0), ('period_s', item.point == 'bursts'),
                              ('duty', item.point == 'bursts'),
                              ('memory_free_bytes', item.point == 'full')):
            require((field in node) == wanted, 'point', '%s of %s: %s', field, where,
                    'it is missing' if wanted else 'it has none')
        require(0 < node.get('duty', 0.5) < 1, 'point',
                'duty of %s: found %s, expected above 0 and below 1', where, node.get('duty'))

    def stress_ok(self, node, item, segment):
        residual = node.get('residual')
        if residual is not None:
            self.check_residual(residual, item)
            first = item.observed[0]
            require(node['errors'] != 0 or not first.ok or residual == first.residual, 'digest',
                    'the residual of segment %s of %s is not that of repeat 0, without errors',
                    node['index'], item.label)
        check_covariates(node, item.environment.clock_limit)
        self.take_time(node)
        self.look_for_copy(item, node, 'segment')
        self.look_for_limit(item, node, 'segment')
        most = {name: one.get('maximum') for name, one in node['covariates'].items()}
        segment.seconds, segment.residual = node['seconds'], residual
        segment.products, segment.errors = node['products'], node['errors']
        least = {name: one.get('minimum') for name, one in node['covariates'].items()}
        segment.temperature, segment.coldest = most['temperature'], least['temperature']
        segment.power = node['covariates']['power'].get('median')
        segment.reading, segment.window = most.get('power_reading'), most.get('power_window')
        segment.reasons = most.get('throttle_reasons')
        segment.memory = node.get('memory_free_bytes')

    def profile(self, node):
        item, ok = self.read_measured(node, PROFILE_OK, PROFILE_FAILED)
        require(item.has('profile'), 'profile', '%s: its variant has no profile', item.label)
        require(node['repeat'] == len(item.observed) < item.repeats, 'profile',
                'repeat of %s: found %s, expected %s of %s', item.label, node['repeat'],
                len(item.observed), item.repeats)
        self.not_reduced(item)
        repeat = ProfileRepeat(self.ident, item, ok)
        if ok:
            repeat.latencies = node['latencies']
            self.check_latencies(repeat, item)
            check_covariates(node, item.environment.clock_limit)
            self.take_time(node)
            self.look_for_copy(item, node)
        item.observed.append(repeat)
        self.nodes[self.ident] = repeat

    def trials(self, node):
        item, ok = self.read_measured(node, TRIALS_OK, TRIALS_FAILED)
        require(item.has('trials'), 'trials', '%s has no trial', item.label)
        require(not item.observed, 'trials', 'trials of %s: found again', item.label)
        self.not_reduced(item)
        trials = Trials(self.ident, item, ok)
        if ok:
            self.trials_ok(node, item, trials)
        item.observed.append(trials)
        self.nodes[self.ident] = trials

    def trials_ok(self, node, item, trials):
        attack, rate, pair = TRIALS[item.trial['word']][:3]
        seed = 'witnessmark/1 trials\n%s\n%s' % (item.label, self.nonce)
        require(node['seed'] == hashlib.sha256(seed.encode('ascii')).hexdigest(), 'trials',
                'seed of %s: found another than that of its label and the nonce', item.label)
        require(('attack' in node) == attack, 'trials', 'attack of %s: expected %s', item.label,
                'one' if attack else 'none')
        if attack:
            check_fields(node['attack'], ATTACK, 'the attack')
            trials.attack = node['attack']
        require(('pair' in node) == pair, 'trials', 'pair of %s: expected %s', item.label,
                'one' if pair else 'none')
        words, before = WORDS['checks'], -1
        for number, seen in enumerate(node['seen']):
            check_fields(seen, SEEN, 'check %d' % number)
            place, bits = words.index(seen['check']), seen['trials']
            require(place > before, 'trials', 'check %s of %s: out of order, or again',
                    seen['check'], item.label)
            before = place
            require(rate or seen['check'] != 'flags', 'trials',
                    'check flags of %s: its trial is no attack on a rate', item.label)
            require(pair or seen['check'] not in PAIR_CHECKS, 'trials',
                    'check %s of %s: its trial is no pair of witnesses', seen['check'],
                    item.label)
            require(re.fullmatch('[0-9a-f]{%d}' % ((item.repeats + 3) // 4), bits) and
                    int(bits, 16) % (1 << -item.repeats % 4) == 0, 'trials',
                    'trials of check %s of %s: expected a bit for each of %s, as hex',
                    seen['check'], item.label, item.repeats)
            trials.seen[seen['check']] = bin(int(bits, 16)).count('1')
        if pair:
            self.check_pair(node['pair'], item, trials)
        self.take_time(node)

    @staticmethod
    def check_pair(pair, item, trials):
        check_fields(pair, PAIR, 'the pair')
        trials.pair = pair
        least, most = pair['divergence_least'], pair['divergence_most']
        require(least is None or most is None or least <= most, 'trials',
                'divergence_least of %s: found %s, above divergence_most %s', item.label, least,
                most)
        differ = trials.seen.get('digest', item.repeats)
        require((differ == item.repeats or not least) and (differ or not most), 'trials',
                'divergence of %s: above 0, and its digests are equal', item.label)

    @staticmethod
    def check_latencies(repeat, item):
        first = next((other for other in item.observed if other.ok), repeat)
        require(len(repeat.latencies) == len(first.latencies), 'profile',
                'latencies of %s: found %s, expected %s as before', item.label,
                len(repeat.latencies), len(first.latencies))
        low, high = min(repeat.latencies), max(repeat.latencies)
        require(low > 0 and high <= LATENCY_MOST, 'profile',
                'latencies of %s: found %s to %s, expected above 0, at most %s', item.label, low,
                high, LATENCY_MOST)

    def look_for_copy(self, item, node, noun='repeat'):
        """Notes an observation whose covariates are those of an earlier one, here or in a prior."""
        if not any('median' in one and COVARIATES[name][1]
                   for name, one in node['covariates'].items()):
            return
        # No text in the covariates can hold an unescaped quote.
        image = COVARIATES_IMAGE.search(self.raw).group(1)
        own = item, noun, node['repeat' if noun == 'repeat' else 'index']
        ident = hashlib.sha256(image).digest()
        for prior in self.priors.values():
            prior.same_covariates += ident in prior.covered
        first = self.covered.setdefault(ident, own)
        if first is own:
            return
        self.copies.append(
            '%s %ss %d and %d have the same covariates' % (item.label, noun, first[2], own[2])
            if first[:2] == own[:2] else '%s %s %d and %s %s %d have the same covariates' % (
                first[0].label, first[1], first[2], item.label, noun, own[2]))

    def look_for_limit(self, item, node, noun='repeat'):
        """Notes a repeat or a segment whose rate no device can have."""
        is_repeat = noun == 'repeat'
        times = node['iterations' if is_repeat else 'products']
        rate = (work(item) * times) / node['seconds']
        most, clock = RATES[item.row.unit], node['covariates']['clock']
        if rate > most:
            limit = '%s %s' % (('%.0e' % most).replace('e+', 'e'), item.row.unit)
        elif 'dependent' in item.row.traits and 'maximum' in clock and \
                rate > item.shape['lanes'] * clock['maximum']:
            limit = '1 read per lane and cycle'
        else:
            return
        self.fast.append('%s %s %d has a rate above %s' % (
            item.label, noun, node['repeat' if is_repeat else 'index'], limit))

    def look_for_digest(self, item, node):
        """Notes an output of integers that no check rejected, and that is not the right one."""
        key = (item.variant,) + tuple(item.shape.get(name) for name in 'mnk')
        right = EXACT.get(key) if item.has('integers') else None
        faulty = item.fault is not None and not item.injected()
        if right is None or faulty:
            return
        same, name = node['output_digest'] == right, (item.label, node['repeat'])
        if self.nonce != '' and same:
            self.inexact.append('%s repeat %d has the digest of the right output for another nonce'
                                % name)
        elif self.nonce == '' and not same and node['residual']['difference_max'] == 0:
            self.inexact.append('%s repeat %d has no wrong element, and not the digest of the '
                                'right output' % name)

    def look_for_repair(self, item, node):
        """Notes a repaired output that is not that of the repeats, where all must be the same."""
        faulty = item.fault is not None and not item.injected()
        first = next((repeat for repeat in item.observed
                      if repeat.ok and item.decide(repeat.residual) != 'reject'), None)
        if item.has('exact') and not faulty and first is not None and \
                first.digest != node['output_digest']:
            self.inexact.append('%s stage %d has another output than repeat %d' % (
                item.label, node['index'], item.observed.index(first)))

    @staticmethod
    def check_residual(residual, item):
        rows, shape = item.has('rows'), item.shape
        check_fields(residual, RESIDUAL_ROWS if rows else RESIDUAL, 'residual')
        found, sums = 'row_sum_error' in residual, item.has('row_sums')
        require(sums if found else not sums or residual['difference_max'] is None, 'residual',
                'row_sum_error of the residual of %s: expected %s', item.variant,
                'a number' if sums else 'none')
        if rows:
            probes = min(shape['n'], PROBE_COLUMNS)
            for field, most in (('row', shape['m']), ('probe', probes)):
                require(residual[field] < most, 'schema', '%s of the residual: found %s, expected '
                        'below %s', field, residual[field], most)
            check_reference(residual['reference_max'], item)
        reference, difference = residual['reference_max'], residual['difference_max']
        if item.workload == 'reduction':
            require(reference == 1, 'residual', 'reference_max: found %s, expected 1', reference)
        elif item.has('integers'):
            elements = shape['m'] * shape['n']
            require(reference == elements, 'residual',
                    'reference_max: found %s, expected the elements, %s', reference, elements)
            require(is_int(difference) and difference <= elements, 'residual',
                    'difference_max: found %s, expected an int of at most %s', difference,
                    elements)
        elif item.workload == 'random_access':
            require(reference == shape['lanes'], 'residual',
                    'reference_max: found %s, expected the lanes, %s', reference, shape['lanes'])
            require(is_int(difference) and difference <= shape['lanes'], 'residual',
                    'difference_max: found %s, expected an int of at most %s', difference,
                    shape['lanes'])

    @staticmethod
    def check_output(item, digest, residual):
        """Equal outputs of an item have equal residuals."""
        require(item.outputs.setdefault(digest, residual) == residual, 'digest',
                'an earlier output of %s has this digest and another residual', item.label)

    def calibration(self, node):
        item, ok = self.read_measured(node, CALIBRATION_OK, CALIBRATION_FAILED)
        require(item.has('calibration'), 'calibration', '%s: its variant has no calibration',
                item.label)
        require(item.calibration is None, 'calibration', '%s has a calibration already',
                item.label)
        product = self.edge(node, CALIBRATION_OK, 'product')
        first = item.first_number()
        require(len(item.observed) > first and product is item.observed[first] and product.ok,
                'calibration', 'the product is not repeat %s of %s', first, item.label)
        require(not item.failed(), 'calibration', '%s has a failed repeat and a calibration',
                item.label)
        self.not_reduced(item)
        item.calibration = Calibration(self.ident, item, ok)
        if ok:
            for reference in node['reference_max']:
                check_reference(reference, item)
            item.calibration.ratios = [
                ratio({'difference_max': d, 'reference_max': r})
                for d, r in zip(node['difference_max'], node['reference_max'])]
            item.calibration.residual_squares = node['residual_squares']
            item.calibration.rounding_squares = node['rounding_squares']
        self.nodes[self.ident] = item.calibration

    def stage(self, node):
        name = node.get('stage')
        require(isinstance(name, str) and name in STAGES, 'schema', 'there is no stage %s', name)
        require(is_count(node.get('item')), 'schema', 'item of the node cannot be %s',
                node.get('item'))
        item = self.item_of(node)
        calibrated = name == 'witness' and item.has('calibration')
        form = WITNESS_CALIBRATED if calibrated else STAGE_FORMS[name]
        require(node.get('index') == 0 or 'previous' in node, 'stage',
                'previous of a stage of %s: found none', item.label)
        check_fields(node, form)
        self.base_edges(node, form, item)
        self.in_session()
        self.check_place(node, item, name)
        require(not item.failed(), 'stage', '%s has a failed repeat and a transcript', item.label)
        require('transcript' not in item.reductions, 'reduction',
                'the transcript of %s was reduced on an earlier line', item.label)
        self.not_reduced(item)
        require(not item.revisits, 'revisit', 'a stage of %s is after its revisit', item.label)
        stage = Stage(self.ident, self.line, self.place, item, name)
        getattr(self, name)(node, item, stage)
        item.stages.append(stage)
        self.nodes[self.ident] = stage

    def check_place(self, node, item, name):
        """The stage is the next of its item's transcript, linked to the one before."""
        index = len(item.stages)
        before = item.stages[-1].name if item.stages else None
        require(node['index'] == index, 'stage', 'index of a stage of %s: found %s, expected %s',
                item.label, node['index'], index)
        require(before in STAGES[name] and
                (before != 'acquire' or (name == 'inject') == item.injected()), 'stage',
                '%s cannot be stage %s of %s', name, index, item.label)
        require(name != 'repair' or item.decisions() == ['reject'], 'stage',
                '%s: a repair follows the first decision, where that is reject', item.label)
        if index == 0:
            require('previous' not in node, 'stage', 'stage 0 of %s has a previous', item.label)
        else:
            previous = self.edge(node, STAGE_FORMS[name], 'previous')
            require(previous is item.stages[-1], 'stage',
                    'previous of stage %s of %s is not stage %s', index, item.label, index - 1)

    def acquire(self, node, item, stage):
        product = self.edge(node, STAGE_FORMS['acquire'], 'product')
        require(product.item is item and product.ok, 'stage',
                'the product is no measured repeat of %s', item.label)
        require(node['output_digest'] == product.digest, 'stage',
                "output_digest of %s: found %s, expected the product's, %s",
                item.label, node['output_digest'], product.digest)
        stage.product, stage.digest = product, product.digest
        if item.complete() and (item.calibration or not item.has('calibration')):
            check_transcript_start(item, stage)

    def witness(self, node, item, stage):
        before = item.stages[-1]
        require(node['output_digest'] == before.digest, 'witness',
                'output_digest of %s: found %s, expected that of the stage before, %s',
                item.label, node['output_digest'], before.digest)
        self.check_residual(node['residual'], item)
        require(before.name != 'acquire' or node['residual'] == before.product.residual, 'witness',
                'the residual is not that of the product of %s', item.label)
        self.check_output(item, node['output_digest'], node['residual'])
        if item.has('calibration'):
            calibration = self.edge(node, WITNESS_CALIBRATED, 'calibration')
            require(calibration is item.calibration, 'witness',
                    'the calibration is not that of %s', item.label)
        if self.is_light:
            require(node['openings'] == [], 'schema', 'openings: found %s, expected none in a '
                    'light record', len(node['openings']))
        else:
            drawn = drawn_openings(item, before.digest, self.nonce, self.continues)
            check_openings(node['openings'], item, before.digest, drawn, 'opening')
        require(not item.has('integers') or
                ('element' in node) == (node['residual']['difference_max'] > 0), 'element',
                'element of %s: expected one exactly where the output is wrong', item.label)
        if 'element' in node:
            check_element(node, item)
        stage.element = node.get('element')
        for other in item.stages:
            if other.name == 'witness' and other.digest == before.digest:
                require(other.element == stage.element, 'element', 'element of %s: found %s, '
                        'expected that of the stage with this output, %s', item.label,
                        stage.element, other.element)
        stage.digest, stage.residual = before.digest, node['residual']

    def decide(self, node, item, stage):
        right = item.decide(item.stages[-1].residual)
        require(node['decision'] == right, 'decision',
                'decision on %s: found %s, recomputed %s', item.label, node['decision'], right)
        stage.decision = right

    def inject(self, node, item, stage):
        made = node['fault'], node['row'], node['column']
        planned = tuple((item.fault or {}).get(name) for name in ('kind', 'row', 'column'))
        require(made == planned, 'stage', 'fault of %s: found %s at row %s, column %s, expected '
                "the plan's, %s at row %s, column %s", item.label, *made + planned)
        require(node['fault'] not in ('bit', 'bits') or
                node['output_digest'] != item.stages[-1].digest, 'stage',
                'output_digest of %s is that of the output without the fault', item.label)
        stage.digest = node['output_digest']

    def repair(self, node, item, stage):
        stage.digest = node['output_digest']
        self.look_for_repair(item, node)

    def revisit(self, node):
        check_fields(node, REVISIT)
        item, number = self.item_of(node), node['prior']
        require(number <= len(self.continues), 'revisit',
                'a revisit of prior %s: expected at most %s', number, len(self.continues))
        self.base_edges(node, REVISIT, item)
        product = self.edge(node, REVISIT, 'product')
        self.in_session()
        self.not_reduced(item)
        require(self.wants_revisit(item, number), 'revisit', '%s has nothing to compare with '
                'prior %s', item.label, number)
        require(number > max(item.revisits, default=0), 'revisit',
                'revisits of %s: found prior %s after prior %s, expected ascending order',
                item.label, number, max(item.revisits, default=0))
        require(product is item.stages[0].product, 'revisit',
                'the product is not that of the acquire stage of %s', item.label)
        item.revisits[number] = self.compare_places(node['openings'], item, number)
        self.nodes[self.ident] = Revisited

    def compare_places(self, openings, item, number):
        """The Difference of the chunks here and there; None without the priors."""
        if self.without_priors():
            check_openings(openings, item, item.stages[0].digest, None, 'revisit')
            return None
        prior = self.priors[number]
        theirs = prior.witness(prior.sides[item.image])['openings']
        places = [(opening['row'], opening['chunk']) for opening in theirs]
        check_openings(openings, item, item.stages[0].digest, places, 'revisit')
        return Difference(elements(item, openings), elements(item, theirs))

    def external(self, node):
        values = node.get('values')
        if node.keys() != EXTERNAL_KEYS or type(values) is not dict:
            check_fields(node, EXTERNAL)
        self.check_values(values)
        check_kind(node, EXTERNAL.tests)
        self.base_edges(node, EXTERNAL)
        name = node['series']
        series = self.series.get(name)
        if series is None:
            series = self.series[name] = Series(name)
        require(self.items or not self.whole, 'order', 'a link was reduced on an earlier line')
        require(not series.closed, 'series', 'the series %s was reduced on an earlier line', name)
        require(node['index'] == len(series.ids), 'series',
                'index in the series %s: found %s, expected %s', name, node['index'],
                len(series.ids))
        series.ids.append(self.ident)
        series.places.append((self.place, self.line))
        if series.values is not None:
            self.remember(series, [values])
        self.nodes[self.ident] = series

    def check_values(self, values):
        null = False
        for name, value in values.items():
            if type(value) is float or type(value) is int:
                continue
            require(value is None or name == 'reason', 'schema',
                    'the value %s cannot be %s', name, value)
            null = null or value is None
        keys = tuple(values)
        if keys not in self.key_sets:
            require(all(map(Strict.KEY.fullmatch, keys)), 'schema', 'a key is not of [a-z0-9_]')
            longest = max(map(len, keys), default=0)
            require(longest <= NAME_BYTES, 'schema',
                    'values: found a name of %s bytes, expected at most 64', longest)
            require(1 <= len(set(keys) - {'reason'}) <= VALUES, 'schema',
                    'values: found %s, expected 1 to 64', len(set(keys) - {'reason'}))
            if len(self.key_sets) < 1000 and 'reason' not in keys:
                self.key_sets.add(keys)
        check_reason(values, null, 'values')

    def remember(self, series, values):
        series.values.extend(values)
        self.held += len(values)
        self.recent[series.name] = series
        self.recent.move_to_end(series.name)
        while self.held > self.RECENT and len(self.recent) > 1:
            _, oldest = self.recent.popitem(last=False)
            self.held -= len(oldest.values)
            oldest.values = None

    def values_of(self, series):
        """The values of a whole series, read again from their lines where they are not recent."""
        if series.values is None:
            here = self.stream.tell()
            values = []
            for place, _ in series.places:
                self.stream.seek(place)
                values.append(json.loads(self.stream.readline(LINE_BYTES).decode('utf-8'),
                                         parse_int=read_int)['values'])
            self.stream.seek(here)
            series.values = []
            self.remember(series, values)
        return series.values

    # Reductions.

    def reduction(self, node):
        function = node.get('function')
        require(isinstance(function, str), 'schema', 'function cannot be %s', function)
        require(function in FUNCTION_ROWS, 'reduction', 'there is no function %s', function)
        takes = FUNCTION_ROWS[function][0]
        external = takes == 'S'
        check_fields(node, REDUCTION_FORMS.get(takes, REDUCTION_ITEM))
        inputs = node['inputs']
        if external:
            value, reason = self.external_reduction(function, node['field'], inputs)
        elif takes == 'P':
            value, reason = self.record_reduction(function, inputs)
        elif takes in ('C', 'J'):
            value, reason = self.change_reduction(node, function, inputs)
        elif takes in ('L', 'R'):
            value, reason = self.link_reduction(node, REDUCTION_FORMS[takes])
        else:
            value, reason = self.item_reduction(function, inputs)
        same = value == node['value'] and isinstance(value, str) == isinstance(node['value'], str)
        require(same, 'reduction', '%s: found %s, recomputed %s', function, node['value'],
                value if reason is None else 'null (%s)' % reason)
        require(reason == node.get('reason'), 'reduction', 'reason for %s: found %s, recomputed %s',
                function, node.get('reason'), reason)
        self.nodes[self.ident] = Reduction(self.line, external, value, reason,
                                           (function, node.get('prior')))

    def external_reduction(self, function, field, inputs):
        series = self.nodes.get(inputs[0])
        if not isinstance(series, Series) or inputs != series.ids:
            for ident in inputs:
                series = self.edge_to(ident, REDUCTION_SERIES, 'inputs')
            require(inputs == series.ids, 'series',
                    'the inputs are not all of the series %s, in order', series.name)
        require(field != 'reason', 'schema', 'field of the node cannot be reason')
        values = self.values_of(series)
        require(all(field in value for value in values), 'series',
                'an observation of the series %s has no value %s', series.name, field)
        series.closed = True
        return compute_external(function, [value[field] for value in values])

    def item_reduction(self, function, inputs):
        nodes = [self.edge_to(ident, REDUCTION_ITEM, 'inputs') for ident in inputs]
        item = nodes[0].item
        require(item.complete() or not item.takes_repeats(function), 'workload',
                'repeats of %s when they are reduced: found %s, expected %s',
                item.label, len(item.observed), item.repeats)
        require(item.has(FUNCTION_ROWS[function][1]) and
                (not function.startswith('attack_') or TRIALS[item.trial['word']][0]) and
                (not function.startswith('seen_flags') or TRIALS[item.trial['word']][1]) and
                (not function.startswith(PAIR_FUNCTIONS) or TRIALS[item.trial['word']][2]) and
                (function not in SLOPE_FUNCTIONS or item.has_slope()), 'reduction',
                '%s has no %s', item.label, function)
        takes = FUNCTION_ROWS[function][0]
        if takes == 'T':
            self.check_segments(item)
        elif takes == 'F':
            self.check_repeats(item)
        require(inputs == item.inputs(function), 'reduction',
                'the inputs are not those of %s of %s', function, item.label)
        item.reductions[function] = self.ident
        return item.compute(function)

    def record_reduction(self, function, inputs):
        self.edge_to(inputs[0], REDUCTION_FORMS['P'], 'inputs')
        for item in self.items:
            self.check_repeats(item)
            self.check_segments(item)
        self.timeline.reductions[function] = self.ident
        return self.timeline.compute(function)

    @staticmethod
    def check_repeats(item):
        require(item.complete(), 'workload' if item.has_output() else item.procedure,
                'repeats of %s: found %s, expected %s', item.label, len(item.observed),
                item.repeats)

    @staticmethod
    def check_segments(item):
        require(len(item.segments) == item.segment_count(), 'point',
                'segments of %s: found %s, expected %s', item.label, len(item.segments),
                item.segment_count())

    def change_reduction(self, node, function, inputs):
        letter = FUNCTION_ROWS[function][0]
        self.edge_to(inputs[0], REDUCTION_FORMS[letter], 'inputs')
        change = (self.changes if letter == 'C' else self.judged).get(node['item'])
        require(change is not None, 'reduction', '%s: item %s has no base, or names no tolerance',
                function, node['item'])
        require(change.item.has(FUNCTION_ROWS[function][1]), 'reduction',
                'the variant of %s has no %s', change.label, function)
        self.end_observations()
        change.reductions[function] = self.ident
        return change.compute(function)

    def link_reduction(self, node, form):
        """(value, reason) of a reduction of a link or, without an item, of a prior."""
        function, number, inputs = node['function'], node['prior'], node['inputs']
        nodes = [self.edge_to(ident, form, 'inputs') for ident in inputs]
        require(number in self.linked(), 'reduction', '%s: prior %s is not linked', function,
                number)
        self.end_observations()
        if self.without_priors():
            self.check_unlinked(node, nodes)
            return node['value'], node.get('reason')
        subject = links = self.links_of(number)
        right = [self.plan]
        if 'item' in node:
            require(node['item'] < len(links.by_item), 'reduction',
                    'item of prior %s: found %s, expected below %s', number, node['item'],
                    len(links.by_item))
            subject, needs = links.by_item[node['item']], FUNCTION_ROWS[function][1]
            require(subject.there.has(needs) and not subject.there.has('trials') and
                    isinstance(subject, Recall) == (needs == 'profile'), 'reduction',
                    'the variant of %s has no %s', subject.label, function)
            here = [item for item in self.items if item.image == subject.there.image]
            right = [repeat.id for item in here for repeat in item.observed] or right
        require(inputs == right, 'reduction', 'inputs of %s of %s: expected %s', function,
                subject.label, 'the plan' if right == [self.plan] else 'all repeats here')
        subject.reductions[function] = self.ident
        return subject.compute(function)

    def check_unlinked(self, node, nodes):
        """The inputs and the type of the value of a reduction whose prior is absent."""
        function, value = node['function'], node['value']
        item = getattr(nodes[0], 'item', None)
        right = [repeat.id for repeat in item.observed] if item else [self.plan]
        require(node['inputs'] == right, 'reduction',
                'the inputs of %s are neither the plan nor all repeats of an item', function)
        word = isinstance(value, str) and 1 <= len(value.encode('utf-8')) <= NAME_BYTES
        right = word if function in WORD_FUNCTIONS else is_number(value)
        require(value is None or right, 'reduction', 'value of %s: found %s, expected the '
                'type of its function', function, value)

    # Claims.

    def expansion(self):
        """(subject, quantity, its row) of each claim that must be there, in order."""
        profiles = [item for item in self.items if item.has('profile')]
        points = [item for item in self.items if item.point is not None]
        outputs = [item for item in self.items if item.has_output()]
        trials = [item for item in self.items if item.has('trials')]
        attacks = [item for item in trials if TRIALS[item.trial['word']][0]]
        on_rates = [item for item in trials if TRIALS[item.trial['word']][1]]
        pairs = [item for item in trials if TRIALS[item.trial['word']][2]]
        slopes = [item for item in outputs if item.has_slope()]
        for items, rows in ((outputs, QUANTITIES), (slopes, SLOPE_QUANTITIES),
                            (points, POINT_QUANTITIES), (profiles, PROFILE_QUANTITIES),
                            (trials, TRIALS_QUANTITIES), (attacks, ATTACK_QUANTITIES),
                            (on_rates, RATE_ATTACK_QUANTITIES), (pairs, PAIR_QUANTITIES)):
            for item in items:
                yield from expand(item, rows, item.row)
        if self.items:
            yield from expand(self.timeline, RECORD_QUANTITIES)
        for change in self.changes.values():
            yield from expand(change, CHANGE_QUANTITIES, change.row)
        for judgement in self.judged.values():
            yield from expand(judgement, JUDGED_QUANTITIES, judgement.row)
        for number in () if self.without_priors() else self.linked():
            links = self.links_of(number)
            for link in links.links:
                yield from expand(link, LINK_QUANTITIES, link.row)
            for recall in links.recalls:
                yield from expand(recall, RECALL_QUANTITIES, recall.row)
            yield from expand(links, PRIOR_QUANTITIES)

    def claims_begin(self):
        self.end_observations()
        self.expected = self.expansion()
        self.free_names = self.without_priors()

    def check_whole(self, item):
        """An item has all its repeats and, if none failed, its calibration and its transcript."""
        label = item.label
        self.check_repeats(item)
        self.check_segments(item)
        if not item.has_output():
            return
        ok = not item.failed()
        require(not item.has('calibration') or not ok or item.calibration is not None,
                'calibration', '%s has no calibration', label)
        require(ok or item.calibration is None, 'calibration',
                '%s has a failed repeat and a calibration', label)
        require(ok or not item.stages, 'stage', '%s has a failed repeat and a transcript', label)
        require(not ok or item.stages and item.stages[-1].name == 'decide', 'stage',
                '%s has no whole transcript but %s stages', label, len(item.stages))
        if ok:
            check_transcript_start(item, item.stages[0])

    def claim(self, node):
        if self.expected is None:
            self.claims_begin()
        name = node.get('name')
        require(is_text(name), 'schema', 'name of the claim cannot be %s', name)
        due = next(self.expected, None)
        if due is not None:
            self.plan_claim(node, name, *due)
        elif self.free_names and name.startswith(('link.', 'prior.')):
            self.free_claim(node, name)
        else:
            self.free_names = False
            self.x_claim(node, name)

    def plan_claim(self, node, name, subject, quantity, row):
        right = '%s.%s' % (subject.label, quantity)
        require(name == right, 'claim', "the next claim of the plan's expansion: found %s, "
                'expected %s', name, right)
        _, function, unit, form, klass, tolerance, quiet, loud = row
        reduction = self.claimed_reduction(node, row)
        require(node['asserts'] == subject.reductions.get(function), 'claim',
                '%s asserts a reduction that is not %s of %s', name, function, subject.label)
        reasons = [reduction.reason]
        self.compare_value(node, name, reduction, form, unit or subject.row.unit)
        for field, source in (('class', klass), ('tolerance', tolerance)):
            if source:
                value, reason = subject.compute(source)
                compare(name, field, node[field], value)
                reasons.append(reason)
        right = next((reason for reason in reasons if reason), None)
        require(node.get('reason') == right, 'null', 'reason of %s: found %s, recomputed %s',
                name, node.get('reason'), right)
        of_item = isinstance(subject, Item)
        if is_finding(node['text'], form, quiet, loud) or \
                of_item and subject.is_missed(quantity, node['text']):
            caught = of_item and subject.is_caught(quantity, node['text'])
            self.find('%s is %s' % (name, node['text']), caught)

    def find(self, words, caught=False):
        """Adds a finding; that of a planned fault that was caught does not read as a failure."""
        self.findings.append(('planned fault caught: ' if caught else 'finding: ') + words)

    def claimed_reduction(self, node, row):
        """The reduction that a claim of a quantity with this row asserts."""
        check_fields(node, CLAIM_FORMS[row[4] is not None, row[5] is not None])
        reduction = self.edge(node, CLAIM_ITEM, 'asserts')
        reduction.claimed = True
        return reduction

    @staticmethod
    def compare_value(node, name, reduction, form, unit):
        compare(name, 'value', node['value'], reduction.value)
        compare(name, 'unit', node['unit'], unit)
        compare(name, 'text', node['text'], claim_text(reduction.value, form, unit))

    def free_claim(self, node, name):
        """A claim of a link or of a prior that is absent."""
        found = FREE_LINK.fullmatch(name) or FREE_PRIOR.fullmatch(name)
        rows = FREE_QUANTITIES if name.startswith('link.') else PRIOR_QUANTITIES
        row = found and rows.get(found.group(2))
        require(row and int(found.group(1)) in self.linked(), 'claim',
                '%s is no claim of a link or of a prior', name)
        require(name not in self.names, 'claim', 'there is a claim %s already', name)
        self.names.add(name)
        _, function, unit, form = row[:4]
        reduction = self.claimed_reduction(node, row)
        require(reduction.of == (function, int(found.group(1))), 'claim',
                '%s asserts a reduction that is not %s of that prior', name, function)
        if found.group(2) in RECALL_QUANTITIES and name.startswith('link.'):
            label = found.group(3).split('.', 2)
            variant = WORKLOADS.get(tuple(label[:2]))
            require(variant and variant.procedure == 'profile' and '.' in label[2], 'claim',
                    '%s is no claim of a profile', name)
            unit = unit or variant.unit
        self.compare_value(node, name, reduction, form, unit)
        require(reduction.reason is None or node.get('reason') == reduction.reason, 'null',
                'reason of %s: found %s, recomputed %s', name, node.get('reason'),
                reduction.reason)

    def x_claim(self, node, name):
        require(name.startswith('x.') and is_name(name[2:]), 'claim',
                "%s is no claim of the plan's expansion, nor x. and a name", name)
        require(name not in self.names, 'claim', 'there is a claim %s already', name)
        self.names.add(name)
        check_fields(node, CLAIM_OWN)
        reduction = self.x_edge(node['asserts'], 'asserts')
        for ident in node.get('beside', ()):
            self.x_edge(ident, 'beside')
        compare(name, 'value', node['value'], reduction.value)
        require(UNIT.fullmatch(node['unit']) is not None, 'unit',
                'unit of %s: found %s, expected 1 to 16 of [A-Za-z0-9/%%]', name, node['unit'])
        text = claim_text(reduction.value, node['format'], node['unit'])
        compare(name, 'text', node['text'], text)
        require(node.get('reason') == reduction.reason, 'null',
                'reason of %s: found %s, recomputed %s', name, node.get('reason'),
                reduction.reason)

    def x_edge(self, ident, field):
        reduction = self.edge_to(ident, CLAIM_OWN, field)
        require(reduction.external, 'claim',
                '%s names a reduction that is not over external observations', field)
        reduction.claimed = True
        return reduction

    # The root.

    def take_root(self, node):
        if self.expected is None:
            self.claims_begin()
        for subject, quantity, _ in self.expected:
            raise Refusal('claim', 'the claim %s.%s is missing here' % (subject.label, quantity))
        check_fields(node, ROOT)
        require(node['format'] == FORMAT_NAME, 'schema', 'format: found %s, expected %s',
                node['format'], FORMAT_NAME)
        self.plan_edge(node)
        require(node['claim_count'] == self.claims.count, 'count',
                'claim_count: found %s, recomputed %s', node['claim_count'], self.claims.count)
        right = self.claims.root().hex()
        require(node['merkle_root'] == right, 'merkle',
                'merkle_root: found %s, recomputed %s', node['merkle_root'], right)
        for entry in node['files'] + node.get('checkers', []):
            check_fields(entry, FILE, 'an entry of files')
        require(node['continues'] == self.continues, 'root', "continues is not the plan's")
        paths = [entry['path'] for entry in node['files']]
        require(paths == [] if self.is_light else
                paths == list(CHECKERS) + prior_paths(self.continues), 'files',
                'files: found %s, expected %s and %s of prior/', ' '.join(paths),
                'no checkers' if self.is_light else ' and '.join(CHECKERS), len(self.continues))
        named = [entry['path'] for entry in node['checkers']] if 'checkers' in node else None
        require(named == (list(CHECKERS) if self.is_light else None), 'files',
                'checkers: found %s, expected %s', ' '.join(named or ['none']),
                ' and '.join(CHECKERS) if self.is_light else 'none')
        self.check_reachable()
        self.conclude()
        self.root = self.ident
        self.files = {entry['path']: entry['sha256'] for entry in node['files']}

    def conclude(self):
        """The findings that are about no claim."""
        sessions = self.timeline.sessions
        overlaps = ['sessions %d and %d overlap' % (number, number + 1)
                    for number, (one, later) in enumerate(zip(sessions, sessions[1:]))
                    if one.overlaps(later)]
        for words in overlaps + self.copies + self.fast + self.inexact:
            self.find(words)
        for number, prior in self.priors.items():
            self.conclude_prior('prior %d ' % number, prior)

    def conclude_prior(self, lead, prior):
        """What tells that this record was copied from a prior, and the prior's own findings."""
        if prior.run == self.run_id:
            self.find(lead + 'has the run id of this record')
        if prior.same_starts:
            self.find(lead + 'has the times of observations here: %d' % prior.same_starts)
        if prior.same_covariates:
            self.find(lead + 'has the covariates of observations here: %d' % prior.same_covariates)
        if self.timeline.count and prior.begin is not None and self.timeline.end < prior.begin:
            self.find(lead + 'began after this record ended')
        if prior.findings:
            self.find(lead + 'has findings of its own: %d' % prior.findings)

    def check_reachable(self):
        for node in self.nodes.values():
            if isinstance(node, Environment) and not node.named:
                raise Refusal('reachable', 'no node names this environment', node.line)
            if isinstance(node, Reduction) and not node.claimed:
                raise Refusal('reachable', 'no claim names this reduction', node.line)
            if isinstance(node, Series) and not node.closed:
                raise Refusal('reachable', 'no reduction names this observation of %s' % node.name,
                              node.places[0][1])


def expand(subject, quantities, variant=None):
    """(subject, quantity, its row) of all quantities that a variant has."""
    for quantity, row in quantities.items():
        if row[0] is None or row[0] in variant.traits:
            yield subject, quantity, row


# The covariates of an observation's line, with the field behind them.
COVARIATES_IMAGE = re.compile(rb'"covariates":(.*?),"(?:divergence|duty|environment)":')

# Names of claims about a prior that is absent: its number, and the quantity.
FREE_LINK = re.compile(r'link\.([1-9])(?=\.[a-z0-9_.]{1,111}\.([a-z0-9_]+)$)\.(.*)')
FREE_PRIOR = re.compile(r'prior\.([1-9])\.([a-z0-9_]+)')
FREE_QUANTITIES = dict(LINK_QUANTITIES, **RECALL_QUANTITIES)
WORD_FUNCTIONS = {row[1] for rows in (FREE_QUANTITIES, PRIOR_QUANTITIES) for row in rows.values()
                  if row[3] == 'word'}

# What an edge may name, by the words of the tables.
CLASSES = {'environment': Environment, 'plan': Graph, 'workload': Repeat,
           'calibration': Calibration, 'stage': Stage, 'stress': Segment, 'profile': ProfileRepeat,
           'trials': Trials,
           'external': Series, 'reduction': Reduction}


def check_kind(node, types):
    for name, test in types.items():
        if not test(node[name]):
            raise Refusal('schema', '%s cannot be %s' % (name, shown(node[name])))


def check_covariates(node, clock_limit):
    """Each covariate is measured or has its reason, and the flags are those that they raise."""
    covariates, seconds = node['covariates'], node['seconds']
    check_fields(covariates, COVARIATES_FORM, 'covariates')
    raised = set()
    for name, covariate in covariates.items():
        if 'reason' in covariate:
            check_fields(covariate, ABSENT, name)
            continue
        check_fields(covariate, PRESENT, name)
        check_covariate(name, covariate, seconds)
        raised.add(flag_of(name, covariate, seconds, clock_limit))
        if COVARIATES[name][1] and has_gap(covariate, seconds):
            raised.add('sampling_gap')
    check_throttle(covariates)
    right = sorted(raised - {None})
    require(node['flags'] == right, 'flags',
            'flags: found %s, recomputed %s', node['flags'], right)


def check_covariate(name, covariate, seconds):
    """A covariate that is present is ordered, in its domain, and covers its repeat."""
    low, middle, high = covariate['minimum'], covariate['median'], covariate['maximum']
    require(low <= middle <= high, 'schema',
            'covariate %s: found minimum %s, median %s, maximum %s, expected ascending',
            name, low, middle, high)
    least, most, whole, alike = DOMAINS[name]
    require((least is None or low >= least) and (most is None or high <= SLACK * most),
            'covariates', '%s is out of its domain: found %s to %s', name, low, high)
    require(not whole or is_int(low) and is_int(high), 'covariates',
            '%s has no whole numbers: found %s to %s', name, low, high)
    require(not alike or low == middle == high, 'covariates',
            'minimum, median and maximum of %s are not equal: found %s, %s, %s',
            name, low, middle, high)
    gap = covariate['longest_gap_s']
    require(not COVARIATES[name][1] or
            (covariate['samples'] + COVERAGE_SAMPLES) * gap >= COVERAGE * seconds, 'covariates',
            '%s does not cover the repeat: found %s samples, longest gap %s s, in %s s',
            name, covariate['samples'], gap, seconds)


def has_gap(covariate, seconds):
    return covariate['samples'] < (GAP_SHARE * seconds) / SAMPLE_PERIOD or \
        covariate['longest_gap_s'] > (GAP_LONGEST * seconds) + GAP_FLOOR


# Covariates that show another process on a GPU: the most that each may be.
SHARING = {'idle_utilization': SHARED_UTILIZATION, 'other_memory': SHARED_MEMORY,
           'other_processes': 0}


def flag_of(name, covariate, seconds, clock_limit):
    """The flag that a covariate alone raises, or None."""
    if name in ('clock', 'kernel_clock'):
        return 'clock_implausible' if covariate['maximum'] > CLOCK_SLACK * clock_limit else None
    if name.startswith('clock_'):
        return 'clock_differs' if abs(covariate['median']) > CLOCK_DIFFERENCE else None
    if name in ('ecc_corrected', 'ecc_uncorrected'):
        return 'ecc' if covariate['maximum'] > 0 else None
    if name in SHARING:
        return 'shared' if covariate['maximum'] > SHARING[name] else None
    if name == 'run_delay':
        return 'starved' if covariate['median'] > STARVED else None
    if name == 'stopped':
        return 'stopped' if covariate['median'] > STOPPED else None
    if name == 'steal':
        return 'steal' if covariate['median'] > STEAL else None
    if name == 'throttle':
        return 'throttled' if covariate['maximum'] > 0 else None
    return None


def check_throttle(covariates):
    """The reasons say whether a limit held the clock down."""
    throttle, reasons = [covariates.get(name, {}) for name in ('throttle', 'throttle_reasons')]
    found, bits = throttle.get('maximum'), reasons.get('maximum')
    if found is None or not is_count(bits):
        return
    right = 1 if bits & ~HARMLESS_REASONS else 0
    require(found == right, 'covariates',
            'maximum of throttle: found %s, expected %s, by the reasons %s', found, right, bits)


def check_reference(reference, item):
    least = least_reference(item)
    require(reference is None or reference >= least, 'residual',
            'reference_max: found %s, expected at least %s', reference, least)


def check_element(node, item):
    """The element that a witness found wrong is where its row test failed, and as opened."""
    element, residual = node['element'], node['residual']
    check_fields(element, ELEMENT, 'the element')
    integers = item.has('integers')
    rejected = item.has('rows') and None not in residual.values() and \
        not residual['row_statistic'] <= row_threshold(item)
    require(integers or rejected, 'element',
            'an element without a residual that the row test rejects')
    found, column, size = element['found'], element['column'], item.row.element_bytes
    require(len(found) == len(element['expected']) == 2 * size, 'element',
            "the element's values do not have %s digits", 2 * size)
    require(found != element['expected'], 'element',
            'found and expected of the element are equal')
    columns = item.shape.get('n', 0)
    if integers:
        require(element['row'] < item.shape['m'] and column < columns, 'element',
                'element: found row %s, column %s, expected one of the output', element['row'],
                column)
    require(integers or element['row'] == residual.get('row') and column < columns and
            column % PROBE_COLUMNS == residual.get('probe'), 'element',
            'element: found row %s, column %s, expected row %s and a column of probe %s',
            element['row'], column, residual.get('row'), residual.get('probe'))
    chunk, begin = divmod(column * size, CHUNK_BYTES)
    for opening in node['openings']:
        if (opening['row'], opening['chunk']) == (element['row'], chunk):
            data = strict_base64(opening['data']) or b''
            opened = data[begin:begin + size][::-1].hex()
            require(found == opened, 'element', 'found of the element: found %s, expected %s, as '
                    'opened', found, opened)


def check_transcript_start(item, stage):
    """The product acquired is the first that its own decision rejects, else the last."""
    rejected = [r for r in item.observed if item.decide(r.residual) == 'reject']
    right = rejected[0] if rejected else item.observed[-1]
    if stage.product is not right:
        raise Refusal('stage', 'product of %s: found repeat %d, recomputed %d' % (
            item.label, item.observed.index(stage.product), item.observed.index(right)), stage.line)


def compare(name, field, found, right):
    require(found == right and isinstance(found, str) == isinstance(right, str), field,
            '%s of %s: found %s, recomputed %s', field, name, found, right)


# ----------------------------------------------------------------------------------------------
# The folder (record.md section 1).

def last_line(stream):
    """What follows the last newline that is not the last byte; cut off in front if too long."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - LINE_BYTES - 1))
    tail = stream.read(LINE_BYTES + 1)
    stream.seek(0)
    return tail[tail.rfind(b'\n', 0, -1) + 1:]


def parse_line(line):
    """The object that a line is by [line], or None."""
    if line[-1:] != b'\n' or len(line) > LINE_BYTES:
        return None
    try:
        return Strict(line.decode('utf-8')).object_of_line()
    except (ValueError, Refusal):
        return None


def object_of(line):
    """The object that a line is by [line], or an empty one."""
    return parse_line(line) or {}


def check_first(path, stream):
    """Tells a file that is no record from one whose first line is refused."""
    first = stream.readline(LINE_BYTES + 1)
    stream.seek(0)
    if parse_line(first) is None:
        raise Trouble('%s is not a record: %s' % (
            path, 'the first line is no JSON object as a record has them' if first
            else 'the file is empty'))


def peek_format(stream, path=EVIDENCE):
    """Looks at the last line first: another format is said before anything is judged."""
    node = object_of(last_line(stream))
    form = node.get('format')
    if node.get('type') != 'root' or not isinstance(form, str) or len(form) > FORMAT_BYTES \
            or form == FORMAT_NAME:
        return
    found = FORMAT.fullmatch(form)
    if found is None:
        return
    own = FORMAT.fullmatch(FORMAT_NAME).groups()
    order = [[(len(digits), digits) for digits in numbers] for numbers in (found.groups(), own)]
    word = 'older' if order[0] < order[1] else 'newer'
    lines = 0
    for block in iter(lambda: stream.read(1 << 20), b''):
        lines += block.count(b'\n')
    which, of, record, judged = ('record', 'it', 'RECORD', 'RECORD') if path == EVIDENCE else (
        'prior', "the prior's own record", 'PRIOR', 'RECORD/' + path)
    raise Unjudged('%s %s:%d: [%s] the %s is of format %s, %s than %s; this runs the checker in '
                   "%s, which is the producer's code: python3 %s/%s %s" % (
                       word, path, max(1, lines), word, which, shown(form), word, FORMAT_NAME, of,
                       record, CHECKERS[1], judged))


def check_begun(folder, evidence):
    """Tells an interrupted run, and a folder that is no record, from a record."""
    has_manifest = os.path.lexists(os.path.join(folder, MANIFEST))
    if not os.path.lexists(evidence):
        if not has_manifest:
            raise Trouble('%s is not a record: neither %s nor %s is there' % (
                folder, EVIDENCE, MANIFEST))
        raise Refusal('files', 'the file is missing', file=EVIDENCE)
    if has_manifest or not is_plain(evidence):
        return
    with open(evidence, 'rb') as stream:
        first, last = object_of(stream.readline(LINE_BYTES + 1)), object_of(last_line(stream))
    if (first.get('type'), first.get('kind')) == ('observation', 'environment') \
            and last.get('type') != 'root':
        raise Unjudged('unfinished %s: [unfinished] the run was interrupted; witnessmark run '
                       '--resume resumes one that has its plan; a wrap begins anew' % EVIDENCE)


def file_digest(path):
    digest = hashlib.sha256()
    with open(path, 'rb') as stream:
        for block in iter(lambda: stream.read(1 << 20), b''):
            digest.update(block)
    return digest.hexdigest()


def is_plain(path):
    return stat.S_ISREG(os.lstat(path).st_mode)


# Of folders within each other, more than any file of a record needs.
DEEPEST, LONGEST_PATH, PATH_SHOWN = 32, 1023, 255


def list_files(folder):
    """{path: None, or why no record has it} of all plain files and folders that are too deep.

    Refuses links, devices and folders that hold nothing, the first in byte order.
    """
    found, strange, pending = {}, {}, ['']
    while pending:
        under, empty = pending.pop(), True
        with os.scandir(os.path.join(folder, under) if under else folder) as scan:
            for entry in scan:
                path, empty = under + '/' + entry.name if under else entry.name, False
                if entry.is_symlink():
                    strange[path] = 'this is a symbolic link'
                elif entry.is_dir(follow_symlinks=False):
                    if path.count('/') < DEEPEST and len(os.fsencode(path)) < LONGEST_PATH:
                        pending.append(path)
                    else:
                        found[path] = "this folder is nested too deep for a record's file"
                elif entry.is_file(follow_symlinks=False):
                    found[path] = None
                else:
                    strange[path] = 'this is not a plain file'
        if empty and under:
            strange[under] = 'this folder is empty'
    for path in sorted(strange, key=os.fsencode)[:1]:
        raise Refusal('symlink', strange[path], file=path)
    return found


def require_file(holds, tag, file, words, line=None):
    if not holds:
        raise Refusal(tag, words, line, file)


def read_manifest(folder):
    """(root id, {path: (line, sha256)}) of manifest.sha256."""
    path = os.path.join(folder, MANIFEST)
    require_file(os.path.lexists(path), 'files', MANIFEST, 'the file is missing')
    require_file(is_plain(path), 'symlink', MANIFEST, 'this is not a plain file')
    with open(path, 'rb') as stream:
        data = stream.read(LINE_BYTES + 1)
    require_file(len(data) <= LINE_BYTES, 'manifest', MANIFEST, 'the file is over 1 MiB')
    lines = data.split(b'\n')
    require_file(lines[-1] == b'', 'manifest', MANIFEST,
                 'the last line does not end with a newline', len(lines))
    head = re.fullmatch(rb'# root ([0-9a-f]{64})', lines[0])
    require_file(head, 'manifest', MANIFEST, 'line 1 is not `# root ID`', 1)
    entries, before = OrderedDict(), b''
    for number, line in enumerate(lines[1:-1], 2):
        entry = re.fullmatch(rb'([0-9a-f]{64})  ([A-Za-z0-9._/-]+)', line)
        require_file(entry, 'manifest', MANIFEST,
                     'the line is not a SHA-256, two spaces and a path', number)
        path = entry.group(2)
        require_file(not {b'', b'.', b'..'} & set(path.split(b'/')), 'manifest', MANIFEST,
                     'path: found %s, expected no empty, . or .. component' % path.decode(),
                     number)
        require_file(before < path, 'manifest', MANIFEST, 'paths are not in ascending order',
                     number)
        before = path
        entries[path.decode()] = (number, entry.group(1).decode())
    return head.group(1).decode(), entries


def prior_paths(continues):
    return ['prior/%d.jsonl' % number for number in range(1, len(continues) + 1)]


def open_prior(folder, number, streams):
    """(path from the folder, stream) of a prior; streams gets the stream."""
    path = 'prior/%d.jsonl' % number
    place = os.path.join(folder, path)
    require_file(os.path.lexists(place), 'files', path, 'the file is missing')
    require_file(is_plain(place), 'files', path, 'this is not a plain file')
    streams.append(open(place, 'rb', buffering=1 << 18))
    return path, streams[-1]


def judge_prior(path, stream, root):
    """The Prior of evidence that ends with a root, judged without the priors of its own."""
    line = last_line(stream)
    whole = line[-1:] == b'\n' and len(line) <= LINE_BYTES
    require_file(whole and hashlib.sha256(line).hexdigest() == root, 'prior', path,
                 'the last line is not the root that this record continues')
    peek_format(stream, path)
    try:
        graph = Graph(stream).run()
        require_file(graph.root == root, 'prior', path, 'the file changed while it was read')
        return Prior(path, stream, graph)
    except Refusal as refusal:
        refusal.file = path
        raise


def check_folder(folder, graph, files):
    """The manifest, the files that the root lists, and nothing else."""
    root, entries = read_manifest(folder)
    require_file(root == graph.root, 'root', MANIFEST,
                 'root: found %s, recomputed %s' % (root, graph.root), 1)
    wanted = dict(graph.files)
    for path, (number, _) in entries.items():
        require_file(path in wanted or path == EVIDENCE, 'files', MANIFEST,
                     'the root does not list %s' % path, number)
    for path in [EVIDENCE] + sorted(wanted):
        place = os.path.join(folder, path)
        require_file(os.path.lexists(place), 'files', path, 'the file is missing')
        require_file(is_plain(place), 'symlink', path, 'this is not a plain file')
        digest = file_digest(place)
        require_file(wanted.get(path, digest) == digest, 'files', path,
                     'SHA-256: found %s, expected that of the root, %s' % (
                         digest, wanted.get(path)))
        require_file(path in entries, 'extra', path, 'the manifest does not name this file')
        number, said = entries[path]
        require_file(said == digest, 'manifest', path,
                     'SHA-256: found %s, expected that of line %d of the manifest, %s' % (
                         digest, number, said))
    extra = {path for path in files if files[path] or path not in entries} - {MANIFEST}
    for path in sorted(extra, key=os.fsencode)[:1]:
        raise Refusal('extra', files[path] or 'the manifest does not name this file',
                      file=path[:PATH_SHOWN])


def audit(path, held_root=None):
    """Audits a folder or an evidence.jsonl; the Graph of a valid record, else an exception."""
    folder = path if os.path.isdir(path) else None
    evidence = os.path.join(path, EVIDENCE) if folder else path
    if folder:
        check_begun(folder, evidence)
        require_file(is_plain(evidence), 'symlink', EVIDENCE, 'this is not a plain file')
    elif not stat.S_ISREG(os.stat(evidence).st_mode):
        raise Trouble('%s is neither a folder nor a plain file' % path)
    with open(evidence, 'rb', buffering=1 << 18) as stream:
        peek_format(stream)
        if not folder:
            check_first(path, stream)
        files = list_files(folder) if folder else {}
        graph = judge(stream, folder)
    if folder:
        check_folder(folder, graph, files)
    if held_root is not None and not graph.root.startswith(held_root):
        raise Refusal('root', 'root: found %s, expected %s' % (graph.root, held_root),
                      graph.line)
    if graph.without_priors():
        raise Unjudged('incomplete %s: [prior] the priors are absent; check the folder' % EVIDENCE)
    return graph


def judge(stream, folder):
    """The Graph of valid evidence, judged with the priors of its folder if it has one."""
    streams = []
    try:
        opener = None if folder is None else lambda number: open_prior(folder, number, streams)
        return Graph(stream, opener).run()
    finally:
        for one in streams:
            one.close()


def arguments(argv):
    """(path, held root or None) of the command line."""
    paths, held, rest = [], None, list(argv)
    while rest:
        word = rest.pop(0)
        if word == '--root' or word.startswith('--root='):
            if word == '--root' and not rest:
                raise Trouble('--root wants 8 to 64 hex digits')
            held = word[7:] if word.startswith('--root=') else rest.pop(0)
            if not re.fullmatch('[0-9a-f]{8,64}', held):
                raise Trouble('--root wants 8 to 64 lower-case hex digits')
        elif word.startswith('-'):
            raise Trouble('unknown option %s' % word)
        else:
            paths.append(word)
    if len(paths) != 1:
        raise Trouble('usage: verify_graph.py RECORD_DIR|evidence.jsonl [--root HEX]')
    return paths[0], held


def main(argv):
    if argv in (['-h'], ['--help']):
        print(__doc__.strip())
        return 0
    try:
        graph = audit(*arguments(argv))
    except Refusal as refusal:
        where = refusal.file + (':%d' % refusal.line if refusal.line else '')
        print('invalid %s: [%s] %s' % (masked(where), refusal.tag, refusal.words))
        return 1
    except Unjudged as answer:
        print(answer)
        return 3
    except Trouble as trouble:
        print('verify_graph.py: %s' % masked(str(trouble)), file=sys.stderr)
        return 2
    except Exception as error:  # the system's, or a fault of this program: never a verdict
        print('verify_graph.py: cannot check: %s: %s' % (type(error).__name__, masked(str(error))),
              file=sys.stderr)
        return 2
    print('valid ' + graph.root)
    print(FIRST_WORDS)
    for finding in graph.findings:
        print(finding)
    return 0


if __name__ == '__main__':
    try:
        STATUS = main(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        STATUS = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        STATUS = 2
    sys.exit(STATUS)
