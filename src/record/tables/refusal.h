/* The rules of the format, one name each, and the one way to refuse a record.
 *
 * The list has every rule that the auditor applies, with the tag of its refusal. A build with
 * WM_MUTATE can switch off one rule. A test then shows that a forgery passes without it. Source:
 * ours, record.md. */
#ifndef WM_RECORD_REFUSAL_H
#define WM_RECORD_REFUSAL_H

#include <witnessmark.h>

#include <stdbool.h>

/* identifier, name, tag, demand */
#define WM_RULE_LIST(X)                                                                            \
    X(LINE_LENGTH, "line.length", "line", "a line has at most 1,048,576 bytes")                    \
    X(LINE_NEWLINE, "line.newline", "line", "the last line ends with a newline")                   \
    X(LINE_EMPTY, "line.empty", "line", "no line is empty")                                        \
    X(LINE_JSON, "line.json", "line", "a line is one JSON object within the limits")               \
    X(LINE_KEY, "line.key", "line", "a key matches [a-z0-9_]+")                                    \
    X(CANONICAL, "canonical", "canonical", "a line is its own canonical image")                    \
    X(DUPLICATE, "duplicate", "duplicate", "no line is equal to an earlier one")                   \
    X(SCHEMA_TYPE, "schema.type", "schema", "the type is one of four")                             \
    X(SCHEMA_KIND, "schema.kind", "schema", "the kind is one of the table's")                      \
    X(SCHEMA_FUNCTION, "schema.function", "reduction", "the function is one of the tables'")       \
    X(SCHEMA_MISSING, "schema.missing", "schema", "no field is missing")                           \
    X(SCHEMA_UNKNOWN, "schema.unknown", "schema", "no field is unknown")                           \
    X(SCHEMA_VALUE, "schema.value", "schema", "a field has its type and range")                    \
    X(SCHEMA_WORD, "schema.word", "schema", "a word is one of its table")                          \
    X(SCHEMA_WARNING, "schema.warning", "schema", "a session's warning is a text")                 \
    X(SCHEMA_LENGTH, "schema.length", "schema", "an array or object has its number of elements")   \
    X(SCHEMA_NAME, "schema.name", "schema", "a name in values has at most 64 bytes")               \
    X(SCHEMA_COMMITMENT, "schema.commitment", "schema", "a commitment is beside a null")           \
    X(SCHEMA_FACTS, "schema.facts", "schema", "facts are sorted by name, each once")               \
    X(SCHEMA_FACT, "schema.fact", "schema", "the required facts are there")                        \
    X(SCHEMA_COVARIATE, "schema.covariate", "schema", "minimum <= median <= maximum")              \
    X(NULL_MISSING, "null.missing", "null", "an object with a null has a reason")                  \
    X(NULL_EXTRA, "null.extra", "null", "an object without a null has no reason")                  \
    X(NULL_REASON, "null.reason", "null", "the reason for a null is text, not empty")              \
    X(NULL_CLAIM, "null.claim", "null", "a claim's reason is its reduction's")                     \
    X(EDGE_KNOWN, "edge.known", "edge", "an edge names an earlier line")                           \
    X(EDGE_TYPE, "edge.type", "edge", "an edge names a node of its type and kind")                 \
    X(ORDER_HEAD, "order.head", "order", "line 1 is an environment, line 2 the only plan")         \
    X(ORDER_CLAIMS, "order.claims", "order", "only claims are between the claims and the root")    \
    X(ORDER_ROOT, "order.root", "order", "the last line is the only root")                         \
    X(ORDER_REDUCED, "order.reduced", "order", "an item's reductions follow its observations")     \
    X(PLAN_VARIANT, "plan.variant", "plan", "workload and variant are a row of the table")         \
    X(PLAN_SHAPE, "plan.shape", "plan", "the shape has the row's dimensions, in range")            \
    X(PLAN_REPEATS, "plan.repeats", "plan", "repeats are 1 to the limit")                          \
    X(PLAN_MINUTES, "plan.minutes", "plan", "minutes are 1 to 1440")                               \
    X(PLAN_POINT, "plan.point", "plan", "minutes go with a point")                                 \
    X(PLAN_NO_POINT, "plan.no_point", "plan", "a profile and a variant of chance have no point")   \
    X(PLAN_POINT_REPEATS, "plan.point_repeats", "plan", "a point has at least 2 repeats")          \
    X(PLAN_PROFILE_REPEATS, "plan.profile_repeats", "plan", "a profile has at most 64 repeats")    \
    X(PLAN_TRIAL, "plan.trial", "plan", "a trial is of an output, without fault and point")        \
    X(PLAN_TRIAL_SIZE, "plan.trial_size", "plan", "the size of a trial is in the row's range")     \
    X(PLAN_INTEGERS, "plan.integers", "plan", "an item of integers has some that suit its shape")  \
    X(PLAN_TOLERANCE, "plan.tolerance", "plan", "an item names the tolerance of an earlier one")   \
    X(PLAN_OPENINGS, "plan.openings", "plan", "an output has at most 2^32 chunks")                 \
    X(PLAN_FAULT, "plan.fault", "plan", "a fault begins inside the output")                        \
    X(PLAN_LABEL, "plan.label", "plan", "no two items have one label")                             \
    X(LIGHT_ITEMS, "light.items", "light", "a light record has at most 12 items")                  \
    X(LIGHT_REPEATS, "light.repeats", "light", "an item of it has at most 8 repeats")              \
    X(LIGHT_EXACT, "light.exact", "light", "its variant is exact")                                 \
    X(LIGHT_TRIAL, "light.trial", "light", "it has no trial")                                      \
    X(LIGHT_CONTINUES, "light.continues", "light", "a light record continues none")                \
    X(ENVIRONMENT_SAME, "environment.same", "environment",                                         \
      "an item's observations name one environment")                                               \
    X(ORDER_LINKED, "order.linked", "order", "no observation follows a link or a change")          \
    X(ORDER_SESSION, "order.session", "order", "no session follows a reduction of the record")     \
    X(SESSION_INDEX, "session.index", "session", "the indices of the sessions count up from 0")    \
    X(SESSION_THERE, "session.there", "session", "an item is observed in a session")               \
    X(TIME_RANGE, "time.range", "time", "times are at most 2^63-1")                                \
    X(TIME_SESSION, "time.session", "time", "a session's repeats start after it")                  \
    X(TIME_ORDER, "time.order", "time", "a repeat starts after the end of the one before")         \
    X(WORKLOAD_ITEM, "workload.item", "workload", "item is an index into the plan's items")        \
    X(WORKLOAD_AGREE, "workload.agree", "workload", "workload, variant and shape are the item's")  \
    X(WORKLOAD_PROFILE, "workload.profile", "workload", "a profile or a trial has no repeats")     \
    X(WORKLOAD_REPEAT, "workload.repeat", "workload", "repeats come in order, each once")          \
    X(WORKLOAD_SECONDS, "workload.seconds", "workload", "a repeat lasts as long as planned")       \
    X(WORKLOAD_COMPLETE, "workload.complete", "workload", "all repeats are there")                 \
    X(DIGEST_DIVERGENCE, "digest.divergence", "digest", "equal outputs have divergence 0")         \
    X(DIGEST_LOST, "digest.lost", "digest", "after a failed repeat 0 the divergence is null")      \
    X(FLAGS, "flags", "flags", "the flags are those whose rule holds")                             \
    X(DIGEST_RESIDUAL, "digest.residual", "digest", "equal outputs have equal residuals")          \
    X(DIGEST_SEGMENT, "digest.segment", "digest", "outputs without errors have one residual")      \
    X(RESIDUAL_INTEGERS, "residual.integers", "residual", "a residual of integers counts them")    \
    X(RESIDUAL_ACCESS, "residual.access", "residual", "a residual of lanes counts lanes")          \
    X(RESIDUAL_REDUCTION, "residual.reduction", "residual", "a reduction's reference is 1")        \
    X(RESIDUAL_ROW_SUMS, "residual.row_sums", "residual", "attention alone has row sums")          \
    X(RESIDUAL_REFERENCE, "residual.reference", "residual", "a product has a least reference")     \
    X(COVARIATES_THROTTLE, "covariates.throttle", "covariates",                                    \
      "throttle follows from its reasons")                                                         \
    X(COVARIATES_COVERAGE, "covariates.coverage", "covariates", "samples cover the repeat")        \
    X(COVARIATES_DOMAIN, "covariates.domain", "covariates", "covariates are in their domain")      \
    X(COVARIATES_WHOLE, "covariates.whole", "covariates", "counts are whole numbers")              \
    X(COVARIATES_ALIKE, "covariates.alike", "covariates", "single readings are alike")             \
    X(CALIBRATION_ITEM, "calibration.item", "calibration",                                         \
      "item is a plan item with a calibration")                                                    \
    X(CALIBRATION_PRODUCT, "calibration.product", "calibration", "product is the item's repeat 0") \
    X(CALIBRATION_ONCE, "calibration.once", "calibration", "an item has at most one calibration")  \
    X(CALIBRATION_THERE, "calibration.there", "calibration",                                       \
      "every complete item with a calibration has one")                                            \
    X(STAGE_ITEM, "stage.item", "stage", "item is an index into the plan's items")                 \
    X(STAGE_ORDER, "stage.order", "stage", "index and previous link the stages")                   \
    X(STAGE_SEQUENCE, "stage.sequence", "stage", "each stage may follow the previous one")         \
    X(STAGE_PRODUCT, "stage.product", "stage", "the product is the first rejected or last repeat") \
    X(STAGE_DIGEST, "stage.digest", "stage", "the acquired digest is the product's")               \
    X(STAGE_FAULT, "stage.fault", "stage", "a fault is the one of the plan")                       \
    X(STAGE_INJECT, "stage.inject", "stage", "flipped bits change the digest")                     \
    X(STAGE_THERE, "stage.there", "stage", "a complete item has a complete transcript")            \
    X(STAGE_ABSENT, "stage.absent", "stage", "a failed item has none")                             \
    X(WITNESS_DIGEST, "witness.digest", "witness",                                                 \
      "a witness has the digest of the stage before it")                                           \
    X(WITNESS_RESIDUAL, "witness.residual", "witness",                                             \
      "the first witness has the product's residual")                                              \
    X(WITNESS_CALIBRATION, "witness.calibration", "witness", "the calibration is the item's")      \
    X(DECISION, "decision", "decision", "a decision follows from the witness before it")           \
    X(REVISIT_ITEM, "revisit.item", "revisit", "item and prior are those of the plan")             \
    X(REVISIT_WANTED, "revisit.wanted", "revisit", "a revisit is there exactly if it is wanted")   \
    X(REVISIT_ORDER, "revisit.order", "revisit", "revisits follow the stages, in order of priors") \
    X(REVISIT_PRODUCT, "revisit.product", "revisit", "the product is the acquired one")            \
    X(REVISIT_PLACE, "revisit.place", "revisit", "row and chunk are those that the prior opened")  \
    X(OPENING_PLACE, "opening.place", "opening", "row and chunk are as drawn")                     \
    X(OPENING_DATA, "opening.data", "opening", "the data is base64 of the chunk's length")         \
    X(OPENING_PATH, "opening.path", "opening", "the paths lead to the output digest")              \
    X(ELEMENT_THERE, "element.there", "element", "a wrong output of integers has an element")      \
    X(ELEMENT_WANTED, "element.wanted", "element", "the row test rejects where an element is")     \
    X(ELEMENT_PLACE, "element.place", "element", "an element is of the residual's row and probe")  \
    X(ELEMENT_FORM, "element.form", "element", "an element's values have its digits")              \
    X(ELEMENT_EQUAL, "element.equal", "element", "found and expected differ")                      \
    X(ELEMENT_SAME, "element.same", "element", "equal outputs of an item have equal elements")     \
    X(ELEMENT_OPENED, "element.opened", "element", "an element is as it was opened")               \
    X(POINT_ITEM, "point.item", "point", "item is a plan item with a point")                       \
    X(POINT_INDEX, "point.index", "point", "the indices of segments count up from 0")              \
    X(POINT_ORDER, "point.order", "point", "segments follow repeat 0, and all else follows them")  \
    X(POINT_FAILED, "point.failed", "point", "after a failed repeat 0 all segments fail")          \
    X(POINT_SECONDS, "point.seconds", "point", "with minutes a segment lasts 60 s or more")        \
    X(POINT_PRODUCTS, "point.products", "point", "a segment has products, unless it is cold")      \
    X(POINT_ERRORS, "point.errors", "point", "no more products differ than there are")             \
    X(POINT_RESIDUAL, "point.residual", "point", "a segment with products has a residual")         \
    X(POINT_BURSTS, "point.bursts", "point", "bursts have a period and a duty in range")           \
    X(POINT_CUT, "point.cut", "point", "a segment that was cut has a start and seconds, or none")  \
    X(POINT_MEMORY, "point.memory", "point", "free memory is stated where it was filled")          \
    X(POINT_COMPLETE, "point.complete", "point", "all segments are there")                         \
    X(PROFILE_ITEM, "profile.item", "profile", "item is a plan item with a profile")               \
    X(PROFILE_REPEAT, "profile.repeat", "profile", "profile observations come in order")           \
    X(PROFILE_UNITS, "profile.units", "profile", "an item's profiles have equally many units")     \
    X(PROFILE_LATENCY, "profile.latency", "profile", "a latency is above 0, and in range")         \
    X(PROFILE_COMPLETE, "profile.complete", "profile", "all profile observations are there")       \
    X(TRIALS_ITEM, "trials.item", "trials", "item is a plan item with a trial")                    \
    X(TRIALS_ONE, "trials.one", "trials", "an item has its trials once")                           \
    X(TRIALS_SEED, "trials.seed", "trials", "the seed follows from label and nonce")               \
    X(TRIALS_ORDER, "trials.order", "trials", "the checks are in order, each once")                \
    X(TRIALS_BITS, "trials.bits", "trials", "a check has a bit for each trial, and no more")       \
    X(TRIALS_ATTACK, "trials.attack", "trials", "an attack is there for an attack alone")          \
    X(TRIALS_FLAGS, "trials.flags", "trials", "flags are seen where a rate is attacked")           \
    X(TRIALS_HONEST, "trials.honest", "trials", "a pair's own checks are of a pair alone")         \
    X(TRIALS_PAIR, "trials.pair", "trials", "a pair is there for a trial of pairs alone")          \
    X(TRIALS_SPAN, "trials.span", "trials", "the least divergence is at most the largest")         \
    X(TRIALS_EQUAL, "trials.equal", "trials", "equal digests have no divergence")                  \
    X(TRIALS_COMPLETE, "trials.complete", "trials", "the trials are there")                        \
    X(SERIES_INDEX, "series.index", "series", "the indices of a series count up from 0")           \
    X(SERIES_CLOSED, "series.closed", "series", "nothing is added to a reduced series")            \
    X(SERIES_INPUTS, "series.inputs", "series", "inputs are all of one series, in order")          \
    X(SERIES_FIELD, "series.field", "series", "every observation of it has the field")             \
    X(REDUCTION_INPUTS, "reduction.inputs", "reduction", "inputs are those of the function")       \
    X(REDUCTION_VALUE, "reduction.value", "reduction", "the value equals the recomputed one")      \
    X(REDUCTION_REASON, "reduction.reason", "reduction", "the reason equals the recomputed one")   \
    X(REDUCTION_LINK, "reduction.link", "reduction", "prior and item are linked")                  \
    X(REDUCTION_TYPE, "reduction.type", "reduction", "a value has the type of its function")       \
    X(CLAIM_LINK, "claim.link", "claim", "a link's claim names a linked prior and a quantity")     \
    X(CLAIM_LATE, "claim.late", "claim", "no claim of a link follows an x. claim")                 \
    X(CLAIM_MISSING, "claim.missing", "claim", "no claim of the expansion is missing")             \
    X(CLAIM_NAME, "claim.name", "claim", "no claim is beyond the expansion")                       \
    X(CLAIM_ASSERTS, "claim.asserts", "claim", "a claim asserts its item's reduction")             \
    X(CLAIM_OWN_NAME, "claim.own_name", "claim", "a name follows `x.`")                            \
    X(CLAIM_TWICE, "claim.twice", "claim", "no two claims have one name")                          \
    X(CLAIM_SOURCE, "claim.source", "claim", "an x. claim rests on external observations")         \
    X(VALUE, "value", "value", "a claim's value is its reduction's")                               \
    X(UNIT, "unit", "unit", "a claim's unit is the table's")                                       \
    X(UNIT_OWN, "unit.own", "unit", "an x. claim's unit is of the allowed characters")             \
    X(TEXT, "text", "text", "a claim's text is its value in its format")                           \
    X(CLASS, "class", "class", "a claim's class equals the recomputed one")                        \
    X(TOLERANCE, "tolerance", "tolerance", "a claim's tolerance equals the recomputed one")        \
    X(REACHABLE_ENVIRONMENT, "reachable.environment", "reachable",                                 \
      "a node names each environment")                                                             \
    X(REACHABLE_REDUCTION, "reachable.reduction", "reachable", "a claim names each reduction")     \
    X(REACHABLE_EXTERNAL, "reachable.external", "reachable",                                       \
      "a reduction names each external one")                                                       \
    X(CLAIM_COUNT, "count", "count", "claim_count is the number of claims")                        \
    X(MERKLE, "merkle", "merkle", "merkle_root is the tree over the claims")                       \
    X(ROOT_CONTINUES, "root.continues", "root", "the root continues what the plan continues")      \
    X(FILES_LIST, "files.list", "files", "the root's files are the checkers and the priors")       \
    X(FILES_CHECKERS, "files.checkers", "files", "a light record names its checkers, no other")    \
    X(FILES_HASH, "files.hash", "files", "the files have the hashes of the root")                  \
    X(MANIFEST_FORM, "manifest.form", "manifest", "the manifest has its form")                     \
    X(MANIFEST_FILES, "manifest.files", "files", "the manifest names exactly the record's files")  \
    X(MANIFEST_HASH, "manifest.hash", "manifest", "the files have the manifest's hashes")          \
    X(MANIFEST_ROOT, "manifest.root", "root", "the manifest names the root")                       \
    X(PRIOR, "prior", "prior", "a prior is the one that is continued")                             \
    X(PRIOR_ABSENT, "prior.absent", "prior", "the priors are there")                               \
    X(CONTINUES_TWICE, "continues.twice", "continues", "no two roots are equal")                   \
    X(CONTINUES_NONCE, "continues.nonce", "continues", "the nonce is that of prior 1")             \
    X(CONTINUES_ITEMS, "continues.items", "continues", "the items are those of prior 1, in order") \
    X(EXTRA, "extra", "extra", "the manifest names every file")                                    \
    X(SYMLINK, "symlink", "symlink", "every entry is a plain file or a folder of one")             \
    X(ROOT_HELD, "root.held", "root", "the root is the one that the reader holds")                 \
    X(UNFINISHED, "unfinished", "unfinished", "the run was not interrupted")                       \
    X(OLDER, "older", "older", "the format is not an older one")                                   \
    X(NEWER, "newer", "newer", "the format is one that is known")

typedef enum wm_rule {
#define WM_RULE_ENUM(id, name, tag, words) WM_RULE_##id,
    WM_RULE_LIST(WM_RULE_ENUM)
#undef WM_RULE_ENUM
        WM_RULE_COUNT
} wm_rule;

/* What a test can switch off besides the rules: name, tag, meaning. The flags are in the order of
 * wm_flag. */
#define WM_SWITCH_LIST(X)                                                                      \
    X(FLAG, "flags.clock_differs", "flags", "a flag is recomputed")                            \
    X(FLAG_CLOCK_IMPLAUSIBLE, "flags.clock_implausible", "flags", "a flag is recomputed")      \
    X(FLAG_ECC, "flags.ecc", "flags", "a flag is recomputed")                                  \
    X(FLAG_SAMPLING_GAP, "flags.sampling_gap", "flags", "a flag is recomputed")                \
    X(FLAG_SHARED, "flags.shared", "flags", "a flag is recomputed")                            \
    X(FLAG_STARVED, "flags.starved", "flags", "a flag is recomputed")                          \
    X(FLAG_STEAL, "flags.steal", "flags", "a flag is recomputed")                              \
    X(FLAG_STOPPED, "flags.stopped", "flags", "a flag is recomputed")                          \
    X(FLAG_THROTTLED, "flags.throttled", "flags", "a flag is recomputed")                      \
    X(CLOCK_LIMIT, "flags.clock_limit", "flags", "a fact cannot raise the limit of a clock")   \
    X(FINDING_CORRELATED, "finding.correlated", "finding", "correlated repeats are a finding") \
    X(FINDING_SESSIONS, "finding.sessions", "finding", "a second session is a finding")        \
    X(FINDING_MISSED, "finding.missed", "finding", "a fault that the check missed is one")     \
    X(FINDING_OVERLAP, "finding.overlap", "finding", "overlapping sessions are a finding")     \
    X(FINDING_COPIES, "finding.copies", "finding", "equal covariates are a finding")           \
    X(FINDING_RATES, "finding.rates", "finding", "rates above physics are a finding")          \
    X(FINDING_LOAD, "finding.load", "finding", "a load's rate above physics is a finding")     \
    X(FINDING_EXACT, "finding.exact", "finding", "a digest that no right output has is one")   \
    X(FINDING_NONCE, "finding.nonce", "finding", "a digest of another nonce is a finding")     \
    X(FINDING_REPAIR, "finding.repair", "finding", "a repair with another output is one")      \
    X(FINDING_PRIOR_RUN, "finding.prior_run", "finding", "a prior's run id is a finding")      \
    X(FINDING_PRIOR_TIMES, "finding.prior_times", "finding", "a prior's times are a finding")  \
    X(FINDING_PRIOR_COVARIATES, "finding.prior_covariates", "finding",                         \
      "a prior's covariates are a finding")                                                    \
    X(FINDING_PRIOR_LATER, "finding.prior_later", "finding", "a later prior is a finding")     \
    X(FINDING_PRIOR_OWN, "finding.prior_own", "finding", "a prior's findings are counted")

typedef enum wm_switch {
#define WM_SWITCH_ENUM(id, name, tag, words) WM_SWITCH_##id,
    WM_SWITCH_LIST(WM_SWITCH_ENUM)
#undef WM_SWITCH_ENUM
        WM_SWITCH_COUNT
} wm_switch;

/* The place that an audit has reached, and the refusal, if any. */
typedef struct wm_refusal {
    const char *file; /* path in the record's folder, or NULL; not masked */
    uint64_t line;    /* 0: of the file as a whole */
    bool is_made;
    wm_rule rule;
    char words[512];
} wm_refusal;

/* Refuses because of a rule, at the current place. The words say what was found and expected.
 * Returns true. If the rule is switched off, does nothing and returns false, and the caller
 * continues. */
bool wm_refusal_make(wm_refusal *refusal, wm_rule rule, const char *format, ...) WM_PRINTF(3, 4);

/* A rule's name, tag and demand. */
const char *wm_refusal_name(wm_rule rule);
const char *wm_refusal_tag(wm_rule rule);
const char *wm_refusal_demand(wm_rule rule);

/* Copies a text in printable ASCII, cut to fit. Other characters become \u00a0 or \U0001f600; bytes
 * that are not UTF-8 become \xff. A terminal can print the copy safely. */
void wm_refusal_mask(const char *text, char *out, size_t size);

#ifdef WM_MUTATE
/* The rule that is switched off; WM_RULE_COUNT: none. */
extern wm_rule wm_refusal_off;
/* The switch that is off; WM_SWITCH_COUNT: none. */
extern wm_switch wm_refusal_switch;
#define WM_REFUSAL_IS_ON(id) (wm_refusal_switch != (wm_switch)(id))
#else
#define WM_REFUSAL_IS_ON(id) true
#endif

#endif
