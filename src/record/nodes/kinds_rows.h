/* The fields of every form of node.
 *
 * Made by tools/render-tables from docs/formats/tables: change the tables, not this file. */
#ifndef WM_RECORD_KINDS_ROWS_H
#define WM_RECORD_KINDS_ROWS_H
/* clang-format off */

#define WM_ROWS_PRODUCER(S, F, C) \
    F(S, name, TEXT, 0, 0, NONE) \
    F(S, source_revision, TEXT, 0, 0, NONE) \
    F(S, version, TEXT, 0, 0, NONE)

#define WM_ROWS_FACT(S, F, C) \
    F(S, commitment, HEX, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, name, NAME, 0, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_WITNESS(S, F, C) \
    F(S, backend, WORD, 0, 0, BACKENDS) \
    F(S, device, TEXT, 0, 0, NONE) \
    F(S, facts, ARRAY, 0, 0, FACT)

#define WM_ROWS_ENVIRONMENT(S, F, C) \
    F(S, backend, WORD, 0, 0, BACKENDS) \
    F(S, device, TEXT, 0, 0, NONE) \
    F(S, facts, ARRAY, 0, 0, FACT) \
    C(kind, "environment") \
    F(S, producer, OBJECT, 0, 0, PRODUCER) \
    C(type, "observation") \
    F(S, witness, OBJECT, WM_FIELD_OPTIONAL, 0, WITNESS)

#define WM_ROWS_FAULT(S, F, C) \
    F(S, column, COUNT, 0, 0, NONE) \
    F(S, kind, WORD, 0, 0, FAULTS) \
    F(S, row, COUNT, 0, 0, NONE) \
    F(S, when, WORD, 0, 0, WHEN)

#define WM_ROWS_TRIAL(S, F, C) \
    F(S, size, COUNT, 0, 0, NONE) \
    F(S, word, WORD, 0, 0, TRIAL_WORDS)

#define WM_ROWS_ITEM(S, F, C) \
    F(S, fault, OBJECT, WM_FIELD_OPTIONAL, 0, FAULT) \
    F(S, minutes, INT, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, point, WORD, WM_FIELD_OPTIONAL, 0, POINTS) \
    F(S, repeats, INT, 0, 0, NONE) \
    F(S, shape, SHAPE, 0, 0, NONE) \
    F(S, tolerance_of, WORD, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, trial, OBJECT, WM_FIELD_OPTIONAL, 0, TRIAL) \
    F(S, variant, WORD, 0, 0, NONE) \
    F(S, workload, WORD, 0, 0, NONE)

#define WM_ROWS_PLAN(S, F, C) \
    F(S, continues, ARRAY, 0, 0, HEX) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, extent, WORD, WM_FIELD_OPTIONAL, 0, EXTENTS) \
    F(S, items, ARRAY, 0, 0, ITEM) \
    C(kind, "plan") \
    F(S, name, TEXT, 0, 0, NONE) \
    F(S, nonce, NONCE, 0, 0, NONE) \
    F(S, repeat_seconds, DURATION, 0, 0, NONE) \
    F(S, run, HEX, 0, 0, NONE) \
    C(type, "observation")

#define WM_ROWS_SESSION(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    C(kind, "session") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, started_at, DECIMAL, 0, 0, NONE) \
    C(type, "observation") \
    F(S, warnings, ARRAY, WM_FIELD_OPTIONAL, 0, FULL)

#define WM_ROWS_RESIDUAL(S, F, C) \
    F(S, difference_max, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    F(S, reference_max, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, row_sum_error, SIZE, WM_FIELD_OPTIONAL, 0, NONE)

#define WM_ROWS_RESIDUAL_ROWS(S, F, C) \
    F(S, difference_max, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, probe, COUNT, 0, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    F(S, reference_max, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, residual_squares, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, rounding_squares, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, row, COUNT, 0, 0, NONE) \
    F(S, row_statistic, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, row_sum_error, SIZE, WM_FIELD_OPTIONAL, 0, NONE)

#define WM_ROWS_COVARIATE_ABSENT(S, F, C) \
    F(S, reason, FULL, 0, 0, NONE)

#define WM_ROWS_COVARIATE_PRESENT(S, F, C) \
    F(S, longest_gap_s, SIZE, 0, 0, NONE) \
    F(S, maximum, NUMBER, 0, 0, NONE) \
    F(S, median, NUMBER, 0, 0, NONE) \
    F(S, minimum, NUMBER, 0, 0, NONE) \
    F(S, samples, POSITIVE, 0, 0, NONE)

#define WM_ROWS_WORKLOAD_FAILED(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "workload") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, reason, FULL, 0, 0, NONE) \
    F(S, repeat, COUNT, 0, 0, NONE) \
    F(S, shape, SHAPE, 0, 0, NONE) \
    C(status, "failed") \
    C(type, "observation") \
    F(S, variant, WORD, 0, 0, NONE) \
    F(S, workload, WORD, 0, 0, NONE)

#define WM_ROWS_WORKLOAD_OK(S, F, C) \
    F(S, covariates, COVARIATES, 0, 0, COVARIATE) \
    F(S, divergence, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, flags, ARRAY, 0, 0, WORD) \
    F(S, item, COUNT, 0, 0, NONE) \
    F(S, iterations, POSITIVE, 0, 0, NONE) \
    C(kind, "workload") \
    F(S, method, TEXT, 0, 0, NONE) \
    F(S, output_digest, HEX, 0, 0, NONE) \
    F(S, peak_resident_bytes, COUNT, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    F(S, repeat, COUNT, 0, 0, NONE) \
    F(S, residual, OBJECT, 0, 0, RESIDUAL) \
    F(S, seconds, DURATION, 0, 0, NONE) \
    F(S, shape, SHAPE, 0, 0, NONE) \
    F(S, started_at, DECIMAL, 0, 0, NONE) \
    C(status, "ok") \
    C(type, "observation") \
    F(S, variant, WORD, 0, 0, NONE) \
    F(S, workload, WORD, 0, 0, NONE)

#define WM_ROWS_CALIBRATION_FAILED(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "calibration") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, product, ID, 0, WM_CLASS_WORKLOAD, NONE) \
    F(S, reason, FULL, 0, 0, NONE) \
    C(status, "failed") \
    C(type, "observation")

#define WM_ROWS_CALIBRATION_OK(S, F, C) \
    F(S, difference_max, ARRAY, 0, 0, SIZE) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "calibration") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, product, ID, 0, WM_CLASS_WORKLOAD, NONE) \
    F(S, reason, FULL, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, reference_max, ARRAY, 0, 0, SIZE) \
    F(S, residual_squares, ARRAY, 0, 0, SIZE) \
    F(S, rounding_squares, ARRAY, 0, 0, SIZE) \
    C(status, "ok") \
    C(type, "observation")

#define WM_ROWS_STAGE_ACQUIRE(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stage") \
    F(S, output_digest, HEX, 0, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, previous, ID, WM_FIELD_OPTIONAL, WM_CLASS_STAGE, NONE) \
    F(S, product, ID, 0, WM_CLASS_WORKLOAD, NONE) \
    C(stage, "acquire") \
    C(type, "observation")

#define WM_ROWS_STAGE_INJECT(S, F, C) \
    F(S, column, COUNT, 0, 0, NONE) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, fault, WORD, 0, 0, FAULTS) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stage") \
    F(S, output_digest, HEX, 0, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, previous, ID, WM_FIELD_OPTIONAL, WM_CLASS_STAGE, NONE) \
    F(S, row, COUNT, 0, 0, NONE) \
    C(stage, "inject") \
    C(type, "observation")

#define WM_ROWS_STAGE_WITNESS(S, F, C) \
    F(S, element, OBJECT, WM_FIELD_OPTIONAL, 0, ELEMENT) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stage") \
    F(S, openings, ARRAY, 0, 0, OPENING) \
    F(S, output_digest, HEX, 0, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, previous, ID, WM_FIELD_OPTIONAL, WM_CLASS_STAGE, NONE) \
    F(S, residual, OBJECT, 0, 0, RESIDUAL) \
    C(stage, "witness") \
    C(type, "observation")

#define WM_ROWS_STAGE_WITNESS_CALIBRATED(S, F, C) \
    F(S, calibration, ID, 0, WM_CLASS_CALIBRATION, NONE) \
    F(S, element, OBJECT, WM_FIELD_OPTIONAL, 0, ELEMENT) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stage") \
    F(S, openings, ARRAY, 0, 0, OPENING) \
    F(S, output_digest, HEX, 0, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, previous, ID, WM_FIELD_OPTIONAL, WM_CLASS_STAGE, NONE) \
    F(S, residual, OBJECT, 0, 0, RESIDUAL) \
    C(stage, "witness") \
    C(type, "observation")

#define WM_ROWS_STAGE_DECIDE(S, F, C) \
    F(S, decision, WORD, 0, 0, DECISIONS) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stage") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, previous, ID, WM_FIELD_OPTIONAL, WM_CLASS_STAGE, NONE) \
    C(stage, "decide") \
    C(type, "observation")

#define WM_ROWS_STAGE_REPAIR(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stage") \
    F(S, method, TEXT, 0, 0, NONE) \
    F(S, output_digest, HEX, 0, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, previous, ID, WM_FIELD_OPTIONAL, WM_CLASS_STAGE, NONE) \
    C(stage, "repair") \
    C(type, "observation")

#define WM_ROWS_ELEMENT(S, F, C) \
    F(S, column, COUNT, 0, 0, NONE) \
    F(S, expected, NONCE, 0, 0, NONE) \
    F(S, found, NONCE, 0, 0, NONE) \
    F(S, row, COUNT, 0, 0, NONE)

#define WM_ROWS_OPENING(S, F, C) \
    F(S, chunk, COUNT, 0, 0, NONE) \
    F(S, data, WORD, 0, 0, NONE) \
    F(S, matrix_path, ARRAY, 0, 0, HEX) \
    F(S, row, COUNT, 0, 0, NONE) \
    F(S, row_path, ARRAY, 0, 0, HEX)

#define WM_ROWS_REVISIT(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "revisit") \
    F(S, openings, ARRAY, 0, 0, OPENING) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, prior, POSITIVE, 0, 0, NONE) \
    F(S, product, ID, 0, WM_CLASS_WORKLOAD, NONE) \
    C(type, "observation")

#define WM_ROWS_STRESS_FAILED(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stress") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, reason, FULL, 0, 0, NONE) \
    F(S, seconds, DURATION, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, started_at, DECIMAL, WM_FIELD_OPTIONAL, 0, NONE) \
    C(status, "failed") \
    C(type, "observation")

#define WM_ROWS_STRESS_OK(S, F, C) \
    F(S, covariates, COVARIATES, 0, 0, COVARIATE) \
    F(S, duty, NUMBER, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, errors, COUNT, 0, 0, NONE) \
    F(S, flags, ARRAY, 0, 0, WORD) \
    F(S, index, COUNT, 0, 0, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "stress") \
    F(S, memory_free_bytes, COUNT, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, period_s, DURATION, WM_FIELD_OPTIONAL, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, products, COUNT, 0, 0, NONE) \
    F(S, residual, OBJECT, WM_FIELD_OPTIONAL, 0, RESIDUAL) \
    F(S, seconds, DURATION, 0, 0, NONE) \
    F(S, started_at, DECIMAL, 0, 0, NONE) \
    C(status, "ok") \
    C(type, "observation")

#define WM_ROWS_PROFILE_FAILED(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "profile") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, reason, FULL, 0, 0, NONE) \
    F(S, repeat, COUNT, 0, 0, NONE) \
    C(status, "failed") \
    C(type, "observation")

#define WM_ROWS_PROFILE_OK(S, F, C) \
    F(S, allocation, COUNT, 0, 0, NONE) \
    F(S, covariates, COVARIATES, 0, 0, COVARIATE) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, flags, ARRAY, 0, 0, WORD) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "profile") \
    F(S, latencies, ARRAY, 0, 0, SIZE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, repeat, COUNT, 0, 0, NONE) \
    F(S, seconds, DURATION, 0, 0, NONE) \
    F(S, started_at, DECIMAL, 0, 0, NONE) \
    C(status, "ok") \
    C(type, "observation")

#define WM_ROWS_TRIALS_FAILED(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "trials") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, reason, FULL, 0, 0, NONE) \
    C(status, "failed") \
    C(type, "observation")

#define WM_ROWS_TRIALS_OK(S, F, C) \
    F(S, attack, OBJECT, WM_FIELD_OPTIONAL, 0, ATTACK) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, item, COUNT, 0, 0, NONE) \
    C(kind, "trials") \
    F(S, method, TEXT, 0, 0, NONE) \
    F(S, pair, OBJECT, WM_FIELD_OPTIONAL, 0, PAIR) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, seconds, DURATION, 0, 0, NONE) \
    F(S, seed, HEX, 0, 0, NONE) \
    F(S, seen, ARRAY, 0, 0, SEEN) \
    F(S, started_at, DECIMAL, 0, 0, NONE) \
    C(status, "ok") \
    C(type, "observation")

#define WM_ROWS_SEEN(S, F, C) \
    F(S, check, WORD, 0, 0, CHECKS) \
    F(S, trials, TEXT, 0, 0, NONE)

#define WM_ROWS_ATTACK(S, F, C) \
    F(S, committed, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, cost, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, derived, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, error, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE)

#define WM_ROWS_PAIR(S, F, C) \
    F(S, divergence_least, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, divergence_most, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, faulty_residual, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, honest_derived, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, honest_residual, SIZE, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE)

#define WM_ROWS_EXTERNAL(S, F, C) \
    F(S, environment, ID, 0, WM_CLASS_ENVIRONMENT, NONE) \
    F(S, index, COUNT, 0, 0, NONE) \
    C(kind, "external") \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    F(S, series, NAME, 0, 0, NONE) \
    C(type, "observation") \
    F(S, values, VALUES, 0, 0, NONE)

#define WM_ROWS_REDUCTION_ITEM(S, F, C) \
    F(S, function, WORD, 0, 0, FUNCTIONS) \
    F(S, inputs, ARRAY, 0, \
      WM_CLASS_WORKLOAD | \
      WM_CLASS_CALIBRATION | \
      WM_CLASS_STAGE | \
      WM_CLASS_STRESS | \
      WM_CLASS_PROFILE | \
      WM_CLASS_TRIALS, ID) \
    F(S, reason, REASON, 0, 0, NONE) \
    C(type, "reduction") \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_REDUCTION_RECORD(S, F, C) \
    F(S, function, WORD, 0, 0, FUNCTIONS) \
    F(S, inputs, ARRAY, 0, WM_CLASS_PLAN, ID) \
    F(S, reason, REASON, 0, 0, NONE) \
    C(type, "reduction") \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_REDUCTION_CHANGE(S, F, C) \
    F(S, function, WORD, 0, 0, FUNCTIONS) \
    F(S, inputs, ARRAY, 0, WM_CLASS_PLAN, ID) \
    F(S, item, COUNT, 0, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    C(type, "reduction") \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_REDUCTION_LINK(S, F, C) \
    F(S, function, WORD, 0, 0, FUNCTIONS) \
    F(S, inputs, ARRAY, 0, WM_CLASS_WORKLOAD | WM_CLASS_PROFILE | WM_CLASS_PLAN, ID) \
    F(S, item, COUNT, 0, 0, NONE) \
    F(S, prior, POSITIVE, 0, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    C(type, "reduction") \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_REDUCTION_PRIOR(S, F, C) \
    F(S, function, WORD, 0, 0, FUNCTIONS) \
    F(S, inputs, ARRAY, 0, WM_CLASS_PLAN, ID) \
    F(S, prior, POSITIVE, 0, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    C(type, "reduction") \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_REDUCTION_SERIES(S, F, C) \
    F(S, field, NAME, 0, 0, NONE) \
    F(S, function, WORD, 0, 0, FUNCTIONS) \
    F(S, inputs, ARRAY, 0, WM_CLASS_EXTERNAL, ID) \
    F(S, reason, REASON, 0, 0, NONE) \
    C(type, "reduction") \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_CLAIM_ITEM(S, F, C) \
    F(S, asserts, ID, 0, WM_CLASS_REDUCTION, NONE) \
    F(S, class, WORD, WM_FIELD_NULLABLE, 0, NONE) \
    F(S, name, WORD, 0, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    F(S, text, TEXT, 0, 0, NONE) \
    F(S, tolerance, NUMBER, WM_FIELD_NULLABLE, 0, NONE) \
    C(type, "claim") \
    F(S, unit, TEXT, 0, 0, NONE) \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_CLAIM_OWN(S, F, C) \
    F(S, asserts, ID, 0, WM_CLASS_REDUCTION, NONE) \
    F(S, beside, ARRAY, WM_FIELD_OPTIONAL, WM_CLASS_REDUCTION, ID) \
    F(S, format, WORD, 0, 0, FORMATS) \
    F(S, name, WORD, 0, 0, NONE) \
    F(S, reason, REASON, 0, 0, NONE) \
    F(S, text, TEXT, 0, 0, NONE) \
    C(type, "claim") \
    F(S, unit, TEXT, 0, 0, NONE) \
    F(S, value, VALUE, WM_FIELD_NULLABLE, 0, NONE)

#define WM_ROWS_FILE(S, F, C) \
    F(S, path, TEXT, 0, 0, NONE) \
    F(S, sha256, HEX, 0, 0, NONE)

#define WM_ROWS_ROOT(S, F, C) \
    F(S, checkers, ARRAY, WM_FIELD_OPTIONAL, 0, FILE) \
    F(S, claim_count, COUNT, 0, 0, NONE) \
    F(S, continues, ARRAY, 0, 0, HEX) \
    F(S, files, ARRAY, 0, 0, FILE) \
    F(S, format, WORD, 0, 0, NONE) \
    F(S, merkle_root, HEX, 0, 0, NONE) \
    F(S, plan, ID, 0, WM_CLASS_PLAN, NONE) \
    C(type, "root")

#endif
