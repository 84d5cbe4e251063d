/* Reads records and checks which of them continue which. */
#include "report/views/lineage.h"

#include "archive/reader.h"
#include "base/array.h"
#include "base/status.h"
#include "model/mask.h"
#include "record/audit/prior.h"
#include "record/audit/prior_file.h"
#include "record/laws/subject.h"

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

static void copy_text(wm_text text, char *out, size_t size)
{
    (void)wm_member_copy(text, out, size);
    wm_mask_bytes(out, strlen(out));
}

/* Takes a node before the first item's observation. */
static void take_head(wm_lineage_record *record, const wm_content *content)
{
    if (wm_contents_is_of(content, &wm_kind_environment) && record->backend[0] == '\0') {
        copy_text(content->of.environment.backend, record->backend, sizeof record->backend);
        copy_text(content->of.environment.device, record->device, sizeof record->device);
    }
    if (wm_contents_is_of(content, &wm_kind_session) && record->started_at_ns == 0) {
        char text[32];
        (void)wm_member_copy(content->of.session.started_at, text, sizeof text);
        record->started_at_ns = strtoull(text, NULL, 10);
    }
}

/* Takes the roots that a record continues, and the hashes of the stored priors. */
static void take_root(wm_lineage_record *record, const wm_root_node *node)
{
    wm_list continues = node->continues, files = node->files;
    wm_file_node file;
    while (record->link_count < WM_TABLES_CONTINUES &&
           wm_member_next_hex(&continues, record->links[record->link_count].root))
        record->link_count++;
    while (wm_kind_next(&files, &wm_kind_root_file, &file))
        for (size_t i = 0; i < record->link_count; i++)
            if (wm_member_is(file.path,
                             wm_kind_root_path(WM_KIND_ROOT_CHECKERS + i, WM_TABLES_CONTINUES)))
                memcpy(record->links[i].file, file.sha256.bytes, WM_SHA256_SIZE);
}

/* Keeps the text of a claim about a prior. */
static void take_claim(wm_lineage_record *record, const wm_claim_node *node)
{
    wm_step step;
    if (!wm_subject_read_linked(node->name, &step) || step.kind != WM_SUBJECT_PRIOR)
        return;
    for (size_t i = 0; i < WM_LINEAGE_KEPT; i++)
        if (strcmp(step.quantity->name, wm_lineage_quantities[i]) == 0) {
            wm_lineage_link *link = &record->links[step.prior];
            const bool is_number = node->value.kind == WM_VALUE_NUMBER;
            copy_text(node->text, link->kept[i], WM_LINEAGE_TEXT);
            link->number[i] = is_number ? node->value.number : (double)NAN;
            link->is_word[i] = node->value.kind == WM_VALUE_WORD;
        }
}

/* Reads the lines that are needed: the head, the claims, the root. */
static wm_status read_lines(wm_reader *reader, wm_lineage_record *record, wm_error *err)
{
    const uint32_t lines = wm_reader_lines(reader);
    wm_content content;
    uint32_t line = 1, first, end;
    wm_status status = WM_OK;
    for (; status == WM_OK && line <= lines && record->started_at_ns == 0; line++) {
        if (wm_reader_at(reader, line)->type != WM_READER_OBSERVATION)
            break;
        status = wm_reader_read(reader, line, &content, err);
        if (status == WM_OK)
            take_head(record, &content);
    }
    wm_reader_claims(reader, &first, &end);
    for (line = first; status == WM_OK && line < end; line++) {
        status = wm_reader_read(reader, line, &content, err);
        if (status == WM_OK)
            take_claim(record, &content.of.claim);
    }
    if (status == WM_OK)
        status = wm_reader_read(reader, lines, &content, err);
    if (status == WM_OK)
        take_root(record, &content.of.root);
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

wm_status wm_lineage_add(wm_lineage *lineage, const char *path, const char *name, wm_error *err)
{
    wm_reader *reader = NULL;
    wm_lineage_record *record;
    wm_status status = wm_reader_open(path, &reader, err);
    if (status != WM_OK)
        return status;
    record =
        wm_array_grow(lineage->records, &lineage->capacity, lineage->count + 1, sizeof *record);
    if (record == NULL) {
        wm_reader_close(reader);
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    }
    lineage->records = record;
    record += lineage->count;
    memset(record, 0, sizeof *record);
    (void)snprintf(record->path, sizeof record->path, "%s", name);
    status = wm_prior_file_read(wm_reader_evidence(reader), record->root, record->file, err);
    if (status == WM_OK && !is_there(lineage, record)) {
        status = read_lines(reader, record, err);
        lineage->count += status == WM_OK;
    }
    wm_reader_close(reader);
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
