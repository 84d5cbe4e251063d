/* The page of a record: all that it says, with the record itself.
 *
 * It is made of the views of `show`. What speaks against the record comes first, and wrong items
 * before the others. A part without content is left out. Long parts begin closed. */
#include "report/publish/page.h"

#include "archive/tar.h"
#include "base/status.h"
#include "model/wrapped.h"
#include "record/audit/outcome.h"
#include "report/document/table.h"
#include "report/print/page_parts.h"
#include "report/views/audit_text.h"
#include "report/views/cells.h"
#include "report/views/environment_table.h"
#include "report/views/figures.h"
#include "report/views/item_card.h"
#include "report/views/overview_tables.h"
#include "report/views/quotation.h"
#include "report/views/summary.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_view.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char RECORD[] = "record.tar.gz", AUDITOR[] = "witnessmark.wasm.gz";
static const char OBJECTIONS[] = "objections.txt";

/* ---- parts ----------------------------------------------------------------------------------- */

typedef struct {
    wm_model *model;
    const wm_wrapped *wrapped; /* NULL: not of `wrap` */
    const wm_view *view;
    wm_document *to;
    wm_error *err;
} page;

typedef wm_status add_part(const page *of);

/* Whether blocks from `begin` on show something. */
static bool has_content(const wm_document *document, size_t begin)
{
    for (size_t i = begin; i < document->block_count; i++) {
        const wm_block *block = &document->block[i];
        const bool is_empty =
            block->kind == WM_BLOCK_GAP || block->kind == WM_BLOCK_SECTION ||
            (block->kind == WM_BLOCK_TABLE && wm_table_rows(block->of.table) == 0);
        if (!is_empty)
            return true;
    }
    return false;
}

/* Adds a part, unless it has no content. */
static wm_status add_filled(const page *of, wm_section part, add_part *add)
{
    const size_t begin = of->to->block_count;
    wm_status status;
    if (part.is_folded)
        wm_words_folded(of->to, part.level, part.id, part.title);
    else
        wm_words_section(of->to, part.level, part.id, part.title);
    status = add(of);
    if (!has_content(of->to, begin))
        of->to->block_count = begin;
    return status;
}

/* ---- what comes first ------------------------------------------------------------------------ */

static void add_verdict(const page *of)
{
    const wm_run_verdict_fault not_known = {WM_FAULT_NONE, NULL};
    wm_run_verdict verdict = wm_run_verdict_make(of->model, RECORD, not_known);
    verdict.wrapped = of->wrapped;
    wm_words_section(
        of->to, 1, NULL,
        wm_document_text(of->to, "%s: record of plan %s", of->model->device, of->model->plan_name));
    if (of->wrapped != NULL) {
        wm_wrapped_view_add_verdict(of->wrapped, true, of->to);
        wm_wrapped_view_add_command(of->model, of->wrapped, NULL, of->to);
    } else {
        wm_verdict_line_add(&verdict, of->to);
    }
    wm_words_gap(of->to, WM_GAP_PART);
    wm_machine_line_add(of->model, of->to);
    wm_words_root(wm_words_say(of->to, "root "), of->model->report.root);
    wm_words_tell(of->to, "made by %s", of->model->producer);
}

static wm_status add_audit(const page *of)
{
    const char *lacks = wm_page_lacks(of->model);
    wm_words_add(wm_words_new(of->to), "`witnessmark audit` said this when the page was made:");
    wm_words_say(of->to, "valid %s", of->model->report.root);
    wm_words_say(of->to, "%s", wm_outcome_meaning());
    if (lacks != NULL)
        wm_warnings_add(wm_document_text(of->to, "this page %s", lacks), of->to);
    else
        wm_words_add(wm_words_new(of->to),
                     "The page carries the record. With scripts it audits what it carries, by the "
                     "checker's C in WebAssembly, and shows the evidence of a number that you "
                     "follow. Without scripts it is complete but for these two.");
    wm_words_add(wm_words_new(of->to),
                 "An altered record is seen. An altered script is not: it can show any verdict. "
                 "Drop the record on a page that you trust, or save it and run `witnessmark audit "
                 "record.tar.gz --root ROOT` with a root that reached you another way.");
    return WM_OK;
}

/* ---- results --------------------------------------------------------------------------------- */

static wm_status add_results(const page *of)
{
    char words[WM_WARNINGS_SIZE];
    wm_overview_findings(of->model, true, of->to);
    wm_warnings_flags(of->model, words);
    if (words[0] != '\0')
        wm_words_say(of->to, "%s; they count like the others", words);
    wm_warnings_unknown(of->model, words);
    if (words[0] != '\0')
        wm_words_say(of->to, "%s", words);
    if (of->wrapped != NULL) {
        wm_wrapped_view_add_warnings(of->model, of->wrapped, of->to);
        wm_wrapped_view_add_table(of->model, of->wrapped, of->to);
    }
    wm_summary_rates_add(of->model, of->to);
    return WM_OK;
}

#define TABLES(name, call)                \
    static wm_status name(const page *of) \
    {                                     \
        call;                             \
        return WM_OK;                     \
    }

TABLES(add_rates, (wm_overview_items_add_rates(of->model, of->to),
                   wm_overview_items_add_slopes(of->model, false, of->to)))
TABLES(add_checks, wm_overview_items_add_checks(of->model, false, of->to))
TABLES(add_floors, wm_overview_items_add_floors(of->model, of->to))
TABLES(add_curves, wm_overview_curves_add(of->model, of->to))
TABLES(add_points, wm_overview_points_add(of->model, of->to))
TABLES(add_faults, (wm_overview_stages_add_faults(of->model, true, of->to),
                    wm_overview_stages_add_elements(of->model, of->to)))
TABLES(add_profiles, wm_overview_profiles_add(of->model, of->to))
TABLES(add_trials, wm_overview_trials_add(of->model, of->to))
TABLES(add_links, wm_overview_links_add(of->model, of->to))
TABLES(add_own, wm_overview_own_add(of->model, of->to))
TABLES(add_stages, wm_overview_stages_add(of->model, true, true, of->to))

/* Those that few records have, and that are what these records are for, begin open. */
static wm_status add_tables(const page *of)
{
    static const struct {
        wm_section part;
        add_part *add;
    } PARTS[] = {
        {{"Curves", "curves", 3, false}, add_curves},
        {{"Points of operation", "points", 3, false}, add_points},
        {{"Profiles", "profiles", 3, false}, add_profiles},
        {{"Trials of the checks", "trials", 3, false}, add_trials},
        {{"Other records that this one continues", "links", 3, true}, add_links},
        {{"Own numbers", "own", 3, true}, add_own},
        {{"Rates and state of the device", "rates", 3, true}, add_rates},
        {{"Checks of outputs", "checks", 3, true}, add_checks},
        {{"Residual floors", "floors", 3, true}, add_floors},
        {{"Injected faults and wrong elements", "faults", 3, true}, add_faults},
        {{"Transcripts", "transcripts", 3, true}, add_stages},
    };
    wm_status status = WM_OK;
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0] && status == WM_OK; i++)
        status = add_filled(of, PARTS[i].part, PARTS[i].add);
    return status;
}

/* Those that the record can fill, of the item that each chooses. */
static wm_status add_figures(const page *of)
{
    wm_status status = WM_OK;
    for (const wm_figures_row *row = wm_figures_table; row->name != NULL && status == WM_OK;
         row++) {
        wm_figures_call call = {of->model, NULL, of->to, of->err}; /* a figure sets its item */
        status = wm_figures_add(row, &call, false);
        if (status == WM_E_NOTFOUND) {
            status = WM_OK;
            *of->err = (wm_error){WM_OK, "", ""}; /* it is no reason of a later failure */
        }
    }
    return status;
}

static wm_status add_environment(const page *of)
{
    return wm_environment_table_add(of->model, of->to, of->err);
}

/* ---- items and claims ------------------------------------------------------------------------ */

/* 0: wrong; 1: not judged; 2: the others. */
static unsigned rank_of(const wm_model_item *item)
{
    return item->verdict.is_wrong ? 0 : item->verdict.is_unknown ? 1 : 2;
}

static wm_status add_items(const page *of)
{
    static const char *const words[] = {"WRONG: ", "NOT JUDGED: ", ""};
    wm_status status = WM_OK;
    wm_words_add(wm_words_new(of->to),
                 "Each item with all its claims, repeats, its transcript and the lines of its "
                 "evidence. A claim's number leads to its place.");
    for (unsigned rank = 0; rank < 3; rank++)
        for (size_t i = 0; i < of->model->item_count && status == WM_OK; i++) {
            const wm_model_item *item = &of->model->item[i];
            if (rank_of(item) != rank)
                continue;
            wm_words_folded(of->to, 3, NULL,
                            wm_document_text(of->to, "%s%s", words[rank], item->label));
            status = wm_item_card_add(of->model, item, of->view, of->to, of->err);
        }
    return of->model->item_count > 0 ? status : WM_OK;
}

/* The claims that no card of an item has. */
static wm_status add_claims(const page *of)
{
    wm_table *table = wm_table_new(of->to, NULL);
    wm_table_columns(table, "Claim", ">Text", "?Class", ">?Tolerance", ">Line", NULL);
    for (size_t i = 0; i < of->model->claims.count; i++) {
        const wm_claim *claim = &of->model->claims.claim[i];
        if (wm_model_item_behind(of->model, claim) != NULL)
            continue;
        wm_table_text(table, claim->name);
        wm_cells_claim(table, of->model, claim);
        wm_table_text(table, claim->class);
        wm_table_text(table, claim->tolerance);
        wm_table_write(table, "%" PRIu32, claim->line);
    }
    return WM_OK;
}

/* ---- what was proven ------------------------------------------------------------------------- */

#define OUTPUTS                                                                                  \
    "Checked on the producer's machine, and recorded: the residual, digest and witness of each " \
    "output. A dishonest producer can invent them. `witnessmark reverify` computes outputs "     \
    "again on your machine."
#define TRIALS                                                                                 \
    "Tried on the producer's machine, and recorded: which check rejected which output. A "     \
    "dishonest producer can invent that. `witnessmark attack --again` makes the trials again " \
    "on your machine."

/* Source: SOUNDNESS.md, the table at its head, and section 8. */
static wm_status add_proven(const page *of)
{
    const char *const PROVEN[] = {
        "Proven by the audit: no claim changed since the record was sealed, if you hold its root "
        "from elsewhere (SHA-256).",
        "Proven by the audit: each number follows from the observations by the rules of the "
        "format, and no planned observation is missing.",
        wm_model_is_of_trials(of->model) ? TRIALS : OUTPUTS,
        "Not proven: the times. They are the producer's word, and nothing recomputes them.",
        "Not proven: that this is the producer's first record, or when it was made. Whoever has "
        "the program can measure again, and seal another record with another root.",
    };
    for (size_t i = 0; i < sizeof PROVEN / sizeof PROVEN[0]; i++)
        wm_words_say(of->to, "%s", PROVEN[i]);
    return WM_OK;
}

/* Adds the commands that use the checkers of the record. */
static void add_own_checkers(const page *of)
{
    wm_words_add(wm_words_new(of->to),
                 "Without the program: the record has two checkers, in C and in Python.");
    wm_words_command(of->to, "", wm_document_text(of->to, "tar xzf %s && cd record", RECORD), NULL,
                     NULL);
    wm_words_command(of->to, "",
                     "cc -std=c99 -O2 -ffp-contract=off code/verify.c -o verify -lm && ./verify .",
                     NULL, NULL);
    wm_words_command(of->to, "", "python3 code/verify_graph.py .", NULL, NULL);
}

static wm_status add_commands(const page *of)
{
    const char *root = of->model->report.root;
    wm_words_add(wm_words_new(of->to),
                 "Save the record from this page, or take it from its publisher. Then:");
    wm_words_command(of->to, "",
                     wm_document_text(of->to, "witnessmark audit %s --root %s", RECORD, root), NULL,
                     NULL);
    if (of->model->plan.is_light)
        wm_words_add(wm_words_new(of->to), "The record is a light one. Its checkers: %s.",
                     wm_audit_text_checkers(&of->model->report, of->to));
    else
        add_own_checkers(of);
    if (wm_model_is_of_trials(of->model)) {
        wm_words_add(wm_words_new(of->to), "Make the trials again, and compare them:");
        wm_words_command(of->to, "",
                         wm_document_text(of->to, "witnessmark attack --again %s -o again", RECORD),
                         NULL, NULL);
    }
    return WM_OK;
}

/* ---- what is carried ------------------------------------------------------------------------- */

#ifdef WM_HAVE_LIBARCHIVE

/* The folder of the record; NULL: the evidence has another name than in a folder. */
static const char *folder_of(const wm_model *model, char room[4096])
{
    static const char NAME[] = "evidence.jsonl";
    const char *path = wm_reader_evidence(model->reader);
    const size_t size = strlen(path), tail = sizeof NAME - 1;
    if (size < tail || strcmp(path + size - tail, NAME) != 0 ||
        (size > tail && path[size - tail - 1] != '/'))
        return NULL;
    (void)snprintf(room, 4096, "%.*s", (int)(size - tail), path);
    return size > tail ? room : ".";
}

/* Whether the folder is a valid record, where the evidence alone was audited. */
static wm_status check_folder(const wm_model *model, const char *folder, wm_error *err)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    if (strcmp(model->path, wm_reader_evidence(model->reader)) != 0)
        return WM_OK;
    return wm_audit_path(folder, NULL, &report, err);
}

static wm_status carry_file(int file, const char *name, wm_document *to, wm_error *err)
{
    struct stat about;
    char *bytes = NULL;
    wm_status status = WM_OK;
    size_t size = 0;
    if (fstat(file, &about) == 0)
        bytes = malloc((size_t)about.st_size + 1);
    while (bytes != NULL && size < (size_t)about.st_size) {
        const ssize_t got = pread(file, bytes + size, (size_t)about.st_size - size, (off_t)size);
        if (got <= 0 && errno != EINTR)
            break;
        size += got > 0 ? (size_t)got : 0;
    }
    if (bytes == NULL || size < (size_t)about.st_size)
        status = wm_error_set(err, WM_E_IO, name, "cannot be read back: %s", strerror(errno));
    else
        wm_words_carry(to, name, bytes, size);
    free(bytes);
    return status;
}

static wm_status carry_record(const char *path, wm_document *to, wm_error *err)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    FILE *packed = tmpfile();
    wm_status status = WM_OK;
    if (folder < 0 || packed == NULL)
        status = wm_error_set(err, WM_E_IO, path, "cannot be packed: %s", strerror(errno));
    if (status == WM_OK)
        status = wm_tar_pack(folder, "record", WM_TAR_GZIP, fileno(packed), err);
    if (status == WM_OK)
        status = carry_file(fileno(packed), RECORD, to, err);
    if (packed != NULL)
        (void)fclose(packed);
    if (folder >= 0)
        (void)close(folder);
    return status;
}

#endif

const char *wm_page_lacks(const wm_model *model)
{
#ifndef WM_HAVE_LIBARCHIVE
    (void)model;
    return "carries no record: the program was built without libarchive";
#else
    char room[4096];
    if (folder_of(model, room) == NULL)
        return "carries no record: its evidence.jsonl has another name";
    if (wm_page_parts_find(AUDITOR) == NULL)
        return "cannot audit what it carries: the program was built without a toolchain of "
               "WebAssembly";
    return NULL;
#endif
}

#ifdef WM_HAVE_LIBARCHIVE
/* What speaks against each claim, for the script: its name, a space, the words that `show` prints
 * first. */
static wm_status carry_objections(const page *of)
{
    wm_buffer all = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (size_t i = 0; i < of->model->claims.count && status == WM_OK; i++) {
        const wm_claim *claim = &of->model->claims.claim[i];
        wm_document words = {.status = WM_OK};
        wm_words *line = wm_words_new(&words);
        const char *text;
        status = wm_quotation_add_objections(of->model, claim, line, of->err);
        text = status == WM_OK && words.status == WM_OK ? wm_words_text(line, false) : NULL;
        if (status == WM_OK)
            status = words.status;
        if (status == WM_OK && text != NULL && text[0] != '\0')
            status = wm_buffer_printf(&all, "%s %s\n", claim->name, text);
        wm_document_clear(&words);
    }
    if (status == WM_OK && all.size > 0)
        wm_words_carry(of->to, OBJECTIONS, all.data, all.size);
    wm_buffer_clear(&all);
    return status;
}
#endif

static wm_status carry(const page *of)
{
    const wm_page_part *auditor = wm_page_parts_find(AUDITOR);
    wm_status status = WM_OK;
#ifdef WM_HAVE_LIBARCHIVE
    char room[4096];
    const char *folder = folder_of(of->model, room);
    if (folder != NULL)
        status = check_folder(of->model, folder, of->err);
    if (folder != NULL && status == WM_OK)
        status = carry_record(folder, of->to, of->err);
    if (folder != NULL && status == WM_OK)
        status = carry_objections(of);
#endif
    if (status == WM_OK && auditor != NULL)
        wm_words_carry(of->to, AUDITOR, auditor->data, auditor->size);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

static wm_status add_all(const page *of)
{
    static const struct {
        wm_section part;
        add_part *add;
    } PARTS[] = {
        {{"Audit", "audit", 2, false}, add_audit},
        {{"Results", "results", 2, false}, add_results},
        {{"Figures", "figures", 2, false}, add_figures},
        {{"Tables", "tables", 2, false}, add_tables},
        {{"Items", "items", 2, false}, add_items},
        {{"Claims about the record as a whole", "claims", 2, true}, add_claims},
        {{"Machine and program", "machine", 2, true}, add_environment},
        {{"What is proven, and what is not", "proven", 2, false}, add_proven},
        {{"How to check", "check", 2, false}, add_commands},
    };
    wm_status status = WM_OK;
    add_verdict(of);
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0] && status == WM_OK; i++)
        status = add_filled(of, PARTS[i].part, PARTS[i].add);
    if (status == WM_OK)
        status = carry(of);
    return status;
}

wm_status wm_page_fill(wm_model *model, const char *argument, wm_document *to, wm_error *err)
{
    const wm_view view = {
        .all_transcripts = true, .is_verbose = true, .evidence = "evidence.jsonl"};
    wm_wrapped wrapped;
    wm_status status = wm_wrapped_read(model, &wrapped, err);
    const page of = {model, wrapped.repeats > 0 ? &wrapped : NULL, &view, to, err};
    (void)argument;
    if (status == WM_OK)
        status = add_all(&of);
    wm_wrapped_clear(&wrapped);
    return status;
}
