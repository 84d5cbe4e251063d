/* Audits an evidence file in one pass over its lines.
 *
 * The last line is read first: a record of another format must be told from a damaged one, and
 * only its root names the format. After that each line is judged when it is read. What later
 * lines need of it is kept, and the line is not, so memory grows with the number of lines
 * alone. */
#include "record/audit/audit.h"

#include <stdio.h>
#include <string.h>

#include "base/lines.h"
#include "base/sized.h"
#include "base/status.h"

enum { PROGRESS_STEP = 1 << 24, PREFIX_MIN = 8 };

/* When the rule on line length is switched off, the reader must not cut the line. */
#ifdef WM_MUTATE
#define LONGEST_LINE SIZE_MAX
#else
#define LONGEST_LINE WM_INTAKE_LINE_MAX
#endif

/* Refuses a root of another format. Its record has the checkers of that format. The record that
 * continues it has others. */
static void refuse_other(wm_audit_state *state, wm_status other, wm_status *status)
{
    static const char CHECKER[] = "which is the producer's code: python3";
    const bool is_newer = other == WM_E_NEWER;
    char words[256];
    if (other == WM_OK)
        return;
    if (state->prior == NULL)
        snprintf(words, sizeof words,
                 "this runs the checker in it, %s RECORD/code/verify_graph.py RECORD", CHECKER);
    else
        snprintf(words, sizeof words,
                 "this runs the checker in the prior's own record, %s "
                 "PRIOR/code/verify_graph.py RECORD/%s",
                 CHECKER, state->prior);
    if (wm_refusal_make(&state->refusal, is_newer ? WM_RULE_NEWER : WM_RULE_OLDER,
                        "the %s is of format %s, %s than %s; %s",
                        state->prior == NULL ? "record" : "prior", state->format,
                        is_newer ? "newer" : "older", WM_TABLES_FORMAT, words))
        *status = other;
}

/* Reads the last line and tests whether it is a root of another format. */
static wm_status look_at_last(wm_audit_state *state)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_status status = wm_lines_last(&state->source, WM_INTAKE_LINE_MAX, &line), other = WM_OK;
    if (status == WM_OK && line.size > 0)
        other = wm_intake_other_format(state->json, line.data, line.size, state->format);
    if (other == WM_E_NOMEM)
        status = other;
    else
        refuse_other(state, other, &status);
    wm_buffer_clear(&line);
    return status;
}

/* Counts the lines, of any length, so that a refusal of the last line can name its number. The last
 * line ends with a newline. */
static wm_status count_lines(wm_audit_state *state)
{
    const wm_source *source = &state->source;
    char block[4096];
    uint64_t offset = 0;
    while (offset < source->size_bytes) {
        const uint64_t left = source->size_bytes - offset;
        const size_t size = left < sizeof block ? (size_t)left : sizeof block;
        const wm_status status = source->read(source->context, offset, block, size);
        if (status != WM_OK)
            return status;
        for (size_t i = 0; i < size; i++)
            state->line += block[i] == '\n';
        offset += size;
    }
    state->refusal.line = state->line;
    return WM_OK;
}

wm_status wm_audit_look_ahead(wm_audit_state *state, const wm_source *source)
{
    wm_status status;
    state->source = *source;
    status = look_at_last(state);
    if (status == WM_E_NEWER || status == WM_E_OLDER) {
        const wm_status counted = count_lines(state);
        if (counted != WM_OK)
            status = counted;
    }
    return status;
}

/* Takes lines until one is refused or cannot be read. */
static wm_status take_lines(wm_lines *at, wm_audit_state *state, const wm_audit_options *options)
{
    uint64_t told = 0;
    for (;;) {
        const uint64_t offset = at->offset;
        const char *text;
        size_t size;
        wm_status status = wm_lines_next(at, &text, &size);
        if (status != WM_OK || size == 0)
            return status;
        if (!wm_intake_line(state, text, size, offset))
            return WM_OK; /* the state holds the refusal or the error */
        if (options != NULL && options->progress != NULL && at->offset - told >= PROGRESS_STEP) {
            told = at->offset;
            options->progress(options->context, at->offset, at->source->size_bytes);
        }
    }
}

wm_status wm_audit_ledger(wm_audit_state *state, const wm_source *source,
                          const wm_audit_options *options, wm_audit_report *report)
{
    wm_lines at;
    wm_status status;
    report->size_bytes = source->size_bytes;
    status = wm_lines_open(source, LONGEST_LINE, &at);
    if (status != WM_OK)
        return status;
    status = wm_audit_look_ahead(state, source);
    if (status == WM_OK) {
        status = take_lines(&at, state, options);
        if (status == WM_OK && wm_audit_state_is_well(state))
            (void)wm_intake_end(state);
        if (status == WM_OK)
            status = state->status != WM_OK   ? state->status
                     : state->refusal.is_made ? WM_E_INVALID
                                              : WM_OK;
    }
    wm_lines_close(&at);
    return status;
}

/* ---- reports --------------------------------------------------------------------------------- */

static void report_failure(wm_audit_report *report, const wm_refusal *refusal)
{
    wm_refusal_mask(refusal->file == NULL ? "" : refusal->file, report->failure.file,
                    sizeof report->failure.file);
    report->failure.line = refusal->line;
    snprintf(report->failure.tag, sizeof report->failure.tag, "%s", wm_refusal_tag(refusal->rule));
    snprintf(report->failure.words, sizeof report->failure.words, "%s", refusal->words);
}

/* Whether text is 8 to 64 lower-case hex digits. */
static bool is_prefix(const char *text)
{
    const size_t size = strlen(text);
    return size >= PREFIX_MIN && size < WM_ID_SIZE && strspn(text, "0123456789abcdef") == size;
}

wm_status wm_audit_open(wm_audit_state *state, const wm_audit_options *options, wm_error *err)
{
    wm_status status;
    if (options != NULL && options->root != NULL && !is_prefix(options->root))
        return wm_error_set(err, WM_E_ARG, NULL,
                            "root: found `%.80s`, expected 8 to 64 lower-case hex digits",
                            options->root);
    status = wm_audit_state_init(state);
    return status == WM_OK ? status : wm_error_set(err, status, NULL, "%s", wm_status_text(status));
}

/* Compares the root with the root that the reader holds. */
static wm_status check_held(wm_audit_state *state, const wm_audit_options *options,
                            const char *root)
{
    if (options == NULL || options->root == NULL ||
        strncmp(options->root, root, strlen(options->root)) == 0)
        return WM_OK;
    state->refusal.file = "evidence.jsonl";
    state->refusal.line = state->line;
    return wm_refusal_make(&state->refusal, WM_RULE_ROOT_HELD,
                           "root: found %s, expected the one held, %s", root, options->root)
               ? WM_E_MISMATCH
               : WM_OK;
}

static void tell_findings(const wm_audit_state *state, const wm_audit_options *options)
{
    const char *at = state->findings.data, *end;
    if (options == NULL || options->finding == NULL || state->findings.size == 0)
        return;
    end = at + state->findings.size;
    while (at < end) {
        wm_finding finding = WM_FINDING_INIT;
        finding.is_of_fault = *at++;
        finding.is_caught = *at++;
        finding.claim = at[0] == '\0' ? NULL : at;
        at += strlen(at) + 1;
        finding.text = at;
        at += strlen(at) + 1;
        options->finding(options->context, &finding);
    }
}

wm_status wm_audit_conclude(wm_audit_state *state, wm_status status,
                            const wm_audit_options *options, wm_audit_report *report, wm_error *err)
{
    char root[WM_ID_SIZE];
    report->nodes = state->entry_count;
    report->claims = state->claims.count;
    report->findings = state->finding_count;
    memcpy(report->format, state->format, sizeof report->format);
    if (status == WM_OK || status == WM_E_INCOMPLETE) {
        wm_sha256_to_hex(state->root, root);
        if (check_held(state, options, root) != WM_OK)
            status = WM_E_MISMATCH;
    }
    if (status == WM_OK) {
        memcpy(report->root, root, sizeof root);
        snprintf(report->format, sizeof report->format, "%s", WM_TABLES_FORMAT);
        for (unsigned i = 0; state->plan.is_light && i < 2; i++)
            wm_sha256_to_hex(state->checkers[i], report->named[i]);
        tell_findings(state, options);
        return WM_OK;
    }
    if (!state->refusal.is_made)
        return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    report_failure(report, &state->refusal);
    return wm_error_set(err, status, report->failure.file, "line %lu: [%s] %s",
                        (unsigned long)report->failure.line, report->failure.tag,
                        report->failure.words);
}

/* ---- the public interface -------------------------------------------------------------------- */

static const wm_sized REPORT = {"wm_audit_report", sizeof(wm_audit_report),
                                sizeof(wm_audit_report)};

wm_status wm_audit_begin(const wm_audit_options *options, const wm_audit_report *report,
                         wm_audit_options *own, wm_error *err)
{
    static const wm_sized OPTIONS = {"wm_audit_options", sizeof(wm_audit_options),
                                     sizeof(wm_audit_options)};
    static const wm_audit_options NONE = WM_AUDIT_OPTIONS_INIT;
    wm_status status = wm_sized_check(&REPORT, report, err);
    if (status == WM_OK)
        status = wm_sized_take(&OPTIONS, options == NULL ? &NONE : options, own, err);
    return status;
}

void wm_audit_report_give(const wm_audit_report *own, wm_audit_report *report)
{
    wm_sized_give(&REPORT, own, report);
}

/* Refuses evidence that is valid so far, and continues records that are not there. */
static bool refuse_without_priors(wm_audit_state *state)
{
    state->refusal.line = 0;
    return wm_refusal_make(&state->refusal, WM_RULE_PRIOR_ABSENT,
                           "the priors are absent; check the folder");
}

wm_status wm_audit_begins(wm_audit_state *state, const wm_source *source, const char *type,
                          const char *kind, bool *begins)
{
    wm_lines lines;
    const char *first;
    size_t size;
    wm_status status = wm_lines_open(source, WM_INTAKE_LINE_MAX, &lines);
    *begins = false;
    if (status != WM_OK)
        return status;
    status = wm_lines_next(&lines, &first, &size);
    if (status == WM_OK)
        status = wm_intake_is(state->json, first, size, type, kind, begins);
    wm_lines_close(&lines);
    return status;
}

/* Tells a file that is no record from one whose first line is refused. */
static wm_status look_back(wm_audit_state *state, const wm_source *source, wm_error *err)
{
    bool begins = true;
    const wm_status status = wm_audit_begins(state, source, NULL, NULL, &begins);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    return begins ? WM_E_INVALID
                  : wm_error_set(err, WM_E_OPEN, NULL, "not a record: %s",
                                 source->size_bytes == 0
                                     ? "the file is empty"
                                     : "the first line is no JSON object as a record has them");
}

static wm_status audit_source(const wm_source *source, const wm_audit_options *options,
                              wm_audit_report *report, wm_error *err)
{
    wm_audit_state state;
    wm_status status = wm_audit_open(&state, options, err);
    if (status != WM_OK)
        return status;
    status = wm_audit_ledger(&state, source, options, report);
    if (status == WM_OK && state.continue_count > 0 && refuse_without_priors(&state))
        status = WM_E_INCOMPLETE;
    if (status == WM_E_INVALID && state.line <= 1)
        status = look_back(&state, source, err);
    if (status != WM_E_OPEN)
        status = wm_audit_conclude(&state, status, options, report, err);
    wm_audit_state_clear(&state);
    return status;
}

wm_status wm_audit_source(const wm_source *source, const wm_audit_options *options,
                          wm_audit_report *report, wm_error *err)
{
    wm_audit_options own;
    wm_audit_report found;
    wm_status status = wm_audit_begin(options, report, &own, err);
    if (status != WM_OK)
        return status;
    memset(&found, 0, sizeof found);
    if (source == NULL || source->read == NULL)
        status = wm_error_set(err, WM_E_ARG, NULL, "%s is NULL",
                              source == NULL ? "source" : "source->read");
    else
        status = audit_source(source, &own, &found, err);
    wm_audit_report_give(&found, report);
    return status;
}
