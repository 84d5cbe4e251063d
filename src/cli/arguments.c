/* Parses command lines, in the same way for all commands.
 *
 * First every word finds its option or operand, so that an error of the form is the one that is
 * printed. Then the table of options says which words are wrong. */
#include "cli/arguments.h"

#include "base/code_point.h"

#include "cli/terminal.h"
#include "cli/trouble.h"

#include "base/near_words.h"
#include "base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS = 64 };

/* A command line that is read. */
typedef struct {
    wm_call *call;
    const wm_argument *table;
    const char *words[OPTIONS]; /* those of options that do not take any word */
    wm_error err;               /* the first */
} reading;

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* What an option sets, or NULL. */
static const wm_argument *find_binding(const wm_argument *table, const char *name)
{
    while (table->name != NULL && strcmp(table->name, name) != 0)
        table++;
    return table->name != NULL ? table : NULL;
}

/* Operand number `index` of the table, or NULL. An operand with several values takes all that
 * follow. */
static const wm_argument *find_operand(const wm_argument *table, size_t index)
{
    for (; table->name != NULL; table++)
        if (!is_option(table->name) && (table->count != NULL || index-- == 0))
            return table;
    return NULL;
}

/* Takes a value of an option or an operand, which is called `name` here. */
static void set_value(const wm_argument *bound, const char *name, const char *value, wm_error *err)
{
    assert(bound != NULL); /* a command binds every word of its table */
    if (bound->count == NULL)
        *bound->value = value;
    else if (*bound->count < bound->most)
        bound->value[(*bound->count)++] = value;
    else
        (void)wm_error_set(err, WM_E_ARG, name, "accepts at most %zu value%s; remove '%.*s'",
                           bound->most, bound->most > 1 ? "s" : "", WM_FIT(value, 200));
}

/* Refuses an unknown option, and names the nearest. Every command has --help, which main.c finds,
 * also one whose table does not list it. */
static void refuse_option(const wm_command *command, const char *word, size_t size, wm_error *err)
{
    const char *names[OPTIONS];
    char wrong[64], hint[96] = "";
    size_t count = 0;
    for (size_t i = 0; i < command->option_count; i++)
        if (command->options[i].name != NULL && strcmp(command->options[i].name, "--help") != 0)
            names[count++] = command->options[i].name;
    (void)snprintf(wrong, sizeof wrong, "%.*s", (int)(size < 63 ? size : 63), word);
    if (size > 2)
        wm_near_words_hint(wrong, names, count, hint, sizeof hint);
    if (strcmp(wrong, "--help") == 0 && word[size] == '=')
        (void)wm_error_set(err, WM_E_ARG, wrong, "accepts no value");
    else
        (void)wm_error_set(err, WM_E_ARG, NULL, "unknown option '%.*s'%s", WM_FIT(word, 200), hint);
}

static void set_flag(const reading *r, const wm_option *option)
{
    wm_call *call = r->call;
    const wm_argument *bound = find_binding(r->table, option->name);
    if (bound != NULL) {
        *bound->flag = true;
    } else if (option->printer != NULL) {
        call->form_count += call->form != option;
        call->form = option;
        call->as_json = call->as_json || option->printer == wm_print_json;
    } else if (strcmp(option->name, "--verbose") == 0) {
        call->is_verbose = true;
    } else if (strcmp(option->name, "--quiet") == 0) {
        call->is_quiet = true;
    } else {
        assert(strcmp(option->name, "--help") == 0); /* behind a `--` that is refused */
    }
}

/* Takes the word of an option. `FILE...` takes all words up to the next option. */
static void take_words(reading *r, const wm_option *option, const char *name, const char *value,
                       int *at, wm_error *err)
{
    const wm_argument *bound = find_binding(r->table, option->name);
    const bool takes_more = strstr(option->argument, "...") != NULL;
    set_value(bound, name, value, err);
    while (takes_more && err->code == WM_OK && *at + 1 < r->call->argc &&
           !is_option(r->call->argv[*at + 1]))
        set_value(bound, name, r->call->argv[++*at], err);
}

/* Takes argument *at, and the next one if that is its value. */
static void take_option(reading *r, int *at, wm_error *err)
{
    const wm_command *command = r->call->command;
    const char *word = r->call->argv[*at];
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    const size_t size = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const wm_option *option = wm_command_option(command, word, size);
    const char *name, *value = equals != NULL ? equals + 1 : NULL;
    if (option == NULL) {
        refuse_option(command, word, size, err);
        return;
    }
    name = word[1] == '-' ? option->name : option->letter;
    if (option->argument != NULL && value == NULL && *at + 1 < r->call->argc)
        value = r->call->argv[++*at];
    if (option->argument == NULL && value != NULL)
        (void)wm_error_set(err, WM_E_ARG, name, "accepts no value");
    else if (option->argument == NULL)
        set_flag(r, option);
    else if (value == NULL)
        (void)wm_error_set(err, WM_E_ARG, name, "needs a value");
    else if (option->takes == WM_TAKES_WORD)
        take_words(r, option, name, value, at, err);
    else
        r->words[option - command->options] = value;
}

static void take_operand(const wm_argument *table, const char *word, size_t index, wm_error *err)
{
    const wm_argument *operand = find_operand(table, index);
    if (operand != NULL && word[0] == '\0' && !operand->may_be_empty)
        (void)wm_error_set(err, WM_E_ARG, NULL, "argument %s is empty", operand->name);
    else if (operand != NULL)
        set_value(operand, operand->name, word, err);
    else
        (void)wm_error_set(err, WM_E_ARG, NULL, "unexpected argument '%.*s'", WM_FIT(word, 200));
}

/* Parts the values of the last operand. */
static void take_split(const wm_argument *operand, wm_error *err)
{
    if (*operand->count == 0)
        (void)wm_error_set(err, WM_E_ARG, "--", "needs a %s before it", operand->name);
    else if (*operand->split > 0)
        (void)wm_error_set(err, WM_E_ARG, "--", "is given twice");
    else
        *operand->split = *operand->count;
}

static void take_all(reading *r)
{
    const wm_argument *table = r->table;
    bool is_over = false;
    size_t operands = 0;
    for (int at = 1; at < r->call->argc; at++) {
        const char *word = r->call->argv[at];
        wm_error err = {WM_OK, "", ""};
        const wm_argument *last = find_operand(table, operands);
        if (!is_over && strcmp(word, "--") == 0 && last != NULL && last->split != NULL)
            take_split(last, &err);
        else if (!is_over && strcmp(word, "--") == 0 && find_operand(table, 0) != NULL)
            is_over = true;
        else if (!is_over && is_option(word))
            take_option(r, &at, &err);
        else
            take_operand(table, word, operands++, &err);
        if (r->err.code == WM_OK)
            r->err = err;
    }
    for (; table->name != NULL; table++)
        if (r->err.code == WM_OK && table->is_needed && *table->value == NULL)
            (void)wm_error_set(&r->err, WM_E_ARG, NULL, "missing argument %s", table->name);
}

/* ---- words that the table checks ------------------------------------------------------------- */

static bool read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number >= least &&
           *number <= most;
}

bool wm_arguments_seconds(const char *text, double most, double *seconds)
{
    char *end;
    if (text[strspn(text, "0123456789.")] != '\0')
        return false;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && *seconds <= most;
}

/* Finds a word in a text of words with blanks between them. */
static bool read_choice(const char *text, const char *words, uint64_t *number)
{
    for (*number = 0; *words != '\0'; ++*number) {
        const size_t size = strcspn(words, " ");
        if (strlen(text) == size && strncmp(text, words, size) == 0)
            return true;
        words += size + (words[size] == ' ');
    }
    return false;
}

/* Says what an option needs. */
static void describe(const wm_option *option, char text[128])
{
    const unsigned long long least = option->least, most = option->most;
    const char *words = option->values;
    size_t used = 0;
    if (option->takes == WM_TAKES_SECONDS)
        (void)snprintf(text, 128, "a number of seconds%s, at most %llu",
                       least > 0 ? " above 0" : "", most);
    else if (option->takes == WM_TAKES_NUMBER && option->most == UINT64_MAX)
        (void)snprintf(text, 128, "a number from %llu", least);
    else if (option->takes == WM_TAKES_NUMBER)
        (void)snprintf(text, 128, "a number from %llu to %llu", least, most);
    while (words != NULL && used < 100) {
        const char *end = strchr(words, ' ');
        const char *gap = end == NULL ? "" : strchr(end + 1, ' ') == NULL ? " or " : ", ";
        used += (size_t)snprintf(text + used, 128 - used, "%.*s%s", (int)strcspn(words, " "), words,
                                 gap);
        words = end != NULL ? end + 1 : NULL;
    }
}

/* Reads the word of an option. Prints an error and returns WM_EXIT_TROUBLE if it is wrong. */
static int read_word(const reading *r, const wm_option *option, const char *word)
{
    const wm_argument *bound = find_binding(r->table, option->name);
    char wanted[128];
    uint64_t number = 0;
    double seconds = 0;
    bool is_right;
    if (option->takes == WM_TAKES_SECONDS)
        is_right = wm_arguments_seconds(word, (double)option->most, &seconds) &&
                   (seconds > 0 || option->least == 0);
    else if (option->takes == WM_TAKES_NUMBER)
        is_right = read_number(word, option->least, option->most, &number);
    else
        is_right = read_choice(word, option->values, &number);
    if (!is_right) {
        describe(option, wanted);
        return wm_trouble_value(r->call, option->name, wanted, word);
    }
    if (bound != NULL && bound->value != NULL)
        *bound->value = word;
    if (bound != NULL && bound->number != NULL)
        *bound->number = (unsigned)number;
    if (bound != NULL && bound->large != NULL)
        *bound->large = number;
    if (bound != NULL && bound->seconds != NULL)
        *bound->seconds = seconds;
    return WM_EXIT_YES;
}

int wm_arguments_read(wm_call *call, const wm_argument *table)
{
    const wm_command *command = call->command;
    reading r = {.call = call, .table = table};
    int answer = WM_EXIT_YES;
    take_all(&r);
    if (r.err.code != WM_OK) {
        const size_t used = strlen(r.err.message);
        (void)snprintf(r.err.message + used, sizeof r.err.message - used,
                       "; see `witnessmark %s --help`", command->name);
        return wm_trouble_error(call, r.err.code, &r.err);
    }
    for (size_t i = 0; i < command->option_count && answer == WM_EXIT_YES; i++) {
        if (r.words[i] != NULL)
            answer = read_word(&r, &command->options[i], r.words[i]);
        if (command->options[i].name != NULL && strcmp(command->options[i].name, "--color") == 0)
            call->is_coloured = call->form == NULL && wm_terminal_is_coloured(r.words[i], stdout);
    }
    if (answer == WM_EXIT_YES && call->is_verbose && call->is_quiet)
        answer = wm_trouble_say(call, "", "choose one of -v and -q");
    return answer;
}

bool wm_arguments_time(const char *text, double most, double *seconds)
{
    static const struct {
        char letter;
        double seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
    char number[32];
    double factor = 0;
    const size_t size = strlen(text);
    for (size_t i = 0; size > 0 && i < sizeof units / sizeof *units; i++)
        if (text[size - 1] == units[i].letter)
            factor = units[i].seconds;
    if (factor == 0 || size > sizeof number)
        return false;
    (void)snprintf(number, sizeof number, "%.*s", (int)size - 1, text);
    if (!wm_arguments_seconds(number, most, seconds))
        return false;
    *seconds *= factor;
    return *seconds >= 1 && *seconds <= most;
}

bool wm_arguments_percent(const char *text, double *share)
{
    char *end;
    *share = strtod(text, &end) / 100;
    return text[strspn(text, "0123456789.")] == '%' && end != text && strcmp(end, "%") == 0 &&
           *share >= 0 && *share < 1;
}
