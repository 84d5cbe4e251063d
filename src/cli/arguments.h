/* A parser of command lines, the same for all commands. */
#ifndef WM_CLI_ARGUMENTS_H
#define WM_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an option or an operand sets. An option of the command's table has a flag or, if it has an
 * argument there, a value. The name of an operand is the one in the help, and an operand has a
 * value. Operands are in the order of the table. */
typedef struct wm_argument {
    const char *name; /* of an option: `--output` */
    bool *flag;       /* set if the option is given */
    /* the next argument, or the text after '=' in a long option; the last one counts */
    const char **value;
    /* of an option with several values, or of the last operand if it takes several: how many of
     * value[most] are set; else NULL */
    size_t *count;
    size_t most;
    bool is_needed;    /* a required operand */
    bool may_be_empty; /* an operand that may be the empty word */
} wm_argument;

/* Parses argv[1] and on by the options of a command and by a table that ends with an entry without
 * a name. `--` ends the options of a command with operands; a lone `-` is an operand. Returns
 * WM_EXIT_YES, or prints the first error and returns WM_EXIT_TROUBLE. Also prints the error as one
 * object if --json is given and in the table. */
int wm_arguments_read(const char *command, const wm_argument *table, int argc, char **argv);

/* Reads a decimal number from least to most. For any other text returns false and leaves
 * *number. */
bool wm_arguments_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Reads the value of --threads; NULL gives 0, the default. Returns WM_EXIT_YES, or prints an error
 * and returns WM_EXIT_TROUBLE. */
int wm_arguments_threads(const char *command, bool as_json, const char *text, unsigned *threads);

#endif
