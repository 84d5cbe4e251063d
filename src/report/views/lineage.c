/* Checks which records continue which, and shows them: a tree, and members. */
#include "report/views/lineage.h"

#include "base/status.h"
#include "model/mask.h"
#include "model/model_read.h"
#include "record/audit/prior_file.h"
#include "record/tables/exit_status.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "report/views/cells.h"
#include "report/views/export.h"
#include "report/views/figures.h"
#include "report/views/reasons.h"
#include "report/views/run_verdict.h"
#include "report/views/warnings.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DIGITS = 12, INDENT_SIZE = 128, UUID = 12 };

static const char *const QUANTITIES[WM_LINEAGE_KEPT] = {
#define QUANTITY_NAME(id, name) name,
    WM_LINEAGE_LIST(QUANTITY_NAME)
#undef QUANTITY_NAME
};

/* ---- reading --------------------------------------------------------------------------------- */

/* A copy of a claim, with its place; empty if there is none. */
static wm_claim copy_of(wm_document *to, const wm_claim *claim)
{
    if (claim == NULL)
        return (wm_claim){.text = NULL};
    return (wm_claim){.line = claim->line,
                      .name = wm_document_copy(to, claim->name),
                      .text = wm_document_copy(to, claim->text),
                      .unit = claim->unit != NULL ? wm_document_copy(to, claim->unit) : NULL,
                      .value = claim->value != NULL ? wm_document_copy(to, claim->value) : NULL,
                      .is_word = claim->is_word};
}

/* Keeps the claims about a prior. */
static void take_claims(wm_document *to, wm_lineage_record *record, const wm_claims_group *group)
{
    wm_lineage_link *link = &record->links[group->claim->label[strlen("prior.")] - '1'];
    for (size_t i = 0; i < WM_LINEAGE_KEPT; i++) {
        const wm_claim *claim = wm_claims_on(group, QUANTITIES[i]);
        link->kept[i] = copy_of(to, claim);
    }
}

/* Keeps the rates of the items that have one, each with its context. */
static void take_rates(wm_document *to, wm_lineage_record *record, const wm_model *model)
{
    size_t capacity = 0;
    char room[WM_REASONS_SIZE];
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        const wm_claim *rate = wm_claims_on(&item->claims, "rate");
        wm_lineage_rate *all;
        if (!wm_claims_has_value(rate))
            continue;
        all = wm_document_grow(to, record->rate, &capacity, record->rate_count + 1, sizeof *all);
        if (all == NULL)
            return;
        record->rate = all;
        wm_reasons_disturbed(item, room);
        all[record->rate_count++] = (wm_lineage_rate){
            .item = wm_document_copy(to, item->label),
            .rate = copy_of(to, rate),
            .low = copy_of(to, wm_claims_on(&item->claims, "rate_low")),
            .high = copy_of(to, wm_claims_on(&item->claims, "rate_high")),
            .class = copy_of(to, wm_claims_on(&item->claims, "performance_class")),
            .verified = copy_of(to, wm_claims_on(&item->claims, "verified")),
            .disturbed = room[0] != '\0' ? wm_document_copy(to, room) : NULL,
            .state = wm_figures_state(item),
            .has_fault = item->item->fault.kind != WM_FAULT_NONE};
    }
}

static void take_model(wm_document *to, wm_lineage_record *record, const wm_model *model)
{
    const wm_environment_node *environment = wm_model_environment(model);
    wm_claims_group group = {NULL, 0};
    wm_mask_text(environment->backend, record->backend, sizeof record->backend);
    wm_mask_text(environment->device, record->device, sizeof record->device);
    memcpy(record->uuid, model->uuid, sizeof record->uuid);
    wm_named_facts_take(environment->facts, to, &record->named);
    record->started_at_ns = model->started_at_ns;
    record->started_line = model->started_line;
    record->wrong = wm_figures_names(to, model, true);
    record->unjudged = wm_figures_names(to, model, false);
    record->sessions = wm_warnings_copy(&model->sessions, to);
    record->link_count = model->prior_count;
    for (size_t i = 0; i < model->prior_count; i++) {
        memcpy(record->links[i].root, model->plan.continues.root[i], WM_SHA256_SIZE);
        memcpy(record->links[i].file, model->prior[i].file, WM_SHA256_SIZE);
    }
    while (wm_claims_next(&model->claims, &group))
        if (group.claim->subject == WM_SUBJECT_PRIOR)
            take_claims(to, record, &group);
    take_rates(to, record, model);
}

/* Reads the dates and devices of the stored priors. */
static wm_status take_dates(wm_document *to, wm_lineage_record *record, const wm_model *model,
                            wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < record->link_count && status == WM_OK; i++) {
        wm_model prior;
        status = wm_model_read_prior(model, i, &prior, err);
        if (status == WM_OK) {
            record->links[i].device = wm_document_copy(to, prior.device);
            record->links[i].started_at_ns = prior.started_at_ns;
            record->links[i].started_line = prior.started_line;
        }
        wm_model_close(&prior);
    }
    return status;
}

static bool is_there(const wm_lineage *lineage, const wm_lineage_record *record)
{
    for (size_t i = 0; i < lineage->count; i++)
        if (memcmp(lineage->records[i].root, record->root, WM_SHA256_SIZE) == 0 &&
            memcmp(lineage->records[i].file, record->file, WM_SHA256_SIZE) == 0)
            return true;
    return false;
}

wm_status wm_lineage_add(wm_lineage *lineage, const wm_model *model, const char *name,
                         wm_error *err)
{
    wm_status status;
    wm_lineage_record *record = wm_document_grow(lineage->to, lineage->records, &lineage->capacity,
                                                 lineage->count + 1, sizeof *record);
    if (record == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    lineage->records = record;
    record += lineage->count;
    *record = (wm_lineage_record){.path = wm_document_copy(lineage->to, name)};
    status = wm_prior_file_read(wm_reader_evidence(model->reader), record->root, record->file, err);
    if (status == WM_OK && !is_there(lineage, record)) {
        take_model(lineage->to, record, model);
        lineage->count++;
        if (lineage->has_dates)
            status = take_dates(lineage->to, record, model, err);
    }
    return status;
}

/* ---- checking -------------------------------------------------------------------------------- */

static int compare_records(const void *left, const void *right)
{
    const wm_lineage_record *a = left, *b = right;
    /* a record without a session, which measured nothing, comes last */
    if (a->started_at_ns != b->started_at_ns)
        return a->started_at_ns - 1 < b->started_at_ns - 1 ? -1 : 1;
    return memcmp(a->root, b->root, WM_SHA256_SIZE);
}

static void check_link(const wm_lineage *lineage, wm_lineage_link *link)
{
    link->state = WM_LINEAGE_ABSENT;
    link->prior = lineage->count;
    for (size_t i = 0; i < lineage->count; i++) {
        const wm_lineage_record *prior = &lineage->records[i];
        if (memcmp(prior->root, link->root, WM_SHA256_SIZE) != 0 || link->state == WM_LINEAGE_HOLDS)
            continue;
        link->prior = i;
        link->state = memcmp(prior->file, link->file, WM_SHA256_SIZE) == 0 ? WM_LINEAGE_HOLDS
                                                                           : WM_LINEAGE_OTHER;
    }
}

void wm_lineage_check(wm_lineage *lineage)
{
    if (lineage->count > 0)
        qsort(lineage->records, lineage->count, sizeof *lineage->records, compare_records);
    for (size_t i = 0; i < lineage->count; i++)
        for (size_t j = 0; j < lineage->records[i].link_count; j++)
            check_link(lineage, &lineage->records[i].links[j]);
}

size_t wm_lineage_count(const wm_lineage *lineage, wm_lineage_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < lineage->count; i++)
        for (size_t j = 0; j < lineage->records[i].link_count; j++)
            count += lineage->records[i].links[j].state == state;
    return count;
}

int wm_lineage_exit(const wm_lineage *lineage)
{
    int worst = WM_EXIT_YES;
    if (wm_lineage_count(lineage, WM_LINEAGE_OTHER) > 0)
        return WM_EXIT_NO;
    if (wm_lineage_count(lineage, WM_LINEAGE_ABSENT) > 0)
        worst = WM_EXIT_INCONCLUSIVE;
    for (size_t i = 0; i < lineage->count; i++)
        for (size_t j = 0; j < lineage->records[i].link_count; j++) {
            const wm_claim *of = lineage->records[i].links[j].kept;
            worst = wm_run_verdict_worse(
                worst, wm_run_verdict_kept(of[WM_LINEAGE_LINKS].text,
                                           of[WM_LINEAGE_EVIDENCE_PRESERVING].text));
        }
    return worst;
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* The state of drawing a tree. */
typedef struct {
    const wm_lineage *lineage;
    bool *is_shown;           /* of each record: it was added with what continues it */
    char branch[INDENT_SIZE]; /* of the levels above: `|` if more comes there, else a space */
} drawing;

const char *wm_lineage_date(uint64_t ns, const char *format, wm_document *to)
{
    const time_t seconds = (time_t)(ns / 1000000000u);
    char text[32];
    struct tm utc;
    if (ns == 0 || gmtime_r(&seconds, &utc) == NULL ||
        strftime(text, sizeof text, format, &utc) == 0)
        return NULL;
    return wm_document_copy(to, text);
}

static const char *root_of(const uint8_t root[WM_SHA256_SIZE], wm_document *to)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(root, hex);
    return wm_document_text(to, "%.*s", DIGITS, hex);
}

/* The text of a quantity of a link. */
static const char *kept(const wm_lineage_link *link, size_t quantity)
{
    return link->kept[quantity].text != NULL ? link->kept[quantity].text : "";
}

/* What was kept of a prior, in words. */
static void add_kept(const wm_lineage_link *link, wm_words *line)
{
    static const char *const words[] = {"identical", "within rounding", "different",
                                        "not comparable"};
    const char *lead = ": ";
    if (kept(link, WM_LINEAGE_LINKS)[0] == '\0') {
        wm_words_add(line, "  holds its evidence");
        return;
    }
    wm_words_add(line, "  of %s output%s", kept(link, WM_LINEAGE_LINKS),
                 strcmp(kept(link, WM_LINEAGE_LINKS), "1") == 0 ? "" : "s");
    for (size_t i = WM_LINEAGE_IDENTICAL; i <= WM_LINEAGE_NOT_COMPARABLE; i++) {
        if (strcmp(kept(link, i), "0") == 0)
            continue;
        wm_words_add(line, "%s%s %s", lead, kept(link, i), words[i - WM_LINEAGE_IDENTICAL]);
        lead = ", ";
    }
    wm_words_add(line, "; floors %s of %s, classes %s of %s; evidence preserved: %s",
                 kept(link, WM_LINEAGE_FLOORS_RECOVERED), kept(link, WM_LINEAGE_FLOORS),
                 kept(link, WM_LINEAGE_CLASSES_RECOVERED), kept(link, WM_LINEAGE_CLASSES),
                 kept(link, WM_LINEAGE_EVIDENCE_PRESERVING));
}

/* Adds the line of a record; link is the one under which it hangs, or NULL. */
static void add_record_line(drawing *d, const wm_lineage_record *record,
                            const wm_lineage_link *link, const char *more)
{
    wm_document *to = d->lineage->to;
    const char *date = wm_lineage_date(record->started_at_ns, "%Y-%m-%d %H:%M", to);
    const char *named = wm_named_facts_line(&record->named, to);
    wm_words *line = wm_words_new(to);
    wm_words_lead(line, WM_BREAKS_WIDTH, "    ");
    if (link != NULL)
        line->branch = wm_document_copy(to, d->branch);
    wm_words_add(line, "%s  %s%s", root_of(record->root, to),
                 record->backend[0] == '\0' || strcmp(record->backend, "none") == 0
                     ? "no device"
                     : record->backend,
                 record->device[0] != '\0' ? " " : "");
    wm_words_data(line, record->device);
    if (record->uuid[0] != '\0')
        wm_words_data(line, wm_document_text(to, " %.*s", UUID, record->uuid));
    if (named != NULL)
        wm_words_data(line, wm_document_text(to, ", %s", named));
    wm_words_add(line, "  %s  ", date != NULL ? date : "no session");
    wm_words_data(line, record->path);
    if (link != NULL)
        add_kept(link, line);
    if (link != NULL && link->state == WM_LINEAGE_OTHER)
        wm_words_add(line, "  (its stored prior has other bytes)");
    if (record->sessions.warning_count > 0)
        wm_words_add(line, ", %zu warning%s before the run", record->sessions.warning_count,
                     wm_style_plural(record->sessions.warning_count));
    wm_words_add(line, "%s", more);
}

/* The link of a record to a prior, or NULL. */
static const wm_lineage_link *link_to(const wm_lineage_record *record, size_t prior)
{
    for (size_t i = 0; i < record->link_count; i++)
        if (record->links[i].state != WM_LINEAGE_ABSENT && record->links[i].prior == prior)
            return &record->links[i];
    return NULL;
}

static void draw(drawing *d, size_t index);

/* Adds a record that continues another, with its own continuations. */
static void draw_child(drawing *d, size_t child, const wm_lineage_link *link, bool is_last)
{
    const size_t used = strlen(d->branch);
    const bool is_again = d->is_shown[child];
    if (used + 1 < INDENT_SIZE)
        d->branch[used] = is_last ? ' ' : '|';
    add_record_line(d, &d->lineage->records[child], link, is_again ? "  (shown above)" : "");
    if (!is_again)
        draw(d, child);
    d->branch[used] = '\0';
}

/* Adds what continues a record. */
static void draw(drawing *d, size_t index)
{
    size_t last = d->lineage->count;
    d->is_shown[index] = true;
    for (size_t i = 0; i < d->lineage->count; i++)
        if (link_to(&d->lineage->records[i], index) != NULL)
            last = i;
    for (size_t i = 0; i < d->lineage->count; i++) {
        const wm_lineage_link *link = link_to(&d->lineage->records[i], index);
        if (link != NULL)
            draw_child(d, i, link, i == last);
    }
}

/* Whether a record continues a given one. */
static bool is_child(const wm_lineage *lineage, const wm_lineage_record *record)
{
    for (size_t i = 0; i < record->link_count; i++)
        if (record->links[i].prior < lineage->count)
            return true;
    return false;
}

/* Adds a link that does not hold, or whose prior is absent. */
static void add_broken(const wm_lineage *lineage, const wm_lineage_record *record, size_t number)
{
    const wm_lineage_link *link = &record->links[number];
    wm_document *to = lineage->to;
    const char *own = root_of(record->root, to);
    char path[WM_STYLE_MASKED];
    if (link->state == WM_LINEAGE_ABSENT)
        wm_words_say(to,
                     "absent: %s continues %s, which is not given; its history may have been "
                     "built again",
                     own, root_of(link->root, to));
    else if (link->state == WM_LINEAGE_OTHER)
        wm_words_say(to,
                     "rebuilt: prior/%zu.jsonl of %s has other bytes than %s, with the same root",
                     number + 1, own, wm_style_masked(lineage->records[link->prior].path, path));
}

static void add_words(const wm_lineage *lineage)
{
    drawing d = {.lineage = lineage};
    d.is_shown = wm_document_alloc(lineage->to, (lineage->count + 1) * sizeof *d.is_shown);
    if (d.is_shown == NULL)
        return;
    for (size_t i = 0; i < lineage->count; i++) {
        if (is_child(lineage, &lineage->records[i]))
            continue;
        add_record_line(&d, &lineage->records[i], NULL, "");
        draw(&d, i);
    }
    for (size_t i = 0; i < lineage->count; i++)
        for (size_t j = 0; j < lineage->records[i].link_count; j++)
            add_broken(lineage, &lineage->records[i], j);
    for (size_t i = 0; i < lineage->count && lineage->has_rates; i++)
        wm_warnings_before_sessions(
            &lineage->records[i].sessions,
            wm_document_text(lineage->to, "%s: ", root_of(lineage->records[i].root, lineage->to)),
            lineage->to);
}

/* ---- the rates ------------------------------------------------------------------------------- */

const wm_lineage_rate *wm_lineage_rate_in(const wm_lineage_record *record, const char *item)
{
    for (size_t i = 0; i < record->rate_count; i++)
        if (strcmp(record->rate[i].item, item) == 0)
            return &record->rate[i];
    return NULL;
}

size_t wm_lineage_first(const wm_lineage *lineage, const char *item)
{
    size_t first = 0;
    while (first < lineage->count && wm_lineage_rate_in(&lineage->records[first], item) == NULL)
        first++;
    return first;
}

static void add_word(wm_table *table, const wm_claim *claim)
{
    if (claim->value != NULL)
        wm_cells_value(table, claim);
    else
        wm_table_text(table, claim->text); /* `n/a`, or none */
}

/* Adds the rates of an item: a record each, by date. */
static void add_history(const wm_lineage *lineage, const char *item)
{
    wm_document *to = lineage->to;
    wm_table *table = wm_table_apart(to, item);
    wm_table_columns(table, "Date", "?Root", ">Rate", "95 % interval", "Class", "Verified", NULL);
    for (size_t i = 0; i < lineage->count; i++) {
        const wm_lineage_record *record = &lineage->records[i];
        const wm_lineage_rate *rate = wm_lineage_rate_in(record, item);
        const char *date = wm_lineage_date(record->started_at_ns, "%Y-%m-%d %H:%M", to),
                   *reason = NULL;
        if (rate == NULL)
            continue;
        if (rate->disturbed != NULL)
            reason = wm_document_text(to, "disturbed repeats: %s", rate->disturbed);
        wm_table_text(table, date != NULL ? date : "no session");
        wm_table_text(table, root_of(record->root, to));
        wm_table_add(table, rate->rate.text, reason, WM_EMPHASIS_NONE);
        wm_table_text(table, wm_cells_ends(to, &rate->rate, &rate->low, &rate->high));
        add_word(table, &rate->class);
        add_word(table, &rate->verified);
    }
}

/* Adds the rates of all items over time, in the order in which the items come first. */
static void add_rates(const wm_lineage *lineage)
{
    for (size_t i = 0; i < lineage->count; i++)
        for (size_t j = 0; j < lineage->records[i].rate_count; j++) {
            const char *item = lineage->records[i].rate[j].item;
            if (wm_lineage_first(lineage, item) == i)
                add_history(lineage, item);
        }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_link(wm_document *to, const wm_lineage_link *link)
{
    static const char *const states[] = {[WM_LINEAGE_HOLDS] = "holds",
                                         [WM_LINEAGE_ABSENT] = "absent",
                                         [WM_LINEAGE_OTHER] = "other bytes"};
    wm_data_object(to, NULL);
    wm_data_hex(to, "root", link->root);
    wm_data_text(to, "state", states[link->state]);
    wm_data_object(to, "kept");
    for (size_t i = 0; i < WM_LINEAGE_KEPT; i++)
        if (link->kept[i].text != NULL)
            wm_export_value(to, QUANTITIES[i], &link->kept[i]);
    wm_data_end_object(to);
    wm_data_end_object(to);
}

static void add_rate(wm_document *to, const wm_lineage_rate *rate)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "item", rate->item);
    wm_export_value(to, "rate", &rate->rate);
    wm_export_value(to, "rate_low", &rate->low);
    wm_export_value(to, "rate_high", &rate->high);
    wm_data_text(to, "unit", rate->rate.unit);
    wm_export_value(to, "performance_class", &rate->class);
    wm_export_value(to, "verified", &rate->verified);
    wm_data_text(to, "disturbed", rate->disturbed);
    wm_data_end_object(to);
}

int wm_lineage_show(const wm_lineage *lineage)
{
    static const char *const states[] = {[WM_EXIT_YES] = "holds",
                                         [WM_EXIT_NO] = "evidence lost",
                                         [WM_EXIT_INCONCLUSIVE] = "evidence partial"};
    const int exit = wm_lineage_exit(lineage);
    wm_document *to = lineage->to;
    add_words(lineage);
    if (lineage->has_rates)
        add_rates(lineage);
    wm_data_begin(to, "lineage",
                  wm_lineage_count(lineage, WM_LINEAGE_OTHER) > 0    ? "rebuilt"
                  : exit == WM_EXIT_NO                               ? states[exit]
                  : wm_lineage_count(lineage, WM_LINEAGE_ABSENT) > 0 ? "absent"
                                                                     : states[exit]);
    wm_data_list(to, "records");
    for (size_t i = 0; i < lineage->count; i++) {
        const wm_lineage_record *record = &lineage->records[i];
        wm_data_object(to, NULL);
        wm_data_hex(to, "root", record->root);
        wm_data_text(to, "path", record->path);
        wm_data_text(to, "backend", record->backend);
        wm_data_text(to, "device", record->device);
        wm_data_word(to, "uuid", record->uuid);
        wm_named_facts_export(&record->named, to);
        wm_warnings_export_sessions(&record->sessions, to);
        wm_data_text(to, "date", wm_lineage_date(record->started_at_ns, "%Y-%m-%dT%H:%M:%SZ", to));
        wm_data_list(to, "continues");
        for (size_t j = 0; j < record->link_count; j++)
            add_link(to, &record->links[j]);
        wm_data_end_list(to);
        wm_data_list(to, "rates");
        for (size_t j = 0; j < record->rate_count; j++)
            add_rate(to, &record->rate[j]);
        wm_data_end_list(to);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    return exit;
}
