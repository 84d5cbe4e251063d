/* The study of two builds of this program: in pairs, both measure the same items.
 *
 * Two records of two builds show no direction: the machine drifts between them. Here a pair is two
 * runs in turn, each a new process with the same plan and the same nonce. The ratio is that of the
 * two rates of an item in one pair. All of `wrap` serves: its order, its limits, the digests of
 * both programs, what it does after a stop.
 *
 * A ratio is absent where an output is wrong. Then no median is claimed: a build that computes
 * something else is neither slower nor faster. */
#include "study/foreign/against.h"

#include "archive/disk.h"
#include "base/clock.h"
#include "base/code_point.h"
#include "base/status.h"
#include "record/laws/rule.h"
#include "record/tables/tables.h"
#include "study/foreign/own_facts.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const double ASK_S = 30; /* a driver may need long for a list of its devices */

/* The values of a pair: those of VALUES, then the flags of A, then those of B. */
enum {
    RATE,                            /* of each side */
    WRONG = RATE + WM_AGAINST_SIDES, /* of each side */
    RATIO = WRONG + WM_AGAINST_SIDES,
    FLAGGED, /* a repeat of either side has a flag */
    UNKNOWN, /* whether one has is not known */
    FLAGS,   /* of each side: a flag for each word */
    VALUES = FLAGS + WM_AGAINST_SIDES * WM_FLAG_WORDS
};

static const char *const NAMES[FLAGS] = {"a_rate", "b_rate",  "a_wrong", "b_wrong",
                                         "ratio",  "flagged", "unknown"};

/* An item that pairs are made of. */
typedef struct {
    char name[WM_PAIRED_NAME];
    char unit[WM_AGAINST_UNIT];
    bool has_wrong, lacks_ratio; /* in a pair */
} item;

/* A study in progress. */
typedef struct {
    const wm_against *against;
    wm_against_outcome *outcome;
    const char *record; /* the path that each run writes */
    wm_against_side side[WM_AGAINST_SIDES];
    bool has_run[WM_AGAINST_SIDES]; /* in this pair */
    item *items;
    size_t count;
    bool is_first;                     /* pair: it says which items there are */
    bool lacks_memory;                 /* for an item: nothing is claimed then */
    bool has_failed;                   /* a run of the last pair */
    double begin_s, last_s, longest_s; /* of the study, of the pair, of all pairs */
    /* of the numbers that are being kept */
    char names[VALUES][WM_PAIRED_VALUE], series[WM_PAIRED_NAME + 8];
    const char *name[VALUES];
    double values[VALUES];
    char reason[2 * WM_AGAINST_REASON + 16];
} study;

/* ---- the folder of the runs ------------------------------------------------------------------ */

static const char RECORD[] = "record", PARTIAL[] = ".record.partial";

/* Here for a signal's handler. */
static volatile int folder = -1;
static char folder_path[WM_AGAINST_PATH];

void wm_against_remove(void)
{
    if (folder < 0)
        return;
    wm_disk_remove_record(folder, RECORD);
    wm_disk_remove_record(folder, PARTIAL);
    (void)rmdir(folder_path);
}

static wm_status open_folder(const char *base, wm_error *err)
{
    const int size = snprintf(folder_path, sizeof folder_path, "%s/witnessmark-XXXXXX", base);
    if (size < 0 || (size_t)size >= sizeof folder_path || mkdtemp(folder_path) == NULL)
        return wm_error_set(err, WM_E_IO, base, "cannot make a folder: %s", strerror(errno));
    folder = open(folder_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0)
        return WM_OK;
    (void)rmdir(folder_path);
    return wm_error_set(err, WM_E_IO, folder_path, "cannot be opened: %s", strerror(errno));
}

static void close_folder(void)
{
    wm_against_remove();
    if (folder >= 0)
        (void)close(folder);
    folder = -1;
}

/* ---- who they are ---------------------------------------------------------------------------- */

/* Copies what follows a word at the beginning of a line. False: no line begins so. */
static bool find_row(const char *output, const char *word, char text[WM_AGAINST_TEXT])
{
    const size_t size = strlen(word);
    for (const char *line = output; line != NULL && *line != '\0';) {
        const char *end = strchr(line, '\n');
        const size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
        if (length > size && memcmp(line, word, size) == 0 && line[size] == ' ') {
            const size_t blanks = strspn(line + size, " ");
            (void)snprintf(text, WM_AGAINST_TEXT, "%.*s",
                           WM_FIT_IN(line + size + blanks, length - size - blanks, 200));
            return true;
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return false;
}

static wm_status read_answer(const wm_wrap_end *end, wm_against_build *build, wm_error *err)
{
    char why[WM_WRAP_REASON];
    if (wm_wrap_command_failure(end, ASK_S, why))
        return wm_error_set(err, WM_E_INVALID, build->file,
                            "is no build of witnessmark: --version -v: %s", why);
    if (!find_row(end->output, "witnessmark", build->version) ||
        !find_row(end->output, "format", build->format) ||
        !find_row(end->output, "revision", build->revision))
        return wm_error_set(err, WM_E_INVALID, build->file,
                            "is no build of witnessmark: --version -v does not say its version, "
                            "format and revision");
    if (strcmp(build->format, WM_TABLES_FORMAT) != 0)
        return wm_error_set(err, WM_E_INVALID, build->file,
                            "its records have the format %.40s, and this program reads %s",
                            build->format, WM_TABLES_FORMAT);
    return WM_OK;
}

wm_status wm_against_ask(wm_against_build *build, const volatile sig_atomic_t *stop, wm_error *err)
{
    char program[] = "witnessmark", version[] = "--version", all[] = "-v";
    char *argv[] = {program, version, all, NULL};
    sigset_t former;
    wm_wrap_command command = {.file = build->file,
                               .descriptor = -1,
                               .argv = argv,
                               .timeout_s = ASK_S,
                               .mask = &former,
                               .stop = stop};
    wm_wrap_end *end = malloc(sizeof *end);
    wm_status status;
    if (end == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    wm_wrap_command_block(&former);
    status = wm_wrap_command_run(&command, end, err);
    wm_wrap_command_unblock(&former);
    if (status == WM_OK)
        status = end->is_stopped ? WM_E_INTERRUPTED : read_answer(end, build, err);
    free(end);
    return status;
}

static wm_status add_facts(void *context, wm_environment *environment, wm_error *err)
{
    const study *s = context;
    char name[WM_WRAPPED_NAME];
    wm_status status =
        wm_environment_number(environment, "against.budget", s->against->budget_s, err);
    for (size_t i = 0; i < WM_AGAINST_SIDES && status == WM_OK; i++) {
        wm_wrapped_name("against", i, ".version", name);
        status = wm_own_facts_text(environment, name, s->against->build[i].version, err);
        wm_wrapped_name("against", i, ".revision", name);
        if (status == WM_OK)
            status = wm_own_facts_text(environment, name, s->against->build[i].revision, err);
    }
    return status;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static bool can_have_ratio(const study *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->items[i].lacks_ratio)
            return true;
    return false;
}

static bool goes_on(void *context, unsigned repeats)
{
    study *s = context;
    const double now = wm_clock_s();
    s->is_first = repeats == 0;
    if (s->is_first) {
        s->begin_s = s->last_s = now;
        return true;
    }
    if (now - s->last_s > s->longest_s)
        s->longest_s = now - s->last_s;
    s->last_s = now;
    return can_have_ratio(s) && !s->has_failed &&
           (repeats < WM_AGAINST_LEAST || now - s->begin_s + s->longest_s <= s->against->budget_s);
}

static void begin(void *context, size_t command)
{
    study *s = context;
    s->has_run[command] = false;
    wm_against_side_clear(&s->side[command]);
    wm_disk_remove_record(folder, RECORD);
    wm_disk_remove_record(folder, PARTIAL);
}

/* Adds the items of a side. */
static void add_items(study *s, const wm_against_side *side)
{
    for (size_t i = 0; i < side->count; i++) {
        item *grown;
        bool is_there = false;
        for (size_t j = 0; j < s->count; j++)
            is_there = is_there || strcmp(s->items[j].name, side->seen[i].name) == 0;
        if (is_there)
            continue;
        grown = realloc(s->items, (s->count + 1) * sizeof *grown);
        if (grown == NULL) {
            s->lacks_memory = true;
            return;
        }
        s->items = grown;
        memset(&grown[s->count], 0, sizeof *grown);
        memcpy(grown[s->count].name, side->seen[i].name, sizeof grown->name);
        memcpy(grown[s->count++].unit, side->seen[i].unit, sizeof grown->unit);
    }
}

static void take(void *context, size_t command, wm_wrap_observation *made)
{
    study *s = context;
    char why[WM_AGAINST_REASON];
    wm_against_side_read(s->record, &s->side[command], why);
    s->has_run[command] = why[0] == '\0';
    if (s->has_run[command])
        return;
    made->is_failed = true;
    wm_wrap_observation_reason(made, "%s", why);
}

/* Appends why a side has no rate of an item. */
static void add_reason(study *s, size_t side, const wm_against_seen *seen)
{
    const size_t used = strlen(s->reason);
    const char *why = !s->has_run[side] ? "the run failed"
                      : seen == NULL    ? "its record has no such item"
                                        : seen->reason;
    (void)snprintf(s->reason + used, sizeof s->reason - used, "%s%c: %s", used > 0 ? "; " : "",
                   wm_wrapped_letter(side), why);
}

/* Fills what a side says of an item. */
static void fill_side(study *s, size_t side, const item *of)
{
    const wm_against_seen *seen = wm_against_side_find(&s->side[side], of->name);
    double *flags = &s->values[FLAGS + side * WM_FLAG_WORDS];
    s->values[RATE + side] = seen != NULL ? seen->rate : (double)NAN;
    s->values[WRONG + side] = seen != NULL ? (double)seen->is_wrong : (double)NAN;
    if (seen == NULL || seen->reason[0] != '\0')
        add_reason(s, side, seen);
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        flags[i] = seen != NULL ? (double)(seen->flags >> i & 1u) : 0;
    if (seen != NULL && seen->flags != 0)
        s->values[FLAGGED] = 1;
    if (seen == NULL || !seen->is_known)
        s->values[UNKNOWN] = 1;
}

/* Whether another unit was said: then the two numbers are of different things. */
static bool is_like(const study *s, const item *of)
{
    for (size_t i = 0; i < WM_AGAINST_SIDES; i++) {
        const wm_against_seen *seen = wm_against_side_find(&s->side[i], of->name);
        if (seen != NULL && strcmp(seen->unit, of->unit) != 0)
            return false;
    }
    return true;
}

/* The first pair says what items there are, also if a run of it failed. A later one that lost a run
 * has no numbers: a null would take the medians of the pairs before it. The run is in its series,
 * and no pair comes after it. */
static bool numbers(void *context, size_t index, wm_own_numbers *own)
{
    study *s = context;
    item *of;
    if (index == 0) /* the runs of a pair have ended */
        for (size_t i = 0; i < WM_AGAINST_SIDES && s->is_first; i++)
            add_items(s, &s->side[i]);
    s->has_failed = !s->has_run[WM_AGAINST_OTHER] || !s->has_run[WM_AGAINST_THIS];
    if (index >= s->count || (s->has_failed && !s->is_first))
        return false;
    of = &s->items[index];
    s->reason[0] = '\0';
    s->values[FLAGGED] = s->values[UNKNOWN] = 0;
    for (size_t i = 0; i < WM_AGAINST_SIDES; i++)
        fill_side(s, i, of);
    s->values[RATIO] = s->values[RATE + WM_AGAINST_THIS] / s->values[RATE + WM_AGAINST_OTHER];
    if (!is_like(s, of)) {
        s->values[RATIO] = (double)NAN;
        (void)snprintf(s->reason, sizeof s->reason, "the sides have different units");
    }
    of->lacks_ratio = of->lacks_ratio || !isfinite(s->values[RATIO]);
    for (size_t i = 0; i < WM_AGAINST_SIDES; i++)
        of->has_wrong = of->has_wrong || s->values[WRONG + i] > 0;
    (void)snprintf(s->series, sizeof s->series, WM_PAIRED_SERIES "%s", of->name);
    own->series = s->series;
    own->names = s->name;
    own->values = s->values;
    own->count = VALUES;
    own->reason = s->reason[0] != '\0' ? s->reason : NULL;
    return true;
}

/* ---- claims ---------------------------------------------------------------------------------- */

static wm_status ask_item(wm_graph *graph, const item *of, wm_error *err)
{
    static const struct {
        const char *name, *function;
        size_t value;
        const char *unit; /* NULL: the item's */
        const char *format;
        bool has_spread;
    } CLAIMS[] = {
        {"ratio", "median_of", RATIO, "1", "fixed4", true},
        {"rate_a", "median_of", RATE + WM_AGAINST_OTHER, NULL, "si4", true},
        {"rate_b", "median_of", RATE + WM_AGAINST_THIS, NULL, "si4", true},
        {"wrong_a", "mean_of", WRONG + WM_AGAINST_OTHER, "1", "percent3", false},
        {"wrong_b", "mean_of", WRONG + WM_AGAINST_THIS, "1", "percent3", false},
        {"flagged", "mean_of", FLAGGED, "1", "percent3", false},
        {"unknown", "mean_of", UNKNOWN, "1", "percent3", false},
    };
    char series[WM_PAIRED_NAME + 8], name[WM_PAIRED_NAME + 24];
    wm_status status = WM_OK;
    (void)snprintf(series, sizeof series, WM_PAIRED_SERIES "%s", of->name);
    for (size_t i = 0; i < sizeof CLAIMS / sizeof CLAIMS[0] && status == WM_OK; i++) {
        const char *field = NAMES[CLAIMS[i].value];
        const wm_own_value beside[] = {{series, field, "minimum_of"},
                                       {series, field, "maximum_of"},
                                       {series, field, "relative_mad_of"}};
        wm_own_claim own = WM_OWN_CLAIM_INIT;
        (void)snprintf(name, sizeof name, "x.%s.%s", series, CLAIMS[i].name);
        own.name = name;
        own.unit = CLAIMS[i].unit != NULL ? CLAIMS[i].unit : of->unit;
        own.format = CLAIMS[i].format;
        own.value = (wm_own_value){series, field, CLAIMS[i].function};
        own.beside = CLAIMS[i].has_spread ? beside : NULL;
        own.beside_count = CLAIMS[i].has_spread ? sizeof beside / sizeof beside[0] : 0;
        status = wm_graph_claim(graph, &own, err);
    }
    return status;
}

static wm_status ask(void *context, wm_graph *graph, wm_error *err)
{
    const study *s = context;
    wm_status status = WM_OK;
    if (s->lacks_memory)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < s->count && status == WM_OK; i++)
        status = ask_item(graph, &s->items[i], err);
    return status;
}

/* ---- the command lines ----------------------------------------------------------------------- */

/* Words of the command line of a run. execve does not change them. */
typedef struct {
    char **word;
    size_t count;
    char text[3][32];
} words;

static void add_word(words *all, const char *word)
{
    const union {
        const char *given;
        char *word;
    } of = {word};
    all->word[all->count++] = of.word;
}

/* Adds an option with its value, if it was given. */
static void add_option(words *all, const char *option, const char *value)
{
    if (value == NULL)
        return;
    add_word(all, option);
    add_word(all, value);
}

static void add_number(words *all, size_t room, const char *option, double number)
{
    if (!(number > 0))
        return;
    (void)snprintf(all->text[room], sizeof all->text[room], "%.15g", number);
    add_option(all, option, all->text[room]);
}

/* Makes the words behind the program, which are the same for both. */
static void add_words(const study *s, words *all)
{
    const wm_against_what *what = &s->against->what;
    add_word(all, "run");
    add_option(all, "--plan", what->plan);
    for (size_t i = 0; i < what->label_count; i++)
        add_option(all, "--item", what->labels[i]);
    add_number(all, 0, "--repeats", what->repeats);
    add_number(all, 1, "--seconds", what->seconds);
    add_number(all, 2, "--threads", what->threads);
    add_option(all, "--backend", what->backend);
    add_option(all, "--device", what->device);
    add_option(all, "--witness", what->witness);
    add_option(all, "--nonce", what->nonce);
    add_option(all, "--output", s->record);
    add_word(all, "--quiet");
    all->word[all->count] = NULL;
}

/* ---- the study ------------------------------------------------------------------------------- */

static void name_values(study *s)
{
    for (size_t i = 0; i < FLAGS; i++)
        (void)snprintf(s->names[i], sizeof s->names[i], "%s", NAMES[i]);
    for (size_t i = 0; i < WM_AGAINST_SIDES; i++)
        for (unsigned j = 0; j < WM_FLAG_WORDS; j++)
            (void)snprintf(s->names[FLAGS + i * WM_FLAG_WORDS + j], WM_PAIRED_VALUE, "%c_%s",
                           i == 0 ? 'a' : 'b', wm_rule_flag_word((wm_flag)j));
    for (size_t i = 0; i < VALUES; i++)
        s->name[i] = s->names[i];
}

/* Runs the pairs as commands of `wrap`. hidden: for each word, false. */
static wm_status run_pairs(study *s, char **room[WM_AGAINST_SIDES], const bool *hidden,
                           wm_error *err)
{
    const wm_against *against = s->against;
    const wm_wrap_study of = {WM_PAIRED_PLAN, s, add_facts, goes_on, begin, take, numbers, ask};
    wm_wrap_target target[WM_AGAINST_SIDES];
    words all[WM_AGAINST_SIDES];
    wm_wrap wrap = {.path = against->path,
                    .target = target,
                    .target_count = WM_AGAINST_SIDES,
                    .repeats = WM_AGAINST_LEAST,
                    .timeout_s = fmax(against->budget_s, against->least_timeout_s),
                    .redacted = "",
                    .ignores_failure = true, /* a wrong output ends a run with 1 */
                    .study = &of,
                    .stop = against->stop,
                    .progress = against->progress,
                    .context = against->context};
    for (size_t i = 0; i < WM_AGAINST_SIDES; i++) {
        all[i] = (words){.word = room[i]};
        add_word(&all[i], against->build[i].file);
        add_words(s, &all[i]);
        target[i] = (wm_wrap_target){against->build[i].file, all[i].word, hidden};
    }
    return wm_wrap_run(&wrap, &s->outcome->runs, err);
}

static wm_status run_study(study *s, wm_error *err)
{
    const size_t most = WM_AGAINST_WORDS + 2 * s->against->what.label_count;
    char **room[WM_AGAINST_SIDES] = {calloc(most, sizeof *room[0]), calloc(most, sizeof *room[0])};
    bool *hidden = calloc(most, sizeof *hidden);
    wm_status status = room[0] != NULL && room[1] != NULL && hidden != NULL
                           ? open_folder(s->against->base, err)
                           : wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    char record[WM_AGAINST_PATH + 16];
    if (status == WM_OK) {
        (void)snprintf(record, sizeof record, "%s/%s", folder_path, RECORD);
        s->record = record;
        status = run_pairs(s, room, hidden, err);
    }
    close_folder();
    free(room[0]);
    free(room[1]);
    free(hidden);
    return status;
}

wm_status wm_against_run(const wm_against *against, wm_against_outcome *outcome, wm_error *err)
{
    study *s = calloc(1, sizeof *s);
    wm_status status;
    memset(outcome, 0, sizeof *outcome);
    if (s == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    s->against = against;
    s->outcome = outcome;
    name_values(s);
    status = run_study(s, err);
    outcome->items = s->count;
    for (size_t i = 0; i < s->count; i++) {
        outcome->without_ratio += s->items[i].lacks_ratio;
        outcome->has_wrong = outcome->has_wrong || s->items[i].has_wrong;
    }
    for (size_t i = 0; i < WM_AGAINST_SIDES; i++)
        wm_against_side_clear(&s->side[i]);
    free(s->items);
    free(s);
    return status;
}
