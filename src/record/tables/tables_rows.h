/* The rows of the format's closed tables.
 *
 * Made by tools/render-tables from docs/formats/tables: change the tables, not this file. */
#ifndef WM_RECORD_TABLES_ROWS_H
#define WM_RECORD_TABLES_ROWS_H
/* clang-format off */

/* The limits: identifier, value. */
#define WM_LIMIT_LIST(X) \
    X(LINE_BYTES, 1048576) \
    X(DEPTH, 16) \
    X(TEXT_BYTES, 4096) \
    X(NAME_BYTES, 64) \
    X(NONCE_DIGITS, 64) \
    X(ITEMS, 1024) \
    X(REPEATS, 1000) \
    X(LIGHT_ITEMS, 12) \
    X(LIGHT_REPEATS, 8) \
    X(DIMENSION, 2147483647) \
    X(PROBES, 21) \
    X(PROBE_COLUMNS, 24) \
    X(OPENINGS, 32) \
    X(CHUNK_BYTES, 1024) \
    X(INT8_DEPTH, 131071) \
    X(VECTOR_ROW, 262144) \
    X(MINUTES, 1440) \
    X(UNITS, 2016) \
    X(PROFILE_REPEATS, 64) \
    X(SEGMENT_SECONDS, 60) \
    X(CONTINUES, 8) \
    X(VALUES, 64) \
    X(TABLE_LINE_BYTES, 128) \
    X(BESIDE, 16) \
    X(UNIT_BYTES, 16) \
    X(DIMENSIONS, 4) \
    X(OPERANDS, 3)

/* The limits that are no int. */
#define WM_TABLES_LENGTH UINT64_C(274877906944)

#define WM_THRESHOLD_EPSILON 1e-30 /* added to a divisor */
#define WM_THRESHOLD_MARGIN 3 /* calibrated tolerance, in floors */
#define WM_THRESHOLD_THIN 64 /* rows m or terms k of a product below which its tolerance is wider */
#define WM_THRESHOLD_WIDENING 4 /* how many times wider */
#define WM_THRESHOLD_PREDICTED_MARGIN 12 /* tolerance without a verdict of G, in predicted floors */
#define WM_THRESHOLD_VERDICT_TERMS 64 /* least terms k of a product whose G has a verdict */
#define WM_THRESHOLD_SAMPLING_ERRORS 5 /* half the width of the band of G, in sampling errors */
#define WM_THRESHOLD_SAMPLING_MOST 0.3 /* most that this half may be for a verdict */
#define WM_THRESHOLD_INTERVAL 0.05 /* largest chance that the interval of the median misses */
#define WM_THRESHOLD_DISPERSION 0.05 /* largest relative_mad of class S1 */
#define WM_THRESHOLD_CORRELATION 2.326 /* least `clock_correlation * sqrt(R - 1)` of class S2 */
#define WM_THRESHOLD_CLASS_REPEATS 8 /* least repeats of a class, and of a lag correlation */
#define WM_THRESHOLD_CLASS_INTERVAL 1.1 /* largest rate_high of a class, in rate_low */
#define WM_THRESHOLD_CLASS_DISTANCE 0.1 /* distance of an outlier from the median, in medians */
#define WM_THRESHOLD_CLASS_OUTLIERS 8 /* of so many repeats of a class at most one is an outlier */
#define WM_THRESHOLD_CLASS_FAST 1.25 /* largest rate of a class, in median rates */
#define WM_THRESHOLD_LAG_LEAST 0.4 /* least lag_limit */
#define WM_THRESHOLD_LAG_DEVIATIONS 3.2 /* lag_limit, in standard deviations of lag_correlation */
#define WM_THRESHOLD_SLOPE_REPEATS 64 /* least repeats of an item with a slope */
#define WM_THRESHOLD_SLOPE_BLOCKS 8 /* blocks of repeats of a slope */
#define WM_THRESHOLD_SLOPE_QUANTILE 2.3646242515927853 /* half of its interval, in errors */
#define WM_THRESHOLD_SLOPE_LEAST 0.005 /* least clock variation without a block */
#define WM_THRESHOLD_GAP_SHARE 0.8 /* least share of the expected samples */
#define WM_THRESHOLD_SAMPLE_PERIOD 0.02 /* expected time between two samples, s */
#define WM_THRESHOLD_STEAL 0.05 /* median of `steal` above which a repeat is flagged */
#define WM_THRESHOLD_GAP_LONGEST 0.2 /* share of a repeat that may be a gap */
#define WM_THRESHOLD_GAP_FLOOR 0.04 /* time that may be a gap besides, s */
#define WM_THRESHOLD_STARVED 0.1 /* median of `run_delay` that is flagged */
#define WM_THRESHOLD_STOPPED 0.1 /* median of `stopped` that is flagged */
#define WM_THRESHOLD_SHARED_MEMORY 67108864 /* memory of others that is flagged, B */
#define WM_THRESHOLD_SHARED_UTILIZATION 0.1 /* share of an idle window that is flagged */
#define WM_THRESHOLD_CLOCK_DIFFERENCE 0.001 /* largest relative difference of two clocks */
#define WM_THRESHOLD_CLOCK_SLACK 1.05 /* most that a clock may be, in limits L */
#define WM_THRESHOLD_CLOCK_CEILING 6.5e9 /* largest limit L, and limit L without the fact, Hz */
#define WM_THRESHOLD_COVERAGE 0.99 /* least share of a repeat covered by gaps */
#define WM_THRESHOLD_COVERAGE_SAMPLES 4 /* gaps counted besides the samples */
#define WM_THRESHOLD_SLACK 1.01 /* factor on the upper limit of a covariate */
#define WM_THRESHOLD_REFERENCE_SHARE 0.999 /* least share of the least reference of a product */
#define WM_THRESHOLD_REFERENCE_SQUARE 0.5625 /* least square of an entry of X */
#define WM_THRESHOLD_FLOOR_LEAST 0.5 /* least floor_ratio of a floor that is recovered */
#define WM_THRESHOLD_FLOOR_MOST 2 /* largest floor_ratio of a floor that is recovered */
#define WM_THRESHOLD_RECALL 16 /* least spread of one layout, as a multiple of the distance */
#define WM_THRESHOLD_LATENCY_MOST 1e9 /* largest latency of a unit */

/* The thresholds: identifier, value. */
#define WM_THRESHOLD_LIST(X) \
    X(EPSILON, 1e-30) X(MARGIN, 3) X(THIN, 64) X(WIDENING, 4) X(PREDICTED_MARGIN, 12) \
    X(VERDICT_TERMS, 64) X(SAMPLING_ERRORS, 5) X(SAMPLING_MOST, 0.3) X(INTERVAL, 0.05) \
    X(DISPERSION, 0.05) X(CORRELATION, 2.326) X(CLASS_REPEATS, 8) X(CLASS_INTERVAL, 1.1) \
    X(CLASS_DISTANCE, 0.1) X(CLASS_OUTLIERS, 8) X(CLASS_FAST, 1.25) X(LAG_LEAST, 0.4) \
    X(LAG_DEVIATIONS, 3.2) X(SLOPE_REPEATS, 64) X(SLOPE_BLOCKS, 8) \
    X(SLOPE_QUANTILE, 2.3646242515927853) X(SLOPE_LEAST, 0.005) X(GAP_SHARE, 0.8) \
    X(SAMPLE_PERIOD, 0.02) X(STEAL, 0.05) X(GAP_LONGEST, 0.2) X(GAP_FLOOR, 0.04) X(STARVED, 0.1) \
    X(STOPPED, 0.1) X(SHARED_MEMORY, 67108864) X(SHARED_UTILIZATION, 0.1) \
    X(CLOCK_DIFFERENCE, 0.001) X(CLOCK_SLACK, 1.05) X(CLOCK_CEILING, 6.5e9) X(COVERAGE, 0.99) \
    X(COVERAGE_SAMPLES, 4) X(SLACK, 1.01) X(REFERENCE_SHARE, 0.999) X(REFERENCE_SQUARE, 0.5625) \
    X(FLOOR_LEAST, 0.5) X(FLOOR_MOST, 2) X(RECALL, 16) X(LATENCY_MOST, 1e9)

/* The kinds of nodes: name, identifier. */
#define WM_KIND_LIST(X) \
    X(environment, ENVIRONMENT) X(plan, PLAN) X(session, SESSION) X(workload, WORKLOAD) \
    X(calibration, CALIBRATION) X(stage, STAGE) X(revisit, REVISIT) X(stress, STRESS) \
    X(profile, PROFILE) X(trials, TRIALS) X(external, EXTERNAL) X(reduction, REDUCTION) \
    X(claim, CLAIM) X(root, ROOT)

/* The words of `backends`: identifier, word. */
#define WM_WORDS_BACKENDS(X) \
    X(CPU, "cpu") X(CUDA, "cuda") X(NONE, "none")

/* The words of `when`: identifier, word. */
#define WM_WORDS_WHEN(X) \
    X(TRANSCRIPT, "transcript") X(REPEATS, "repeats")

/* The words of `points`: identifier, word. */
#define WM_WORDS_POINTS(X) \
    X(COLD, "cold") X(SOAK, "soak") X(BURSTS, "bursts") X(FULL, "full")

/* The words of `extents`: identifier, word. */
#define WM_WORDS_EXTENTS(X) \
    X(LIGHT, "light")

/* The words of `checks`: identifier, word. */
#define WM_WORDS_CHECKS(X) \
    X(PAPER_1, "paper_1") X(PAPER_2, "paper_2") X(PAPER_4, "paper_4") X(PAPER_8, "paper_8") \
    X(LARGEST, "largest") X(ROWS, "rows") X(ROUNDING, "rounding") X(OPENINGS, "openings") \
    X(ANY, "any") X(DIGEST, "digest") X(FLAGS, "flags") X(BEFORE, "before") \
    X(HONEST_PAPER, "honest_paper") X(HONEST, "honest")

/* The words of `decisions`: identifier, word. */
#define WM_WORDS_DECISIONS(X) \
    X(ACCEPT, "accept") X(REJECT, "reject") X(UNDECIDED, "undecided")

/* The words of `flags`: identifier, word. */
#define WM_WORDS_FLAGS(X) \
    X(CLOCK_DIFFERS, "clock_differs") X(CLOCK_IMPLAUSIBLE, "clock_implausible") X(ECC, "ecc") \
    X(SAMPLING_GAP, "sampling_gap") X(SHARED, "shared") X(STARVED, "starved") X(STEAL, "steal") \
    X(STOPPED, "stopped") X(THROTTLED, "throttled")

/* The words of `required_facts`: identifier, word. */
#define WM_WORDS_REQUIRED_FACTS(X) \
    X(COMPILER, "compiler") X(COMPILER_FLAGS, "compiler.flags") X(CPU_MODEL, "cpu.model") \
    X(KERNEL, "kernel") X(MEMORY_BYTES, "memory.bytes") X(THREADS, "threads")

/* The words of `faults`: identifier, word. */
#define WM_WORDS_FAULTS(X) \
    X(BIT, "bit") X(BITS, "bits") X(ELEMENT, "element") X(ROW, "row") X(TILE, "tile") \
    X(NAN, "nan") X(STALE, "stale") X(OPERAND, "operand") X(PRECISION, "precision")

/* The words of `trial_words`: identifier, word. */
#define WM_WORDS_TRIAL_WORDS(X) \
    X(NONE, "none") X(BIT, "bit") X(BITS, "bits") X(WARP, "warp") X(NAN, "nan") \
    X(INFINITY, "infinity") X(ZERO, "zero") X(OTHER, "other") X(ROW, "row") X(COLUMN, "column") \
    X(TILE, "tile") X(TERMS, "terms") X(BLOCK, "block") X(STEPS, "steps") X(ORDER, "order") \
    X(PARTS, "parts") X(SOFTMAX, "softmax") X(WINDOW, "window") X(NULL_SPACE, "null_space") \
    X(QUORUM, "quorum") X(TWO, "two") X(DISAGREE, "disagree") X(FLOOR, "floor") \
    X(PROBE_SEARCH, "probe_search") X(OPENING_SEARCH, "opening_search") X(REPLAY, "replay") \
    X(SWAP, "swap") X(NARROWER, "narrower") X(OPENED_ONLY, "opened_only") X(IDLE, "idle") \
    X(STALE, "stale") X(OVERWRITTEN, "overwritten") X(BEST_OF, "best_of") \
    X(NEIGHBOUR, "neighbour") X(CLOCK, "clock")

/* The words of `formats`: identifier, word. */
#define WM_WORDS_FORMATS(X) \
    X(SI4, "si4") X(SCI3, "sci3") X(FIXED0, "fixed0") X(FIXED2, "fixed2") X(FIXED4, "fixed4") \
    X(SIGNED2, "signed2") X(PERCENT3, "percent3")

/* How work follows from a shape: identifier. */
#define WM_WORK_LIST(X) \
    X(GEMM) X(TRIAD) X(COPY) X(ATTENTION) X(ATTENTION_CAUSAL) X(REDUCTION) X(SCATTER) X(INDEX) \
    X(ACCESS) X(STEPS)

/* Which roundings add up in an a-priori tolerance: identifier. */
#define WM_TERMS_LIST(X) \
    X(NONE) X(DEPTH) X(DEPTH_AND_COLUMNS) X(HITS) X(ROW_HITS)

/* How the link tolerance follows from a shape: identifier. */
#define WM_LINK_LIST(X) \
    X(HALF) X(BFLOAT) X(OPERANDS) X(EIGHTH) X(FAST) X(TERMS_F32) X(TERMS_F64) X(ZERO) \
    X(ATTENTION) X(LEVELS) X(HITS)

/* The variants: initializers of wm_variant. */
#define WM_VARIANT_ROWS \
    {"gemm", "fp16", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_NONE, WM_TERMS_NONE, WM_LINK_HALF, 2, {"A", "B"}, \
     "binary16", "binary16", "nn", 2, 2.07e-4, \
     {WM_ROUNDING_OF_OUTPUT, true, 0.9995, 0, 0, 1.1641532182693481e-10, 0}, {0, 0, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE | \
     WM_TRAIT_WITNESS_F32}, \
    {"gemm", "bf16", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_NONE, WM_TERMS_NONE, WM_LINK_BFLOAT, 2, {"A", "B"}, \
     "bfloat16", "bfloat16", "nn", 2, 1.66e-3, \
     {WM_ROUNDING_OF_OUTPUT, true, 0.9961, 0, 0, 3.637978807091713e-12, 0}, {0, 0, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE | \
     WM_TRAIT_WITNESS_F32}, \
    {"gemm", "tf32", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_NONE, WM_TERMS_NONE, WM_LINK_OPERANDS, 2, {"A", "B"}, \
     "binary32", "binary32", "nn", 4, 2.94e-4, \
     {WM_ROUNDING_OF_OPERANDS, true, 1, 0, 0, 4.656612873077393e-10, 160}, {0, 0, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE | \
     WM_TRAIT_WITNESS_F32}, \
    {"gemm", "fp8", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_NONE, WM_TERMS_NONE, WM_LINK_EIGHTH, 2, {"A", "B"}, \
     "e4m3", "bfloat16", "tn", 2, 1.66e-3, \
     {WM_ROUNDING_OF_OUTPUT, true, 0.9961, 0.03125, 0, 3.637978807091713e-12, 0}, {0, 0, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE | \
     WM_TRAIT_WITNESS_F32}, \
    {"gemm", "fp8_fast", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_FAST, WM_TERMS_NONE, WM_LINK_FAST, 2, {"A", "B"}, "e4m3", \
     "bfloat16", "tn", 2, 0, {WM_ROUNDING_OF_OUTPUT, false, 1, 0, 0, 0, 0}, {0, 0, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE | \
     WM_TRAIT_WITNESS_F32 | WM_TRAIT_GROWING}, \
    {"gemm", "f32", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_TERMS_F32, WM_TERMS_DEPTH, WM_LINK_TERMS_F32, 2, \
     {"A", "B"}, "binary32", "binary32", "nn", 4, 0, \
     {WM_ROUNDING_OF_OUTPUT, true, 1, 0, 1, 0, 0}, {0, 0, 0}, WM_PROCEDURE_REPEATS, \
     WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE}, \
    {"gemm", "f64", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_TERMS_F64, WM_TERMS_DEPTH_AND_COLUMNS, WM_LINK_TERMS_F64, \
     2, {"A", "B"}, "binary64", "binary64", "nn", 8, 0, \
     {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_REPEATS, \
     WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE}, \
    {"gemm", "int8", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_TERMS_F64, WM_TERMS_DEPTH_AND_COLUMNS, WM_LINK_ZERO, 2, \
     {"A", "B"}, "int8", "int32", "tn", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_SQUARE | \
     WM_TRAIT_EXACT}, \
    {"gemm", "fp16_exact", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 2, {"A", "B"}, \
     "binary16", "binary16", "nn", 2, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {24, 127, 65504}, WM_PROCEDURE_REPEATS, WM_TRAIT_SQUARE | WM_TRAIT_EXACT | \
     WM_TRAIT_INTEGERS}, \
    {"gemm", "bf16_exact", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 2, {"A", "B"}, \
     "bfloat16", "bfloat16", "nn", 2, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {24, 127, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_SQUARE | WM_TRAIT_EXACT | WM_TRAIT_INTEGERS}, \
    {"gemm", "tf32_exact", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 2, {"A", "B"}, \
     "binary32", "binary32", "nn", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {24, 127, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_SQUARE | WM_TRAIT_EXACT | WM_TRAIT_INTEGERS}, \
    {"gemm", "fp8_exact", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 2, {"A", "B"}, "e4m3", \
     "bfloat16", "tn", 2, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {24, 7, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_SQUARE | WM_TRAIT_EXACT | WM_TRAIT_INTEGERS}, \
    {"gemm", "fp8_fast_exact", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 2, {"A", "B"}, "e4m3", \
     "bfloat16", "tn", 2, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {14, 7, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_SQUARE | WM_TRAIT_EXACT | WM_TRAIT_INTEGERS}, \
    {"gemm", "f32_exact", 3, {{"m", 'm'}, {"n", 'n'}, {"k", 'k'}}, \
     WM_WORK_GEMM, "FLOP/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 2, {"A", "B"}, \
     "binary32", "binary32", "nn", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {24, 127, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_SQUARE | WM_TRAIT_EXACT | WM_TRAIT_INTEGERS}, \
    {"hbm_triad", "f32", 1, {{"n", 'n'}}, \
     WM_WORK_TRIAD, "B/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 2, {"b", "c"}, \
     "binary32", "binary32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_EXACT | WM_TRAIT_LONG}, \
    {"hbm_copy", "f32", 1, {{"n", 'n'}}, \
     WM_WORK_COPY, "B/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 1, {"a"}, "binary32", \
     "binary32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, \
     WM_PROCEDURE_REPEATS, WM_TRAIT_EXACT | WM_TRAIT_LONG}, \
    {"attention", "bf16", 4, {{"b", 'b'}, {"h", 'h'}, {"s", 's'}, {"d", 'd'}}, \
     WM_WORK_ATTENTION, "FLOP/s", WM_BOUND_CONSTANT, WM_TERMS_NONE, WM_LINK_ATTENTION, 3, \
     {"Q", "K", "V"}, "bfloat16", "bfloat16", "vector", 2, 0, \
     {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_REPEATS, \
     WM_TRAIT_ROW_SUMS}, \
    {"attention", "bf16_causal", 4, {{"b", 'b'}, {"h", 'h'}, {"s", 's'}, {"d", 'd'}}, \
     WM_WORK_ATTENTION_CAUSAL, "FLOP/s", WM_BOUND_CONSTANT, WM_TERMS_NONE, WM_LINK_ATTENTION, 3, \
     {"Q", "K", "V"}, "bfloat16", "bfloat16", "vector", 2, 0, \
     {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_REPEATS, \
     WM_TRAIT_CAUSAL | WM_TRAIT_ROW_SUMS}, \
    {"reduction", "default", 1, {{"n", 'n'}}, \
     WM_WORK_REDUCTION, "B/s", WM_BOUND_LEVELS, WM_TERMS_NONE, WM_LINK_LEVELS, 1, {"x"}, \
     "binary32", "binary32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_LONG}, \
    {"reduction", "deterministic", 1, {{"n", 'n'}}, \
     WM_WORK_REDUCTION, "B/s", WM_BOUND_LEVELS, WM_TERMS_NONE, WM_LINK_ZERO, 1, {"x"}, \
     "binary32", "binary32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_EXACT | WM_TRAIT_DETERMINISTIC | WM_TRAIT_LONG}, \
    {"scatter_add", "atomic", 2, {{"n", 'n'}, {"buckets", 'b'}}, \
     WM_WORK_SCATTER, "element/s", WM_BOUND_TERMS_F32, WM_TERMS_HITS, WM_LINK_HITS, 2, \
     {"src", "index"}, "binary32", "binary32", "vector", 4, 0, \
     {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_REPEATS, \
     WM_TRAIT_CHANCE}, \
    {"scatter_add", "fixed", 2, {{"n", 'n'}, {"buckets", 'b'}}, \
     WM_WORK_SCATTER, "element/s", WM_BOUND_TERMS_F32, WM_TERMS_HITS, WM_LINK_ZERO, 2, \
     {"src", "index"}, "binary32", "binary32", "vector", 4, 0, \
     {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_REPEATS, \
     WM_TRAIT_EXACT | WM_TRAIT_FIXED}, \
    {"index_add", "atomic", 3, {{"rows", 'r'}, {"columns", 'c'}, {"buckets", 'b'}}, \
     WM_WORK_INDEX, "element/s", WM_BOUND_TERMS_F32, WM_TERMS_ROW_HITS, WM_LINK_HITS, 2, \
     {"src", "index"}, "binary32", "binary32", "vector", 4, 0, \
     {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_REPEATS, \
     WM_TRAIT_CHANCE}, \
    {"random_access", "latency", 3, {{"n", 'n'}, {"lanes", 'l'}, {"steps", 's'}}, \
     WM_WORK_ACCESS, "read/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 1, {"table"}, \
     "uint32", "uint32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_EXACT | WM_TRAIT_DEPENDENT | WM_TRAIT_SWEPT}, \
    {"random_access", "bandwidth", 3, {{"n", 'n'}, {"lanes", 'l'}, {"steps", 's'}}, \
     WM_WORK_ACCESS, "read/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 1, {"table"}, \
     "uint32", "uint32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_EXACT | WM_TRAIT_SWEPT}, \
    {"random_access", "latency_lines", 3, {{"n", 'n'}, {"lanes", 'l'}, {"steps", 's'}}, \
     WM_WORK_ACCESS, "read/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 1, {"table"}, \
     "uint32", "uint32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_EXACT | WM_TRAIT_DEPENDENT | WM_TRAIT_SWEPT | \
     WM_TRAIT_LINES}, \
    {"random_access", "bandwidth_lines", 3, {{"n", 'n'}, {"lanes", 'l'}, {"steps", 's'}}, \
     WM_WORK_ACCESS, "read/s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 1, {"table"}, \
     "uint32", "uint32", "vector", 4, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, \
     {0, 0, 0}, WM_PROCEDURE_REPEATS, WM_TRAIT_EXACT | WM_TRAIT_SWEPT | WM_TRAIT_LINES}, \
    {"profile", "l2", 1, {{"steps", 's'}}, \
     WM_WORK_STEPS, "cycle", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 0, {NULL}, "-", "-", \
     "-", 0, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_PROFILE, \
     0}, \
    {"profile", "cores", 1, {{"steps", 's'}}, \
     WM_WORK_STEPS, "s", WM_BOUND_ZERO, WM_TERMS_NONE, WM_LINK_ZERO, 0, {NULL}, "-", "-", "-", \
     0, 0, {WM_ROUNDING_OF_NOTHING, false, 0, 0, 0, 0, 0}, {0, 0, 0}, WM_PROCEDURE_PROFILE, 0},

/* The procedures: identifier, name, by what an item has it, class of its observations,
 * their name, whether it has an output. */
#define WM_PROCEDURE_LIST(X) \
    X(REPEATS, "repeats", WM_BY_VARIANT, WM_CLASS_WORKLOAD, "repeats", true) \
    X(SEGMENTS, "segments", WM_BY_POINT, WM_CLASS_STRESS, "segments", false) \
    X(PROFILE, "profile", WM_BY_VARIANT, WM_CLASS_PROFILE, "profile observations", false) \
    X(TRIALS, "trials", WM_BY_TRIAL, WM_CLASS_TRIALS, "trials", false)

/* The reductions: identifier, name, inputs, traits and procedure (NONE: any) of an item
 * that has it. */
#define WM_FUNCTION_LIST(X) \
    X(MEDIAN_RATE, "median_rate", WM_INPUTS_REPEATS, 0, NONE) \
    X(RATE_LOW, "rate_low", WM_INPUTS_REPEATS, 0, NONE) \
    X(RATE_HIGH, "rate_high", WM_INPUTS_REPEATS, 0, NONE) \
    X(RELATIVE_MAD, "relative_mad", WM_INPUTS_REPEATS, 0, NONE) \
    X(MEDIAN_CLOCK, "median_clock", WM_INPUTS_REPEATS, 0, NONE) \
    X(CLOCK_CORRELATION, "clock_correlation", WM_INPUTS_REPEATS, 0, NONE) \
    X(LAG_CORRELATION, "lag_correlation", WM_INPUTS_REPEATS, 0, NONE) \
    X(INDEPENDENCE, "independence", WM_INPUTS_REPEATS, 0, NONE) \
    X(PERFORMANCE_CLASS, "performance_class", WM_INPUTS_REPEATS, 0, NONE) \
    X(DIVERGENCE, "divergence", WM_INPUTS_REPEATS, 0, NONE) \
    X(NUMERICAL_CLASS, "numerical_class", WM_INPUTS_REPEATS, 0, NONE) \
    X(FLOOR, "floor", WM_INPUTS_CALIBRATION, WM_TRAIT_CALIBRATION, NONE) \
    X(PREDICTED_FLOOR, "predicted_floor", WM_INPUTS_CALIBRATION, WM_TRAIT_CALIBRATION, NONE) \
    X(CALIBRATED_ROUNDING, "calibrated_rounding", WM_INPUTS_CALIBRATION, \
    WM_TRAIT_CALIBRATION, NONE) \
    X(BASIS, "basis", WM_INPUTS_CALIBRATION, WM_TRAIT_CALIBRATION, NONE) \
    X(TOLERANCE, "tolerance", WM_INPUTS_TOLERANCE, 0, NONE) \
    X(RESIDUAL, "residual", WM_INPUTS_REPEATS, 0, NONE) \
    X(ROW_STATISTIC, "row_statistic", WM_INPUTS_REPEATS, WM_TRAIT_ROWS, NONE) \
    X(ROW_THRESHOLD, "row_threshold", WM_INPUTS_CALIBRATION, WM_TRAIT_ROWS, NONE) \
    X(ROW_SUM_ERROR, "row_sum_error", WM_INPUTS_REPEATS, WM_TRAIT_ROW_SUMS, NONE) \
    X(ROW_SUM_BOUND, "row_sum_bound", WM_INPUTS_REPEATS, WM_TRAIT_ROW_SUMS, NONE) \
    X(WRONG_ELEMENTS, "wrong_elements", WM_INPUTS_REPEATS, WM_TRAIT_INTEGERS, NONE) \
    X(ROUNDING, "rounding", WM_INPUTS_REPEATS, WM_TRAIT_CALIBRATION, NONE) \
    X(VERIFIED, "verified", WM_INPUTS_VERDICT, 0, NONE) \
    X(TRANSCRIPT, "transcript", WM_INPUTS_DECISION, 0, NONE) \
    X(FIRST_WRONG, "first_wrong", WM_INPUTS_DECISION, WM_TRAIT_INTEGERS, NONE) \
    X(MEDIAN_POWER, "median_power", WM_INPUTS_REPEATS, 0, NONE) \
    X(MEDIAN_TEMPERATURE, "median_temperature", WM_INPUTS_REPEATS, 0, NONE) \
    X(PEAK_MEMORY, "peak_memory", WM_INPUTS_REPEATS, 0, NONE) \
    X(TEMPERATURE_OF_REPEATS, "temperature_of_repeats", WM_INPUTS_REPEATS, 0, NONE) \
    X(CLOCK_SLOPE, "clock_slope", WM_INPUTS_REPEATS, 0, NONE) \
    X(CLOCK_SLOPE_LOW, "clock_slope_low", WM_INPUTS_REPEATS, 0, NONE) \
    X(CLOCK_SLOPE_HIGH, "clock_slope_high", WM_INPUTS_REPEATS, 0, NONE) \
    X(CLOCK_VARIATION, "clock_variation", WM_INPUTS_REPEATS, 0, NONE) \
    X(PRODUCTS, "products", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(ERRORS, "errors", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(FAILED_SEGMENTS, "failed_segments", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(SEGMENTS, "segments", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(LOAD_TIME, "load_time", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(LOAD_RATE, "load_rate", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(TEMPERATURE_REACHED, "temperature_reached", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(TEMPERATURE_LOWEST, "temperature_lowest", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(POWER_MEAN, "power_mean", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(POWER_REACHED, "power_reached", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(POWER_WINDOW, "power_window", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(THROTTLE_REASONS, "throttle_reasons", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(STRESS_RESIDUAL, "stress_residual", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(STRESS_ROW_STATISTIC, "stress_row_statistic", WM_INPUTS_SEGMENTS, WM_TRAIT_ROWS, NONE) \
    X(MEMORY_FREE, "memory_free", WM_INPUTS_SEGMENTS, 0, NONE) \
    X(UNITS, "units", WM_INPUTS_OBSERVED, 0, PROFILE) \
    X(LATENCY, "latency", WM_INPUTS_OBSERVED, 0, PROFILE) \
    X(SPREAD, "spread", WM_INPUTS_OBSERVED, 0, PROFILE) \
    X(WITHIN, "within", WM_INPUTS_OBSERVED, 0, PROFILE) \
    X(DISCRIMINATING, "discriminating", WM_INPUTS_OBSERVED, 0, PROFILE) \
    X(KEY, "key", WM_INPUTS_OBSERVED, 0, PROFILE) \
    X(TRIALS, "trials", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_1, "seen_paper_1", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_1_LOW, "seen_paper_1_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_1_HIGH, "seen_paper_1_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_2, "seen_paper_2", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_2_LOW, "seen_paper_2_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_2_HIGH, "seen_paper_2_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_4, "seen_paper_4", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_4_LOW, "seen_paper_4_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_4_HIGH, "seen_paper_4_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_8, "seen_paper_8", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_8_LOW, "seen_paper_8_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_PAPER_8_HIGH, "seen_paper_8_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_LARGEST, "seen_largest", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_LARGEST_LOW, "seen_largest_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_LARGEST_HIGH, "seen_largest_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ROWS, "seen_rows", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ROWS_LOW, "seen_rows_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ROWS_HIGH, "seen_rows_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ROUNDING, "seen_rounding", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ROUNDING_LOW, "seen_rounding_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ROUNDING_HIGH, "seen_rounding_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_OPENINGS, "seen_openings", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_OPENINGS_LOW, "seen_openings_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_OPENINGS_HIGH, "seen_openings_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ANY, "seen_any", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ANY_LOW, "seen_any_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_ANY_HIGH, "seen_any_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_DIGEST, "seen_digest", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_DIGEST_LOW, "seen_digest_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_DIGEST_HIGH, "seen_digest_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_FLAGS, "seen_flags", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_FLAGS_LOW, "seen_flags_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_FLAGS_HIGH, "seen_flags_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_BEFORE, "seen_before", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_BEFORE_LOW, "seen_before_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_BEFORE_HIGH, "seen_before_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_HONEST_PAPER, "seen_honest_paper", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_HONEST_PAPER_LOW, "seen_honest_paper_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_HONEST_PAPER_HIGH, "seen_honest_paper_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_HONEST, "seen_honest", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_HONEST_LOW, "seen_honest_low", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SEEN_HONEST_HIGH, "seen_honest_high", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(ATTACK_ERROR, "attack_error", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(ATTACK_COST, "attack_cost", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(ATTACK_COMMITTED, "attack_committed", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(ATTACK_DERIVED, "attack_derived", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(PAIR_DIVERGENCE_LEAST, "pair_divergence_least", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(PAIR_DIVERGENCE_MOST, "pair_divergence_most", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(PAIR_FAULTY_RESIDUAL, "pair_faulty_residual", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(PAIR_HONEST_DERIVED, "pair_honest_derived", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(PAIR_HONEST_RESIDUAL, "pair_honest_residual", WM_INPUTS_OBSERVED, 0, TRIALS) \
    X(SESSIONS, "sessions", WM_INPUTS_PLAN, 0, NONE) \
    X(WALL_TIME, "wall_time", WM_INPUTS_PLAN, 0, NONE) \
    X(TIMED_SHARE, "timed_share", WM_INPUTS_PLAN, 0, NONE) \
    X(LONGEST_GAP, "longest_gap", WM_INPUTS_PLAN, 0, NONE) \
    X(FLAGGED_REPEATS, "flagged_repeats", WM_INPUTS_PLAN, 0, NONE) \
    X(OUTPUT_KEPT, "output_kept", WM_INPUTS_CHANGE, 0, NONE) \
    X(RATE_CHANGE, "rate_change", WM_INPUTS_CHANGE, 0, NONE) \
    X(RATE_CHANGE_LOW, "rate_change_low", WM_INPUTS_CHANGE, 0, NONE) \
    X(RATE_CHANGE_HIGH, "rate_change_high", WM_INPUTS_CHANGE, 0, NONE) \
    X(INFLATION, "inflation", WM_INPUTS_CHANGE, WM_TRAIT_CALIBRATION, NONE) \
    X(JUDGED_RESIDUAL, "judged_residual", WM_INPUTS_JUDGED, WM_TRAIT_CALIBRATION, NONE) \
    X(JUDGED_TOLERANCE, "judged_tolerance", WM_INPUTS_JUDGED, WM_TRAIT_CALIBRATION, NONE) \
    X(JUDGED_DECISION, "judged_decision", WM_INPUTS_JUDGED, WM_TRAIT_CALIBRATION, NONE) \
    X(AGREEMENT, "agreement", WM_INPUTS_LINK, 0, NONE) \
    X(DIFFERENCE, "difference", WM_INPUTS_LINK, 0, NONE) \
    X(DIFFERENCE_LIMIT, "difference_limit", WM_INPUTS_LINK, 0, NONE) \
    X(METHODS, "methods", WM_INPUTS_LINK, 0, NONE) \
    X(RATE_RATIO, "rate_ratio", WM_INPUTS_LINK, 0, NONE) \
    X(RATE_RATIO_LOW, "rate_ratio_low", WM_INPUTS_LINK, 0, NONE) \
    X(RATE_RATIO_HIGH, "rate_ratio_high", WM_INPUTS_LINK, 0, NONE) \
    X(FLOOR_RATIO, "floor_ratio", WM_INPUTS_LINK, WM_TRAIT_CALIBRATION, NONE) \
    X(CLASS_KEPT, "class_kept", WM_INPUTS_LINK, 0, NONE) \
    X(NUMERICAL_CLASS_KEPT, "numerical_class_kept", WM_INPUTS_LINK, 0, NONE) \
    X(DISTANCE, "distance", WM_INPUTS_LINK, 0, PROFILE) \
    X(RECALLED_KEY, "recalled_key", WM_INPUTS_LINK, 0, PROFILE) \
    X(RECALLED, "recalled", WM_INPUTS_LINK, 0, PROFILE) \
    X(LINKS, "links", WM_INPUTS_PRIOR, 0, NONE) \
    X(IDENTICAL, "identical", WM_INPUTS_PRIOR, 0, NONE) \
    X(WITHIN_ROUNDING, "within_rounding", WM_INPUTS_PRIOR, 0, NONE) \
    X(DIFFERENT, "different", WM_INPUTS_PRIOR, 0, NONE) \
    X(NOT_COMPARABLE, "not_comparable", WM_INPUTS_PRIOR, 0, NONE) \
    X(FLOOR_RATIO_LOW, "floor_ratio_low", WM_INPUTS_PRIOR, 0, NONE) \
    X(FLOOR_RATIO_HIGH, "floor_ratio_high", WM_INPUTS_PRIOR, 0, NONE) \
    X(FLOORS_RECOVERED, "floors_recovered", WM_INPUTS_PRIOR, 0, NONE) \
    X(FLOORS, "floors", WM_INPUTS_PRIOR, 0, NONE) \
    X(CLASSES_RECOVERED, "classes_recovered", WM_INPUTS_PRIOR, 0, NONE) \
    X(CLASSES, "classes", WM_INPUTS_PRIOR, 0, NONE) \
    X(RATES_LOST, "rates_lost", WM_INPUTS_PRIOR, 0, NONE) \
    X(RECOVERABLE_FRACTION, "recoverable_fraction", WM_INPUTS_PRIOR, 0, NONE) \
    X(RECOVERED_OF_MEASURED, "recovered_of_measured", WM_INPUTS_PRIOR, 0, NONE) \
    X(EVIDENCE_PRESERVING, "evidence_preserving", WM_INPUTS_PRIOR, 0, NONE) \
    X(MEDIAN_OF, "median_of", WM_INPUTS_SERIES, 0, NONE) \
    X(MINIMUM_OF, "minimum_of", WM_INPUTS_SERIES, 0, NONE) \
    X(MAXIMUM_OF, "maximum_of", WM_INPUTS_SERIES, 0, NONE) \
    X(MEAN_OF, "mean_of", WM_INPUTS_SERIES, 0, NONE) \
    X(STANDARD_DEVIATION_OF, "standard_deviation_of", WM_INPUTS_SERIES, 0, NONE) \
    X(RELATIVE_MAD_OF, "relative_mad_of", WM_INPUTS_SERIES, 0, NONE)

/* The text formats: identifier, name, whether an `x.` claim may have it. */
#define WM_TEXT_LIST(X) \
    X(SI4, "si4", true) \
    X(SCI3, "sci3", true) \
    X(FIXED0, "fixed0", true) \
    X(FIXED2, "fixed2", true) \
    X(FIXED4, "fixed4", true) \
    X(SIGNED2, "signed2", true) \
    X(PERCENT3, "percent3", true) \
    X(WORD, "word", false)

/* The subjects, in the order of their claims: name, prefix of the claims' names
 * (NULL: the subject's label), classes of the observations that it needs, each
 * with the trait of an item that needs it (0: all do). */
#define WM_SUBJECT_LIST(X) \
    X(ITEM, "item", NULL, {WM_CLASS_WORKLOAD, 0}, \
      {WM_CLASS_CALIBRATION, WM_TRAIT_CALIBRATION}, \
      {WM_CLASS_STAGE, 0}) \
    X(SLOPE, "slope", NULL, {WM_CLASS_WORKLOAD, 0}) \
    X(POINT, "point", NULL, {WM_CLASS_STRESS, 0}) \
    X(PROFILE, "profile", NULL, {WM_CLASS_PROFILE, 0}) \
    X(TRIALS, "trials", NULL, {WM_CLASS_TRIALS, 0}) \
    X(ATTACK, "attack", NULL, {WM_CLASS_TRIALS, 0}) \
    X(RATE_ATTACK, "rate_attack", NULL, {WM_CLASS_TRIALS, 0}) \
    X(PAIR, "pair", NULL, {WM_CLASS_TRIALS, 0}) \
    X(RECORD, "record", NULL, {WM_CLASS_SESSION, 0}, \
      {WM_CLASS_WORKLOAD, 0}) \
    X(CHANGE, "change", NULL, {WM_CLASS_WORKLOAD, 0}) \
    X(JUDGEMENT, "judgement", NULL, {WM_CLASS_WORKLOAD, 0}, \
      {WM_CLASS_CALIBRATION, 0}) \
    X(LINK, "link", NULL, {WM_CLASS_WORKLOAD, 0}, \
      {WM_CLASS_REVISIT, 0}) \
    X(RECALL, "recall", NULL, {WM_CLASS_PROFILE, 0}) \
    X(PRIOR, "prior", NULL, {WM_CLASS_WORKLOAD, 0}, \
      {WM_CLASS_REVISIT, 0}) \
    X(OWN, "own", "x.", {WM_CLASS_EXTERNAL, 0})

/* The quantities, in the order of a subject's claims: subject, name, traits of
 * an item that has it, function, unit (NULL: the workload's), text format,
 * class, tolerance, value without a finding (NULL: any), value that is a finding
 * (NULL: none). */
#define WM_QUANTITY_LIST(X) \
    X(ITEM, "rate", 0, MEDIAN_RATE, NULL, SI4, PERFORMANCE_CLASS, RELATIVE_MAD, NULL, NULL) \
    X(ITEM, "rate_low", 0, RATE_LOW, NULL, SI4, NONE, NONE, NULL, NULL) \
    X(ITEM, "rate_high", 0, RATE_HIGH, NULL, SI4, NONE, NONE, NULL, NULL) \
    X(ITEM, "dispersion", 0, RELATIVE_MAD, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(ITEM, "clock", 0, MEDIAN_CLOCK, "Hz", SI4, NONE, NONE, NULL, NULL) \
    X(ITEM, "clock_correlation", 0, CLOCK_CORRELATION, "1", SIGNED2, NONE, NONE, NULL, NULL) \
    X(ITEM, "lag_correlation", 0, LAG_CORRELATION, "1", SIGNED2, NONE, NONE, NULL, NULL) \
    X(ITEM, "independence", 0, INDEPENDENCE, "class", WORD, NONE, NONE, NULL, \
    "correlated, interval too narrow") \
    X(ITEM, "performance_class", 0, PERFORMANCE_CLASS, "class", WORD, NONE, NONE, NULL, NULL) \
    X(ITEM, "divergence", 0, DIVERGENCE, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(ITEM, "numerical_class", 0, NUMERICAL_CLASS, "class", WORD, NONE, DIVERGENCE, NULL, NULL) \
    X(ITEM, "floor", WM_TRAIT_CALIBRATION, FLOOR, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(ITEM, "predicted_floor", WM_TRAIT_CALIBRATION, PREDICTED_FLOOR, "1", SCI3, NONE, NONE, \
    NULL, NULL) \
    X(ITEM, "calibrated_rounding", WM_TRAIT_CALIBRATION, CALIBRATED_ROUNDING, "1", FIXED4, NONE, \
    NONE, NULL, NULL) \
    X(ITEM, "basis", WM_TRAIT_CALIBRATION, BASIS, "class", WORD, NONE, NONE, NULL, NULL) \
    X(ITEM, "tolerance", 0, TOLERANCE, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(ITEM, "residual", 0, RESIDUAL, "1", SCI3, NUMERICAL_CLASS, TOLERANCE, NULL, NULL) \
    X(ITEM, "row_statistic", WM_TRAIT_ROWS, ROW_STATISTIC, "1", FIXED2, NONE, NONE, NULL, NULL) \
    X(ITEM, "row_threshold", WM_TRAIT_ROWS, ROW_THRESHOLD, "1", FIXED2, NONE, NONE, NULL, NULL) \
    X(ITEM, "row_sum_error", WM_TRAIT_ROW_SUMS, ROW_SUM_ERROR, "1", SCI3, NUMERICAL_CLASS, \
    ROW_SUM_BOUND, NULL, NULL) \
    X(ITEM, "row_sum_bound", WM_TRAIT_ROW_SUMS, ROW_SUM_BOUND, "1", SCI3, NONE, NONE, NULL, \
    NULL) \
    X(ITEM, "rounding", WM_TRAIT_CALIBRATION, ROUNDING, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(ITEM, "wrong_elements", WM_TRAIT_INTEGERS, WRONG_ELEMENTS, "1", FIXED0, NUMERICAL_CLASS, \
    NONE, NULL, NULL) \
    X(ITEM, "verified", 0, VERIFIED, "class", WORD, NUMERICAL_CLASS, TOLERANCE, "PASS", NULL) \
    X(ITEM, "transcript", 0, TRANSCRIPT, "class", WORD, NONE, NONE, "accept", NULL) \
    X(ITEM, "first_wrong", WM_TRAIT_INTEGERS, FIRST_WRONG, "class", WORD, NONE, NONE, NULL, \
    NULL) \
    X(ITEM, "power", 0, MEDIAN_POWER, "W", SI4, NONE, NONE, NULL, NULL) \
    X(ITEM, "temperature", 0, MEDIAN_TEMPERATURE, "degC", FIXED2, NONE, NONE, NULL, NULL) \
    X(ITEM, "peak_memory", 0, PEAK_MEMORY, "B", SI4, NONE, NONE, NULL, NULL) \
    X(SLOPE, "clock_slope", 0, CLOCK_SLOPE, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(SLOPE, "clock_slope_low", 0, CLOCK_SLOPE_LOW, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(SLOPE, "clock_slope_high", 0, CLOCK_SLOPE_HIGH, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(SLOPE, "clock_variation", 0, CLOCK_VARIATION, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(POINT, "products", 0, PRODUCTS, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(POINT, "errors", 0, ERRORS, "1", FIXED0, NONE, NONE, "0", NULL) \
    X(POINT, "failed_segments", 0, FAILED_SEGMENTS, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(POINT, "segments", 0, SEGMENTS, "class", WORD, NONE, NONE, NULL, "all failed") \
    X(POINT, "load_time", 0, LOAD_TIME, "s", SI4, NONE, NONE, NULL, NULL) \
    X(POINT, "load_rate", 0, LOAD_RATE, NULL, SI4, NONE, NONE, NULL, NULL) \
    X(POINT, "temperature_reached", 0, TEMPERATURE_REACHED, "degC", FIXED2, NONE, NONE, NULL, \
    NULL) \
    X(POINT, "temperature_lowest", 0, TEMPERATURE_LOWEST, "degC", FIXED2, NONE, NONE, NULL, \
    NULL) \
    X(POINT, "temperature_of_repeats", 0, TEMPERATURE_OF_REPEATS, "degC", FIXED2, NONE, NONE, \
    NULL, NULL) \
    X(POINT, "power_mean", 0, POWER_MEAN, "W", SI4, NONE, NONE, NULL, NULL) \
    X(POINT, "power_reached", 0, POWER_REACHED, "W", SI4, NONE, NONE, NULL, NULL) \
    X(POINT, "power_window", 0, POWER_WINDOW, "s", SI4, NONE, NONE, NULL, NULL) \
    X(POINT, "throttle_reasons", 0, THROTTLE_REASONS, "bits", FIXED0, NONE, NONE, NULL, NULL) \
    X(POINT, "stress_residual", 0, STRESS_RESIDUAL, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(POINT, "stress_row_statistic", WM_TRAIT_ROWS, STRESS_ROW_STATISTIC, "1", FIXED2, NONE, \
    NONE, NULL, NULL) \
    X(POINT, "memory_free", 0, MEMORY_FREE, "B", SI4, NONE, NONE, NULL, NULL) \
    X(PROFILE, "units", 0, UNITS, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PROFILE, "latency", 0, LATENCY, NULL, SI4, NONE, NONE, NULL, NULL) \
    X(PROFILE, "spread", 0, SPREAD, NULL, SI4, NONE, NONE, NULL, NULL) \
    X(PROFILE, "within", 0, WITHIN, NULL, SI4, NONE, NONE, NULL, NULL) \
    X(PROFILE, "discriminating", 0, DISCRIMINATING, "class", WORD, NONE, NONE, NULL, NULL) \
    X(PROFILE, "key", 0, KEY, "class", WORD, NONE, NONE, NULL, NULL) \
    X(TRIALS, "trials", 0, TRIALS, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_1", 0, SEEN_PAPER_1, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_1_low", 0, SEEN_PAPER_1_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_1_high", 0, SEEN_PAPER_1_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_2", 0, SEEN_PAPER_2, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_2_low", 0, SEEN_PAPER_2_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_2_high", 0, SEEN_PAPER_2_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_4", 0, SEEN_PAPER_4, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_4_low", 0, SEEN_PAPER_4_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_4_high", 0, SEEN_PAPER_4_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_8", 0, SEEN_PAPER_8, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_8_low", 0, SEEN_PAPER_8_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_paper_8_high", 0, SEEN_PAPER_8_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_largest", 0, SEEN_LARGEST, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_largest_low", 0, SEEN_LARGEST_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_largest_high", 0, SEEN_LARGEST_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_rows", 0, SEEN_ROWS, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_rows_low", 0, SEEN_ROWS_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_rows_high", 0, SEEN_ROWS_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_rounding", 0, SEEN_ROUNDING, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_rounding_low", 0, SEEN_ROUNDING_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_rounding_high", 0, SEEN_ROUNDING_HIGH, "1", PERCENT3, NONE, NONE, NULL, \
    NULL) \
    X(TRIALS, "seen_openings", 0, SEEN_OPENINGS, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_openings_low", 0, SEEN_OPENINGS_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_openings_high", 0, SEEN_OPENINGS_HIGH, "1", PERCENT3, NONE, NONE, NULL, \
    NULL) \
    X(TRIALS, "seen_any", 0, SEEN_ANY, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_any_low", 0, SEEN_ANY_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_any_high", 0, SEEN_ANY_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_digest", 0, SEEN_DIGEST, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_digest_low", 0, SEEN_DIGEST_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(TRIALS, "seen_digest_high", 0, SEEN_DIGEST_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(ATTACK, "attack_error", 0, ATTACK_ERROR, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(ATTACK, "attack_cost", 0, ATTACK_COST, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(ATTACK, "attack_committed", 0, ATTACK_COMMITTED, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(ATTACK, "attack_derived", 0, ATTACK_DERIVED, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(RATE_ATTACK, "seen_flags", 0, SEEN_FLAGS, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(RATE_ATTACK, "seen_flags_low", 0, SEEN_FLAGS_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(RATE_ATTACK, "seen_flags_high", 0, SEEN_FLAGS_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "seen_before", 0, SEEN_BEFORE, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "seen_before_low", 0, SEEN_BEFORE_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "seen_before_high", 0, SEEN_BEFORE_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "seen_honest_paper", 0, SEEN_HONEST_PAPER, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "seen_honest_paper_low", 0, SEEN_HONEST_PAPER_LOW, "1", PERCENT3, NONE, NONE, NULL, \
    NULL) \
    X(PAIR, "seen_honest_paper_high", 0, SEEN_HONEST_PAPER_HIGH, "1", PERCENT3, NONE, NONE, \
    NULL, NULL) \
    X(PAIR, "seen_honest", 0, SEEN_HONEST, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "seen_honest_low", 0, SEEN_HONEST_LOW, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "seen_honest_high", 0, SEEN_HONEST_HIGH, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(PAIR, "pair_divergence_least", 0, PAIR_DIVERGENCE_LEAST, "1", SCI3, NONE, NONE, NULL, \
    NULL) \
    X(PAIR, "pair_divergence_most", 0, PAIR_DIVERGENCE_MOST, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(PAIR, "pair_faulty_residual", 0, PAIR_FAULTY_RESIDUAL, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(PAIR, "pair_honest_derived", 0, PAIR_HONEST_DERIVED, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(PAIR, "pair_honest_residual", 0, PAIR_HONEST_RESIDUAL, "1", SCI3, NONE, NONE, NULL, NULL) \
    X(RECORD, "sessions", 0, SESSIONS, "1", FIXED0, NONE, NONE, "1", NULL) \
    X(RECORD, "wall_time", 0, WALL_TIME, "s", SI4, NONE, NONE, NULL, NULL) \
    X(RECORD, "timed_share", 0, TIMED_SHARE, "1", PERCENT3, NONE, NONE, NULL, NULL) \
    X(RECORD, "longest_gap", 0, LONGEST_GAP, "s", SI4, NONE, NONE, NULL, NULL) \
    X(RECORD, "flagged_repeats", 0, FLAGGED_REPEATS, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(CHANGE, "output_kept", 0, OUTPUT_KEPT, "class", WORD, NONE, NONE, NULL, "different") \
    X(CHANGE, "rate_change", 0, RATE_CHANGE, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(CHANGE, "rate_change_low", 0, RATE_CHANGE_LOW, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(CHANGE, "rate_change_high", 0, RATE_CHANGE_HIGH, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(CHANGE, "inflation", WM_TRAIT_CALIBRATION, INFLATION, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(JUDGEMENT, "residual", WM_TRAIT_CALIBRATION, JUDGED_RESIDUAL, "1", SCI3, NONE, \
    JUDGED_TOLERANCE, NULL, NULL) \
    X(JUDGEMENT, "tolerance", WM_TRAIT_CALIBRATION, JUDGED_TOLERANCE, "1", SCI3, NONE, NONE, \
    NULL, NULL) \
    X(JUDGEMENT, "decision", WM_TRAIT_CALIBRATION, JUDGED_DECISION, "class", WORD, NONE, \
    JUDGED_TOLERANCE, NULL, NULL) \
    X(LINK, "agreement", 0, AGREEMENT, "class", WORD, NONE, NONE, NULL, "different") \
    X(LINK, "difference", 0, DIFFERENCE, "1", SCI3, NONE, DIFFERENCE_LIMIT, NULL, NULL) \
    X(LINK, "methods", 0, METHODS, "class", WORD, NONE, NONE, NULL, NULL) \
    X(LINK, "rate_ratio", 0, RATE_RATIO, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(LINK, "rate_ratio_low", 0, RATE_RATIO_LOW, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(LINK, "rate_ratio_high", 0, RATE_RATIO_HIGH, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(LINK, "floor_ratio", WM_TRAIT_CALIBRATION, FLOOR_RATIO, "1", FIXED4, NONE, NONE, NULL, \
    NULL) \
    X(LINK, "class_kept", 0, CLASS_KEPT, "class", WORD, NONE, NONE, NULL, NULL) \
    X(LINK, "numerical_class_kept", 0, NUMERICAL_CLASS_KEPT, "class", WORD, NONE, NONE, NULL, \
    "changed") \
    X(RECALL, "distance", 0, DISTANCE, NULL, SI4, NONE, NONE, NULL, NULL) \
    X(RECALL, "recalled_key", 0, RECALLED_KEY, "class", WORD, NONE, NONE, NULL, NULL) \
    X(RECALL, "recalled", 0, RECALLED, "class", WORD, NONE, NONE, NULL, NULL) \
    X(PRIOR, "links", 0, LINKS, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "identical", 0, IDENTICAL, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "within_rounding", 0, WITHIN_ROUNDING, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "different", 0, DIFFERENT, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "not_comparable", 0, NOT_COMPARABLE, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "floor_ratio_low", 0, FLOOR_RATIO_LOW, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(PRIOR, "floor_ratio_high", 0, FLOOR_RATIO_HIGH, "1", FIXED4, NONE, NONE, NULL, NULL) \
    X(PRIOR, "floors_recovered", 0, FLOORS_RECOVERED, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "floors", 0, FLOORS, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "classes_recovered", 0, CLASSES_RECOVERED, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "classes", 0, CLASSES, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "rates_lost", 0, RATES_LOST, "1", FIXED0, NONE, NONE, NULL, NULL) \
    X(PRIOR, "recoverable_fraction", 0, RECOVERABLE_FRACTION, "1", PERCENT3, NONE, NONE, NULL, \
    NULL) \
    X(PRIOR, "recovered_of_measured", 0, RECOVERED_OF_MEASURED, "1", PERCENT3, NONE, NONE, NULL, \
    NULL) \
    X(PRIOR, "evidence_preserving", 0, EVIDENCE_PRESERVING, "class", WORD, NONE, NONE, NULL, \
    NULL)

/* The covariates: identifier, name, whether it may be left out, whether it is sampled
 * all through a repeat. */
#define WM_COVARIATE_LIST(X) \
    X(CLOCK, "clock", false, false) \
    X(CLOCK_DEVICE, "clock_device", true, false) \
    X(CLOCK_RAW, "clock_raw", true, false) \
    X(CLOCK_REAL, "clock_real", true, false) \
    X(CLOCK_SYSCALL, "clock_syscall", true, false) \
    X(CLOCK_TSC, "clock_tsc", true, false) \
    X(CONTEXT_SWITCHES, "context_switches", false, true) \
    X(ECC_CORRECTED, "ecc_corrected", true, false) \
    X(ECC_UNCORRECTED, "ecc_uncorrected", true, false) \
    X(ENERGY, "energy", false, true) \
    X(IDLE_UTILIZATION, "idle_utilization", true, false) \
    X(KERNEL_CLOCK, "kernel_clock", true, false) \
    X(MEMORY, "memory", false, true) \
    X(MEMORY_CLOCK, "memory_clock", true, true) \
    X(OTHER_MEMORY, "other_memory", true, false) \
    X(OTHER_PROCESSES, "other_processes", true, false) \
    X(PCIE_GENERATION, "pcie_generation", true, false) \
    X(PCIE_REPLAYS, "pcie_replays", true, false) \
    X(PCIE_WIDTH, "pcie_width", true, false) \
    X(POWER, "power", false, true) \
    X(POWER_READING, "power_reading", true, false) \
    X(POWER_WINDOW, "power_window", true, false) \
    X(PRESSURE, "pressure", false, true) \
    X(READ_TIME, "read_time", true, true) \
    X(RUN_DELAY, "run_delay", true, false) \
    X(STEAL, "steal", false, true) \
    X(STOPPED, "stopped", true, false) \
    X(TEMPERATURE, "temperature", false, true) \
    X(THROTTLE, "throttle", false, true) \
    X(THROTTLE_REASONS, "throttle_reasons", true, true)

/* The domains of covariates: identifier, least, most, whether they are whole, whether
 * minimum, median and maximum are equal. */
#define WM_DOMAIN_LIST(X) \
    X(CLOCK, 1e6, 1e10, false, false) \
    X(CLOCK_DEVICE, -HUGE_VAL, HUGE_VAL, false, true) \
    X(CLOCK_RAW, -HUGE_VAL, HUGE_VAL, false, true) \
    X(CLOCK_REAL, -HUGE_VAL, HUGE_VAL, false, true) \
    X(CLOCK_SYSCALL, -HUGE_VAL, HUGE_VAL, false, true) \
    X(CLOCK_TSC, -HUGE_VAL, HUGE_VAL, false, true) \
    X(CONTEXT_SWITCHES, 0, 1e9, false, false) \
    X(ECC_CORRECTED, 0, HUGE_VAL, true, true) \
    X(ECC_UNCORRECTED, 0, HUGE_VAL, true, true) \
    X(ENERGY, 0, HUGE_VAL, false, false) \
    X(IDLE_UTILIZATION, 0, 1, false, false) \
    X(KERNEL_CLOCK, 1e6, 1e10, false, false) \
    X(MEMORY, 0, HUGE_VAL, false, false) \
    X(MEMORY_CLOCK, 1e6, 1e11, false, false) \
    X(OTHER_MEMORY, 0, HUGE_VAL, false, false) \
    X(OTHER_PROCESSES, 0, HUGE_VAL, true, false) \
    X(PCIE_GENERATION, 1, 16, true, false) \
    X(PCIE_REPLAYS, 0, HUGE_VAL, true, true) \
    X(PCIE_WIDTH, 1, 64, true, false) \
    X(POWER, 0, 1e5, false, false) \
    X(POWER_READING, 0, 1e5, false, false) \
    X(POWER_WINDOW, 0, HUGE_VAL, false, true) \
    X(PRESSURE, 0, 1, false, false) \
    X(READ_TIME, 0, HUGE_VAL, false, false) \
    X(RUN_DELAY, 0, 1, false, true) \
    X(STEAL, 0, 1, false, false) \
    X(STOPPED, 0, 1, false, true) \
    X(TEMPERATURE, -60, 150, false, false) \
    X(THROTTLE, 0, 1, true, false) \
    X(THROTTLE_REASONS, 0, HUGE_VAL, true, true)

/* The rates above which a repeat is a finding: unit, rate, text. */
#define WM_RATE_LIST(X) \
    X("FLOP/s", 1e17, "1e17 FLOP/s") \
    X("B/s", 1e15, "1e15 B/s") \
    X("element/s", 1e14, "1e14 element/s") \
    X("read/s", 1e14, "1e14 read/s")

/* The checkers of earlier releases: release, path, SHA-256. */
#define WM_RELEASE_LIST(X) \
    X("d85e794 of format 1.0", "code/verify.c", \
      "865a9ca5e8442bd19b02009f3e2b4efdda4ad20d3f13ad50ba5e46fa13e8607c") \
    X("d85e794 of format 1.0", "code/verify_graph.py", \
      "fe9c7f948657479c22c21c101c21697a9aeadf1917529b2ce255b152876a99b3") \
    X("d9a9596 of format 1.1", "code/verify.c", \
      "f19e1f6f29357de148f475cfd81a9ae762ae528bd2ebcddfeb8c5c178705208c") \
    X("d9a9596 of format 1.1", "code/verify_graph.py", \
      "48151d2a9c1097e79dbf0d8f8b318e822a4b26d5c395f5a575510d23c06d151a") \
    X("07bd53b of format 1.1", "code/verify.c", \
      "d5585935f6d03a1c6ad9fcdee6c24d82d1c5b3fac309c8e4d0e14cc7fda26465") \
    X("07bd53b of format 1.1", "code/verify_graph.py", \
      "d948a3af7f6b3a689f57c182dcd20b300719f016e9553862269587219b40c412") \
    X("69f758d of format 1.1", "code/verify.c", \
      "94c16d3cd835d44d5e5745b8cd61eba0f132ab4fd01e16dcdc7352eb52fb0490") \
    X("69f758d of format 1.1", "code/verify_graph.py", \
      "ce47eaa1f839dab8aa2601746b2436c9a0770434acd20b0f994fdc09d4f3fe4a") \
    X("68095dd of format 1.1", "code/verify.c", \
      "95a74dcc598d6712afc079fb381d88f820340049a98932907466ee9db2fcdbde") \
    X("68095dd of format 1.1", "code/verify_graph.py", \
      "ce47eaa1f839dab8aa2601746b2436c9a0770434acd20b0f994fdc09d4f3fe4a") \
    X("30b437c of format 1.1", "code/verify.c", \
      "6f5dd2c82e5a7f7cb93a2c40b4eca074faa099a4114f218933d26563ac1e802a") \
    X("30b437c of format 1.1", "code/verify_graph.py", \
      "f5d23add0353e1eb0335296c0ae6528dea4b8810abc20fb24db67da1926b31d9") \
    X("c5f5d7e of format 1.1", "code/verify.c", \
      "e059b0753814773a5ec7821d6b176ec3e47a8b1ae13f1e9578dc6adf124688bf") \
    X("c5f5d7e of format 1.1", "code/verify_graph.py", \
      "a353b14410ce12e2cf04dd57208bd4b4ec24846d16a5b95d8521bfc02ddb991f") \
    X("193b4db of format 1.1", "code/verify.c", \
      "fd8f172b5ae427a5aa7a33d048c8653c71ac407f2a505fa85d7e9ae7d350b24a") \
    X("193b4db of format 1.1", "code/verify_graph.py", \
      "a353b14410ce12e2cf04dd57208bd4b4ec24846d16a5b95d8521bfc02ddb991f") \
    X("7736dfc of format 1.1", "code/verify.c", \
      "c88c6d826c6c4ee5021f43fd516cece5b6799e80bad1293d95e69a40c284744d") \
    X("7736dfc of format 1.1", "code/verify_graph.py", \
      "2a5cdb311b3ab2d35a4c22b9b464d39f118448d671ef3ac0cbaf26efc798438e") \
    X("bb29914 of format 1.2", "code/verify.c", \
      "99412ecc96740d7784b00bb12ea332c977a66cd6705b3e0eef2dcf6ee90f950b") \
    X("bb29914 of format 1.2", "code/verify_graph.py", \
      "492584e03ffa782db116fd9f04c057c6a5ce8c896a4646fdc4b74e23cee6766d") \
    X("82cbb63 of format 1.2", "code/verify.c", \
      "c1549926c9e79fe62152a7d925befb615921428c5e87df1d42a47d5328f5b009") \
    X("82cbb63 of format 1.2", "code/verify_graph.py", \
      "1f29124468ce801a30cd5bfe54d411cbde767e32a537b6049040ffa0c2954e87") \
    X("7fd635f of format 1.2", "code/verify.c", \
      "b637835b925b2768aaab4158db6736192712746da181bef636355996386c63a0") \
    X("7fd635f of format 1.2", "code/verify_graph.py", \
      "1f29124468ce801a30cd5bfe54d411cbde767e32a537b6049040ffa0c2954e87") \
    X("3943180 of format 1.2", "code/verify.c", \
      "44c74789f643504d6317cf38cda5da764d3343433dd0a49dd081f33e65966e89") \
    X("3943180 of format 1.2", "code/verify_graph.py", \
      "cdf34dbf7b84a96d0458d5fabc96a7aefde63cde393dabc0bec61034ca449c52") \
    X("4a1edc2 of format 1.2", "code/verify.c", \
      "311b2d1fa261fce809ced8177af56c6dda5ea4e590d50a3a775bb2530ad4ae62") \
    X("4a1edc2 of format 1.2", "code/verify_graph.py", \
      "cdf34dbf7b84a96d0458d5fabc96a7aefde63cde393dabc0bec61034ca449c52") \
    X("615fe36 of format 1.2", "code/verify.c", \
      "ea1e5af5864d17c26fbab5104498cafd838beb1379167de8e0bc73df1c52613f") \
    X("615fe36 of format 1.2", "code/verify_graph.py", \
      "ef1d4bb557e7342563514057e1e3f8deaf84e651af0ad15488a08f6b93d048c6")

/* The bits of `throttle_reasons`: identifier, bit, words, whether it makes `throttle` 1. */
#define WM_THROTTLE_LIST(X) \
    X(IDLE, 1, "idle", false) \
    X(APPLICATION_CLOCK, 2, "application clocks setting", false) \
    X(POWER_CAP, 4, "software power cap", true) \
    X(HARDWARE, 8, "hardware slowdown", true) \
    X(SYNC_BOOST, 16, "sync boost", true) \
    X(SOFTWARE_THERMAL, 32, "software thermal slowdown", true) \
    X(HARDWARE_THERMAL, 64, "hardware thermal slowdown", true) \
    X(POWER_BRAKE, 128, "hardware power brake", true) \
    X(DISPLAY_CLOCK, 256, "display clocks setting", false)

/* The faults: identifier, word, whether it begins at a place, what it does. */
#define WM_FAULT_LIST(X) \
    X(BIT, "bit", true, "flips one bit, the lowest of the exponent, of one element") \
    X(BITS, "bits", true, "flips three bits of one element: sign, exponent and fraction") \
    X(ELEMENT, "element", true, "negates one element") \
    X(ROW, "row", true, "negates the elements of a row from the place on") \
    X(TILE, "tile", true, "negates a block of 16 by 16 elements") \
    X(NAN, "nan", true, "puts a NaN in the place of one element") \
    X(STALE, "stale", false, "leaves the output of another problem of the same shape") \
    X(OPERAND, "operand", false, "computes with two operands exchanged") \
    X(PRECISION, "precision", false, "computes a product with its operands rounded to e4m3")

/* The trials: identifier, word, whether an attack, on a rate, by pairs, least, most. */
#define WM_TRIAL_LIST(X) \
    X(NONE, "none", false, false, false, 0, 0) \
    X(BIT, "bit", false, false, false, 0, 63) \
    X(BITS, "bits", false, false, false, 2, 64) \
    X(WARP, "warp", false, false, false, 0, 63) \
    X(NAN, "nan", false, false, false, 0, 0) \
    X(INFINITY, "infinity", false, false, false, 0, 0) \
    X(ZERO, "zero", false, false, false, 0, 0) \
    X(OTHER, "other", false, false, false, 0, 0) \
    X(ROW, "row", false, false, false, 1, 2147483647) \
    X(COLUMN, "column", false, false, false, 1, 2147483647) \
    X(TILE, "tile", false, false, false, 1, 2147483647) \
    X(TERMS, "terms", false, false, false, 1, 2147483647) \
    X(BLOCK, "block", false, false, false, 1, 2147483647) \
    X(STEPS, "steps", false, false, false, 1, 1000000) \
    X(ORDER, "order", false, false, false, 0, 0) \
    X(PARTS, "parts", false, false, false, 2, 65536) \
    X(SOFTMAX, "softmax", false, false, false, 20, 1000000) \
    X(WINDOW, "window", true, false, false, 0, 0) \
    X(NULL_SPACE, "null_space", true, false, false, 0, 0) \
    X(QUORUM, "quorum", true, false, false, 0, 0) \
    X(TWO, "two", true, false, false, 0, 0) \
    X(DISAGREE, "disagree", true, false, true, 0, 63) \
    X(FLOOR, "floor", true, false, false, 1, 10000) \
    X(PROBE_SEARCH, "probe_search", true, false, false, 0, 63) \
    X(OPENING_SEARCH, "opening_search", true, false, false, 0, 0) \
    X(REPLAY, "replay", true, false, false, 0, 0) \
    X(SWAP, "swap", true, false, false, 0, 0) \
    X(NARROWER, "narrower", true, false, false, 0, 0) \
    X(OPENED_ONLY, "opened_only", true, false, false, 0, 0) \
    X(IDLE, "idle", true, false, false, 0, 0) \
    X(STALE, "stale", true, false, false, 0, 1) \
    X(OVERWRITTEN, "overwritten", true, true, false, 1, 64) \
    X(BEST_OF, "best_of", true, true, false, 2, 1000) \
    X(NEIGHBOUR, "neighbour", true, true, false, 0, 64) \
    X(CLOCK, "clock", true, true, false, 0, 9999)

/* The stages: identifier, name, bits of the stages that may be before it. */
#define WM_STAGE_LIST(X) \
    X(ACQUIRE, "acquire", 0) \
    X(INJECT, "inject", 1U << 0) \
    X(WITNESS, "witness", 1U << 0 | 1U << 1 | 1U << 4) \
    X(DECIDE, "decide", 1U << 2) \
    X(REPAIR, "repair", 1U << 3)

/* The digests of products of integers, for the empty nonce: variant, m, n, k, digest. */
#define WM_EXACT_LIST(X) \
    X("bf16_exact", 96, 160, 128, \
      "29ef221587b546b95e91ab88fb1ed1ab64405bf30dae6ca8b746c072d85726ac") \
    X("bf16_exact", 128, 128, 128, \
      "0062a60cb0729df1a2589351bce37abc08cb47e91cae0188052286c1fa9e237e") \
    X("bf16_exact", 512, 512, 512, \
      "c9f6fc0bb70fd43ba06c6c7139cb41cd3e1090dcc195c0ae50dd9716447c416b") \
    X("bf16_exact", 1024, 1024, 1024, \
      "47bf68bd20717d9d65eb5dd95935e5fec6ad1eebf762c3ffff913a9fef6fbdec") \
    X("bf16_exact", 2048, 2048, 2048, \
      "a405c8f716f50d85d2e75cdedc4d81e56f28fedc9ba24bc9da31ac6ff56bc328") \
    X("bf16_exact", 4096, 4096, 4096, \
      "51683b19f7707e7abc4505a9fabf331c090f6d59f89487031fef075253810486") \
    X("bf16_exact", 8192, 8192, 8192, \
      "547e56b3abbe97163ff408b91a431b7da85395247660afdf9c9607b54d96da3e") \
    X("bf16_exact", 16384, 16384, 16384, \
      "2c9db78366af3c7ae2ad35272d77d628fa92e4d7cfe70bfbc57bbf85e96a0b6b") \
    X("f32_exact", 128, 128, 128, \
      "83f54fd1912eb87d438d302581712515a7d13ed7b33ee334ff65e1c55e2a05bb") \
    X("f32_exact", 512, 512, 512, \
      "81af44630a0ad0d85bb5e3cdf4ee29377184da63e38ff1b0de28a5767d0091b2") \
    X("f32_exact", 1024, 1024, 1024, \
      "7ba2a837b15cc0acf3f765afc65ce92e4e06c57e9f9776999b9735497c972960") \
    X("f32_exact", 2048, 2048, 2048, \
      "5877a7c711f5ce0cc6a0aa00c876bdaf2c613294bb397fdc19e47e0086a314e4") \
    X("f32_exact", 4096, 4096, 4096, \
      "71bf20dbc1f091205347e57f32e3304fe2825342236bc3b98403c19a0cab1a3e") \
    X("f32_exact", 8192, 8192, 8192, \
      "0e7a0b35b5404269a4d8e50679674b614f560d225fd739042c521bf2fa23717f") \
    X("fp16_exact", 128, 128, 128, \
      "c7897c3ede62316164922e3a8464af1993cd0bd01e428c1665a892512937aa81") \
    X("fp16_exact", 512, 512, 512, \
      "a9c2266bc249275fc64ca55d932733e01cec88b2b90a25c18fddc49332e57b7b") \
    X("fp16_exact", 1024, 1024, 1024, \
      "cc6e74be0f8e91466d512a1cbb2b1cac61e718f37469204a06869c05efe766e7") \
    X("fp16_exact", 2048, 2048, 2048, \
      "56cef8f5a6b0325c124d0e6a29adc3a18cde56ab3d6fd4de19bdb837bc69396b") \
    X("fp16_exact", 4096, 4096, 4096, \
      "070967017ba2f589878e334b66b2889d72c6217de5ec79915d6ec46db825f816") \
    X("fp16_exact", 8192, 8192, 8192, \
      "6df827705cc3eb0d156a05decfba16caecd0812a036ba7e50106eb3e30ca659b") \
    X("fp16_exact", 16384, 16384, 16384, \
      "9d3d2a5c3e32a54a2046dc042c43c73ca83969682d3fecf865bfacf347a1be66") \
    X("fp8_exact", 128, 128, 128, \
      "e1832487d6ec6b4c9414d09ea2d54c171efcf0932c350ac8f55d82fdc8fd51df") \
    X("fp8_exact", 512, 512, 512, \
      "18ee8af6db900ea7c364655b92b33e0fbd3edc630e58139d5e0cbdae0796a347") \
    X("fp8_exact", 1024, 1024, 1024, \
      "6cf78b6fce400c159783212ff04a2ef3f12e788163be2253ba1926f143178b3d") \
    X("fp8_exact", 2048, 2048, 2048, \
      "87d8ba70414b46cbfcc515b51e7f378a4863faf8a74abfbff37e612728dbe7df") \
    X("fp8_exact", 4096, 4096, 4096, \
      "abaedd929cd9209015dcab03736a368f8cb4aeb4808e5c38946c7de9769712c2") \
    X("fp8_exact", 8192, 8192, 8192, \
      "bae1ccb4bfcc3acd94cb1e86b3664d632de8b6313a7032212052fad3239f898d") \
    X("fp8_exact", 16384, 16384, 16384, \
      "1b0bad40389ec09c8a311b3ca53b7856e031e3d2dbda3e1164b3493f0834480c") \
    X("fp8_fast_exact", 4096, 4096, 4096, \
      "e176d6393017b51219d0ef8dfd6981e351a43909cf6ab146d04cd76c6ccbe2a8") \
    X("fp8_fast_exact", 8192, 8192, 8192, \
      "fe6ab6c824dd0396c15d5e6df9ebfa1b4f9be0f4dc194e8fd3d14b4e37c41304") \
    X("fp8_fast_exact", 16384, 16384, 16384, \
      "01cebfd9d29d8cb4c940907a7e62baafcd87335fb9e1736f56098ee224f431ec") \
    X("tf32_exact", 128, 128, 128, \
      "000cfb88e1594dee57763cd9cdbe14b2d91c3d9f2b6e51d05bfec4f435939d21") \
    X("tf32_exact", 512, 512, 512, \
      "fc8471f5409b2ddce1a2caebac31ea2ed424d85148ade94b8459c9ad98ca676e") \
    X("tf32_exact", 1024, 1024, 1024, \
      "0e5fb29abb75b94c459ddec1f45690c2541de06f87da173846fdcc2c63f36c20") \
    X("tf32_exact", 2048, 2048, 2048, \
      "ff5ec11ebcd7f0a9503561f85d9ea68259e60364e4cd39a112c9130f1786f256") \
    X("tf32_exact", 4096, 4096, 4096, \
      "7e53fe0b148534185fb4ee757586656c68bf4db497e1be6f5d3455e194d15ca7") \
    X("tf32_exact", 8192, 8192, 8192, \
      "3413db9e4c2d4ff32448238c3db01f4a8e13d0931d63a2dedaf44e7651d1a4d7") \
    X("tf32_exact", 16384, 16384, 16384, \
      "a07c104b6ccf554e7938cafb907686f7a964958024cfb06c90d32aa260cadf90")

/* The row threshold's q: T, q. */
#define WM_QUANTILE_LIST(X) \
    X(0, 23.93) X(1, 25.27) X(2, 26.61) X(3, 27.95) X(4, 29.29) X(5, 30.63) X(6, 31.98) \
    X(7, 33.33) X(8, 34.67) X(9, 36.02) X(10, 37.38) X(11, 38.73) X(12, 40.08) X(13, 41.44) \
    X(14, 42.79) X(15, 44.15) X(16, 45.51) X(17, 46.86) X(18, 48.22) X(19, 49.58) X(20, 50.94) \
    X(21, 52.30) X(22, 53.66) X(23, 55.03) X(24, 56.39) X(25, 57.75) X(26, 59.12) X(27, 60.48) \
    X(28, 61.85) X(29, 63.21) X(30, 64.58) X(31, 65.94) X(32, 67.31) X(33, 68.67) X(34, 70.04) \
    X(35, 71.41) X(36, 72.78)

#endif
