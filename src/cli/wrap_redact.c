/* What a record of `wrap` hides, and what it should. */
#include "cli/wrap_redact.h"

#include "base/code_point.h"

#include "cli/terminal.h"
#include "cli/trouble.h"
#include "report/document/style.h"
#include "base/status.h"
#include "study/foreign/secrets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ARGUMENT[] = "argument";

enum { LEAD = sizeof ARGUMENT - 1, DIGITS = 6 };

/* ---- reading --------------------------------------------------------------------------------- */

static int refuse(const wm_call *call, size_t count, const char *word, size_t size)
{
    char wanted[200], wrong[64];
    (void)snprintf(wanted, sizeof wanted,
                   count > 1 ? "the name of a fact or of an option that was given (setup, prepare, "
                               "cleanup), argument, argument:N with N from 1 to %zu, or path"
                             : "the name of a fact or of an option that was given (setup, prepare, "
                               "cleanup), or path: the command has no argument",
                   count - 1);
    (void)snprintf(wrong, sizeof wrong, "%.*s", WM_FIT_IN(word, size, 60));
    return wm_trouble_value(call, "--redact", wanted, wrong);
}

/* Hides the text for the shell that a word names. False: it names none, or that was not given. */
static bool hide_text(wm_wrap *wrap, const char *word, size_t size)
{
    const struct {
        const char *name, *text;
        bool *is_hidden;
    } texts[] = {{"setup", wrap->setup, &wrap->hides_setup},
                 {"prepare", wrap->prepare, &wrap->hides_prepare},
                 {"cleanup", wrap->cleanup, &wrap->hides_cleanup}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].text != NULL && strlen(texts[i].name) == size &&
            memcmp(texts[i].name, word, size) == 0)
            return *texts[i].is_hidden = true;
    return false;
}

/* Reads one word: `argument`, `argument:N`, `path`, `setup`, `prepare`, `cleanup`, or the name of a
 * fact. */
static int read_word(const wm_call *call, size_t count, const char *word, size_t size,
                     wm_wrap *wrap, wm_wrap_redact *redact)
{
    const bool is_text = hide_text(wrap, word, size);
    const bool is_named = wm_named_hide(&redact->named, word, size) || is_text;
    size_t number = 0;
    if (size == 4 && memcmp(word, "path", 4) == 0) {
        redact->hides_path = true;
        return WM_EXIT_YES;
    }
    if (is_named && (size != LEAD || memcmp(word, ARGUMENT, LEAD) != 0))
        return WM_EXIT_YES;
    if (size < LEAD || memcmp(word, ARGUMENT, LEAD) != 0)
        return refuse(call, count, word, size);
    if (size > LEAD && (word[LEAD] != ':' || size == LEAD + 1 || size > LEAD + 1 + DIGITS))
        return refuse(call, count, word, size);
    for (size_t i = LEAD + 1; i < size; i++) {
        if (word[i] < '0' || word[i] > '9')
            return refuse(call, count, word, size);
        number = 10 * number + (size_t)(word[i] - '0');
    }
    if (is_named && count < 2)
        return WM_EXIT_YES;
    if (count < 2 || (size > LEAD && (number == 0 || number >= count)))
        return refuse(call, count, word, size);
    for (size_t i = 1; i < count; i++)
        if (size == LEAD || i == number)
            redact->hidden[i] = true;
    return WM_EXIT_YES;
}

int wm_wrap_redact_read(const wm_call *call, size_t count, wm_wrap *wrap, wm_wrap_redact *redact)
{
    int answer = WM_EXIT_YES;
    redact->hidden = calloc(count, sizeof *redact->hidden);
    if (redact->hidden == NULL)
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < redact->given_count && answer == WM_EXIT_YES; i++) {
        const size_t used = strlen(redact->words);
        for (const char *at = redact->given[i]; at != NULL && answer == WM_EXIT_YES;) {
            const size_t size = strcspn(at, ",");
            answer = read_word(call, count, at, size, wrap, redact);
            at = at[size] == ',' ? at + size + 1 : NULL;
        }
        if (used + strlen(redact->given[i]) + 2 > sizeof redact->words)
            return wm_trouble_say(call, "--redact", "more than 4,096 bytes of words");
        (void)snprintf(redact->words + used, sizeof redact->words - used, "%s%s",
                       used > 0 ? "," : "", redact->given[i]);
    }
    return answer;
}

/* ---- warning --------------------------------------------------------------------------------- */

static void warn(const char *what, const char *pattern, const char *remedy)
{
    char line[1024], shown[WM_STYLE_MASKED];
    (void)wm_style_masked(what, shown);
    (void)snprintf(line, sizeof line,
                   "witnessmark wrap: warning: %.*s looks like a secret (%s), and the record will "
                   "have it; %s",
                   WM_FIT(shown, 400), pattern, remedy);
    wm_terminal_say(stderr, line);
}

static void warn_argument(void *context, size_t index, const char *pattern)
{
    const wm_wrap *wrap = context;
    char what[64], remedy[64];
    if (wrap->target[0].hidden[index])
        return;
    (void)snprintf(what, sizeof what, "argument %zu", index);
    (void)snprintf(remedy, sizeof remedy, "--redact argument:%zu hides it", index);
    warn(what, pattern, remedy);
}

static void warn_variable(const wm_wrap_variable *variable)
{
    char text[8192], what[512];
    const char *pattern;
    if (variable->value == NULL)
        return;
    (void)snprintf(text, sizeof text, "%s=%s", variable->name, variable->value);
    pattern = wm_secrets_in(text);
    (void)snprintf(what, sizeof what, "--variable %.*s", WM_FIT(variable->name, 400));
    if (pattern != NULL)
        warn(what, pattern, "leave it out");
}

/* A text for the shell. */
static void warn_text(const char *option, const char *text, bool is_hidden)
{
    const char *pattern = text != NULL && !is_hidden ? wm_secrets_in(text) : NULL;
    char what[64], remedy[64];
    (void)snprintf(what, sizeof what, "the text of --%s", option);
    (void)snprintf(remedy, sizeof remedy, "--redact %s hides it", option);
    if (pattern != NULL)
        warn(what, pattern, remedy);
}

void wm_wrap_redact_warn(wm_wrap *wrap, const wm_wrap_commands *commands)
{
    for (size_t i = 0; i < commands->count; i++)
        wm_secrets_look(commands->words[i], commands->word_count[i], warn_argument, wrap);
    warn_text("setup", wrap->setup, wrap->hides_setup);
    warn_text("prepare", wrap->prepare, wrap->hides_prepare);
    warn_text("cleanup", wrap->cleanup, wrap->hides_cleanup);
    for (size_t i = 0; i < wrap->variable_count; i++)
        warn_variable(&wrap->variables[i]);
}
