/* Parses command lines, in the same way for all commands. */
#include "cli/arguments.h"

#include "cli/command.h"
#include "cli/trouble.h"

#include "base/near_words.h"
#include "base/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS = 64 };

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* What an option sets, or NULL. */
static const wm_argument *find_binding(const wm_argument *table, const wm_option *option)
{
    for (; option != NULL && table->name != NULL; table++)
        if (strcmp(table->name, option->name) == 0)
            return table;
    return NULL;
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
    if (bound->count == NULL)
        *bound->value = value;
    else if (*bound->count < bound->most)
        bound->value[(*bound->count)++] = value;
    else
        (void)wm_error_set(err, WM_E_ARG, name, "accepts at most %zu values; remove '%.200s'",
                           bound->most, value);
}

/* Refuses an unknown option, and names the nearest. */
static void refuse_option(const wm_argument *table, const char *word, size_t size, wm_error *err)
{
    const char *names[OPTIONS];
    char wrong[64], hint[96];
    size_t count = 0;
    for (; table->name != NULL && count < OPTIONS; table++)
        if (is_option(table->name))
            names[count++] = table->name;
    (void)snprintf(wrong, sizeof wrong, "%.*s", (int)(size < 63 ? size : 63), word);
    hint[0] = '\0';
    if (size > 2)
        wm_near_words_hint(wrong, names, count, hint, sizeof hint);
    (void)wm_error_set(err, WM_E_ARG, NULL, "unknown option '%.200s'%s", word, hint);
}

/* Takes argument *at, and the next one if that is its value. */
static void take_option(const wm_command *command, const wm_argument *table, int argc, char **argv,
                        int *at, wm_error *err)
{
    const char *word = argv[*at];
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    const size_t size = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const wm_option *option = wm_command_option(command, word, size);
    const wm_argument *bound = find_binding(table, option);
    const char *name = word[1] == '-' || option == NULL ? NULL : option->letter;
    if (bound == NULL) {
        refuse_option(table, word, size, err);
        return;
    }
    if (name == NULL)
        name = option->name;
    if (option->argument == NULL && equals != NULL)
        (void)wm_error_set(err, WM_E_ARG, name, "accepts no value");
    else if (option->argument == NULL)
        *bound->flag = true;
    else if (equals != NULL)
        set_value(bound, name, equals + 1, err);
    else if (*at + 1 < argc)
        set_value(bound, name, argv[++*at], err);
    else
        (void)wm_error_set(err, WM_E_ARG, name, "needs a value");
}

static void take_operand(const wm_argument *table, const char *word, size_t index, wm_error *err)
{
    const wm_argument *operand = find_operand(table, index);
    if (operand != NULL && word[0] == '\0' && !operand->may_be_empty)
        (void)wm_error_set(err, WM_E_ARG, NULL, "argument %s is empty", operand->name);
    else if (operand != NULL)
        set_value(operand, operand->name, word, err);
    else
        (void)wm_error_set(err, WM_E_ARG, NULL, "unexpected argument '%.200s'", word);
}

static void take_all(const wm_command *command, const wm_argument *table, int argc, char **argv,
                     wm_error *first)
{
    bool is_over = false;
    size_t operands = 0;
    for (int at = 1; at < argc; at++) {
        wm_error err = {WM_OK, "", ""};
        if (!is_over && strcmp(argv[at], "--") == 0 && find_operand(table, 0) != NULL)
            is_over = true;
        else if (!is_over && is_option(argv[at]))
            take_option(command, table, argc, argv, &at, &err);
        else
            take_operand(table, argv[at], operands++, &err);
        if (first->code == WM_OK)
            *first = err;
    }
    for (; table->name != NULL; table++)
        if (first->code == WM_OK && table->is_needed && *table->value == NULL)
            (void)wm_error_set(first, WM_E_ARG, NULL, "missing argument %s", table->name);
}

int wm_arguments_read(const char *command, const wm_argument *table, int argc, char **argv)
{
    wm_error err = {WM_OK, "", ""};
    const wm_command *about = wm_command_find(command);
    const wm_argument *json = find_binding(table, wm_command_option(about, "--json", 6));
    size_t used;
    take_all(about, table, argc, argv, &err);
    if (err.code == WM_OK)
        return WM_EXIT_YES;
    used = strlen(err.message);
    (void)snprintf(err.message + used, sizeof err.message - used, "; see `witnessmark %s --help`",
                   command);
    return wm_trouble_error(command, json != NULL && *json->flag, err.code, &err);
}

bool wm_arguments_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    unsigned long long value;
    errno = 0;
    value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < least ||
        value > most)
        return false;
    *number = value;
    return true;
}

int wm_arguments_threads(const char *command, bool as_json, const char *text, unsigned *threads)
{
    uint64_t number = 0;
    if (text != NULL && !wm_arguments_number(text, 1, 4096, &number))
        return wm_trouble_value(command, as_json, "--threads", "a number from 1 to 4096", text);
    *threads = (unsigned)number;
    return WM_EXIT_YES;
}
