/* The verdict of a run: exit status, first line, tables, next command. */
#include "report/run_verdict.h"

#include "record/exit_status.h"
#include "report/export.h"
#include "report/json_output.h"
#include "report/overview.h"
#include "report/style.h"

#include "record/rule.h"

#include <stdio.h>
#include <string.h>

wm_run_verdict wm_run_verdict_make(wm_results *results, const char *path, const char *busy,
                                   bool is_injected)
{
    return (wm_run_verdict){results, path, busy, is_injected, wm_tally_count(results)};
}

int wm_run_verdict_exit(const wm_run_verdict *verdict)
{
    const wm_tally *tally = &verdict->tally;
    if (tally->wrong + tally->missed > 0 || (verdict->is_injected && tally->caught > 0) ||
        wm_tally_links(verdict->results) > 0)
        return WM_EXIT_NO;
    return tally->unknown > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
}

/* What came of the profiles. */
typedef struct {
    size_t measured, flat;     /* flat: not discriminating */
    size_t compared, recalled; /* with those of priors */
} profile_counts;

static profile_counts count_profiles(const wm_results *results)
{
    profile_counts counts = {0, 0, 0, 0};
    for (size_t i = 0; i < results->claims.count; i++) {
        const wm_claim *claim = &results->claims.claim[i];
        const bool is_yes = claim->value != NULL && strcmp(claim->value, "yes") == 0;
        if (claim->subject == WM_SUBJECT_RECALL &&
            claim->quantity->function == WM_FUNCTION_RECALLED) {
            counts.compared += claim->value != NULL;
            counts.recalled += is_yes;
        } else if (claim->subject == WM_SUBJECT_PROFILE &&
                   claim->quantity->function == WM_FUNCTION_DISCRIMINATING) {
            const bool has_failed = results->item[claim->index].failure[0] != '\0';
            counts.measured += !has_failed;
            counts.flat += !has_failed && !is_yes;
        }
    }
    return counts;
}

/* ---- JSON ---- */

static void add_missed(wm_node *node, wm_results *results)
{
    wm_node_open_array(node, "faults_missed");
    for (size_t i = 0; i < results->item_count; i++)
        if (wm_tally_judge(results, &results->item[i]).fault == WM_TALLY_MISSED)
            wm_node_text(node, NULL, results->item[i].label);
    wm_node_close_array(node);
}

static void add_findings(wm_node *node, wm_results *results)
{
    wm_node_open_array(node, "findings");
    for (size_t i = 0; i < results->finding_count; i++)
        wm_export_finding(node, results, &results->finding[i]);
    wm_node_close_array(node);
}

/* Whether a row of disturbed repeats has a flag. */
static bool has_flag(const wm_results_disturbed *row, wm_flag flag)
{
    const char *word = wm_rule_flag_word(flag), *at = row->flags;
    const size_t size = strlen(word);
    for (; (at = strstr(at, word)) != NULL; at += size)
        if ((at == row->flags || at[-1] == ' ') && (at[size] == '\0' || at[size] == ','))
            return true;
    return false;
}

static size_t count_flag(const wm_results *results, wm_flag flag)
{
    size_t count = 0;
    for (size_t i = 0; i < results->disturbed_count; i++)
        count += has_flag(&results->disturbed[i], flag);
    return count;
}

/* How many repeats have each flag that any has. */
static void add_flags(wm_node *node, const wm_results *results)
{
    wm_node_open_object(node, "flags");
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if (count_flag(results, (wm_flag)i) > 0)
            wm_node_count(node, wm_rule_flag_word((wm_flag)i), count_flag(results, (wm_flag)i));
    wm_node_close_object(node);
}

static void add_profiles(wm_node *node, const wm_results *results)
{
    const profile_counts counts = count_profiles(results);
    wm_node_count(node, "profiles", wm_results_profiles(results));
    wm_node_count(node, "profiles_not_discriminating", counts.flat);
    wm_node_count(node, "recalls", counts.compared);
    wm_node_count(node, "recalls_yes", counts.recalled);
}

wm_status wm_run_verdict_export(const wm_run_verdict *verdict, FILE *out)
{
    static const char *const words[] = {"pass", "fail", "", "inconclusive"}; /* by exit status */
    wm_results *results = verdict->results;
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-run/1");
    wm_node_text(&node, "status", words[wm_run_verdict_exit(verdict)]);
    wm_json_output_text(&node, "record", verdict->path);
    wm_node_text(&node, "root", results->report.root);
    wm_node_count(&node, "items", results->item_count);
    wm_node_count(&node, "items_wrong", verdict->tally.wrong);
    wm_node_count(&node, "items_not_judged", verdict->tally.unknown);
    wm_node_count(&node, "faults_caught", verdict->tally.caught);
    add_missed(&node, results);
    wm_node_count(&node, "load_products", (size_t)wm_results_load_of(results).products);
    wm_node_count(&node, "load_errors", (size_t)wm_results_load_of(results).errors);
    add_profiles(&node, results);
    wm_node_count(&node, "link_findings", wm_tally_links(results));
    wm_node_count(&node, "repeats_disturbed", results->disturbed_count);
    add_flags(&node, results);
    wm_node_text(&node, "machine_busy", verdict->busy);
    wm_node_count(&node, "claims", results->claims.count);
    add_findings(&node, results);
    return wm_json_output_print(&node, out);
}

/* ---- words ---- */

/* The faults that were missed, with the labels of their items. */
static void print_missed(const wm_run_verdict *verdict, FILE *out)
{
    const wm_results *results = verdict->results;
    const size_t missed = verdict->tally.missed;
    const char *lead = ": ";
    fprintf(out, "%zu %s fault%s missed", missed, verdict->is_injected ? "injected" : "planned",
            missed == 1 ? " was" : "s were");
    for (size_t i = 0; i < results->item_count; i++) {
        if (wm_tally_judge(verdict->results, &results->item[i]).fault != WM_TALLY_MISSED)
            continue;
        fprintf(out, "%s%s", lead, results->item[i].label);
        lead = ", ";
    }
}

/* Counts items that are wrong or not judged. Returns whether there are any. */
static bool print_unsound(const wm_tally *tally, FILE *out)
{
    const size_t unknown = tally->unknown;
    if (tally->wrong > 0)
        fprintf(out, ": %zu item%s wrong", tally->wrong, wm_style_plural(tally->wrong));
    if (unknown > 0 && tally->wrong > 0)
        fprintf(out, ", %zu not judged", unknown);
    else if (unknown > 0)
        fprintf(out, ": %zu item%s not judged", unknown, wm_style_plural(unknown));
    return tally->wrong + unknown > 0;
}

/* The flagged repeats, with how many have each flag. */
static void print_flags(const wm_results *results, FILE *out)
{
    const char *lead = ": ";
    if (results->disturbed_count == 0)
        return;
    fprintf(out, "; %zu repeat%s flagged", results->disturbed_count,
            wm_style_plural(results->disturbed_count));
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++) {
        const size_t count = count_flag(results, (wm_flag)i);
        if (count == 0)
            continue;
        fprintf(out, "%s%zu %s", lead, count, wm_rule_flag_word((wm_flag)i));
        lead = ", ";
    }
}

/* Profiles are measured, and not right or wrong. */
static void print_profiles(const wm_results *results, const char **lead, FILE *out)
{
    const profile_counts counts = count_profiles(results);
    if (counts.measured > 0) {
        fprintf(out, "%s%zu profile%s measured", *lead, counts.measured,
                wm_style_plural(counts.measured));
        if (counts.flat > 0)
            fprintf(out, ", %zu not discriminating", counts.flat);
        *lead = "; ";
    }
    if (counts.compared > 0) {
        fprintf(out, "%s%zu of %zu profile%s of the prior recalled", *lead, counts.recalled,
                counts.compared, wm_style_plural(counts.compared));
        *lead = "; ";
    }
}

/* Outputs under load; they are checked as they are computed. */
static void print_load(const wm_results *results, const char **lead, FILE *out)
{
    const wm_results_load load = wm_results_load_of(results);
    if (!(load.products > 0))
        return;
    if (load.errors > 0)
        fprintf(out, "%s%.0f of %.0f outputs under load differ from the first", *lead, load.errors,
                load.products);
    else
        fprintf(out, "%sall %.0f outputs under load are identical", *lead, load.products);
    *lead = "; ";
}

/* The first line after its word: each count that is not zero. Injected faults decide the word, so
 * they come before the items that passed. */
static void print_counts(const wm_run_verdict *verdict, FILE *out)
{
    const wm_tally *tally = &verdict->tally;
    const bool is_sound = tally->wrong + tally->unknown + tally->missed == 0;
    const size_t outputs = verdict->results->item_count - wm_results_profiles(verdict->results);
    const size_t sound = is_sound ? outputs - tally->caught : 0;
    const char *lead = print_unsound(tally, out) ? "; " : ": ";
    if (sound > 0 && !verdict->is_injected) {
        fprintf(out, "%sall outputs of %zu item%s passed their checks", lead, sound,
                wm_style_plural(sound));
        lead = "; ";
    }
    if (tally->missed > 0) {
        fputs(lead, out);
        print_missed(verdict, out);
        lead = "; ";
    }
    if (tally->caught > 0)
        fprintf(out, "%s%zu %s fault%s caught", lead, tally->caught,
                verdict->is_injected ? "injected" : "planned",
                tally->caught == 1 ? " was" : "s were");
    if (sound > 0 && verdict->is_injected)
        fprintf(out, "; all outputs of %zu other item%s passed their checks", sound,
                wm_style_plural(sound));
    print_load(verdict->results, &lead, out);
    print_profiles(verdict->results, &lead, out);
    if (wm_tally_links(verdict->results) > 0)
        fprintf(out, "; %zu finding%s about links to the prior", wm_tally_links(verdict->results),
                wm_style_plural(wm_tally_links(verdict->results)));
    print_flags(verdict->results, out);
    if (verdict->busy[0] != '\0')
        fprintf(out, "; the machine was busy: %s", verdict->busy);
    fputc('\n', out);
}

static void print_word(const wm_run_verdict *verdict, const wm_view *view, FILE *out)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } words[] = {/* by exit status */
                 {"PASS", WM_EMPHASIS_GOOD},
                 {"FAIL", WM_EMPHASIS_BAD},
                 {"", WM_EMPHASIS_NONE},
                 {"INCONCLUSIVE", WM_EMPHASIS_ODD}};
    const int exit_status = wm_run_verdict_exit(verdict);
    const wm_emphasis emphasis = words[exit_status].emphasis;
    fprintf(out, "%s%s%s", wm_style_on(emphasis, view->is_coloured), words[exit_status].word,
            wm_style_off(emphasis, view->is_coloured));
}

/* The next command, which shows the first failure or audits the record. The path is the last
 * line. */
static void print_next(const wm_run_verdict *verdict, FILE *out)
{
    wm_results *results = verdict->results;
    const char *failed = NULL;
    char word[WM_STYLE_SHELL_WORD], path[WM_STYLE_MASKED];
    for (size_t i = 0; i < results->finding_count && failed == NULL; i++)
        if (wm_tally_about(results, &results->finding[i]) != WM_TALLY_CAUGHT)
            failed = results->finding[i].name;
    fprintf(out, "\nnext: witnessmark %s %s%s%s\n%s\n", failed != NULL ? "show" : "audit",
            wm_style_shell_word(verdict->path, word), failed != NULL ? " " : "",
            failed != NULL ? failed : "", wm_style_masked(verdict->path, path));
}

wm_status wm_run_verdict_print(const wm_run_verdict *verdict, const wm_view *view, FILE *out)
{
    wm_status status;
    print_word(verdict, view, out);
    print_counts(verdict, out);
    fputc('\n', out);
    status = wm_overview_print(verdict->results, view, out);
    print_next(verdict, out);
    return status;
}
