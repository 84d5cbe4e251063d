/* Reads records and checks which of them continue which. */
#include "report/views/lineage.h"

#include "base/array.h"
#include "base/status.h"
#include "model/mask.h"
#include "record/audit/prior_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const wm_lineage_quantities[WM_LINEAGE_KEPT + 1] = {"links",
                                                                "identical",
                                                                "within_rounding",
                                                                "different",
                                                                "not_comparable",
                                                                "floors",
                                                                "floors_recovered",
                                                                "classes",
                                                                "classes_recovered",
                                                                "rates_lost",
                                                                "recoverable_fraction",
                                                                "evidence_preserving",
                                                                NULL};

/* ---- reading --------------------------------------------------------------------------------- */

/* Keeps a claim about a prior. */
static void take_claim(wm_lineage_record *record, const wm_claim *claim)
{
    wm_step step;
    if (claim->subject != WM_SUBJECT_PRIOR ||
        !wm_subject_read_linked(wm_member_text(claim->name), &step))
        return;
    for (size_t i = 0; i < WM_LINEAGE_KEPT; i++)
        if (strcmp(step.quantity->name, wm_lineage_quantities[i]) == 0) {
            wm_lineage_link *link = &record->links[step.prior];
            const bool is_number = claim->value != NULL && !claim->is_word;
            (void)snprintf(link->kept[i], WM_LINEAGE_TEXT, "%s", claim->text);
            link->number[i] = is_number ? strtod(claim->value, NULL) : (double)NAN;
            link->is_word[i] = claim->is_word;
        }
}

static void take_model(wm_lineage_record *record, const wm_model *model)
{
    const wm_environment_node *environment = wm_model_environment(model);
    wm_mask_text(environment->backend, record->backend, sizeof record->backend);
    wm_mask_text(environment->device, record->device, sizeof record->device);
    record->started_at_ns = model->started_at_ns;
    record->link_count = model->prior_count;
    for (size_t i = 0; i < model->prior_count; i++) {
        memcpy(record->links[i].root, model->plan.continues.root[i], WM_SHA256_SIZE);
        memcpy(record->links[i].file, model->prior[i].file, WM_SHA256_SIZE);
    }
    for (size_t i = 0; i < model->claims.count; i++)
        take_claim(record, &model->claims.claim[i]);
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
    wm_lineage_record *record =
        wm_array_grow(lineage->records, &lineage->capacity, lineage->count + 1, sizeof *record);
    if (record == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    lineage->records = record;
    record += lineage->count;
    memset(record, 0, sizeof *record);
    (void)snprintf(record->path, sizeof record->path, "%s", name);
    status = wm_prior_file_read(wm_reader_evidence(model->reader), record->root, record->file, err);
    if (status == WM_OK && !is_there(lineage, record)) {
        take_model(record, model);
        lineage->count++;
    }
    return status;
}

void wm_lineage_clear(wm_lineage *lineage)
{
    free(lineage->records);
    *lineage = (wm_lineage){.count = 0};
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
