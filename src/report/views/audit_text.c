/* What an audit found, in words and as members. */
#include "report/views/audit_text.h"

#include "base/code_point.h"

#include "model/tally.h"
#include "record/audit/outcome.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"
#include "report/views/warnings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void wm_audit_text_verdict(wm_status status, const wm_audit_report *report, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_buffer text = WM_BUFFER_EMPTY;
    if (status == WM_OK) {
        wm_words_add(line, "valid ");
        wm_words_root(line, report->root);
        return;
    }
    wm_document_fail(to, wm_outcome_write(status, report, &text));
    text.size -= text.size > 0; /* its newline */
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_data(line, wm_document_take(to, &text));
}

void wm_audit_text_failure(const wm_audit_report *report, wm_document *to)
{
    if (report->failure.tag[0] == '\0') {
        wm_data_null(to, "failure");
        return;
    }
    wm_data_object(to, "failure");
    wm_data_text(to, "file", report->failure.file);
    if (report->failure.line > 0)
        wm_data_count(to, "line", report->failure.line);
    else
        wm_data_null(to, "line");
    wm_data_text(to, "tag", report->failure.tag);
    wm_data_text(to, "words", report->failure.words);
    wm_data_end_object(to);
}

/* Whether a record may have this path: removing it would damage the record. */
static bool is_of_record(const char *path, size_t size)
{
    static const char *const names[] = {"evidence.jsonl", "manifest.sha256", "code", "prior"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == size && memcmp(names[i], path, size) == 0)
            return true;
    for (size_t i = 0; wm_checker_at(i) != NULL; i++)
        if (strlen(wm_checker_at(i)->path) == size &&
            memcmp(wm_checker_at(i)->path, path, size) == 0)
            return true;
    return size == strlen("prior/1.jsonl") && memcmp(path, "prior/", 6) == 0 &&
           memcmp(path + 7, ".jsonl", 6) == 0;
}

void wm_audit_text_remedy(const wm_audit_report *report, const char *path, wm_document *to)
{
    const char *file = report->failure.file;
    const bool is_folder = strcmp(report->failure.words, "this folder is empty") == 0;
    char place[4400], word[WM_STYLE_SHELL_WORD];
    size_t size = strcspn(file, "/");
    if (strcmp(report->failure.tag, "extra") != 0 && strcmp(report->failure.tag, "symlink") != 0)
        return;
    if (file[size] == '/' && is_of_record(file, size))
        size += 1 + strcspn(file + size + 1, "/"); /* in code/ or prior/ */
    /* the verdict's line writes an odd character as an escape, and cuts a long path */
    if (is_of_record(file, size) || strchr(file, '\\') != NULL ||
        strlen(file) + 1 >= sizeof report->failure.file)
        return;
    (void)snprintf(place, sizeof place, "%.*s%s%.*s", WM_FIT(path, 4000),
                   path[strlen(path) - 1] == '/' ? "" : "/", (int)size, file);
    wm_words_add(wm_words_new(to), "next: remove what is not of the record: rm %s%s",
                 file[size] == '/' || is_folder ? "-r " : "", wm_style_shell_word(place, word));
}

/* Where checkers come from, for people and for programs. */
static const char *const CHECKERS[][2] = {
    [WM_CHECKERS_OWN] = {"from this release", "own release"},
    [WM_CHECKERS_EARLIER] = {"from an earlier release", "earlier release"},
    [WM_CHECKERS_DIFFER] = {"not from a release that this program knows", "differ"},
    [WM_CHECKERS_NOT_CHECKED] = {NULL, "not checked"},
};

/* The same of checkers that a light record names. */
static const char *const NAMED[] = {
    [WM_CHECKERS_OWN] = "those of this program, witnessmark ",
    [WM_CHECKERS_EARLIER] = "of an earlier release",
    [WM_CHECKERS_DIFFER] = "unknown here",
    [WM_CHECKERS_NOT_CHECKED] = "not compared",
};

const char *wm_audit_text_checkers(const wm_audit_report *report, wm_document *to)
{
    const bool is_own = report->checkers == WM_CHECKERS_OWN;
    if (report->named[0][0] == '\0')
        return CHECKERS[report->checkers][0];
    return wm_document_text(to, "not in the record: SHA-256 %.12s (%s), %.12s (%s), %s%s",
                            report->named[0], wm_checker_at(0)->path, report->named[1],
                            wm_checker_at(1)->path, NAMED[report->checkers],
                            is_own ? wm_version() : "");
}

void wm_audit_text_checkers_export(const wm_audit_report *report, wm_document *to)
{
    wm_data_text(to, "checkers", CHECKERS[report->checkers][1]);
    wm_data_list(to, "checkers_named");
    for (size_t i = 0; i < 2 && report->named[i][0] != '\0'; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "path", wm_checker_at(i)->path);
        wm_data_text(to, "sha256", report->named[i]);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

const char *wm_audit_text_root(bool is_compared)
{
    return is_compared ? "the one you gave" : "not compared (give --root ID)";
}

/* ---- findings and planned faults ------------------------------------------------------------- */

const char *wm_audit_text_meaning(const char *claim)
{
    return claim != NULL && strcmp(claim, "record.sessions") == 0 ? " (the run was resumed)" : "";
}

void wm_audit_text_findings(const wm_model *model, wm_document *to)
{
    wm_data_list(to, "findings");
    for (size_t i = 0; i < model->finding_count; i++) {
        wm_data_object(to, NULL);
        wm_data_word(to, "claim", model->finding[i].name);
        wm_data_text(to, "text", model->finding[i].text);
        wm_data_text(to, "injected_fault",
                     wm_planned_faults_word(wm_tally_about(model, &model->finding[i])));
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

void wm_audit_text_faults(const wm_planned_faults *faults, wm_document *to)
{
    wm_data_object(to, "faults");
    wm_data_count(to, "planned", faults->count);
    wm_data_count(to, "caught", wm_planned_faults_count(faults, WM_PLANNED_FAULTS_CAUGHT));
    wm_data_count(to, "missed", wm_planned_faults_count(faults, WM_PLANNED_FAULTS_MISSED));
    wm_data_count(to, "not_judged", wm_planned_faults_count(faults, WM_PLANNED_FAULTS_NOT_JUDGED));
    wm_data_end_object(to);
}

/* Adds a line whose text is masked. */
static void say(wm_document *to, wm_breaks breaks, const char *hang, const char *text)
{
    wm_words *line = wm_words_new(to);
    wm_words_lead(line, breaks, hang);
    wm_words_data(line, text);
}

/* Counts the planned faults in a line, and names those that were missed. */
static void add_faults(const wm_planned_faults *faults, wm_document *to)
{
    const size_t caught = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_CAUGHT);
    const size_t missed = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_MISSED);
    const size_t open = wm_planned_faults_count(faults, WM_PLANNED_FAULTS_NOT_JUDGED);
    if (faults->count == 0)
        return;
    if (caught == faults->count)
        wm_words_say(to, "%zu planned fault%s, %scaught", caught, wm_style_plural(caught),
                     caught == 1 ? "" : "all ");
    else
        wm_words_say(to, "%zu planned fault%s: %zu caught, %zu missed, %zu not judged",
                     faults->count, wm_style_plural(faults->count), caught, missed, open);
    for (size_t i = 0; i < faults->count; i++)
        if (faults->item[i].outcome == WM_PLANNED_FAULTS_MISSED)
            wm_words_tell(to, "missed: planned fault of %s", faults->item[i].label);
}

/* Adds the flags of repeats of `wrap`, which no claim has. */
static void add_flags(const wm_model *model, wm_document *to)
{
    char words[WM_WARNINGS_SIZE];
    wm_warnings_all(model, (double)NAN, words);
    if (words[0] != '\0')
        wm_warnings_add(words, to);
    wm_warnings_unknown(model, words);
    if (words[0] != '\0')
        wm_warnings_add(words, to);
}

/* Says how many exact items have the digests of the table. The audit compared them: else the item
 * is wrong. */
static void add_exact(const wm_model *model, wm_document *to)
{
    size_t count = 0, others = 0;
    wm_words *line;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        const bool is_listed = model->plan.nonce[0] == '\0' &&
                               wm_tables_exact(item->item->variant, item->item->dimension) != NULL;
        if (!wm_tables_has(item->item->variant, WM_TRAIT_INTEGERS) || item->verdict.is_wrong ||
            item->verdict.is_unknown || item->item->fault.in_repeats)
            continue;
        count += is_listed;
        others += !is_listed;
    }
    if (count + others == 0)
        return;
    line = wm_words_new(to);
    wm_words_lead(line, WM_BREAKS_WIDTH, "  ");
    wm_words_add(line, "exact items: %zu with the digest of tables/exact.tsv", count);
    if (count > 0)
        wm_words_add(line, ", which anyone can copy");
    if (others > 0)
        wm_words_add(line, "; %zu not in that table, by %s", others,
                     model->plan.nonce[0] != '\0' ? "the nonce" : "the shape");
}

void wm_audit_text_says(const wm_model *model, bool is_whole, wm_document *to)
{
    const wm_breaks breaks = is_whole ? WM_BREAKS_TERMINAL : WM_BREAKS_WIDTH;
    say(to, breaks, is_whole ? "  " : "", wm_outcome_meaning());
    for (size_t i = 0; i < model->finding_count; i++) {
        const wm_model_finding *finding = &model->finding[i];
        const bool has_claim = finding->name != NULL;
        const bool is_caught = wm_tally_about(model, finding) == WM_PLANNED_FAULTS_CAUGHT;
        if (is_whole || !is_caught)
            say(to, breaks, "  ",
                wm_document_text(to, "%s: %.400s%s%.*s%s", wm_outcome_sort(is_caught),
                                 has_claim ? finding->name : "", has_claim ? " is " : "",
                                 WM_FIT(finding->text, 400),
                                 is_whole ? "" : wm_audit_text_meaning(finding->name)));
    }
    if (!is_whole) {
        add_faults(&model->faults, to);
        add_exact(model, to);
    }
    wm_warnings_before(model, "", to);
    add_flags(model, to);
}
