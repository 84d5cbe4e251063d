/* A command line, read in one way for all commands. */
#ifndef WM_CLI_ARGUMENTS_H
#define WM_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One thing that a command line can have. An option has a name with its hyphens, and either a flag
 * or a value; anything else is an operand, which has a value and the name that the help gives it.
 * Operands come in the order of the table. */
typedef struct wm_argument {
    const char *name;
    bool *flag; /* set where the option stands */
    /* set to what follows the option, or a '=' of a long one; given twice, the last one counts */
    const char **value;
    /* of an option that can be given again: how many of value[most] are set; else NULL */
    size_t *count;
    size_t most;
    bool is_needed; /* an operand that must be there */
} wm_argument;

/* Reads argv[1] and on by a table that ends with an entry without a name. `--` ends the options of
 * a command that has operands; a lone `-` is an operand. Returns WM_EXIT_YES, or WM_EXIT_TROUBLE
 * with the first fault said: with a `--json` anywhere on the line, and in the table, as one object
 * too. */
int wm_arguments_read(const char *command, const wm_argument *table, int argc, char **argv);

/* Reads a decimal number from least to most; false, and *number is not touched, for anything
 * else. */
bool wm_arguments_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Reads the value of --threads, of which 0 stands for none given; NULL leaves it so. Returns
 * WM_EXIT_YES, or WM_EXIT_TROUBLE with the fault said. */
int wm_arguments_threads(const char *command, bool as_json, const char *text, unsigned *threads);

#endif
