/* The appendix that evaluations of artifacts ask for.
 *
 * An evaluator has the paper and the record, and no time. So each part is a few sentences, the
 * commands can be copied, and what no check can show is said beside what it shows. */
#include "report/views/artifact_appendix.h"

#include "base/buffer.h"
#include "model/mask.h"
#include "record/audit/outcome.h"
#include "record/nodes/kind_root.h"
#include "report/document/style.h"
#include "report/document/words.h"
#include "report/views/audit_text.h"
#include "report/views/overview.h"

#include <inttypes.h>
#include <string.h>

enum { FACT = 512, ROOT_DIGITS = 16 };

/* ---- hardware and software ------------------------------------------------------------------- */

/* Adds the facts that have a value, on one line: `name: value; name: value`. */
static void add_facts(wm_list facts, wm_words *line)
{
    const char *lead = "";
    wm_fact_node fact;
    while (wm_kind_environment_next(&facts, &fact)) {
        char name[FACT], value[FACT];
        wm_mask_text(fact.name, name, sizeof name);
        wm_mask_text(fact.value.text, value, sizeof value);
        if (value[0] == '\0')
            continue;
        wm_words_data(line, wm_document_text(line->document, "%s%s: %s", lead, name, value));
        lead = "; ";
    }
    wm_words_add(line, ".");
}

/* Whether an output was checked, whatever came of it. */
static bool has_output(const wm_model *model)
{
    for (size_t i = 0; i < model->item_count; i++)
        if (wm_claims_has_value(wm_claims_on(&model->item[i].claims, "verified")))
            return true;
    return false;
}

static void add_machine(const wm_model *model, wm_document *to)
{
    const wm_environment_node *node = wm_model_environment(model);
    const bool is_own = strcmp(model->witness, model->device) == 0;
    wm_words_section(to, 2, "machine", "Hardware and software");
    wm_words_tell(to, "Device: %s. %s", model->device,
                  wm_model_is_of_trials(model) ? "Outputs were made wrong to try the checks."
                  : !has_output(model)         ? "No output was checked."
                  : is_own                     ? "Outputs were checked by the device itself."
                           : wm_document_text(to, "Outputs were checked by %s.", model->witness));
    wm_words_tell(to, "Program: %s.", model->producer);
    add_facts(node->facts, wm_words_item(to));
    if (model->environments.count > 1)
        wm_words_tell(to, "These are the facts of the first of %zu environments.",
                      model->environments.count);
}

/* ---- parameters ------------------------------------------------------------------------------ */

/* Whether an item has as many repeats as another. */
static bool is_like(const wm_model_item *one, const wm_model_item *other)
{
    return one->item->repeats == other->item->repeats;
}

/* Adds a line for each number of repeats, with the items that have it. */
static void add_items(const wm_model *model, wm_document *to)
{
    for (size_t i = 0; i < model->item_count; i++) {
        wm_words *line;
        size_t before = 0;
        while (before < i && !is_like(&model->item[before], &model->item[i]))
            before++;
        if (before < i)
            continue;
        line = wm_words_item(to);
        wm_words_add(line, "%" PRIu32 " %s%s each: ", model->item[i].item->repeats,
                     wm_model_is_of_trials(model) ? "trial" : "repeat",
                     wm_style_plural(model->item[i].item->repeats));
        for (size_t k = i; k < model->item_count; k++)
            if (is_like(&model->item[k], &model->item[i]))
                wm_words_data(
                    line, wm_document_text(to, "%s%s", k > i ? ", " : "", model->item[k].label));
        wm_words_add(line, ".");
    }
}

static void add_parameters(const wm_model *model, wm_document *to)
{
    const wm_claim *time = wm_model_claim_of(model, WM_SUBJECT_RECORD, 0, "wall_time");
    wm_words_section(to, 2, "parameters", "Parameters");
    wm_words_tell(to, "Plan %s, %zu item%s.", model->plan_name, model->item_count,
                  wm_style_plural(model->item_count));
    if (wm_model_is_of_trials(model))
        wm_words_tell(to,
                      "Operands, faults and challenges are drawn from the nonce that the record "
                      "has; no data set is needed.");
    else if (model->item_count > 0)
        wm_words_tell(
            to,
            "Each repeat lasts at least %g s. Products are checked with %d random columns; "
            "a calibration has %d sets of them. Inputs are drawn from seeds that the "
            "record has; no data set is needed.",
            model->plan.repeat_seconds, WM_TABLES_PROBE_COLUMNS, WM_TABLES_PROBES);
    add_items(model, to);
    if (time != NULL && time->value != NULL)
        wm_words_tell(to, "The run took %s.", time->text);
}

/* ---- the archive ----------------------------------------------------------------------------- */

static void add_archive(const wm_model *model, wm_document *to)
{
    wm_words_section(to, 2, "archive", "What is in the archive");
    wm_words_tell(to,
                  "evidence.jsonl: %" PRIu64 " lines, %" PRIu64
                  " bytes: observations, reductions over them, claims, the root.",
                  model->report.nodes, model->report.size_bytes);
    if (model->plan.is_light)
        wm_words_tell(to, "manifest.sha256: the SHA-256 of this file. Checkers: %s.",
                      wm_audit_text_checkers(&model->report, to));
    else
        wm_words_tell(to, "code/verify.c: a checker in C99, one file. code/verify_graph.py: a "
                          "second checker, in Python. manifest.sha256: the SHA-256 of every file.");
    for (size_t i = 0; i < model->prior_count; i++)
        wm_words_tell(to, "%s: evidence of the record %.12s, which this one continues.",
                      wm_kind_root_prior(i), model->prior[i].root);
}

/* ---- checking -------------------------------------------------------------------------------- */

/* Adds the commands that use the checkers of the record. */
static void add_own_checkers(wm_document *to)
{
    wm_words_tell(to, "Without the program, either checker of the archive does the same. Its first "
                      "line must be `valid' and the root:");
    wm_words_command(to, "", "cc -std=c99 -O2 -ffp-contract=off RECORD/code/verify.c -o verify -lm",
                     NULL, NULL);
    wm_words_command(to, "", "./verify RECORD", NULL, NULL);
    wm_words_command(to, "", "python3 RECORD/code/verify_graph.py RECORD", NULL, NULL);
}

static void add_checks(const wm_model *model, wm_document *to)
{
    wm_words_section(to, 2, "check", "How to check");
    wm_words_tell(to, "RECORD is the unpacked folder. An audit reads its files once, needs no "
                      "device and no network, and ends with status 0 if the record is valid:");
    wm_words_command(to, "",
                     wm_document_text(to, "witnessmark audit RECORD --root %.*s", ROOT_DIGITS,
                                      model->report.root),
                     NULL, NULL);
    if (!model->plan.is_light)
        add_own_checkers(to);
    if (wm_model_is_of_trials(model)) {
        wm_words_tell(to,
                      "The trials can be made again, on a device of the same kind with the same "
                      "outcomes. It takes about as long as the run:");
        wm_words_command(to, "", "witnessmark attack --again RECORD -o again", NULL, NULL);
    } else if (model->item_count > 0) {
        wm_words_tell(to,
                      "Outputs can be computed again from their seeds: %sall of them on a "
                      "device of the same kind. %s about as long as the run:",
                      model->plan.is_light ? "" : "the opened parts on any machine, and ",
                      model->plan.is_light ? "It takes" : "The second takes");
        if (!model->plan.is_light)
            wm_words_command(to, "", "witnessmark reverify RECORD", NULL, NULL);
        wm_words_command(to, "", "witnessmark reverify --product RECORD", NULL, NULL);
    }
    wm_words_tell(to, "The numbers of the paper are compared with the record by:");
    wm_words_command(to, "", "witnessmark bind paper.tex RECORD", NULL, NULL);
}

static void add_meaning(const wm_model *model, wm_document *to)
{
    wm_words_section(to, 2, "meaning", "What is proven, and what is not");
    wm_words_tell(to,
                  "An audit proves that the claims are those that were sealed under the root, "
                  "and that they follow from the observations: %s.",
                  wm_outcome_meaning());
    wm_words_tell(to,
                  "It does not prove that the observations were made. Who made the record could "
                  "seal another one with another root.");
    wm_words_tell(to, "The audit has %" PRIu64 " finding%s about this record.",
                  model->report.findings, wm_style_plural(model->report.findings));
    wm_overview_findings(model, true, to);
}

void wm_artifact_appendix_add(const wm_model *model, wm_document *to)
{
    wm_words *line;
    wm_words_section(to, 1, "artifact", "Artifact appendix");
    line = wm_words_item(to);
    wm_words_add(line,
                 "The artifact is a Witnessmark record: %" PRIu64 " claims over %" PRIu64
                 " lines of evidence. Its root is ",
                 model->report.claims, model->report.nodes);
    wm_words_root(line, model->report.root);
    wm_words_add(line, ". Every claim of the record is recomputed from these lines; times are the "
                       "producer's word.");
    add_machine(model, to);
    add_parameters(model, to);
    add_archive(model, to);
    add_checks(model, to);
    add_meaning(model, to);
}
